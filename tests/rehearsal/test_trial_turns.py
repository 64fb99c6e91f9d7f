"""A sheet can be tried in every turn, whatever has happened before."""

import pytest

from pbm.kit.play import game
from pbm.kit.suites.leaks import trials as trial
from pbm.rulesets import load


@pytest.mark.parametrize("name", ["darkage", "twilight", "tours", "marnon", "homelands"])
def test_a_trial_has_a_report_in_every_turn(name: str) -> None:
    for played in game(load(name), 1, 8):
        if told := sorted(load(name).state.players(played.world)):
            assert all(trial(played, played.world, played.journal, told[0]))
