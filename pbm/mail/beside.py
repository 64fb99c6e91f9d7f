"""Typing in a sheet beside its picture: strip by strip, with what an offline reader suggests; nothing is taken without
a key."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pbm.mail.keying import BACK, FINAL, STOP, Ask, Keyed, Say, key_line
from pbm.reading.language import Reader
from pbm.reading.pdfform import VOTE
from pbm.rules.order import Slots

if TYPE_CHECKING:
    from pbm.scan.strips import Strip

TAKE, NONE = "=", "-"
"""Takes what is suggested; leaves out a line that is printed."""
MARKS = {"final": True, "not_yet": False}
"""The boxes to mark, and what a mark in them says."""


class Passage(NamedTuple):
    """Strips that are asked for together, by their numbers: one, or several that show no writing."""

    strips: "list[tuple[int, Strip]]"
    quiet: bool = False


@dataclass(frozen=True)
class Beside:
    """The strips of a sheet, and whether what was read of them is suggested."""

    strips: "Sequence[Strip]"
    suggesting: bool = True

    def show(self, name: str, say: Say) -> None:
        """Say where the picture of a part is."""
        for strip in self.strips:
            if strip.name == name and strip.path:
                say(f"    {strip.path}{'' if strip.written else ' (it looks empty)'}")

    def key_lines(self, reader: Reader, keyed: Keyed, ask: Ask, say: Say) -> bool:
        """Ask for the lines strip by strip; those that look empty, or are as printed, together."""
        say(f"Line by line: {TAKE} takes what is suggested, an empty line leaves one out ({NONE} if it is printed),")
        say(f"{BACK} goes back a line, {STOP.upper()} leaves out the rest.")
        done = max(keyed.actions, default=0)
        queue = [each for each in passages(self.numbered(reader)) if each.strips[-1][0] > done]
        at = 0
        while at < len(queue):
            at = self.key_passage(reader, keyed, ask, say, queue, at)
        self.key_marks(keyed, ask, say)
        if not isinstance(reader.shape, Slots):
            key_more(reader, keyed, len(self.strips), ask, say)
        return True

    def numbered(self, reader: Reader) -> "list[tuple[int, Strip]]":
        """The strips of lines by the number of their action, or on a list by their place."""
        lines = [strip for strip in self.strips if strip.is_line]
        slots = isinstance(reader.shape, Slots)
        return [(int(strip.called) if slots else place, strip) for place, strip in enumerate(lines, 1)]

    def key_passage(self, reader: Reader, keyed: Keyed, ask: Ask, say: Say, queue: "list[Passage]", at: int) -> int:
        """Ask for one strip, or for several quiet ones at once; returns which passage comes next."""
        passage = queue[at]
        if passage.quiet:
            answer = quiet(passage.strips, ask, say).strip().casefold()
            if answer not in ("", BACK, STOP):
                queue[at : at + 1] = [Passage([one]) for one in passage.strips]
                return at
            if not answer:
                keyed.actions |= {number: strip.printed for number, strip in passage.strips if strip.printed}
        else:
            answer = self.key_strip(reader, keyed, *passage.strips[0], ask, say)
        if answer == BACK:
            at = max(0, at - 1)
            for number, _ in queue[at].strips:
                keyed.actions.pop(number, None)
            return at
        return len(queue) if answer == STOP else at + 1

    def key_strip(self, reader: Reader, keyed: Keyed, number: int, strip: "Strip", ask: Ask, say: Say) -> str:
        """Ask for one strip; returns what else was asked for: to go back or to stop."""
        if strip.path:
            say(f"    {strip.path}")
        offered = (strip.looks_like if self.suggesting else "") or strip.printed
        if offered:
            say(f"    {'looks like' if offered != strip.printed else 'printed'}: {offered}   ({TAKE} takes it)")

        def answered(prompt: str) -> str:
            return in_full(ask(prompt).strip(), strip, offered)

        text = key_line(reader, f"{strip.called:>2}", answered, say)
        while strip.printed and not text and strip.written:
            text = key_line(reader, f"Type the line, or {NONE} for none", answered, say)
        text = {"": strip.printed, NONE: ""}.get(text, text) if strip.printed else text
        if text.casefold() in (BACK, STOP):
            return text.casefold()
        if noted := keyed.noted(text, reader):
            say(f"    {noted} is noted.")
        elif text:
            keyed.actions[number] = text
        return ""

    def key_marks(self, keyed: Keyed, ask: Ask, say: Say) -> None:
        """Ask whether FINAL, NOT YET or a vote is marked, if the sheet has a box for it."""
        for strip in self.strips:
            if strip.name in MARKS:
                self.show(strip.name, say)
                if is_marked(FINAL[MARKS[strip.name]], ask):
                    keyed.final = MARKS[strip.name]
            elif vote := VOTE.fullmatch(strip.name):
                self.show(strip.name, say)
                words = f"{vote[1]} {vote[2]}".upper()
                keyed.votes += [words] if is_marked(words, ask) and words not in keyed.votes else []


def is_marked(words: str, ask: Ask) -> bool:
    return bool(ask(f"{words}: X if the box is marked, Enter if not").strip())


def in_full(text: str, strip: "Strip", offered: str) -> str:
    """What was typed as a line: a value typed for a box with its words, and the sign that takes what is offered."""
    if text == TAKE:
        text = offered
    if not strip.words or not text or text.casefold() in (BACK, STOP) or text.upper().startswith(strip.words):
        return text
    return f"{strip.words} {text}"


def passages(strips: "Sequence[tuple[int, Strip]]") -> Iterator[Passage]:
    """Strips that show writing one by one; neighbours that show none together, printed ones apart from blank ones."""
    held: list[tuple[int, Strip]] = []
    for number, strip in strips:
        if held and (strip.written or bool(strip.printed) != bool(held[-1][1].printed)):
            yield Passage(held, quiet=True)
            held = []
        if strip.written:
            yield Passage([(number, strip)])
        else:
            held.append((number, strip))
    if held:
        yield Passage(held, quiet=True)


def quiet(passage: "Sequence[tuple[int, Strip]]", ask: Ask, say: Say) -> str:
    first, last = passage[0][1], passage[-1][1]
    say(f"    {first.path}")
    if first is last:
        return ask(f"{first.called} {'is as printed' if first.printed else 'looks empty'}: Enter if so, E to type it")
    looks = "are as printed" if first.printed else "look empty"
    return ask(f"{first.called} to {last.called} {looks}: Enter if so, E to type them one by one")


def key_more(reader: Reader, keyed: Keyed, after: int, ask: Ask, say: Say) -> None:
    """Ask for lines that were written outside the boxes."""
    number = max(after, *keyed.actions, 0) + 1
    while text := key_line(reader, "Anything more, line by line (an empty line ends)", ask, say):
        if text == BACK:
            number = max(after + 1, number - 1)
            keyed.actions.pop(number, None)
        elif noted := keyed.noted(text, reader):
            say(f"    {noted} is noted.")
        else:
            keyed.actions[number] = text
            number += 1
