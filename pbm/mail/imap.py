"""An IMAP folder, over TLS only."""

import datetime as dt
import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from pbm.errors import GameError
from pbm.mail.inbox import Delivery
from pbm.mail.servers import Server, password, server
from pbm.mail.settings import Post
from pbm.mail.sources import Known

PORTS = {"imaps": 993, "imap": 143}
VARIABLE = "PBM_IMAP_PASSWORD"
FETCH = "(BODY.PEEK[] INTERNALDATE)"
UID_MILLIONTHS = 1_000_000
TIMEOUT = 60


class Imap:
    """`imaps://` uses TLS from the start, `imap://` switches to TLS before logging in."""

    def __init__(self, address: str, post: Post) -> None:
        self.server: Server = server(address, PORTS)
        self.folder = self.server.path or "INBOX"
        self.post = post

    @contextmanager
    def box(self) -> Iterator[Any]:
        """Open the folder; errors of the network or the server become clear messages."""
        tools, word = imap_tools(), password(VARIABLE, self.server)
        kind = tools.MailBox if self.server.scheme == "imaps" else tools.MailBoxStartTls
        try:
            box = kind(self.server.host, self.server.port, timeout=TIMEOUT, ssl_context=ssl.create_default_context())
            try:
                yield able(box.login(self.server.user, word, self.folder))
            finally:
                close(box)
        except tools.MailboxLoginError:
            raise GameError(f"{self.server.host} refuses {self.server.user}: is {VARIABLE} right?") from None
        except (tools.ImapToolsError, imaplib.IMAP4.error, OSError) as error:
            raise GameError(
                f"{self.server.host} ({self.folder}): {error}. Nothing is lost: letters that were not stored are "
                "still there. Try again later."
            ) from None

    def letters(self, known: Known) -> Iterator[Delivery]:
        with self.box() as box:
            validity = box.folder.status(self.folder, ["UIDVALIDITY"])["UIDVALIDITY"]
            for uid in sorted(box.uids(), key=int):
                place = f"imap:{self.server.user}@{self.server.host}/{self.folder};{validity};{uid}"
                if not known(place) and (fetched := fetch(box, uid)):
                    yield Delivery(*fetched, place, partial(self.release, box, uid))

    def release(self, box: Any, uid: str) -> None:
        if self.post.after == "move":
            if not box.folder.exists(self.post.moved_to):
                box.folder.create(self.post.moved_to)
            box.move(uid, self.post.moved_to)
        elif self.post.after == "delete":
            box.client.uid("STORE", uid, "+FLAGS", r"(\Deleted)")
            if "UIDPLUS" in box.client.capabilities:  # else they stay marked: EXPUNGE could delete others'
                box.client.uid("EXPUNGE", uid)

    def holds(self, message_ids: set[str]) -> set[str]:
        with self.box() as box:
            return {name for name in message_ids if box.uids(f'HEADER Message-ID "{name}"')}


def imap_tools() -> Any:
    try:
        import imap_tools
    except ImportError:
        raise GameError("To read an IMAP folder install the mail extra: pip install 'pbm[mail]'.") from None
    return imap_tools


def able(box: Any) -> Any:
    """Open the folder and ask for capabilities again: many servers list them only after login."""
    _, said = box.client.capability()
    box.client.capabilities = tuple(said[-1].decode().upper().split())
    return box


def close(box: Any) -> None:
    try:
        box.logout()
    except Exception:  # the connection may be closed already, and the logout does not matter
        box.client.shutdown()


def fetch(box: Any, uid: str) -> tuple[bytes, dt.datetime] | None:
    """The bytes of a letter, and when it arrived at the server; None if it is no longer there."""
    status, parts = box.client.uid("FETCH", uid, FETCH)
    found = [part for part in parts if isinstance(part, tuple)]
    if status != "OK" or not found:
        return None
    tail = b" ".join(part for part in parts if isinstance(part, bytes))
    return found[0][1], arrival(found[0][0] + b" " + tail, int(uid))


def arrival(said: bytes, uid: int) -> dt.datetime:
    """The server's time of arrival; letters of the same second stay in the order of their UIDs."""
    match = re.search(rb'INTERNALDATE "([^"]+)"', said)
    if not match:
        raise GameError("The IMAP server does not say when a letter arrived.")
    moment = dt.datetime.strptime(match[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z")
    return moment.astimezone(dt.UTC).replace(microsecond=uid % UID_MILLIONTHS)
