"""The public counter: a sheet with its code is taken as by mail and answered at once; without one nothing is."""

import shutil
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.web.counter import MOST_BYTES, WRONG_BY_ADDRESS, WRONG_BY_POWER, counter_app
from pbm.web.limits import MOST, Limit
from pbm.web.server import listening, serving
from tests import ROOT
from tests.helpers.desk import now

POWERS = {"game42": "MER", "verdun843": "CHB", "tours732": "FRA", "marnon1": "GOL", "britannia1": "SAX"}


class Visitor:
    def __init__(self, games: Path, address: str = "192.0.2.1") -> None:
        self.app = counter_app(games, now)
        self.client, self.address = self.app.test_client(), address

    def send(self, game: Game, address: str = "", **said: str) -> TestResponse:
        where: Any = {"REMOTE_ADDR": address or self.address}
        return self.client.post(f"/{game.name}", data=said, environ_overrides=where)


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Game:
    name = getattr(request, "param", "tours732")
    shutil.copytree(ROOT / "games" / name, tmp_path / name)
    return Game(tmp_path / name)


def code(game: Game, power: str) -> str:
    return code_of(game, game.last() + 1, power)


def orders(game: Game, power: str) -> str:
    """The lines that were sent in the sample."""
    text = next(iter(game.orders(game.last() + 1).glob(f"{power}*"))).read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if ":" not in line)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*POWERS], indirect=True)
def test_a_sheet_is_taken_and_answered_at_once(game: Game) -> None:
    power, visitor = POWERS[game.name], Visitor(game.folder.parent)
    form = visitor.client.get(f"/{game.name}").text
    assert code(game, power) not in form
    said = visitor.send(game, power=power, code=code(game, power), text=orders(game, power))
    assert said.status_code == 200, said.text
    assert power in said.text
    entry = next(entry for entry in Inbox(game).entries() if entry.place.startswith("web:"))
    assert entry.verdict == "accepted"
    assert [(sheet.power, sheet.accepted, sheet.late) for sheet in entry.sheets] == [(power, True, False)]
    assert list(game.turn(game.last() + 1).glob(f"sets/{power}/*{entry.hash}.txt"))


def test_a_sheet_of_the_desk_is_handed_in_whole(game: Game) -> None:
    """With its headings, as the page of the player has it; a trial is kept by nobody."""
    turn = game.called(game.last() + 1)
    text = f"Game: tours732\nTurn: {turn}\nSide: FRA\nCode: {code(game, 'FRA')}\n\n{orders(game, 'FRA')}\nEnd\n"
    visitor = Visitor(game.folder.parent)
    before = list(game.turn(game.last() + 1).glob("sets/*/*"))
    tried = visitor.send(game, text=text, **{"try": "yes"})
    assert "trial" in tried.text
    assert list(game.turn(game.last() + 1).glob("sets/*/*")) == before
    assert visitor.send(game, text=text).status_code == 200
    assert len(list(game.turn(game.last() + 1).glob("sets/FRA/*"))) == 1


@pytest.mark.parametrize("written", ["", "AAA-AAA-A", "K7Q-2MX-F", "%s", "{{7*7}}", "0" * 5000])
def test_a_wrong_code_leaves_nothing(game: Game, written: str) -> None:
    visitor = Visitor(game.folder.parent)
    others = code(game, "MUS")
    for guess in (written, others):
        said = visitor.send(
            game, power="FRA", code=guess, text=f"FRA\n{orders(game, 'FRA')}\nCode: {code(game, 'FRA')[:-1]}"
        )
        assert said.status_code == 400
        assert "nothing was taken" in said.text
        assert others not in said.text
    assert not list(Inbox(game).folder.glob("*"))
    assert not Outbox(game).ids()


def test_the_right_code_anywhere_else_in_the_text_is_of_no_use(game: Game) -> None:
    """One form tries one code: a text full of guesses tells nothing."""
    visitor = Visitor(game.folder.parent)
    guesses = (
        "\n".join(f"Code: AAA-AAA-{n}" for n in range(10))
        + "\n" * 30
        + f"Code: {code(game, 'FRA')}\n{code(game, 'FRA')}"
    )
    assert visitor.send(game, power="FRA", text=guesses).status_code == 400
    assert visitor.send(game, power="FRA", code="AAA-AAA-A", text=guesses).status_code == 400


def test_a_thousand_wrong_codes_are_sent_away(game: Game) -> None:
    """By address after twenty, by power after sixty; the player themselves is let through."""
    visitor, right = Visitor(game.folder.parent), code(game, "FRA")
    own = "198.51.100.7"
    assert visitor.send(game, own, power="FRA", code=right, text="PASS").status_code == 200
    window = visitor.app.config["WINDOW"]
    window.here = window.all = Limit(10_000, 60)
    one = [visitor.send(game, power="FRA", code="AAA-AAA-A", text="PASS").status_code for _ in range(100)]
    assert one == [400] * WRONG_BY_ADDRESS + [429] * (100 - WRONG_BY_ADDRESS)
    many = [
        visitor.send(game, f"203.0.113.{n}", power="FRA", code="AAA-AAA-A", text="PASS").status_code for n in range(200)
    ]
    assert many.count(400) == WRONG_BY_POWER - WRONG_BY_ADDRESS
    assert visitor.send(game, "203.0.113.250", power="FRA", code=right, text="PASS").status_code == 429
    assert visitor.send(game, own, power="FRA", code=right, text="PASS").status_code == 200


def test_haste_is_refused_and_memory_has_a_bound(game: Game) -> None:
    visitor = Visitor(game.folder.parent)
    said = [visitor.send(game, power="XXX", text="PASS").status_code for _ in range(70)]
    assert said.count(400) == 60
    assert said[60:] == [429] * 10
    limit = Limit(3, 60)
    for number in range(MOST + 50):
        limit.count(number)
    assert len(limit.seen) == MOST


def test_the_counter_has_no_desk_and_shows_nothing_of_anybody(game: Game, tmp_path: Path) -> None:
    visitor = Visitor(game.folder.parent)
    for path in (
        "/letters",
        "/games/tours732",
        "/do/run",
        "/jobs/x",
        "/new",
        "/enter",
        "/..%2fsecret",
        "/site/",
        "/_office",
    ):
        said = visitor.client.get(path)
        assert said.status_code in (400, 404), path
    form = visitor.client.get("/tours732")
    policy = form.headers["Content-Security-Policy"]
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "Set-Cookie" not in form.headers
    assert "The player of" not in form.text
    assert visitor.client.post("/tours732", data={"text": "x" * 100_000}).status_code == 413


def test_the_site_beside_it_is_only_the_site(tmp_path: Path) -> None:
    site = tmp_path / "public"
    (site / "ember").mkdir(parents=True)
    (site / "index.html").write_text("the site")
    (site / "ember" / "index.html").write_text("ember")
    (tmp_path / "secret").write_text("hidden")
    client = counter_app(tmp_path, now, site).test_client()
    assert client.get("/site/").text == "the site"
    assert client.get("/site/ember").status_code == 301
    assert client.get("/site/ember/").text == "ember"
    for path in ("/site/../secret", "/site/..%2fsecret", "/site/%2e%2e/secret", "/site//etc/passwd"):
        assert client.get(path).status_code in (301, 308, 400, 404), path
        assert b"hidden" not in client.get(path).data


def ask(port: int, request: bytes, patience: float = 10) -> bytes:
    with socket.create_connection(("127.0.0.1", port), patience) as line:
        line.sendall(request)
        return line.recv(4096)


def test_slow_and_huge_requests_hold_up_nobody(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty who send a byte now and then; one who announces a gigabyte; one whose headers do not end."""
    monkeypatch.setattr("pbm.web.server.WHOLE", 0.3)
    door = listening("127.0.0.1", 0)
    port = door.getsockname()[1]
    with serving(counter_app(game.folder.parent, now), door, MOST_BYTES) as server:
        threading.Thread(target=server.run, daemon=True).start()
        head = b"POST /tours732 HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        slow = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(50)]
        for line in slow:
            line.sendall(head + b"Content-Length: 60000\r\n\r\ntext=")
        assert ask(port, b"GET /tours732 HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 200")
        assert b" 413 " in ask(port, head + b"Content-Length: 1000000000\r\n\r\n")
        assert b" 431 " in ask(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000)
        time.sleep(0.4)
        for line in slow:
            line.sendall(b"x")
        assert [line.recv(100) for line in slow] == [b""] * 50
        server.close()
