"""Paper is not wasted: no page but the last is left half empty, and nothing hangs over the edge of a page."""

from itertools import pairwise
from pathlib import Path

import pytest

from pbm import api
from pbm.reports import Report, Roundup
from pbm.reports.paper import lay_out
from pbm.reports.pdf.book import pages
from pbm.reports.pdf.type import theme
from tests import ROOT

SAMPLES = sorted(path.parent for path in (ROOT / "games").glob("*/game.toml"))
HALF, BEFORE_A_PLATE, PLATE = 0.5, 0.4, 0.8
"""A page before a map that takes nearly all of the next may be a little emptier."""


def turns(folder: Path) -> list[int]:
    """The first, one in the middle and the last turn with a result."""
    played = sorted(int(path.parent.name) for path in (folder / "turns").glob("*/result"))
    return sorted({played[0], played[len(played) // 2], played[-1]})


def papers(made: api.Issue, most: int) -> list[Report | Roundup]:
    return [made.roundup, *list(made.reports.values())[:most]]


def shares(told: Report | Roundup, made: api.Issue, large: bool) -> list[float]:
    """How much of each page is used, without those of the turnsheet."""
    look = theme("a4", large=large)
    sheets = pages(lay_out(told, made.ruleset.data, look, made.book), look)
    return [sheet.used / look.height for sheet in sheets if not sheet.marked and sheet.content]


@pytest.mark.slow
@pytest.mark.parametrize("folder", SAMPLES, ids=lambda folder: folder.name)
def test_no_page_but_the_last_is_half_empty(folder: Path) -> None:
    game = api.load_game(folder)
    for turn in turns(folder):
        made = api.reports(game, turn)
        for told in papers(made, 6):
            for used, after in pairwise(shares(told, made, large=False)):
                least = BEFORE_A_PLATE if after > PLATE else HALF
                assert used >= least, f"{folder.name}, turn {turn}, {told.masthead.who or 'the roundup'}"


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("folder", SAMPLES, ids=lambda folder: folder.name)
def test_nothing_hangs_over_the_edge_of_a_page(folder: Path, large: bool) -> None:
    game = api.load_game(folder)
    made = api.reports(game, turns(folder)[-1])
    for told in papers(made, 3):
        assert max(shares(told, made, large)) <= 1.001, told.masthead.who
