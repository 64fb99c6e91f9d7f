"""Plays that break: players never notice, and developers always do.

An imagined world may be one that the rules never meant, so a play that raises is dropped. It is told as a warning of a
kind that Python shows to developers alone (`python -X dev`); with pbm.kit it fails the test in which it is given, and
with PBM_DEBUG it is raised.
"""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from pbm.rulesets.contract import AnyRuleset


class BrokenPlay(ResourceWarning):
    """A play of an imagined turn raised an error."""


def dropped(rules: AnyRuleset, error: Exception) -> None:
    """Tell of a play that is given up; who looks for faults sees where."""
    if os.environ.get("PBM_DEBUG"):
        raise error
    warnings.warn(f"{rules.title}: a play broke: {error!r}", BrokenPlay, stacklevel=2)


@contextmanager
def counted() -> Iterator[list[str]]:
    """What is told of plays that break meanwhile, one text for each."""
    found = list[str]()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", BrokenPlay)
        yield found
    found += [str(each.message) for each in heard if issubclass(each.category, BrokenPlay)]
