"""Whoever sends no orders is warned in the brief, is told when they have dropped out, and can come back."""

from pathlib import Path

import pytest

from pbm.office.issue import issue
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.reports import Report
from pbm.reports.sections import Brief, Turnsheet
from pbm.reports.text import render_text
from pbm.rulesets import names
from tests.office.test_start import began


def silent_until(game: Game, words: str) -> Report:
    """Nobody sends orders until the brief of the first player says so; the set-up counts as missed in some games."""
    who = next(iter(players(game, 0)))
    for _ in range(4):
        run_turn(game, None, empty=True)
        report = issue(game, game.last()).reports[who]
        if words in brief(report):
            return report
    raise AssertionError(f"{words}: {brief(report)}")


def brief(report: Report) -> str:
    return " ".join(notice.text for section in report.of(Brief) for notice in section.warnings)


@pytest.mark.parametrize("ruleset", names())
def test_the_first_miss_is_told_with_what_happens_next(ruleset: str, tmp_path: Path) -> None:
    report = silent_until(began(tmp_path, ruleset), "No orders came from you, and the computer played for you.")
    assert "If you miss one more turn in a row, you lose your place in the game." in brief(report)
    assert report.masthead.sheet_code
    assert [*report.of(Turnsheet)]


@pytest.mark.parametrize("ruleset", names())
def test_a_dropout_is_told_so_and_gets_no_sheet_and_no_code(ruleset: str, tmp_path: Path) -> None:
    report = silent_until(began(tmp_path, ruleset), "No orders came from you for 2 turns in a row")
    assert "If you want to come back, write to gm@example.org" in brief(report)
    assert "lose your place" not in brief(report)
    assert not report.masthead.sheet_code
    assert not [*report.of(Turnsheet)]
    assert "Code:" not in render_text(report)


@pytest.mark.parametrize("ruleset", names())
def test_whoever_is_away_reads_that_the_computer_played_and_not_what_it_failed_at(ruleset: str, tmp_path: Path) -> None:
    game = began(tmp_path, ruleset)
    who = next(iter(players(game, 0)))
    for turn in (1, 2):
        game.turn(turn).mkdir(parents=True, exist_ok=True)
        (game.turn(turn) / "away.txt").write_text(f"{who}\n")
        run_turn(game, None, empty=True)
    report = issue(game, 2).reports[who]
    assert "You were away, and the computer played for you. The turn does not count as missed." in brief(report)
    assert "failed" not in [notice.key for section in report.of(Brief) for notice in section.warnings]
