"""Whatever is mailed or printed for a player is their own: it has their code and nobody else's, and goes to them.

Every check is also seen to fail: with everyone sent the first power's papers, or papers to the first power's address.
"""

import datetime as dt
import io
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from pbm.cli import main
from pbm.mail import replies, smtp
from pbm.mail.counter import open_counter
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.reminders import remind, tell_of_extension
from pbm.office import issue as office
from pbm.office import printing, report_files, report_mail
from pbm.office import welcome as welcoming
from pbm.office.issue import Issue
from pbm.office.printing import print_run
from pbm.office.report_mail import queue_reports
from pbm.office.welcome import queue_welcomes
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.rulesets.darkage.map import nations
from tests.helpers.posting import MONDAY, SECRET, SETTINGS, bag, letter, sheet

pytestmark = pytest.mark.papers

MAILED, POSTED = ("MER", "WSX", "KNT"), ("EAS", "GWD")
ORDERS = {"MER": "LEVY TAM 1", "WSX": "LEVY WIN 2", "KNT": "STASH 3"}
"""What each of them alone has written."""
Check = Callable[[Game], None]
Patch = pytest.MonkeyPatch


def home(power: str) -> str:
    return f"{power.lower()}@example.org"


def entry(power: str, form: str) -> str:
    reach = f'email = "{home(power)}"' if power in MAILED else f'address = ["1 {power} Street", "Town of {power}"]'
    return f'[{power}]\nname = "The player of {power}"\nform = "{form}"\n{reach}\n'


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A turn played, by mail and by post, with papers for everyone still to be made."""
    made = new_game(tmp_path, "g", "darkage", SECRET)
    with (made.folder / "game.toml").open("a") as config:
        config.write(SETTINGS)
    forms = dict.fromkeys(MAILED, "pdf") | {"WSX": "text"} | dict.fromkeys(POSTED, "paper")
    (made.folder / "players.toml").write_text("\n".join(entry(power, form) for power, form in forms.items()))
    return made


def played(game: Game) -> Game:
    for power, order in ORDERS.items():
        (game.orders(1) / f"{power}.txt").write_text(f"1. {order}\n")
    run_turn(game)
    return game


def codes_in(text: str, turn: int) -> set[str]:
    """The powers whose codes for a turn stand in a text."""
    bare = "".join(text.split())
    return {power for power in nations() if sheet_code(SECRET, "g", turn, power) in bare}


def mails(game: Game, kind: str) -> dict[str, EmailMessage]:
    """Those of a kind in the outbox, by the power they are filed under."""
    outbox = Outbox(game)
    found = {id.split("-")[1]: outbox.path(id).read_bytes() for id in outbox.ids() if id.split("-")[2] == kind}
    return {power: message_from_bytes(raw, policy=policy.default) for power, raw in found.items()}


def parts(mail: EmailMessage) -> dict[str, str]:
    """What can be read in each part of a mail."""
    leaves = [part for part in mail.walk() if not part.is_multipart()]
    return {part.get_content_type(): readable(part.get_content()) for part in leaves}


def readable(content: Any) -> str:
    if isinstance(content, bytes):
        return "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return str(content)


# the checks


def check_reports(game: Game) -> None:
    queue_reports(game.folder.parent, played(game), 1, MONDAY)
    found = mails(game, "report")
    assert {power: mail["To"] for power, mail in found.items()} == {power: home(power) for power in MAILED}
    for power, mail in found.items():
        for kind, text in parts(mail).items():
            assert codes_in(text, 2) == {power}, kind
            assert f"The player of {power}" in " ".join(text.split()), kind
    assert [*map(len, map(parts, found.values()))] == [3, 3, 2]


def check_welcome(game: Game) -> None:
    list(queue_welcomes(game, MONDAY))
    found = mails(game, "welcome")
    assert {power: mail["To"] for power, mail in found.items()} == {power: home(power) for power in MAILED}
    for power, mail in found.items():
        leaves = [part for part in mail.walk() if not part.is_multipart() and part.get_filename() != "rulebook.pdf"]
        assert [codes_in(readable(part.get_content()), 1) for part in leaves] == [{power}] * len(leaves)


def check_receipts(game: Game) -> None:
    written = [
        letter(sheet(power, orders=f"1. {ORDERS[power]}\n"), home(power), number)
        for number, power in enumerate(MAILED, 1)
    ]
    collect(game, bag(*written), MONDAY + dt.timedelta(hours=1))
    found = mails(game, "receipt")
    assert {power: mail["To"] for power, mail in found.items()} == {power: home(power) for power in MAILED}
    for power, mail in found.items():
        for kind, text in parts(mail).items():
            assert [other for other, order in ORDERS.items() if order in text] == [power], kind


def check_notices(game: Game) -> None:
    counter = open_counter(game, MONDAY)
    remind(counter, dt.timedelta(days=9))
    tell_of_extension(counter, MONDAY)
    for kind in ("reminder", "deadline"):
        assert {power: mail["To"] for power, mail in mails(game, kind).items()} == {each: home(each) for each in MAILED}


def check_envelopes(game: Game) -> None:
    """After each address come the pages of that player, up to the next address."""
    content, packed = print_run(played(game), 1)
    pages = iter([page.extract_text() for page in PdfReader(io.BytesIO(content)).pages])
    for envelope, power in zip(packed, POSTED, strict=True):
        own = [next(pages) for _ in range(2 * envelope.sheets)]
        assert f"Town of {power}" in own[0]
        assert codes_in("".join(own), 2) == {power}
        assert not any(f"Town of {other}" in page for other in POSTED if other != power for page in own)


def check_files(game: Game) -> None:
    """Reports written by the command, each under the name of its power."""
    out, games = game.folder / "out", str(played(game).folder.parent)
    for form in ("text", "html", "json"):
        command = ["report", "g", "--form", form, "--out", str(out), "--games", games]
        assert CliRunner().invoke(main, command).exit_code == 0
    for path in out.iterdir():
        power = path.stem.rpartition("-")[2]
        assert codes_in(path.read_text(), 2) == {power} & {*nations()}


def check_resent(game: Game) -> None:
    """What could not be delivered goes to the new address of the player it was for."""
    check_reports(game)
    outbox = Outbox(game)
    for id in outbox.ids():
        outbox.note(id, MONDAY, "failed", "550 no such user")
    listed = game.folder / "players.toml"
    listed.write_text(listed.read_text().replace("@example.org", "@example.net"))
    smtp.retry_failed(outbox, MONDAY)
    for power, mail in mails(game, "report").items():
        assert mail["To"] == home(power).replace(".org", ".net")
        assert codes_in(parts(mail)["text/plain"], 2) == {power}


CHECKS: dict[str, Check] = {
    "reports": check_reports,
    "welcome letters": check_welcome,
    "receipts": check_receipts,
    "reminders and notices": check_notices,
    "envelopes": check_envelopes,
    "files": check_files,
    "mail sent again": check_resent,
}


@pytest.mark.parametrize("check", CHECKS)
def test_everyone_gets_their_own(check: str, game: Game) -> None:
    CHECKS[check](game)


def test_a_new_player_does_not_get_the_mail_of_the_old_one(game: Game) -> None:
    outbox = Outbox(played(game))
    queue_reports(game.folder.parent, game, 1, MONDAY)
    for id in outbox.ids():
        outbox.note(id, MONDAY, "failed", "550 no such user")
    listed = game.folder / "players.toml"
    listed.write_text(listed.read_text().replace('email = "mer@', 'joined = 1\nemail = "new@'))
    smtp.retry_failed(outbox, MONDAY)
    assert mails(game, "report")["MER"]["To"] == home("MER")


# each check can fail

FIRST = MAILED[0]


def change(module: object, name: str, make: Callable[[Any], Any]) -> Callable[[Patch], None]:
    """A fault: another function for a function, made from it."""
    return lambda patch: patch.setattr(module, name, make(getattr(module, name)))


def always_the_first(real: Callable[..., Any]) -> Callable[..., Any]:
    """Whatever is asked for, what was made first is given."""
    kept: list[Any] = []

    def made(*args: Any) -> Any:
        if not kept:
            kept.append(real(*args))
        return kept[0]

    return made


def first_report(real: Callable[..., Issue]) -> Callable[..., Issue]:
    def issue(game: Game, turn: int, *more: Any) -> Issue:
        made = real(game, turn, *more)
        return replace(made, reports=dict.fromkeys(made.reports, made.reports[FIRST]))

    return issue


def swapped(real: Callable[..., Issue]) -> Callable[..., Issue]:
    def issue(game: Game, turn: int, *more: Any) -> Issue:
        made, (one, other) = real(game, turn, *more), POSTED
        return replace(made, reports={**made.reports, one: made.reports[other], other: made.reports[one]})

    return issue


to_the_first = change(Outbox, "queue", lambda real: lambda self, *more: real(self, *more[:4], home(FIRST), more[5]))
FAULTS: dict[str, tuple[str, Callable[[Patch], None]]] = {
    "everyone is mailed the first power's report": ("reports", change(report_mail, "issue", first_report)),
    "all reports go to the first power": ("reports", to_the_first),
    "everyone has the first power's PDF": ("reports", change(report_files, "as_pdf", always_the_first)),
    "everyone has the first power's code": (
        "welcome letters",
        change(welcoming, "welcome", always_the_first),
    ),
    "everyone is welcomed with the first power's report": ("welcome letters", change(welcoming, "issue", first_report)),
    "all welcome letters go to the first power": ("welcome letters", to_the_first),
    "everyone has the first power's receipt": ("receipts", change(replies, "receipt_mail", always_the_first)),
    "all receipts go to the first power": ("receipts", to_the_first),
    "all reminders go to the first power": ("reminders and notices", to_the_first),
    "two envelopes hold each other's reports": ("envelopes", change(printing, "issue", swapped)),
    "all files hold the first power's report": ("files", change(office, "issue", first_report)),
    "failed mail goes to the first power": (
        "mail sent again",
        change(smtp, "address_then", lambda real: lambda *asked: home(FIRST).replace(".org", ".net")),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_put_in_on_purpose_is_found(fault: str, game: Game, monkeypatch: Patch) -> None:
    check, plant = FAULTS[fault]
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        CHECKS[check](game)
