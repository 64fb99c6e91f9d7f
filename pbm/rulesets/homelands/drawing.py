"""Who is drawn when an order names a number [3.1]."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pbm.rules.order import Number
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import (
    ARRIVED,
    LAND,
    MOVED,
    STOPPED,
    Units,
    is_of,
    kind,
    singly,
)

OPEN, INSIDE, BUILDING, ABOARD, YARD = "open", "inside", "building", "aboard", "yard"
ASHORE = (OPEN, INSIDE, BUILDING)
Group = tuple[str, Units]
Test = Callable[[str], bool]


class Drawn(NamedTuple):
    groups: list[Group]
    """Where the units stand, and which they are."""
    asked: int

    @property
    def number(self) -> int:
        return sum(sum(units.values()) for _, units in self.groups)


def anyone(key: str) -> bool:
    return True


def fresh(key: str) -> bool:
    """Has not used its move of step 2."""
    return not any(mark in kind(key).marks for mark in (MOVED, STOPPED, ARRIVED))


def ready(key: str) -> bool:
    """Is not stopped, and did not come in this part of the step."""
    return not any(mark in kind(key).marks for mark in (STOPPED, ARRIVED))


def standing(at: Scene, code: str, place: str) -> Units:
    """The units of the scene's power in a place; nobody is drawn out of an encircled settlement."""
    there = at.at(code)
    if place == INSIDE:
        mine = there.settlement and there.settlement.owner == at.who and not at.board.encircler(code)
        return there.settlement.inside if there.settlement and mine else {}
    if place == YARD:
        return there.yard.ships if there.yard and at.board.yard(code, at.who) else {}
    rows = {OPEN: there.units, BUILDING: there.builders, ABOARD: there.cargo}[place]
    return rows.get(at.who, {})


def draw(
    at: Scene,
    code: str,
    unit: str | None,
    number: Number,
    places: Iterable[str] = ASHORE,
    free: Test = anyone,
    able: Test = anyone,
    types: Iterable[str] = LAND,
    counted: Iterable[str] | None = None,
    room: int | None = None,
) -> Drawn:
    """The units that an order means: `free` are those it counts, `able` those of them that can do it.

    ALL and AB-n count those in the first of the places, or in those that `counted` names; a plain number draws on the
    places in their order. With a limit of `room` each is taken that still fits.
    """
    order = list(places)
    wanted_from = list(counted) if counted is not None else order[:1]

    def is_meant(key: str) -> bool:
        return is_of(key, unit, types) and free(key)

    if number.all_but:
        present = sum(n for place in wanted_from for key, n in standing(at, code, place).items() if is_meant(key))
        asked, order = max(0, present - number.value), wanted_from
    else:
        asked = number.value
    groups: list[Group] = []
    left, size = asked, room
    for place in order:
        there = {key: n for key, n in standing(at, code, place).items() if is_meant(key) and able(key)}
        taken, size = fitting(there, left, size)
        left -= sum(taken.values())
        if taken:
            groups.append((place, taken))
    return Drawn(groups, asked)


def fitting(there: Units, most: int, room: int | None) -> tuple[Units, int | None]:
    """So many units at most, one by one as long as each still fits, and the room that is left."""
    taken: Units = {}
    for key in singly(there):
        if most <= 0:
            break
        if room is not None:
            if (size := tables().units[kind(key).type].size) > room:
                continue
            room -= size
        taken[key] = taken.get(key, 0) + 1
        most -= 1
    return taken, room
