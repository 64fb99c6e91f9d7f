"""The desk of the office: what needs the game master now, and how every game stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response, g

from pbm.mail.calendar import spoken
from pbm.mail.early import finished
from pbm.mail.sets import senders
from pbm.office.attention import attention, office_attention
from pbm.office.offers import offers as open_games
from pbm.office.status import Status, folders, offered, status
from pbm.record.game import Game
from pbm.record.holders import latest
from pbm.web.buttons import BUTTONS
from pbm.web.pages import Desk, Matter, matter, render

BESIDE = ("preview", "play", "extend", "hold", "notice", "print", "undo")
"""The buttons of a game on the desk."""


@dataclass(frozen=True)
class Seat:
    power: str
    player: str
    state: str
    """In a word: in, final, away, missing, late."""


@dataclass(frozen=True)
class Card:
    """A game on the desk."""

    status: Status
    title: str
    named: str
    due: str
    seats: tuple[Seat, ...]
    matters: tuple[Matter, ...]
    buttons: tuple[str, ...]


def page() -> Response:
    desk: Desk = g.desk
    with desk.reading:
        cards = [card(desk, game) for game in desk.all_games]
        matters = [matter(line) for line in office_attention(desk.games)]
        offers = list(zip(open_games(desk.games), offered(desk.games), strict=True))
        closed = list(folders(desk.games))
    urgent = sum(len(one.matters) for one in cards) + len(matters) + len(closed)
    labels = {name: button.label for name, button in BUTTONS.items()}
    values: dict[str, Any] = {
        "matters": matters,
        "offers": offers,
        "closed": closed,
        "urgent": urgent,
        "labels": labels,
    }
    return render("office", "The office", cards=cards, **values)


def card(desk: Desk, game: Game) -> Card:
    found = status(game, desk.now())
    try:
        title, named = game.config().ruleset.title, game.named(game.last() + (not found.over))
        seats, needs = tuple(seats_of(desk, game, found)), tuple(attention(game, desk.now()))
    except Exception:  # what is wrong with the game is in its status
        return Card(found, "", "", "", (), tuple(map(Matter, found.problems)), ())
    lines = dict.fromkeys((*found.problems, *needs))
    due = spoken(found.due) if found.due and not found.held else ""
    return Card(found, title, named, due, seats, tuple(map(matter, lines)), tuple(buttons(game, found)))


def seats_of(desk: Desk, game: Game, found: Status) -> Iterator[Seat]:
    turn, people = game.last() + 1, latest(game)
    if found.over:
        return
    last_word, there = finished(game, turn, needs_final=True), senders(game, turn)
    past = bool(found.due and found.due < desk.now())
    for power in found.expected:
        state = "final" if power in last_word else "in" if power in there else "away" if power in found.away else ""
        player = people[power].name or people[power].id if power in people else ""
        yield Seat(power, player, state or ("late" if past else "missing"))


def buttons(game: Game, found: Status) -> Iterator[str]:
    """What can be done with a game now."""
    for name in BESIDE:
        if name == "undo" and not game.last():
            continue
        if found.over and name not in ("print", "undo"):
            continue
        yield "resume" if name == "hold" and found.held else name
