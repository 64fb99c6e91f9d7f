"""A file that is checked and a file that is played from the folder of the orders are one sheet."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.commands.receipt import Asked, by_game
from pbm.reading.sheet import Filled
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.standby import sheet_lines

SECRET = bytes(range(32))
STRANGE = ["Hello all,", "see to it that everyone is well", "how are you?"]
NAMES = [*rulesets.RULESETS]


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    made = new_game(tmp_path, "game42", request.param, SECRET)
    run_turn(made, empty=True)
    return made


def checked(game: Game, power: str, text: str) -> Filled:
    file = game.folder.parent / "sheet.txt"
    file.write_text(text, encoding="utf-8")
    return by_game(Asked(file, game.name, power, None), game.folder.parent).filled


def advised(game: Game, power: str) -> list[str]:
    temperament = next(iter(game.config().ruleset.computer.players))
    return [line.partition(". ")[2] for line in sheet_lines(game, power, temperament, why=False)]


def test_the_sheet_that_is_checked_is_the_one_that_is_played(game: Game) -> None:
    power = min(game.in_play(2))
    orders = advised(game, power)[:3]
    text = "\n".join([*STRANGE[:2], *orders, "", *STRANGE[2:], "# a comment", *orders[:1], "Message: hi"])
    sheet = checked(game, power, text).sheet
    (game.orders(2) / f"{power}.txt").write_text(text)
    assert sheet == run_turn(game)[1].sheets[power]
    assert len(sheet.lines) > len(orders)
    assert any(line.order is None for line in sheet.lines.values())


def test_an_order_that_only_a_mail_leaves_out_is_asked_about(game: Game) -> None:
    power = min(game.in_play(2))
    line = advised(game, power)[0]
    filled = checked(game, power, f"Game: game42\n1. {line}\n\n-- \n{line}\n")
    assert [each.written for each in filled.questions if each.text.startswith("in a mail this is ignored")] == [line]


def test_the_sheet_that_the_command_prints_is_blank(game: Game) -> None:
    power = min(game.in_play(2))
    printed = CliRunner().invoke(main, ["sheet", "game42", power, "--games", str(game.folder.parent)])
    filled = checked(game, power, printed.output)
    assert (filled.power, filled.questions, filled.ignored, filled.sheet.stray) == (power, (), (), ())
    assert all(line.order and line.text in printed.output.splitlines() for line in filled.sheet.lines.values())


def test_a_wrong_code_is_told(game: Game) -> None:
    power = min(game.in_play(2))
    code = code_of(game, 2, power)
    told = {each: receipt_of(game, power, f"Code: {each}\nMessage: hi\n") for each in (code, "AAA-AAA-A")}
    assert "The code AAA-AAA-A is not that of this turn's sheet" in told["AAA-AAA-A"]
    assert "The code" not in told[code]


def receipt_of(game: Game, power: str, text: str) -> str:
    file = game.folder.parent / "sheet.txt"
    file.write_text(text, encoding="utf-8")
    words = ["check", str(file), "--game", game.name, "--power", power, "--games", str(game.folder.parent)]
    return " ".join(CliRunner().invoke(main, words).output.split())
