"""The sheet as it was printed: where its boxes are, and how its pages look with nothing written on them."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbm.reports import Report
from pbm.reports.paper import lay_out
from pbm.reports.pdf.book import Book, pages
from pbm.reports.pdf.sheet import Place, Sheet
from pbm.reports.pdf.type import Theme
from pbm.reports.sections import Turnsheet

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 3.0
"""To the point: those of strips, and of the pages they are compared with."""


@dataclass(frozen=True)
class Blank:
    """A page of the sheet, without anything written on it."""

    look: Theme
    words: str
    """What its QR code says."""
    places: Sequence[Place]
    picture: "Image"


def blank_sheet(report: Report, data: Path | None, look: Theme) -> list[Blank]:
    """The pages of a report's turnsheet, in their order."""
    only = replace(report, sections=tuple(report.of(Turnsheet)), roundup=replace(report.roundup, sections=()))
    sheets = [sheet for sheet in pages(lay_out(only, data, look), look) if sheet.marked]
    drawn = pictures_of(sheets, look)
    return [Blank(look, sheet.marked, sheet.places, picture) for sheet, picture in zip(sheets, drawn, strict=True)]


def pictures_of(sheets: Sequence[Sheet], look: Theme) -> "list[Image]":
    import pypdfium2

    bound = Book(look, "")
    for sheet in sheets:
        bound.write(sheet, 0)
    document = pypdfium2.PdfDocument(io.BytesIO(bound.finish()))
    drawn = [
        page.render(scale=DOTS, may_draw_forms=False, draw_annots=False).to_pil().convert("L") for page in document
    ]
    document.close()
    return drawn
