"""The PDF form of Dark Age's reports, with their pictures."""

from typing import Any

from pbm.reports import Report, Roundup, paper
from pbm.reports.pdf.book import Document
from pbm.reports.pdf.type import Theme
from pbm.rulesets.darkage.map import DATA


def render_pdf(told: Report | Roundup, *look: Any, **more: Any) -> bytes:
    return paper.render_pdf(told, DATA, *look, **more)


def lay_out(told: Report | Roundup, look: Theme) -> Document:
    return paper.lay_out(told, DATA, look)
