"""FOR ANY: a line that is tried for several powers has one outcome of all the tries [H3]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, Outcome
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.sheet import Papers, answer, everyone

BEST: tuple[Outcome, ...] = ("ok", "failed", "void")


class Tried(Event, frozen=True):
    """A line of a FOR ANY block comes up for one power."""

    sheet: str
    who: Power
    number: int
    order: str
    outcome: Outcome
    refusals: tuple[Refusal, ...] = ()
    text: ClassVar = "{number}. {order}, for {who}: {outcome}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        reasons = "; ".join(f"{refusal.text} [{refusal.rule}]" for refusal in self.refusals)
        return super().worded(names, public) + (f", {reasons}" if reasons else "")


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
