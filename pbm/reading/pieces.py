"""The words of a line: names of several words are one, numbers are numbers however they are said."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pbm.reading.boxes import PARTS, Boxes, Piece
from pbm.reading.sheet_lines import unmarked
from pbm.reading.vocabulary import (
    ARTICLES,
    AWAY,
    BACK_TO,
    BUT,
    COUNTED,
    CUES,
    EVERYTHING,
    JOINTS,
    LEAVING,
    LISTING,
    MINUS,
    NAMED_AS,
    ORDINAL,
    ORDINALS,
    PRONOUNS,
    REST_STAYS,
    SHOULD,
    SPANNING,
    SPOKEN,
    TENFOLD,
    TENS,
    THIS_TURN,
    THOUSANDS,
    THROUGH,
    TOLD_TO,
    TOWARD,
)

PIECE = re.compile(r"\.{2,}|(?:AB|ab|Ab)\s?-?\s?\d+\b|[+-]?\d+\b|[^\W\d_]\w*(?:['’.]\w+)*|\S")
AROUND = ",;:.!?()[]\"'"
DIGITS = {word: int(number) for word, number in COUNTED.items() if 0 < int(number) < 10}
HUNDRED = 100
NUMBER = re.compile(r"\d+|ab\s?-?\s?\d+", re.IGNORECASE)


OWNER = re.compile(r"'s(?=\s+(?:army|armies|forces?|troops|men|units?|fleets?)\b)", re.IGNORECASE)
"""Behind a name: Lothar's army."""
LONGEST_FIRST = sorted(SPOKEN, key=len, reverse=True)
PHRASE = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in LONGEST_FIRST), re.IGNORECASE)
MEMORY = 1024
"""How many lines are remembered, because each is looked at more than once."""
ARROW = re.compile(r"\s*(?:-+>|=+>|→)\s*")
UNIT = re.compile(r"([A-Z]+)(\d+)", re.IGNORECASE)


@lru_cache(MEMORY)
def bare(text: str) -> str:
    """A line without marks, arrows and the words for the turn in which every order is played."""
    plain = unmarked(ARROW.sub(" to ", text)).replace("’", "'")
    plain = SHOULD.sub("if ", said["some"] if (said := REST_STAYS.fullmatch(plain)) else plain)
    plain = LEAVING.sub(r"go from \g<place> to ", BACK_TO.sub(r"\g<verb> ", plain))
    plain = NAMED_AS.sub("", TOLD_TO.sub(r"\g<whom> to ", plain))
    plain = PHRASE.sub(lambda said: SPOKEN[said[0].casefold()], OWNER.sub("", plain))
    return ORDINAL.sub(with_its_number, THOUSANDS.sub(r"\1\2", THIS_TURN.sub("", plain))).strip()


def with_its_number(said: re.Match[str]) -> str:
    """The second army as army 2."""
    return f"{said['what']} {said['number'] or ORDINALS.index(said['said'].casefold()) + 1}"


def words_of(text: str) -> list[str]:
    return [" ".join(piece.split()) for piece in PIECE.findall(text)]


@dataclass(frozen=True)
class Pieces:
    boxes: Boxes
    is_idle: Callable[[str], bool]

    def of(self, text: str) -> list[Piece]:
        words = [word for chunk in bare(text).split() for word in self._chunk(chunk)]
        found, at = list[Piece](), 0
        while at < len(words):
            piece, length = self._piece(words, at)
            found.append(piece)
            at += length
        return self._with_ways(self._with_spans(self._with_exception(without_both(found))))

    def parts(self, piece: Piece) -> list[Piece]:
        """The things of a list, each for itself; the list as it is if they are no things."""
        found = [self._piece([part], 0)[0] for part in PARTS.split(piece.text)]
        return found if len(found) > 1 and all(each.kinds for each in found) else [piece]

    def _with_exception(self, pieces: list[Piece]) -> list[Piece]:
        """ALL ... BUT 1 as AB-1, also with words between them, and all but the leader as AB-L. Else minus 1 is -1."""
        but = [at for at, each in enumerate(pieces[:-1]) if each.word in BUT]
        alls = [at for at, each in enumerate(pieces) if each.number and each.text == "ALL"]
        if len(but) != 1:
            return pieces
        [at] = but
        skipped = 2 if pieces[at + 1].word == "the" and at + 2 < len(pieces) else 1
        left = pieces[at + skipped]
        rest = [*pieces[:at], *pieces[at + skipped + 1 :]]
        if alls and alls[0] < at and len(alls) == 1:
            if left.text.isdecimal() and rest[at:] and (text := self._all_but(rest[at], left.text)):
                return [*rest[: alls[0]], Piece(text, {}), *rest[alls[0] + 1 : at], *rest[at + 1 :]]
            if (text := self._all_but(left)) and not self._is_counted(pieces[alls[0]], left, rest[at:]):
                rest[alls[0]] = Piece(text, {}, left.number)
                return rest
        if pieces[at].word == MINUS and not alls and left.text.isdecimal():
            return [*pieces[:at], replace(left, text=f"-{left.text}"), *pieces[at + 2 :]]
        return pieces

    def _all_but(self, left: Piece, number: str = "") -> str:
        if left.text.isdecimal():
            return f"AB-{left.text}"
        text = f"AB-{left.text.upper()}{number}"
        return text if left.word and self.boxes.fitting(text) else ""

    def _is_counted(self, everyone: Piece, left: Piece, following: Sequence[Piece]) -> bool:
        """Whether only some of a kind are left out of all, for which this game has no word: everyone except one LI."""
        return left.text.isdecimal() and any(each.word and self.boxes.fitting(each.text) for each in following[:1])

    def _with_spans(self, pieces: list[Piece]) -> list[Piece]:
        """L01 through L06 as L01..L06, if the game has a word for that; `to` says so only before the verb."""
        for at in range(1, len(pieces) - 1):
            leads = all(each.kinds or each.word in JOINTS or each.word == "the" for each in pieces[:at])
            joint = pieces[at].word
            if joint in SPANNING or (joint == "to" and leads):
                span = f"{pieces[at - 1].text}..{pieces[at + 1].text}"
                if is_rising(pieces[at - 1].text, pieces[at + 1].text) and self.boxes.is_compound(span):
                    return self._with_spans([*pieces[: at - 1], Piece(span, {}), *pieces[at + 2 :]])
        return pieces

    def _with_ways(self, pieces: list[Piece]) -> list[Piece]:
        """Via 1420 to 1521 as 1420-1521, if the game has a word for that."""
        for at in range(len(pieces) - 3):
            cue, one, joint, other = pieces[at : at + 4]
            way = f"{one.text}-{other.text}"
            joins = bool(one.kinds) and one.kinds.keys() == other.kinds.keys() and joint.word in LISTING | TOWARD
            if cue.word in THROUGH and joins and self.boxes.is_compound(way):
                return self._with_ways([*pieces[:at], Piece(way, {}), *pieces[at + 4 :]])
        return pieces

    def _chunk(self, chunk: str) -> list[str]:
        core = chunk.strip(AROUND)
        if self.boxes.is_list(core) and self.boxes.is_compound(core):
            before, _, after = chunk.partition(core)
            return [*before, core, *after]
        return words_of(chunk)

    def _piece(self, words: Sequence[str], at: int) -> tuple[Piece, int]:
        tongue = self.boxes.tongue
        for length in range(min(tongue.longest_name, len(words) - at), 0, -1):
            name = " ".join(words[at : at + length])
            if codes := tongue.codes(name) or tongue.codes(name.removesuffix("'s")):
                return Piece(name.removesuffix("'s"), codes), length
        number, length = amount(words, at, self.is_idle)
        return (Piece(number, {}, True), length) if number else (Piece(words[at], {}), 1)


def amount(words: Sequence[str], at: int, idle: Callable[[str], bool]) -> tuple[str, int]:
    """A number as people write it, and how many words it takes: 2, two, two hundred, all, everything but one."""
    word = words[at].casefold()
    if word in EVERYTHING:
        return every(words, at, idle)
    return (words[at], 1) if NUMBER.fullmatch(word) else in_words([each.casefold() for each in words[at:]])


def in_words(words: Sequence[str]) -> tuple[str, int]:
    """A number in words, and how many there are: five hundred and twenty-five, a dozen."""
    first = words[0]
    if first in ARTICLES and words[1:2] and words[1] in TENFOLD:
        number, length = TENFOLD[words[1]], 2
    elif first not in COUNTED:
        return "", 0
    elif words[1:2] and words[1] in TENFOLD:
        number, length = int(COUNTED[first]) * TENFOLD[words[1]], 2
    elif first in TENS and (one := next(iter(words[2:3] if words[1:2] == ["-"] else words[1:2]), "")) in DIGITS:
        return str(int(COUNTED[first]) + DIGITS[one]), 3 if words[1] == "-" else 2
    else:
        return COUNTED[first], 1
    joint = words[length : length + 1] == ["and"]
    more, further = in_words(words[length + joint :]) if words[length + joint :] else ("", 0)
    if number >= HUNDRED and more and int(more) < number and (joint or not more.endswith("00")):
        return str(number + int(more)), length + joint + further
    return str(number), length


def every(words: Sequence[str], at: int, idle: Callable[[str], bool]) -> tuple[str, int]:
    """All, or all but so many."""
    place = at + 1
    while place < len(words) and idle(words[place].casefold()) and words[place].casefold() not in TOWARD | AWAY:
        place += 1
    pronoun = words[at].casefold() in PRONOUNS
    if (
        place + 1 < len(words)
        and words[place].casefold() in BUT
        and not (pronoun and is_noun(words[place + 2 :], idle))
    ):
        left = COUNTED.get(words[place + 1].casefold(), words[place + 1])
        return (f"AB-{left}", place + 2 - at) if left.isdecimal() else ("ALL", 1)
    return "ALL", 1


def is_noun(following: Sequence[str], idle: Callable[[str], bool]) -> bool:
    """Whether a number counts what follows it: everyone except one militia."""
    word = next((word.casefold() for word in following), "")
    return word.isalnum() and word not in CUES and not idle(word)


def without_both(pieces: list[Piece]) -> list[Piece]:
    """Both F1 and F2 as F1 and F2."""
    for at in range(len(pieces) - 3):
        one, joint, other = pieces[at + 1 : at + 4]
        if pieces[at].word == "both" and joint.word in ("and", "&") and is_thing(one) and is_thing(other):
            return [*pieces[:at], *pieces[at + 1 :]]
    return pieces


def is_thing(piece: Piece) -> bool:
    return bool(piece.kinds or UNIT.fullmatch(piece.text))


def is_rising(first: str, last: str) -> bool:
    """Whether two units are of one kind, the second with the higher number."""
    one, other = UNIT.fullmatch(first), UNIT.fullmatch(last)
    return bool(one and other and one[1].upper() == other[1].upper() and int(one[2]) < int(other[2]))
