"""The segment of a power under way: its points, its force in hand, what it has done so far [12.0, 14.0]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.twilight.forces import hand
from pbm.rulesets.twilight.levy import Purse
from pbm.rulesets.twilight.map import is_on_map
from pbm.rulesets.twilight.moves import Voyage
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.world import World


@dataclass
class Segment:
    power: str
    seat: str | None
    """The player who had the power when it began: it ends when that changes."""
    purse: Purse
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
    held: list[str] = field(default_factory=list)
    """Places that an NPP may not leave empty [24.0]."""
    dutiful: bool = False
    """An NPP has moved or attacked as it must."""
    by_name: bool = True
    """It plays by a block of its own, and not by FOR ANY."""
    ceremonial: bool = False
    """A De Ceremonis lay out for it when its operations began."""
    cut_after: int | None = None
    """A Mesalliance ends it after so many forces."""

    def goes_on(self, world: World) -> bool:
        power = world.powers.get(self.power)
        return bool(power and not power.out and power.player == self.seat) and not world.over

    def force(self, world: World) -> tuple[str, Stack] | None:
        return hand(world, self.power) if self.number is not None else None

    def may_leave(self, world: World, place: str, leaving: int) -> bool:
        """Whether so many units may go without a place being given up that must be held."""
        return place not in self.held or world.number(place, self.power) > leaving


class SegmentBegan(Event, frozen=True):
    """A power begins to operate."""

    who: Power
    text: ClassVar = "{who} began to operate"

    @property
    def of_no_line(self) -> bool:
        return True

    def apply(self, world: World) -> None:
        world.begun.append(self.who)


def current(turn: Turn) -> Segment | None:
    found = turn.world.segment
    assert found is None or isinstance(found, Segment)
    return found


def purse_of(turn: Turn, who: str) -> Purse | None:
    """The purse of a power in its own levy."""
    segment = current(turn)
    return segment.purse if segment and segment.power == who and not segment.operating else None


def has_operated(turn: Turn, who: str) -> bool:
    return who in turn.world.begun


def opened(turn: Turn, who: str, purse: Purse) -> Segment:
    """The segment of a power from its levy on."""
    world: World = turn.world
    npp = world.powers[who].kind != "pp"
    held = [place for place in world.places(who) if is_on_map(place)] if npp else []
    segment = Segment(who, world.player_of(who), purse, held=held)
    world.segment = segment
    return segment


def began(segment: Segment) -> Iterator[Event]:
    segment.operating = True
    yield SegmentBegan(segment.power)
