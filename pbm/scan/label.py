"""The QR code of a page in a picture: which sheet it is, and where the code lies."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbm.reports.pdf.marks import Point, laid_out
from pbm.reports.pdf.type import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

WORDS = 5
"""In a QR code: game, turn, power, sheet code, and the page with its layout."""


@dataclass(frozen=True)
class Label:
    """What the QR code of a page says."""

    words: str
    game: str
    turn: str
    power: str
    code: str
    page: int
    look: Theme
    at: tuple[Point, ...]
    """Its corners in the picture, from the one that is at the top left on the paper, clockwise."""


def label(picture: "Image") -> Label | None:
    """The first code of a sheet in a picture, however it is turned."""
    import zxingcpp

    for attempt, scale in attempts(picture):
        for found in zxingcpp.read_barcodes(attempt, formats=zxingcpp.barcode_formats_from_str("QRCode")):
            place = found.position
            corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
            if read := understood(found.text, tuple((each.x / scale, each.y / scale) for each in corners)):
                return read
    return None


def attempts(picture: "Image") -> "Iterator[tuple[Image, float]]":
    """The picture as it is; evenly lit and sharper; larger and sharper, for small and blurred ones."""
    from PIL import ImageFilter

    from pbm.scan.light import evenly_lit

    yield picture, 1.0
    even = evenly_lit(picture)
    yield even.filter(ImageFilter.UnsharpMask(3, 200, 0)), 1.0
    for scale in (2.0, 0.5):
        size = round(picture.width * scale), round(picture.height * scale)
        yield even.resize(size).filter(ImageFilter.UnsharpMask(4, 250, 0)), scale


def understood(words: str, at: tuple[Point, ...]) -> Label | None:
    parts = words.split()
    placed = laid_out(parts[-1]) if len(parts) == WORDS else None
    return Label(words, parts[0], parts[1], parts[2], parts[3], *placed, at) if placed else None
