"""The book on paper and as a page: the same content gives the same bytes."""

from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from pbm.reports import Masthead
from pbm.reports.figures import figures
from pbm.reports.forms import environment
from pbm.reports.html import drawn, lands, with_fonts
from pbm.reports.pdf.book import Book, Document, pages
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, theme
from pbm.rulebook.blocks import Volume

BODY = 9.5
"""The size of type for reading, in points: larger than in a report."""


def head(book: Volume) -> Masthead:
    """What the templates of sections are given."""
    return Masthead(ruleset=book.ruleset, title=book.title, turn=0, coming=1)


def render_pdf(book: Volume, data: Path, paper: str = "a4", large: bool = False) -> bytes:
    """Laid out twice: the first time to learn on which pages the chapters begin."""
    look = theme(paper, large) if large else replace(theme(paper), body=BODY)
    sheets = pages(lay_out(book, data, look, {}), look)
    found = {name: number for number, sheet in enumerate(sheets, 1) for name, _ in sheet.names}
    made = lay_out(book, data, look, found)
    bound = Book(look, made.title, made.subject, made.language)
    bound.add(made)
    return bound.finish()


def lay_out(book: Volume, data: Path, look: Theme, numbers: dict[str, int]) -> Document:
    """The document; `numbers` are the pages of its places, once they are known."""
    drawings = figures(book.sections(), data)
    return document("rulebook/book.xml", look, drawings, book=book, head=head(book), numbers=numbers)


def render_html(book: Volume, data: Path, home: tuple[str, str] | None = None) -> str:
    """`home` is the address and the name of the site that the book is a page of."""
    sections = list(book.sections())
    drawings = {section.key: Markup(drawing) for section, drawing in drawn(sections, data, "")}
    under = Markup("\n".join(lands(sections, data)))
    page = environment(True).get_template("rulebook/page.html.j2")
    return with_fonts(page.render(book=book, head=head(book), drawings=drawings, lands=under, home=home))
