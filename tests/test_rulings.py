"""A turn that waits for the game master's ruling: nothing is kept before it is given, and it is part of the record."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.redo import redo
from pbm.rules.engine import ORDERS, Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.rulings import Question
from pbm.rulesets.darkage import RULESET

FORD = Question("FORD", "the fight at the ford", '"MER"')
HILL = Question("HILL", "the fight on the hill", '"WSX"')


def fights(turn: Turn) -> Iterator[Event]:
    if "MER" in turn.sheets and turn.sheets["MER"].lines:
        for winner in turn.rulings.ask(str, FORD, HILL):
            yield Said(winner, "The field is ours.")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    sequence = (Step(ORDERS, "0", "fights at the table", fights), *RULESET.book.steps(None))
    changed = replace(RULESET, book=replace(RULESET.book, sequence=sequence))
    monkeypatch.setattr("pbm.record.config.load", lambda name: changed)
    monkeypatch.setattr("pbm.record.adjudicate.load", lambda name: changed)
    game = new_game(tmp_path, "g", "darkage", bytes(range(32)))
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    return game


def adjudicate(game: Game) -> Result:
    return CliRunner().invoke(main, ["adjudicate", "g", "--games", str(game.folder.parent)])


def test_without_it_the_turn_says_what_to_write_and_keeps_nothing(game: Game) -> None:
    said = adjudicate(game)
    assert said.exit_code == 1
    assert "Needed: the fight at the ford\nNeeded: the fight on the hill\n" in said.output
    assert str(game.turn(1) / "rulings.toml") in said.output
    assert game.last() == 0
    assert not game.results(1)
    written = said.output[said.output.rindex("[rulings]") :]
    (game.turn(1) / "rulings.toml").write_text(written)
    assert adjudicate(game).exit_code == 0, "what it says is what it takes"


def test_the_ruling_is_kept_sealed_and_used_again(game: Game) -> None:
    place = game.turn(1) / "rulings.toml"
    place.write_text('[rulings]\nFORD = "MER"\nHILL = "WSX"\n')
    assert "rulings.toml" in adjudicate(game).output
    assert (game.result(1) / "rulings.toml").read_bytes() == place.read_bytes()
    assert list(prove(game)) == []
    redo(game, "MER", b"1. TAX\n2. TAX\n", "a line was lost")
    assert (game.result(1) / "journal.jsonl").read_bytes().count(b"The field is ours") == 2
    assert list(prove(game)) == []
    (game.results(1)[0] / "rulings.toml").write_text('[rulings]\nFORD = "WSX"\nHILL = "WSX"\n')
    assert [fault for fault in prove(game) if "rulings.toml: has been changed" in fault]


def test_a_ruling_beside_the_result_that_it_was_not_made_from_is_found(game: Game) -> None:
    place = game.turn(1) / "rulings.toml"
    place.write_text('[rulings]\nFORD = "MER"\nHILL = "WSX"\n')
    adjudicate(game)
    place.write_text('[rulings]\nFORD = "WSX"\nHILL = "WSX"\n')
    assert list(prove(game)) == [f"{place}: has been changed"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('[rulings]\nFORD = "MER"\nHILL = "WSX"\nHELL = "WSX"\n', "no rule asked for HELL"),
        ('[rulings]\nFORD = "MER"\n', "Needed: the fight on the hill"),
        ('[rulings]\nFORD = 3\nHILL = "WSX"\n', "the fight at the ford is not understood"),
        ('[ruling]\nFORD = "MER"\n', "rulings.toml cannot be read"),
        ("[rulings\n", "rulings.toml cannot be read"),
    ],
)
def test_a_ruling_that_does_not_fit_is_refused(game: Game, text: str, answer: str) -> None:
    (game.turn(1) / "rulings.toml").write_text(text)
    said = adjudicate(game)
    assert said.exit_code == 1
    assert answer in said.output
    assert not game.results(1)
