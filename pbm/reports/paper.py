"""The PDF form of a report or a roundup: for paper and screen, always with the same bytes."""

from pathlib import Path
from typing import Any

from pbm.reports import Report, Roundup
from pbm.reports.figures import figures
from pbm.reports.layout import bands, shown
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, theme

TEMPLATE = "report/document.xml"


def render_pdf(
    told: Report | Roundup,
    data: Path | None,
    paper: str = "a4",
    large: bool = False,
    saving: bool = False,
    fillable: bool = True,
    book: Paragraphs | None = None,
) -> bytes:
    """A report, or a roundup: on A4 or Letter paper, in large print, or saving ink; `data` is the game's folder."""
    look = theme(paper, large, saving, fillable)
    pages = lay_out(told, data, look, book)
    bound = Book(look, pages.title, pages.subject, pages.language)
    bound.add(pages)
    return bound.finish()


def lay_out(told: Report | Roundup, data: Path | None, look: Theme, book: Paragraphs | None = None) -> Document:
    """The document that the templates make of a report or a roundup."""
    linked = book.on_paper if book else None
    return document(TEMPLATE, look, figures(shown(told), data, told.masthead.who), linked, **values(told))


def values(told: Report | Roundup) -> dict[str, Any]:
    """What the template is given, besides its theme and pictures."""
    over = isinstance(told, Report) and told.ending is not None
    return {"head": told.masthead, "bands": list(bands(shown(told))), "over": over}
