"""Nothing leaks: change every fact a power may not know, and what it gets is the same to the byte in every form.

Who may know what is in the tests' own tables, `knowledge` and `secrets`; leaks put in on purpose are in
`test_planted_leaks`.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from pbm.kit.play import game
from pbm.kit.secrets import disguised
from pbm.kit.suites.leaks import forms, leaks, report_of
from pbm.reports.schema import render_json
from pbm.rules.event import Said
from pbm.rulesets import load
from pbm.rulesets.darkage.world import Loan
from tests.helpers.long import times
from tests.helpers.play import GAMES


def test_who_scouted_and_who_lends_is_told_to_the_one_it_concerns() -> None:
    """The owner of an area is told whose armies stand beside it [7.1], a borrower whose armies it has [6.12]."""
    rules = load("darkage")
    *_, played = game(rules, 5, 3)
    world = played.world
    lender, borrower = world.order[:2]
    world.kingdoms[lender].loan = Loan(borrower, 3)
    for who, view in rules.views(world, played.journal).items():
        beside = {code: sorted(owners_beside(world, code) - {who}) for code in view.areas}
        assert {code: sorted(others) for code, others in view.scouts.items()} == {c: o for c, o in beside.items() if o}
        assert view.borrowed == (Loan(lender, 3) if who == borrower else None)


def owners_beside(world: Any, code: str) -> set[str]:
    areas = [world.areas[near] for near in world.map[code].near]
    return {area.owner for area in areas if area.owner and area.armies}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_report_of_many_games_leaks(name: str) -> None:
    assert [*leaks(load(name), range(100, times(101, 107)), turns=6, powers=6)] == []


def test_a_game_that_does_not_say_what_is_secret_is_told_so() -> None:
    (played,) = game(replace(load("toy"), name="unlisted"), 1, 1)
    with pytest.raises(AssertionError, match="unlisted does not say what a player may not know"):
        disguised(played, "RED", random.Random(1))


def test_what_is_said_to_one_power_is_read_by_two() -> None:
    rules = load("toy")
    (played,) = game(rules, 1, 1)
    journal = [*played.journal, Said("RED", "the ford at dawn", "BLU")]
    for who in played.views():
        made = report_of(played, played.world, journal, who)
        told = all(b"the ford at dawn" in form for form in forms(played, played.world, journal, who))
        assert told == (who in ("RED", "BLU"))
        assert b"the ford at dawn" not in render_json(made.roundup)
