"""Sends the mail in the outbox, so that nobody gets two copies and nobody is left out."""

import datetime as dt
import smtplib
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pbm.errors import GameError
from pbm.files import put
from pbm.log import did
from pbm.mail.addresses import address_then
from pbm.mail.limits import allowed, brake
from pbm.mail.outbox import EML, Outbox
from pbm.mail.servers import Server, password, server
from pbm.mail.sources import sources_of
from pbm.record.game import CONFIG
from pbm.rules.event import Count

PORTS = {"smtp": 587, "smtps": 465}
VARIABLE = "PBM_SMTP_PASSWORD"
TIMEOUT = 60
PAUSES = (2, 10, 30)
"""Seconds between attempts while mails are still queued."""
OK = 250
REFUSED = 500
SENDER = "the sender"
Clock = Callable[[], dt.datetime]


class Refused(Exception):
    """The server refuses this mail, for now or for good."""

    def __init__(self, code: int, words: bytes, whom: str = "") -> None:
        self.whom = whom
        """The refused recipient or sender; empty if the mail itself is refused."""
        self.words = f"{code} {words.decode(errors='replace')}".replace("\n", " ")
        self.for_good = code >= REFUSED
        super().__init__(self.words)


class Unreachable(Exception):
    """The server cannot be reached now."""


class Postman(Protocol):
    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        """Announce a mail; raises Refused if a recipient is refused, and then nothing has been sent."""

    def hand_over(self, content: bytes) -> None:
        """Send the announced mail. If this does not return, nobody knows whether the server accepted it."""

    def leave(self) -> None: ...


class Smtp:
    """A server reached over TLS; without TLS only on this machine."""

    def __init__(self, address: str) -> None:
        self.server: Server = server(address, PORTS)
        self._smtp: smtplib.SMTP | None = None

    def connect(self) -> smtplib.SMTP:
        try:
            return self.reach()
        except ssl.SSLCertVerificationError as error:
            raise GameError(f"{self.server.host} is not trusted, so nothing is sent: {error}.") from None

    def reach(self) -> smtplib.SMTP:
        place, context = self.server, ssl.create_default_context()
        if place.scheme == "smtps":
            return self.greet(smtplib.SMTP_SSL(place.host, place.port, timeout=TIMEOUT, context=context))
        smtp = smtplib.SMTP(place.host, place.port, timeout=TIMEOUT)
        smtp.ehlo()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=context)
        elif not place.loopback:
            smtp.close()
            raise GameError(f"{place.host} offers no STARTTLS, and mail is not sent unencrypted. Try smtps://.")
        return self.greet(smtp)

    def greet(self, smtp: smtplib.SMTP) -> smtplib.SMTP:
        smtp.ehlo()
        if self.server.user:
            try:
                smtp.login(self.server.user, password(VARIABLE, self.server))
            except smtplib.SMTPAuthenticationError:
                smtp.close()
                raise GameError(f"{self.server.host} refuses {self.server.user}: is {VARIABLE} right?") from None
        return smtp

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        try:
            self._smtp = self._smtp or self.connect()
            self.expect(self._smtp.mail(sender), SENDER)
            for recipient in recipients:
                self.expect(self._smtp.rcpt(recipient), recipient)
        except Refused:
            self.reset()
            raise
        except (smtplib.SMTPException, OSError) as error:
            self.leave()
            raise Unreachable(f"{self.server.host}:{self.server.port}: {error}") from None

    def hand_over(self, content: bytes) -> None:
        assert self._smtp
        try:
            self.expect(self._smtp.data(content))
        except smtplib.SMTPDataError as error:
            self.reset()
            said = error.smtp_error
            raise Refused(error.smtp_code, said.encode() if isinstance(said, str) else said) from None
        except (smtplib.SMTPException, OSError) as error:
            self.leave()
            raise Unreachable(f"{self.server.host}:{self.server.port}: {error}") from None

    def expect(self, answer: tuple[int, bytes], whom: str = "") -> None:
        code, words = answer
        if code not in (OK, OK + 1):
            raise Refused(code, words, whom)

    def reset(self) -> None:
        if self._smtp:
            with suppress(smtplib.SMTPException, OSError):
                self._smtp.rset()

    def leave(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp:
            with suppress(smtplib.SMTPException, OSError):
                smtp.quit()


@dataclass
class Round:
    """The mails of a run by outcome."""

    sent: list[str] = field(default_factory=list)
    proved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    trouble: str = ""
    unreachable: bool = False
    """Whether the trouble is that the server could not be reached, or left."""
    held: str = ""
    """Why the brake is on, if it is."""


def postman(outbox: Outbox) -> Smtp:
    if not outbox.post.smtp:
        raise GameError(
            f'{CONFIG} names no mail server: add [mail] smtp = "smtp://user@host:587", or use --eml DIR to '
            "write the mails as files."
        )
    return Smtp(outbox.post.smtp)


def send(
    outbox: Outbox, by: Postman, clock: Clock, sleep: Callable[[float], object], without_brake: bool = False
) -> Round:
    """Send the queued mail that may go out now, with pauses between attempts while some of it is still queued."""
    done = Round()
    with outbox.alone():
        for pause in (*PAUSES, None):
            settle_doubts(outbox, clock(), done)
            done.held = "" if without_brake else done.held or brake(outbox)
            one_round(outbox, by, clock, done)
            if pause is None or not allowed(outbox, clock(), bool(done.held)):
                break
            sleep(pause)
    if done.sent or done.failed:
        did(outbox.game.name, f"{Count(len(done.sent)):mail/mails} sent, {len(done.failed)} refused")
    return done


def one_round(outbox: Outbox, by: Postman, clock: Clock, done: Round) -> None:
    done.trouble, done.unreachable = "", False
    try:
        for id in allowed(outbox, clock(), bool(done.held)):
            send_one(outbox, by, id, clock, done)
    except Unreachable as error:
        done.trouble, done.unreachable = str(error), True
    finally:
        by.leave()


def send_one(outbox: Outbox, by: Postman, id: str, clock: Clock, done: Round) -> None:
    content, player, copy = outbox.path(id).read_bytes(), outbox.recipient(id), outbox.post.copy_to
    try:
        by.offer(outbox.post.address, [player, copy] if copy else [player])
        outbox.note(id, clock(), "trying")
        by.hand_over(content)
    except Refused as error:
        refuse_our_own_fault(outbox, error)
        outbox.note(id, clock(), "failed" if error.for_good else "deferred", error.words)
        if error.for_good:
            done.failed.append(id)
        else:
            done.trouble = error.words
    else:
        outbox.note(id, clock(), "sent")
        done.sent.append(id)


def refuse_our_own_fault(outbox: Outbox, error: Refused) -> None:
    """Stop if the fault is ours, because it would make every mail fail."""
    if error.for_good and error.whom and error.whom == outbox.post.copy_to:
        raise GameError(f"The server refuses mail for [mail] copy_to = {error.whom}: {error.words}")
    if error.for_good and error.whom == SENDER:
        raise GameError(f"The server refuses mail from {outbox.post.address}: {error.words}")


def settle_doubts(outbox: Outbox, now: dt.datetime, done: Round) -> None:
    """Find out whether an interrupted mail was accepted: if so, its copy is in our own inbox."""
    doubts = outbox.doubtful()
    proofs = came_back(outbox, {outbox.message_id(note.id) for note in doubts}) if doubts else set()
    patience = dt.timedelta(seconds=outbox.post.doubt_seconds if outbox.post.copy_to else 0)
    for note in doubts:
        if outbox.message_id(note.id) in proofs:
            outbox.note(note.id, now, "proved")
            done.proved.append(note.id)
        elif now - note.at >= patience:
            outbox.note(note.id, now, "deferred", "its sending was interrupted, and no copy came back")


def came_back(outbox: Outbox, message_ids: set[str]) -> set[str]:
    if not outbox.post.copy_to:
        return set()
    return {found for place in sources_of(outbox.game) for found in place.holds(message_ids)}


def write_out(outbox: Outbox, folder: Path, clock: Clock) -> list[str]:
    """Write all queued mail as files to be sent by hand; they count as sent."""
    with outbox.alone():
        waiting = outbox.waiting(clock())
        for id in waiting:
            put(folder / (id + EML), outbox.path(id).read_bytes(), private=True)
            outbox.note(id, clock(), "written", str(folder))
    return waiting


def retry_failed(outbox: Outbox, now: dt.datetime) -> None:
    """Queue failed mails again, each to the present address of the player it was for, whoever has the power now."""
    with outbox.alone():
        for note in outbox.failed():
            if to := address_then(outbox.game, note.id):
                outbox.readdress(note.id, to)
            outbox.note(note.id, now, "deferred", "to be tried again")
