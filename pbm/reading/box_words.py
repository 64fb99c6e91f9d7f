"""What the words of a line put into the boxes of an action; small words that mean nothing there are passed over."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbm.reading.boxes import Boxes, Piece
from pbm.reading.fillers import ALL_BUT, TWO, UNIT, Filler
from pbm.reading.steps import NAMED, Inside
from pbm.reading.tongue import takes_a_row
from pbm.reading.vocabulary import (
    ARTICLES,
    BUT,
    CUES,
    FIRST,
    IDLE,
    IDLE_IN_CONDITIONS,
    LAST,
    LISTING,
    MORE,
    PLACED,
    POSSESSIVE,
    SIGNS,
    THROUGH,
)

EXCEPT = "_BUT"
"""The terminal before those that are left out: STANCE HI AB-H05 HOLD."""
ANY = Piece("any", {})
NOTHING = Piece("", {})


@dataclass
class Heard:
    """What was heard so far of a line."""

    found: list[Filler]
    cue: str = ""
    joined: bool = False
    enclosed: bool = False
    last: Piece = NOTHING


@dataclass(frozen=True)
class BoxWords:
    boxes: Boxes

    def fillers(
        self, pieces: Sequence[Piece], within: Inside, action: str, parts: Callable[[Piece], list[Piece]]
    ) -> list[Filler] | None:
        """What the words put into boxes; None if one of them has no place there and means something."""
        usable = within.terms | NAMED
        split, heard = [*self._split(pieces, usable, action, parts)], Heard([])
        for at, piece in enumerate(split):
            if not self._hear(heard, split, at, within, action):
                return None
            heard.enclosed = piece.word == "(" or (heard.enclosed and piece.word != ")")
        return heard.found

    def _hear(self, heard: Heard, split: Sequence[Piece], at: int, within: Inside, action: str) -> bool:
        """One word more; whether it has its place."""
        usable, boxes = within.terms | NAMED, within.boxes & self.boxes.words.boxes.keys()
        piece, word = split[at], split[at].word
        meant = self._meant(piece, usable, action)
        here = self.boxes.terms(meant) & usable
        if meant.text != piece.text and any(each.text == meant.text for each in heard.found):
            return True  # recruit 200 (points of) army
        if here or meant.number:
            self._take(heard, meant, here, self.boxes.families(meant, boxes))
        elif word in BUT and EXCEPT in usable and (left := next((each for each in split[at:] if each.kinds), None)):
            heard.found.append(Filler(ALL_BUT, frozenset({EXCEPT}), self.boxes.families(left, boxes), "", True))
            heard.joined = True
        elif self._is_misplaced(word, action, heard, split[at + 1 :]) or not self.is_idle(word, action):
            return False
        elif word in LISTING:
            heard.cue, heard.joined = heard.found[-1].cue if heard.found else "", True
        elif word in CUES:
            heard.cue, heard.joined = word, False
        return True

    def _take(self, heard: Heard, meant: Piece, here: frozenset[str], families: frozenset[str]) -> None:
        last = heard.found[-1] if heard.found else None
        if last and last.terms and last.terms <= self.boxes.steps.inner_words:
            heard.cue = ""  # it stands behind the word of its box: advance with H07
        if not (heard.enclosed and meant.echoes(heard.last)):
            filler = Filler(self.boxes.text(meant), here, families, heard.cue, heard.joined)
            heard.found.insert(self._place(heard), filler)
        heard.cue, heard.joined, heard.last = "", False, meant

    def _place(self, heard: Heard) -> int:
        """Where a word stands among the others; where something is done, before it: pick up A3 at Castle 8."""
        at = len(heard.found)
        inner = heard.found[-TWO].terms if at > TWO and heard.cue in PLACED else frozenset()
        return at - TWO if inner and inner <= self.boxes.steps.leading else at

    def _is_misplaced(self, word: str, action: str, heard: Heard, rest: Sequence[Piece]) -> bool:
        """Whether first does not stand behind the first thing of a list, or last not behind the last of it."""
        if word in self.boxes.words.habits.within(action):
            return False
        before, follows = len(heard.found), any(each.word not in SIGNS for each in rest)
        return (word == FIRST and not (before == 1 and follows)) or (word == LAST and (before < TWO or follows))

    def _split(
        self, pieces: Sequence[Piece], usable: frozenset[str], action: str, parts: Callable[[Piece], list[Piece]]
    ) -> Iterator[Piece]:
        """The words, with a list that the action has no box for as its parts, and one of what it counts as 1."""
        counted = [bool(self.boxes.terms(other) & usable) and bool(other.word) for other in pieces[1:]]
        single = [piece.number and not counts for piece, counts in zip(pieces, [*counted, False], strict=False)]
        for at, piece in enumerate(pieces):
            if (
                piece.word in ARTICLES | {"another"}
                and not (any(single) or any(each.number for each in pieces[:at]))
                and self._counts(action, pieces[at + 1 : at + 2], usable)
            ):
                yield Piece("1", {}, True)
            elif piece.word in self.boxes.words.habits.titles and is_one(pieces[at + 1 : at + 2]):
                continue
            elif piece.word and self.boxes.is_list(piece.text) and not self.boxes.terms(piece) & usable:
                yield from parts(piece)
            else:
                yield piece

    def _counts(self, action: str, following: Sequence[Piece], usable: frozenset[str]) -> bool:
        """Whether a word that follows is what the number of an action counts, so that `a` is one of it."""
        if not following or following[0].kinds:
            return False
        counted = action in self.boxes.words.habits.counting and bool(self.boxes.terms(following[0]) & usable)
        return counted or following[0].word in self.boxes.tongue.units.get(action, ())

    def _meant(self, piece: Piece, usable: frozenset[str], action: str) -> Piece:
        """All of them, or ANY of them where an action has no box for all: attack everybody. And what a word means in
        this action alone."""
        if here := self.boxes.words.habits.within(action).get(piece.word):
            return Piece(here, {})
        return ANY if piece.text == "ALL" and not self.boxes.terms(piece) & usable else piece

    def is_idle(self, word: str, action: str) -> bool:
        habits, tongue = self.boxes.words.habits, self.boxes.tongue
        if word in habits.doubtful:
            return False
        kind = tongue.actions.get(action)
        if kind is None:
            leads = word in IDLE_IN_CONDITIONS
        else:
            leads = word in POSSESSIVE or (word in THROUGH and takes_a_row(kind))
        beside = word in habits.within(action) or word in tongue.units.get(action, ())
        beside = beside or (word in MORE and action in habits.more)
        return leads or beside or word in SIGNS or word in IDLE or word in habits.measures


def is_one(following: Sequence[Piece]) -> bool:
    """Whether a thing with a number follows: J02."""
    return any(each.text[-1].isdigit() and (each.kinds or UNIT.fullmatch(each.text)) for each in following)
