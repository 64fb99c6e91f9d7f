"""A straight page cut into its strips: one for each line or box of the sheet, with what was written in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbm.errors import GameError
from pbm.reading.sheet_rows import FIELD
from pbm.reports.pdf.sheet import Place
from pbm.scan.blank import DOTS, Blank
from pbm.scan.iron import ironed
from pbm.scan.label import Label
from pbm.scan.straighten import places

if TYPE_CHECKING:
    from PIL.Image import Image

NUMBERED = re.compile(r"([a-jl])(\d{2,3})")
SAME = 0.6
"""How much a page must be like the blank one, of 1: the right one is at 0.9, any other below 0.45."""
MARGIN, NUMBER = 5.0, 22.0
"""What a strip shows around its boxes, and to the left, where its number is, in points."""
EDGE = 2.0
"""The edge of a box, in points: what lies within it was written."""
DARK, PRINTED, LEAST = 190, 225, 30
"""Ink is darker than this, where the blank page is brighter than that; fewer dots of it are specks."""


@dataclass
class Strip:
    """A line or a box of a sheet; `name` is that of its field, for a line of several boxes that of its number."""

    name: str
    called: str
    words: str = ""
    """What begins its line, if it is a box of a row."""
    printed: str = ""
    written: bool = True
    """Whether there is ink in it that was not printed; true if nobody can tell."""
    picture: "Image | None" = None
    boxes: "list[Image | None]" = field(default_factory=list)
    """The ink in each of its boxes, for a reader of letters; None for an empty one."""
    page: int = 0
    whole: "Image | None" = None
    """The page that it is on, straightened."""
    path: str = ""
    """The file that shows it."""
    looks_like: str = ""
    """What an offline reader suggests."""

    @property
    def is_line(self) -> bool:
        return bool(FIELD.fullmatch(self.name) or NUMBERED.fullmatch(self.name))

    @property
    def file(self) -> str:
        """The name of its file."""
        box = FIELD.fullmatch(self.name)
        return f"box-{box[1]}.png" if box else f"{self.name}.png"


class Unlike(GameError):
    """A picture whose boxes are not where they should be."""


def cut(picture: "Image", label: Label, blank: Blank) -> list[Strip]:
    """The strips of a page in a picture."""
    matrix, marks = places(label, picture)
    page, like = ironed(picture, matrix, blank)
    if like < SAME:
        raise Unlike(f"its boxes could not be found ({marks} of 4 corner marks were)")
    strips = [strip(name, group, page, blank) for name, group in grouped(blank.places)]
    for each in strips:
        each.whole, each.page = page, label.page
    return strips


def uncut(blank: Blank) -> list[Strip]:
    """The strips of a page of which there is no picture."""
    return [described(name, group) for name, group in grouped(blank.places)]


def grouped(found: Sequence[Place]) -> Iterator[tuple[str, list[Place]]]:
    """Places in the order of a sheet; those of one numbered line together."""
    groups: dict[str, list[Place]] = {}
    for place in found:
        match = NUMBERED.fullmatch(place.name)
        groups.setdefault(f"{'l' if match[1] == 'l' else 'a'}{match[2]}" if match else place.name, []).append(place)
    return iter(sorted(groups.items(), key=lambda group: rank(group[0])))


def rank(name: str) -> tuple[int, int]:
    """Rows of boxes come before lines, lines before the rest."""
    if match := FIELD.fullmatch(name):
        return 0, int(match[1])
    match = NUMBERED.fullmatch(name)
    return (1, int(match[2])) if match else (2, 0)


def described(name: str, group: Sequence[Place]) -> Strip:
    printed = group[0].printed
    if match := FIELD.fullmatch(name):
        now = f" ({match[3]})" if match[3] else ""
        return Strip(name, f"{match[2]}{now}", words=match[2])
    match = NUMBERED.fullmatch(name)
    return Strip(name, match[2].lstrip("0") if match else name.replace("_", " "), printed=printed)


def strip(name: str, group: Sequence[Place], page: "Image", blank: Blank) -> Strip:
    made = described(name, group)
    left, right = min(one.left for one in group) - NUMBER, max(one.right for one in group) + MARGIN
    top, bottom = min(one.top for one in group) - MARGIN, max(one.bottom for one in group) + MARGIN
    made.picture = page.crop(dots(left, top, right, bottom))
    made.boxes = [ink(page, blank, place) for place in group]
    made.written = any(made.boxes)
    return made


def dots(left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    return round(left * DOTS), round(top * DOTS), round(right * DOTS), round(bottom * DOTS)


def ink(page: "Image", blank: Blank, place: Place) -> "Image | None":
    """What was written in a box, dark on white; None if nothing was."""
    import numpy as np
    from PIL import Image, ImageFilter

    inner = dots(place.left + EDGE, place.top + EDGE, place.right - EDGE, place.bottom - EDGE)
    printed = blank.picture.crop(inner).filter(ImageFilter.MinFilter(5))
    shown = np.where(np.asarray(printed) < PRINTED, 255, np.asarray(page.crop(inner))).astype(np.uint8)
    dark = np.asarray(Image.fromarray(shown).filter(ImageFilter.MedianFilter(3))) < DARK
    return Image.fromarray(shown) if int(dark.sum()) >= LEAST else None
