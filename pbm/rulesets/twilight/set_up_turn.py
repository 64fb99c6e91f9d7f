"""The set-up turn: PLACE lines in the scenario's order of powers, then whatever was not placed [4.0, H9]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.twilight.answers import unread
from pbm.rulesets.twilight.order import LATER, Scene, Wish, Words, action
from pbm.rulesets.twilight.playing import closed
from pbm.rulesets.twilight.scenarios import Heir, Scenario, scenario
from pbm.rulesets.twilight.setup import Allotment, Extra, Placed, alternate, began, npps
from pbm.rulesets.twilight.sheet import For, Papers, answer, answered, everyone, papers
from pbm.rulesets.twilight.units import Units, read, singles, spelt, tidy, without, write
from pbm.rulesets.twilight.world import World, called

ONLY_PLACE = Refusal("H9", "in the set-up turn only PLACE lines and standing orders count")


class Placing(Scene, frozen=True, kw_only=True):
    """A power is set up."""

    allotment: Allotment


@action("4.0", form="PLACE {where} {units}", meaning="place {units} in {where}")
class PlaceUnits(Wish, frozen=True):
    """Set-up: where your units begin."""

    where: Place
    units: Words
    in_set_up: ClassVar = True

    def said(self, number: int) -> Mapping[str, object]:
        return {"where": self.where, "units": spelt(self.units)}

    def flaw(self) -> str:
        vague = any(str(word).startswith("A") for word in self.units)
        return "say how many of each type" if vague else super().flaw()

    def untimely(self, world: World) -> Refusal | None:
        return Refusal("H9", "units are placed in the set-up turn only") if world.turn else None

    def meant(self) -> Units:
        return tidy(read(" ".join(map(str, self.units))))

    def plan(self, at: Placing) -> Done:
        """Units beyond the list of the power wait for their turn."""
        units = self.meant()
        if reason := at.allotment.refusal(self.where, units):
            return refused(reason)
        return ok(Placed(at.who, self.where, write(units))) if at.allotment.lists(self.where, units) else LATER


def place_all(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    plan = scenario(world.scenario)
    yield from npps(world)
    majors = plan.majors_for(len(world.seats))
    allotments: dict[str, Allotment] = {}
    wanted: dict[str, list[Extra]] = {}
    for heir in plan.frankish:
        seat = setter(plan, world, heir)
        if heir.power in majors and majors[heir.power].fixed:
            yield from (Placed(heir.power, place, units) for place, units in majors[heir.power].fixed.items())
            continue
        allotment = allotments[heir.power] = Allotment(world, heir)
        wanted[heir.power] = []
        if seat:
            yield from placed(turn, papers(turn, seat), allotment, wanted[heir.power])
        yield from allotment.rest()
    yield from alternate(turn, allotments, wanted)
    for power, lines in wanted.items():
        for extra in lines:
            done = failed("27.10", f"{called(extra.where)} was taken") if extra.failed else ok()
            yield answer(extra.paper, power, extra.line, done)
    yield from began(turn)


def setter(plan: Scenario, world: World, heir: Heir) -> str | None:
    """The seat that sets a power up."""
    if heir.power in world.seats:
        return heir.power
    row = plan.majors_for(len(world.seats)).get(heir.power)
    return row.set_up_by if row else None


def placed(turn: Turn[World], paper: Papers, allotment: Allotment, extra: list[Extra]) -> Iterator[Event]:
    """The PLACE lines of a power's block; units beyond its list wait for their turn."""
    at = Placing(turn.world, allotment.heir.power, turn=turn, paper=paper, allotment=allotment)
    block = paper.block(turn.world, at.who)
    for line, order in paper.wishes(PlaceUnits):
        if line in block:
            done = order.plan(at)
            if done is LATER:
                allotment.extra = without(allotment.extra, order.meant())
                extra.append(Extra(paper, line, order.where, list(singles(order.meant()))))
            else:
                yield from closed(paper, at.who, line, done)


def rest_void(turn: Turn[World]) -> Iterator[Event]:
    """Every other line is void in the set-up turn, unless it cannot be read at all."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.lines:
            if line.number not in done:
                yield answer(paper, paper.seat, line, unplayed(line))


def unplayed(line: Line) -> Done:
    if line.order is None:
        return unread(line)
    return ok() if isinstance(line.order, For) else Done("void", (), (ONLY_PLACE,))
