"""A bar on the terminal for work that takes longer than a moment."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import click

from pbm.progress import PROGRESS, Known

OFTEN = 0.2
"""Seconds between two notes of how far something is."""
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


def noted(things: Known[Any], label: str) -> Iterator[Any]:
    """The things one by one; how many are done is written to a file, for the process that called this one."""
    place, last = Path(os.environ[PROGRESS]), 0.0
    for done, thing in enumerate(things):
        if monotonic() - last > OFTEN:
            last = monotonic()
            place.write_text(f"{done} {len(things)} {label}", encoding="utf-8")
        yield thing
    place.unlink(missing_ok=True)
