"""Markers in hand: drawn, shed, played, cancelled by an assassin [20.0, 20.1]."""

from collections.abc import Callable, Generator, Iterator
from typing import Annotated, ClassVar

from pbm.rules.code import Code, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.sheet import slot_order
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World

ASSASSIN = "ASN"
LEAVES_THE_GAME = ("PLG",)
LIES_OUT = ("CER",)

Marker = Annotated[str, Code("marker")]
Effect = Callable[[Turn[World], str], Iterator[Event]]
AT_ONCE: dict[str, Effect] = {}
"""What each marker does that is played when it is drawn; `at_once` fills it in."""


def at_once(code: str) -> Callable[[Effect], Effect]:
    def declare(effect: Effect) -> Effect:
        AT_ONCE[code] = effect
        return effect

    return declare


class Drew(OfPower, frozen=True):
    marker: Marker
    text: ClassVar = "{who} drew {marker}"

    def apply(self, world: World) -> None:
        world.pool.remove(self.marker)
        world.powers[self.who].markers.append(self.marker)


class Bought(OfPower, frozen=True):
    """Markers are paid for, before they are drawn."""

    number: int
    points: int
    text: ClassVar = "{who} bought {number:marker/markers} for {points:point/points}"

    def apply(self, world: World) -> None:
        if seg := world.segment_of(self.who):
            seg.pay(self.points)
            seg.bought += self.number


class Discarded(OfPower, frozen=True):
    marker: Marker
    text: ClassVar = "{who} put {marker} back into the pool"

    def apply(self, world: World) -> None:
        world.powers[self.who].markers.remove(self.marker)
        world.pool.append(self.marker)
        world.pool.sort()


class Played(OfPower, frozen=True):
    """A marker is shown, and leaves the hand."""

    marker: Marker
    verb: ClassVar = "play"
    text: ClassVar = "{who} played {marker}"

    def apply(self, world: World) -> None:
        world.powers[self.who].markers.remove(self.marker)


class Cancelled(OfPower, frozen=True):
    marker: Marker
    by: Power
    parties: ClassVar = ("who", "by")
    verb: ClassVar = "cancel"
    text: ClassVar = "an assassin of {by} undid {marker} of {who}"


def draws(turn: Turn[World], who: str, number: int = 1) -> Iterator[Event]:
    """Markers come to a power, those to be played at once before the next; none for a power without a player."""
    world = turn.world
    for _ in range(number):
        if not world.pool or world.powers[who].player is None:
            return
        yield from make_room(turn, who)
        marker = turn.dice.pick(f"draw.{who}", sorted(world.pool))
        yield Drew(who, marker)
        if marker in AT_ONCE:
            yield from played_at_once(turn, who, marker)


def make_room(turn: Turn[World], who: str) -> Iterator[Event]:
    """An eleventh marker drives one out [20.1]."""
    power = turn.world.powers[who]
    if len(power.markers) < tables().most_markers:
        return
    if power.kind == "pp":
        yield Discarded(who, shed(turn.world, who))
    else:
        yield Discarded(who, turn.dice.pick(f"discard.{who}", sorted(power.markers)))


def shed(world: World, who: str) -> str:
    """The first it holds of its list, else its last by code."""
    held = world.powers[who].markers
    return next((marker for marker in world.doctrine(who).shed if marker in held), max(held))


def played_at_once(turn: Turn[World], who: str, marker: str) -> Iterator[Event]:
    if not (yield from plays(turn, who, marker)):
        yield from AT_ONCE[marker](turn, who)


def plays(turn: Turn[World], who: str, marker: str) -> Generator[Event, None, bool]:
    """Show a marker; whether an assassin undid it. A cancelled one always goes to the pool [20.1]."""
    yield Played(who, marker)
    if (yield from undone(turn, who, marker)):
        yield Returned(who, marker, "pool")
        return True
    goes = "removed" if marker in LEAVES_THE_GAME else "out" if marker in LIES_OUT else "pool"
    if goes != "out" or turn.world.powers[who].player is None:
        yield Returned(who, marker, "pool" if goes == "out" else goes)
    return False


class Returned(OfPower, frozen=True):
    """A marker that was played goes back to the pool, or out of the game."""

    marker: Marker
    goes: str
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        if self.goes == "removed":
            world.removed.append(self.marker)
        else:
            world.pool.append(self.marker)
            world.pool.sort()


def undone(turn: Turn[World], who: str, marker: str) -> Generator[Event, None, bool]:
    """Whether a power undoes a play with an assassin, in slot order after the one that played [28.ASN]."""
    row = slot_order(turn)
    start = row.index(who) + 1 if who in row else 0
    for other in [*row[start:], *row[:start]]:
        if other != who and ASSASSIN in turn.world.powers[other].markers and wants(turn.world, other, who, marker):
            yield Played(other, ASSASSIN)
            stopped = yield from undone(turn, other, ASSASSIN)
            yield Returned(other, ASSASSIN, "pool")
            if not stopped:
                yield Cancelled(who, marker, other)
                return True
    return False


def wants(world: World, power: str, who: str, marker: str) -> bool:
    """Whether a power's list names the play; ANY spares powers of the same player."""
    for entry in world.doctrine(power).assassin:
        named, whose = (*entry.split(), ANY)[:2]
        if named in (marker, ANY) and (whose == who or (whose == ANY and not world.kin(power, who))):
            return True
    return False
