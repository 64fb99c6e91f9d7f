"""The games that people may join or stand by for: by mail, on the screen, and as a page for the post."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbm.mail.front_door import if_open
from pbm.mail.settings import post
from pbm.office.about import about
from pbm.office.games_listed import Listed, listed, listed_running
from pbm.office.vacancies import free_powers, vacant_powers
from pbm.record.apart import apart
from pbm.record.game import all_games
from pbm.reports.forms import page


def games_text(games: Path, without: Collection[str] = (), known: bool = False) -> tuple[str, str]:
    """The answer to GAMES: its subject and its text; some games may be left out, and to somebody who is known it does
    not say what people who are new must add."""
    return "The games that are open", page("office/games.txt", **values(games, without), known=known)


def games_pdf(games: Path, paper: str = "a4") -> bytes:
    """The same as a page for the post, with a form to fill in and send back."""
    from pbm.reports.pdf.book import Book  # slow to import, and the answer by mail is text
    from pbm.reports.pdf.markup import document
    from pbm.reports.pdf.type import theme

    look = replace(theme(paper))
    book = Book(look, "Games that are open")
    book.add(document("post/games.xml", look, {}, **values(games)), nested=True, look=look, numbered=False)
    return book.finish()


def values(games: Path, without: Collection[str] = ()) -> dict[str, Any]:
    coming, about_us = list(listed(games)), about(games)
    running = [one for one in being_played(games) if one.name not in without]
    open_now, office = [one for one in coming if one.free], if_open(games)
    example = open_now[0] if open_now else None
    return {
        "open": open_now,
        "full": [one for one in coming if not one.free],
        "running": running,
        "powers": {one.name: powers(one) for one in open_now},
        "example": example.name if example else "",
        "wish": " ".join([*example.seats][:2]) if example else "",
        "stand_by": stand_by(running),
        "gm": about_us.gm,
        "post_to": about_us.post_to,
        "hours": about_us.hours,
        "address": post(office).address if office else "",
    }


def stand_by(running: list[Listed]) -> str:
    """An example for STANDBY: best a game that has a free seat."""
    vacant = [f"{one.name} prefers {one.vacant[0]}" for one in running if one.vacant]
    return next(iter([*vacant, *(one.name for one in running)]), "")


def nothing_open(games: Path, without: Collection[str] = ()) -> bool:
    return not list(listed(games)) and all(one.name in without for one in being_played(games))


def powers(game: Listed) -> str:
    return ", ".join(f"{name} ({code})" for code, name in game.seats.items())


def being_played(games: Path) -> Iterator[Listed]:
    """The games that go on; a damaged one is left out."""
    found, _ = apart(
        all_games(games),
        lambda game: None if game.ended() else listed_running(game, (*vacant_powers(game), *free_powers(game))),
    )
    yield from (one for one in found.values() if one)
