"""What happens on the field is seen by both sides [3.5]."""

from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Refusal
from pbm.rulesets.tours.forces import SIDES


class Seen(Event, frozen=True):
    """An event that both sides are told of."""

    parties = ()

    def known_to(self) -> tuple[str, ...]:
        return SIDES


def answered(side: str, line: Line, *refusals: Refusal | None, outcome: Outcome | None = None) -> Answered:
    """The answer to a line: done, unless there are reasons against it."""
    reasons = tuple(reason for reason in dict.fromkeys(refusals) if reason)
    return Answered(side, side, line.number, line.text, outcome or ("failed" if reasons else "ok"), reasons)
