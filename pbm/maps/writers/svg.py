"""Writes a scene as SVG that needs nothing but itself: letters are drawn as shapes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from pbm.maps.geometry import Point
from pbm.maps.letters.typeface import Contour, Knot, text_width, typeface
from pbm.maps.scene import Disc, Item, Panel, Polyline, Scene, Shape, Text

START = {"start": 0.0, "middle": 0.5, "end": 1.0}


def write_svg(scene: Scene, path: Path) -> None:
    """One file, the same bytes each time."""
    path.write_bytes(drawn(scene).encode())


def drawn(scene: Scene) -> str:
    size = f'width="{number(scene.width)}" height="{number(scene.height)}"'
    view = f'viewBox="0 0 {number(scene.width)} {number(scene.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(scene.title)}</title>",
        "<defs>",
        *letters(scene.items),
        "</defs>",
        *(element(item) for item in scene.items),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    """Two decimals, as short as may be."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def element(item: Item) -> str:
    """The markup of one part."""
    match item:
        case Shape():
            return f'<path d="{"".join(ring(points) for points in item.rings)}"{paint(item)}/>'
        case Polyline():
            return f'<path d="{track(item.points)}" fill="none"{pen(item)}/>'
        case Disc():
            x, y = item.centre
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(item.radius)}"{paint(item)}/>'
        case Panel():
            return panel(item)
        case Text():
            return text(item)


def paint(item: Shape | Disc | Panel) -> str:
    """Fill and stroke."""
    stroke = f' stroke="{item.stroke}" stroke-width="{number(item.width)}"' if item.stroke else ""
    return f' fill="{item.fill}"{stroke}'


def pen(item: Polyline) -> str:
    """Stroke and dash; dashes have square ends."""
    stroke = f' stroke="{item.colour}" stroke-width="{number(item.width)}"'
    if not item.dash:
        return stroke
    return f'{stroke} stroke-dasharray="{number(item.dash[0])} {number(item.dash[1])}" stroke-linecap="butt"'


def panel(item: Panel) -> str:
    """A rectangle."""
    left, top, right, bottom = item.box
    place = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
    return f'<rect {place} rx="{number(item.corner)}"{paint(item)}/>'


def track(points: Sequence[Point]) -> str:
    """A line's path data: the first point, then steps in tenths so that errors do not add up."""
    whole = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(whole)]
    start = f"M{tenth(whole[0][0])} {tenth(whole[0][1])}"
    return start + "l" + " ".join(f"{tenth(x)} {tenth(y)}" for x, y in steps) if steps else start


def tenth(value: int) -> str:
    """A whole number of tenths."""
    return number(value / 10)


def ring(points: Sequence[Point]) -> str:
    """A closed line's path data."""
    return track(points) + "z"


def text(item: Text) -> str:
    """Letters used in their places: once for the halo, once for themselves."""
    scale = item.size / typeface(item.face).units
    x = item.at[0] - START[item.anchor] * text_width(item.content, item.face, item.size, item.spacing)
    frame = f'transform="translate({number(x)} {number(item.at[1])}) scale({scale:.5f})"'
    uses = "".join(placed_letters(item, scale))
    label = f' role="img" aria-label={quoteattr(item.content)}'
    body = f'<g {frame} fill="{item.colour}"{label}>{uses}</g>'
    if not item.halo:
        return body
    halo = f'fill="{item.halo}" stroke="{item.halo}" stroke-width="{number(2 * item.halo_width / scale)}"'
    return f"<g {frame} {halo}>{uses}</g>\n{body}"


def placed_letters(item: Text, scale: float) -> Iterator[str]:
    """Every letter where the pen stands."""
    pen, letters_of = 0.0, typeface(item.face)
    for letter in item.content:
        if letters_of.outline(letter):
            place = f' x="{round(pen)}"' if round(pen) else ""
            yield f'<use href="#{name(item.face, letter)}"{place}/>'
        pen += letters_of.advance(letter) * letters_of.units + item.spacing / scale


def name(face: str, letter: str) -> str:
    """What a letter's shape is called in the file."""
    return f"{face}-{ord(letter):x}"


def letters(items: Sequence[Item]) -> Iterator[str]:
    """The shape of every letter that is used, once."""
    used = sorted({(item.face, letter) for item in items if isinstance(item, Text) for letter in item.content})
    for face, letter in used:
        contours = typeface(face).outline(letter)
        if contours:
            yield f'<path id="{name(face, letter)}" d="{"".join(glyph(contour) for contour in contours)}"/>'


def glyph(contour: Contour) -> str:
    """A letter's closed line: quadratic curves, y turned downwards."""
    knots = with_middles(contour)
    data = [f"M{place(knots[0])}"]
    following = iter(knots[1:])
    for knot in following:
        data.append(f"L{place(knot)}" if knot.on_curve else f"Q{place(knot)} {place(next(following, knots[0]))}")
    return "".join(data) + "Z"


def with_middles(contour: Contour) -> Contour:
    """The knots from one on the curve, with the knots the format leaves out between two controls."""
    knots: Contour = []
    for knot, after in zip(contour, contour[1:] + contour[:1], strict=True):
        knots.append(knot)
        if not (knot.on_curve or after.on_curve):
            knots.append(Knot((knot.x + after.x) / 2, (knot.y + after.y) / 2, True))
    first = next(place for place, knot in enumerate(knots) if knot.on_curve)
    return knots[first:] + knots[:first]


def place(knot: Knot) -> str:
    """A knot's position."""
    return f"{number(knot.x)} {number(-knot.y)}"
