"""Leaders: what follows when one falls, heirs, and powers that go out of the game [23.0, 23.1, 24.0, 29.2]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.map import listed
from pbm.rulesets.twilight.order import READ, Bound, Words, action
from pbm.rulesets.twilight.position import PowerState
from pbm.rulesets.twilight.segments import CEREMONY
from pbm.rulesets.twilight.sheet import papers
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import LAND, Stack, added
from pbm.rulesets.twilight.world import World


class LeaderFell(OfPower, frozen=True):
    """The power loses its markers and its points, and is a Major power that nobody controls."""

    seat: Power | None
    """The player whose own power it was."""
    verb: ClassVar = "fall"
    text: ClassVar = "the leader of {who} fell"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        world.fell = True
        returned(world, self.who)
        if self.seat:
            world.players[self.seat].pp = None
        power.last = None if power.kind == "pp" else power.player or power.last
        power.kind, power.player, power.dp = "major", None, 0
        world.doctrines.pop(self.who, None)


class PowerGone(OfPower, frozen=True):
    """A power without a home lost its last unit and is out of the game."""

    verb: ClassVar = "gone"
    text: ClassVar = "{who} {who:is/are} no more: the last unit is gone"

    def apply(self, world: World) -> None:
        returned(world, self.who)
        power = world.powers[self.who]
        power.out, power.player, power.dp, power.loot = True, None, 0, 0
        world.doctrines.pop(self.who, None)


class AllFallen(Event, frozen=True):
    """No Frankish leader is left: the game ends at once, and the foreigners have their triumph [23.1, 26.2]."""

    verb: ClassVar = "end"
    text: ClassVar = "no Frankish leader is left: the game is over"

    def apply(self, world: World) -> None:
        world.over, world.moral = True, "ultimate"
        world.vp, world.levels = {}, {}


def returned(world: World, who: str) -> None:
    """Its markers go back to the pool, and a De Ceremonis that lies out for it."""
    power = world.powers[who]
    world.pool.extend(power.markers)
    power.markers = []
    if world.out.get(CEREMONY) == who:
        del world.out[CEREMONY]
        world.pool.append(CEREMONY)
    world.pool.sort()


def fallen(turn: Turn[World], who: str) -> Iterator[Event]:
    """The leader of a power was lost."""
    world = turn.world
    power = world.powers[who]
    heirs = 0
    if world.settings.succession and power.kind == "pp" and land_forces(world, who):
        heirs = tables().succession[turn.dice.roll(f"succession.{who}") - 1]
    if heirs:
        yield from succeeded(turn, who, heirs)
    else:
        yield LeaderFell(who, power.player if power.kind == "pp" else None)


def ended(world: World) -> Iterator[Event]:
    """To be asked after every combat result [23.1]."""
    franks = [power for power in world.powers if world.powers[power].frankish]
    if world.fell and not world.over and not any(world.leader_at(power) for power in franks):
        yield AllFallen()


def vanished(turn: Turn[World], who: str) -> Iterator[Event]:
    """A Minor, or a Major without a land of its own, is out with its last unit [24.0]."""
    world = turn.world
    if not world.in_play(who) or world.powers[who].kind == "pp":
        return
    if not world.strength(who) and (world.powers[who].kind == "minor" or not world.home(who)):
        yield PowerGone(who)


# heirs [29.2]


@action("29.2", form="HEIR {places}", meaning="let your heir appear in {places}")
class HeirWish(Bound, frozen=True):
    """The places whose forces you keep at a succession."""

    places: Words
    step: ClassVar = READ

    def untimely(self, world: World) -> Refusal | None:
        return None if world.settings.succession else Refusal("29.2", "this game is played without succession")


def heirs_named(turn: Turn[World], who: str) -> list[str]:
    """The places that the power's block names for an heir, each once."""
    seat = turn.world.player_of(who)
    orders = [order for _, order in papers(turn, seat).binding(turn.world, who, HeirWish)] if seat else []
    return list(dict.fromkeys(str(place) for order in orders for place in order.places))


class Inherited(OfPower, frozen=True):
    """The leader's son goes on with one part of the forces; half the markers are lost."""

    where: Place
    stack: int
    """Which of its stacks there, from 0."""
    markers: tuple[str, ...]
    verb: ClassVar = "heir"
    text: ClassVar = "an heir of {who} appeared in {where}"
    news: ClassVar = "an heir of {who} appeared"

    def headline(self) -> tuple[str, ...]:
        """Where the leader is, only its player knows [21.0]."""
        return (self.verb, self.who)

    def apply(self, world: World) -> None:
        for marker in self.markers:
            world.powers[self.who].markers.remove(marker)
        world.pool.extend(self.markers)
        world.pool.sort()
        stack = world.stacks(self.where, self.who)[self.stack]
        stack.units = added(stack.units, {"L": 1})


class Seceded(OfPower, frozen=True):
    """Another heir takes part of the forces for a power of their own."""

    heir: Power
    forces: tuple[tuple[str, int], ...]
    """Places, and which stack of the old power there; the last of a place first."""
    verb: ClassVar = "secede"
    text: ClassVar = "{heir} broke away from {who}"

    def apply(self, world: World) -> None:
        world.powers[self.heir] = PowerState("major", frankish=True)
        for place, index in self.forces:
            stack = world.stacks(place, self.who)[index]
            there = world.forces[place]
            there[self.who] = [other for other in there[self.who] if other is not stack]
            if not there[self.who]:
                del there[self.who]
            stack.in_hand = False
            there.setdefault(self.heir, []).insert(0, stack)


def land_forces(world: World, who: str) -> list[tuple[str, Stack]]:
    return [(place, stack) for place, stack in world.stands(who) if any(stack.units.get(letter) for letter in LAND)]


def succeeded(turn: Turn[World], who: str, heirs: int) -> Iterator[Event]:
    """Forces are dealt out among the heirs; the player keeps one part [29.2]."""
    world = turn.world
    wishes = heirs_named(turn, who)
    row = in_a_row(world, who, wishes)
    factions = [row[start::heirs] for start in range(heirs)]
    kept = kept_faction(factions, wishes)
    half = (len(world.powers[who].markers) + 1) // 2
    for number, faction in enumerate(factions):
        if number != kept and faction:
            yield Seceded(who, next_code(world, who), tuple(numbered(world, who, faction)))
    place, throne = next((place, stack) for place, stack in factions[kept] if not stack.is_fleet)
    index = next(index for index, other in enumerate(world.stacks(place, who)) if other is throne)
    yield Inherited(who, place, index, tuple(shed_first(world, who, half)))


def in_a_row(world: World, who: str, wishes: list[str]) -> list[tuple[str, Stack]]:
    """Those in the places named, then from the largest to the smallest, then by place code."""
    forces = list(world.stands(who))
    named = [(place, stack) for wish in wishes for place, stack in forces if place == wish]
    rest = [force for force in forces if force not in named]
    return [*named, *sorted(rest, key=lambda force: (-force[1].size, force[0]))]


def kept_faction(factions: list[list[tuple[str, Stack]]], wishes: list[str]) -> int:
    """The one with the first place named, if it has a land force; else the largest of those that have one."""

    def has_land(faction: list[tuple[str, Stack]]) -> bool:
        return any(not stack.is_fleet for _, stack in faction)

    for wish in wishes:
        for number, faction in enumerate(factions):
            if any(place == wish for place, _ in faction):
                return number if has_land(faction) else largest(factions, has_land)
    return largest(factions, has_land)


def largest(factions: list[list[tuple[str, Stack]]], has_land: object) -> int:
    assert callable(has_land)
    able = [number for number, faction in enumerate(factions) if has_land(faction)]
    return max(able, key=lambda number: (sum(stack.size for _, stack in factions[number]), -number))


def numbered(world: World, who: str, faction: list[tuple[str, Stack]]) -> Iterator[tuple[str, int]]:
    """The stacks of a faction by place and number, the last of a place first."""
    spots = [
        (place, index)
        for place, stack in faction
        for index, other in enumerate(world.stacks(place, who))
        if other is stack
    ]
    yield from sorted(spots, key=lambda spot: (spot[0], -spot[1]))


def next_code(world: World, who: str) -> str:
    """The power's first two letters and the next free digit."""
    codes = (f"{who[:2]}{digit}" for digit in range(2, 10))
    return next(code for code in codes if code not in listed() and code not in world.powers)


def shed_first(world: World, who: str, number: int) -> list[str]:
    """So many markers, as the standing orders shed them."""
    held = list(world.powers[who].markers)
    gone: list[str] = []
    for _ in range(number):
        marker = next((one for one in world.doctrine(who).shed if one in held), None) or max(held)
        held.remove(marker)
        gone.append(marker)
    return gone
