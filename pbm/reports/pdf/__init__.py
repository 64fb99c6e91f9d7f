"""The PDF form of a report or a roundup: beautiful on paper, searchable on a screen, the same bytes for ever."""

from typing import Any

from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import Figures, document
from pbm.reports.pdf.type import Theme, register_faces, theme


def render_pdf(
    report: Any,
    figures: Figures,
    paper: str = "a4",
    large: bool = False,
    saving: bool = False,
    fillable: bool = True,
) -> bytes:
    """A report, or a roundup: on A4 or Letter paper, in large print, or saving ink."""
    look = theme(paper, large, saving, fillable)
    pages = lay_out(report, figures, look)
    book = Book(look, pages.title, pages.subject, pages.language)
    book.add(pages)
    return book.finish()


def lay_out(report: Any, figures: Figures, look: Theme) -> Document:
    """The document that the game's template makes of a report or a roundup."""
    register_faces()
    kind = "roundup" if report.schema.startswith("pbm-roundup") else "report"
    return document(f"{report.masthead.ruleset}/pdf/{kind}.xml", look, figures, **{kind: report})
