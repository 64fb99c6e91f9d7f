"""What a line says once for several orders: levy 2 in TAM and 3 in STS; A1 marches to Fingel and A2 to Bentwood.

One of the orders is whole. Each of the others says what differs: its things, numbers and words stand where things,
numbers and words of their kind stand in the whole one, and all the rest is as there. A number or a unit of the whole
one that another leaves out may be meant for both or shared by them: then nothing is read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbm.reading.box_words import BoxWords
from pbm.reading.boxes import Boxes, Piece, first_person
from pbm.reading.fillers import TWO, UNIT
from pbm.reading.steps import NAMED
from pbm.reading.tongue import takes_a_row
from pbm.reading.vocabulary import ARTICLES, AWAY, BY, CONNECTING, CUES, DENYING, PLACED, SIGNS, THROUGH, TOWARD
from pbm.rules.order import Order

MOST_PARTS = 8
MOST_BEHIND = 8
"""So many words at most stand behind the things that a list begins with: A1, A2 and A3 march to Pembroke."""
WAYS = (TOWARD, AWAY, THROUGH, PLACED | {"on"}, BY)
ONES = ARTICLES | {"another"}
UNITS = re.compile(r"\b[A-Z]+\d+\b")
NEVER, IN = Piece("never", {}), Piece("in", {})
THERE = "there"


@dataclass(frozen=True)
class Gaps:
    boxes: Boxes
    orders: Callable[[str], list[Order]]
    pieces: Callable[[str], list[Piece]]
    """The words of a text in the words of the game."""

    def of(self, parts: Sequence[str]) -> list[str]:
        """The texts of the orders in the parts of a line; none if there are none, or if there are two ways."""
        if not 1 < len(parts) <= MOST_PARTS or not all(self.pieces(part) for part in parts):
            return []
        ways = self._alone(parts) if self._is_order(parts[0]) else self._with_end(parts)
        found = {tuple(map(self._printed, way)): way for way in ways}
        return next(iter(found.values())) if len(found) == 1 else []

    def _alone(self, parts: Sequence[str]) -> Iterator[list[str]]:
        """The texts of the orders where the first part is one by itself."""
        found, whole = [parts[0]], self.pieces(parts[0])
        for part in parts[1:]:
            other = self.pieces(part)
            if self._is_order(part) and not self._meets(part, found):
                text, whole = part, other
            elif not self._is_order(text_of(whole)):
                return
            else:
                further = self._goes_further(whole, other)
                text = text_of(further or self._like(whole, other) or self._goes_on(whole, other))
                whole = further or whole
            if not self._is_order(text):
                return
            found.append(text)
        if self._differ(found):
            yield found

    def _with_end(self, parts: Sequence[str]) -> Iterator[list[str]]:
        """The texts of the orders where the first has the end of the last: A1 and A2 [march to Pembroke]."""
        first, *others, last = map(self.pieces, parts)
        for at in range(max(1, len(last) - MOST_BEHIND), len(last)):
            whole = [*first, *last[at:]]
            if self._is_order(text_of(whole)):
                found = [whole, *(self._like(whole, other) for other in (*others, last[:at]))]
                texts = [text_of(each) for each in found]
                if all(map(self._is_order, texts)) and self._differ(texts):
                    yield texts

    def _meets(self, part: str, others: Sequence[str]) -> bool:
        """Whether a unit is named in two orders: then one of them may only tell what another does."""
        return any(set(UNITS.findall(part.upper())) & set(UNITS.findall(other.upper())) for other in others)

    def _is_order(self, text: str) -> bool:
        return bool(text) and len(self.orders(text)) == 1

    def _printed(self, text: str) -> str:
        return str(self.orders(text)[0])

    def _differ(self, texts: Sequence[str]) -> bool:
        """Whether no two orders are about the same things in other numbers: levy CON 2, CON 3."""
        return len({things_of(self._printed(text)) for text in texts}) == len(texts)

    def _like(self, whole: list[Piece], other: Sequence[Piece]) -> list[Piece]:
        """The whole order with what the other says in its place; nothing if some of that has no place or two."""
        made, filled = list(whole), set[int]()
        denied = bool(other) and other[-1].word in DENYING
        for at, piece in enumerate(other[:-1] if denied else other):
            if not self._tells(piece):
                if self._means_more(piece, whole):
                    return []
                continue
            places = self._places(whole, piece, cue_of(other, at)) - filled
            if len(places) != 1:
                return []
            [place] = places
            filled.add(place)
            made[place] = piece
        if not filled or self._leaves_open(whole, filled, other):
            return []
        verbs = self._verbs(made)
        if denied and not verbs:
            return []
        return [*made[: verbs[0]], NEVER, *made[verbs[0] :]] if denied else made

    def _tells(self, piece: Piece) -> bool:
        """Whether a piece is a thing, a number or a word for a box."""
        if piece.kinds or piece.number or piece.word in ONES:
            return True
        return bool(self.boxes.terms(piece) - NAMED) and not self._is_verb(piece)

    def _is_verb(self, piece: Piece) -> bool:
        ways = (piece.word, *first_person(piece.word)) if piece.word else ()
        return piece.word not in self.boxes.words.habits.measures and any(self.boxes.tongue.action(way) for way in ways)

    def _verbs(self, pieces: Sequence[Piece]) -> list[int]:
        return [at for at, piece in enumerate(pieces) if self._is_verb(piece)]

    def _means_more(self, piece: Piece, whole: Sequence[Piece]) -> bool:
        """Whether a word says more than that something is like the rest."""
        actions = [self.boxes.tongue.action(way) for each in whole for way in (each.word, *first_person(each.word))]
        action = next(filter(None, actions), "")
        idle = BoxWords(self.boxes).is_idle(piece.word, action) or piece.word in CONNECTING | SIGNS | CUES
        return self._is_verb(piece) or not idle

    def _places(self, whole: Sequence[Piece], piece: Piece, cue: str) -> set[int]:
        """Where a piece may stand in the whole order: where one of its kind stands, behind the same small word."""
        found = {at for at, each in enumerate(whole) if self._alike(each, piece)}
        if len(found) > 1:
            found = {at for at in found if way_of(cue_of(whole, at)) == way_of(cue)} if cue else set()
        return found

    def _alike(self, one: Piece, other: Piece) -> bool:
        if is_number(one) or is_number(other):
            return is_number(one) and is_number(other)
        if one.kinds or other.kinds:
            return bool(one.kinds.keys() & other.kinds.keys())
        unit, same = UNIT.fullmatch(one.text), UNIT.fullmatch(other.text)
        if unit or same:
            return bool(unit and same) and one.text.rstrip("0123456789") == other.text.rstrip("0123456789")
        return bool((self.boxes.terms(one) & self.boxes.terms(other)) - NAMED)

    def _leaves_open(self, whole: Sequence[Piece], filled: set[int], other: Sequence[Piece]) -> bool:
        """Whether the other leaves out how many or who, may be one more of a list, or says a part of what is denied."""
        left = [each for at, each in enumerate(whole) if at not in filled]
        if any(each.number or UNIT.fullmatch(each.text) for each in left):
            return True
        things = all(self._tells(each) or each.word in SIGNS | CUES | ARTICLES | {"the"} for each in other)
        if any(each.word in DENYING for each in whole) and not things:
            return True
        if any(map(is_unit, other)):
            return False
        order = self.orders(text_of(whole))[0]
        counts = self._counts(str(order).split()[0]) and not any(map(is_number, whole))
        last = str(order).split()[-1]
        ends = len(filled) == 1 and last in codes_of(whole[min(filled)])
        return counts or (ends and takes_a_row(type(order)))

    def _counts(self, action: str) -> bool:
        """Whether an action has a box for a number."""
        return any("NUMBER" in each.terms for each in self.boxes.steps.heads(action).values())

    def _goes_on(self, whole: list[Piece], other: Sequence[Piece]) -> list[Piece]:
        """What the same does besides: force 1 marches into Francia [and attacks Lothar there, raid]."""
        verbs = self._verbs(whole)
        if not verbs or not verbs[0] or not self._verbs(other) or any(each.word in DENYING for each in whole):
            return []
        places = [each for at, each in enumerate(whole) if each.kinds and cue_of(whole, at) in TOWARD]
        if any(each.word == THERE for each in other) and len(places) != 1:
            return []
        there = [IN, *places[:1]]
        said = [piece for each in other for piece in (there if each.word == THERE else [each])]
        return [*whole[: verbs[0]], *said]

    def _goes_further(self, whole: list[Piece], other: Sequence[Piece]) -> list[Piece]:
        """One step more of whoever goes step by step: force 1 goes from Francia to Burgundy, then [to Provence]."""
        order = self.orders(text_of(whole))[0]
        things = [at for at, each in enumerate(whole) if each.kinds]
        cues = [cue_of(whole, at) for at in things]
        told = [each for each in other if each.kinds]
        idle = all(each.kinds or each.word in TOWARD | CONNECTING | {"the", "on"} for each in other)
        steps = str(order).split()[0] in self.boxes.words.habits.stepwise
        if (
            not steps
            or not idle
            or len(told) != 1
            or len(things) != TWO
            or cues[0] not in AWAY
            or cues[1] not in TOWARD
        ):
            return []
        made = list(whole)
        made[things[0]], made[things[1]] = whole[things[1]], told[0]
        return made


def text_of(pieces: Sequence[Piece]) -> str:
    return " ".join(each.text for each in pieces)


def things_of(printed: str) -> frozenset[tuple[int, str]]:
    """What an order is about, without how many; a number in its first box says who: MOVE 1 PAR FRC."""
    said = printed.split()
    return frozenset((at == 1, word) for at, word in enumerate(said) if at == 1 < len(said) - 1 or not word.isdigit())


def codes_of(piece: Piece) -> set[str]:
    return {piece.text.upper(), *piece.kinds.values()}


def is_number(piece: Piece) -> bool:
    return piece.number or piece.word in ONES


def is_unit(piece: Piece) -> bool:
    return bool(UNIT.fullmatch(piece.text)) or (any(map(str.isdigit, piece.text[-1:])) and bool(piece.kinds))


def cue_of(pieces: Sequence[Piece], at: int) -> str:
    """The word that tells how a piece stands in its order: to, from, in."""
    before = (each for each in reversed(pieces[:at]) if each.word not in ARTICLES | {"the", "our", "my"})
    last = next(before, None)
    return last.word if last and last.word in CUES else ""


def way_of(cue: str) -> int:
    return next((at for at, cues in enumerate(WAYS) if cue in cues), -1)
