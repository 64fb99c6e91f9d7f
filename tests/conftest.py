"""Properties are tried on the same examples in every run, so that none depends on luck; in a long run on new ones."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from pbm.rulesets import RULESETS
from tests.helpers.browser import Browser, browser
from tests.helpers.long import LONG

os.environ["PBM_NO_REPORTS"] = "1"
"""Commands that adjudicate make no PDFs, except where a test asks for them."""
LONGEST = ("test_trial", "test_faults", "test_wheel")
SLOW_IN_LARGE_GAMES = ("test_other_process_other_directory_other_hash_seed", "test_no_desk_leaks")
"""Tests of the kit that are slow in our own games, and quick in the toys."""

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault."""

settings.register_profile("same", PATIENT, derandomize=True, database=None)
settings.register_profile("new", PATIENT, derandomize=False)
settings.load_profile("new" if LONG else "same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow is marked; what takes longest begins first, so that the workers end together."""
    for item in items:
        of_a_game = any(item.name.endswith(f"[{name}]") for name in RULESETS)
        if of_a_game and getattr(item, "originalname", "") in SLOW_IN_LARGE_GAMES:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.stem not in LONGEST)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one
