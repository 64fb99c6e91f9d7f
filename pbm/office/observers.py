"""Observers: people who play nothing and get the roundup of every turn by mail, and nothing else."""

import datetime as dt
import hashlib
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import put_json, read_json
from pbm.mail.as_page import on_top
from pbm.mail.compose import Mail
from pbm.mail.outbox import Outbox, mail_id, report_kind
from pbm.mail.settings import checked_address, post
from pbm.office.issue import issue
from pbm.office.report_files import attached
from pbm.office.report_mail import file_name, moved_since
from pbm.record.game import Game
from pbm.record.people import Person
from pbm.reports.html import render_html
from pbm.reports.text import render_text

LIST = "observers.json"


class Observer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    email: str
    since: int
    """The turn whose roundup is the first that they get."""

    @property
    def mark(self) -> str:
        """Stands for them in the names of mails, in the place of a power."""
        return f"observer{hashlib.sha256(self.email.casefold().encode()).hexdigest()[:8]}"


def list_of(game: Game) -> Path:
    return game.folder / LIST


def observers(game: Game) -> list[Observer]:
    return read_json(list_of(game), list[Observer], [], "Fix or delete it.")


def keep(game: Game, people: list[Observer]) -> None:
    put_json(list_of(game), people, private=True)


def observe(game: Game, name: str, email: str) -> Observer:
    """Add an observer; a second entry for the same address replaces the first."""
    one = Observer(name, checked_address(email, "--email"), game.last())
    keep(game, [each for each in observers(game) if each.email.casefold() != email.casefold()] + [one])
    return one


def dismiss(game: Game, email: str) -> None:
    there = observers(game)
    left = [each for each in there if each.email.casefold() != email.casefold()]
    if left == there:
        raise GameError(f"{email} is not an observer of {game.name}. To see who is: pbm observe {game.name}")
    keep(game, left)


def queue_roundups(game: Game, now: dt.datetime) -> None:
    """Queue the roundup of the last turn to every observer who has not had it."""
    turn, outbox = game.last(), Outbox(game)
    kind = report_kind(game.manifest_hash(turn))
    lacking = [each for each in observers(game) if mail_id(turn, each.mark, kind) not in outbox.ids()]
    if not lacking or not post(game).address:
        return
    mail = roundup_mail(game, turn)
    for each in lacking:
        outbox.queue(turn, each.mark, kind, mail, each.email, now)


def roundup_mail(game: Game, turn: int) -> Mail:
    made = issue(game, turn)
    head, book = made.roundup.masthead, made.book
    files = attached(Person(), f"{file_name(game, turn)}-roundup", made.ruleset, made.roundup, book)
    about = f"{game.name} is over: the last" if game.ended(turn) else f"{game.name}, {game.named(turn)}: the"
    text, html = render_text(made.roundup), render_html(made.roundup, book=book)
    if moved := moved_since(game, turn, head.deadline):
        text, html = f"{moved}\n\n{text}", on_top(html, moved)
    return Mail(f"{about} {'corrected ' if head.again else ''}roundup", text, html, files)
