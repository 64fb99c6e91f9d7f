"""Early when all are in: a turn is adjudicated before its deadline if the game's calendar says so."""

import datetime as dt
from collections.abc import Iterator

from pbm.mail.absences import not_waited_for
from pbm.mail.sets import expected, senders
from pbm.mail.settings import dates
from pbm.reading.sheet import Filled
from pbm.reading.sheet_lines import entries
from pbm.reading.wishes import is_final
from pbm.record.game import Game

WHEN = {"in": "everybody's sheet is in", "final": "everybody's sheet is in and marked FINAL"}
"""What the turn waits for, by the calendar's `early`."""


def is_early(game: Game, turn: int, now: dt.datetime) -> bool:
    """Whether everybody who is not away has sent a sheet, and nobody wants to wait."""
    calendar = dates(game)
    if not calendar or calendar.early == "no":
        return False
    there, gone = senders(game, turn), not_waited_for(game, turn, now)
    waited_for = [power for power in expected(game, turn) if power in there or power not in gone]
    ready = finished(game, turn, needs_final=calendar.early == "final")
    return bool(there) and all(power in ready for power in waited_for)


def finished(game: Game, turn: int, needs_final: bool) -> set[str]:
    """The powers whose sheets are their last word."""
    said = {
        name.split(".")[0].upper(): is_final(entries(text.decode("utf-8-sig", "replace")))
        for name, text in game.sheets(turn).items()
    }
    return {power for power, final in said.items() if final or (final is None and not needs_final)}


def told(game: Game, filled: Filled) -> Iterator[str]:
    """What a receipt says about it, in a game that may be early."""
    calendar = dates(game)
    if not calendar or calendar.early == "no":
        if filled.final is not None:
            yield "FINAL and NOT YET change nothing in this game: turns are played at the deadline."
        return
    if filled.final or (filled.final is None and calendar.early == "in"):
        yield f"The turn is played as soon as {WHEN[calendar.early]}, even before the deadline."
    if filled.final:
        yield "Your sheet is marked FINAL. If you change your mind before then, send a new one."
    elif filled.final is None and calendar.early == "in":
        yield "If you want to wait for the deadline, send the sheet again with NOT YET on a line of its own."
    else:
        yield "Your sheet is not final, so the turn waits for the deadline."
        yield "If it is your last word, send it again with FINAL on a line of its own."
