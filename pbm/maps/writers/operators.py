"""A scene without its text as the operators of a PDF page: far quicker than painting it call by call."""

from collections.abc import Iterable, Iterator
from functools import cache

from pbm.maps.geometry import Point
from pbm.maps.scene import Disc, Item, Panel, Path, Polyline, Shape

ROUND_ENDS, BUTT_ENDS = "1 J", "0 J"
CIRCLE = 0.5523
"""How far the handles of a quarter circle reach."""


def operators(items: Iterable[Item]) -> str:
    """Every part but text, in page units with y downwards: the caller turns the page over."""
    lines = ["1 j"]
    for item in items:
        match item:
            case Shape():
                lines += [ink(item), *(closed(ring) for ring in item.rings), paint(item)]
            case Polyline():
                lines += [stroke(item), trace(item.points), "S"]
            case Disc():
                lines += [ink(item), *circle(item.centre, item.radius), paint(item)]
            case Panel():
                lines += [ink(item), *panel(item), paint(item)]
    return "\n".join(lines)


@cache
def rgb(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))


def ink(item: Shape | Disc | Panel) -> str:
    edge = f" {rgb(item.stroke)} RG {item.width:.2f} w [] 0 d" if item.stroke else ""
    return f"{rgb(item.fill)} rg{edge}"


def paint(item: Shape | Disc | Panel) -> str:
    return "B*" if item.stroke else "f*"


def stroke(item: Polyline) -> str:
    dash = f"[{item.dash[0]:.1f} {item.dash[1]:.1f}] 0 d {BUTT_ENDS}" if item.dash else f"[] 0 d {ROUND_ENDS}"
    return f"{rgb(item.colour)} RG {item.width:.2f} w {dash}"


def trace(points: Path) -> str:
    first, *rest = (f"{x:.1f} {y:.1f}" for x, y in points)
    return f"{first} m " + " ".join(f"{point} l" for point in rest)


def closed(ring: Path) -> str:
    return trace(ring) + " h"


def circle(centre: Point, radius: float) -> Iterator[str]:
    (x, y), k = centre, radius * CIRCLE
    yield f"{x + radius:.2f} {y:.2f} m"
    for a, b, c in (
        ((radius, k), (k, radius), (0.0, radius)),
        ((-k, radius), (-radius, k), (-radius, 0.0)),
        ((-radius, -k), (-k, -radius), (0.0, -radius)),
        ((k, -radius), (radius, -k), (radius, 0.0)),
    ):
        yield " ".join(f"{x + dx:.2f} {y + dy:.2f}" for dx, dy in (a, b, c)) + " c"
    yield "h"


def panel(item: Panel) -> Iterator[str]:
    """A rectangle, its corners cut to curves if it has them."""
    left, top, right, bottom = item.box
    if not item.corner:
        yield f"{left:.2f} {top:.2f} {right - left:.2f} {bottom - top:.2f} re"
        return
    r, k = item.corner, item.corner * (1 - CIRCLE)
    yield f"{left + r:.2f} {top:.2f} m {right - r:.2f} {top:.2f} l"
    yield f"{right - k:.2f} {top:.2f} {right:.2f} {top + k:.2f} {right:.2f} {top + r:.2f} c"
    yield f"{right:.2f} {bottom - r:.2f} l"
    yield f"{right:.2f} {bottom - k:.2f} {right - k:.2f} {bottom:.2f} {right - r:.2f} {bottom:.2f} c"
    yield f"{left + r:.2f} {bottom:.2f} l"
    yield f"{left + k:.2f} {bottom:.2f} {left:.2f} {bottom - k:.2f} {left:.2f} {bottom - r:.2f} c"
    yield f"{left:.2f} {top + r:.2f} l"
    yield f"{left:.2f} {top + k:.2f} {left + k:.2f} {top:.2f} {left + r:.2f} {top:.2f} c h"
