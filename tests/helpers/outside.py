"""The world outside a disk that fails: a clock that stands still, keys without chance, a post office, a typist.

It lives in the folder `outside`, whose steps are not counted: letters wait in `outside/Maildir`, and each mail that is
handed over lies in `outside/sent` by its name and how often it came, with a copy in the Maildir as proof.
"""

import datetime as dt
import os
import sys
from collections.abc import Iterable
from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace

OUTSIDE = "outside"
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
TYPED, COPY = "typed.txt", ".copy-"


class PostOffice:
    """Takes every mail; what it has taken it has for good, whatever becomes of the sender."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        pass

    def hand_over(self, content: bytes) -> None:
        id = str(message_from_bytes(content)["X-Pbm-Id"])
        sent = self.place / "sent"
        sent.mkdir(exist_ok=True)
        number = len(list(sent.glob(f"{id}.*"))) + 1
        (sent / f"{id}.{number}").write_bytes(content)
        (self.place / "Maildir" / "new" / f"{int(NOW.timestamp())}{COPY}{id}.{number}").write_bytes(content)

    def leave(self) -> None:
        pass


def arrange(folder: Path) -> None:
    """Give the process its clock, its keys, its post office and its typist."""
    from pbm.commands import clock
    from pbm.mail import smtp
    from pbm.office import round as rounds
    from pbm.record import signing

    clock.now = lambda: NOW
    vars(signing)["secrets"] = SimpleNamespace(token_bytes=bytes)
    for module in (smtp, rounds):
        vars(module)["postman"] = lambda outbox: PostOffice(folder / OUTSIDE)
    if (typed := folder / TYPED).exists():
        os.dup2(os.open(typed, os.O_RDONLY), 0)
        sys.stdin = os.fdopen(0, closefd=False)  # without what the one before had read ahead
