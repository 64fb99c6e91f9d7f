"""A bar on the terminal for work that takes longer than a moment."""

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Any

import click

from pbm.progress import Known

PATIENCE = 2.0
"""Seconds without a bar."""


def bar(things: Known[Any], label: str) -> Iterator[Any]:
    """The things one by one; after a moment a bar shows how many are done and how long the rest takes."""
    begun, rest = monotonic(), iter(things)
    for done, thing in enumerate(rest):
        if monotonic() - begun < PATIENCE:
            yield thing
            continue
        with click.progressbar(length=len(things), label=label, file=sys.stderr) as shown:
            shown.update(done)
            yield thing
            shown.update(1)
            for other in rest:
                yield other
                shown.update(1)
