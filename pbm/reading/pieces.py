"""The words of a line: names of several words are one, numbers are numbers however they are said."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pbm.reading.boxes import PARTS, Boxes, Piece
from pbm.reading.sheet_lines import unmarked
from pbm.reading.vocabulary import AWAY, BUT, COUNTED, EVERYTHING, MINUS, TENFOLD, TOWARD

PIECE = re.compile(r"\.{2,}|(?:AB|ab|Ab)\s?-?\s?\d+\b|[+-]?\d+\b|[^\W\d_]\w*(?:['’.]\w+)*|\S")
AROUND = ",;:.!?()[]\"'"
NUMBER = re.compile(r"\d+|ab\s?-?\s?\d+", re.IGNORECASE)


def bare(text: str) -> str:
    return unmarked(text.replace("->", " ").replace("=>", " ")).replace("’", "'").strip()


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
        return with_exception(found)

    def parts(self, piece: Piece) -> list[Piece]:
        """The things of a list, each for itself; the list as it is if they are no things."""
        found = [self._piece([part], 0)[0] for part in PARTS.split(piece.text)]
        return found if len(found) > 1 and all(each.kinds for each in found) else [piece]

    def _chunk(self, chunk: str) -> list[str]:
        core = chunk.strip(AROUND)
        if self.boxes.is_list(core) and self.boxes.is_compound(core):
            before, _, after = chunk.partition(core)
            return [*before, core, *after]
        return words_of(chunk)

    def _piece(self, words: Sequence[str], at: int) -> tuple[Piece, int]:
        tongue = self.boxes.tongue
        for length in range(min(tongue.longest_name, len(words) - at), 0, -1):
            if codes := tongue.codes(name := " ".join(words[at : at + length])):
                return Piece(name, codes), length
        number, length = amount(words, at, self.is_idle)
        return (Piece(number, {}, True), length) if number else (Piece(words[at], {}), 1)


def amount(words: Sequence[str], at: int, idle: Callable[[str], bool]) -> tuple[str, int]:
    """A number as people write it, and how many words it takes: 2, two, two hundred, all, everything but one."""
    word = words[at].casefold()
    if word in EVERYTHING:
        return every(words, at, idle)
    if word not in COUNTED:
        return (words[at], 1) if NUMBER.fullmatch(word) else ("", 0)
    tenfold = TENFOLD.get(words[at + 1].casefold()) if at + 1 < len(words) else None
    return (str(int(COUNTED[word]) * tenfold), 2) if tenfold else (COUNTED[word], 1)


def every(words: Sequence[str], at: int, idle: Callable[[str], bool]) -> tuple[str, int]:
    """All, or all but so many."""
    place = at + 1
    while place < len(words) and idle(words[place].casefold()) and words[place].casefold() not in TOWARD | AWAY:
        place += 1
    if place + 1 < len(words) and words[place].casefold() in BUT:
        left = COUNTED.get(words[place + 1].casefold(), words[place + 1])
        return (f"AB-{left}", place + 2 - at) if left.isdecimal() else ("", 0)
    return "ALL", 1


def with_exception(pieces: list[Piece]) -> list[Piece]:
    """ALL ... BUT 1 as AB-1, also with words between them: everything from CON to GAL but one. Else minus 1 is -1."""
    but = [at for at, each in enumerate(pieces[:-1]) if each.word in BUT and pieces[at + 1].text.isdecimal()]
    alls = [at for at, each in enumerate(pieces) if each.number and each.text == "ALL"]
    if len(but) != 1:
        return pieces
    at = but[0]
    rest, left = [*pieces[:at], *pieces[at + 2 :]], pieces[at + 1]
    if len(alls) == 1 and alls[0] < at:
        rest[alls[0]] = replace(pieces[alls[0]], text=f"AB-{left.text}")
        return rest
    if pieces[at].word == MINUS and not alls:
        return [*pieces[:at], replace(left, text=f"-{left.text}"), *pieces[at + 2 :]]
    return pieces
