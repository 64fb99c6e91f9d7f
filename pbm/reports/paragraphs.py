"""Links from reports and receipts to the paragraphs of a rulebook on the web."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import escape

ON_A_PAGE = re.compile(r'(<(?:span|td) class="rule">\[?)([^\s\[\]<>&,]+)(?=\]?</)')
ON_PAPER = re.compile(r"(<s>)([^\s<>&,]+)(?=[<,])")
"""Where the templates write the number of a paragraph; players' own words are escaped, and cannot look like this."""


@dataclass(frozen=True)
class Paragraphs:
    """The rulebook of a game on the web, where each paragraph's number is its anchor."""

    url: str
    numbers: Collection[str]

    def on_page(self, html: str) -> str:
        return ON_A_PAGE.sub(lambda found: self.linked(found, "href"), html)

    def on_paper(self, markup: str) -> str:
        return ON_PAPER.sub(lambda found: self.linked(found, "to"), markup)

    def linked(self, found: re.Match[str], attribute: str) -> str:
        before, number = found[1], found[2]
        if number not in self.numbers:
            return found[0]
        return f'{before}<a {attribute}="{escape(self.url)}#{number}">{number}</a>'
