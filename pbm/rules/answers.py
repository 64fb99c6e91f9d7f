"""What became of the lines of the sheets, whenever in the turn and in whatever order they were answered."""

from collections.abc import Iterable, Mapping

from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Sheet

BEST_FIRST: tuple[Outcome, ...] = ("ok", "partial", "not obeyed", "failed", "not needed", "void")


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """The one outcome of a line that was tried for several powers; void if for none."""
    return min(outcomes, key=BEST_FIRST.index, default="void")


def outcomes(
    journal: Iterable[Event], sheets: Mapping[str, Sheet], as_told: bool = False
) -> dict[str, dict[int, Outcome]]:
    """Of every line that was answered, by sheet and number; or what its player is told of it."""
    found: dict[str, dict[int, list[Outcome]]] = {player: {} for player in sheets}
    for event in journal:
        if isinstance(event, Answered) and event.sheet in found:
            found[event.sheet].setdefault(event.number, []).append(event.came if as_told else event.outcome)
    return {player: {number: together(each) for number, each in lines.items()} for player, lines in found.items()}
