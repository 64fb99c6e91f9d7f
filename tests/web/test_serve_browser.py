"""A game master with nothing but a browser: from an empty folder to turn 2 of Homelands, and every file as by commands.

Five people play: three by mail, one on paper whose sheet comes as a photo, one at the public counter. One asks a
question, a slip is corrected, a turn is undone. Each page is looked at with axe-core on the way.
"""

import datetime as dt
import hashlib
import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.office.issue import issue
from pbm.office.new_office import keep_office, wishes_of
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.reports.pdf.type import theme
from pbm.scan.blank import blank_sheet
from pbm.web.counter import MOST_BYTES, counter_app
from pbm.web.jobs import FROM, INTO, Command
from pbm.web.server import listening, serving
from tests.helpers.axe import WITH_TARGETS, script
from tests.helpers.browser import Browser
from tests.helpers.desk import Served, fill, go, press, served
from tests.helpers.photos import Camera, photo, written_on

pytest.importorskip("zxingcpp", reason="the extra scan is not installed")
pytestmark = pytest.mark.slow
MOMENT = "2099-03-04T10:00:00+00:00"
SAME = f"""
import datetime, hashlib, secrets
import pbm.commands.clock as clock
clock.now = lambda: datetime.datetime.fromisoformat({MOMENT!r})
secrets.token_bytes = lambda size=32: hashlib.sha256(str(size).encode()).digest()[:size]
"""
"""The clock stands still, and what is drawn is drawn alike: then the same commands give the same files."""
PLAYERS = {"ann": "ROM", "ben": "SAX", "cora": "DMN", "dan": "PIC", "eve": "EBR"}
BY_DESK = ("ann", "dan")
"""Who is invited at the desk; the others are, at the same time, in a terminal."""
LOG = "pbm.log"


class Master:
    """Does with the mouse and the keys what the test says, and looks at every page that comes."""

    def __init__(
        self, window: Browser, desk: Served, games: Path, twin: Path, inbox: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self.window, self.desk, self.games, self.twin = window, desk, games, twin
        self.inbox, self.patch, self.faults = inbox, patch, dict[str, list[str]]()

    def letter(self, who: str, subject: str, text: str) -> None:
        """A letter that lies in the inbox, with a time of its own."""
        path = self.inbox / f"{who}-{len(list(self.inbox.iterdir()))}.eml"
        names = f"From: {who}@example.org\nTo: gm@example.org\nMessage-ID: <{path.stem}@example.org>\n"
        path.write_text(f"{names}Subject: {subject}\n\n{text}")
        os.utime(path, (moment().timestamp() - 3600,) * 2)

    def attach(self, name: str, file: Path) -> None:
        root = self.window.call("DOM.getDocument")["root"]["nodeId"]
        box = self.window.call("DOM.querySelector", {"nodeId": root, "selector": f"[name={name}]"})["nodeId"]
        self.window.call("DOM.setFileInputFiles", {"files": [str(file)], "nodeId": box})

    def look(self) -> None:
        where = self.window.ask("location.pathname")
        if where not in self.faults and "/jobs/" not in where and len(where) > 1:
            self.window.ask(script())
            self.faults[where] = self.window.ask(WITH_TARGETS)

    def go(self, path: str) -> None:
        go(self.window, self.desk.url(path))
        self.look()

    def press(self, words: str, **written: str) -> None:
        for name, text in written.items():
            fill(self.window, name, text)
        press(self.window, words)
        self.look()

    def choose(self, name: str, value: str) -> None:
        self.window.ask(f"document.querySelector('[name=\"{name}\"]').value = {value!r}")

    def do(self, words: str, **written: str) -> str:
        """Press a button that is a command, and read what came of it."""
        self.press(words, **written)
        job = self.desk.finished()
        assert job.code == 0, job.said
        self.window.until("document.querySelector('#said:not([data-watch])') && document.readyState === 'complete'")
        by_hand(self.twin, job.command, self.patch)
        return job.said

    def button(self, name: str, game: str, words: str, **written: str) -> str:
        self.go(f"/do/{name}/{game}".rstrip("/"))
        return self.do(words, **written)


def moment() -> dt.datetime:
    return dt.datetime.fromisoformat(MOMENT)


@pytest.fixture
def same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "fixed").mkdir()
    (tmp_path / "fixed" / "sitecustomize.py").write_text(SAME)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "fixed"))
    return tmp_path


def sheet(game: Game, who: str, lines: str) -> str:
    turn, power = game.last() + 1, PLAYERS[who]
    head = f"Game: {game.name}\nTurn: {game.called(turn)}\nPower: {power}\nCode: {code_of(game, turn, power)}\n"
    return f"{head}{lines}\nEnd\n"


def picture(game: Game, who: str) -> bytes:
    """A photo of the sheet on paper, with one line written on it."""
    made = issue(game, game.last(), keep=False)
    page = blank_sheet(made.of(PLAYERS[who]), made.ruleset.data, replace(theme(fillable=False)))[0]
    chance = random.Random("photo")
    line = min(place.name for place in page.places if place.name.startswith("l") and not place.printed)
    return photo(written_on(page, {line: "SOW ALL"}, chance), Camera(turned=2, noise=2, longest=1800), chance).content


def contents(games: Path) -> dict[str, bytes]:
    """Without the log, which has the time that things took, and what is only remembered: its name begins with a dot."""
    there = (path for path in games.rglob("*") if path.is_file() and path.name != LOG and path.name[0] != ".")
    return {str(path.relative_to(games)): path.read_bytes().replace(str(games).encode(), b"GAMES") for path in there}


def by_hand(games: Path, command: Command, patch: pytest.MonkeyPatch) -> None:
    """The same command, as it would be typed."""
    (games.parent / "sheet.txt").write_text(command.input, encoding="utf-8")
    places = {INTO: str(games.parent / "made"), FROM: str(games.parent / "sheet.txt")}
    with patch.context() as fixed:
        fixed.setattr("pbm.commands.clock.now", moment)
        fixed.setattr("secrets.token_bytes", lambda size=32: hashlib.sha256(str(size).encode()).digest()[:size])
        said = CliRunner().invoke(main, [places.get(one, one) for one in command.words], env={"PBM_GAMES": str(games)})
    assert said.exit_code == 0, said.output


def begin(master: Master) -> None:
    """The office, the game and its players."""
    master.press("A new game")
    master.press(
        "Write the settings",
        gm="The umpire",
        post_to="2 The Lane",
        address="gm@example.org",
        inbox=str(master.inbox),
        zone="Europe/London",
    )
    keep_office(master.twin, wishes_of(master.games))
    master.choose("ruleset", "homelands")
    master.press("Go on", name="albion")
    master.window.ask("document.querySelector('details').open = true")
    master.do("Offer the game", **{"house-powers": "5"})
    for who, power in PLAYERS.items():
        if who not in BY_DESK:
            signup = Command(
                ("signup", "albion", who, "--form", "text", "--email", f"{who}@example.org", "--prefers", power), ""
            )
            for games in (master.games, master.twin):
                by_hand(games, signup, master.patch)
            continue
        master.go("/new/albion")
        master.window.ask("document.querySelector('[aria-labelledby=players] details').open = true")
        master.choose("form", "paper" if who == "dan" else "text")
        home = {"address": "1 High Street"} if who == "dan" else {"email": f"{who}@example.org"}
        master.do("Invite a player", id=who, prefers=power, **home)
    master.go("/new/albion")
    master.do("Start the game")


def take_part(master: Master, game: Game) -> None:
    """Turn 1: letters, a question and its answer, a photo, the counter."""
    for who, lines in {"ann": "SOW ALL", "ben": "SOW ALL\nFINAL", "cora": "PASS"}.items():
        master.letter(who, "orders", sheet(game, who, lines))
    master.letter("ann", "albion: a question", "Dear umpire,\n\nmay I move an army twice in a season?\n\nAnn\n")
    master.button("run", "", "Run the office")
    master.go("/letters")
    master.press("albion/1")
    master.do("Answer", text="Yes, if it has the points [5.6].")
    master.go(f"/games/albion/sheet/{PLAYERS['dan']}")
    place = master.inbox.parent / "photo.jpg"
    place.write_bytes(picture(game, "dan"))
    master.attach("picture", place)
    master.press("Cut it into strips")
    beside = master.window.ask("[...document.querySelectorAll('.lines li:has(img) input')].map(one => one.name)")
    assert len(beside) == 1
    master.do("File the sheet", **{beside[0]: "SOW ALL"})
    hand_in_at_counter(master, game)


def hand_in_at_counter(master: Master, game: Game) -> None:
    """A player in another window, who has nothing but the code."""
    with counter(master.games) as url:
        go(master.window, f"{url}/albion")
        master.look()
        master.choose("power", PLAYERS["eve"])
        code = code_of(game, game.last() + 1, PLAYERS["eve"])
        master.press("Send", code=code, text="SOW ALL")
        assert "SOW ALL" in master.window.ask("document.body.innerText")
    client = counter_app(master.twin, moment).test_client()
    said = {"power": PLAYERS["eve"], "code": code, "text": "SOW ALL", "turn": str(game.called(game.last() + 1))}
    assert client.post("/albion", data=said).status_code == 200


@contextmanager
def counter(games: Path) -> Iterator[str]:
    socket = listening("127.0.0.1", 0)
    with serving(counter_app(games, moment), socket, MOST_BYTES) as server:
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"


def play(master: Master) -> str:
    """Play the turn that is open, whoever is missing."""
    master.go("/do/play/albion")
    master.window.ask("for (const one of document.querySelectorAll('[type=checkbox]')) one.checked = true")
    return master.do("Yes: play the turn")


def mend(master: Master) -> None:
    """The turn is undone, a slip is corrected, and the game goes on."""
    master.button("undo", "albion", "Yes: undo the turn", reason="A letter had been left lying.")
    master.button("correct", "albion", "Correct the position", text="POWER ROM gold=7", reason="A slip at the start.")
    master.button("resume", "albion", "Go on")


def test_from_an_empty_folder_to_turn_2(chromium: Browser, same: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, twin, inbox = same / "desk" / "games", same / "hand" / "games", same / "inbox"
    for folder in (games, twin, inbox):
        folder.mkdir(parents=True)
    with served(games, moment) as desk:
        chromium.fresh(1280, 900)
        go(chromium, desk.door.link)
        master = Master(chromium, desk, games, twin, inbox, monkeypatch)
        begin(master)
        assert "the set-up of Homelands is adjudicated" in play(master)
        take_part(master, Game(games / "albion"))
        assert "5 sheets" in play(master)
        mend(master)
        assert "5 sheets" in play(master)
        master.go("/games/albion/turn/1")
        assert "turn 2 of Homelands is adjudicated" in play(master)
        master.go("/")
        assert "Turn 3" in chromium.ask("document.body.innerText")
    assert {page: found for page, found in master.faults.items() if found} == {}
    assert contents(twin).keys() == contents(games).keys()
    assert [name for name, content in contents(games).items() if contents(twin)[name] != content] == []
