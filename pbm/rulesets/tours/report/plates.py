"""The field drawn: the whole of it, sheets at double scale where units stand, and close-ups of the fighting."""

from collections.abc import Iterator, Sequence
from math import ceil

from pbm.reports import History
from pbm.reports.sections import Map, Token
from pbm.rules.hexes import FRONT as FRONT_SIDES
from pbm.rules.hexes import Hex, sides_of
from pbm.rulesets.tours.forces import FORCES, FRA, HI, MUS, UNITS
from pbm.rulesets.tours.ground import FACINGS, column, distance
from pbm.rulesets.tours.report.course import Course, course
from pbm.rulesets.tours.report.words import SIGNS
from pbm.rulesets.tours.sight import View

COLUMNS = 18  # of a sheet at nearly double scale
NEAR = 3  # fights so near each other are one fight
MOST_CLOSE_UPS = 3
WALL = "wall"


def whole(view: View, history: History) -> Map:
    """Both armies on one page."""
    return plate(view, course(view, history), "map", "The field", page=True)


def sheets(view: View, history: History) -> Iterator[Map]:
    """The columns where units stand, at nearly double scale, on one sheet or two."""
    told = course(view, history)
    for number, part in enumerate(cut(occupied(view)), 1):
        yield plate(view, told, f"sheet_{number}", named(part), part, page=True)


def close_ups(view: View, history: History) -> Iterator[Map]:
    """Where most was fought."""
    told = course(view, history)
    for number, part in enumerate(clusters(told)[:MOST_CLOSE_UPS], 1):
        yield plate(view, told, f"close_up_{number}", f"The fighting about {middle(part)}", part)


def plate(view: View, told: Course, key: str, title: str, part: Sequence[Hex] = (), page: bool = False) -> Map:
    return Map(
        key,
        title,
        tokens=tuple(tokens(view, told)),
        trails=told.ways,
        fights=tuple(dict.fromkeys(told.fights)),
        shots=tuple(dict.fromkeys(told.shots)),
        sides=tuple(wall(view)),
        part=tuple(part),
        page=page,
    )


def tokens(view: View, told: Course) -> Iterator[Token]:
    """Units with their states, leaders, wagons, and where units fell."""
    for code, unit in sorted(view.units.items()):
        states = tuple(word for word, on in (("disordered", unit.dis), ("engaged", unit.eng)) if on)
        yield Token(unit.hex, SIGNS[UNITS[code].type], 0, code, colours(code), FACINGS[unit.face], states)
    for code, leader in sorted(view.leaders.items()):
        if leader.alive:
            yield Token(leader.hex, "crown", 0, code, FORCES.leaders[code].side)
    for code, place in sorted(view.wagons.items()):
        yield Token(place, "wagon", 0, code, MUS, states=("beset",) if code in view.beset else ())
    for code, place in sorted(told.fallen.items()):
        yield Token(place, "cross", 0, code, colours(code), states=("fallen",))


def colours(code: str) -> str:
    """The owner by whose look a unit is drawn: a tribe's own stripe, or the Franks'."""
    return FRA if UNITS[code].side == FRA else UNITS[code].con


def wall(view: View) -> Iterator[tuple[Hex, int, str]]:
    """The line of shields before the heavy infantry."""
    for code, unit in sorted(view.units.items()):
        if view.wall and UNITS[code].con == HI:
            yield from ((unit.hex, side, WALL) for side in sides_of(FACINGS[unit.face], FRONT_SIDES))


def occupied(view: View) -> list[Hex]:
    return sorted(unit.hex for unit in view.units.values())


def cut(places: Sequence[Hex]) -> Iterator[list[Hex]]:
    """Places in even stretches of no more columns than a sheet has."""
    columns = [column(place) for place in places]
    if not columns:
        return
    low, wide = min(columns), max(columns) - min(columns) + 1
    step = ceil(wide / ceil(wide / COLUMNS))
    for start in range(low, low + wide, step):
        if found := [place for place in places if start <= column(place) < start + step]:
            yield found


def named(part: Sequence[Hex]) -> str:
    columns = [column(place) for place in part]
    return f"The field, columns {min(columns)} to {max(columns)}"


def clusters(told: Course) -> list[list[Hex]]:
    """The hexes of fights near each other, the largest first."""
    found: list[list[Hex]] = []
    for pair in told.fights:
        near = [group for group in found if any(distance(one, other) <= NEAR for one in group for other in pair)]
        joined = sorted({*pair, *(place for group in near for place in group)})
        found = [group for group in found if group not in near] + [joined]
    return sorted(found, key=lambda group: (-len(group), group))


def middle(part: Sequence[Hex]) -> Hex:
    """The hex nearest to all others."""
    return min(part, key=lambda place: (sum(distance(place, other) for other in part), place))
