"""FOR ANY: a line that is tried for several powers has one outcome of all the tries [H3]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event, Outcome
from pbm.rulesets.twilight.sheet import Papers, Tried, answer, everyone

BEST: tuple[Outcome, ...] = ("ok", "failed", "void")


def settled(turn: Turn) -> Iterator[Event]:
    """The one answer to every line that was tried."""
    tries = [event for event in turn.journal if isinstance(event, Tried)]
    for paper in everyone(turn):
        yield from answers(paper, [event for event in tries if event.sheet == paper.seat])


def answers(paper: Papers, tries: list[Tried]) -> Iterator[Event]:
    for line in paper.any:
        found = [event for event in tries if event.number == line.number]
        outcome = next((word for word in BEST for event in found if event.outcome == word), None)
        if outcome:
            reasons = [reason for event in found if event.outcome == outcome for reason in event.refusals]
            yield answer(paper, paper.seat, line, outcome, *reasons)
