"""Command: orders markers, the Shield Wall, leaders on the move, and who obeys [5, 12.0]."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.condition import bare
from pbm.rules.event import Event, OfPower
from pbm.rules.hexes import Hex
from pbm.rules.order import Line, Refusal
from pbm.rules.playing import of_kind
from pbm.rulesets.tours.bout import SAT_OUT, UNMET, Bout
from pbm.rulesets.tours.conditions import is_met
from pbm.rulesets.tours.field import STAY, Lead, Mark
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, HI, ConId, LeaderId, piece_called
from pbm.rulesets.tours.ground import GRID, costs
from pbm.rulesets.tours.now import LeaderStays
from pbm.rulesets.tours.order import is_hex
from pbm.rulesets.tours.reach import leader_ways
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.stances import stances
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.unit_lines import LINES, refusals, run
from pbm.rulesets.tours.world import World

MOVE, REFORM, WALL, UNWALL = "MOVE", "REFORM", "WALL", "UNWALL"


class Marked(OfPower, frozen=True):
    """A contingent has its orders marker."""

    con: ConId
    marker: str
    text: ClassVar = "{con}: {marker}"

    def apply(self, world: World) -> None:
        world.now.marks[self.con] = tuple(self.marker.split())


class WallFormed(Seen, frozen=True):
    verb: ClassVar = "wall"
    text: ClassVar = "the Frankish heavy infantry form the Shield Wall"

    def apply(self, world: World) -> None:
        world.wall = True


class WallLeft(Seen, frozen=True):
    verb: ClassVar = "unwall"
    text: ClassVar = "the Frankish heavy infantry leave the Shield Wall"

    def apply(self, world: World) -> None:
        world.wall = False


class Acts(Seen, frozen=True):
    con: ConId
    die: int
    drm: int
    most: int
    verb: ClassVar = "acts"
    text: ClassVar = "{con} {con:obeys/obey}: {die}<, leader {drm},> against {most}"
    news: ClassVar = "{con} {con:acts/act}"

    def apply(self, world: World) -> None:
        world.now.active.add(self.con)


class Fails(Seen, frozen=True):
    con: ConId
    die: int
    drm: int
    most: int
    verb: ClassVar = "fails"
    text: ClassVar = "{con} {con:does/do} not obey: {die}<, leader {drm},> against {most}"
    news: ClassVar = "{con} {con:does/do} not move"


class LeaderMoved(Seen, frozen=True):
    leader: LeaderId
    path: tuple[Place, ...]
    text: ClassVar = "{leader} rides {path}"

    def apply(self, world: World) -> None:
        world.now.spend(self.leader, sum(costs(foot=False)[step] for step in pairwise(self.path)))
        world.leaders[self.leader].hex = self.path[-1]
        if world.enemies_beside(self.path[-1], FORCES.leaders[self.leader].side):
            world.now.stopped.add(self.leader)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        """The way is written as on a sheet: 1713-1714."""
        return self.text.format(leader=names.get(self.leader, self.leader).partition(",")[0], path="-".join(self.path))


def markers(bout: Bout, lines: list[Line]) -> Iterator[Event]:
    """All markers before the first die; the first line that holds counts for a contingent [5.2.1]."""
    for line, order in of_kind(lines, Mark):
        yield from marked(bout, line, order)


def marked(bout: Bout, line: Line, order: Mark) -> Iterator[Event]:
    if wrong := refusals(bout, line):
        bout.refuse(line, *wrong)
        return
    for con in CONTINGENTS[bout.side] if order.contingent == ALL else (order.contingent,):
        if reason := not_taken(bout, line, order, con):
            bout.leave_out(line, con, *reason)
            continue
        bout.tally(line).takers.append(con)
        yield Marked(bout.side, con, " ".join(order.marker))
        if order.walls:
            yield WallFormed() if order.marker[0] == WALL else WallLeft()


def not_taken(bout: Bout, line: Line, order: Mark, con: str) -> tuple[str, str] | None:
    """Why a contingent does not take a marker."""
    world, word = bout.world, order.marker[0]
    units = world.of(bout.side, con)
    if con in bout.now.marks:
        return "5.2.1", "had a marker already"
    if not units:
        return "5.2", "had no unit left"
    if con == HI and word == (WALL if world.wall else UNWALL):
        return "5.2.6", f"are {'already' if world.wall else 'not'} in Shield Wall"
    if con == HI and word == MOVE and world.wall:
        return "5.2.6", "are in Shield Wall: write UNWALL MOVE"
    places = tuple(world.units[code].hex for code in units)
    return None if is_met(line.order, bout.scene(con, places)) else SAT_OUT


def leads(bout: Bout, lines: list[Line]) -> Iterator[Event]:
    for line, order in of_kind(lines, Lead):
        yield from led(bout, line, order)
        yield bout.answer(line)


def led(bout: Bout, line: Line, order: Lead) -> Iterator[Event]:
    world = bout.world
    leader = world.leader_of(bout.side)
    if wrong := refusals(bout, line):
        bout.refuse(line, *wrong)
    elif leader is None:
        bout.refuse(line, Refusal("12.2", f"{piece_called(order.leader)} is not on the field"))
    elif not is_met(line.order, bout.scene(near=(leader.hex,))):
        bout.refuse(line, UNMET)
    elif order.goal == STAY:
        bout.tally(line).done = True
        yield LeaderStays(order.leader)
    else:
        yield from ridden(bout, line, order)


def ridden(bout: Bout, line: Line, order: Lead) -> Iterator[Event]:
    """To a hex in reach, or to that of a unit; a leader stops beside an enemy."""
    goal, found = goal_of(bout.world, order), leader_ways(bout)
    here = bout.world.leaders[order.leader].hex
    if goal is None or goal not in found:
        bout.refuse(line, Refusal("12.0", f"{piece_called(order.goal)} is not in reach"))
        return
    bout.tally(line).done = True
    if goal != here:
        yield LeaderMoved(order.leader, GRID.route(here, found[goal]))


def goal_of(world: World, order: Lead) -> Hex | None:
    if is_hex(order.goal):
        return order.goal
    return world.units[order.goal].hex if order.goal in world.units else None


def activations(bout: Bout, lines: list[Line]) -> Iterator[Event]:
    """Contingent after contingent: a die, its lines, its stances; only then the next [5.2.2]."""
    unit_lines = [line for line in lines if isinstance(bare(line.order), LINES)]
    for con in bout.world.sides[bout.side].seq:
        if MOVE in bout.now.marks.get(con, ()) and bout.world.of(bout.side, con):
            yield from activation(bout, con)
            if con in bout.now.active:
                for line in unit_lines:
                    yield from run(bout, con, line)
                yield from stances(bout, con)


def activation(bout: Bout, con: str) -> Iterator[Event]:
    world = bout.world
    led = any(world.leader_with(code) for code in world.of(bout.side, con))
    drm, most = TABLES.activation.leader if led else 0, TABLES.activation.most(bout.side)
    die = bout.roll(f"act.{con}")
    if die + drm <= most:
        yield Acts(con, die, drm, most)
    else:
        yield Fails(con, die, drm, most)


def mark_answers(bout: Bout, lines: list[Line]) -> Iterator[Event]:
    """A marker is carried out when a contingent has taken it and, to move, has activated."""
    for line, order in of_kind(lines, Mark):
        tally, tried = bout.tally(line), order.marker == (MOVE,)
        tally.done = any(con in bout.now.active for con in tally.takers) if tried else bool(tally.takers)
        for con in tally.takers:
            if MOVE in order.marker and con not in bout.now.active:
                bout.leave_out(line, con, "5.2.2", "did not obey")
        yield bout.answer(line)
