"""The desk as an application: its pages, and what is refused before any page is made."""

import datetime as dt
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from pbm.errors import GameError, fault
from pbm.web import actions, games, letters, office, sheets, start
from pbm.web.door import Door
from pbm.web.jobs import Jobs
from pbm.web.pages import Desk, answer, render, script, stylesheet

MOST_BYTES = 42_000_000
"""The largest form: pictures of a sheet."""
OPEN = ("/enter", "/style.css")
"""What is shown to whoever has no session yet."""
KEPT_OUT = (
    "This page is for the game master of this machine. Open it with the link that pbm serve has printed; each link "
    "opens it once. For another browser, make a link on the desk."
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def desk_app(games_folder: Path, clock: Callable[[], dt.datetime], door: Door, place: Path | None = None) -> Flask:
    """The desk of a folder of games."""
    kept = place or Path(tempfile.mkdtemp(prefix="pbm-desk-"))
    desk = Desk(games_folder, clock, door, Jobs(games_folder, kept, clock))
    app = Flask("pbm.web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES
    app.config["DESK"] = desk
    app.before_request(partial(let_in, desk))
    app.after_request(dressed)
    app.register_error_handler(Exception, told)
    for rule, view, methods in ROUTES:
        app.add_url_rule(rule, rule, view, methods=methods)
    return app


def let_in(desk: Desk) -> Response | None:
    """Refuse whoever is not the game master, and what no page of ours has asked for."""
    g.desk, g.session = desk, request.cookies.get(desk.door.cookie, "")
    writes = request.method not in ("GET", "HEAD")
    if desk.door.refuses_host(request.host):
        return refused("This server is for 127.0.0.1 alone.", 421)
    if desk.door.refuses_origin(request.headers, request.host, writes):
        return refused("Another site has asked for this, so nothing was done.", 403)
    if request.path in OPEN and not writes:
        return None
    if not desk.door.is_known(g.session):
        return refused(KEPT_OUT, 403)
    if writes and desk.door.refuses_token(g.session, request.form.get("token", "")):
        return refused("The form is not from a page of this desk, so nothing was done. Open the page again.", 403)
    return None


def refused(words: str, status: int) -> Response:
    return answer(words.encode() + b"\n", "text/plain; charset=utf-8", status=status)


def dressed(made: Response) -> Response:
    for name, value in HEADERS.items():
        made.headers.setdefault(name, value)
    return made


def told(error: Exception) -> Response | tuple[Response, int]:
    """A fault in words; no page shows a traceback."""
    status = error.code or 500 if isinstance(error, HTTPException) else 400 if isinstance(error, GameError) else 500
    if isinstance(error, HTTPException):
        words = {404: "There is no such page.", 413: "That is too large."}.get(status, error.name)
    elif isinstance(error, GameError):
        words = str(error)
    elif isinstance(error, OSError):
        words = f"{error.filename or 'the disk'}: {error.strerror}."
    else:
        words = f"{fault(error)}. Nothing was changed by this page."
        if os.environ.get("PBM_DEBUG"):
            raise error
    if not getattr(g, "session", "") or not g.desk.door.is_known(g.session):
        return refused(words, status)
    return render("problem", "That did not work", _status=status, words=words)


def enter() -> Response | Answer:
    desk: Desk = g.desk
    session = desk.door.open(request.args.get("key", ""))
    if not session:
        return refused(KEPT_OUT, 403)
    made = redirect("/", 303)
    made.set_cookie(desk.door.cookie, session, httponly=True, samesite="Strict", path="/")
    return made


def another() -> Response:
    """A link for another browser of this machine."""
    desk: Desk = g.desk
    desk.door.new_key()
    return render("link", "A link for another browser", link=desk.door.link)


def style() -> Response:
    return answer(stylesheet(), "text/css; charset=utf-8")


def engine() -> Response:
    return answer(script(), "text/javascript; charset=utf-8")


READ, WRITE, BOTH = ["GET"], ["POST"], ["GET", "POST"]
ROUTES: tuple[tuple[str, Callable[..., Any], list[str]], ...] = (
    ("/", office.page, READ),
    ("/enter", enter, READ),
    ("/link", another, WRITE),
    ("/style.css", style, READ),
    ("/desk.js", engine, READ),
    ("/do/<name>", actions.page, BOTH),
    ("/do/<name>/<path:game>", actions.page, BOTH),
    ("/jobs/<id>", actions.job, READ),
    ("/jobs/<id>/stand", actions.stand_of, READ),
    ("/jobs/<id>/made/<name>", actions.made, READ),
    ("/letters", letters.page, READ),
    ("/letters/<game>/<number>", letters.one, READ),
    ("/letters/<game>/<number>/html", letters.html, READ),
    ("/letters/<game>/<number>/<int:place>", letters.file, READ),
    ("/games/<game>", games.page, READ),
    ("/games/<game>/turn/<turn>", games.turn, READ),
    ("/games/<game>/turn/<turn>/<who>", games.report, READ),
    ("/games/<game>/account/<turn>", games.account, READ),
    ("/games/<game>/position", games.position, READ),
    ("/games/<game>/map.svg", games.map_now, READ),
    ("/games/<game>/print.pdf", games.printed, READ),
    ("/games/<game>/sheet/<power>", sheets.page, BOTH),
    ("/games/<game>/check/<power>", sheets.check, WRITE),
    ("/new", start.page, BOTH),
    ("/new/<name>", start.one, BOTH),
)
