"""Rules for life: a game keeps the version it began with, and what other code would do is said in words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.rulesets import past
from pbm.rulesets.darkage import RULESET
from pbm.rulesets.darkage.build import Levied, Levy
from pbm.rulesets.darkage.world import World
from tests.helpers.commands import pbm
from tests.past import keep

SECRET = bytes(range(32))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n")
    run_turn(game)
    run_turn(game, empty=True)
    return game


def test_the_same_code_makes_no_difference(game: Game) -> None:
    said = pbm(game, "migrate", "g", "--check")
    assert said.exit_code == 0
    assert "all 3 turns, including the set-up, are unchanged" in said.output


def test_a_rule_that_changed_is_told_in_words(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(self: Levied, world: World) -> None:
        world.areas[self.where].armies += self.armies + 1

    monkeypatch.setattr(Levied, "apply", generous)
    said = pbm(game, "migrate", "g", "--check")
    assert said.exit_code == 1
    assert "Turn 1:\n" in said.output
    assert re.search(r"areas, \w+ \([A-Z]{3}\), armies: \d+ becomes \d+\n", said.output)


def test_an_event_more_or_less_is_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Levied, "text", "{who} calls {armies} men to {where}")
    said = pbm(game, "migrate", "g", "--check").output
    assert "are unchanged" in said, "wording is no rule"
    monkeypatch.undo()
    monkeypatch.setattr(Levy, "each", 4)
    said = pbm(game, "migrate", "g", "--check").output
    assert "no longer happens: " in said
    assert "happens now: " in said


def test_a_game_is_played_by_the_version_it_began_with(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbm.rulesets.darkage.RULESET", replace(RULESET, version="later"))
    said = pbm(game, "adjudicate", "g", "--no-orders").output
    assert f"began under version {RULESET.version} of darkage" in said
    assert "this pbm has version later" in said
    assert "pbm migrate g --check" in said
    assert game.last() == 2
    proof = pbm(game, "verify", "g")
    assert proof.exit_code == 1
    assert "verify it with the pbm that made it" in proof.output
    assert "are unchanged" in pbm(game, "migrate", "g", "--check").output


def test_positions_that_other_code_cannot_read_are_named(game: Game) -> None:
    path = game.result(1) / "position.json"
    path.write_bytes(path.read_bytes().replace(b'"treasury"', b'"purse"'))
    said = pbm(game, "migrate", "g", "--check").output
    assert "Turn 1:" in said
    assert "a position is damaged" in said


def test_nothing_is_migrated_in_earnest(game: Game) -> None:
    said = pbm(game, "migrate", "g")
    assert said.exit_code == 1
    assert "keeps the rules it began with" in said.output


def test_a_game_goes_on_under_the_rules_that_are_kept(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recipe of a release: a copy of the rules as they were, while the present ones change."""
    (tmp_path / "kept").mkdir()
    keep("darkage", tmp_path / "kept")
    monkeypatch.setattr(past, "__path__", [*past.__path__, str(tmp_path / "kept")])
    monkeypatch.setattr("pbm.rulesets.darkage.RULESET", replace(RULESET, version="later"))
    monkeypatch.setattr(Levy, "each", 4)
    assert "every hash holds" in pbm(game, "verify", "g").output
    assert "is adjudicated" in pbm(game, "adjudicate", "g", "--no-orders").output
    assert game.config().ruleset.version == RULESET.version
    assert pbm(game, "report", "g", "MER").exit_code == 0
    changed = pbm(game, "migrate", "g", "--check")
    assert changed.exit_code == 1
    assert "no longer happens: " in changed.output
