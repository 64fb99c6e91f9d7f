"""Confidence intervals (95 %) for the figures of a run."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.959964
"""The standard deviations on either side for 95 %."""
DRAWS = 1000
TAIL = DRAWS // 40


class Interval(NamedTuple):
    value: float
    low: float
    high: float

    def apart(self) -> bool:
        """Whether zero is outside."""
        return self.low > 0 or self.high < 0


def rate(happened: Sequence[int]) -> Interval:
    """A share of games, by Wilson's interval."""
    count, share = len(happened), sum(happened) / len(happened)
    width = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / width
    half = Z * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / width
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[int]) -> Interval:
    count, middle = len(values), sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    half = Z * math.sqrt(spread / count)
    return Interval(middle, middle - half, middle + half)


def quantile(values: Sequence[int], tenths: int) -> int:
    return sorted(values)[(len(values) - 1) * tenths // 10]


class Resampler:
    """Intervals by resampling games (bootstrap); the draws are the same in every report."""

    def __init__(self, games: int) -> None:
        chance = random.Random(games)
        self.samples = [[chance.randrange(games) for _ in range(games)] for _ in range(DRAWS)]

    def difference(self, before: Sequence[int], after: Sequence[int]) -> Interval:
        """The difference of the second run, game by game of the same number."""
        changes = [b - a for a, b in zip(before, after, strict=True)]
        if not any(changes):
            return Interval(0.0, 0.0, 0.0)
        count = len(changes)
        sums = sorted(sum(map(changes.__getitem__, sample)) for sample in self.samples)
        return Interval(sum(changes) / count, sums[TAIL] / count, sums[-TAIL - 1] / count)
