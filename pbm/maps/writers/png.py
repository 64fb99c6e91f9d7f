"""Writes a scene as PNG: painted larger in bands and shrunk, which smooths all edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, pairwise
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

from pbm import fonts
from pbm.maps.geometry import Box, Point, blend, bounds, thinned
from pbm.maps.letters.typeface import text_width, typeface
from pbm.maps.scene import Disc, Item, Panel, Polyline, Scene, Shape, Text

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

RESOLUTION = 2.0  # pixels to the point
OVERSIZE = 3  # how much larger the picture is painted
BAND = 400  # pixels of the finished picture painted at a time
THIN = 3.0  # lines up to this many painted pixels need no round joins
START = {"start": 0.0, "middle": 0.5, "end": 1.0}


def write_png(scene: Scene, path: Path, resolution: float = RESOLUTION) -> None:
    """One file, the same bytes each time."""
    from PIL import Image

    width, height = round(scene.width * resolution), round(scene.height * resolution)
    picture = Image.new("RGB", (width, height))
    for top in range(0, height, BAND):
        picture.paste(band(scene, resolution, width, top, min(BAND, height - top)), (0, top))
    picture.save(path, format="PNG", compress_level=9)


def band(scene: Scene, resolution: float, width: int, top: int, height: int) -> Image.Image:
    """A strip of the picture in its final size."""
    from PIL import Image, ImageDraw

    large = Image.new("RGB", (width * OVERSIZE, height * OVERSIZE))
    painter = Painter(ImageDraw.Draw(large), resolution * OVERSIZE, top * OVERSIZE)
    window = Box(0.0, top / resolution, scene.width, (top + height) / resolution)
    for item in scene.items:
        if reach(item).overlaps(window):
            painter.paint(item)
    return large.reduce(OVERSIZE)


@cache
def reach(item: Item) -> Box:
    """What a part may cover."""
    match item:
        case Shape():
            return bounds(point for ring in item.rings for point in ring).grown(item.width)
        case Polyline():
            return bounds(item.points).grown(item.width)
        case Disc():
            return Box(*item.centre, *item.centre).grown(item.radius + item.width)
        case Panel():
            return item.box.grown(item.width)
        case Text():
            width = text_width(item.content, item.face, item.size, item.spacing)
            return Box(*item.at, *item.at).grown(width + item.size)


@cache
def sized_font(face: str, size: float) -> FreeTypeFont:
    """A face at a size in painted pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(fonts.path(face)), size, layout_engine=ImageFont.Layout.BASIC)


class Painter:
    """Paints parts of a scene, magnified, from a certain row downwards."""

    def __init__(self, draw: ImageDraw, scale: float, top: float) -> None:
        self.draw = draw
        self.scale = scale
        self.top = top

    def paint(self, item: Item) -> None:
        """One part."""
        match item:
            case Shape():
                self.shape(item)
            case Polyline():
                self.line(item)
            case Disc():
                self.disc(item)
            case Panel():
                self.panel(item)
            case Text():
                self.text(item)

    def at(self, point: Point) -> Point:
        """A point of the scene in painted pixels."""
        return point[0] * self.scale, point[1] * self.scale - self.top

    def shape(self, item: Shape) -> None:
        """A filled polygon."""
        for ring in item.rings:
            points = [self.at(point) for point in ring]
            self.draw.polygon(points, fill=item.fill)
            if item.stroke:
                self.stroke([*points, points[0]], item.stroke, item.width * self.scale)

    def line(self, item: Polyline) -> None:
        """A line, cut into strokes if it is dashed."""
        points = [self.at(point) for point in item.points]
        width = item.width * self.scale
        if not item.dash:
            self.stroke(points, item.colour, width)
            return
        for dash in dashes(points, (item.dash[0] * self.scale, item.dash[1] * self.scale)):
            for start, end in pairwise(thinned(dash, width)):
                self.bar(start, end, item.colour, width)

    def stroke(self, points: Sequence[Point], colour: str, width: float) -> None:
        """A solid line; broad ones get a round joint at every point."""
        self.draw.line(list(points), fill=colour, width=max(round(width), 1), joint="curve")
        if width > THIN:
            for point in points:
                self.round(point, width / 2, colour)

    def bar(self, start: Point, end: Point, colour: str, width: float) -> None:
        """A straight stroke with square ends."""
        length = max(dist(start, end), 0.01)
        across, down = (end[1] - start[1]) * width / 2 / length, (start[0] - end[0]) * width / 2 / length
        corners = [
            (x + side * across, y + side * down) for x, y, side in ((*start, 1), (*end, 1), (*end, -1), (*start, -1))
        ]
        self.draw.polygon([(round(x), round(y)) for x, y in corners], fill=colour)

    def round(self, centre: Point, radius: float, colour: str) -> None:
        """A circle in painted pixels."""
        x, y = centre
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def disc(self, item: Disc) -> None:
        """A circle within a circle."""
        centre, radius, edge = self.at(item.centre), item.radius * self.scale, item.width * self.scale / 2
        if item.stroke:
            self.round(centre, radius + edge, item.stroke)
        self.round(centre, radius - (edge if item.stroke else 0.0), item.fill)

    def panel(self, item: Panel) -> None:
        """A rectangle within a rectangle."""
        edge = item.width / 2 if item.stroke else 0.0
        if item.stroke:
            self.rectangle(item.box.grown(edge), item.corner + edge, item.stroke)
        self.rectangle(item.box.grown(-edge), max(item.corner - edge, 0.0), item.fill)

    def rectangle(self, box: Box, corner: float, colour: str) -> None:
        """One filled rectangle."""
        left, top = self.at((box.left, box.top))
        right, bottom = self.at((box.right, box.bottom))
        place = (round(left), round(top), round(right) - 1, round(bottom) - 1)
        self.draw.rounded_rectangle(place, corner * self.scale, fill=colour)

    def text(self, item: Text) -> None:
        """The halo first, then the letters."""
        if item.halo:
            self.letters(item, item.halo, item.halo_width * self.scale)
        self.letters(item, item.colour, 0.0)

    def letters(self, item: Text, colour: str, stroke: float) -> None:
        """Letter by letter, each where the pen of our own measure stands."""
        face, font = typeface(item.face), sized_font(item.face, item.size * self.scale)
        pen = item.at[0] - START[item.anchor] * text_width(item.content, item.face, item.size, item.spacing)
        for letter in item.content:
            if not letter.isspace():  # of which Pillow cannot draw every size
                at = self.at((pen, item.at[1]))
                self.draw.text(at, letter, fill=colour, font=font, anchor="ls", stroke_width=stroke)
            pen += face.advance(letter) * item.size + item.spacing


def dashes(points: Sequence[Point], pattern: tuple[float, float]) -> Iterator[list[Point]]:
    """The strokes of a dashed line."""
    lengths = cycle(((pattern[0], True), (pattern[1], False)))
    left, solid = next(lengths)
    stroke = [points[0]]
    for start, end in pairwise(points):
        length, done = dist(start, end), 0.0
        while length - done > left:
            done += left
            cut = along(start, end, done)
            if solid:
                yield [*stroke, cut]
            left, solid = next(lengths)
            stroke = [cut]
        left -= length - done
        stroke.append(end)
    if solid and len(stroke) > 1:
        yield stroke


def along(start: Point, end: Point, distance: float) -> Point:
    """A point on the way from start to end."""
    return blend(start, end, 0.0, dist(start, end), distance)
