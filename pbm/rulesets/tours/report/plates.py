"""The field drawn: the whole of it, sheets at double scale where units stand, and close-ups of the fighting."""

from collections.abc import Iterator, Sequence

from pbm.reports import History
from pbm.reports.sections import Map, Side, Token
from pbm.rules.hexes import FRONT as FRONT_SIDES
from pbm.rules.hexes import Hex, sides_of
from pbm.rulesets.tours.forces import FORCES, FRA, HI, MUS, UNITS
from pbm.rulesets.tours.ground import FACINGS, distance
from pbm.rulesets.tours.report.course import Course, course
from pbm.rulesets.tours.report.windows import Window, windows
from pbm.rulesets.tours.report.words import SIGNS
from pbm.rulesets.tours.sight import View

SHEET = 17, 17  # the columns and rows that a page shows at double scale
CLOSE_UP = 8, 9  # those of a close-up, two of which stand side by side
DOUBLE, NEARER = 2, 3
MOST_CLOSE_UPS = 4
WALL = "wall"


def usual_places() -> Map:
    """Both armies in their usual places."""
    tokens = [
        Token(row.hex, SIGNS[row.type], 0, code, colours(code), FACINGS[FORCES.sides[row.side].home_face])
        for code, row in UNITS.items()
    ]
    tokens += [Token(place, "wagon", 0, code, MUS) for code, place in FORCES.wagons.items()]
    tokens += [Token(UNITS[row.with_].hex, "crown", 0, code, row.side) for code, row in FORCES.leaders.items()]
    shields = [(row.hex, side, WALL) for row in UNITS.values() if row.con == HI for side in (2, 3)]
    caption = "The armies in their usual places"
    return Map("map", "The field", caption=caption, tokens=tuple(tokens), sides=tuple(shields), scale=1, floats=True)


def whole(view: View, history: History) -> Map:
    """Both armies on one page."""
    return plate(view, course(view, history), "map", "The field", scale=1)


def sheets(view: View, history: History) -> Iterator[Map]:
    """The columns and rows where anybody stands, at double scale, on as many sheets as that takes."""
    told = course(view, history)
    for number, part in enumerate(windows(occupied(view), *SHEET), 1):
        yield plate(view, told, f"sheet_{number}", f"The field, {part.title}", part, DOUBLE)


def close_ups(view: View, history: History) -> Iterator[Map]:
    """Where most was fought, in pairs side by side; one that is left over stands alone."""
    told = course(view, history)
    found = busiest(told)
    for number, part in enumerate(found):
        title = f"The fighting about {middle([place for place in fought(told) if part.has(place)])}"
        side: Side = "" if number == len(found) - 1 and not number % 2 else ("left", "right")[number % 2]
        yield plate(view, told, f"close_up_{number + 1}", title, part, NEARER, side)


def plate(
    view: View, told: Course, key: str, title: str, part: Window | None = None, scale: int = 1, side: Side = ""
) -> Map:
    return Map(
        key,
        title,
        tokens=tuple(tokens(view, told)),
        trails=told.ways,
        fights=tuple(dict.fromkeys(told.fights)),
        shots=tuple(dict.fromkeys(told.shots)),
        sides=tuple(wall(view)),
        whole=part.corners if part else (),
        scale=scale,
        side=side,
        floats=True,
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
    """Where a unit, a leader or a wagon stands."""
    led = (leader.hex for leader in view.leaders.values() if leader.alive)
    return sorted({*(unit.hex for unit in view.units.values()), *led, *view.wagons.values()})


def fought(told: Course) -> list[Hex]:
    return sorted({place for pair in told.fights for place in pair})


def busiest(told: Course) -> list[Window]:
    """The windows with most attacks, in their order on the field."""
    found = list(windows(fought(told), *CLOSE_UP))
    most = sorted(found, key=lambda part: -sum(part.has(target) for _, target in told.fights))[:MOST_CLOSE_UPS]
    return [part for part in found if part in most]


def middle(part: Sequence[Hex]) -> Hex:
    """The hex nearest to all others."""
    return min(part, key=lambda place: (sum(distance(place, other) for other in part), place))
