"""Areas: they change hands, have forts, and are the seats of powers."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rulesets.marnon.changes.forces import drop_levy
from pbm.rulesets.marnon.world import World


class Taken(Event, frozen=True):
    """An area changes hands; of its fort only the walls pass on."""

    area: Place
    old: Power | None
    new: Power | None
    parties: ClassVar = ("old", "new")
    verb: ClassVar = "capture"
    captures: ClassVar = True
    text: ClassVar = "{area} passed from {old} to {new}"

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.owner, row.cut, row.unpaid = self.new, 0, False
        open_gates(world, self.area)
        for power in world.powers.values():
            power.walls.pop(self.area, None)
            drop_levy(power, self.area)


def open_gates(world: World, castle: str) -> None:
    """A siege is over: nobody is inside any more."""
    world.area(castle).siege = None
    for power in world.powers.values():
        for force in power.forces.values():
            if force.at == castle:
                force.inside = False


def sieges_over(world: World, who: str) -> None:
    """All sieges of a power that is no more."""
    for code, row in world.areas.items():
        if row.siege and row.siege.by == who:
            open_gates(world, code)


class Fortified(OfPower, frozen=True):
    area: Place
    verb: ClassVar = "fort"
    text: ClassVar = "a fort stands in {area}"
    news: ClassVar = "{who} {who:has/have} a fort in {area}"

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.fort, row.cut, row.unpaid = True, 0, False


class FortState(OfPower, frozen=True):
    """Whether a fort is cut off, and whether it is paid."""

    area: Place
    cut: int
    unpaid: bool
    text: ClassVar = "the fort of {area}"

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.cut, row.unpaid = self.cut, self.unpaid

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        state = "is not paid" if self.unpaid else f"is cut off, turn {self.cut}" if self.cut else "is linked and paid"
        return f"the fort of {names.get(self.area, self.area)} {state}"


class SeatMoved(OfPower, frozen=True):
    area: Place | None
    verb: ClassVar = "seat"
    text: ClassVar = "the seat of government is {area} now"
    news: ClassVar = "the seat of {who} is {area} now"

    def apply(self, world: World) -> None:
        world.powers[self.who].seat = self.area
