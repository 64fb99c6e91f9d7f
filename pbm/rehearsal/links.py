"""Which line another one needs: of lines that come out alike, the sheet is played once more without the first."""

from collections.abc import Callable, Iterator, Sequence

from pbm.rehearsal.outcome import DOING, outcome
from pbm.rehearsal.play import Played

MOST = 6
"""So many plays are made for it at most."""
Without = Callable[[Played, int], Played | None]
"""The same play without a line."""


def links(plays: Sequence[Played], without: Without) -> dict[int, int]:
    """For a line the one played before it that was done in just the same plays, and without which it is not done."""
    found: dict[int, int] = {}
    left = MOST
    for play, lines in alike(plays):
        for at, line in enumerate(lines):
            later = [other for other in lines[at + 1 :] if other not in found]
            if later and left and (again := without(play, line)):
                left -= 1
                found.update({other: line for other in later if outcome(again, other) not in DOING})
    return found


def alike(plays: Sequence[Played]) -> Iterator[tuple[Played, list[int]]]:
    """Lines that were done in the same plays and not in the others, as they came up in the first of those plays."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for number in dict.fromkeys(number for play in plays for number in play.answers):
        groups.setdefault(tuple(outcome(play, number) in DOING for play in plays), []).append(number)
    for done, lines in groups.items():
        if len({*done}) > 1 and len(lines) > 1:
            play = plays[done.index(True)]
            yield play, [number for number in play.answers if number in lines]
