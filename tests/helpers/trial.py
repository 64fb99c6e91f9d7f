"""A game played by ten people over real mail servers: what each of them gets, writes and answers."""

import datetime as dt
import email
import email.policy
import html
import re
import smtplib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.calendar import deadline
from pbm.mail.inbox import Arrival, Inbox
from pbm.record.game import Game
from tests.helpers.posting import at_home
from tests.helpers.servers import DOMAIN, ORDERS, Servers

SECRET = "07" * 32
TO_US, GM = f"{ORDERS}@{DOMAIN}", f"gm@{DOMAIN}"
PATIENCE = 20
WEEK = dt.timedelta(days=7)
CODE = re.compile(r"^Code: (\S+)$", re.MULTILINE)
SETTINGS = """
[mail]
address = "{address}"
inbox = "{inbox}"
smtp = "{smtp}"
digest_to = "{gm}"
answers_per_hour = 1000

[calendar]
first = {first}
days = 7
hour = "18:00"
zone = "UTC"
early = "{early}"
"""
FORMS = {
    "MER": "pdf", "WSX": "text", "KNT": "html", "GWD": "json", "NMB": "text", "PIC": "text", "STR": "text",
    "EAS": "text", "IRI": "paper", "ESX": "paper",
}  # fmt: skip
"""The ten players, and how each wants the reports."""


@dataclass
class Trial:
    """The game master's office, its servers and its players."""

    games: Path
    servers: Servers
    patch: pytest.MonkeyPatch
    now: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC).replace(microsecond=0))
    first: dt.date = field(default_factory=lambda: dt.datetime.now(dt.UTC).date() + WEEK)
    posted: int = 0
    homes: dict[str, str] = field(default_factory=dict)
    """The mailbox of each power's player."""

    def __post_init__(self) -> None:
        self.servers.empty()
        for name in ("PBM_IMAP_PASSWORD", "PBM_SMTP_PASSWORD", "SSL_CERT_FILE"):
            self.patch.setenv(name, self.servers.environment[name])
        self.patch.setattr("pbm.commands.clock.now", lambda: self.now)

    @property
    def game(self) -> Game:
        return Game(self.games / "spring")

    @property
    def due(self) -> dt.datetime:
        when = deadline(self.game, self.game.last() + 1)
        assert when
        return when

    def pbm(self, *words: str, typed: str = "", fails: bool = False) -> str:
        ran = CliRunner().invoke(main, [*words, "--games", str(self.games)], input=typed)
        assert bool(ran.exit_code) == fails, f"{words}: {ran.output} {ran.exception!r}"
        return ran.output

    def begin(self) -> None:
        at_home(self.games)
        for power, form in FORMS.items():
            self.sign_up(power.lower(), power, form)
        self.pbm("start", "spring", "--secret", SECRET)
        self.homes = {power: power.lower() for power in FORMS}
        self.settings()

    def sign_up(self, id: str, power: str, form: str) -> None:
        home = ("--address", f"1 {id} Street", "--address", "Oldtown") if form == "paper" else ()
        mail = () if form == "paper" else ("--email", f"{id}@{DOMAIN}")
        self.pbm("signup", "spring", id, "--form", form, "--prefers", power, *mail, *home)

    def settings(self, early: str = "no") -> None:
        path = self.game.folder / "game.toml"
        own = path.read_text().partition("\n[mail]")[0]
        values = {"address": TO_US, "inbox": self.servers.inbox, "smtp": self.servers.smtp, "gm": GM, "early": early}
        path.write_text(own + SETTINGS.format(first=self.first, **values))

    def run(self, fails: bool = False) -> str:
        """What cron does, after all letters that were posted have reached our mailbox."""
        said = self.pbm("run", fails=fails)
        self.posted = 0
        return said

    def play(self, fails: bool = False) -> str:
        """The deadline passes."""
        self.now = self.due + dt.timedelta(hours=3)
        return self.run(fails)

    def post(self, message: EmailMessage) -> None:
        with smtplib.SMTP("localhost", self.servers.ports["smtp"]) as smtp:
            smtp.send_message(message)
        self.posted += 1
        wait_until(lambda: len(self.servers.letters(ORDERS)) >= self.posted)

    def mailbox(self, user: str) -> list[EmailMessage]:
        parsed = (email.message_from_bytes(raw, policy=email.policy.default) for raw in self.servers.letters(user))
        return list(parsed)

    def arrived(self, user: str, what: str) -> list[EmailMessage]:
        """The letters of a user with these words in the subject, once there is one."""
        return self.find(user, lambda one: what in str(one["Subject"]))

    def report(self, power: str) -> EmailMessage:
        """The newest letter with a turnsheet."""
        sheet = f"TURNSHEET FOR TURN {self.game.last() + 1}:"
        return self.find(self.homes[power], lambda one: sheet in text_of(one))[-1]

    def find(self, user: str, wanted: Callable[[EmailMessage], bool]) -> list[EmailMessage]:
        end = time.monotonic() + PATIENCE
        while not (found := [one for one in self.mailbox(user) if wanted(one)]):
            assert time.monotonic() < end, [str(one["Subject"]) for one in self.mailbox(user)]
            time.sleep(0.02)
        return found

    def write(self, power: str, text: str, subject: str = "a letter", sender: str = "", **parts: Any) -> EmailMessage:
        message = EmailMessage()
        message["From"] = sender or f"{self.homes[power]}@{DOMAIN}"
        message["To"], message["Subject"] = TO_US, subject
        message["Message-ID"] = f"<{time.monotonic_ns()}@{DOMAIN}>"
        message.set_content(text)
        if "html" in parts:
            message.set_content(parts["html"], subtype="html")
        for name, (content, main_type, subtype) in parts.get("files", {}).items():
            message.add_attachment(content, maintype=main_type, subtype=subtype, filename=name)
        self.post(message)
        return message

    def send_orders(self, power: str, orders: list[str], way: str) -> None:
        """Orders written as people write them, with the code of the player's own letter."""
        report = text_of(self.report(power))
        code = CODE.findall(report)[-1]
        ours = "\n".join(f"{number}. {order}" for number, order in enumerate(orders, 1))
        quoted = "".join(f"> {line}\n" for line in report.splitlines())
        if way == "plain":
            self.write(power, f"Code: {code}\n{ours}\nEnd\n")
        elif way == "above the quotation":
            self.write(power, f"Code: {code}\n{ours}\n\nOn Monday the game master wrote:\n{quoted}", "Re: your report")
        elif way == "inside the quotation":
            self.write(power, filled_in(quoted, orders), "Re: your report")
        elif way == "as a web page":
            lines = "<br>".join(html.escape(line) for line in f"Code: {code}\n{ours}".splitlines())
            old = "<br>".join(html.escape(line) for line in report.splitlines())
            self.write(power, "", "Re: your report", html=f"<div>{lines}</div><blockquote>{old}</blockquote>")
        else:
            files = {"orders.txt": (f"Code: {code}\n{ours}\nEnd\n".encode(), "text", "plain")}
            self.write(power, "My orders are attached.\n", files=files)

    def type_in(self, power: str, orders: list[str]) -> str:
        """A sheet that came by post."""
        return self.pbm("enter", "spring", power, "--once", typed=keyed(orders))

    def playing(self, turn: int) -> list[str]:
        """Who is still in play when a turn is played."""
        config = self.game.config()
        return list(config.ruleset.state.players(config.open(self.game.position(turn - 1))))

    def counts(self, power: str) -> list[str]:
        """The orders that count for the coming turn, as the game's reader has them."""
        config, turn = self.game.config(), self.game.last() + 1
        path = self.game.orders(turn) / f"{power}.txt"
        reader = config.ruleset.language.reader(config.open(self.game.position(turn - 1)))
        lines = [re.sub(r"^\d+\. ", "", line) for line in path.read_text().splitlines()] if path.exists() else []
        return [line for line in lines if reader.order(line)]

    def letters_of(self, power: str) -> list[Arrival]:
        """What became of the last letters of a player."""
        theirs = [one for one in self.letters() if one.sender == f"{self.homes[power]}@{DOMAIN}"]
        return sorted(theirs, key=lambda one: one.arrived)[-2:]

    def letters(self) -> list[Arrival]:
        return list(Inbox(self.game).entries())


def keyed(orders: list[str]) -> str:
    """What is typed for a sheet: no code, the orders, no contacts and no message."""
    return "\n".join(["", *orders, "end", "", "", "", ""]) + "\n"


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return str(body.get_content()).replace("\r\n", "\n") if body else ""


def filled_in(quoted: str, orders: list[str]) -> str:
    """The blank lines of the quoted sheet, filled in."""
    for number, order in enumerate(orders, 1):
        quoted = re.sub(rf"^(> *{number}\.) *$", rf"\1 {order}", quoted, count=1, flags=re.MULTILINE)
    return quoted


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
