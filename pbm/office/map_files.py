"""Maps as files of their own: that of a report, for players who ask for it or whose report has none in it, and the
public one of a turn."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.mail.compose import Attachment
from pbm.office.issue import Issue, as_pdf, issue
from pbm.office.report_mail import file_name
from pbm.record.game import Game
from pbm.reports import Report
from pbm.reports.sections import Map
from pbm.rules.turn_names import filed

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


def draw_turn(game: Game, turn: int, out: Path, formats: Sequence[str], saving: bool = False) -> list[Path]:
    """Every whole map of the roundup, as everyone may see it."""
    from pbm.maps.writers.drawing import WRITERS  # slow to import, and letters need neither
    from pbm.reports.figures import scene

    made = issue(game, turn, keep=False)
    maps = [one for one in made.roundup.of(Map) if not (one.whole or one.part)]
    if not maps:
        raise GameError(f"The roundup of {game.name} has no map of {game.named(turn)}.")
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for number, section in enumerate(maps):
        title = f"{made.ruleset.title}, {game.name}: {section.title}"
        picture = scene(section, made.ruleset.data, title, saving)
        for kind in formats:
            mark = f"-{section.key}" if number else ""
            written.append(out / f"{game.name}-{filed(game.called(turn))}-map{mark}.{kind.lower()}")
            WRITERS[kind.lower()](picture, written[-1])
    return written
