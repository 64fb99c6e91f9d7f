"""Where a beaten side escapes to [5.7.6]."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbm.rules.event import Event
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import COAST, SEA
from pbm.rulesets.homelands.crossing import border_refusal
from pbm.rulesets.homelands.drawing import ABOARD, BUILDING, OPEN, YARD
from pbm.rulesets.homelands.force import Groups
from pbm.rulesets.homelands.stock import Shifted, perished
from pbm.rulesets.homelands.units import LAND, SHIPS, Units, added, kind, number, told
from pbm.rulesets.homelands.world import World

REMAIN = ("SM", "CO")
"""They cannot leave."""


def of_types(units: Units, *types: str) -> Units:
    return {key: count for key, count in units.items() if kind(key).type in types}


@dataclass(frozen=True)
class Flight:
    """A side leaves a field: where its units go, and its ships."""

    who: str
    origin: str
    target: str
    """Where the units go; at sea the ships."""
    harbour: str | None = None
    """Where ships that stand on land go."""

    def left_behind(self, world: World) -> Groups:
        found = of_types(world.fields[self.origin].units.get(self.who, {}), *REMAIN)
        return {OPEN: found} if found else {}

    def abandoned(self, world: World) -> Iterator[Event]:
        for place, units in self.left_behind(world).items():
            yield perished(self.who, self.origin, place, units, "they cannot leave")

    def events(self, world: World) -> Iterator[Event]:
        there = world.fields[self.origin]
        if world.chart[self.origin].is_sea:
            yield from self.by_sea(world)
            return
        for place, rows in ((OPEN, there.units), (BUILDING, there.builders)):
            yield from self.gone(place, of_types(rows.get(self.who, {}), *LAND), self.target, OPEN)
        if self.harbour:
            yield from self.gone(OPEN, of_types(there.units.get(self.who, {}), *SHIPS), self.harbour, OPEN)

    def by_sea(self, world: World) -> Iterator[Event]:
        there, ashore = world.fields[self.origin], not world.chart[self.target].is_sea
        yield from self.gone(OPEN, dict(there.units.get(self.who, {})), self.target, YARD if ashore else OPEN)
        yield from self.gone(ABOARD, dict(there.cargo.get(self.who, {})), self.target, OPEN if ashore else ABOARD)

    def gone(self, place: str, units: Units, target: str, into: str) -> Iterator[Event]:
        if units:
            yield Shifted(self.who, self.origin, place, target, into, units, units, told(units), "escapes/escape")

    def arriving(self, world: World) -> Groups:
        """Those who will stand at the target, by their place there."""
        there = world.fields[self.origin]
        units, cargo = there.units.get(self.who, {}), there.cargo.get(self.who, {})
        if not world.chart[self.origin].is_sea:
            land = of_types(added(units, there.builders.get(self.who, {})), *LAND)
            return {OPEN: land} if land else {OPEN: of_types(units, *SHIPS)}
        ashore = not world.chart[self.target].is_sea
        rows = {YARD: units, OPEN: cargo} if ashore else {OPEN: units, ABOARD: cargo}
        return {place: dict(found) for place, found in rows.items() if found}


def flight(world: World, code: str, who: str) -> Flight | None:
    """The way out for all of a side; nothing if there is none, and they fight on."""
    board = Board(world)
    there = world.fields[code]
    if world.chart[code].is_sea:
        ships = number(there.units.get(who, {}), *SHIPS)
        target = haven(board, code, who, ships) if ships else None
        return Flight(who, code, target) if target else None
    land = of_types(added(there.units.get(who, {}), there.builders.get(who, {})), *LAND)
    ships = number(there.units.get(who, {}), *SHIPS)
    target = refuge(board, code, who, land) if land else None
    harbour = open_sea(board, code, who) if ships else None
    if (land and target is None) or (ships and harbour is None) or not (land or ships):
        return None
    return Flight(who, code, target or harbour or code, harbour)


def refuge(board: Board, code: str, who: str, units: Units) -> str | None:
    """A field that all may enter: rallying points first, then the safest [5.7.6]."""
    able = [
        near
        for near in board.chart.near[code]
        if board.chart[near].is_land
        and not board.against(who, near)
        and board.chart.border(code, near) not in (COAST, SEA)
        and all(border_refusal(board.world, board, who, code, near, key) is None for key in units)
    ]

    def safety(near: str) -> tuple[int, str]:
        controlled = board.controls(who, near)
        return (0 if controlled and board.cus(near, who) else 1 if controlled else 2), near

    return first_of(board, who, sorted(able, key=safety))


def haven(board: Board, code: str, who: str, ships: int) -> str | None:
    """A yard with room for all, a controlled sea, or any sea without hostile ships."""
    yards = [
        near
        for near in board.chart.over(code, COAST)
        if (yard := board.yard(near, who))
        and not board.against(who, near)
        and yard.room("ships") - sum(yard.ships.values()) >= ships
    ]
    seas = [near for near in board.chart.over(code, SEA) if not board.hostile_ships(who, near)]
    return first_of(board, who, [*yards, *sorted(seas, key=lambda sea: (not board.controls(who, sea), sea))])


def first_of(board: Board, who: str, able: list[str]) -> str | None:
    rally = [place for place in board.world.powers[who].doctrine.rally if place in able]
    return next(iter([*rally, *able]), None)


def open_sea(board: Board, code: str, who: str) -> str | None:
    """Where ships that stand on land go: the sea of lowest code without hostile ships."""
    seas = [near for near in board.chart.coasts[code] if not board.hostile_ships(who, near)]
    return seas[0] if seas else None
