"""What happens on the field is seen by both sides [3.5]."""

from collections.abc import Iterator
from functools import partial

from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Refusal
from pbm.rulesets.tours.forces import SIDES


class Seen(Event, frozen=True):
    """An event that both sides are told of."""

    parties = ()

    def known_to(self) -> tuple[str, ...]:
        return SIDES


def lines_of(turn: Turn, side: str) -> list[Line]:
    """The lines of a sheet in their order."""
    sheet = turn.sheets.get(side)
    return [line for _, line in sorted(sheet.lines.items())] if sheet else []


def answered(side: str, line: Line, *refusals: Refusal | None, outcome: Outcome | None = None) -> Answered:
    """The answer to a line: done, unless there are reasons against it."""
    reasons = tuple(reason for reason in dict.fromkeys(refusals) if reason)
    return Answered(side, side, line.number, line.text, outcome or ("failed" if reasons else "ok"), reasons)


def each_unread(turn: Turn) -> Iterator[Answered]:
    """Lines that could not be read fail at once."""
    for side in SIDES:
        told = partial(answered, side)
        yield from (told(line, line.refusal) for line in lines_of(turn, side) if line.refusal)
