"""An office with three games and eleven people, by mail and by post: what they write, what they get, and when."""

import datetime as dt
import email
import email.policy
import os
import re
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.calendar import deadline
from pbm.mail.sets import expected
from pbm.record.codes import code_of
from pbm.record.game import Game, all_games
from pbm.record.holders import latest
from tests.helpers.posting import letter
from tests.helpers.servers import ORDERS, UNDELIVERED, Servers
from tests.helpers.trial import wait_until

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)
CODE = re.compile(r"^  (?:ACCEPT )?([0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z])$", re.MULTILINE)
DATE = re.compile(
    r"(?<!were )(?<!was )(?<!before )(?:due(?: on)?|moved to|mail by|deadline is(?: now)?) +"
    r"[A-Z][a-z]{2} (\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d)"
)
"""A date by which somebody is to do something."""
SETTINGS = """
[mail]
address = "orders@example.org"
inbox = "{inbox}"
{smtp}
answers_per_hour = 1000
mails_per_hour = 1000
brake = 0

[calendar]
days = 14
weekday = "friday"
zone = "Europe/London"
early = "no"

[votes]
days = 366
"""


class Way(Protocol):
    """How mail comes and goes."""

    @property
    def inbox(self) -> str: ...

    @property
    def smtp(self) -> str: ...

    def post(self, raw: bytes, at: dt.datetime) -> None: ...

    def mails(self, user: str) -> list[bytes]: ...


@dataclass
class Folder:
    """Letters are files, and mail is written into a folder."""

    place: Path
    smtp: str = ""
    inbox: str = "../../inbox"
    count: int = 0

    def post(self, raw: bytes, at: dt.datetime) -> None:
        self.count += 1
        (self.place / "inbox").mkdir(exist_ok=True)
        path = self.place / "inbox" / f"{self.count:04}.eml"
        path.write_bytes(raw)
        os.utime(path, (at.timestamp() + self.count / 100,) * 2)

    def mails(self, user: str) -> list[bytes]:
        every = sorted((self.place / "out").glob("*/*.eml"))
        return [raw for raw in (path.read_bytes() for path in every) if f"\nTo: {user}@".encode() in raw]


@dataclass
class Server:
    """Real mail servers: what is posted reaches our mailbox, and what is sent reaches theirs."""

    servers: Servers
    posted: int = 0

    @property
    def inbox(self) -> str:
        return self.servers.inbox

    @property
    def smtp(self) -> str:
        return self.servers.smtp

    def post(self, raw: bytes, at: dt.datetime) -> None:
        with smtplib.SMTP("localhost", self.servers.ports["smtp"]) as smtp:
            smtp.send_message(email.message_from_bytes(raw, policy=email.policy.default))
        self.posted += 1
        wait_until(lambda: len(self.servers.letters(ORDERS)) >= self.posted)

    def mails(self, user: str) -> list[bytes]:
        queue = self.servers.base / "queue"
        wait_until(lambda: not any(path.is_file() for part in UNDELIVERED for path in (queue / part).rglob("*")))
        found = [path for part in ("new", "cur") for path in (self.servers.maildir(user) / part).glob("*")]
        return [path.read_bytes() for path in sorted(found, key=lambda path: path.stat().st_mtime_ns)]


@dataclass
class Trial:
    place: Path
    way: Way
    patch: pytest.MonkeyPatch
    now: dt.datetime = dt.datetime(2027, 1, 4, 10, 0, tzinfo=dt.UTC)
    number: int = 0
    silent: set[tuple[str, str]] = field(default_factory=set)
    """Who sends nothing in which game."""
    explained: list[str] = field(default_factory=list)
    """The games that waited, and what was said of it."""

    def __post_init__(self) -> None:
        self.patch.setattr("pbm.commands.clock.now", lambda: self.now)
        self.patch.setenv("PBM_NO_REPORTS", "1")
        self.patch.setattr("pbm.office.welcome.rules_attached", lambda name: ())
        self.patch.setattr("pbm.office.welcome.map_attached", lambda *about: ())
        office = self.games / "_office"
        office.mkdir(parents=True)
        smtp = f'smtp = "{self.way.smtp}"' if self.way.smtp else ""
        (office / "game.toml").write_text(SETTINGS.format(inbox=self.way.inbox, smtp=smtp))
        (office / "office.toml").write_text('[office]\ngm = "The umpire"\npost_to = ["2 The Lane"]\n[credits]\n')

    @property
    def games(self) -> Path:
        return self.place / "games"

    def game(self, name: str) -> Game:
        return Game(self.games / name)

    def due(self, name: str) -> dt.datetime:
        found = deadline(self.game(name), self.game(name).last() + 1)
        assert found
        return found

    def pbm(self, *words: str, typed: str = "") -> str:
        ran = CliRunner().invoke(main, [*words, "--games", str(self.games)], input=typed)
        assert ran.exit_code == 0, f"{words}: {ran.output} {ran.exception!r}"
        return ran.output

    def run(self) -> str:
        """What cron does. Every turn that was due is played, or the run says why not."""
        before = {game.name: game.last() for game in all_games(self.games)}
        due = [name for name in before if not self.game(name).ended() and self.due(name) < self.now]
        said = self.pbm("run")
        for name in due:
            waits = [line for line in said.splitlines() if name in line and ("waits since" in line or "held" in line)]
            assert self.game(name).last() > before[name] or waits, (name, said)
            self.explained += waits
        self.send()
        return said

    def send(self) -> None:
        if not self.way.smtp:
            for name in (*(game.name for game in all_games(self.games)), "office"):
                self.pbm("send", name, "--eml", str(self.place / "out" / f"{self.number:05}"))
                self.number += 1

    def write(self, who: str, text: str, subject: str = "a letter") -> None:
        self.number += 1
        sender = f"{who.capitalize()} <{who}@example.org>"
        self.way.post(letter(text, sender, 10_000 + self.number, Subject=subject), self.now)

    def mails(self, who: str) -> Iterator[tuple[EmailMessage, str]]:
        for raw in self.way.mails(who):
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(mail, EmailMessage)
            body = mail.get_body(("plain",))
            yield mail, str(body.get_content()).replace("\r\n", "\n") if body else ""

    def code(self, who: str, subject: str) -> str:
        """The code in the last mail with such a subject."""
        found = [
            match for mail, text in self.mails(who) if subject in str(mail["Subject"]) for match in CODE.findall(text)
        ]
        return str(found[-1])

    def confirm(self, who: str, text: str) -> None:
        """Ask the office for something, and send the code back."""
        self.write(who, f"{text}\n")
        self.run()
        self.write(who, f"{self.code(who, 'Please confirm')}\n")
        self.run()

    def power(self, name: str, who: str) -> str:
        return next(power for power, one in latest(self.game(name)).items() if one.id == who)

    def order(self, name: str, who: str, *lines: str, turn: str = "") -> None:
        """A letter with the code of the open turn, and with PASS if nothing else is given."""
        game, power = self.game(name), self.power(name, who)
        code = code_of(game, game.last() + 1, power)
        head = [f"Game: {name}", *([f"Turn: {turn}"] if turn else []), f"Code: {code}"]
        self.write(who, "\n".join([*head, *(lines or ("PASS",)), ""]), "orders")

    def attend(self) -> None:
        """Whoever is not silent sends orders, in all games; what comes by post is typed in."""
        for game in all_games(self.games):
            there = expected(game, game.last() + 1) if not game.ended() else []
            for power, one in latest(game).items():
                if power not in there or (game.name, one.id) in self.silent:
                    continue
                if one.email:
                    self.order(game.name, one.id)
                else:
                    self.pbm("enter", game.name, power, "--once", typed="\nPASS" + "\n" * 20)
        self.run()

    def play(self, name: str, attend: bool = True) -> str:
        """Everybody sends orders, unless the game is to be silent, and the deadline passes."""
        if attend:
            self.attend()
        self.now = max(self.now, self.due(name) + HOUR)
        return self.run()

    def had(self, who: str, words: str) -> bool:
        """Whether somebody has a mail that says this, in its subject or its text."""
        return any(words in f"{mail['Subject']} {' '.join(text.split())}" for mail, text in self.mails(who))

    def past_dates(self, who: str) -> Iterator[str]:
        """The dates given to somebody that were past when the mail was made."""
        for mail, text in self.mails(who):
            made = mail["Date"].datetime
            for said in DATE.findall(" ".join(text.split())):
                if dt.datetime.strptime(said, "%d %b %Y %H:%M").replace(tzinfo=dt.UTC) + 2 * HOUR < made:
                    yield f"{mail['Subject']}: {said} in a mail of {made}"
