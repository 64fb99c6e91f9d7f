"""A battle: charge, common roll, losses, escape and pursuit [5.7.4 to 5.7.8]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.escape import Flight, flight
from pbm.rulesets.homelands.force import CHARGERS, Force, Ground, Groups, Spec, types_but
from pbm.rulesets.homelands.honours import experience, honoured, prestige_for, worth_of
from pbm.rulesets.homelands.stock import Earned, Points, drop, suffer
from pbm.rulesets.homelands.strikes import Hits, Roll, drowned, rolled, struck
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import added, told, total
from pbm.rulesets.homelands.world import World

MOST_ROUNDS = 10


class BattleRound(Event, frozen=True):
    """One round: every die, and what each side lost."""

    attacker: Power
    defender: Power
    where: Place
    round: int
    dice: tuple[str, ...]
    """Of the attacker."""
    their_dice: tuple[str, ...]
    swords: int
    their_swords: int
    shields: int
    their_shields: int
    losses: Groups
    their_losses: Groups
    lost: str
    their_lost: str
    pp: int = 0
    """Prestige that the attacker spent."""
    their_pp: int = 0
    parties: ClassVar = ("attacker", "defender")
    text: ClassVar = (
        "round {round} in {where}: {attacker} {attacker:has/have} {swords:sword/swords}< by {dice}> "
        "against {their_shields:shield/shields}; "
        "{defender} {defender:has/have} {their_swords:sword/swords}< by {their_dice}> against {shields:shield/shields}"
        "<; {attacker} {attacker:loses/lose} {lost}><; {defender} {defender:loses/lose} {their_lost}>"
    )

    def apply(self, world: World) -> None:
        suffer(world, self.where, self.attacker, self.losses, self.pp)
        suffer(world, self.where, self.defender, self.their_losses, self.their_pp)


class Fought(Event, frozen=True):
    """How a battle ended, which everybody sees."""

    attacker: Power
    defender: Power
    where: Place
    winner: Power | None
    rounds: int
    lost: str
    their_lost: str
    fallen: int = 0
    """The units of both sides."""
    parties: ClassVar = ("attacker", "defender")
    verb: ClassVar = "battle"
    text: ClassVar = (
        "battle in {where}: {attacker} against {defender}, {rounds:round/rounds}, won by {winner}"
        "<; {attacker} lost {lost}><; {defender} lost {their_lost}>"
    )

    @property
    def greatness(self) -> int:
        """A battle without losses is the least."""
        return 1 + self.fallen

    def decided(self, who: str) -> tuple[str, bool] | None:
        fought = self.winner is not None and who in (self.attacker, self.defender)
        return (self.where, self.winner == who) if fought else None


class Pursued(OfPower, frozen=True):
    """The pursuer's riders or warships catch some of those who escape."""

    loser: Power
    where: Place
    dice: tuple[str, ...]
    losses: Groups
    lost: str
    parties: ClassVar = ("who", "loser")
    text: ClassVar = "{who} {who:pursues/pursue} {loser} from {where} with {dice}<: {lost} fall>"

    def apply(self, world: World) -> None:
        for place, units in self.losses.items():
            drop(world, self.where, self.loser, place, units)


def ground_of(world: World, code: str) -> Ground:
    spot = world.chart[code]
    return Ground(rough=spot.is_sea or spot.is_rough, siege=False)


class Side:
    """A side in the course of a battle."""

    def __init__(self, force: Force) -> None:
        self.force = force
        self.who = force.who
        self.start = force.size()
        self.lost: Groups = {}
        self.spare = 0
        doctrine = force.world.powers[force.who].doctrine
        self.saves_shields = doctrine.spare == "SHIELD"
        self.breaks, self.rerolls, self.snipe = doctrine.breaks, doctrine.reroll, doctrine.snipe

    def suffer(self, losses: Groups) -> None:
        for place, units in losses.items():
            self.lost[place] = added(self.lost.get(place, {}), units)

    @property
    def losses(self) -> int:
        return sum(map(total, self.lost.values()))

    @property
    def is_broken(self) -> bool:
        return self.losses * 100 >= self.breaks * self.start

    @property
    def is_gone(self) -> bool:
        return self.force.size() == 0

    def spare_swords(self) -> int:
        return 0 if self.saves_shields else self.spare

    def spare_shields(self) -> int:
        return self.spare if self.saves_shields else 0


class Battle:
    """Two powers fight on a field, until one is gone or escapes, or the rounds are over."""

    def __init__(self, turn: Turn[World], code: str, attacker: str, defender: str, rounds: int) -> None:
        self.turn, self.world, self.code = turn, turn.world, code
        ground = ground_of(turn.world, code)
        self.attack = Side(Force(turn.world, attacker, code, defender, True, ground))
        self.defence = Side(Force(turn.world, defender, code, attacker, False, ground))
        self.rounds = min(rounds, MOST_ROUNDS)
        self.flight: Flight | None = None
        self.escaped: str | None = None
        self.survivors: Groups = {}
        """Those who escaped, as they stand where they went."""
        self.number = 0

    def fought(self) -> Iterator[Event]:
        winner: str | None = None
        while True:
            self.number += 1
            yield from Clash(self).fought()
            ended, winner = self.ending()
            if ended:
                break
        if self.flight:
            yield from self.pursuit(self.flight)
        yield from self.closing(winner)

    def ending(self) -> tuple[bool, str | None]:
        """Destroyed, both at their breaking point, one of them, or the rounds over, in this order [5.7.5]."""
        one, other = self.attack, self.defence
        if one.is_gone or other.is_gone:
            both = one.is_gone and other.is_gone
            return True, None if both else other.who if one.is_gone else one.who
        if one.is_broken and other.is_broken:
            return True, None
        for side, foe in ((one, other), (other, one)):
            if side.is_broken and (found := flight(self.world, self.code, side.who)):
                self.flight, self.escaped = found, side.who
                return True, foe.who
        return self.number >= self.rounds, None

    def side(self, who: str) -> Side:
        return self.attack if self.attack.who == who else self.defence

    def pursuit(self, found: Flight) -> Iterator[Event]:
        """Riders on open ground and warships at sea strike once; those left behind are destroyed [5.7.6]."""
        loser = self.side(found.who)
        pursuer = self.defence if loser is self.attack else self.attack
        at_sea, force = self.world.chart[self.code].is_sea, pursuer.force
        type_ = "WS" if at_sea else "CV"
        able = at_sea or force.ground.is_open
        count = len(list(force.throwers(type_))) if able else 0
        loser.suffer(found.left_behind(self.world))
        yield from found.abandoned(self.world)
        if count:
            yield from self.caught(loser, pursuer, force.dice((type_,))[:count])
        self.survivors = found.arriving(self.world)
        yield from found.events(self.world)

    def caught(self, loser: Side, pursuer: Side, specs: list[Spec]) -> Iterator[Event]:
        dice = [self.turn.dice.roll(f"escape.{self.code}.{pursuer.who}") for _ in specs]
        swords = sum(tables().dice[spec.colour][die - 1] for spec, die in zip(specs, dice, strict=True))
        hits = struck(loser.force, pursuer.force.target_order(), swords, back=False)
        over = drowned(loser.force, hits.lost) if self.world.chart[self.code].is_sea else {}
        losses = merged(hits.lost, over)
        loser.suffer(losses)
        thrown = tuple(f"{spec.unit} {die}" for spec, die in zip(specs, dice, strict=True))
        yield Pursued(pursuer.who, loser.who, self.code, thrown, losses, in_words(losses))

    def closing(self, winner: str | None) -> Iterator[Event]:
        """Prestige, points, spoils and experience [5.7.8]."""
        one, other = self.attack, self.defence
        lost, fallen = (in_words(one.lost), in_words(other.lost)), one.losses + other.losses
        yield Fought(one.who, other.who, self.code, winner, self.number, *lost, fallen)
        shared = 0
        for side, foe in ((one, other), (other, one)):
            value = worth_of(foe.lost)
            shared += prestige_for(self.world, side.who, foe.who, self.code, value)
            yield from honoured(self.world, side.who, foe.who, self.code, value, 0, "battle in")
        if winner:
            gained, _, paid = tables().vp.battle
            loser = other.who if winner == one.who else one.who
            yield Points(winner, gained, "a battle won")
            yield Points(loser, paid, "a battle lost")
            gold = tables().band(shared) if self.world.on("spoils") else 0
            if gold:
                yield Earned(winner, gold, "spoils of battle")
        for side, foe in ((one, other), (other, one)):
            where = self.flight.target if self.flight and side.who == self.escaped else self.code
            yield from self.rise(side, foe.losses, where)

    def rise(self, side: Side, kills: int, where: str) -> Iterator[Event]:
        groups = self.survivors if side.who == self.escaped else side.force.groups()
        yield from experience(self.world, side.who, where, groups, kills)


class Clash:
    """One round of a battle."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.one, self.other = battle.attack, battle.defence
        self.shields = {side.who: side.force.shields(side.spare_shields()) for side in (self.one, self.other)}
        self.swords = {self.one.who: 0, self.other.who: 0}
        self.left = {self.one.who: 0, self.other.who: 0}
        self.paid = {self.one.who: 0, self.other.who: 0}
        self.sniped = False

    def fought(self) -> Iterator[Event]:
        battle, sides = self.battle, (self.one, self.other)
        first = battle.number == 1 and self.one.force.ground.is_open
        charging = {side.who: first and side.force.commanded for side in sides}
        bonus_now = {side.who: charging[side.who] and side.force.only_chargers() for side in sides}
        if any(charging.values()):
            rolls = {side.who: self.roll(side, CHARGERS if charging[side.who] else ()) for side in sides}
            if any(roll.dice for roll in rolls.values()):
                yield self.exchange(rolls, bonus_now)
        rolls = {}
        for side in sides:
            types = types_but(*(CHARGERS if charging[side.who] else ()))
            rolls[side.who] = self.roll(side, types)
        yield self.exchange(rolls, {side.who: not bonus_now[side.who] for side in sides})
        for side in sides:
            side.spare = self.left[side.who] // tables().combat.spare_swords_per if side.force.commanded else 0

    def roll(self, side: Side, types: tuple[str, ...]) -> Roll:
        roll = rolled(
            self.battle.turn.dice, side.force, "battle", side.force.dice(types), side.rerolls - self.paid[side.who]
        )
        self.paid[side.who] += roll.payments
        return roll

    def exchange(self, rolls: dict[str, Roll], bonus: dict[str, bool]) -> BattleRound:
        """Both sides' swords together, and what they hit; shields used up stay used."""
        sides = ((self.one, self.other), (self.other, self.one))
        swords: dict[str, int] = {}
        for side, _ in sides:
            roll = rolls[side.who]
            more = side.force.bonus_swords(side.spare_swords()) if bonus[side.who] else 0
            swords[side.who] = max(0, roll.swords(side.force.commanded) + more)
        hits: dict[str, Hits] = {}
        used = dict(self.shields)
        for side, foe in sides:
            net = max(0, swords[side.who] - used[foe.who])
            self.shields[foe.who] = max(0, used[foe.who] - swords[side.who])
            hits[foe.who] = struck(foe.force, side.force.target_order(), net, snipe=self.sniper(side, rolls))
            self.left[side.who] += hits[foe.who].left
        return self.told(rolls, swords, hits, used)

    def sniper(self, side: Side, rolls: dict[str, Roll]) -> str | None:
        """Only the attacker snipes, once a round, and only with prestige for it."""
        price = tables().prestige["back"] + tables().prestige["reroll"] * rolls[side.who].payments
        if side is not self.one or self.sniped or self.battle.world.powers[side.who].pp < price:
            return None
        return side.snipe

    def told(
        self, rolls: dict[str, Roll], swords: dict[str, int], hits: dict[str, Hits], shields: dict[str, int]
    ) -> BattleRound:
        one, other, at_sea = self.one.who, self.other.who, self.battle.world.chart[self.battle.code].is_sea
        losses: dict[str, Groups] = {}
        for side in (self.one, self.other):
            over = drowned(side.force, hits[side.who].lost) if at_sea else {}
            losses[side.who] = merged(hits[side.who].lost, over)
            side.suffer(losses[side.who])
        price, rows = (
            {who: tables().prestige["reroll"] * rolls[who].payments for who in (one, other)},
            tables().prestige,
        )
        if hits[other].sniped:
            price[one] += rows["back"]
            self.sniped = True
        return BattleRound(
            one, other, self.battle.code, self.battle.number, rolls[one].told(), rolls[other].told(), swords[one],
            swords[other], shields[one], shields[other], losses[one], losses[other], in_words(losses[one]),
            in_words(losses[other]), price[one], price[other],
        )  # fmt: skip


def merged(lost: Groups, over: dict[str, int]) -> Groups:
    found = {place: dict(units) for place, units in lost.items()}
    if over:
        found["aboard"] = added(found.get("aboard", {}), over)
    return found


def in_words(groups: Groups) -> str:
    return told(added(*groups.values())) if groups else ""
