"""A game on the desk: its seats and people, its turns with their reports, its settings with their meaning."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flask import Response, g, request

from pbm.errors import GameError
from pbm.mail.calendar import deadline, spoken
from pbm.mail.outbox import Note, Outbox
from pbm.mail.waiting import waiting
from pbm.office.attendance import attendance
from pbm.office.issue import issue
from pbm.office.map_files import draw_turn
from pbm.office.welcome import newcomers
from pbm.record.changing_house import house_values
from pbm.record.game import CONFIG, Game
from pbm.record.holders import latest
from pbm.record.replay import replayed
from pbm.reports.html import render_html
from pbm.rulesets.rulings import written
from pbm.web.buttons import BUTTONS
from pbm.web.history import history_of
from pbm.web.letters import when
from pbm.web.office import card
from pbm.web.pages import Desk, answer, render, shown

ROUNDUP = "ROUNDUP"
MOST_MAILS = 40
PRINTED = re.compile(r"print-(a4|letter)\.pdf")
TASKS = {
    "The turn": ("preview", "play", "collect", "remind", "extend", "hold", "resume", "notice"),
    "Papers and mail": ("send", "print", "site"),
    "People": ("away", "takeover", "resign", "signup"),
    "The record": ("verify", "correct", "redo", "undo", "house"),
}
"""Every button of a game, by what it is about."""


class Rule(NamedTuple):
    name: str
    value: str
    meaning: str


class Mailed(NamedTuple):
    when: str
    to: str
    id: str
    came_to: str


class Turn(NamedTuple):
    number: int
    named: str
    reports: list[str]


def page(game: str) -> Response:
    desk: Desk = g.desk
    with desk.reading:
        here = desk.game(game)
        one = card(desk, here)
        if not one.title:
            return render("game", game, game=game, card=one, broken=True)
        came = attendance(here)
        people = [(power, player, came.get(power)) for power, player in latest(here).items()]
        rules, values = here.config().ruleset, house_values(here.config().settings)
        house = [Rule(name, written(values[name]), meaning) for name, _, meaning in rules.state.house_rules()]
        return render(
            "game",
            game,
            game=game,
            card=one,
            broken=False,
            people=people,
            seats={seat.power: seat for seat in one.seats},
            tasks=tasks(here, one.status.over, one.status.held),
            turns=list(turns(here)),
            house=house,
            settings=here.read(CONFIG).decode("utf-8", "replace"),
            calendar=list(calendar(here)),
            letters=[(one, when(one), one.line()) for one in waiting(here)],
            history=history_of(desk.games, game),
            mails=mails(here),
            prints=print_file(here) is not None,
            buttons=BUTTONS,
        )


def tasks(game: Game, over: str, held: str) -> dict[str, list[str]]:
    """The buttons that have a meaning now."""
    left_out = {"hold" if held else "resume", *(() if game.last() else ("undo", "redo"))}
    if over:
        left_out |= {*TASKS["The turn"], "correct", "house", "away", "takeover", "resign", "signup"}
    found = {title: [name for name in names if name not in left_out] for title, names in TASKS.items()}
    return {title: names for title, names in found.items() if names}


def turns(game: Game) -> Iterator[Turn]:
    """The turns that were played, the newest first."""
    for number in range(game.last(), -1, -1):
        names = game.in_play(number) if number else []
        yield Turn(number, game.named(number), names)


def calendar(game: Game) -> Iterator[str]:
    """The deadlines that are next."""
    if game.ended():
        return
    for turn in range(game.last() + 1, game.last() + 4):
        if due := deadline(game, turn):
            yield f"{game.named(turn)}: {spoken(due)}"


def turn(game: str, turn: str) -> Response:
    """A turn with all its reports."""
    desk: Desk = g.desk
    with desk.reading:
        here = desk.game(game)
        number = here.turn_meant(turn)
        made = issue(here, number, newcomers(here, number) if number else (), keep=False)
        who = [*made.reports, ROUNDUP]
        named = here.named(number)
    return render("turn", f"{named.capitalize()} of {game}", game=game, turn=turn, who=who, account=number > 0)


def report(game: str, turn: str, who: str) -> Response:
    """A report as its reader sees it."""
    desk: Desk = g.desk
    with desk.reading:
        here = desk.game(game)
        number = here.turn_meant(turn)
        made = issue(here, number, newcomers(here, number) if number else (), keep=False)
        told = made.roundup if who == ROUNDUP else made.of(who)
        return shown(render_html(told, made.ruleset.data, made.book).encode())


def account(game: str, turn: str) -> Response:
    """The full account of a turn, or what of it has some words."""
    desk: Desk = g.desk
    wanted = request.args.get("find", "").strip()
    with desk.reading:
        here = desk.game(game)
        text = replayed(here, here.turn_meant(turn))
    lines = [line for line in text.splitlines() if not wanted or wanted.casefold() in line.casefold()]
    return render("account", f"Account of turn {turn} of {game}", game=game, turn=turn, find=wanted, lines=lines)


def position(game: str) -> Response:
    """The whole position, secrets included."""
    desk: Desk = g.desk
    with desk.reading:
        here = desk.game(game)
        config = here.config()
        tables = [one for one in config.ruleset.state.tables(config.open(here.position(here.last()))) if one.rows]
    return render("position", f"The position of {game}", game=game, tables=tables)


def mails(game: Game) -> list[Mailed]:
    """The mails of the last days, the newest first: what waits, what went, what was refused."""
    outbox = Outbox(game)
    last = outbox.last()
    waiting = [Mailed("", outbox.recipient(id), id, "waits") for id in outbox.waiting()]
    noted = [
        (note.at, Mailed(f"{note.at:%Y-%m-%d %H:%M}", outbox.recipient(id), id, told(note)))
        for id, note in last.items()
        if note
    ]
    return [*waiting, *(mail for _, mail in sorted(noted, key=lambda row: row[0], reverse=True))][:MOST_MAILS]


def told(note: Note) -> str:
    return f"{note.what}: {note.words}" if note.words else str(note.what)


def map_now(game: str) -> Response:
    """The public map after the last turn."""
    desk: Desk = g.desk
    with desk.reading, tempfile.TemporaryDirectory() as place:
        here = desk.game(game)
        drawn = draw_turn(here, here.last(), Path(place), ["svg"])
        return answer(drawn[0].read_bytes(), "image/svg+xml", "default-src 'none'; style-src 'unsafe-inline'")


def print_file(game: Game) -> Path | None:
    """The newest PDF for the post."""
    folder = game.turn(game.last())
    there = [path for path in folder.glob("print-*.pdf") if PRINTED.fullmatch(path.name)] if folder.is_dir() else []
    return max(there, key=lambda path: path.stat().st_mtime, default=None)


def printed(game: str) -> Response:
    desk: Desk = g.desk
    found = print_file(desk.game(game))
    if found is None:
        raise GameError(f"Nothing is printed yet of the last turn of {game}.")
    return answer(found.read_bytes(), "application/pdf")
