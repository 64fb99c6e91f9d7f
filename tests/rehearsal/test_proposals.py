"""A line that cannot be read is answered with what was understood, and with the nearest line, rehearsed."""

from pathlib import Path

import pytest

from pbm.commands.receipt import Asked, by_game
from pbm.kit.play import SECRET
from pbm.receipts.proposals import proposals
from pbm.record.adjudicate import new_game, run_turn
from tests import ROOT
from tests.reading.test_habits import reader

GAMES = ROOT / "games"


@pytest.mark.parametrize(
    ("game", "line", "understood", "nearest"),
    [
        ("homelands", "move some from LON to CAN", 'only MOVE LON CAN was understood, not "some"', "MOVE LON CAN ALL"),
        ("homelands", "build a village in COR", "something is missing", "BUILD COR VIL 1"),
        ("homelands", "please move two from LON to COR", "something is missing", "MOVE LON COR LI 2"),
        ("marnon", "stance A1", "only STANCE A1 was understood", "STANCE A1 FIGHT"),
        ("twilight", "levy some militia in Paris", 'not "some"', "LEVY PAR M"),
    ],
)
def test_a_refusal_says_what_was_understood_and_the_nearest_line(
    game: str, line: str, understood: str, nearest: str
) -> None:
    order, refusal = reader(game).read(line)
    assert order is None
    assert refusal
    assert understood in refusal.text
    assert nearest in refusal.choices
    assert all(reader(game).order(choice) for choice in refusal.choices)


@pytest.mark.parametrize(
    ("game", "line"),
    [("homelands", "MOVE LON CAN some"), ("homelands", "attack the Picts"), ("twilight", "Play Alliance on Wessex")],
)
def test_a_word_that_everybody_uses_is_no_name_with_a_slip(game: str, line: str) -> None:
    _, refusal = reader(game).read(line)
    assert refusal
    assert "is called" not in refusal.text


@pytest.mark.parametrize("line", ["don't move LON COR LI 2", "move LON COR LI 2 or 3", "never sow LON"])
def test_nothing_is_proposed_to_whoever_may_mean_the_opposite(line: str) -> None:
    _, refusal = reader("homelands").read(line)
    assert refusal
    assert not any(" " in choice for choice in refusal.choices)


def test_the_nearest_line_is_rehearsed(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("move some from LON to CAN\nbuild a village in LON\n")
    ground = by_game(Asked(sheet, "britannia1", "ROM", None), GAMES)
    said = proposals(ground.ruleset, ground.view, ground.filled.sheet, ground.filled.questions)
    assert said == [
        'For "move some from LON to CAN" you may send MOVE LON CAN ALL: as things stand it is done.',
        'For "build a village in LON" you may send BUILD LON VIL 1: it can be read, but as things stand it fails: '
        "a settlement is there.",
    ]


def test_a_line_with_one_word_put_right_is_rehearsed(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("TRUCE Pict\nSTANCE\n")
    ground = by_game(Asked(sheet, "britannia1", "ROM", None), GAMES)
    [said] = proposals(ground.ruleset, ground.view, ground.filled.sheet, ground.filled.questions)
    assert said.startswith('For "TRUCE Pict" you may send TRUCE PIC: ')


@pytest.mark.parametrize(
    ("ruleset", "power", "line", "other", "without", "beside"),
    [
        ("tours", "FRA", "MOVE K02 1305 N", "MARK HC MOVE", "were not marked to move", "it is done"),
        ("homelands", "DMN", "BUY LI some DUM", "BUY LI DUM ALL", "it is done", "it fails"),
    ],
)
def test_the_nearest_line_is_rehearsed_beside_the_rest_of_the_sheet(
    ruleset: str, power: str, line: str, other: str, without: str, beside: str, tmp_path: Path
) -> None:
    run_turn(new_game(tmp_path, "g", ruleset, SECRET), empty=True)
    for text, expected in ((line, without), (f"{other}\n{line}", beside)):
        sheet = tmp_path / "sheet.txt"
        sheet.write_text(text)
        ground = by_game(Asked(sheet, "g", power, None), tmp_path)
        said = proposals(ground.ruleset, ground.view, ground.filled.sheet, ground.filled.questions)
        assert said
        assert all(expected in each for each in said), said
