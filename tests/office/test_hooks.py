"""What is called after a turn: once, with the public result and no secret, and whatever it does the run goes on."""

import json
import os
import shlex
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.office.hook_settings import hooks_of, name_of
from pbm.office.setting_faults import setting_faults
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.undo import undo
from pbm.site import hooks
from pbm.site.hooks import CALLED, call_hooks, public_result
from tests.helpers.commands import pbm
from tests.helpers.posting import PLAYERS, SECRET, mail_game
from tests.helpers.showcase import GAMES, OVER, copied, over

PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    made = mail_game(tmp_path, settings="", players=PLAYERS)
    run_turn(made, empty=True)
    return made


def hook(game: Game, *after_turn: str, more: str = "") -> None:
    with (game.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[hooks]\nafter_turn = {json.dumps(after_turn)}\n{more}")


def command(place: Path, code: str, name: str = "hook.py") -> str:
    """A command that runs some Python; `told` is what it has on its input."""
    (place / name).write_text(f"import json, os, sys, time\ntold = json.load(sys.stdin)\n{code}\n", encoding="utf-8")
    return f"{PYTHON} {shlex.quote(str(place / name))}"


def noting(place: Path) -> str:
    return command(place, "open('noted', 'a').write(json.dumps(told) + '\\n')")


def noted(game: Game) -> list[dict[str, object]]:
    path = game.folder.parent / "noted"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def called(game: Game) -> list[tuple[str, str, bool]]:
    return list(call_hooks(game.folder.parent))


# once a turn


def test_a_hook_is_called_once_for_every_turn(game: Game, tmp_path: Path) -> None:
    hook(game, noting(tmp_path))
    assert called(game) == [("g", f"the hook {sys.executable} for turn 1 was called", False)]
    assert called(game) == []
    run_turn(game, empty=True)
    run_turn(game, empty=True)
    assert len(called(game)) == 2
    assert [told["turn"] for told in noted(game)] == [1, 2, 3]
    assert [told["corrected"] for told in noted(game)] == [False] * 3
    assert len({str(told["id"]) for told in noted(game)}) == 3


def test_a_turn_that_is_played_again_is_told_again_and_says_so(game: Game, tmp_path: Path) -> None:
    hook(game, noting(tmp_path))
    called(game)
    undo(game, "a trial")
    assert called(game) == []
    (game.orders(1) / "MER.txt").write_text("1. TAX\n", encoding="utf-8")
    run_turn(game)
    called(game)
    assert [(told["turn"], told["corrected"]) for told in noted(game)] == [(1, False), (1, True)]


def test_a_run_that_was_ended_before_or_within_a_call_calls_with_the_same_id(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = noting(tmp_path), command(tmp_path, "open('other', 'a').write('x')", "other.py")
    hook(game, first, second)
    real = hooks.call

    def killed(line: str, *rest: object) -> str:
        fault = real(line, *rest)  # type: ignore[arg-type]
        if line == second:
            raise KeyboardInterrupt
        return fault

    monkeypatch.setattr(hooks, "call", killed)
    with pytest.raises(KeyboardInterrupt):
        called(game)
    monkeypatch.setattr(hooks, "call", real)
    called(game)
    assert called(game) == []
    assert len(noted(game)) == 1, "what was called before the kill is not called again"
    assert (tmp_path / "other").read_text(encoding="utf-8") == "xx", "what may not have been is"


def test_a_game_that_has_hooks_only_now_tells_of_its_last_turn_alone(game: Game, tmp_path: Path) -> None:
    run_turn(game, empty=True)
    hook(game, noting(tmp_path))
    called(game)
    assert [told["turn"] for told in noted(game)] == [2]


def test_before_the_first_turn_there_is_nothing_to_tell(tmp_path: Path) -> None:
    fresh = mail_game(tmp_path, settings="", players=PLAYERS)
    hook(fresh, noting(tmp_path))
    assert called(fresh) == []


# what may go wrong


def test_a_hook_that_fails_is_named_and_stops_nothing(game: Game, tmp_path: Path) -> None:
    broken = command(tmp_path, "sys.exit('no room\\n on the disk')", "broken.py")
    hook(game, broken, "./missing.sh", noting(tmp_path))
    done = pbm(game, "run")
    assert done.exit_code == 1
    assert f"g: PROBLEM: the hook {sys.executable} for turn 1 failed: it ended with code 1: no room on the disk" in (
        done.output
    )
    assert "the hook ./missing.sh for turn 1 failed: No such file" in done.output
    assert len(noted(game)) == 1
    assert pbm(game, "run").exit_code == 0, "it is called once, and the game master knows"
    assert "failed" not in pbm(game, "run").output
    assert "no room on the disk (turn 1)" in pbm(game, "hooks", "g").output
    assert pbm(game, "hooks", "g", "--again").exit_code == 1
    assert len(noted(game)) == 2


def test_a_hook_that_hangs_is_ended_with_all_it_began(game: Game, tmp_path: Path) -> None:
    code = "import subprocess\nopen('pid', 'w').write(str(subprocess.Popen(['sleep', '600']).pid))\ntime.sleep(600)"
    hook(game, command(tmp_path, code), more="seconds = 1\n")
    [(_, words, wrong)] = called(game)
    assert wrong
    assert "it took more than 1 second, and was ended" in words
    status = Path(f"/proc/{(tmp_path / 'pid').read_text(encoding='utf-8')}/stat")
    assert not status.exists() or status.read_text().split()[2] == "Z"


def test_one_game_with_a_broken_table_leaves_the_others(game: Game, tmp_path: Path) -> None:
    hook(game, noting(tmp_path))
    other = mail_game(tmp_path / "x", settings="", players=PLAYERS)
    other.folder.rename(tmp_path / "a")
    (tmp_path / "a" / "game.toml").write_text(
        (tmp_path / "a" / "game.toml").read_text(encoding="utf-8") + "\n[hooks]\nafter = 1\n", encoding="utf-8"
    )
    first, second = called(game)
    assert (first[0], first[2]) == ("a", True)
    assert 'there is no setting "after"' in first[1]
    assert second[2] is False


def test_what_cannot_be_a_hook_is_said(game: Game) -> None:
    hook(game, "https://")
    with pytest.raises(GameError, match="neither a command nor the address of a webhook"):
        hooks_of(game)
    assert any("[hooks]" in fault for fault in setting_faults(game))


# webhooks


class Web(HTTPServer):
    answers = 200
    got: list[tuple[str, bytes]]


class Answer(BaseHTTPRequestHandler):
    server: Web

    def do_POST(self) -> None:
        self.server.got.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.server.answers)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[Web]:
    server = Web(("127.0.0.1", 0), Answer)
    server.got = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_webhook_gets_the_result_posted(game: Game, web: Web) -> None:
    hook(game, f"http://127.0.0.1:{web.server_port}/told?key=hidden")
    assert called(game) == [("g", "the hook 127.0.0.1 for turn 1 was called", False)]
    [(path, content)] = web.got
    assert path == "/told?key=hidden"
    assert content == public_result(game, 1)
    assert "hidden" not in (game.turn(1) / CALLED).read_text(encoding="utf-8")


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_refuses_is_reported_without_its_address(game: Game, web: Web, status: int) -> None:
    web.answers = status
    hook(game, f"http://127.0.0.1:{web.server_port}/told?key=hidden")
    [(_, words, wrong)] = called(game)
    assert wrong
    assert f"the server says {status}" in words
    assert "hidden" not in words
    assert len(web.got) == 1, "nothing goes where it was not meant to go"


def test_a_server_that_is_not_there_is_reported(game: Game, web: Web) -> None:
    hook(game, "http://127.0.0.1:1/")
    [(_, words, wrong)] = called(game)
    assert wrong
    assert "Connection refused" in words


def test_an_address_is_named_by_its_host() -> None:
    assert name_of("https://example.org/hooks/abc-token") == "example.org"
    assert name_of("./publish.sh --all") == "./publish.sh"


# what it is told


def test_hooks_of_the_office_are_called_for_every_game(game: Game, tmp_path: Path) -> None:
    (tmp_path / "_office").mkdir(exist_ok=True)
    words = json.dumps([noting(tmp_path)])
    (tmp_path / "_office" / "office.toml").write_text(f"[hooks]\nafter_turn = {words}\n", encoding="utf-8")
    assert len(called(game)) == 1


def test_no_password_is_handed_on(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", "hush")
    hook(game, command(tmp_path, "open('env', 'w').write(repr(dict(os.environ)))"))
    called(game)
    assert "hush" not in (tmp_path / "env").read_text(encoding="utf-8")
    assert os.environ["PATH"].partition(":")[0] in (tmp_path / "env").read_text(encoding="utf-8")


def test_nothing_private_is_in_the_result(game: Game) -> None:
    content = public_result(game, 1).decode()
    assert SECRET.hex() not in content
    assert "@example.org" not in content
    assert not [line for line in PLAYERS.splitlines() if line.startswith("name") and line.split('"')[1] in content]


@pytest.mark.parametrize("name", GAMES)
def test_the_result_of_every_game_can_be_told(name: str, tmp_path: Path) -> None:
    sample = over(tmp_path) if name == OVER else copied(name, tmp_path)
    told = json.loads(public_result(sample, sample.last()))
    assert (told["game"], told["turn"]) == (sample.name, sample.called(sample.last()))
    assert told["roundup"]["masthead"]["game"] == sample.name
    shown = pbm(sample, "hooks", sample.name, "--show")
    assert json.loads(shown.output) == told
