"""What a report tells a player whose orders did not come: that the computer played, and what happens next."""

from collections.abc import Iterator
from typing import Any

from pbm.reports import Frame
from pbm.reports.sections import Notice
from pbm.rules.roster import DROPOUT_AFTER, ComputerPlayed, DroppedOut, PlayedWhileAway, TurnMissed
from pbm.rules.sight import View
from pbm.rules.votes import PlayerConceded

AWAY = "You were away, and the computer played for you. The turn does not count as missed."


def has_dropped(view: View) -> bool:
    """Whether they lost the power in the turn, whoever has it now."""
    return befell(view, DroppedOut, PlayerConceded)


def has_conceded(view: View) -> bool:
    return befell(view, PlayerConceded)


def has_written(view: View) -> bool:
    """Whether the lines of the turn are the player's own, and not the computer's."""
    return not befell(view, ComputerPlayed)


def befell(view: View, *kinds: type[ComputerPlayed | DroppedOut | PlayerConceded]) -> bool:
    return any(isinstance(event, kinds) and event.who == view.who for event in view.events)


def told_of_missing(world: Any, view: View, frame: Frame, seated: bool = False, over: bool = False) -> Iterator[Notice]:
    """In the brief of whoever sent no orders for the turn; `seated` if the power has a player again since, `over` if
    nothing comes of it any more."""
    for event in view.events:
        if isinstance(event, TurnMissed) and event.who == view.who:
            then = "" if seated or over else threat(world, event.missed)
            yield Notice("missed", f"{missed(event.missed, seated)}{then}", "warning")
        elif isinstance(event, PlayedWhileAway) and event.who == view.who:
            yield Notice("away", AWAY, "warning")
    if seated or over:
        return
    if has_conceded(view):
        yield Notice(
            "conceded", "You have conceded: this is your last report. The computer plays on for you.", "warning"
        )
    elif has_dropped(view):
        by_post = ", ".join(frame.post_to)
        where = ", or by post to ".join(filter(None, [frame.orders_to, by_post]))
        back = f"write to {where}" if where else "write to the game master"
        again = "while nobody else has your place, the game master can give it back to you"
        yield Notice("dropped", f"So you no longer play here. If you want to come back, {back}: {again}.", "warning")


def missed(count: int, seated: bool = False) -> str:
    """Whoever has the seat since may be somebody else."""
    often = f" for {count} turns in a row" if count > 1 else ""
    if seated:
        return f"No orders came for this seat{often}, and the computer played."
    return f"No orders came from you{often}, and the computer played for you."


def threat(world: Any, count: int) -> str:
    """What happens if no orders come once more."""
    left = getattr(getattr(world, "settings", None), "dropout_after", DROPOUT_AFTER) - count
    more = "one more turn" if left == 1 else f"{left} more turns"
    return f" If you miss {more} in a row, you lose your place in the game." if left > 0 else ""
