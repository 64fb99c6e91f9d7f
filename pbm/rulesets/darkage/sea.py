"""Ships and sea actions: section 8 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rules.order import ALL, Number, Refusal, lasting
from pbm.rulesets.darkage.action import (
    SPOILS,
    Action,
    Counted,
    action,
    blockaded,
    not_land,
    not_near,
    not_own,
    not_sea,
    stuck,
)
from pbm.rulesets.darkage.battle import MOVE, Side
from pbm.rulesets.darkage.battle_events import drown, evict, stick
from pbm.rulesets.darkage.capture import capture, resolve, worth_plundering
from pbm.rulesets.darkage.world import World, is_gaelic, is_viking


class SeaTaken(OfPower, frozen=True):
    """A sea without ships changes hands [8.1, 8.2]."""

    where: Place
    loser: Power | None
    parties: ClassVar = ("who", "loser")
    shows: ClassVar = ("where",)
    verb: ClassVar = "capture"
    captures: ClassVar = True
    text: ClassVar = "{who} took the empty waters of {where}"
    news: ClassVar = "{who} captured {where}"

    def apply(self, world: World) -> None:
        world.change_owner(self.where, self.who)


class Launched(OfPower, frozen=True):
    origin: Place
    sea: Place
    ships: int
    shows: ClassVar = ("origin", "sea")
    text: ClassVar = "{ships:ship/ships} launched from {origin} into {sea}"

    def apply(self, world: World) -> None:
        world.areas[self.sea].ships += self.ships


class FleetPlaced(OfPower, frozen=True):
    sea: Place
    ships: int
    shows: ClassVar = ("sea",)
    text: ClassVar = "{ships:ship/ships} came from the fleet reserve to {sea}"

    def apply(self, world: World) -> None:
        world.areas[self.sea].ships += self.ships
        world.kingdoms[self.who].fleet -= self.ships


def occupied(world: World, who: str, sea: str, rule: str) -> Refusal | None:
    area = world.areas[sea]
    foreign = area.ships and area.owner != who
    return Refusal(rule, f"other ships lie in {world.called(sea)}") if foreign else None


def take(world: World, who: str, sea: str) -> Iterator[Event]:
    owner = world.areas[sea].owner
    if owner != who:
        yield SeaTaken(who, sea, owner)
        yield from evict(world, sea)


@action(
    "8.1",
    form="LAUNCH {origin} {sea} {number}",
    meaning="build {number:ship/ships} in {origin} for {sea}",
    touches="sea",
)
class Launch(Counted, frozen=True):
    """Build ships in a land of yours, no more than its people, into a neighbouring sea."""

    origin: str
    sea: str
    lack: ClassVar[str] = "nobody lives there to build ships"
    each: ClassVar = 3
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.origin, "8.1"),
            not_land(world, self.origin, "8.1"),
            blockaded(world, self.origin),
            not_sea(world, self.sea, "8.1"),
            not_near(world, self.origin, self.sea, "8.1"),
            occupied(world, who, self.sea, "8.1"),
        )

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.origin].population

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from take(world, who, self.sea)
        yield Launched(who, self.origin, self.sea, amount)


@action(
    "8.2",
    form="FLEET {sea} {number}",
    meaning="place {number:ship/ships} of the fleet reserve in {sea}",
    touches="sea fleet-",
)
class Fleet(Counted, frozen=True):
    """Place ships of the fleet reserve in a sea of yours, or in one without ships."""

    sea: str
    lack: ClassVar[str] = "the fleet reserve is empty"
    each: ClassVar = 1
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        return not_sea(world, self.sea, "8.2"), occupied(world, who, self.sea, "8.2")

    def limit(self, world: World, who: str) -> int:
        return world.kingdoms[who].fleet

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from take(world, who, self.sea)
        yield FleetPlaced(who, self.sea, amount)


class Sailed(OfPower, frozen=True):
    origin: Place
    target: Place
    ships: int
    armies: int
    shows: ClassVar = ("origin", "target")
    text: ClassVar = "{ships:ship/ships}< with {armies:army/armies}> sailed from {origin} to {target}"

    def apply(self, world: World) -> None:
        origin, target = world.areas[self.origin], world.areas[self.target]
        origin.ships -= self.ships
        origin.armies -= self.armies
        target.ships += self.ships
        target.armies += self.armies


class Voyage(Counted, frozen=True):
    """Ships go to a neighbouring sea, and fight one round for it if it is not theirs [8.4a]."""

    origin: str
    target: str
    lack: ClassVar[str] = "no ship lies there"
    blank: ClassVar[Number | None] = ALL
    star: ClassVar[bool] = True
    strict: ClassVar[bool] = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.origin, self.rule),
            not_sea(world, self.origin, self.rule),
            not_sea(world, self.target, self.rule),
            not_near(world, self.origin, self.target, self.rule),
            stuck(world, self.origin),
        )

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.origin].ships

    def aboard(self, world: World, ships: int) -> int:
        """Armies that go along."""
        return 0

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        armies = self.aboard(world, amount)
        if world.areas[self.target].owner == who:
            yield Sailed(who, self.origin, self.target, amount, armies)
            return
        worth, attacker = worth_plundering(world, self.target), Side(armies, amount)
        fought = resolve(world, who, self.origin, self.target, attacker, MOVE)
        yield fought
        if fought.won:
            yield from capture(world, fought, attacker, worth, deployed=False)


@action(
    "8.3",
    form="SHIPS {origin} {target} {number}",
    meaning="sail {number:ship/ships} from {origin} to {target}, without armies",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Ships(Voyage, frozen=True):
    """Ships sail alone; enough must stay to carry the armies left behind."""

    def fits(self, world: World, who: str, amount: int) -> tuple[Refusal, ...]:
        if amount <= world.room(self.origin):
            return ()
        return (
            Refusal("8.3", f"armies are aboard in {world.called(self.origin)}: use CONVOY, or leave ships for them"),
        )


@action(
    "8.4",
    form="CONVOY {origin} {target} {number}",
    meaning="sail {number:ship/ships} from {origin} to {target}, with the armies aboard",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Convoy(Voyage, frozen=True):
    """Ships sail with as many armies as they carry."""

    def aboard(self, world: World, ships: int) -> int:
        return min(ships, world.areas[self.origin].armies)


class Settled(OfPower, frozen=True):
    sea: Place
    where: Place
    shows: ClassVar = ("sea",)
    text: ClassVar = "a ship's crew settled in {where}"

    def apply(self, world: World) -> None:
        world.areas[self.sea].ships -= 1
        world.areas[self.where].population += 1
        world.areas[self.where].settled = True


@action(
    "8.6",
    form="SETTLE {sea} {where}",
    meaning="settle the crew of a ship in {sea} in {where}",
    touches="sea where",
    cost=1,
)
class Settle(Action, frozen=True):
    """Gaels and Vikings: a ship becomes people in an empty land of yours."""

    sea: str
    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        seafarers = is_gaelic(who) or is_viking(who)
        peopled = world.areas[self.where].population
        return (
            None if seafarers else lasting("8.6", "only Gaels and Vikings settle"),
            *from_ships(world, who, self.sea, self.where, "8.6"),
            None if world.areas[self.sea].ships else Refusal("8.6", f"no ship lies in {world.called(self.sea)}"),
            Refusal("8.6", f"people live in {world.called(self.where)} already") if peopled else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Settled(who, self.sea, self.where)
        yield from drown(world, self.sea)


class Landed(OfPower, frozen=True):
    sea: Place
    where: Place
    ships: int
    shows: ClassVar = ("sea",)
    text: ClassVar = "{ships:crew/crews} went ashore in {where} to fight on land"

    def apply(self, world: World) -> None:
        world.areas[self.sea].ships -= self.ships
        world.areas[self.where].armies += self.ships


@action(
    "8.9",
    form="LAND {sea} {where} {number}",
    meaning="land the crews of {number:ship/ships} in {sea} in {where} as armies",
    touches="sea where",
    cost=1,
)
class Land(Counted, frozen=True):
    """Vikings: ships become armies in a land of yours."""

    sea: str
    where: str
    lack: ClassVar[str] = "no ship lies there"
    blank: ClassVar[Number | None] = ALL
    star: ClassVar = True
    strict: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            None if is_viking(who) else lasting("8.9", "only Vikings turn ships into armies"),
            *from_ships(world, who, self.sea, self.where, "8.9"),
        )

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.sea].ships

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Landed(who, self.sea, self.where, amount)
        yield from drown(world, self.sea)
        if world.map[self.where].sticky:
            yield from stick(world, self.where)


def from_ships(world: World, who: str, sea: str, where: str, rule: str) -> Reasons:
    return (
        not_own(world, who, sea, rule),
        not_sea(world, sea, rule),
        not_own(world, who, where, rule),
        not_land(world, where, rule),
        not_near(world, sea, where, rule),
    )
