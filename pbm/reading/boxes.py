"""Which boxes of an order a word of a line fits into, by the terminals of the game's grammar."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pbm.reading.steps import FREE, NAMED, Steps
from pbm.reading.tongue import Tongue
from pbm.reading.vocabulary import ANYONE
from pbm.reading.words import Words

PARTS = re.compile(r"\.\.?|,|\+|-")
NONSENSE = "QZXQZX"
"""What fits this takes any word."""
LEAST_DOING = 5
NUMERIC = frozenset({"COUNT", "NUMBER"})


@dataclass(frozen=True)
class Piece:
    """A word, a name or a number of a line, whatever the action."""

    text: str
    kinds: Mapping[str, str]
    number: bool = False

    @property
    def word(self) -> str:
        return "" if self.kinds or self.number else self.text.casefold()

    def echoes(self, other: "Piece") -> bool:
        """Whether it says the same: a code behind its name, 2 behind two."""
        if self.number and other.number:
            return self.text == other.text
        return bool(set(self.kinds.items()) & set(other.kinds.items()))


@dataclass(frozen=True)
class Boxes:
    tongue: Tongue
    steps: Steps
    words: Words

    def terms(self, piece: Piece) -> frozenset[str]:
        """The boxes that a word fits into."""
        if piece.number:
            found = self.fitting(piece.text)
            return found | (self.any(piece.text) if piece.text == "ALL" else frozenset())
        if piece.kinds:
            return frozenset({"CODE"}) | self._for_thing(piece) - NUMERIC
        if piece.word in ANYONE:
            return self.fitting("ANY") | self.any("ANY")
        if self.is_list(piece.text) and self.is_compound(piece.text):
            return self.any(piece.text)
        return next(filter(None, map(self.fitting, persons(piece.text))), frozenset())

    def _for_thing(self, piece: Piece) -> frozenset[str]:
        """The terminals that fit a thing, but for those that take other kinds of things."""
        takes = self.words.takes
        fits = {term for text in {piece.text, *piece.kinds.values()} for term in self.any(text)}
        return frozenset(term for term in fits if term not in takes or piece.kinds.keys() & set(takes[term]))

    def text(self, piece: Piece) -> str:
        """A thing by its code, if that is one alone; a word as the game has it."""
        codes = set(piece.kinds.values())
        if piece.word:
            if piece.word in ANYONE:
                return "ANY"
            return next((word.upper() for word in persons(piece.word) if self.owns(word)), piece.text.upper())
        return codes.pop() if len(codes) == 1 else piece.text

    def families(self, piece: Piece, boxes: Collection[str]) -> frozenset[str]:
        """The kinds of a thing, and the boxes of the action that take several kinds, hers among them."""
        kinds = piece.kinds.keys()
        return frozenset(kinds) | {box for box in boxes if kinds & set(self.words.boxes[box])}

    def is_list(self, core: str) -> bool:
        return bool(PARTS.search(core)) or core.startswith("/")

    def is_compound(self, core: str) -> bool:
        """Whether things joined by signs are one word of the game: H05,H06 or 1804-1904."""
        fits = {name for name, pattern in self.steps.patterns.items() if pattern.fullmatch(core)} - NAMED - {FREE}
        parts = [part for part in PARTS.split(core) if part]
        known = all(self.tongue.codes(part) or self.owns(part) for part in parts)
        return bool(fits - self.wild) or (bool(fits) and known and bool(parts))

    def owns(self, word: str) -> bool:
        """Whether the game has this word."""
        return word.upper() in ("ALL", "ANY") or bool(self.fitting(word))

    def fitting(self, text: str) -> frozenset[str]:
        return self.any(text) - self.wild

    def any(self, text: str) -> frozenset[str]:
        return fitting(self.steps, text)

    @property
    def wild(self) -> frozenset[str]:
        """The boxes that take any word."""
        return fitting(self.steps, NONSENSE)


def first_person(word: str) -> list[str]:
    """What moves, marches, carries and sailing may come from."""
    ways = [word[:-1]] if word.endswith("s") else []
    ways += [word[:-2]] if word.endswith("es") else []
    ways += [word[:-3], f"{word[:-3]}e", word[:-4]] if word.endswith("ing") and len(word) > LEAST_DOING else []
    return ways + ([f"{word[:-3]}y"] if word.endswith("ies") else [])


def persons(word: str) -> list[str]:
    return [word, *first_person(word)]


@lru_cache(8192)
def fitting(steps: Steps, text: str) -> frozenset[str]:
    found = {name for name, pattern in steps.patterns.items() if pattern.fullmatch(text)}
    return frozenset(found - NAMED - {FREE} - steps.ignored)
