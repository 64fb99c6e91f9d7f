"""A file that is checked and a file that is played from the folder of the orders are one sheet."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.commands.receipt import Asked, Ground, by_game
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.standby import sheet_lines

SECRET = bytes(range(32))


@pytest.fixture(params=rulesets.names())
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    return new_game(tmp_path, "game42", request.param, SECRET)


def checked(game: Game, power: str, text: str) -> Ground:
    file = game.folder.parent / "sheet.txt"
    file.write_text(text, encoding="utf-8")
    return by_game(Asked(file, game.name, power, None), game.folder.parent)


def test_the_sheet_that_is_checked_is_the_one_that_is_played(game: Game) -> None:
    power = min(game.in_play(1))
    own = [line.partition(". ")[2] for line in sheet_lines(game, power, None, why=False)][:4]
    text = "\n".join(["Hello all,", "see to it that everyone is well", *own, "how are you?", "", *own[:1], "Message: hi"])
    sheet = checked(game, power, text).filled.sheet
    (game.orders(1) / f"{power}.txt").write_text(text)
    assert sheet == run_turn(game)[1].sheets[power]
    assert any(line.order is None for line in sheet.lines.values())


def test_an_order_that_only_a_mail_would_leave_out_is_asked_about(game: Game) -> None:
    power = min(game.in_play(1))
    line = next(sheet_lines(game, power, None, why=False)).partition(". ")[2]
    filled = checked(game, power, f"Game: game42\n{line}\nEnd\n\n-- \n{line}\n").filled
    assert "" in [each.text for each in filled.questions]


def test_the_sheet_that_the_command_prints_is_blank(game: Game) -> None:
    power = min(game.in_play(1))
    printed = CliRunner().invoke(main, ["sheet", "game42", power, "--games", str(game.folder.parent)])
    filled = checked(game, power, printed.output).filled
    assert (filled.power, filled.turn) == (power, 1)
    assert (filled.sheet.lines, filled.sheet.stray, filled.questions, filled.ignored) == ({}, (), (), ())
