"""The PDF form of Dark Age's reports, with their pictures."""

from typing import Any

from pbm.reports import pdf
from pbm.reports.pdf.book import Document
from pbm.reports.pdf.type import Theme
from pbm.rulesets.darkage.mapview import figures


def render_pdf(report: Any, *look: Any, **more: Any) -> bytes:
    return pdf.render_pdf(report, figures(report), *look, **more)


def lay_out(report: Any, look: Theme) -> Document:
    return pdf.lay_out(report, figures(report), look)
