"""Nobody gets two copies and nobody is left out; headers cannot be injected."""

import datetime as dt
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.errors import GameError
from pbm.mail import smtp as smtp_module
from pbm.mail.compose import Attachment, Mail, header
from pbm.mail.outbox import JOURNAL, Outbox, mail_id
from pbm.mail.smtp import Refused, Smtp, Unreachable, postman, retry_failed, send, write_out
from tests.helpers.posting import MONDAY, SETTINGS, mail_game
from tests.helpers.servers import free_ports

COPIES = SETTINGS.replace("[calendar]", 'copy_to = "orders+sent@example.org"\n[calendar]')
ANSWERS = ("taken", "taken and killed", "killed", "taken and cut off", "cut off", "busy", "unreachable")


class Killed(BaseException):
    """The process is gone: nothing catches this."""


class Server:
    """A mail server and the way to it: takes each mail, or fails in the way that is next on its list."""

    def __init__(self, fates: Iterable[str] = ()) -> None:
        self.fates = list(fates)
        self.taken: Counter[str] = Counter()
        self.offered: list[str] = []

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        self.offered = list(recipients)
        if self.fates[:1] == ["unreachable"]:
            self.fates.pop(0)
            raise Unreachable("no route")
        if "gone@example.org" in self.offered:
            raise Refused(550, b"no such user")

    def hand_over(self, content: bytes) -> None:
        fate = self.fates.pop(0) if self.fates else "taken"
        if fate == "busy":
            raise Refused(451, b"try again later")
        if fate.startswith("taken"):
            self.taken[str(message_from_bytes(content)["Message-ID"]).strip()] += 1
        if fate.endswith("killed"):
            raise Killed
        if fate.endswith("cut off"):
            raise Unreachable("connection lost")

    def leave(self) -> None:
        pass


class Clock:
    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> dt.datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += dt.timedelta(seconds=seconds)


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(mail_game(tmp_path))


KEPT: dict[str, Outbox] = {}


def one_outbox(tmp_path_factory: pytest.TempPathFactory, settings: str = SETTINGS) -> Outbox:
    """An empty outbox; its game is set up once."""
    if settings not in KEPT:
        KEPT[settings] = Outbox(mail_game(tmp_path_factory.mktemp("outbox"), settings=settings))
    shutil.rmtree(KEPT[settings].folder, ignore_errors=True)
    return KEPT[settings]


def fill(outbox: Outbox, number: int, to: str = "mercia@example.org") -> set[str]:
    """Queue some mails; the Message-IDs under which they will arrive."""
    ids = [outbox.queue(1, "MER", f"report-{each}", Mail("Report", "text\n"), to, MONDAY) for each in range(number)]
    return {outbox.message_id(id) for id in ids}


def parsed(outbox: Outbox, id: str) -> EmailMessage:
    message = message_from_bytes(outbox.path(id).read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_what_is_queued_twice_is_one_mail(outbox: Outbox) -> None:
    first = outbox.queue(1, "MER", "report", Mail("Report", "first\n"), "mercia@example.org", MONDAY)
    again = outbox.queue(1, "MER", "report", Mail("Report", "second\n"), "mercia@example.org", MONDAY)
    assert first == again == "001-MER-report"
    assert parsed(outbox, first).get_content() == "first\r\n"


def test_what_is_sent_is_not_sent_again(outbox: Outbox) -> None:
    server, clock = Server(), Clock()
    wanted = fill(outbox, 3)
    assert len(send(outbox, server, clock, clock.sleep).sent) == 3
    assert send(outbox, server, clock, clock.sleep).sent == []
    fill(outbox, 3)
    assert send(outbox, server, clock, clock.sleep).sent == []
    assert server.taken == Counter(wanted)


def test_a_failed_address_is_reported_and_does_not_stop_the_others(outbox: Outbox) -> None:
    server, clock = Server(), Clock()
    outbox.queue(1, "KNT", "report", Mail("Report", "text\n"), "gone@example.org", MONDAY)
    fill(outbox, 2)
    done = send(outbox, server, clock, clock.sleep)
    assert (len(done.sent), done.failed) == (2, ["001-KNT-report"])
    assert [note.words for note in outbox.failed()] == ["550 no such user"]
    assert outbox.waiting() == []


def test_a_failed_mail_goes_to_the_address_the_player_has_now(outbox: Outbox) -> None:
    server, clock = Server(), Clock()
    outbox.queue(1, "MER", "report", Mail("Report", "text\n"), "gone@example.org", MONDAY)
    send(outbox, server, clock, clock.sleep)
    retry_failed(outbox, MONDAY)
    assert outbox.recipient("001-MER-report") == "mercia@example.org"
    assert send(outbox, server, clock, clock.sleep).sent == ["001-MER-report"]
    assert parsed(outbox, "001-MER-report").get_content() == "text\r\n"


def test_a_busy_server_is_tried_again_after_a_pause(outbox: Outbox) -> None:
    server, clock = Server(["busy", "taken", "unreachable"]), Clock()
    wanted = fill(outbox, 2)
    assert len(send(outbox, server, clock, clock.sleep).sent) == 2
    assert clock.now > MONDAY
    assert server.taken == Counter(wanted)


def test_a_server_out_of_reach_leaves_everything_waiting(outbox: Outbox) -> None:
    clock = Clock()
    fill(outbox, 2)
    done = send(outbox, Server(["unreachable"] * 9), clock, clock.sleep)
    assert done.trouble == "no route"
    assert len(outbox.waiting()) == 2


def test_a_copy_that_came_back_proves_the_sending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outbox, server, clock = Outbox(mail_game(tmp_path, settings=COPIES)), Server(["taken and cut off"]), Clock()
    wanted = fill(outbox, 1)
    monkeypatch.setattr(smtp_module, "came_back", lambda outbox, ids: ids & set(server.taken))
    send(outbox, server, clock, clock.sleep)
    assert server.offered == ["mercia@example.org", "orders+sent@example.org"]
    assert send(outbox, server, clock, clock.sleep).proved == ["001-MER-report-0"]
    assert server.taken == Counter(wanted)


def test_a_doubtful_mail_is_not_sent_again_before_its_copy_had_time_to_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, server, clock = Outbox(mail_game(tmp_path, settings=COPIES)), Server(["cut off"]), Clock()
    fill(outbox, 1)
    monkeypatch.setattr(smtp_module, "came_back", lambda outbox, ids: set())
    send(outbox, server, clock, clock.sleep)
    send(outbox, server, clock, clock.sleep)
    assert len(outbox.doubtful()) == 1
    clock.sleep(600)
    assert send(outbox, server, clock, clock.sleep).sent == ["001-MER-report-0"]
    assert server.taken.total() == 1


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(ANSWERS), max_size=40), st.booleans())
def test_whatever_happens_each_mail_is_taken_once(
    tmp_path_factory: pytest.TempPathFactory, fates: list[str], copies: bool
) -> None:
    outbox, server, clock = one_outbox(tmp_path_factory, COPIES if copies else SETTINGS), Server(fates), Clock()
    wanted = fill(outbox, 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smtp_module, "came_back", lambda outbox, ids: ids & set(server.taken) if copies else set())
        patch.setattr(os, "fsync", lambda handle: None)
        while outbox.waiting() or outbox.doubtful():
            clock.sleep(900)
            with suppress(Killed):
                send(outbox, server, clock, clock.sleep)
    assert set(server.taken) == wanted
    lost_answers = sum(fate in ("taken and killed", "taken and cut off") for fate in fates)
    assert server.taken.total() - len(wanted) <= (0 if copies else lost_answers)


def test_a_line_cut_short_by_a_crash_is_taken_off(outbox: Outbox) -> None:
    server, clock = Server(), Clock()
    wanted = fill(outbox, 2)
    send(outbox, server, clock, clock.sleep)
    journal = outbox.folder / JOURNAL
    journal.write_bytes(journal.read_bytes() + b'{"id": "001-MER-rep')
    fill(outbox, 3)
    assert len(send(outbox, server, clock, clock.sleep).sent) == 1
    assert len(outbox.notes()) == 6
    assert server.taken.keys() > wanted


def test_a_damaged_journal_is_said(outbox: Outbox) -> None:
    outbox.folder.mkdir()
    (outbox.folder / JOURNAL).write_text("nonsense\n")
    with pytest.raises(GameError, match="damaged"):
        outbox.notes()


def test_only_one_run_sends(outbox: Outbox) -> None:
    with outbox.alone(), pytest.raises(GameError, match="sending mail"):
        send(outbox, Server(), Clock(), lambda _: None)


def test_mails_are_written_to_be_sent_by_hand(outbox: Outbox, tmp_path: Path) -> None:
    fill(outbox, 2)
    assert len(write_out(outbox, tmp_path / "out", lambda: MONDAY)) == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "001-MER-report-0.eml",
        "001-MER-report-1.eml",
    ]
    assert write_out(outbox, tmp_path / "out", lambda: MONDAY) == []
    assert send(outbox, Server(), Clock(), lambda _: None).sent == []


def test_a_mail_says_that_a_machine_wrote_it(outbox: Outbox) -> None:
    outbox.queue(1, "MER", "report", Mail("Report", "text\n"), "mercia@example.org", MONDAY)
    outbox.queue(1, "MER", "receipt", Mail("Re", "text\n", answers="<1@example.org>"), "mercia@example.org", MONDAY)
    for kind, id in (("answer", ""), ("odd-id", "<\u00e4@example.org>")):
        outbox.queue(1, "MER", kind, Mail("Re", "text\n", answers=id), "mercia@example.org", MONDAY)
    assert parsed(outbox, "001-MER-report")["Auto-Submitted"] == "auto-generated"
    assert parsed(outbox, "001-MER-receipt")["Auto-Submitted"] == "auto-replied"
    assert parsed(outbox, "001-MER-receipt")["In-Reply-To"] == "<1@example.org>"
    for answered in (parsed(outbox, "001-MER-answer"), parsed(outbox, "001-MER-odd-id")):
        assert answered["Auto-Submitted"] == "auto-replied"
        assert "In-Reply-To" not in answered


def test_text_html_and_attachments(outbox: Outbox) -> None:
    pdf = Attachment("report.pdf", b"%PDF-1.7", "application/pdf")
    mail = Mail("Report", "Þæt wæs gōd cyning\n", "<p>Þæt</p>", (pdf,))
    id = outbox.queue(1, "MER", "report", mail, "mercia@example.org", MONDAY)
    raw = outbox.path(id).read_bytes()
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    message = parsed(outbox, id)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain
    assert html
    assert plain.get_content() == "Þæt wæs gōd cyning\r\n"
    assert "Þæt" in html.get_content()
    assert [part.get_filename() for part in message.iter_attachments()] == ["report.pdf"]


HEADERS = {"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
           "X-Auto-Response-Suppress", "X-Pbm-Game", "X-Pbm-Id", "Content-Type", "Content-Transfer-Encoding",
           "MIME-Version"}  # fmt: skip
anything = st.text(max_size=300) | st.sampled_from(
    ["a\r\nBcc: spy@example.net", "a\nTo: spy@example.net\n\nhi", "\u2028x"]
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(anything, anything, anything, anything)
def test_no_text_becomes_a_header(
    tmp_path_factory: pytest.TempPathFactory, subject: str, text: str, answers: str, name: str
) -> None:
    outbox = one_outbox(tmp_path_factory)
    mail = Mail(subject, text, text, (Attachment(name, b"x", "text/plain"),), answers)
    id = outbox.queue(1, "MER", "any", mail, "mercia@example.org", MONDAY)
    message = parsed(outbox, id)
    assert set(message.keys()) <= HEADERS
    assert len(message.keys()) == len(set(message.keys()))
    assert message["To"] == "mercia@example.org"
    assert message["Subject"].split() == header(subject).split()
    assert message["X-Pbm-Id"] == id


@pytest.mark.parametrize("address", ["a@b\nBcc: c@d", "a b@c", "", "@", "mercia", "a@b,c@d", "ælfred@example.org"])
def test_mail_goes_to_addresses_only(outbox: Outbox, address: str) -> None:
    with pytest.raises(GameError, match="is not a mail address"):
        outbox.queue(1, "MER", "report", Mail("Report", "text\n"), address, MONDAY)
    assert outbox.ids() == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_name_leaves_the_folder(power: str, kind: str) -> None:
    assert set(mail_id(7, power, kind)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")


def test_a_game_without_an_address_is_told_so(tmp_path: Path) -> None:
    outbox = Outbox(mail_game(tmp_path, settings=""))
    with pytest.raises(GameError, match="no address to send from"):
        fill(outbox, 1)
    with pytest.raises(GameError, match="--eml"):
        postman(outbox)


class Handler:
    """A real server on loopback that refuses, puts off or cuts off whom it does not like."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address.startswith("barred"):
            return "553 not you"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address.startswith("gone"):
            return "550 no such user"
        if address.startswith("full"):
            return "452 mailbox full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if envelope.rcpt_tos[0].startswith("cut"):
            server.transport.abort()
            return ""
        if envelope.rcpt_tos[0].startswith("big"):
            return "552 too big"
        self.taken.append(envelope.original_content)
        return "250 OK"


@pytest.fixture
def handler() -> Iterator[tuple[Handler, str]]:
    handler = Handler()
    (port,) = free_ports(1)
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, f"smtp://127.0.0.1:{port}"
    controller.stop()


def test_a_real_server_takes_refuses_puts_off_and_cuts_off(outbox: Outbox, handler: tuple[Handler, str]) -> None:
    server, address = handler
    for name in ("mercia", "gone", "full", "big", "cut", "wessex"):
        outbox.queue(1, "MER", name, Mail(name, ".\n..\ntext\n"), f"{name}@example.org", MONDAY)
    clock = Clock()
    done = send(outbox, Smtp(address), clock, clock.sleep)
    assert sorted(done.sent) == ["001-MER-mercia", "001-MER-wessex"]
    assert {note.id: note.words for note in outbox.failed()} == {
        "001-MER-gone": "550 no such user",
        "001-MER-big": "552 too big",
    }
    assert "001-MER-full" in outbox.waiting()
    assert len(server.taken) == 2
    assert b"\r\n..\r\ntext" in message_bytes(server.taken[0])


def message_bytes(raw: bytes) -> bytes:
    first = next(part for part in message_from_bytes(raw).walk() if not part.is_multipart())
    content = first.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (SETTINGS.replace("orders@", "barred@"), "refuses mail from barred@example.org: 553"),
        (COPIES.replace("orders+sent@", "gone@"), "copy_to = gone@example.org: 550"),
    ],
)
def test_what_is_wrong_with_us_fails_no_mail(
    tmp_path: Path, handler: tuple[Handler, str], settings: str, words: str
) -> None:
    outbox, clock = Outbox(mail_game(tmp_path, settings=settings)), Clock()
    fill(outbox, 2)
    with pytest.raises(GameError) as caught:
        send(outbox, Smtp(handler[1]), clock, clock.sleep)
    assert words in str(caught.value)
    assert len(outbox.waiting()) == 2


def test_nothing_is_sent_in_the_open_but_on_this_machine(
    handler: tuple[Handler, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.mail.servers.LOOPBACK", ())
    with pytest.raises(GameError, match="STARTTLS"):
        Smtp(handler[1]).offer("orders@example.org", ["mercia@example.org"])
