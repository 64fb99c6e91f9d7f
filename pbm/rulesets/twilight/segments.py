"""The segment of a power under way: its points, its force in hand, what it has done so far [12.0, 14.0].

It is what a year remembers of the power that plays; events alone change it. Those that the journal has say what they
cost and do it here too; the others are only for the segment, and no position is kept before that is over.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from pbm.rules.code import Place
from pbm.rules.event import OfPower
from pbm.rulesets.twilight.units import Stack

if TYPE_CHECKING:
    from pbm.rulesets.twilight.world import World

CEREMONY = "CER"


@dataclass(frozen=True)
class Voyage:
    """How a land force came to sea."""

    embarked: str
    """port or land."""
    origin: str


@dataclass
class Segment:
    power: str
    seat: str | None
    """The player who had the power when it began: it ends when that changes."""
    kept: int = 0
    """DP that HOLD keeps from its levy."""
    by_name: bool = True
    """It plays by a block of its own, and not by FOR ANY."""
    held: list[str] = field(default_factory=list)
    """Places that an NPP may not leave empty [24.0]."""
    more: int = 0
    """LP of gifts and Good Harvests."""
    levy: int = 0
    """LP that are left: they are spent first, then DP down to what is kept."""
    spent: int = 0
    """LP spent on upkeep and raising, which limits an NPP's markers."""
    bought: int = 0
    raised: list[str] = field(default_factory=list)
    """Areas and seas that have had their unit."""
    operating: bool = False
    op: int = 0
    number: int | None = None
    """The number of the force in hand."""
    used: list[int] = field(default_factory=list)
    advance: list[str] = field(default_factory=list)
    apart: bool = False
    voyage: Voyage | None = None
    won: bool = False
    """The last attack left nothing of the force attacked."""
    dutiful: bool = False
    """An NPP has moved or attacked as it must."""
    ceremonial: bool = False
    """A De Ceremonis lay out for it when its operations began."""
    cut_after: int | None = None
    """A Mesalliance ends it after so many forces."""

    def goes_on(self, world: "World") -> bool:
        power = world.powers.get(self.power)
        return bool(power and not power.out and power.player == self.seat) and not world.over

    def force(self, world: "World") -> tuple[str, Stack] | None:
        """The force that operates now, and where it is."""
        if self.number is None:
            return None
        return next(((place, stack) for place, stack in world.stands(self.power) if stack.in_hand), None)

    def may_leave(self, world: "World", place: str, leaving: int) -> bool:
        """Whether so many units may go without a place being given up that must be held."""
        return place not in self.held or world.number(place, self.power) > leaving

    def has(self, world: "World") -> int:
        """What it may spend in its levy."""
        power = world.powers[self.power]
        return self.levy + (max(0, power.dp - self.kept) if power.kind == "pp" else 0)

    def pay(self, points: int, units: bool = False) -> None:
        """LP go first; what is more is DP, and an event of its own."""
        levy = min(points, self.levy)
        self.levy -= levy
        self.spent += levy if units else 0


class OfSegment(OfPower, frozen=True):
    """What only the segment under way remembers."""

    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: "World") -> None:
        assert world.segment
        self.change(world.segment)

    def change(self, segment: Segment) -> None:
        raise NotImplementedError


class SegmentOpened(OfSegment, frozen=True):
    """The year comes to a power."""

    kept: int
    by_name: bool
    held: tuple[Place, ...]

    def apply(self, world: "World") -> None:
        world.segment = Segment(self.who, world.player_of(self.who), self.kept, self.by_name, list(self.held))


class SegmentBegan(OfPower, frozen=True):
    """A power begins to operate."""

    text: ClassVar = "{who} began to operate"
    unordered: ClassVar = True

    def apply(self, world: "World") -> None:
        world.begun.append(self.who)
        if seg := world.segment_of(self.who):
            seg.operating, seg.ceremonial = True, world.out.get(CEREMONY) == self.who


class ForceGone(OfSegment, frozen=True):
    """Nothing is left of the force in hand."""

    def change(self, segment: Segment) -> None:
        segment.number, segment.op, segment.voyage = None, 0, None


class KeptApart(OfSegment, frozen=True):
    """The force in hand will not join others where it ends."""

    def change(self, segment: Segment) -> None:
        segment.apart = True


class AdvanceSet(OfSegment, frozen=True):
    """Where the force in hand goes if combat gives it a free move."""

    goals: tuple[Place, ...]

    def change(self, segment: Segment) -> None:
        segment.advance = list(self.goals)


class CutShort(OfSegment, frozen=True):
    """The segment ends after so many forces."""

    forces: int

    def change(self, segment: Segment) -> None:
        segment.cut_after = self.forces


class Attacked(OfSegment, frozen=True):
    """An attack is paid for."""

    op: int

    def change(self, segment: Segment) -> None:
        segment.op, segment.dutiful = segment.op - self.op, True


class AttackEnded(OfSegment, frozen=True):
    won: bool

    def change(self, segment: Segment) -> None:
        segment.won = self.won
