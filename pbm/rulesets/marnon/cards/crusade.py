"""The crusade: its goal, fund, force, prize and end [5.95]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.marnon.changes.crowns import Received
from pbm.rulesets.marnon.changes.forces import Honoured, Lost
from pbm.rulesets.marnon.crowns.supply import is_home
from pbm.rulesets.marnon.map import distances, region_of, territories
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.ongoing import Crusade
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action, no_force
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.tables import LEAST_FORCE, effect
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.gates import ended_by_absence
from pbm.rulesets.marnon.world import World, largest_of

CROSSES = "crosses"
LAST_AGE, LATE_AGE = 8, 2


class CrossTaken(OfPower, frozen=True):
    """A crusade begins."""

    goal: Place
    verb: ClassVar = "crusade"
    text: ClassVar = "{who} {who:is/are} called to a crusade against {goal}"

    def apply(self, world: World) -> None:
        world.ongoing.crusade = Crusade(self.who, self.goal)


class CrusadeForce(OfPower, frozen=True):
    force: str
    text: ClassVar = "{force} goes on the crusade"

    def apply(self, world: World) -> None:
        assert world.ongoing.crusade
        world.ongoing.crusade.force = self.force


class CrusadeAged(Event, frozen=True):
    """How long it has gone on, and how long it is supplied."""

    left: int
    age: int
    gone: bool
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        crusade = world.ongoing.crusade
        assert crusade
        crusade.left, crusade.age, crusade.gone = self.left, self.age, self.gone


class CrusadeOver(OfPower, frozen=True):
    won: bool
    verb: ClassVar = "crusade"
    text: ClassVar = "the crusade of {who} is over"

    def apply(self, world: World) -> None:
        world.ongoing.crusade = None


def goal_of(turn: Turn[World], who: str) -> str:
    """1D6 region, 1D6 territory, rolled again until it is far enough; if none is, one of the farthest."""
    world = turn.world
    home, own = world.powers[who].home, world.owned(who)
    outside = [code for code in territories() if region_of(code) != home]
    far = {code: min((distances(code)[each] for each in own), default=99) for code in outside}
    good = {code for code in outside if far[code] >= world.settings.crusade_distance}
    if not good:
        good = {code for code in outside if far[code] == max(far.values())}
    while True:
        region, number = turn.dice.roll("crusade.goal"), turn.dice.roll("crusade.goal")
        if (goal := f"R{region}T{number}") in good:
            return goal


def called(turn: Turn[World], who: str) -> Iterator[Event]:
    yield CrossTaken(who, goal_of(turn, who))


@action("5.95", form="CRUSADE {force}", meaning="send {force} on the crusade")
class TakeCross(MarnonOrder, frozen=True):
    """Name the force that goes on your crusade."""

    step: ClassVar = CROSSES
    force: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        crusade = world.ongoing.crusade
        if crusade is None or crusade.power != who:
            return Refusal("5.95", "you have no crusade")
        return no_force(world, who, self.force, "5.95")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        crusade, least = at.world.ongoing.crusade, int(effect(32, "crusade")["min_points"])
        if crusade and crusade.force:
            return failed("5.95", f"{crusade.force} goes already")
        if at.power.forces[self.force].points < least:
            return failed("5.95", f"it needs {least} points")
        return ok(CrusadeForce(at.who, self.force))


def fund(turn: Turn[World]) -> Iterator[Event]:
    """Step 1: what the crusade may spend on arms."""
    world, row = turn.world, effect(32, "crusade")
    if world.card(32) is None or world.ongoing.crusade is None:
        return
    dice = tuple(turn.dice.roll("crusade.fund") for _ in range(int(str(row["fund_dice"]).partition("d")[0])))
    crowns = sum(dice) * int(row["fund_times"])
    yield Remember("fund", crowns)
    yield Thrown(world.ongoing.crusade.power, f"the fund of the crusade, {crowns} crowns", dice)


def leaves_home(world: World) -> Iterator[Event]:
    """The turn in which it leaves is the first of its free supply."""
    if (crusade := on_its_way(world)) is None:
        return
    at = world.force(crusade.power, crusade.force or "").at
    if not crusade.gone and at and not is_home(world, crusade.power, at):
        turns = int(effect(32, "crusade")["free_supply_turns"])
        yield CrusadeAged(turns, crusade.age, True)


def goal_reached(turn: Turn[World]) -> Iterator[Event]:
    """Step 6a: the prize."""
    world, row = turn.world, effect(32, "crusade")
    crusade = on_its_way(world)
    if crusade is None or not at_its_goal(world, crusade):
        return
    who, code = crusade.power, crusade.force or ""
    dice = sum(turn.dice.roll("crusade.prize") for _ in range(int(str(row["prize_dice"]).partition("d")[0])))
    yield Received(who, dice * int(row["prize_times"]), "the prize of the crusade")
    yield Honoured(who, code, world.force(who, code).honours + int(row["honours"]))


def won(turn: Turn[World]) -> Iterator[Event]:
    """Step 6c: it is over only now, so that a force at its goal has the supply of its first turns."""
    crusade = on_its_way(turn.world)
    if crusade and at_its_goal(turn.world, crusade):
        yield CrusadeOver(crusade.power, True)


def on_its_way(world: World) -> Crusade | None:
    """The crusade, if its force is named and still there."""
    crusade = world.ongoing.crusade
    return crusade if crusade and crusade.force in world.powers[crusade.power].forces else None


def at_its_goal(world: World, crusade: Crusade) -> bool:
    return world.force(crusade.power, crusade.force or "").at == crusade.goal


def left_to_chance(forces: Mapping[str, Force], who: str) -> Iterator[Event]:
    """Without an order the largest force goes, if one is large enough."""
    least = int(effect(32, "crusade")["min_points"])
    code = largest_of({code: force for code, force in forces.items() if force.points >= least})
    yield CrusadeForce(who, code) if code else CrusadeOver(who, False)


def crusade_ends(turn: Turn[World]) -> Iterator[Event]:
    """8a: it fails if it is late, too small, or too long; without an order the largest force goes."""
    world = turn.world
    crusade = world.ongoing.crusade
    if crusade is None:
        return
    who, power = crusade.power, world.powers[crusade.power]
    if not crusade.force:
        yield from left_to_chance(power.forces, who)
        if crusade is not world.ongoing.crusade:
            return
    age = crusade.age + 1
    force = power.forces.get(crusade.force or "")
    home = force is not None and is_home(world, who, force.at)
    if force is None:
        yield CrusadeOver(who, False)
    elif force.points < LEAST_FORCE or age >= LAST_AGE or (age >= LATE_AGE and home and not crusade.gone):
        yield Lost(who, crusade.force or "", force.points, "the crusade failed")
        yield from ended_by_absence(world, force.at or "")
        yield CrusadeOver(who, False)
    else:
        yield CrusadeAged(max(crusade.left - 1, 0), age, crusade.gone)
