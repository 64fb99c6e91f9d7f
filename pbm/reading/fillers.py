"""What is put into the boxes of an order, and in which order it may stand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from pbm.reading.boxes import Boxes
from pbm.reading.steps import FREE, NAMED
from pbm.reading.vocabulary import AWAY, BY, PLACED, THROUGH, TOWARD

SIGNS_OF_LISTS = (",", "+", "-")
UNIT = re.compile(r"[^\W\d_]+\d+")
TWO = 2
ALL_BUT = "AB-"
RANKS = (BY, AWAY, THROUGH, (), TOWARD)
"""By what stands before it, where a thing stands among others: who does it, from where, through where, and to where."""
ELSEWHERE = 3
"""Where a thing stands of which nothing tells."""


@dataclass(frozen=True)
class Filler:
    """What is put into a box: how it may be read, and how it stands in the line."""

    text: str
    terms: frozenset[str]
    kinds: frozenset[str] = frozenset()
    cue: str = ""
    joined: bool = False
    """Whether an `and` or a comma stands before it."""
    subject: bool = False

    @property
    def rank(self) -> int:
        if not self.kinds or self.subject:
            return 0 if self.subject else ELSEWHERE
        return next((rank for rank, cues in enumerate(RANKS) if self.cue in cues), ELSEWHERE)


def related(one: Filler, other: Filler) -> bool:
    """Whether two of them may be meant for the same box, so that their order counts."""
    return bool(one.kinds & other.kinds or (one.terms & other.terms) - NAMED)


def directions(fillers: list[Filler], comes_from: bool) -> list[list[list[Filler]]]:
    """The orders in which the words may stand; the first with a meaning counts, with two it is a question.

    What acts stands before what is acted on, from before to. Two things stand in either order if nothing tells which
    comes first; more than two as they were written, unless the way between them comes last.
    """
    ranked = sorted(fillers, key=lambda each: each.rank)
    things = [each for each in fillers if each.kinds]
    turns = any(each.cue in AWAY | BY | THROUGH for each in things)
    if len(things) < TWO or things[0].subject:
        return [[ranked]] if turns else [[fillers], [ranked]]
    first, second, *more = things
    turned = [second if each is first else first if each is second else each for each in fillers]
    if not more and is_either_way(first, second, comes_from):
        return [[fillers, turned]]
    turns = turns or (first.cue in TOWARD and (comes_from or second.cue in PLACED))
    differ = any(each.kinds != first.kinds for each in things)
    ways = [fillers, ranked] if not turns else [ranked, fillers] if differ else [ranked]
    return [[way] for way in (*ways, *([turned] if differ and not more else []))]


def is_either_way(first: Filler, second: Filler, comes_from: bool) -> bool:
    """Whether nothing tells which of two things comes first."""
    away = second.cue in AWAY and first.cue not in AWAY and not comes_from
    placed = second.cue in PLACED and first.cue not in AWAY | PLACED | TOWARD
    return away or placed or (first.cue in TOWARD and not second.cue and comes_from)


def variants(fillers: list[Filler], boxes: Boxes, terms: frozenset[str]) -> Iterator[list[Filler]]:
    """The words as they may be drawn together: two warriors as W2, H05 and H06 as H05,H06."""
    for way in listed(fillers, boxes, terms):
        yield way
        if (with_numbers := counted(way, boxes, terms)) != way:
            yield with_numbers
            if way[0].text.isdecimal() and with_numbers[0] is not way[0]:
                yield [way[0], *counted(way[1:], boxes, terms)]  # force 2: the leader and two warriors


def listed(fillers: list[Filler], boxes: Boxes, terms: frozenset[str]) -> Iterator[list[Filler]]:
    runs: list[list[Filler]] = []
    doers = {each.text for each in fillers if each.subject}
    for each in fillers:
        parts = (
            (each.text in doers and not each.subject) or each.text == ALL_BUT or (runs and runs[-1][-1].text == ALL_BUT)
        )
        if runs and not parts and each.joined and each.kinds and each.kinds & runs[-1][-1].kinds:
            runs[-1].append(each)
        else:
            runs.append([each])
    for way in product(*(joined(run, boxes, terms) if len(run) > 1 else [run] for run in runs)):
        yield [each for run in way for each in run]


def joined(run: list[Filler], boxes: Boxes, terms: frozenset[str]) -> list[list[Filler]]:
    """A list as one word, if the action has a box for such; else its items one after the other."""
    ways = []
    for sign in SIGNS_OF_LISTS:
        text = sign.join(each.text for each in run)
        if here := boxes.any(text) & terms - {FREE}:
            ways.append([replace(run[0], text=text, terms=here)])
    return ways or [run]


def counted(fillers: list[Filler], boxes: Boxes, terms: frozenset[str]) -> list[Filler]:
    found = list[Filler]()
    for each in fillers:
        last = found[-1] if found else None
        text = with_number(each.text, last.text) if last and each.text.isalpha() and not each.kinds else ""
        if last and text and (here := boxes.fitting(text) & terms):
            found[-1] = replace(each, text=text, terms=here, cue=last.cue)
        else:
            found.append(each)
    return found


def with_number(unit: str, number: str) -> str:
    """A unit with its number: W2 of two warriors, AB-M1 of all but one militia."""
    but = re.fullmatch(r"(AB-)?(\d+)", number)
    return f"{but[1] or ''}{unit}{but[2]}" if but else ""


def behind_units(fillers: Sequence[Filler]) -> list[Filler]:
    """Each number behind the word that follows it: 2 DP as DP 2."""
    found = list(fillers)
    for at in range(len(found) - 1):
        number, unit = found[at : at + 2]
        if number.text.isdecimal() and unit.text.isalpha() and not unit.kinds:
            found[at : at + 2] = unit, number
    return found


def names_somebody(fillers: Sequence[Filler]) -> bool:
    """Whether a line says who is to do what: a thing, a unit by its code, or all, and something more."""
    names = (each.kinds or each.text == "ALL" or UNIT.match(each.text) or "." in each.text for each in fillers)
    return len(fillers) > 1 and any(names)


def is_jumbled(subject: Sequence[Filler]) -> bool:
    """Whether things of one kind stand before the verb without an `and` between them: nobody says so."""
    return any(related(one, other) and not other.joined for one, other in pairwise(subject))


def without(fillers: Iterable[Filler], implied: Iterable[str]) -> list[Filler]:
    """The words without one that the action means by itself, where another stands for its box: upgrade LI to HI."""
    found = list(fillers)
    for each in [each for each in found if each.text in implied]:
        if any(other is not each and other.terms & each.terms - NAMED for other in found):
            found.remove(each)
    return found
