"""What came of a line over all plays, and what that depends on; and how the plays left the power."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbm.rehearsal.play import Bill, Played
from pbm.rules.order import Refusal
from pbm.rulesets.foresight import FAILED, OTHERS, PART, Came

DICE, EITHER = "the dice", "the dice or what others do"
TABLE = "a battle that is fought at the table"
UNREACHED = "void"
"""A line that no step of the turn came to was never tried."""
DOING = ("ok", "partial")
REASONS = 3
AMOUNT = re.compile(r"\b\d{1,3}\b")
"""A number that is no part of a code."""


class After(Struct, frozen=True):
    """How the plays left the power."""

    plays: int
    purses: dict[str, tuple[int, int]] = {}
    """The least and the most of each purse."""
    lost: dict[str, int] = {}
    """What the power holds now and lost in some plays, and in how many."""
    won: dict[str, int] = {}
    defeats: dict[str, int] = {}
    """Where the power lost a battle, and in how many plays."""
    victories: dict[str, int] = {}


def came(plays: Sequence[Played], number: int, needs: int = 0) -> Came:
    """`needs` is a line that was done in the same plays, and without which this one is not."""
    outcomes = [outcome(play, number) for play in plays]
    answers = [play.answers[number] for play in plays if number in play.answers]
    reasons = alike(reason for answer in answers for reason in answer.refusals)
    notes = Counter(answer.note for answer in answers if answer.note)
    bill = next((play.bills[number] for play in plays if number in play.bills), Bill({}, {}))
    return Came(
        plays=len(plays),
        outcomes=dict(Counter(outcomes).most_common()),
        reasons=tuple(reasons)[:REASONS],
        hangs=hangs(plays, number),
        goes_with=needs,
        alone=all(each == FAILED for play, each in zip(plays, outcomes, strict=True) if play.alone),
        note=next(iter(notes), ""),
        cost={purse: cost for purse, cost in bill.cost.items() if cost > 0},
        gain={purse: -cost for purse, cost in bill.cost.items() if cost < 0},
        left=dict(bill.left),
    )


def alike(reasons: Iterable[Refusal]) -> Iterator[Refusal]:
    """The most frequent first; of those that differ by an amount alone, the most frequent."""
    found = dict[tuple[str, str], Counter[Refusal]]()
    for reason in reasons:
        found.setdefault((reason.rule, AMOUNT.sub("", reason.text)), Counter())[reason] += 1
    for same in sorted(found.values(), key=lambda each: -each.total()):
        yield same.most_common(1)[0][0]


def outcome(play: Played, number: int) -> str:
    return play.answers[number].came if number in play.answers else UNREACHED


def how(play: Played, number: int) -> tuple[str, tuple[Refusal, ...]]:
    """The outcome of a line, and if it was done in part, what was left out."""
    came = outcome(play, number)
    return came, play.answers[number].refusals if came == PART else ()


def hangs(plays: Sequence[Played], number: int) -> str:
    """What makes the difference: the dice, if it differs with everyone else silent."""
    alone = {how(play, number) for play in plays if play.alone}
    among = {how(play, number) for play in plays if not play.alone}
    if len(alone | among) < 2:
        return ""
    if any(play.stopped and number not in play.answers for play in plays):
        return TABLE
    return DICE if len(alone) > 1 else EITHER if len(among) > 1 else OTHERS


Held = Callable[[Any], Collection[str]]
Purses = Callable[[Any], Mapping[str, int]]


def battles(plays: Sequence[Played], who: str, won: bool) -> dict[str, int]:
    """Where a power won battles, or lost them, and in how many plays."""
    found = Counter[str]()
    for play in plays:
        fought = [decided for event in play.journal if (decided := event.decided(who))]
        found.update([*dict.fromkeys(place for place, victory in fought if victory == won)])
    return dict(found.most_common())


def after(plays: Sequence[Played], who: str, now: Collection[str], held: Held, purses: Purses) -> After:
    """From what the power holds now, what it holds and what is in its purses after each play, and its battles.

    Who holds nothing yet sets up what is theirs, and wins nothing."""
    then = [held(play.world) for play in plays]
    rows = [purses(play.world) for play in plays]
    sums = {name: [row.get(name, 0) for row in rows] for each in rows for name in each}
    lost = Counter(code for codes in then for code in now if code not in codes)
    won = Counter(code for codes in then for code in codes if code not in now and now)
    ends = {name: (min(each), max(each)) for name, each in sums.items()}
    return After(
        plays=len(plays),
        purses=ends,
        lost=dict(lost.most_common()),
        won=dict(won.most_common()),
        defeats=battles(plays, who, False),
        victories=battles(plays, who, True),
    )


def between(name: str, least: int, most: int) -> str:
    """A purse in words: 3 to 5 gold, no crowns."""
    return f"{least or 'no'} {name}" if least == most else f"{least} to {most} {name}"
