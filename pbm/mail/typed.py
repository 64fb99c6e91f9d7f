"""A sheet that the game master has written down whole: filed as if it had been typed in line by line."""

import datetime as dt

from pbm.errors import GameError
from pbm.mail.counter import Counter, open_counter
from pbm.mail.inbox import Arrival
from pbm.mail.intake import enter
from pbm.mail.neighbours import MOST_AHEAD
from pbm.reading.sheet_lines import HEADINGS, entries
from pbm.record.game import Game


def file_typed(
    game: Game, power: str, text: str, now: dt.datetime, arrived: dt.datetime | None = None, turn: int | None = None
) -> Arrival:
    """File a sheet; what it says of game, turn, power and code is left out, because the game master vouches for it."""
    counter = open_counter(game, now)
    number = turn or counter.turn
    refuse_strange(counter, power, number)
    if arrived and arrived > now:
        raise GameError(f"The sheet cannot have arrived on {arrived:%Y-%m-%d %H:%M}: that is in the future.")
    return enter(game, power, as_sheet(counter, power, number, text), arrived or now, now)


def refuse_strange(counter: Counter, power: str, number: int) -> None:
    """Check that a sheet of that power and turn may come in."""
    named, there = counter.game.named, counter.expected.in_play
    if power not in there:
        raise GameError(f"{power} cannot give orders. Use one of {', '.join(there)}.")
    if not counter.turn - 1 <= number <= counter.turn + MOST_AHEAD:
        raise GameError(
            f"You can enter sheets for {named(counter.turn)}, late ones for {named(counter.turn - 1)}, "
            f"and in advance up to {named(counter.turn + MOST_AHEAD)}."
        )


def as_sheet(counter: Counter, power: str, number: int, text: str) -> str:
    lines = [entry.raw for entry in entries(text) if entry.kind not in (*HEADINGS, "end")]
    if not any(line.strip() for line in lines):
        raise GameError("There is nothing on the sheet. A sheet that gives no orders says PASS.")
    code = counter.expected.code(min(number, counter.turn), power)
    head = [f"Game: {counter.game.name}", f"Turn: {counter.game.called(number)}"]
    head += [f"{counter.expected.power.capitalize()}: {power}", f"Code: {code}"]
    return "\n".join([*head, *lines, "End", ""])
