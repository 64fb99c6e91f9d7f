"""The map of a report as a file of its own: for players who ask for it, and for those whose report has none in it."""

import msgspec

from pbm.mail.compose import Attachment
from pbm.office.issue import Issue, as_pdf
from pbm.office.report_mail import file_name
from pbm.record.game import Game
from pbm.reports import Report
from pbm.reports.sections import Map

PDF = "application/pdf"
WITHOUT_MAP = ("text", "json")
"""The forms of a report that cannot show one."""


def map_attached(
    game: Game, turn: int, made: Issue, report: Report | None, large: bool = False
) -> tuple[Attachment, ...]:
    """The private and the public map of a turn in one PDF; nothing if there is none."""
    own, shared = tuple(report.of(Map)) if report else (), tuple(made.roundup.of(Map))
    if not report or not (own or shared):
        return ()
    public = msgspec.structs.replace(report.roundup, sections=shared)
    drawn = msgspec.structs.replace(report, sections=own, roundup=public)
    return (Attachment(f"{file_name(game, turn)}-map.pdf", as_pdf(made.ruleset, drawn, large=large), PDF),)
