"""The turns of a game as pictures: for those who have no script, for lists, and as an animated GIF to mail."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.maps.geometry import Box
from pbm.maps.hexes.marks import marked
from pbm.maps.hexes.plate import ground, read_hex_plate
from pbm.maps.land.plate import read_plate
from pbm.maps.land.political import land
from pbm.maps.letters.lettering import REALM
from pbm.maps.letters.realms import name_realms
from pbm.maps.scene import Item, Panel, Text, shown
from pbm.maps.writers.png import OVERSIZE, Painter
from pbm.progress import watched
from pbm.reports.figures import is_of_hexes
from pbm.reports.hexstage import EDGE, marks
from pbm.site.chronicle import Chronicle, Turn
from pbm.site.replay import cast, needed_plate

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 560
"""Of a picture, in pixels."""
GIF_WIDTH = 480
COLOURS = 96
STRIP = 26.0
"""The height of the caption under a picture."""
PAUSE, LAST_PAUSE = 900, 4000
"""How long a frame of the GIF stays, in thousandths of a second."""
INK, PAPER = "#2a221a", "#fbf6ea"


class Studio:
    """Draws a game's turns; what never changes is drawn once."""

    def __init__(self, told: Chronicle, place: Path) -> None:
        self.told, self.place = told, place
        self.hexes = is_of_hexes(place)
        self.box = self.field() if self.hexes else read_plate(place).page.box
        self.zoom = WIDTH / (self.box.right - self.box.left)
        self.height = round((self.box.bottom - self.box.top) * self.zoom + STRIP)
        self.scenes = [(turn, list(self.items(turn))) for turn in told.turns if turn.map]
        self.same = common([items for _, items in self.scenes])
        self.ground = self.blank()
        self.paint(self.ground, self.scenes[0][1][: self.same])

    def field(self) -> Box:
        plate = read_hex_plate(self.place)
        return plate.shapes.box(list(plate.map.grid)).grown(EDGE)

    def blank(self) -> Image:
        from PIL import Image

        return Image.new("RGB", (WIDTH * OVERSIZE, self.height * OVERSIZE), PAPER)

    def paint(self, picture: Image, items: list[Item]) -> None:
        from PIL import ImageDraw

        painter = Painter(ImageDraw.Draw(picture), OVERSIZE, 0.0)
        for item in shown(items, (self.box.left, self.box.top), self.zoom):
            painter.paint(item)

    def __iter__(self) -> Iterator[tuple[Turn, Image]]:
        """Every turn, with its name under it."""
        for turn, items in watched(self.scenes, "Painting the turns"):
            picture = self.ground.copy()
            self.paint(picture, items[self.same :])
            self.caption(picture, turn)
            yield turn, picture.reduce(OVERSIZE)

    def items(self, turn: Turn) -> Iterator[Item]:
        if self.hexes:
            plate = read_hex_plate(self.place)
            yield Panel(self.box, 0.0, plate.style.palette.paper)
            yield from ground(plate, list(plate.map.grid))
            yield from marked(plate, marks(turn.map)) if turn.map else ()
            return
        held = cast(turn)
        yield from land(self.place, held)
        yield from name_realms(self.place, held, self.box, 1.0, REALM / self.zoom * 0.75).items

    def caption(self, picture: Image, turn: Turn) -> None:
        from PIL import ImageDraw

        top = self.height - STRIP
        painter = Painter(ImageDraw.Draw(picture), OVERSIZE, 0.0)
        painter.paint(Panel(Box(0.0, top, float(WIDTH), float(self.height)), 0.0, PAPER))
        name, base = f"{self.told.title} · {self.told.game}", top + STRIP * 0.7
        painter.paint(Text((8.0, base), turn.name.capitalize(), "serif-bold", 17.0, "#8c1d18", "start"))
        painter.paint(Text((WIDTH - 8.0, base), name, "serif", 14.0, INK, "end"))


def common(lists: list[list[Item]]) -> int:
    """How many items all lists begin with."""
    alike = (all(item == items[0] for item in items) for items in zip(*lists, strict=False))
    return sum(1 for _ in takewhile(bool, alike))


def frames(told: Chronicle) -> Iterator[tuple[Turn, Image]]:
    """Every turn that has a map, drawn."""
    return iter(Studio(told, needed_plate(told)))


def png(picture: Image) -> bytes:
    """With few colours, so that it is small."""
    from PIL import Image

    made = io.BytesIO()
    flat = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat.save(made, format="PNG", optimize=True)
    return made.getvalue()


def gif(pictures: list[Image]) -> bytes:
    """All frames in the colours of the last and the first, so that what does not change takes no room."""
    from PIL import Image

    size = GIF_WIDTH, round(pictures[0].height * GIF_WIDTH / pictures[0].width)
    small = [one.resize(size, Image.Resampling.LANCZOS) for one in pictures]
    both = Image.new("RGB", (2 * size[0], size[1]))
    both.paste(small[0], (0, 0))
    both.paste(small[-1], (size[0], 0))
    palette = both.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in small]
    made = io.BytesIO()
    pauses = [*[PAUSE] * (len(flat) - 1), LAST_PAUSE]
    flat[0].save(made, format="GIF", save_all=True, append_images=flat[1:], duration=pauses, loop=0, optimize=False)
    return made.getvalue()
