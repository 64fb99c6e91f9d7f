"""The public counter: a player hands a sheet in with its code, and has the receipt at once.

A code is a password of thirty bits that is good for one turn. So one form tries one code, on the power that it names;
the code is compared before a line of the sheet is read, with every code that may count, in the same time whether it is
right or wrong; and whoever tries too many is sent away. What a wrong code brings is stored nowhere.
"""

import datetime as dt
import hmac
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from flask import Flask, Response, g, redirect, request, send_from_directory
from werkzeug.exceptions import HTTPException
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as Answer

from pbm.errors import Busy, GameError, fault
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter, open_counter
from pbm.mail.neighbours import MOST_AHEAD
from pbm.mail.sets import expected
from pbm.mail.typed import as_sheet
from pbm.mail.window import WINDOW, as_letter, hand_in
from pbm.reading.sheet_code import plain
from pbm.reading.sheet_lines import entries
from pbm.record.game import Game, all_games, find
from pbm.reports.forms import environment
from pbm.web.limits import Limit
from pbm.web.pages import answer, stylesheet

MOST_BYTES = 64_000
"""The largest sheet."""
HEADED = 24
"""The headings of a sheet are in its first lines."""
HOUR = 3600.0
WRONG_BY_ADDRESS, WRONG_BY_POWER, BY_ADDRESS, IN_ALL = 20, 60, 60, 1200
"""Wrong codes in an hour from an address, and for a power; forms in a minute from an address, and from all."""
PATIENCE, PAUSE = 20.0, 0.2
"""Seconds that a sheet waits for another command that is at work on the game, and between two looks."""
PAGE = (
    "default-src 'none'; style-src 'self'; font-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
RECEIPT = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
SITE = "base-uri 'none'; frame-ancestors 'none'"
WRONG = "The code is not that of this power's sheet for this turn, so nothing was taken. It stands on your turnsheet."
AWAY = "Too many sheets with a wrong code have come. Try again in an hour, or send your sheet by mail."
HASTE = "Too many sheets have come at once. Try again in a minute, or send your sheet by mail."
TRY = "TRY"


class TooMany(GameError):
    """A limit is reached."""


@dataclass
class Window:
    """The counter, and what it remembers of those who came."""

    games: Path
    now: Callable[[], dt.datetime]
    site: Path | None = None
    wrong_here: Limit = field(default_factory=lambda: Limit(WRONG_BY_ADDRESS, HOUR))
    wrong_for: Limit = field(default_factory=lambda: Limit(WRONG_BY_POWER, HOUR))
    here: Limit = field(default_factory=lambda: Limit(BY_ADDRESS, 60))
    all: Limit = field(default_factory=lambda: Limit(IN_ALL, 60))
    known: Limit = field(default_factory=lambda: Limit(1, 30 * 24 * HOUR))
    """Who has shown the right code of a power: others' guesses do not keep them out."""
    reading: threading.Lock = field(default_factory=threading.Lock)
    """One visitor at a time has a game read for them."""

    def refuse_haste(self, address: str) -> None:
        if self.here.is_reached(address) or self.all.is_reached(""):
            raise TooMany(HASTE)
        self.here.count(address)
        self.all.count("")

    def refuse_guesser(self, address: str, whose: tuple[str, str]) -> None:
        is_known = self.known.is_reached((address, *whose))
        if self.wrong_here.is_reached(address) or (self.wrong_for.is_reached(whose) and not is_known):
            raise TooMany(AWAY)


@dataclass(frozen=True)
class Given:
    """What a form brings: one power, one code, one turn."""

    power: str
    code: str
    turn: int
    text: str


def counter_app(games: Path, clock: Callable[[], dt.datetime], site: Path | None = None) -> Flask:
    window = Window(games, clock, site)
    app = Flask("pbm.web.counter", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES
    app.config["MAX_FORM_PARTS"] = 20
    app.config["WINDOW"] = window
    app.before_request(partial(setattr, g, "window", window))
    app.after_request(dressed)
    app.register_error_handler(Exception, told)
    app.add_url_rule("/", "games", page, methods=["GET"])
    app.add_url_rule("/style.css", "style", style, methods=["GET"])
    app.add_url_rule("/<game>", "sheet", sheet, methods=["GET", "POST"])
    app.add_url_rule("/site/", "site", shown, methods=["GET"])
    app.add_url_rule("/site/<path:name>", "site", shown, methods=["GET"])
    return app


def dressed(made: Response) -> Response:
    made.headers.setdefault("Content-Security-Policy", SITE)
    made.headers["X-Content-Type-Options"] = "nosniff"
    made.headers["Referrer-Policy"] = "no-referrer"
    made.headers.setdefault("Cache-Control", "no-store")
    return made


def told(error: Exception) -> Response:
    """A fault in words; nothing of the machine."""
    if isinstance(error, TooMany):
        return drawn("said", "Not now", 429, words=str(error))
    if isinstance(error, GameError):
        return drawn("said", "Nothing was taken", 400, words=str(error))
    if isinstance(error, HTTPException):
        status = error.code or 500
        words = {404: "There is no such page.", 413: "That is too large for a sheet: 64 kB at most."}.get(
            status, error.name
        )
        return drawn("said", "That did not work", status, words=words)
    return drawn("said", "That did not work", 500, words=f"{fault(error)}. Send your sheet by mail.")


def drawn(template: str, title: str, status: int = 200, /, **values: object) -> Response:
    text = environment(True).get_template(f"web/counter/{template}.html.j2").render(title=title, **values)
    return answer(text.encode(), "text/html; charset=utf-8", PAGE, status)


def style() -> Response:
    made = answer(stylesheet(), "text/css; charset=utf-8")
    made.headers["Cache-Control"] = "max-age=3600"
    return made


def page() -> Response:
    """The games in which a sheet can be handed in."""
    window: Window = g.window
    rows = [(game.name, title) for game in all_games(window.games) if (title := is_open(game))]
    return drawn("games", "Hand in your orders", games=rows, site=window.site is not None)


def is_open(game: Game) -> str:
    """The title of a game that goes on; nothing is told of one that is broken."""
    try:
        return "" if game.ended() else game.config().ruleset.title
    except Exception:
        return ""


def shown(name: str = "") -> Response | Answer:
    """A page of the public site."""
    window: Window = g.window
    if window.site is None:
        raise GameError("No site is shown here.")
    inside = safe_join(str(window.site), name)
    if name and inside and Path(inside).is_dir() and not name.endswith("/"):
        return redirect(f"{name.rpartition('/')[2]}/", 301)
    path = f"{name}index.html" if not name or name.endswith("/") else name
    return send_from_directory(window.site.resolve(), path)


def sheet(game: str) -> Response:
    """The empty form; or a sheet, taken and answered."""
    window: Window = g.window
    here = known_game(window.games, game)
    if request.method == "GET":
        return empty(window, here)
    window.refuse_haste(request.remote_addr or "")
    mails = handed(window, here, request.form.get("text", ""), bool(request.form.get("try")))
    if not mails:
        return drawn("said", "Taken", words="Your letter has been taken. The answer comes by mail.")
    return receipt(mails[0], here.name)


def known_game(games: Path, name: str) -> Game:
    try:
        return find(games, name)
    except GameError:
        raise GameError("There is no such game here.") from None


def empty(window: Window, game: Game) -> Response:
    with window.reading:
        counter = open_counter(game, window.now())
        return form_of(counter)


def form_of(counter: Counter) -> Response:
    game = counter.game
    if counter.expected.over:
        raise GameError(f"{game.name} is over.")
    due = deadline(game, counter.turn)
    powers = {code: str(counter.name(code)) for code in expected(game, counter.turn)}
    return drawn(
        "sheet",
        f"{game.name}, {game.named(counter.turn)}",
        game=game.name,
        turn=game.called(counter.turn),
        title_of=counter.ruleset.title,
        due=spoken(due) if due else "",
        powers=powers,
        called=counter.expected.power,
    )


def handed(window: Window, game: Game, text: str, tries: bool) -> list[Mail]:
    """Take a sheet in, if its code is right."""
    with window.reading:
        whole = proved(window, game, text, tries)
    return taken(window, game, whole)


def proved(window: Window, game: Game, text: str, tries: bool) -> str:
    """The sheet with its headings, if its code is right."""
    address, counter = request.remote_addr or "", open_counter(game, window.now())
    if counter.expected.over:
        raise GameError(f"{game.name} is over.")
    given = read(counter, text)
    whose = (game.name, given.power)
    window.refuse_guesser(address, whose)
    if not is_right(counter, given):
        window.wrong_here.count(address)
        window.wrong_for.count(whose)
        raise GameError(WRONG)
    window.known.count((address, *whose))
    return as_sheet(counter, given.power, given.turn, f"{TRY}\n{given.text}" if tries else given.text)


def read(counter: Counter, text: str) -> Given:
    """Whose sheet it is: as the boxes of the form say, or the headings of a sheet that was posted whole."""
    form = request.form
    said = {one.kind: one.value for one in entries("\n".join(text.splitlines()[:HEADED])) if one.value}
    power = counter.reader.power_named(form.get("power", "") or said.get("power", "")) or ""
    if power not in counter.expected.in_play:
        raise GameError(f"The sheet names no {counter.expected.power} that is in play.")
    written = form.get("turn", "") or said.get("turn", "")
    turn = counter.game.turn_names.read(written) if written else counter.turn
    if turn is None or not counter.turn - 1 <= turn <= counter.turn + MOST_AHEAD:
        raise GameError(f"The sheet is for {written}, and orders are taken for {counter.game.named(counter.turn)} now.")
    return Given(power, (form.get("code", "") or said.get("code", ""))[:40], turn, text)


def is_right(counter: Counter, given: Given) -> bool:
    """Whether the code is that of the power, for the turn on the sheet or the open one: both are always compared."""
    said = plain(given.code).encode("utf-8", "replace")
    turns = (min(given.turn, counter.turn), counter.turn if given.turn >= counter.turn else given.turn)
    return (
        sum(hmac.compare_digest(said, plain(counter.expected.code(turn, given.power)).encode()) for turn in turns) > 0
    )


def taken(window: Window, game: Game, whole: str) -> list[Mail]:
    """Through the very intake of the mail; another command that is at work on the game is waited for."""
    now, end = window.now(), time.monotonic() + PATIENCE
    raw = as_letter(whole, now)
    while time.monotonic() < end:
        try:
            with window.reading:
                return hand_in(game, raw, now, f"{WINDOW}{now.isoformat()}")
        except Busy:
            time.sleep(PAUSE)
    raise TooMany(HASTE)


def receipt(mail: Mail, game: str) -> Response:
    """The receipt as it is mailed too."""
    if not mail.html:
        return drawn("said", mail.subject, words="", text=mail.text, game=game)
    return answer(mail.html.encode(), "text/html; charset=utf-8", RECEIPT)
