"""The desk of the office: who is let in, what its buttons do, and that they are the commands."""

import shutil
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.front_door import office_of
from pbm.mail.outbox import Outbox
from pbm.mail.window import hand_in
from pbm.office.new_office import Wishes, keep_office
from pbm.office.own_letter import try_mail
from pbm.overview import COMMANDS
from pbm.record.game import Game
from pbm.web.app import ROUTES, desk_app
from pbm.web.buttons import BUTTONS, find
from pbm.web.door import Door
from pbm.web.jobs import Command, Jobs
from pbm.web.pages import matter
from tests import ROOT
from tests.helpers.desk import now

PORT = 8372
PAGES = (
    "/", "/letters", "/games/tours732", "/games/tours732/position", "/games/tours732/account/3?find=FRA", "/new",
    "/do/hold/game42", "/games/game42/sheet/MER",
)  # fmt: skip
HOST: Any = {"base_url": f"http://127.0.0.1:{PORT}"}
OURS = {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "same-origin"}


class Hand:
    """A game master with the desk open."""

    def __init__(self, games: Path, place: Path) -> None:
        self.games, self.door = games, Door(PORT)
        self.app = desk_app(games, now, self.door, place)
        self.jobs: Jobs = self.app.config["DESK"].jobs
        self.client: FlaskClient = self.app.test_client()
        self.key = self.door.key

    def enter(self) -> "Hand":
        assert self.client.get(f"/enter?key={self.key}", **HOST).status_code == 303
        return self

    @property
    def token(self) -> str:
        return self.door.token(next(iter(self.door.sessions)))

    def get(self, path: str, **more: str) -> TestResponse:
        return self.client.get(path, headers=more, **HOST)

    def press(self, path: str, headers: dict[str, str] | None = None, **said: str) -> TestResponse:
        return self.client.post(path, data={"token": self.token, **said}, headers=headers or OURS, **HOST)

    def done(self) -> str:
        """What the newest command has printed, when it has ended."""
        job = next(iter(self.jobs.all.values()))
        job.process.wait(60)
        return job.said


@pytest.fixture
def desk(tmp_path: Path) -> Hand:
    shutil.copytree(ROOT / "games" / "game42", tmp_path / "games" / "game42")
    return Hand(tmp_path / "games", tmp_path / "jobs").enter()


@pytest.fixture(scope="module")
def looking(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    """A desk that nothing is done on."""
    place = tmp_path_factory.mktemp("desk")
    for game in ("game42", "tours732"):
        shutil.copytree(ROOT / "games" / game, place / "games" / game)
    return Hand(place / "games", place / "jobs").enter()


def test_the_key_opens_once(tmp_path: Path) -> None:
    hand = Hand(tmp_path, tmp_path / "jobs")
    assert hand.get("/").status_code == 403
    assert hand.get("/enter?key=guess").status_code == 403
    hand.enter()
    cookie = hand.client.get_cookie(hand.door.cookie, domain="127.0.0.1")
    assert cookie
    assert (cookie.http_only, cookie.same_site) == (True, "Strict")
    assert hand.get("/").status_code == 200
    other = hand.app.test_client()
    assert other.get(f"/enter?key={hand.key}", **HOST).status_code == 403


def test_without_a_session_there_is_no_page(looking: Hand) -> None:
    stranger = looking.app.test_client()
    for rule, _, methods in ROUTES:
        path = rule.replace("<int:place>", "0").replace("<path:game>", "game42").replace("<game>", "game42")
        path = (
            path.replace("<name>", "hold")
            .replace("<power>", "MER")
            .replace("<turn>", "1")
            .replace("<", "")
            .replace(">", "")
        )
        for method in methods:
            said = stranger.open(path, method=method, headers=OURS, **HOST)
            assert said.status_code == 403 or rule in ("/style.css",), rule
            assert b"Traceback" not in said.data


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:80", "[::1]:8372"])
def test_a_name_that_was_turned_to_this_machine_is_refused(looking: Hand, host: str) -> None:
    assert looking.get("/", Host=host).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "cross-site"},
        {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "same-site"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
    ],
)
def test_a_form_from_elsewhere_does_nothing(looking: Hand, headers: dict[str, str]) -> None:
    said = looking.client.post("/do/hold/game42", data={"token": looking.token, "reason": "x"}, headers=headers, **HOST)
    assert said.status_code == 403
    assert not looking.jobs.all


@pytest.mark.parametrize("token", ["", "guess", "0" * 64])
def test_a_form_without_our_token_does_nothing(looking: Hand, token: str) -> None:
    assert looking.press("/do/hold/game42", token=token, reason="x").status_code == 403
    assert not looking.jobs.all


@pytest.mark.parametrize(
    "path",
    [
        "/games/..%2f..%2fetc", "/games/%2e%2e", "/do/hold/../../x", "/do/hold/--help", "/do/print/-x",
        "/letters/game42/..", "/games/game42/turn/..%2f..%2fsecret", "/games/game42/turn/1/..%2fsecret",
        "/jobs/..%2fx", "/jobs/x/made/..%2fsaid.txt", "/do/nothing", "/do/signup/-x", "/new/..", "/new/--secret",
        "/games/{{7*7}}", "/games/game42/sheet/{{7*7}}",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_games(looking: Hand, path: str) -> None:
    said = looking.get(path)
    assert said.status_code in (400, 404)
    assert b"49" not in said.data
    assert not looking.jobs.all


def test_what_is_typed_never_becomes_an_option_or_a_page(desk: Hand) -> None:
    """Words of a form stand in one word of the command, and on a page as they are."""
    nasty = '--untold <script>alert(1)</script> {{7*7}} "; rm -rf'
    said = desk.press("/do/hold/game42", reason=nasty)
    assert said.status_code == 303
    assert desk.done().startswith(f"game42 is held: {nasty}")
    page = desk.get(said.headers["Location"]).text
    assert "<script>alert" not in page
    assert "{{7*7}}" in page
    assert desk.press("/do/notice/game42", words="--help").status_code == 303
    assert "The note will be in the reports" in desk.done()
    assert desk.press("/do/hold/game42", reason="a\0b").status_code == 400


def test_every_page_keeps_to_itself(looking: Hand) -> None:
    for path in PAGES:
        said = looking.get(path)
        assert said.status_code == 200, said.text
        policy = said.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    shown = looking.get("/games/tours732/turn/3/FRA").headers["Content-Security-Policy"]
    assert shown.startswith("sandbox;")
    assert "script-src" not in shown


def test_a_button_is_its_command(desk: Hand, tmp_path: Path) -> None:
    """The same files, to the byte, as after the command; and a form that is sent twice does it once."""
    from click.testing import CliRunner

    from pbm.cli import main

    shutil.copytree(desk.games, tmp_path / "by-hand")
    for _ in range(2):
        assert desk.press("/do/notice/game42", words="No turn at Easter.", once="1").status_code == 303
    assert "turn 4" in desk.done()
    assert len(desk.jobs.all) == 1
    said = CliRunner().invoke(main, ["notice", "game42", "No turn at Easter.", "--games", str(tmp_path / "by-hand")])
    assert said.exit_code == 0, said.output
    assert contents(desk.games) == contents(tmp_path / "by-hand")


def contents(folder: Path) -> dict[str, bytes]:
    there = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in there}


@pytest.mark.slow
def test_a_preview_shows_every_report_and_keeps_nothing(looking: Hand) -> None:
    before = contents(looking.games)
    assert looking.press("/do/preview/tours732").status_code == 303
    assert "Nothing was kept" in looking.done()
    job = next(iter(looking.jobs.all.values()))
    assert job.files() == ["FRA.html", "MUS.html", "ROUNDUP.html", "account.txt", "changes.txt"]
    assert looking.get(f"/jobs/{job.id}/made/MUS.html").headers["Content-Security-Policy"].startswith("sandbox;")
    assert contents(looking.games) == before
    looking.jobs.all.clear()


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.2, 0.8, 1.4])
def test_a_button_that_is_killed_is_pressed_again(tmp_path: Path, after: float) -> None:
    """The turn is as before or as after, never half; the desk says that it was not done, and the button does it."""
    game = Game(shutil.copytree(ROOT / "games" / "tours732", tmp_path / "games" / "tours732"))
    hand, turn = Hand(game.folder.parent, tmp_path / "jobs").enter(), game.last()
    assert hand.press("/do/play/tours732", anyway="yes").status_code == 303
    job = next(iter(hand.jobs.all.values()))
    with suppress(subprocess.TimeoutExpired):
        job.process.wait(after)
    job.process.kill()
    job.process.wait()
    assert job.outcome in ("needs you", "done")
    assert game.last() in (turn, turn + 1)
    if game.last() == turn:
        assert hand.press("/do/play/tours732", anyway="yes").status_code == 303
        assert "is adjudicated" in hand.done()
    assert hand.press("/do/verify/tours732").status_code == 303
    assert "every hash holds" in hand.done()


def test_every_button_says_what_it_does_and_is_a_command() -> None:
    for button in BUTTONS.values():
        values = {box.name: box.value or ("2099-01-01" if box.kind == "date" else "7") for box in button.fields}
        command = button.command("game42", values)
        assert command.words[0] in COMMANDS, button.name
        assert button.says.endswith("."), button.name
        assert str(command).startswith("pbm "), button.name


def test_a_line_that_needs_somebody_leads_to_its_page() -> None:
    assert matter("letter 3 from a@b: hello (pbm letters show game42/3)").link == "/letters/game42/3"
    assert matter("1 envelope to print: WSX (pbm print game42)").link == "/do/print/game42"
    assert matter("turn 3 is due tomorrow").link == ""
    assert find("print").label == "Print"


def test_what_a_command_is_called_as_is_what_it_is() -> None:
    assert str(Command(("hold", "game42", "--reason=a b"), "Hold")) == "pbm hold game42 '--reason=a b'"


LETTER = """From: franks@example.org
To: orders@example.org
Subject: a question
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html

<p>May I come <b>later</b>?</p><script>alert(1)</script><img src="http://evil.example/x.png">
--b
Content-Type: image/svg+xml; name="../../x.svg"

<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>
--b--
"""


@pytest.mark.slow
def test_a_letter_is_shown_safely_and_dealt_with(tmp_path: Path) -> None:
    """Its HTML in a sandbox, its files by names of ours and never as pages; forwarded, and taken as orders."""
    game = Game(shutil.copytree(ROOT / "games" / "tours732", tmp_path / "games" / "tours732"))
    put(game.folder / "game.toml", game.read("game.toml") + b'\n[mail]\naddress = "orders@example.org"\n')
    hand_in(game, LETTER.replace("\n", "\r\n").encode(), now(), "file:x")
    hand = Hand(game.folder.parent, tmp_path / "jobs").enter()
    assert "a question" in hand.get("/letters").text
    page = hand.get("/letters/tours732/1").text
    assert "May I come later?" in page
    assert "<script>alert" not in page
    html = hand.get("/letters/tours732/1/html")
    assert html.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    file = hand.get("/letters/tours732/1/0")
    assert file.content_type == "application/octet-stream"
    assert "attachment" in file.headers["Content-Disposition"]
    assert "/" not in file.headers["Content-Disposition"].partition("filename=")[2]
    assert hand.press("/do/forward/tours732/1", to="nobody", text="").status_code == 303
    assert "is not a mail address" in hand.done()
    assert hand.press("/do/forward/tours732/1", to="ann@example.net", keep="yes").status_code == 303
    assert "The letter to ann@example.net is queued" in hand.done()
    [mail] = [id for id in Outbox(game).ids() if Outbox(game).recipient(id) == "ann@example.net"]
    assert b"franks@example.org wrote" in Outbox(game).path(mail).read_bytes()
    assert hand.press("/games/tours732/sheet/FRA", letter="tours732/1", act="file", line1="PASS").status_code == 303
    assert "Letter tours732/1 is accepted as orders of FRA" in hand.done()
    assert len(list(game.turn(game.last() + 1).glob("sets/FRA/*"))) == 1


def test_a_sheet_that_is_typed_twice_is_compared(looking: Hand) -> None:
    """Lines are checked as they are typed, the receipt is shown, and what differs is named; nothing is kept of it."""
    place = "/games/game42/sheet/MER"
    checked = looking.press("/games/game42/check/MER", line="LEVY TAMM 2").json
    assert checked
    assert checked["wrong"]
    assert "LEVY TAM 2" in looking.press(place, act="receipt", line1="LEVY TAM 2").text
    second = looking.press(place, act="file", twice="yes", line1="LEVY TAM 2")
    assert "Type it a second time" in second.text
    assert "LEVY TAM 2" not in second.text
    differing = looking.press(place, act="file", twice="yes", line1="LEVY TAM 3")
    assert "action 1, number: first 2, then 3" in differing.text
    assert not looking.jobs.all


@dataclass
class Post:
    """A mail server that drops what it takes into a Maildir, or loses it."""

    box: Path | None

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        assert [*recipients] == [sender]

    def hand_over(self, content: bytes) -> None:
        if self.box:
            (self.box / "new" / "1700000000.1.host").write_bytes(content)

    def leave(self) -> None:
        pass


def test_the_letter_to_oneself_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbm.office.own_letter.WAIT", 0)
    for part in ("tmp", "new", "cur"):
        (tmp_path / "box" / part).mkdir(parents=True)
    keep_office(tmp_path, Wishes(gm="The umpire", address="gm@example.org", inbox=str(tmp_path / "box")))
    office = office_of(tmp_path)
    assert office
    with pytest.raises(GameError, match="It has not come in"):
        list(try_mail(office, now(), lambda _: None, Post(None)))
    told = list(try_mail(office, now(), lambda _: None, Post(tmp_path / "box")))
    assert told[1].endswith("Mail goes out and comes in.")
    with pytest.raises(GameError, match="names no mail server"):
        list(try_mail(office, now(), lambda _: None))
    put(tmp_path / "_office" / "game.toml", b'[mail]\naddress = "gm@example.org"\nbrake = 5\n')
    with pytest.raises(GameError, match="was written by hand"):
        keep_office(tmp_path, Wishes(gm="The umpire"))
