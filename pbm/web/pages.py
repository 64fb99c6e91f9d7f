"""What all pages of the desk have: its games, its clock, its look, and the way in which a fault is told."""

import datetime as dt
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, g, request
from markupsafe import Markup

from pbm.files import folder
from pbm.record.game import Game, all_games, find
from pbm.reports.forms import environment
from pbm.reports.html import LATIN, faces
from pbm.web.buttons import BUTTONS, Button, Values
from pbm.web.door import Door
from pbm.web.jobs import Jobs

PAGE = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src data:; connect-src 'self'"
    "; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page of the desk may do: nothing but what this server gives it."""
SHOWN = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)
"""What a page that came from elsewhere may do inside one of ours: be looked at."""
COMMAND = re.compile(r" ?\(pbm ([a-z]+)((?: [^ ()]+)*)\)$")
"""The command that a line about a game ends with."""


@dataclass
class Desk:
    """The office as its desk knows it."""

    games: Path
    now: Callable[[], dt.datetime]
    door: Door
    jobs: Jobs
    reading: threading.RLock = field(default_factory=threading.RLock)
    """One page reads the games at a time."""

    def game(self, name: str) -> Game:
        return find(self.games, name)

    @property
    def game_names(self) -> list[str]:
        return [game.name for game in self.all_games]

    @property
    def all_games(self) -> list[Game]:
        return all_games(self.games)


@dataclass(frozen=True)
class Matter:
    """Something that needs the game master, with the page that deals with it."""

    words: str
    link: str = ""
    label: str = ""


def matter(line: str) -> Matter:
    """A line of `pbm run`, with its command as a link where the desk has a page for it."""
    found = COMMAND.search(line)
    if not found:
        return Matter(line)
    command, words = found[1], found[2].split()
    link, label = place_of(command, words)
    return Matter(line[: found.start()], link, label) if link else Matter(line)


def place_of(command: str, words: list[str]) -> tuple[str, str]:
    match command, words:
        case "letters", ["show", name]:
            return f"/letters/{name}", "Read it"
        case "letters", [game]:
            return f"/games/{game}#letters", "Look at them"
        case ("print" | "send" | "extend" | "resume" | "collect") as name, [game, *_]:
            return f"/do/{name}/{game}", BUTTONS[name].label
        case _:
            return "", ""


def render(template: str, title: str, /, *, _status: int = 200, **values: Any) -> Response:
    """A page of the desk."""
    desk: Desk = g.desk
    text = (
        environment(True)
        .get_template(f"web/{template}.html.j2")
        .render(
            title=title,
            token=desk.door.token(g.session),
            jobs=list(desk.jobs.all.values())[:8],
            at_work=len(desk.jobs.at_work),
            where=request.path,
            games=desk.game_names,
            **values,
        )
    )
    return answer(text.encode(), "text/html; charset=utf-8", PAGE, _status)


def answer(
    content: bytes, kind: str, policy: str = "default-src 'none'; frame-ancestors 'none'", status: int = 200
) -> Response:
    made = Response(content, status=status, content_type=kind)
    made.headers["Content-Security-Policy"] = policy
    return made


def shown(page: bytes) -> Response:
    """A report, or what a letter says in HTML: in a sandbox, without scripts, and without a way to the outside."""
    return answer(page, "text/html; charset=utf-8", SHOWN)


def form(button: Button, game: str = "", values: Values | None = None, back: str = "") -> dict[str, Any]:
    """All that a page needs to draw a button's form."""
    given = values or {}
    boxes = [(box, given.get(box.name, box.value)) for box in button.fields]
    action = f"/do/{button.name}/{game}".rstrip("/")
    return {"button": button, "boxes": boxes, "action": action, "once": secrets.token_hex(8), "back": back}


@cache
def stylesheet() -> bytes:
    return environment(False).get_template("web/style.css.j2").render(fonts=Markup(faces(LATIN))).encode()


@cache
def script() -> bytes:
    return (folder("templates") / "web" / "desk.js").read_bytes()
