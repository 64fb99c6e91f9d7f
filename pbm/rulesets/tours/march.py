"""Movement from hex to hex: points, the leader who rides along, stops, reaction fire, lone leaders [6]."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event
from pbm.rules.hexes import Hex, Way
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.fire import reaction
from pbm.rulesets.tours.forces import UNITS, LeaderId, UnitId
from pbm.rulesets.tours.ground import GRID, costs
from pbm.rulesets.tours.leaders import come_upon
from pbm.rulesets.tours.reach import Ways, nearest, reach
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World


class Moved(Seen, frozen=True):
    """A unit enters a hex, perhaps with a leader."""

    unit: UnitId
    origin: Place
    target: Place
    cost: int
    leader: LeaderId | None = None
    text: ClassVar = "{unit} {unit:moves/move} from {origin} to {target}< with {leader}>"

    def apply(self, world: World) -> None:
        world.place(self.unit, self.target)
        world.now.spend(self.unit, self.cost)
        if self.leader:
            world.leaders[self.leader].hex = self.target
            world.now.spend(self.leader, self.cost)
        if world.enemies_beside(self.target, UNITS[self.unit].side):
            world.now.stopped.add(self.unit)


@dataclass
class March:
    """A unit on its way, with the leader who shared its hex when it set out [3.1.1]."""

    bout: Bout
    code: str
    rider: str | None
    entered: int = 0

    @classmethod
    def of(cls, bout: Bout, code: str) -> "March":
        return cls(bout, code, bout.rides_with(code))

    @property
    def here(self) -> Hex:
        return self.bout.world.units[self.code].hex

    @property
    def lives(self) -> bool:
        return self.code in self.bout.world.units

    def reach(self, keep: int = 0, hexes: int | None = None) -> Ways:
        return reach(self.bout, self.code, keep, hexes)

    def enter(self, target: Hex, cost: int) -> Iterator[Event]:
        """One hex, then reaction fire, then the lone leader."""
        bout = self.bout
        self.entered += 1
        yield Moved(self.code, self.here, target, cost, self.carried(cost))
        yield from reaction(bout, self.code)
        if self.lives:
            yield from come_upon(bout, self.code)

    def carried(self, cost: int) -> str | None:
        """The leader, as long as there are points for it; else they are left behind."""
        bout = self.bout
        if self.rider != bout.world.leader_with(self.code) or not self.rider or bout.left(self.rider) < cost:
            self.rider = None
        return self.rider

    def along(self, way: Way) -> Iterator[Event]:
        """A way that was fixed before the first step."""
        route = GRID.route(self.here, way)
        for origin, target in pairwise(route):
            if self.lives:
                yield from self.enter(target, costs(UNITS[self.code].kind.foot)[origin, target])

    def near(self, goal: Hex, keep: int = 0) -> Iterator[Event]:
        """To a hex, or as near to it as possible."""
        found = reach(self.bout, self.code, keep, until=goal)
        yield from self.along(found[goal if goal in found else nearest(found, goal)])
