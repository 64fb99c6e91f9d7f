"""SIEGE: walls, dice behind them, and what becomes of a place that is taken [5.8]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line
from pbm.rules.plan import Done, failed
from pbm.rulesets.homelands.battle import MOST_ROUNDS, Side, in_words
from pbm.rulesets.homelands.causes import unencircled
from pbm.rulesets.homelands.conquest import Conquest
from pbm.rulesets.homelands.force import DICE_ORDER, Force, Ground, Groups, Spec
from pbm.rulesets.homelands.honours import experience, honoured, worth_of
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import suffer
from pbm.rulesets.homelands.strikes import Roll, rolled, struck
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import number
from pbm.rulesets.homelands.world import World

USUAL_ROUNDS = 3
DEGRADE = "DEGRADE"
STEP = "6"


@action(
    "5.8.1",
    form="SIEGE {where}< ROUNDS {rounds}>< {fate}>",
    meaning="besiege {where}<, {rounds} rounds at most><, and {fate} it>",
)
class Siege(HomeOrder, frozen=True):
    """Storm a settlement that you encircle; then it is destroyed, or degraded and kept."""

    where: Place
    rounds: int | None
    fate: str | None
    step: ClassVar = STEP

    def plan(self, at: Scene) -> Done:
        settlement = at.at(self.where).settlement
        if not settlement or settlement.owner == at.who:
            return failed("5.8.1", "no settlement of another power is there")
        if not at.board.hostile(at.who, settlement.owner):
            return failed("5.8.1", f"a pact binds you and {at.world.called(settlement.owner)}")
        if (self.where, at.who) in at.world.round.besieged:
            return failed("5.8.1", "already besieged in this round")
        if at.board.encircler(self.where) != at.who:
            return failed("5.8.1", unencircled(at.board, at.who, self.where, settlement.owner))
        return Done("ok", stormed(at, settlement.owner, self))


class SiegeBegan(OfPower, frozen=True):
    owner: Power
    where: Place
    lf: int
    parties: ClassVar = ("who", "owner")
    verb: ClassVar = "siege"
    text: ClassVar = "{who} {who:besieges/besiege} {where}, a settlement of {owner}"

    def apply(self, world: World) -> None:
        world.round.besieged.append((self.where, self.who))


class WallBroken(OfPower, frozen=True):
    owner: Power
    where: Place
    parties: ClassVar = ("who", "owner")
    text: ClassVar = "the wall of {where} is broken"

    def apply(self, world: World) -> None:
        world.round.broken.append(self.where)


class SiegeRound(OfPower, frozen=True):
    """One round: every die, the wall, and what each side lost."""

    owner: Power
    where: Place
    round: int
    dice: tuple[str, ...]
    their_dice: tuple[str, ...]
    swords: int
    their_swords: int
    wall: int
    their_shields: int
    """Behind the wall; besiegers have none."""
    losses: Groups
    their_losses: Groups
    lost: str
    their_lost: str
    pp: int = 0
    their_pp: int = 0
    parties: ClassVar = ("who", "owner")
    text: ClassVar = (
        "round {round} before {where}: {who} {who:throws/throw} {dice}, {swords:sword/swords} "
        "against a wall of {wall} and {their_shields:shield/shields}"
        "<; {their_dice} by {owner}, {their_swords:sword/swords}><; {who} {who:loses/lose} {lost}>"
        "<; {owner} {owner:loses/lose} {their_lost}>"
    )

    def apply(self, world: World) -> None:
        suffer(world, self.where, self.who, self.losses, self.pp)
        suffer(world, self.where, self.owner, self.their_losses, self.their_pp)


class SiegeEnded(OfPower, frozen=True):
    owner: Power
    where: Place
    taken: bool
    lost: str
    their_lost: str
    parties: ClassVar = ("who", "owner")
    verb: ClassVar = "siege ends"
    text: ClassVar = "the siege of {where} by {who} is over<; {who} lost {lost}><; {owner} lost {their_lost}>"


def ranked(turn: Turn[World], who: str, line: Line) -> tuple[str, int, str, int]:
    """Fields in code order, on a field by prestige, then code, then line."""
    order = line.order
    assert isinstance(order, Siege)
    return order.where, -turn.world.round.pp.get(who, 0), who, line.number


def stormed(at: Scene, owner: str, order: Siege) -> Iterator[Event]:
    yield from Storm(at, owner, order).fought()


class Storm:
    """A siege, round by round."""

    def __init__(self, at: Scene, owner: str, order: Siege) -> None:
        self.dice, self.world, self.code, self.owner = at.dice, at.world, order.where, owner
        self.lf = at.board.lf(self.code)
        ground = Ground(self.world.chart[self.code].is_rough, True)
        self.attack = Side(Force(self.world, at.who, self.code, owner, True, ground))
        self.attack.saves_shields = False
        self.defence = Side(Force(self.world, owner, self.code, at.who, False, ground, inside=True))
        self.rounds = min(order.rounds or USUAL_ROUNDS, MOST_ROUNDS)
        self.degrade = order.fate == DEGRADE
        self.undefended = self.defence.is_gone

    @property
    def is_broken(self) -> bool:
        return self.code in self.world.round.broken

    def fought(self) -> Iterator[Event]:
        yield SiegeBegan(self.attack.who, self.owner, self.code, self.lf)
        if not self.lf and not self.is_broken:
            yield WallBroken(self.attack.who, self.owner, self.code)
        taken = False
        for number_ in range(1, self.rounds + 1):
            yield from self.round(number_)
            if self.attack.is_gone:
                break
            if self.is_broken and self.defence.is_gone:
                taken = True
                break
            if self.attack.is_broken:
                break
        yield from self.closing(taken)

    def round(self, number_: int) -> Iterator[Event]:
        one, other, broken = self.attack, self.defence, self.is_broken
        machines = sum(number(units, "SM") for units in one.force.groups().values())
        rows = tables()
        wall = 0 if broken else max(0, rows.lf.shields * self.lf + rows.units["SM"].wall * machines)
        shields = other.force.shields(other.spare_shields())
        specs = other.force.dice(DICE_ORDER)
        if not broken:
            specs = specs + [Spec(rows.lf.die, "LF", "")] * (rows.lf.dice * self.lf)
        roll = rolled(self.dice, one.force, "siege", one.force.dice(DICE_ORDER), one.rerolls)
        reply = rolled(self.dice, other.force, "siege", specs, other.rerolls)
        swords, their_swords = self.swords(one, roll), self.swords(other, reply)
        breaks = not broken and swords >= wall
        net = max(0, swords - wall - shields) if broken or breaks else 0
        hits = struck(other.force, one.force.target_order(), net)
        back = struck(one.force, other.force.target_order(), their_swords)
        one.suffer(back.lost)
        other.suffer(hits.lost)
        per = rows.combat.spare_swords_per
        one.spare = hits.left // per if (broken or breaks) and one.force.commanded else 0
        other.spare = back.left // per if other.force.commanded else 0
        price = rows.prestige["reroll"]
        yield SiegeRound(
            one.who, other.who, self.code, number_, roll.told(), reply.told(), swords, their_swords, wall, shields,
            back.lost, hits.lost, in_words(back.lost), in_words(hits.lost), price * roll.payments,
            price * reply.payments,
        )  # fmt: skip
        if breaks:
            yield WallBroken(one.who, self.owner, self.code)

    def swords(self, side: Side, roll: Roll) -> int:
        return max(0, roll.swords(side.force.commanded) + side.force.bonus_swords(side.spare_swords()))

    def closing(self, taken: bool) -> Iterator[Event]:
        one, other = self.attack, self.defence
        yield SiegeEnded(one.who, self.owner, self.code, taken, in_words(one.lost), in_words(other.lost))
        units, places = worth_of(other.lost), 0
        if taken:
            conquest = Conquest(self.world, self.code, one.who, self.fate())
            places = conquest.prestige()
            units += conquest.ships_lost()
            yield from conquest.events()
        yield from honoured(self.world, one.who, self.owner, self.code, units, places, "siege of")
        value = worth_of(one.lost)
        yield from honoured(self.world, self.owner, one.who, self.code, value, 0, "defence of")
        yield from experience(self.world, one.who, self.code, one.force.groups(), other.losses)
        if not taken:
            yield from experience(self.world, self.owner, self.code, other.force.groups(), one.losses)

    def fate(self) -> str:
        return "SEIZE" if self.undefended else DEGRADE if self.degrade else "DESTROY"
