"""Land battles: ground, the automatic battle, pursuit, permanent losses [5.33, 5.36 to 5.39]."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.forces import Shown
from pbm.rulesets.marnon.changes.generals import GeneralTested
from pbm.rulesets.marnon.land.leading import USUAL_RATING, best
from pbm.rulesets.marnon.map import areas, by_number
from pbm.rulesets.marnon.setup import rated
from pbm.rulesets.marnon.tables import percent, ranged, tables
from pbm.rulesets.marnon.telling import Met
from pbm.rulesets.marnon.war.sides import Side, has_edge, horse_cards, levies, strength, total
from pbm.rulesets.marnon.world import World

OPEN = ("PLAINS", "PASTURE", "FARM", "WASTES")
MANY_PIECES = 6
BATTLE_HORSE = {"MIXED": 300, "FOOT": 400, "HORSE": 200}


class Fought(Event, frozen=True):
    """A battle and its winner; both sides know the points of both."""

    area: Place
    attackers: tuple[Power, ...]
    defenders: tuple[Power, ...]
    winners: tuple[Power, ...]
    attacker_points: int
    defender_points: int
    attacker_loss: int
    defender_loss: int
    storm: bool = False
    verb: ClassVar = "battle"
    text: ClassVar = (
        "{attackers} ({attacker_points} points) attacked {defenders} ({defender_points}) at {area}; {winners} won; "
        "losses {attacker_loss} and {defender_loss}"
    )
    news: ClassVar = "{attackers} attacked {defenders} at {area}; {winners} won"

    @property
    def greatness(self) -> int:
        return self.attacker_points + self.defender_points

    def decided(self, who: str) -> tuple[str, bool] | None:
        return (self.area, who in self.winners) if who in self.known_to() else None

    def known_to(self) -> tuple[str, ...]:
        return (*self.attackers, *self.defenders)


class BattleRound(Event, frozen=True):
    """Dice, totals and losses of one round."""

    area: Place
    attackers: tuple[Power, ...]
    defenders: tuple[Power, ...]
    number: int
    attack: int
    defence: int
    attack_lost: int
    defence_lost: int
    text: ClassVar = (
        "round {number} at {area}: {attackers} {attack}, {defenders} {defence}; "
        "lost so far {attack_lost}% and {defence_lost}%"
    )

    def known_to(self) -> tuple[str, ...]:
        return (*self.attackers, *self.defenders)


class Pursued(Event, frozen=True):
    area: Place
    winners: tuple[Power, ...]
    losers: tuple[Power, ...]
    winner_hits: int
    loser_hits: int
    text: ClassVar = "{winners} pursued {losers} from {area}: {winner_hits:hit/hits} against {loser_hits}"

    def known_to(self) -> tuple[str, ...]:
        return (*self.winners, *self.losers)


class CasualtiesCounted(Event, frozen=True):
    """The permanent losses of a battle."""

    area: Place
    winners: tuple[Power, ...]
    losers: tuple[Power, ...]
    dice: int
    winner_loss: int
    loser_loss: int
    surrendered: int = 0
    """Of the loser's; they are counted in its loss."""
    verb: ClassVar = "losses"
    text: ClassVar = (
        "permanent losses at {area}: {winners} {winner_loss}, {losers} {loser_loss}<, by surrender {surrendered}>"
    )

    def known_to(self) -> tuple[str, ...]:
        return (*self.winners, *self.losers)


@dataclass
class Verdict:
    """How a battle ended, before anyone moves."""

    winner: Side
    loser: Side
    losses: dict[str, int]
    """Battle losses of the winner and of the loser, by `winner` and `loser`."""
    light: bool
    """Whether the winner lost half the share of its points that the loser did, or less [5.37]."""
    by_power: dict[str, int] | None = None
    """Of each power, if a battle was fought at the table."""
    pursuit: bool = True


# ground


def ground_of(turn: Turn[World], area: str) -> str:
    """The type of ground that is fought on [5.33]."""
    types = areas()[area].types
    if areas()[area].castle:
        return "PLAINS"
    if len(types) == 1:
        return types[0]
    low, high = ("TOWN", "PORT") if "PORT" in types else types
    return low if turn.dice.roll(f"battle.ground.{area}") <= 3 else high


def pieces(world: World, one: Side, other: Side) -> int:
    return (world.force(*one.largest(world)).ground + world.force(*other.largest(world)).ground) // 2


# the automatic battle


@dataclass
class Bonuses:
    """What each side adds: in every round, and in the first."""

    always: int = 0
    first: int = 0


def odds_bonus(own: int, other: int) -> int:
    for text, plus in tables().battle.odds:
        high, low = map(int, text.split(":"))
        if own * low >= other * high:
            return plus
    return 0


def bonuses(world: World, own: Side, other: Side, attacks: bool) -> Bonuses:
    """Odds, general, skill, leaders, cards with an edge."""
    row, found = tables().battle, Bonuses()
    mine, theirs = strength(world, own), strength(world, other)
    found.always += odds_bonus(mine, theirs) if mine > theirs else 0
    leader = best(world, own.standing(world))
    found.always += leader.rating - USUAL_RATING if leader else row.no_general
    found.always += row.edge if any(has_edge(world, unit) for unit in own.standing(world)) else 0
    if leader and leader.skill == "BOLD" and attacks:
        found.always += 1
    if leader and leader.skill == "DRILL":
        found.first += 1
    found.first += any(force.leaders for force in own.forces(world))
    return found


def has_fort(world: World, area: str, defender: Side) -> bool:
    row = world.area(area)
    return row.fort and not row.unpaid and row.owner in defender.powers


def horse(world: World, side: Side) -> int:
    """Cavalry units in battle, each power's by its own culture [5.38]."""
    found = 0
    for who in side.powers:
        points = sum(world.force(*unit).points for unit in side.of(world, who))
        found += points // BATTLE_HORSE[world.powers[who].culture]
    mounted = tables().levies.horse
    for unit in side.standing(world):
        found += horse_cards(world, unit) + sum(kind in mounted for kind in levies(world, unit))
    leader = best(world, side.standing(world))
    return found + (2 if leader and leader.skill == "HORSE" else 0)


def field_bonuses(turn: Turn[World], area: str, att: Side, dfd: Side) -> tuple[int, int]:
    """Ground, fort, river or landing, cavalry: for the attacker and for the defender."""
    world, row = turn.world, tables().battle
    ground, fort = ground_of(turn, area), has_fort(world, area, dfd)
    attack = row.river_or_landing if world.now.came.get(att.largest(world)) else 0
    defence = row.ground[ground] + (row.fort if fort else 0)
    if ground in OPEN and pieces(world, att, dfd) < MANY_PIECES and not fort:
        mine, theirs = horse(world, att), horse(world, dfd)
        attack += row.cavalry * (mine >= 2 * theirs and mine > 0)
        defence += row.cavalry * (theirs >= 2 * mine and theirs > 0)
    return attack, defence


def last_stand(world: World, area: str, dfd: Side) -> int:
    """The share at which the defender breaks."""
    owner = world.owner(area)
    if owner in dfd.powers and world.owned(owner or "") == [area]:
        return tables().battle.last_stand_pct
    return world.settings.break_point


def automatic(
    turn: Turn[World], area: str, att: Side, dfd: Side, storm_level: int = 0
) -> Generator[Event, None, Verdict]:
    """Up to three rounds of 2D6 each [5.38, 5.50]."""
    world, row = turn.world, tables().battle
    yield from revealed(turn, att, dfd)
    mine, theirs = bonuses(world, att, dfd, True), bonuses(world, dfd, att, False)
    if storm_level:
        attack, defence = 0, row.storm + row.storm_per_level * (storm_level - 1)
    else:
        attack, defence = field_bonuses(turn, area, att, dfd)
    limit, shares = (world.settings.break_point, last_stand(world, area, dfd)), [0, 0]
    for number in range(1, world.settings.battle_rounds + 1):
        a = two(turn, f"battle.att.{area}") + attack + mine.always + mine.first * (number == 1)
        d = two(turn, f"battle.def.{area}") + defence + theirs.always + theirs.first * (number == 1)
        high, low = ranged(row.round_losses_pct, abs(a - d))
        shares[0] += high if a >= d else low
        shares[1] += high if d > a else low
        yield BattleRound(area, tuple(att.powers), tuple(dfd.powers), number, a, d, *shares)
        if shares[0] >= limit[0] or shares[1] >= limit[1]:
            break
    broken = shares[0] >= limit[0], shares[1] >= limit[1]
    attacker_lost = broken[0] if broken[0] != broken[1] else shares[0] >= shares[1]
    won, lost = (1, 0) if attacker_lost else (0, 1)
    sides = (att, dfd)
    losses = [percent(total(world, side), share) for side, share in zip(sides, shares, strict=True)]
    light = 2 * shares[won] <= shares[lost]
    return Verdict(sides[won], sides[lost], {"winner": losses[won], "loser": losses[lost]}, light)


def two(turn: Turn[World], stream: str) -> int:
    return turn.dice.roll(stream) + turn.dice.roll(stream)


def revealed(turn: Turn[World], *sides: Side) -> Iterator[Event]:
    """In battle hidden forces are seen, and unknown generals show what they are worth [5.81, 5.86]."""
    world = turn.world
    for who, code in sorted(
        (unit for side in sides for unit in side.units), key=lambda u: (world.rank(u[0]), by_number(u[1]))
    ):
        if world.force(who, code).hidden:
            yield Shown(who, code, False)
        for general in world.generals_with(who, code):
            if not world.powers[who].generals[general].known:
                yield GeneralTested(who, general, *rated(turn.dice, who, general))


def both_know(world: World, area: str, one: Side, other: Side) -> Iterator[Event]:
    """Each side learns the points of the other."""
    for side, enemy in ((one, other), (other, one)):
        units = tuple(f"{who}.{code}" for who, code in enemy.units)
        for who in side.powers:
            yield Met(who, area, units, enemy.points(world))
