"""What is wrong with a line that cannot be read, and what its writer may have meant."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters

from pbm.reading.boxes import persons
from pbm.reading.everyday import everyday
from pbm.reading.near import near
from pbm.reading.phrases import plain
from pbm.reading.sayings import Sayings
from pbm.reading.several import Several
from pbm.reading.spelling import BEGINNING, alike, nearest
from pbm.reading.vocabulary import COMMON, FILLERS, TURNING
from pbm.reading.words import Words
from pbm.rules.condition import If
from pbm.rules.order import Order, Refusal, Unreadable

WORD = re.compile(r"\w+")
COLON = "COLON"
MOST_VALUES = 16
"""A longer list of words is not printed in an answer."""
BEHIND = "a condition is written at the end of its line: the order, IF and the condition"
NAME_WORD = re.compile(r"[^\W\d_][^\s,]*")


@dataclass(frozen=True)
class Mistakes:
    """Answers to the lines of one game that cannot be read."""

    words: Words
    severally: Several
    sayings: Sayings
    actions: Mapping[str, type[Order]]
    action_words: Collection[str]
    """All words that may begin a line, with their other spellings."""
    most_words: int
    values: Mapping[str, tuple[str, ...]]
    """What terminals of the grammar stand for: words, numbers."""
    conditions: Mapping[str, type[Order]]

    @cached_property
    def everyday(self) -> Mapping[str, tuple[str, ...]]:
        return everyday(self.actions)

    def refusal(self, text: str, error: Unreadable | UnexpectedInput) -> Refusal:
        if parts := self.severally.of(text):
            each = f"this line has {len(parts)} orders: write each on a line of its own"
            return Refusal(self.words.rule, each, 1, "read", tuple(parts))
        if ways := self.severally.ways(text):
            error = unclear(ways)
        first = WORD.search(text)
        if first and first[0].upper() in self.action_words and (slip := self._long_name(text)):
            return slip
        if slip := self._other_action(text):
            return slip
        if isinstance(error, Unreadable) and is_common(text, error) and (proposal := self._proposal(text)):
            return proposal
        if isinstance(error, Unreadable):
            return Refusal(self.words.code_rule, str(error), error.column, "read", error.choices)
        return self._misread(text, error)

    def _long_name(self, text: str) -> Refusal | None:
        """A misspelt name of several words; otherwise the error would point at one of its words."""
        words = list(NAME_WORD.finditer(text))[1 : self.most_words + 1]
        for length in range(self.words.longest_name, 1, -1):
            for first, last in zip(words, words[length - 1 :], strict=False):
                written = plain(text[first.start() : last.end()])
                if self._holds_name(written):
                    continue
                if (close := alike(written, self.words.long_names)) and written.upper() not in close:
                    codes = tuple(dict.fromkeys(self.words.long_names[name] for name in close))
                    there = f'nothing is called "{written.upper()}"{named(codes, self.words)}'
                    return Refusal(self.words.code_rule, there, first.start() + 1, "read", codes)
        return None

    def _holds_name(self, written: str) -> bool:
        """Whether these words are a name, with or without a small word before or behind it."""
        words = written.split() or [""]
        inner = slice(words[0] in FILLERS, len(words) - (words[-1] in FILLERS))
        return " ".join(words[inner]) in self.words.all_names

    def _misread(self, text: str, error: UnexpectedInput) -> Refusal:
        if slip := self._of_condition(text, error):
            return slip
        verb = self.sayings.action_in(text)
        if verb is None:
            word = "".join(takewhile(str.isalpha, text))
            misspelt = bool(word) and bool(alike(word, self.action_words))
            return (None if misspelt else self._proposal(text)) or self._no_action(text)
        if slip := self._misspelt(text):
            return slip
        kind, at = self.actions[verb], error_column(text, error)
        if issubclass(kind, If) and at == 1:
            return Refusal(self.words.rule, BEHIND, at, "read")
        found = text[at - 1 :].split()
        here = f'"{found[0]}" does not belong here' if found else "something is missing at the end"
        wanted = self._wanted(error)
        close = tuple(alike(found[0], filter(str.isupper, wanted))) if found else ()
        says_where = text.isupper() and bool(found or wanted)
        if not close and not says_where and (proposal := self._proposal(text, breaks_off=True)):
            return proposal
        joint = f"{ask_for(close)} It" if close else "; it"
        told = f"{here}{joint} is written: {kind.written_form()}{f', with {either(wanted)} here' if wanted else ''}"
        return Refusal(kind.rule or self.words.rule, told, at, "read", close)

    def _of_condition(self, text: str, error: UnexpectedInput) -> Refusal | None:
        """A condition without its IF, without its box or without its order."""
        first, *said = [word.upper() for word in WORD.findall(text)] or [""]
        at = error_column(text, error)
        if first in self.conditions and (meant := self.sayings.tongue.order(f"IF {text}")):
            return Refusal(self.words.rule, f"IF is missing{ask_for([str(meant)])}", 1, "read", (str(meant),))
        if first != If.word or not said or text[at - 1 :][:1] not in ("", ":"):
            return None
        last = self.conditions.get(WORD.findall(text[: at - 1])[-1].upper())
        if last and last.boxes:
            told = f"{last.word} is not complete; it is written: {If.word} {last.written_form()} : order"
            return Refusal(self.words.rule, told, at, "read")
        if at > len(text.rstrip()) and COLON in accepted(error):
            told = f"the order is missing; it is written: {If.written_form()}"
            return Refusal(self.words.rule, told, at, "read")
        return None

    def _proposal(self, text: str, breaks_off: bool = False) -> Refusal | None:
        """What was understood, what was not, and the nearest line that can be read."""
        found = near(text, self.sayings)
        if found is None or not (found.lines or (found.boxes and (found.strange or not breaks_off))):
            return None
        kind = self.actions[found.read.split()[0]]
        strange = " and ".join(f'"{word}"' for word in found.strange)
        why = f", not {strange}" if strange else ", and something is missing" if found.lines else ""
        joint = f"{ask_for(found.lines)} It" if found.lines else "; it"
        at = max(text.find(found.strange[0]), 0) + 1 if strange else 1
        told = f"only {found.read} was understood{why}{joint} is written: {kind.written_form()}"
        return Refusal(kind.rule or self.words.rule, told, at, "read", found.lines)

    def _wanted(self, error: UnexpectedInput) -> list[str]:
        """What may stand where reading stopped, if that is a choice of words."""
        names = accepted(error)
        found = list(dict.fromkeys(word for name in self.values if name in names for word in self.values[name]))
        return found if any(map(str.isupper, found)) and len(found) <= MOST_VALUES else []

    def _other_action(self, text: str) -> Refusal | None:
        """The one strange word of a line, if it is an everyday word for another action: build forts."""
        strange = self.sayings.strangers(text)
        meant = self.everyday.get(plain(strange[0]), ()) if len(strange) == 1 and not TURNING.search(text) else ()
        if not meant:
            return None
        there = f'"{strange[0]}" does not belong here{ask_for(meant)}'
        return Refusal(self.words.code_rule, there, max(text.find(strange[0]), 0) + 1, "read", meant)

    def _misspelt(self, text: str) -> Refusal | None:
        """The one word of a line that is nothing, but much like a name."""
        strange, words = self.sayings.strangers(text), self.words
        if len(strange) != 1 or len(strange[0]) < BEGINNING or is_everyday(strange[0]):
            return None
        close = tuple(nearest(strange[0], words.all_codes, words.pairs, words.all_names))
        there = f'nothing is called "{strange[0]}"{named(close, words)}'
        at = max(text.find(strange[0]), 0) + 1
        return Refusal(words.code_rule, there, at, "read", close) if close else None

    def _no_action(self, text: str) -> Refusal:
        words = WORD.findall(text)
        word = next(iter(words), "")
        written = [each for each in words if each.upper() in self.action_words]
        loud = [each for each in written if each.isupper()]
        meant = [action for each in words for action in self._meant_by(each)]
        close = self._meant_by(word) or (alike(word, self.action_words) if word else [])
        choices = tuple(dict.fromkeys(close or loud or meant or map(str.upper, written)))
        choices = () if TURNING.search(text) else choices
        here = f'"{word}" is not an action' if word else "no action word was found"
        return Refusal(self.words.rule, here + ask_for(choices), 1, "read", choices)

    def _meant_by(self, word: str) -> Sequence[str]:
        """The actions that players of this game, or of any, call so, said of themselves or of others."""
        for each in persons(plain(word)):
            action = self.words.habits.phrases.get(each, "")
            if meant := [action] if action in self.actions else self.everyday.get(each, ()):
                return meant
        return ()


def is_common(text: str, error: Unreadable) -> bool:
    """Whether reading stopped at a word that everybody uses: attack the Picts."""
    word = WORD.match(text, (error.column or 1) - 1)
    return word is not None and is_everyday(word[0])


def is_everyday(word: str) -> bool:
    """Whether everybody uses a word; in capitals it may be a code that lacks a letter, such as ON."""
    return word.casefold() in COMMON and not word.isupper()


def ask_for(choices: Iterable[str]) -> str:
    listed = " or ".join(choices)
    return f": did you mean {listed}?" if listed else ""


def either(words: Sequence[str]) -> str:
    """`YES, NO or a number`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def named(codes: Iterable[str], words: Words) -> str:
    """A suggestion of codes, each with its name."""
    names = words.all_codes
    return ask_for(f"{code} ({names[code]})" if names.get(code) else code for code in codes)


def unclear(readings: list[str]) -> Unreadable:
    either = " or ".join(readings)
    several = f"this can be read in two ways: write {either}"
    return Unreadable(several if len(readings) > 1 else f"did you mean {either}?", 1, tuple(readings))


def accepted(error: UnexpectedInput) -> Collection[str]:
    """The terminals that may stand where reading stopped."""
    return getattr(error, "allowed", None) or getattr(error, "accepts", None) or ()


def error_column(text: str, error: UnexpectedInput) -> int:
    at_end = not isinstance(error, UnexpectedCharacters) and getattr(error, "token", Token("", "")).type == "$END"
    return len(text.rstrip()) + 1 if at_end else error.column
