"""The HTML form: one file that needs nothing else, reads well on a phone, and has a dark mode."""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from markupsafe import Markup

from pbm.reports import Report, Roundup
from pbm.reports.charts import as_svg
from pbm.reports.forms import environment
from pbm.reports.layout import bands, laid, shown
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.sections import AnySection, Chart, Map

FONTS = (
    ("Alegreya", "normal", "400", "serif"),
    ("Alegreya", "normal", "700", "serif-bold"),
    ("Alegreya", "italic", "400", "serif-italic"),
    ("Fira Sans Condensed", "normal", "400", "sans"),
    ("Fira Sans Condensed", "normal", "700", "sans-bold"),
)
"""The faces of a page: family, style, weight, and the face they are made from."""
LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "‐–—‘’“”„†•…‹›−·☐→▲▼✕"
"""The letters of the languages of Europe in Latin letters, and our signs: for pages on which more may be written."""
NO_FONTS = "/* fonts */"
"""Where the template has room for them."""
TEXT = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)


def render_html(told: Report | Roundup, data: Path | None = None, book: Paragraphs | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; with the maps and the faces if `data`, the game's folder, is
    given, and with links to its rulebook if that is on the web."""
    sections = [section for section in shown(told) if data or not isinstance(section, Map)]
    drawings = {section.key: Markup(drawing) for section, drawing in drawn(sections, data, told.masthead.who)}
    page = (
        environment(True)
        .get_template("report/page.html.j2")
        .render(
            head=told.masthead,
            over=bool(isinstance(told, Report) and told.ending),
            parts=list(laid(sections)),
            bands=list(bands(sections)),
            drawings=drawings,
            arms=Markup(arms_of(told, data)),
            lands=Markup("\n".join(lands(sections, data))),
        )
    )
    page = with_fonts(page) if data else page.replace(NO_FONTS, "")
    return book.on_page(page) if book else page


def drawn(sections: list[AnySection], data: Path | None, who: str) -> Iterator[tuple[AnySection, str]]:
    for section in sections:
        if isinstance(section, Chart):
            yield section, as_svg(section, who)
        elif isinstance(section, Map) and data:
            from pbm.reports.figures import map_on_page

            yield section, map_on_page(section, data, who)


def lands(sections: list[AnySection], data: Path | None) -> Iterator[str]:
    """What lies under the maps of areas."""
    maps = [section for section in sections if isinstance(section, Map)]
    if maps and data:
        from pbm.reports.figures import lands_on_page

        yield from lands_on_page(maps, data)


def arms_of(told: Report | Roundup, data: Path | None) -> str:
    if not data or not told.masthead.who:
        return ""
    from pbm.reports.figures import arms_as_svg

    return arms_as_svg(shown(told), data, told.masthead.who)


def with_fonts(page: str) -> str:
    """The page with its faces in it, each with no more letters than the page has."""
    letters = "".join(sorted({*unescape(TEXT.sub("", page))} - {"\n"}))
    return page.replace(NO_FONTS, faces(letters), 1)


def faces(letters: str) -> str:
    """The faces with these letters, for a stylesheet."""
    from pbm.maps.letters.webfont import webfont

    rules = [
        f"@font-face{{font-family:{family!r};font-style:{style};font-weight:{weight};"
        f"src:url(data:font/woff;base64,{b64encode(webfont(face, letters)).decode()}) format('woff')}}"
        for family, style, weight, face in FONTS
    ]
    return "\n".join(rules)
