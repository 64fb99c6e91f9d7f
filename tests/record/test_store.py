"""Games on disk: whole or not at all, never two at once, never twice by accident."""

import multiprocessing
import os
import signal
import stat
import time
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game, find
from pbm.record.verify import verify
from pbm.rules.roster import is_vacant
from pbm.rulesets import load

SECRET = bytes(range(32))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n2. MOVE TAM STS\n")
    return game


def problems(game: Game) -> list[str]:
    return [problem for turn in game.played() for problem in verify(game, turn)]


def test_a_turn_is_played_and_proved(game: Game) -> None:
    number, outcome = run_turn(game)
    assert number == 1
    own = [name for name in outcome.files if not name.startswith("computer/")]
    made = ["account.txt", "game.toml", "journal.jsonl", "manifest.json", "orders/MER.txt", "position.json"]
    assert sorted(own) == made
    assert "computer/MER.txt" not in outcome.files
    assert "computer/WSX.txt" in outcome.files
    assert problems(game) == []


def test_the_secret_is_the_game_masters_alone(game: Game) -> None:
    assert stat.S_IMODE((game.folder / "secret").stat().st_mode) == 0o600


def test_a_turn_is_not_run_twice_unless_asked_for(game: Game) -> None:
    run_turn(game)
    with pytest.raises(GameError, match="--again"):
        run_turn(game, turn=1)
    with pytest.raises(GameError, match="no orders for turn 2"):
        run_turn(game)
    first = (game.result(1) / "manifest.json").read_bytes()
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    run_turn(game, again=True)
    assert (game.result(1) / "manifest.json").read_bytes() != first
    assert (game.turn(1) / "result" / "manifest.json").read_bytes() == first
    assert game.result(1).name == "result-2"
    assert problems(game) == []


@pytest.mark.parametrize("turn", [0, 2, 7])
def test_only_the_next_turn_is_played(game: Game, turn: int) -> None:
    with pytest.raises(GameError):
        run_turn(game, turn=turn)
    assert game.played() == [0]


@pytest.mark.parametrize("name", ["MERC.txt", "zzz.txt", "readme.md"])
def test_a_sheet_that_belongs_to_nobody_stops_the_turn(game: Game, name: str) -> None:
    (game.orders(1) / name).write_text("TAX\n")
    with pytest.raises(GameError, match=name):
        run_turn(game)


@pytest.mark.parametrize("heading", ["Kingdom: Mercia", "kingdom: MER (Mercia)"])
def test_a_sheet_in_another_kingdoms_file_stops_the_turn(game: Game, heading: str) -> None:
    (game.orders(1) / "KNT.txt").write_text(f"{heading}\n1. TAX\n")
    with pytest.raises(GameError, match=r"KNT\.txt says Kingdom: .*, but it is the file of KNT"):
        run_turn(game)
    (game.orders(1) / "KNT.txt").write_text("Kingdom: Kent\n1. TAX\n")
    run_turn(game)


def test_bad_text_is_answered(game: Game) -> None:
    (game.orders(1) / "MER.txt").write_bytes(b"LEVY T\xff\xfe")
    with pytest.raises(GameError, match=r"MER.txt is not plain UTF-8 text \(byte 7\)"):
        run_turn(game)


@pytest.mark.parametrize(
    "text", ["[game]\nruleset = 'chess'\n", "nonsense", "[game]\nruleset='darkage'\n[house]\nx=1\n"]
)
def test_a_bad_configuration_is_answered(game: Game, text: str) -> None:
    (game.folder / "game.toml").write_text(text)
    with pytest.raises(GameError, match=r"game\.toml"):
        run_turn(game)


def test_an_unknown_game_is_answered(tmp_path: Path, game: Game) -> None:
    with pytest.raises(GameError, match="it has g"):
        find(tmp_path, "h")
    with pytest.raises(GameError):
        find(tmp_path, "../g")


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("name", ["position.json", "journal.jsonl", "account.txt", "game.toml", "manifest.json"])
def test_every_changed_file_is_found_and_named(game: Game, turn: int, name: str) -> None:
    run_turn(game)
    path = game.result(turn) / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert any(name in problem and f"{turn:03}" in problem for problem in problems(game))


def test_orders_changed_or_added_after_the_turn_are_found(game: Game) -> None:
    run_turn(game)
    (game.orders(1) / "MER.txt").write_text("TAX\n")
    (game.orders(1) / "WSX.txt").write_text("TAX\n")
    assert [p.rsplit("/", 1)[1] for p in problems(game)] == [
        "MER.txt: has been changed",
        "WSX.txt: was not there when the turn was adjudicated",
    ]


def test_another_secret_is_found(game: Game) -> None:
    run_turn(game)
    (game.folder / "secret").write_text("00" * 32 + "\n")
    assert any("secret" in problem for problem in problems(game))


def hold(folder: Path, held: "multiprocessing.synchronize.Event") -> None:
    with Game(folder).locked():
        held.set()
        time.sleep(60)


def test_two_runs_at_once_are_impossible_and_a_dead_one_holds_nothing(game: Game) -> None:
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    other = context.Process(target=hold, args=(game.folder, held))
    other.start()
    assert held.wait(30)
    with pytest.raises(GameError, match="Another run"):
        run_turn(game)
    assert other.pid
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    run_turn(game)
    assert problems(game) == []


class Crash(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("step", ["open", "fsync", "rename"])
def test_a_turn_appears_whole_or_not_at_all_whenever_the_process_dies(
    game: Game, monkeypatch: pytest.MonkeyPatch, step: str, again: bool
) -> None:
    if again:
        run_turn(game)
    before = game.results(1)
    for count in range(1, 60):
        if not dies(game, monkeypatch, step, count, again):
            break
        assert problems(game) == []
        if made := [path for path in game.results(1) if path not in before]:
            assert len(list(made[0].iterdir())) == 7
            again, before = True, game.results(1)
    else:
        pytest.fail("the turn never finished")


def dies(game: Game, monkeypatch: pytest.MonkeyPatch, step: str, count: int, again: bool) -> bool:
    """Run the turn and die at the count-th call of a step; whether it came to that."""
    left = count

    def counted(real: object) -> object:
        def call(*args: object, **kwargs: object) -> object:
            nonlocal left
            left -= 1
            if left == 0:
                raise Crash
            return real(*args, **kwargs)  # type: ignore[operator]

        return call

    owner = {"open": Path, "fsync": os, "rename": Path}[step]
    with monkeypatch.context() as patch:
        patch.setattr(owner, step, counted(getattr(owner, step)))
        try:
            run_turn(game, again=again)
        except Crash:
            return True
    return False


def test_a_position_that_could_not_be_read_again_is_refused_with_the_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules may put into a field what its type forbids: nothing is kept of such a turn."""
    game = new_game(tmp_path, "v", "toy", SECRET)
    (game.orders(1) / "RED.txt").write_text("LEVY ASH 2\n")
    (levied,) = (kind for kind in load("toy").book.events if kind.__name__ == "Levied")
    monkeypatch.setattr(levied, "apply", lambda event, world: setattr(world.powers["RED"], "gold", 0.5))
    with pytest.raises(GameError, match=r"Expected `int`.* first by Levied: \"Red levied 2 armies in Ashfield"):
        run_turn(game)
    assert game.last() == 0
    monkeypatch.undo()
    run_turn(game)
    assert problems(game) == []


def test_a_power_that_was_left_out_of_the_game_has_no_seat_to_take_over(game: Game) -> None:
    world = game.config().open(game.position(0))
    del world.kingdoms["MER"]
    assert not is_vacant(world, "MER")
