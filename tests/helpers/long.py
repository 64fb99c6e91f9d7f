"""How much is tried: in `make test` what finds a fault in minutes; with PBM_LONG=1 all there is, on new examples."""

import os
from collections.abc import Collection, Iterable

LONG = bool(os.environ.get("PBM_LONG"))


def times(usual: int, long: int) -> int:
    return long if LONG else usual


def crossed(rows: Iterable[str], columns: Collection[str], every: int) -> list[tuple[str, str]]:
    """Each row with one column of so many, other columns for other rows; all pairs in a long run."""
    steps = 1 if LONG else every
    return [(row, column) for at, row in enumerate(rows) for column in [*columns][at % steps :: steps]]
