"""MOVE: boarding, landing, marching, and out of the gates [5.4]."""

from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, partly, refused
from pbm.rulesets.homelands.chart import COAST
from pbm.rulesets.homelands.crossing import border_refusal, capacity, load, on_arrival
from pbm.rulesets.homelands.drawing import ABOARD, ASHORE, INSIDE, OPEN, Drawn, Test, draw, fresh
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, least_one
from pbm.rulesets.homelands.stock import Changed, Shifted
from pbm.rulesets.homelands.units import LAND, MOVED, SHIPS, Units, doing, kind, marked, told, unit_words
from pbm.rulesets.homelands.world import World

BOARDING, SAILING, LANDING = "2a", "2b", "2c"


def unit_flaw(unit: str | None, number: Number | None) -> str:
    """Without a type the number must be ALL; a number is 1 or more [3.1]."""
    if unit is None and number is not None and not (number.all_but and not number.value):
        return "without a type of unit the number must be ALL"
    return least_one(number)


def cannot_move(rule: str, unit: str | None) -> Refusal | None:
    if unit is None or kind(unit).type in LAND:
        return None
    if kind(unit).type in SHIPS:
        return Refusal(rule, f"{unit_words(unit, 2)} are ships: write SAIL", kind="lasting")
    return Refusal(rule, f"{unit_words(unit, 2)} cannot move", kind="lasting")


def sources(at: Scene, code: str) -> tuple[str, ...]:
    """Where an order draws on: the cargo at sea, otherwise whoever stands there."""
    return (ABOARD,) if at.chart[code].is_sea else ASHORE


def room_aboard(at: Scene, sea: str) -> int:
    """The size points that own ships at a sea can still take."""
    there = at.at(sea)
    return capacity(there.units.get(at.who, {})) - load(there.cargo.get(at.who, {}))


def gone(at: Scene, origin: str, target: str, drawn: Drawn, marks: str, way: str) -> list[Shifted]:
    """The events of units that cross a border on foot, aboard or ashore."""
    into = ABOARD if at.chart[target].is_sea else OPEN
    return [
        Shifted(
            at.who, origin, place, target, into, units, on_arrival(at.world, units, target, marks), told(units), way
        )
        for place, units in drawn.groups
    ]


def crossing_plan(
    at: Scene, rule: str, origin: str, target: str, unit: str | None, number: Number, free: Test, marks: str
) -> Done:
    """As many as can of those who are meant go over a border."""
    if reason := cannot_move(rule, unit):
        return refused(reason)
    drawn, reason = crossers(at, rule, origin, target, unit, number, free)
    return partly(drawn.number, max(1, drawn.asked), gone(at, origin, target, drawn, marks, "goes/go"), reason)


def crossers(
    at: Scene, rule: str, origin: str, target: str, unit: str | None, number: Number, free: Test
) -> tuple[Drawn, Refusal]:
    """Who goes, and what keeps the others."""
    border = at.chart.border(origin, target)
    boards = border == COAST and at.chart[target].is_sea
    reasons = [border_refusal(at.world, at.board, at.who, origin, target, key) for key in (unit,) if key]
    reasons += [border_refusal(at.world, at.board, at.who, origin, target, key) for key in LAND if unit is None]
    barred = next(filter(None, reasons), None)

    def able(key: str) -> bool:
        return border_refusal(at.world, at.board, at.who, origin, target, key) is None

    room = room_aboard(at, target) if boards else None
    drawn = draw(at, origin, unit, number, sources(at, origin), free, able, room=room)
    if barred:
        return drawn, barred
    if room is not None and drawn.number < drawn.asked:
        free_hands = draw(at, origin, unit, number, sources(at, origin), free, able)
        if free_hands.number > drawn.number:
            return drawn, Refusal(rule, "there is no room aboard")
    return drawn, not_there(at, rule, origin, unit)


def not_there(at: Scene, rule: str, origin: str, unit: str | None) -> Refusal:
    inside = at.at(origin).settlement
    if inside and inside.owner == at.who and inside.inside and at.board.encircler(origin):
        return Refusal(rule, "those inside are encircled")
    return Refusal(
        rule, f"too few {unit_words(unit, 2) if unit else 'units'} in {at.world.called(origin)} are free to go"
    )


@action(
    "5.4.1",
    form="MOVE {origin} {target}< {unit}> {number}",
    meaning="move {number:unit/units}< of {unit}> from {origin} to {target}",
)
class Move(HomeOrder, frozen=True):
    """Units go to an adjacent field, aboard ships at sea, or ashore. The same field twice: out of the gates."""

    origin: Place
    target: Place
    unit: str | None
    number: Number

    step: ClassVar = LANDING

    def played_in(self, world: World, who: str) -> str:
        return BOARDING if world.chart[self.target].is_sea else LANDING

    def flaw(self) -> str:
        return unit_flaw(self.unit, self.number)

    def plan(self, at: Scene) -> Done:
        if self.origin == self.target:
            return self.out_of_the_gates(at)
        return crossing_plan(at, "5.4.1", self.origin, self.target, self.unit, self.number, fresh, MOVED)

    def out_of_the_gates(self, at: Scene) -> Done:
        """It is their move, but they enter no field [5.4.7]."""
        if reason := cannot_move("5.4.7", self.unit):
            return refused(reason)
        if at.board.encircler(self.origin):
            return failed("5.4.7", "the settlement is encircled: only a SALLY leads out")
        drawn = draw(at, self.origin, self.unit, self.number, (INSIDE,), fresh)
        events = [came_out(at, self.origin, units) for _, units in drawn.groups]
        return partly(drawn.number, max(1, drawn.asked), events, Refusal("5.4.7", "not so many are inside"))


def came_out(at: Scene, code: str, units: Units) -> Changed:
    return Changed(
        at.who,
        code,
        INSIDE,
        OPEN,
        units,
        marked(units, MOVED),
        doing(units, "comes out of the gates", "come out of the gates"),
    )
