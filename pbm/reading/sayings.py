"""Orders in everyday English: every word of a line is known by its kind, and fills a box of an action.

The action is found by its word, by an everyday verb, or by a word that only one action has. What stands before it does
it: `H05 and H06 attack RC1`. Things of different kinds may stand in any order; things of one kind stand in theirs, or
as from, to and with tell. A word that the action has no box for, and that is not known to mean nothing, leaves the line
unread.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise, product

from pbm.reading.habits import (
    AWAY,
    BUT,
    BY,
    CONNECTING,
    COUNTED,
    EVERYTHING,
    FILLERS,
    GIVING,
    MOST_WORDS,
    PIECE,
    SEPARATORS,
    TOWARD,
    Tongue,
    amount,
    takes_a_row,
)
from pbm.reading.steps import END, FREE, NAMED, Inside, Stack, Steps
from pbm.reading.words import POWER, Words, third_person

IDLING = """a an is are be should shall must will would unit units men man i we i'd i'll we'd we'll like want wants let
let's it first"""
IDLE = FILLERS | frozenset(IDLING.split())
"""Words that mean nothing where an action has no box for them."""
IDLE_IN_CONDITIONS = frozenset({"there", "has", "have", "still"})
LEADING = CONNECTING | SEPARATORS | {"a", "an"}
"""What may stand before a verb of which nobody is said to do it."""
THROUGH = frozenset({"via", "through", "along"})
"""Words that mean nothing in a row of places."""
SIGNS = SEPARATORS | frozenset("()&")
JOINTS = frozenset({"and", ",", "&"})
LISTING = JOINTS | {"then"}
CUES = TOWARD | AWAY | BY | frozenset({"in", "at", "on"}) | THROUGH
FIRST = "first"
ANYONE = frozenset({"any", "anyone", "anybody", "anything"})
SIGNS_OF_LISTS = (",", "+", "-")
PARTS = re.compile(r"\.\.?|,|\+|-")
AROUND = ",;:.!?()[]\"'"
NONSENSE = "QZXQZX"
"""What fits this takes any word."""
NUMERIC = frozenset({"COUNT", "NUMBER"})
LIGHT = frozenset({"put", "place", "keep", "take", "make", "leave"})
"""Verbs that say little: keep A4 in reserve."""
ROW = "row"
LEAST_IMPLIED = 4
"""A shorter word implies no action."""
MOST_STEPS = 3000
CONDITION = re.compile(r"\s*if\b(?P<early>[^:,]+)(?::|,|\bthen\b)(?P<then>.+)|(?P<order>.+?)\bif\b(?P<late>.+)", re.I)
WORD = re.compile(r"[^\s,;:.!?()]+")
LABELLED = re.compile(r"\s*[a-z]\s*[.:)]", re.IGNORECASE)
"""A letter that may be the number of a line."""
UNIT = re.compile(r"[^\W\d_]+\d+")
HAS_DIGIT = re.compile(r"\d")
Say = tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """A word, a name or a number of a line, whatever the action."""

    text: str
    kinds: Mapping[str, str]
    number: bool = False

    @property
    def word(self) -> str:
        return "" if self.kinds or self.number else self.text.casefold()


ANY = Piece("any", {})


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
            return 0 if self.subject else 2
        if self.cue in BY:
            return 0
        return 1 if self.cue in AWAY else 3 if self.cue in TOWARD else 2


def related(one: Filler, other: Filler) -> bool:
    """Whether two of them may be meant for the same box, so that their order counts."""
    return bool(one.kinds & other.kinds or (one.terms & other.terms) - NAMED)


@dataclass
class Sayings:
    tongue: Tongue
    steps: Steps
    words: Words
    taken: int = 0
    """The steps that have been taken in all."""

    def written(self, text: str) -> list[str]:
        """The line in every form that may be meant."""
        return list(dict.fromkeys(self._written(text)))

    def may_say(self, text: str) -> bool:
        """Whether all words of a line are known, and one of them names or implies an action; this costs little."""
        words = WORD.findall(text.casefold())
        if not 0 < len(words) <= MOST_WORDS or not all(word in self._known or HAS_DIGIT.search(word) for word in words):
            return False
        return any(word in self._deeds for word in words)

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that may stand in an order, as people write it."""
        words = self.words
        names = (word for name in (*words.all_names, *words.sayings) for word in name.split())
        idle = {
            *IDLE,
            *words.measures,
            *COUNTED,
            *EVERYTHING,
            *BUT,
            *ANYONE,
            *CONNECTING,
            *THROUGH,
            *IDLE_IN_CONDITIONS,
            "if",
        }
        units = {word for some in self.tongue.units.values() for word in some}
        return frozenset({*names, *idle, *units, *map(str.casefold, words.all_codes), *self._deeds})

    @cached_property
    def _deeds(self) -> frozenset[str]:
        inner = {word.casefold() for each in self.steps.own_words.values() for word in each if word.isalpha()}
        verbs = {*map(str.casefold, self.tongue.actions), *map(str.casefold, self.tongue.spellings), *inner}
        said = (phrase.split()[0] for phrase, meant in self.words.sayings.items() if meant)
        return frozenset({*verbs, *map(third_person, verbs), *said})

    def _written(self, text: str) -> Iterator[str]:
        condition = CONDITION.fullmatch(text)
        if condition and self.steps.conditions.terms:
            early, late = condition["early"], condition["late"]
            yield from self._conditional(condition["then"] or condition["order"], early or late, bool(early))
            return
        pieces = self.pieces(text)
        if len(pieces) > MOST_WORDS or LABELLED.match(text):
            return
        said = [*self.said_actions(pieces)]
        others = (other for action in said for other in self._others(action))
        for actions in (said, others, self._implied_actions(pieces)):
            found = [line for action in actions for line, _ in self._lines(pieces, action, END)]
            yield from found
            if found:
                return

    def _conditional(self, order: str, condition: str, before: bool) -> Iterator[str]:
        pieces, terms = self.pieces(order), self.pieces(condition)
        if len(pieces) + len(terms) > MOST_WORDS:
            return
        for action in self.said_actions(pieces):
            for cond in self._conditions(terms, pieces):
                if before:
                    yield from self._behind(pieces, action, cond)
                    continue
                for line, stack in self._lines(pieces, action, "IF"):
                    step = self.steps.after(stack, "IF")
                    yield from (f"{line} IF {' '.join(more)}" for more, _ in self._fill(step, cond, END))

    def _behind(self, pieces: Sequence[Piece], action: "Action", cond: Sequence[Filler]) -> Iterator[str]:
        opened = self.steps.after(self.steps.begin(), "IF")
        for said, stack in self._fill(opened, cond, "COLON"):
            for line, _ in self._lines(pieces, action, END, self.steps.after(stack, "COLON")):
                yield f"IF {' '.join(said)} : {line}"

    def _conditions(self, terms: Sequence[Piece], order: Sequence[Piece]) -> Iterator[list[Filler]]:
        """The words of a condition; a place that it does not name is the one that its order names."""
        found = self.fillers(terms, self.steps.conditions, "")
        if found is None:
            return
        places = [each for each in order if each.kinds and POWER not in each.kinds]
        if len(places) == 1 and not any(each.kinds for each in found):
            yield [*found, Filler(places[0].text, self.terms(places[0]))]
        yield found

    # the words

    def pieces(self, text: str) -> list[Piece]:
        """The words of a line; names of several words and lists without blanks are one."""
        words = [word for chunk in text.split() for word in self._chunk(chunk)]
        found, at = list[Piece](), 0
        while at < len(words):
            piece, length = self._piece(words, at)
            found.append(piece)
            at += length
        return found

    def _chunk(self, chunk: str) -> list[str]:
        core = chunk.strip(AROUND)
        if PARTS.search(core) or core.startswith("/"):
            before, _, after = chunk.partition(core)
            if self._is_compound(core):
                return [*before, core, *after]
        return [" ".join(piece.split()) for piece in PIECE.findall(chunk)]

    def _is_compound(self, core: str) -> bool:
        fits = {name for name, pattern in self.steps.patterns.items() if pattern.fullmatch(core)} - NAMED - {FREE}
        parts = [part for part in PARTS.split(core) if part]
        known = all(self.tongue.codes(part) or self._own(part) for part in parts)
        return bool(fits - self.wild) or (bool(fits) and known and bool(parts))

    def _own(self, word: str) -> bool:
        return word.upper() in ("ALL", "ANY") or bool(self._fitting(word))

    def _piece(self, words: Sequence[str], at: int) -> tuple[Piece, int]:
        for length in range(min(self.tongue.longest_name, len(words) - at), 0, -1):
            if codes := self.tongue.codes(name := " ".join(words[at : at + length])):
                return Piece(name, codes), length
        number, length = amount(words, at, lambda word: self._is_idle(word, ""))
        if number:
            return Piece(number, {}, True), length
        return Piece(words[at], {}), 1

    # the actions

    def said_actions(self, pieces: Sequence[Piece]) -> Iterator["Action"]:
        """The actions that a line names, each with the place of its word."""
        for at, piece in enumerate(pieces):
            word = piece.word or piece.text.casefold().removeprefix("the ")
            action = self.tongue.action(word)
            if action is None and at and piece.word:
                action = next(filter(None, map(self.tongue.action, first_person(word))), None)
            if action:
                yield from self._action(action, at)

    def _others(self, action: "Action") -> Iterator["Action"]:
        for word in self.words.also.get(action.word, ()):
            yield from self._action(word, action.at)

    def _implied_actions(self, pieces: Sequence[Piece]) -> Iterator["Action"]:
        """The actions that have a box for a word of the line."""
        said = [word for piece in pieces[1:] if piece.word for word in persons(piece.word)]
        words = {word.upper() for word in said if len(word) >= LEAST_IMPLIED}
        for action in self.tongue.actions if words else ():
            for found in self._action(action, -1):
                if any(words & self.steps.own_words[term] for term in found.within.terms):
                    yield found

    def _action(self, word: str, at: int) -> Iterator["Action"]:
        for head, within in self.steps.heads(word).items():
            if FREE not in within.terms:
                yield Action(word, head, within, at)

    def _lines(
        self, pieces: Sequence[Piece], action: "Action", end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        before, behind = pieces[: max(action.at, 0)], pieces[action.at + 1 :]
        light = before[1:] if before and before[0].word in LIGHT else before
        subject = self.fillers(light, action.within, action.word)
        said = self.fillers(behind, action.within, action.word)
        if subject is None or said is None or any(POWER in each.kinds for each in subject):
            return
        if action.at > 0 and not subject and any(piece.word not in LEADING for piece in light):
            return
        fillers = [*(replace(each, subject=True) for each in subject), *said]
        if not (is_turned(action, fillers) or (action.at < 0 and not names_somebody(fillers)) or is_jumbled(subject)):
            yield from self.lines(fillers, action, end, stack)

    def lines(
        self, fillers: list[Filler], action: "Action", end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        """The lines of an action with these words in its boxes."""
        begun = self.steps.after(self.steps.begin() if stack is None else stack, action.head)
        for variant in self._variants(fillers, action.within.terms):
            found = self._filled(begun, variant, end)
            if any(each.cue in AWAY and each.kinds for each in variant):
                found = [one for one in found if not self._goes_on(action, one[1])]
            yield from ((" ".join((action.word, *said)), after) for said, after in found)
            if found:
                return

    def _goes_on(self, action: "Action", stack: Stack) -> bool:
        """Whether more things might follow: then what stands behind `from` may be no part of the row."""
        return takes_a_row(self.tongue.actions[action.word]) and self.steps.after(stack, "CODE") is not None

    def fillers(self, pieces: Sequence[Piece], within: Inside, action: str) -> list[Filler] | None:
        """What the words put into boxes; None if one of them has no place there and means something."""
        found, cue, joined, enclosed = list[Filler](), "", False, False
        usable, boxes = within.terms | NAMED, within.boxes & self.words.boxes.keys()
        for piece in pieces:
            word, meant = piece.word, self._meant(piece, usable)
            here = self.terms(meant) & usable
            if here or meant.number:
                each = Filler(self._text(meant), here, self._families(meant, boxes), cue, joined)
                if not (enclosed and found and each.kinds and each.text == found[-1].text):
                    found.append(each)
                cue, joined = "", False
            elif (word == FIRST and len(found) != 1) or not self._is_idle(word, action):
                return None
            elif word in LISTING:
                cue, joined = found[-1].cue if found else "", True
            elif word in CUES:
                cue, joined = word, False
            enclosed = word == "(" or (enclosed and word != ")")
        return found

    def _meant(self, piece: Piece, usable: frozenset[str]) -> Piece:
        """All of them, or ANY of them where an action has no box for all: attack everybody."""
        return ANY if piece.text == "ALL" and not self.terms(piece) & usable else piece

    def _text(self, piece: Piece) -> str:
        """A thing by its code, if that is one alone; a word as the game has it."""
        codes = set(piece.kinds.values())
        if piece.word:
            if piece.word in ANYONE:
                return "ANY"
            return next((word.upper() for word in persons(piece.word) if self._own(word)), piece.text.upper())
        return codes.pop() if len(codes) == 1 else piece.text

    def _families(self, piece: Piece, boxes: Collection[str]) -> frozenset[str]:
        """The kinds of a thing, and the boxes of the action that take several kinds, hers among them."""
        kinds = piece.kinds.keys()
        return frozenset(kinds) | {box for box in boxes if kinds & set(self.words.boxes[box])}

    def _is_idle(self, word: str, action: str) -> bool:
        counts = self.tongue.units.get(action, frozenset())
        kind = self.tongue.actions.get(action)
        leads = word in IDLE_IN_CONDITIONS if kind is None else word in THROUGH and takes_a_row(kind)
        return leads or word in SIGNS or word in IDLE or word in self.words.measures or word in counts

    # the boxes

    def terms(self, piece: Piece) -> frozenset[str]:
        """The boxes that a word fits into, by the terminals of the grammar."""
        if piece.number:
            found = self._fitting(piece.text)
            return found | (self._any(piece.text) if piece.text == "ALL" else frozenset())
        if piece.kinds:
            return frozenset({"CODE"}) | self._boxes_for(piece) - NUMERIC
        if piece.word in ANYONE:
            return self._fitting("ANY") | self._any("ANY")
        if (PARTS.search(piece.text) or piece.text.startswith("/")) and self._is_compound(piece.text):
            return self._any(piece.text)
        return next(filter(None, map(self._fitting, persons(piece.text))), frozenset())

    def _boxes_for(self, piece: Piece) -> frozenset[str]:
        """The terminals that fit a thing, but for those that take other kinds of things."""
        takes = self.words.takes
        fits = {term for text in {piece.text, *piece.kinds.values()} for term in self._any(text)}
        return frozenset(term for term in fits if term not in takes or piece.kinds.keys() & set(takes[term]))

    def _fitting(self, text: str) -> frozenset[str]:
        return self._any(text) - self.wild

    def _any(self, text: str) -> frozenset[str]:
        return fitting(self.steps, text)

    @property
    def wild(self) -> frozenset[str]:
        """The boxes that take any word."""
        return fitting(self.steps, NONSENSE)

    def _variants(self, fillers: list[Filler], terms: frozenset[str]) -> Iterator[list[Filler]]:
        """The words as they may be drawn together: two warriors as W2, H05 and H06 as H05,H06."""
        for listed in self._listed(fillers, terms):
            yield in_order(listed)
            if (with_numbers := self._counted(listed, terms)) != listed:
                yield in_order(with_numbers)

    def _listed(self, fillers: list[Filler], terms: frozenset[str]) -> Iterator[list[Filler]]:
        runs: list[list[Filler]] = []
        for each in fillers:
            if runs and each.joined and each.kinds and each.kinds & runs[-1][-1].kinds:
                runs[-1].append(each)
            else:
                runs.append([each])
        ways = [self._joined(run, terms) if len(run) > 1 else [run] for run in runs]
        for way in product(*ways):
            yield [each for run in way for each in run]

    def _joined(self, run: list[Filler], terms: frozenset[str]) -> list[list[Filler]]:
        """A list as one word, if the action has a box for such; else its items one after the other."""
        ways = []
        for sign in SIGNS_OF_LISTS:
            text = sign.join(each.text for each in run)
            if here := self._any(text) & terms - {FREE}:
                ways.append([replace(run[0], text=text, terms=here)])
        return ways or [run]

    def _counted(self, fillers: list[Filler], terms: frozenset[str]) -> list[Filler]:
        found = list[Filler]()
        for each in fillers:
            last = found[-1] if found else None
            text = counted(each.text, last.text) if last and each.text.isalpha() and not each.kinds else ""
            if last and text and (here := self._fitting(text) & terms):
                found[-1] = replace(each, text=text, terms=here, cue=last.cue)
            else:
                found.append(each)
        return found

    def _filled(self, stack: Stack | None, fillers: list[Filler], end: str) -> list[tuple[Say, Stack]]:
        """The words in the boxes: as they stand, or with numbers behind what they count; else as they fit."""
        for way in (fillers, behind_units(fillers)):
            stiff = [replace(each, kinds=each.kinds | {ROW}) for each in way]
            if found := [*self._fill(stack, stiff, end)]:
                return found
        return [*self._fill(stack, fillers, end)]

    def _fill(self, stack: Stack | None, fillers: Sequence[Filler], end: str) -> Iterator[tuple[Say, Stack]]:
        """Every way to put the words into the boxes."""
        most = self.taken + MOST_STEPS
        waiting: list[tuple[Stack, Say, tuple[Filler, ...]]] = [(stack, (), tuple(fillers))] if stack else []
        while waiting and self.taken < most:
            here, said, left = waiting.pop()
            if not left and self.steps.after(here, end) is not None:
                yield said, here
            for at, each in enumerate(left):
                if any(related(each, other) for other in left[:at]):
                    continue
                for term in sorted(each.terms):
                    self.taken += 1
                    if there := self.steps.after(here, term):
                        waiting.append((there, (*said, each.text), left[:at] + left[at + 1 :]))


@dataclass(frozen=True)
class Action:
    """An action that may be meant: how its line begins, what may follow, and where its word stands."""

    word: str
    head: str
    within: Inside
    at: int


def counted(unit: str, number: str) -> str:
    """A unit with its number: W2 of two warriors, AB-M1 of all but one militia."""
    but = re.fullmatch(r"(AB-)?(\d+)", number)
    return f"{but[1] or ''}{unit}{but[2]}" if but else ""


def is_turned(action: Action, fillers: Iterable[Filler]) -> bool:
    """Whether something is to come from a power to which the action would give it."""
    return action.word in GIVING and any(each.cue in AWAY and POWER in each.kinds for each in fillers)


def names_somebody(fillers: Sequence[Filler]) -> bool:
    """Whether a line says who is to do what: a thing, a unit by its code, or all, and something more."""
    return len(fillers) > 1 and any(each.kinds or each.text == "ALL" or UNIT.fullmatch(each.text) for each in fillers)


def is_jumbled(subject: Sequence[Filler]) -> bool:
    """Whether things of one kind stand before the verb without an `and` between them: nobody says so."""
    return any(related(one, other) and not other.joined for one, other in pairwise(subject))


def behind_units(fillers: Sequence[Filler]) -> list[Filler]:
    """Each number behind the word that follows it: 2 DP as DP 2."""
    found = list(fillers)
    for at in range(len(found) - 1):
        number, unit = found[at : at + 2]
        if number.text.isdecimal() and unit.text.isalpha() and not unit.kinds:
            found[at : at + 2] = unit, number
    return found


def in_order(fillers: Iterable[Filler]) -> list[Filler]:
    """What acts before what is acted on, from before to; else as it stands."""
    return sorted(fillers, key=lambda each: each.rank)


def first_person(word: str) -> list[str]:
    """What moves, marches and carries may come from."""
    ways = [word[:-1]] if word.endswith("s") else []
    ways += [word[:-2]] if word.endswith("es") else []
    return ways + ([f"{word[:-3]}y"] if word.endswith("ies") else [])


def persons(word: str) -> list[str]:
    return [word, *first_person(word)]


@lru_cache(8192)
def fitting(steps: Steps, text: str) -> frozenset[str]:
    found = {name for name, pattern in steps.patterns.items() if pattern.fullmatch(text)}
    return frozenset(found - NAMED - {FREE} - steps.ignored)
