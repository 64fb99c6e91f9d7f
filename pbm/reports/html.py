"""The HTML form: one file that needs nothing else, reads well on a phone, and has a dark mode."""

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from pbm.reports import Report, Roundup
from pbm.reports.charts import as_svg
from pbm.reports.forms import environment
from pbm.reports.layout import laid, shown
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.sections import AnySection, Chart, Map


def render_html(told: Report | Roundup, data: Path | None = None, book: Paragraphs | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; with the maps if `data`, the game's folder, is given, and
    with links to its rulebook if that is on the web."""
    sections = [section for section in shown(told) if data or not isinstance(section, Map)]
    page = (
        environment(True)
        .get_template("report/page.html.j2")
        .render(
            head=told.masthead,
            over=bool(isinstance(told, Report) and told.ending),
            parts=list(laid(sections)),
            drawings={section.key: Markup(drawing) for section, drawing in drawn(sections, data, told.masthead.who)},
        )
    )
    return book.on_page(page) if book else page


def drawn(sections: list[AnySection], data: Path | None, who: str) -> Iterator[tuple[AnySection, str]]:
    for section in sections:
        if isinstance(section, Chart):
            yield section, as_svg(section, who)
        elif isinstance(section, Map) and data:
            from pbm.reports.figures import map_as_svg

            yield section, map_as_svg(section, data)
