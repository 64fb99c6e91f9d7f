"""One run at a time: a second one, which cron began while the first still works, does nothing."""

import datetime as dt
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pbm.errors import GameError
from pbm.files import alone, put_json, read_json
from pbm.office.credits import office

SINCE = "since.json"
LONG = dt.timedelta(hours=1)
"""After so much time a run that is still at work is perhaps stuck."""


class OtherRun(GameError):
    """Another run is at work."""

    def __init__(self, since: dt.datetime, now: dt.datetime) -> None:
        self.is_stuck = now - since > LONG
        stuck = f" It began at {since:%Y-%m-%d %H:%M} UTC: if it is stuck, end its process." if self.is_stuck else ""
        super().__init__(f"Another run is at work on these games, so this one has done nothing.{stuck}")


@contextmanager
def one_run(games: Path, now: dt.datetime) -> Iterator[None]:
    """The lock of a run; the system releases it when the process ends."""
    place = office(games) / "run"
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(place, ""))
        except GameError:
            raise OtherRun(read_json(place / SINCE, dt.datetime, now, "Delete it."), now) from None
        put_json(place / SINCE, now)
        yield
