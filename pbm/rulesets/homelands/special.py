"""MARCH and FERRY: special moves on foot, and between two ports [5.5]."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.causes import locked
from pbm.rulesets.homelands.chart import SEA
from pbm.rulesets.homelands.crossing import on_arrival
from pbm.rulesets.homelands.drawing import ASHORE, OPEN, Drawn, draw, fresh, ready
from pbm.rulesets.homelands.moves import cannot_move, crossers, gone, unit_flaw
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Shifted
from pbm.rulesets.homelands.tables import PRT, tables
from pbm.rulesets.homelands.units import STOPPED, Units, kind, marked, plain, told
from pbm.rulesets.homelands.voyages import is_forced
from pbm.rulesets.homelands.world import World


class Forced(OfPower, frozen=True):
    """Every unit and ship may make a special move in this round."""

    pp: int
    text: ClassVar = "{who} {who:forces/force} the march of all, for {pp} PP"

    def apply(self, world: World) -> None:
        world.powers[self.who].pp -= self.pp
        world.round.forced.append(self.who)


@action("5.5.3", form="FORCE", meaning="force the march: every unit may make a special move", costs="14 PP")
class Force(HomeOrder, frozen=True):
    """Every unit and ship may make a special move in this round."""

    step: ClassVar = "0e"

    def plan(self, at: Scene) -> Done:
        price = tables().prestige["force"]
        if at.who in at.world.round.forced:
            return failed("5.5.3", "the march is forced already")
        if at.realm.pp < price:
            return failed("5.5.3", f"not enough prestige: it costs {price} PP", "purse")
        return ok(Forced(at.who, price))


@action(
    "5.5.2",
    form="MARCH {origin} {target}< {unit}> {number}",
    meaning="march on with {number:unit/units}< of {unit}> from {origin} to {target}",
)
class March(HomeOrder, frozen=True):
    """One field more: for cavalry, for ten or more together, or for all when the march is forced."""

    origin: Place
    target: Place
    unit: str | None
    number: Number
    step: ClassVar = "3a"

    def flaw(self) -> str:
        return unit_flaw(self.unit, self.number)

    def plan(self, at: Scene) -> Done:
        if reason := cannot_move("5.5.1", self.unit):
            return refused(reason)
        if at.locked(self.origin):
            return failed("5.5.1", locked(at, self.origin))
        drawn, reason = crossers(at, "5.5.1", self.origin, self.target, self.unit, self.number, ready)
        asked = max(1, drawn.asked)
        if drawn.number < tables().move["march"] and not is_forced(at):
            riders = self.riders(at)
            if drawn.number > riders.number:
                reason = Refusal("5.5.2", "fewer than ten: only cavalry rides on")
            drawn = riders
        return partly(drawn.number, asked, gone(at, self.origin, self.target, drawn, "", "marches on/march on"), reason)

    def riders(self, at: Scene) -> Drawn:
        """The cavalry of the order."""

        def rides(key: str) -> bool:
            return ready(key) and kind(key).type == "CV"

        return crossers(at, "5.5.1", self.origin, self.target, self.unit, self.number, rides)[0]


@action(
    "5.5.4",
    form="FERRY {origin} {target} {unit} {number}",
    meaning="ferry {number:unit/units} of {unit} from the port of {origin} to that of {target}",
)
class Ferry(HomeOrder, frozen=True):
    """Units that have not moved go from one port of yours to another; they move no more."""

    origin: Place
    target: Place
    unit: str
    number: Number
    step: ClassVar = "3c"

    def plan(self, at: Scene) -> Done:
        if reason := cannot_move("5.5.4", self.unit):
            return refused(reason)
        if at.locked(self.origin):
            return failed("5.5.1", locked(at, self.origin))
        if self.origin == self.target:
            return failed("5.5.4", "it leads from one open port of yours to another")
        if shut := [code for code in (self.origin, self.target) if not at.board.yard(code, at.who, PRT)]:
            return failed("5.5.4", f"you have no open port in {' and '.join(map(at.world.called, shut))}")
        if not clear_sea(at, self.origin, self.target):
            return failed("5.5.4", "no clear sea leads there")
        drawn = draw(at, self.origin, self.unit, self.number, ASHORE, fresh)
        events = [
            Shifted(
                at.who, self.origin, place, self.target, OPEN, units,
                on_arrival(at.world, marked(units, STOPPED), self.target, STOPPED), told(units),
                "is ferried/are ferried",
            )
            for place, units in drawn.groups
        ]  # fmt: skip
        reason = Refusal("5.5.4", "not so many that have not moved are there")
        return partly(drawn.number, max(1, drawn.asked), events, reason)


def clear_sea(at: Scene, origin: str, target: str) -> bool:
    """Whether a chain of seas without hostile ships joins two fields."""
    edge = [sea for sea in at.chart.coasts[origin] if not at.board.hostile_ships(at.who, sea)]
    seen = set(edge)
    while edge:
        sea = edge.pop()
        if at.chart.border(sea, target):
            return True
        near = [code for code in at.chart.over(sea, SEA) if not at.board.hostile_ships(at.who, code)]
        edge += [code for code in near if code not in seen]
        seen.update(near)
    return False


class Rested(Event, frozen=True):
    """What units did in a part of the round no longer counts."""

    marks: str
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for there in world.fields.values():
            for rows in (there.units, there.builders, there.cargo):
                for who, units in rows.items():
                    rows[who] = rested(units, self.marks)
            if there.settlement:
                there.settlement.inside = rested(there.settlement.inside, self.marks)
            if there.yard:
                there.yard.ships = rested(there.yard.ships, self.marks)
            if there.herd and self.marks == ALL_MARKS:
                there.herd.driven = False


def rested(units: Units, marks: str) -> Units:
    return plain(units, marks) if any("*" in key for key in units) else units


ALL_MARKS = "amsu"


def rest(marks: str) -> Callable[[Turn[World]], Iterator[Event]]:
    """A step: some marks are forgotten."""

    def run(turn: Turn[World]) -> Iterator[Event]:
        yield Rested(marks)

    return run
