"""Which action a line means: by its word, by an everyday verb, or by a word that only one action has."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbm.reading.boxes import Boxes, Piece, first_person
from pbm.reading.steps import FREE, Inside
from pbm.reading.vocabulary import CONNECTING, GETTING, LIGHT, MORE, SEPARATORS, TAKING, TOWARD, WANTING

LEAST_IMPLIED = 4
"""A shorter word implies no action."""


@dataclass(frozen=True)
class Action:
    """An action that may be meant: how its line begins, what may follow, and where its word stands."""

    word: str
    head: str
    within: Inside
    at: int


@dataclass(frozen=True)
class Verbs:
    boxes: Boxes

    def likely(self, pieces: Sequence[Piece]) -> Iterator[Iterable[Action]]:
        """The actions that may be meant, the likeliest first: those that are said, their like, those implied."""
        said = [*self.said(pieces)]
        yield said
        yield (other for action in said for other in self._others(action))
        measures = self.boxes.words.habits.measures
        silent = all(pieces[each.at].word in measures for each in said)
        growing = silent and any(piece.word in MORE | WANTING | {GETTING} for piece in pieces)
        yield self._more() if growing else self._implied(pieces)
        yield self._going(pieces) if silent else []

    def head(self, pieces: Sequence[Piece]) -> int | None:
        """Where the word stands with which a line begins, behind words that only lead to it."""
        for at, piece in enumerate(pieces):
            if self.boxes.tongue.action(piece.text):
                return at
            if piece.text.casefold() not in CONNECTING | SEPARATORS:
                return None
        return None

    def said(self, pieces: Sequence[Piece]) -> Iterator[Action]:
        """The actions that a line names, each with the place of its word. A line that begins with the word of an action
        means that one, unless another has a box for it, or it says little."""
        head = self.head(pieces)
        terms = self.boxes.terms(pieces[head]) if head is not None else frozenset[str]()
        free = head is None or pieces[head].word in LIGHT or self._is_aside(pieces, head)
        goes = any(one.word in TOWARD and not self.boxes.tongue.action(other.text) for one, other in pairwise(pieces))
        for at, piece in enumerate(pieces):
            named = self._named(piece, at, goes, inflected=at > 0 or labels(pieces, at) or piece.word.endswith("ing"))
            yield from (each for each in named if at == head or free or each.within.terms & terms)

    def _is_aside(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether an action word may only say who does something, or for whom: force 1 moves, for BYZ we bid 3."""
        if pieces[at].word not in self.boxes.words.habits.measures:
            return False
        follows = pieces[at + 1 :]
        return any(each.number for each in follows[:1]) or any([*self._named(each, 1, True)] for each in follows)

    def _named(self, piece: Piece, at: int, goes: bool, inflected: bool = True) -> Iterator[Action]:
        word = piece.word or piece.text.casefold().removeprefix("the ")
        action = self.boxes.tongue.action(word)
        if action is None and not goes:  # what goes to somebody is not got
            action = self.boxes.words.habits.light.get(word)
        if action is None and inflected and piece.word:
            action = next(filter(None, map(self.boxes.tongue.action, first_person(word))), None)
        if action:
            yield from self.forms(action, at)

    def _others(self, action: Action) -> Iterator[Action]:
        for word in self.boxes.words.habits.also.get(action.word, ()):
            yield from self.forms(word, action.at)

    def _implied(self, pieces: Sequence[Piece]) -> Iterator[Action]:
        """The actions that have a box for a word of the line."""
        telling = [each for at, each in enumerate(pieces) if at or labels(pieces, at)]
        said = {term for each in telling if len(each.word) >= LEAST_IMPLIED for term in self.boxes.terms(each)}
        own = {term for term in said if self.boxes.steps.own_words[term]}
        for action in self.boxes.tongue.actions if own else ():
            yield from (found for found in self.forms(action, -1) if found.within.terms & own)

    def _more(self) -> Iterator[Action]:
        """What is done where no verb says so: one more militia in Paris."""
        return (found for action in self.boxes.words.habits.more for found in self.forms(action, -1))

    def _going(self, pieces: Sequence[Piece]) -> Iterator[Action]:
        """Where somebody goes of whom no verb says so: A3 to Castle 6."""
        habits = self.boxes.words.habits
        labelled = len(pieces) > 1 and is_unit(pieces[0]) and pieces[1].word == ":"
        if labelled or any(piece.word in TOWARD for piece in pieces):
            taken = next((at for at, piece in enumerate(pieces) if piece.word in TAKING), -1)
            for action in (habits.going, *habits.also.get(habits.going, ())):
                yield from self.forms(action, taken)

    def forms(self, word: str, at: int) -> Iterator[Action]:
        for head, within in self.boxes.steps.heads(word).items():
            if FREE not in within.terms:
                yield Action(word, head, within, at)


def is_unit(piece: Piece) -> bool:
    """Whether a word is a thing with a number, such as A2."""
    return piece.text[:1].isalpha() and piece.text[-1:].isdecimal()


def labels(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a word says of what a line speaks: Bids: Byzantium 2."""
    return any(each.word == ":" for each in pieces[at + 1 : at + 2])
