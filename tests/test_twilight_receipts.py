"""Receipts of Carolingian Twilight keep their word: what is sure is done, what fails fails, whatever anyone orders."""

import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.receipts.receipt import Foreseen
from pbm.rules.answers import outcomes
from pbm.rules.event import Event
from pbm.rulesets.twilight.scenarios import scenarios
from tests.play import fresh
from tests.twilight_hands import TWILIGHT, new_world, play_year, random_sheets

YEARS = 4
SCENARIO = st.sampled_from(sorted(scenarios()))


def broken(scenario: str, seed: int) -> list[str]:
    """Promises of receipts that were not kept in some years of wild sheets."""
    chance = random.Random(seed)
    world, found = new_world(scenario, chance), list[str]()
    journal: list[Event] = []
    for year in range(YEARS):
        sheets = random_sheets(world, chance)
        views = {seat: TWILIGHT.sight.view(world, journal, seat) for seat in sheets}
        said = {seat: TWILIGHT.foresee(views[seat], sheet, world.turn).lines for seat, sheet in sheets.items()}
        journal = play_year(world, sheets, seed + year)
        came = outcomes(journal, sheets)
        found += [str(line) for seat in said for line in said[seat] if not kept(line, came[seat])]
        if world.over:
            break
    return found


def kept(line: Foreseen, came: Mapping[int, str]) -> bool:
    allowed = {"sure": ("ok",), "fails": ("failed", "void")}.get(line.forecast, ("ok", "partial", "failed", "void"))
    return came[line.number] in allowed


@given(SCENARIO, st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_what_a_receipt_promises_comes_true(scenario: str, seed: int) -> None:
    assert broken(scenario, seed) == []


def test_a_receipt_tells_lines_apart() -> None:
    world = fresh(TWILIGHT)
    play_year(world, {}, 0)
    lines = {
        "SORTIE YES": "sure",
        "BID INIT 2": "sure",
        "HEIR FRC": "fails",
        "FEUD FRC": "fails",
        "FORCE 1 FRC": "depends",
        "FOR BYZ": "sure",
        "FORCE 1 HOME": "depends",
        "XYZZY": "fails",
    }
    reader, view = TWILIGHT.language.reader(world), TWILIGHT.sight.view(world, [], "CHB")
    said = TWILIGHT.foresee(view, reader.lines("CHB", list(lines)), world.turn).lines
    assert [line.forecast for line in said] == list(lines.values())
    assert said[6].doubts == ("whether you have BYZ then, and what others do",)
