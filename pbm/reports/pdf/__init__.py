"""The PDF form of a report or a roundup: beautiful on paper, searchable on a screen, the same bytes for ever."""

from importlib import import_module
from typing import Any

from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, register_faces, theme
from pbm.rulesets.contract import RULESETS


def render_pdf(
    report: Any,
    paper: str = "a4",
    large: bool = False,
    saving: bool = False,
    fillable: bool = True,
    game: str = "darkage",
) -> bytes:
    """A report, or a roundup: on A4 or Letter paper, in large print, or saving ink."""
    look = theme(paper, large, saving, fillable)
    pages = lay_out(report, look, game)
    book = Book(look, pages.title, pages.subject, pages.language)
    book.add(pages)
    return book.finish()


def lay_out(report: Any, look: Theme, game: str = "darkage") -> Document:
    """The document that the game's template makes of a report or a roundup."""
    register_faces()
    figures = import_module(f"{RULESETS[game]}.mapview").figures(report)
    kind = "roundup" if report.schema.startswith("pbm-roundup") else "report"
    return document(f"{game}/pdf/{kind}.xml", look, figures, **{kind: report})
