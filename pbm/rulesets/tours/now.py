"""What a game turn remembers until it is over: markers, points spent, stops, shots and attacks [4.0].

Each is a unit's, a leader's or a contingent's, which act in the player turn of their side alone: so one memory does for
both player turns. Events alone change it.
"""

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct, field

from pbm.rules.event import Event
from pbm.rulesets.tours.forces import LeaderId, UnitId

if TYPE_CHECKING:
    from pbm.rulesets.tours.world import World


class Now(Struct):
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The marker of each contingent."""
    active: set[str] = field(default_factory=set)
    """The contingents that have activated."""
    spent: dict[str, int] = field(default_factory=dict)
    """Movement points by unit and leader."""
    stopped: set[str] = field(default_factory=set)
    """Those who have come beside an enemy [6.1]."""
    fired: set[str] = field(default_factory=set)
    ordered: set[str] = field(default_factory=set)
    """The units for which a line was carried out."""
    attacks: dict[str, int] = field(default_factory=dict)
    """How often a unit has attacked."""
    held: set[str] = field(default_factory=set)
    """The leaders who STAY where they are."""

    def spend(self, code: str, points: int) -> None:
        self.spent[code] = self.spent.get(code, 0) + points


class Obeyed(Event, frozen=True):
    """A line was carried out for a unit."""

    unit: UnitId
    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: "World") -> None:
        world.now.ordered.add(self.unit)


class LeaderStays(Event, frozen=True):
    """A leader does not ride along with the unit there."""

    leader: LeaderId
    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: "World") -> None:
        world.now.held.add(self.leader)
