"""Every listed game and the toy go through the general suites, as any author's game does."""

from pbm.kit.suite import *  # noqa: F403
from pbm.rulesets import RULESETS, load, names


def test_rulesets_are_listed_once_and_load() -> None:
    assert [load(name).name for name in names()] == names()
    assert names() == [*RULESETS, "toy", "toy_more"]


def test_dark_age_has_49_actions() -> None:
    assert len(load("darkage").book.actions) == 49
