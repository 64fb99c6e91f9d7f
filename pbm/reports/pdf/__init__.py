"""The PDF form of a report or a roundup: beautiful on paper, searchable on a screen, the same bytes for ever."""

from pathlib import Path

from pbm.reports import Report, Roundup
from pbm.reports.figures import figures
from pbm.reports.layout import bands, body, tail
from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, register_faces, theme
from pbm.reports.sections import Brief


def render_pdf(
    told: Report | Roundup,
    data: Path | None,
    paper: str = "a4",
    large: bool = False,
    saving: bool = False,
    fillable: bool = True,
) -> bytes:
    """A report, or a roundup: on A4 or Letter paper, in large print, or saving ink; `data` is the game's folder."""
    look = theme(paper, large, saving, fillable)
    pages = lay_out(told, data, look)
    book = Book(look, pages.title, pages.subject, pages.language)
    book.add(pages)
    return book.finish()


def lay_out(told: Report | Roundup, data: Path | None, look: Theme) -> Document:
    """The document that the templates make of a report or a roundup."""
    register_faces()
    if isinstance(told, Roundup):
        sections, over = list(told.sections), False
    else:
        public = [one for one in told.roundup.sections if not isinstance(one, Brief)]
        sections, over = [*body(told.sections), *public, *tail(told.sections)], bool(told.ending)
    drawn = figures(sections, data, told.masthead.who)
    values = {"head": told.masthead, "bands": list(bands(sections)), "over": over}
    return document("report/document.xml", look, drawn, **values)
