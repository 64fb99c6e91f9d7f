"""The end of a turn: leftovers, passages, limits, dispersal and the next order of play [2.7, 2.8, 2.13, 9.1]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Booked, Event, InBrief, OfPower
from pbm.rulesets.darkage.battle_events import evict, score
from pbm.rulesets.darkage.world import (
    UNCHANGED,
    World,
    is_gaelic,
)

ARMY_PRICE = 3
STASH_PRICE = 3


class LeftoversSpent(OfPower, frozen=True):
    put_back: int
    household: int
    reserve: int
    stashed: int
    order: int
    text: ClassVar = (
        "what {who} had left over: <{put_back} back to the treasury, ><{household:army/armies} for the household, >"
        "<{reserve:army/armies} for the reserve, ><{stashed} stashed, ><{order} for the order of play, >"
    )
    books: ClassVar = (Booked("treasury", "leftovers", "saved", "left over at the end"),)

    @property
    def saved(self) -> int:
        return self.put_back + self.stashed

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(names, public).removesuffix(", ")

    @property
    def bps(self) -> int:
        return self.put_back + ARMY_PRICE * (self.household + self.reserve) + STASH_PRICE * self.stashed + self.order

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.bp = 0
        kingdom.treasury += self.put_back + self.stashed
        kingdom.household.troops += self.household
        kingdom.reserve += self.reserve
        kingdom.order_spend += self.order


def leftovers(turn: Turn[World]) -> Iterator[Event]:
    """BPs not spent: back to the treasury, then an army each for household and reserve, then threes [2.8]."""
    world = turn.world
    for who in world.order:
        kingdom = world.kingdoms[who]
        if not kingdom.bp:
            continue
        put_back = min(kingdom.cashed, kingdom.bp)
        left = kingdom.bp - put_back
        at = kingdom.household.at
        household = int(left >= ARMY_PRICE and not (at and world.blockaded(at)))
        left -= ARMY_PRICE * household
        reserve = int(left >= ARMY_PRICE)
        left -= ARMY_PRICE * reserve
        yield LeftoversSpent(who, put_back, household, reserve, left // STASH_PRICE, left % STASH_PRICE)


class PassageKept(OfPower, frozen=True):
    """The guest stays: the area is lost to its giver [4.2]."""

    where: Place
    guest: Power
    parties: ClassVar = ("who", "guest")
    text: ClassVar = "{guest} stayed in {where}, which {who} had opened"
    brief: ClassVar = (InBrief(60, "passage_kept", "loss", "who", "Not given back: ", "{where} by {guest}"),)


class PassageOver(OfPower, frozen=True):
    where: Place
    guest: Power
    parties: ClassVar = ("who", "guest")
    text: ClassVar = "{guest} passed on, and {where} went back to {who}"

    def apply(self, world: World) -> None:
        world.change_owner(self.where, self.who)


def passages(turn: Turn[World]) -> Iterator[Event]:
    """An area goes back to its first giver if the guest still owns it and left no army; else it is lost [4.2, 5.12]."""
    world = turn.world
    for where, area in world.areas.items():
        if area.lent_by and area.lent_to:
            if area.owner == area.lent_to and area.armies:
                yield PassageKept(area.lent_by, where, area.lent_to)
                yield from score(world, area.lent_by, -max(area.population, 1), "lost", where)
            elif area.owner == area.lent_to:
                yield PassageOver(area.lent_by, where, area.lent_to)
            yield from evict(world, where)


class CameHome(OfPower, frozen=True):
    armies: int
    text: ClassVar = "{armies:army/armies} of {who} scattered in battle found the way to the reserve"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].reserve += self.armies
        world.kingdoms[self.who].scattered -= self.armies


def stragglers(turn: Turn[World]) -> Iterator[Event]:
    for who, kingdom in turn.world.kingdoms.items():
        if kingdom.scattered:
            yield CameHome(who, kingdom.scattered)


class Overcrowded(Event, frozen=True):
    who: Power | None
    where: Place
    people: int
    armies: int
    text: ClassVar = "{where} could not feed all the people: {people} too many<, who became {armies:army/armies}>"

    def apply(self, world: World) -> None:
        world.areas[self.where].population -= self.people
        world.areas[self.where].armies += self.armies


def population_limits(turn: Turn[World]) -> Iterator[Event]:
    """People above the limit are lost, with a point each; Gaels turn them into armies [2.7]."""
    world = turn.world
    for where, area in world.areas.items():
        excess = area.population - world.map[where].limit
        if excess > 0:
            gaelic = is_gaelic(area.owner)
            yield Overcrowded(area.owner, where, excess, excess if gaelic else 0)
            if area.owner and not gaelic:
                yield from score(world, area.owner, -excess, "overcrowded", where)


class Dispersed(Event, frozen=True):
    who: Power | None
    where: Place
    armies: int
    ships: int
    text: ClassVar = (
        "{where} dispersed<, {armies:army/armies} to the reserve><, {ships:ship/ships} to the fleet reserve>"
    )

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.armies -= self.armies
        area.ships -= self.ships
        if self.who:
            world.kingdoms[self.who].reserve += self.armies
            world.kingdoms[self.who].fleet += self.ships


def dispersal(turn: Turn[World]) -> Iterator[Event]:
    """Large hosts and fleets drift apart, one at a time [2.13, 8.7]."""
    for where, area in turn.world.areas.items():
        if area.ships > 1:
            yield Dispersed(area.owner, where, min(area.armies, 1), 1)
        elif not turn.world.map[where].is_sea and area.armies > area.population + area.forts + 1:
            yield Dispersed(area.owner, where, 1, 0)


class OrderSet(Event, frozen=True):
    order: tuple[Power, ...]
    verb: ClassVar = "order"
    text: ClassVar = "order of play: {order}"
    news: ClassVar = "the order of play for the next turn is {order}"

    def apply(self, world: World) -> None:
        world.order[:] = self.order


def next_order(turn: Turn[World]) -> Iterator[Event]:
    """Who spent most plays first; equals stay as they were [9.1]."""
    yield OrderSet(tuple(sorted(turn.world.order, key=lambda who: -turn.world.kingdoms[who].order_spend)))


class TurnClosed(Event, frozen=True):
    """Everything that held for this turn only is forgotten."""

    turn: int
    text: ClassVar = "turn {turn} is over"

    def apply(self, world: World) -> None:
        world.turn = self.turn + 1
        for area in world.areas.values():
            area.owner_at_start = UNCHANGED
            area.sticky = area.grown = area.migrated_into = area.popped = area.settled = False
            area.passage = area.lent_by = area.lent_to = None
            if area.plundered_by:
                area.plundered_by = []
        for kingdom in world.kingdoms.values():
            kingdom.pending = kingdom.cashed = kingdom.order_spend = 0
            kingdom.disbanded = kingdom.exchanged = kingdom.appeared = False
            kingdom.sheet = None


def close(turn: Turn[World]) -> Iterator[Event]:
    yield TurnClosed(turn.world.turn)
