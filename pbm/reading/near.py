"""The nearest line to one that cannot be read: its words without those that are not understood, and what is missing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from pbm.reading.boxes import Piece
from pbm.reading.fillers import Filler
from pbm.reading.pieces import bare
from pbm.reading.sayings import Sayings
from pbm.reading.steps import END, FREE, NAMED
from pbm.reading.tongue import takes_a_row
from pbm.reading.verbs import Action
from pbm.reading.vocabulary import LATER, NARROWING, TURNING

LONG = re.compile(r"[^\W\d_]{4,}")
DOUBTFUL = (TURNING, NARROWING, LATER)
NUMBERS = ("ALL", "1")
MOST_PROPOSED = 2
MOST_TRIED = 24
MOST_MISSING = 2


@dataclass(frozen=True)
class Near:
    strange: tuple[str, ...]
    """The words that were not understood."""
    read: str
    """What was understood, in the words of the game."""
    boxes: int
    """How many of its words have a place in a box."""
    lines: tuple[str, ...]
    """Lines that can be read, at most a few."""


def near(text: str, sayings: Sayings) -> Near | None:
    """What was understood of a line, by the first action that it names."""
    pieces = sayings.pieces(sayings.words.in_own_words(sayings.lexicon.without_reason(bare(text))))
    named = [*sayings.verbs.said(pieces)]
    doing = [each for each in named if pieces[each.at].word not in sayings.words.habits.measures]
    action = next(iter(doing or named), None)
    if action is None or FREE in action.within.terms:
        return None
    strange, fillers = parted(pieces, action, sayings)
    read = " ".join((action.word, *(each.text for each in fillers)))
    if any(said.search(text) for said in DOUBTFUL):
        return Near(tuple(strange), read, len(fillers), ())
    lines = respelt(text, sayings)
    means = any(map(sayings.lexicon.means, strange))
    if not lines and not (means or counts_stranger(pieces, strange) or names(strange, text)):
        lines = [*islice(proposed(fillers, action, sayings), MOST_PROPOSED)]
    return Near(tuple(strange), read, len(fillers), tuple(lines))


def names(strange: Sequence[str], text: str) -> bool:
    """Whether a word that is not understood may be the name of something: attack the Romans."""
    return any(word.istitle() and not text.startswith(word) for word in strange)


def respelt(text: str, sayings: Sayings) -> list[str]:
    """The order in a line whose unknown words are each much like one word alone."""
    close = {word: sayings.lexicon.like(word) for word in LONG.findall(text) if not sayings.lexicon.knows(word)}
    if not close or any(len(words) != 1 for words in close.values()):
        return []
    meant = LONG.sub(lambda word: close.get(word[0], [word[0]])[0], text)
    orders = sayings.orders(sayings.words.in_own_words(bare(meant)))
    return [str(orders[0])] if len(orders) == 1 else []


def counts_stranger(pieces: Sequence[Piece], strange: Sequence[str]) -> bool:
    """Whether a number stands before a word that is not understood, so that it may count that: 2 turns."""
    return any(one.number and other.text in strange for one, other in pairwise(pieces))


def parted(pieces: Sequence[Piece], action: Action, sayings: Sayings) -> tuple[list[str], list[Filler]]:
    """The words that are not understood, and what the others put into boxes."""
    rest = [piece for at, piece in enumerate(pieces) if at != action.at]
    strange = [piece for piece in rest if sayings.fillers([piece], action.within, action.word) is None]
    kept = [piece for piece in rest if piece not in strange and piece.word != "first"]
    return [piece.text for piece in strange], sayings.fillers(kept, action.within, action.word) or []


def proposed(fillers: list[Filler], action: Action, sayings: Sayings) -> Iterator[str]:
    """The lines that can be read with these words, or with the fewest more."""
    seen = set[str]()
    for missing in range(MOST_MISSING + 1):
        for more in islice(additions(action, sayings, missing), MOST_TRIED):
            for line, _ in sayings.made.lines([*fillers, *more], action, END):
                order = sayings.tongue.order(line)
                if order and str(order) not in seen:
                    seen.add(str(order))
                    yield str(order)
        if seen:
            return


def additions(action: Action, sayings: Sayings, missing: int) -> Iterator[list[Filler]]:
    """What may be missing: a number, or a word of which the action has a choice; never a place or a power."""
    if not missing:
        yield []
        return
    for more in additions(action, sayings, missing - 1):
        for text, term in offered(action, sayings):
            if all(text != each.text for each in more):
                yield [*more, Filler(text, frozenset({term}))]


def offered(action: Action, sayings: Sayings) -> Iterator[tuple[str, str]]:
    row = takes_a_row(sayings.tongue.actions[action.word])
    for term in sorted(action.within.terms - NAMED - sayings.steps.inner_words):
        words = [word for word in sorted(sayings.steps.own_words[term]) if word.isalpha() and word.isupper()]
        usual = [*NUMBERS, *dict.fromkeys(filter(str.isalpha, sayings.words.habits.phrases.values()))]
        fitting = [] if term in sayings.boxes.wild else filter(sayings.steps.patterns[term].fullmatch, usual)
        yield from ((word, term) for word in words or fitting if word == "ALL" or not row)
