"""Properties are tried on the same examples in every run, so that none depends on luck; in a long run on new ones."""

import os
from collections.abc import Container, Iterator

import pytest
from hypothesis import HealthCheck, settings

from pbm.rulesets import RULESETS
from tests.helpers.browser import Browser, browser
from tests.helpers.long import LONG

os.environ["PBM_NO_REPORTS"] = "1"
"""Commands that adjudicate make no PDFs, except where a test asks for them."""
LONGEST = ("test_great_trial", "test_faults", "test_wheel")
SLOW_IN_LARGE_GAMES = {
    "test_a_report_holds_only_what_its_reader_may_know",
    "test_a_sheet_of_anything_is_adjudicated_and_answered",
    "test_a_sheet_that_comes_back_untouched_orders_nothing",
    "test_every_form_tells_the_same_facts",
    "test_no_desk_leaks",
    "test_no_picture_leaks",
    "test_no_play_breaks_and_the_same_sheet_gives_the_same_rehearsal",
    "test_no_receipt_leaks",
    "test_no_trial_leaks",
    "test_orders_above_the_quoted_report_are_read_as_they_were_written",
    "test_orders_made_from_forms_alone_are_adjudicated",
    "test_other_process_other_directory_other_hash_seed",
}
"""Tests of the kit that are slow in our own games, and quick in the toys."""

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault."""

settings.register_profile("same", PATIENT, derandomize=True, database=None)
settings.register_profile("new", PATIENT, derandomize=False)
settings.load_profile("new" if LONG else "same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow is marked; what takes longest begins first, so that the workers end together."""
    items[:] = [item for item in items if LONG or not is_tried_elsewhere(item)]
    for item in items:
        if is_slow(item):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def is_slow(item: pytest.Item) -> bool:
    return of_a_large_game(item, SLOW_IN_LARGE_GAMES)


def is_tried_elsewhere(item: pytest.Item) -> bool:
    """The cases of our own games are tests of their own."""
    return of_a_large_game(item, {"test_every_case_holds"})


def of_a_large_game(item: pytest.Item, tests: Container[str]) -> bool:
    return isinstance(item, pytest.Function) and item.originalname in tests and item.callspec.params["name"] in RULESETS


@pytest.fixture(autouse=True)
def blank_papers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of the mail and the office that are not about papers do not wait for pages to be laid out."""
    if request.path.parent.name in ("mail", "office") and not request.node.get_closest_marker("papers"):
        monkeypatch.setattr("pbm.reports.paper.render_pdf", lambda *of, **ways: b"%PDF-1.4\n%%EOF\n")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one
