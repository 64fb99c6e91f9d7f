"""Compares two runs, game by game of the same number, which have the same dice."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbm.computer.simulate.statistics import Interval, Resampler
from pbm.computer.simulate.tally import Tally


@dataclass(frozen=True)
class Change:
    """The difference between the second run and the first."""

    name: str
    won: Interval
    led: Interval
    survived: Interval
    points: Interval


@dataclass(frozen=True)
class Comparison:
    rule: str
    first: Tally
    second: Tally
    seats: tuple[Change, ...]
    length: Interval


def compared(rule: str, first: Tally, second: Tally) -> Comparison:
    """`rule` is the house rule that differs in the second run."""
    resampler = Resampler(first.games)
    length = resampler.difference(first.lengths, second.lengths)
    return Comparison(rule, first, second, tuple(seat_changes(first, second, resampler)), length)


def seat_changes(first: Tally, second: Tally, resampler: Resampler) -> Iterator[Change]:
    for code, before in first.seats.items():
        after = second.seats[code]
        yield Change(
            name=before.name,
            won=resampler.difference(before.won, after.won),
            led=resampler.difference(before.led, after.led),
            survived=resampler.difference(before.survived, after.survived),
            points=resampler.difference(before.final(), after.final()),
        )
