"""Orders as people write them: every word of a line is known by its kind, and fills a box of an action.

The action is found by its word, by an everyday verb, or by a word that only one action has. What stands before it does
it: `H05 and H06 attack RC1`. Things of different kinds may stand in any order; things of one kind stand in theirs, or
as from, to and with tell. A word that the action has no box for, and that is not known to mean nothing, leaves the line
unread. Two readings of a line are a question, never a guess.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pbm.reading.boxes import Boxes, Piece, first_person, persons
from pbm.reading.fillers import (
    ALL_BUT,
    TWO,
    Filler,
    behind_units,
    directions,
    is_jumbled,
    names_somebody,
    related,
    variants,
    without,
)
from pbm.reading.pieces import Pieces
from pbm.reading.spelling import alike
from pbm.reading.steps import END, FREE, NAMED, Inside, Stack, Steps
from pbm.reading.tongue import Tongue, takes_a_row
from pbm.reading.vocabulary import (
    ALWAYS,
    ANYONE,
    ARTICLES,
    AWAY,
    BEFORE_VERBS,
    BUT,
    CONNECTING,
    COUNTED,
    CUES,
    DENYING,
    EVERYTHING,
    FIRST,
    GIVING,
    IDLE,
    IDLE_IN_CONDITIONS,
    LAST,
    LIGHT,
    LIMITING,
    LISTING,
    MOST_WORDS,
    NOBODY,
    REASON,
    SEPARATORS,
    SIGNS,
    TENFOLD,
    THROUGH,
    TURNING,
)
from pbm.reading.words import POWER, Words, third_person
from pbm.rules.order import Order

ROW = "row"
EXCEPT = "_BUT"
"""The terminal before those that are left out: STANCE HI AB-H05 HOLD."""
SMALL = IDLE | {"as", "for", "they", "them", "he", "she", "us", "him", "her"}
"""Words that say nothing in a reason, whatever they are in an order."""
ANY = Piece("any", {})
LEAST_IMPLIED = 4
"""A shorter word implies no action."""
MOST_STEPS = 3000
CONDITION = re.compile(r"\s*if\b(?P<early>[^:,]+)(?::|,|\bthen\b)(?P<then>.+)|(?P<order>.+?)\bif\b(?P<late>.+)", re.I)
WORD = re.compile(r"[^\s,;:.!?()]+")
LABELLED = re.compile(r"\s*[a-z]\s*[.:)]", re.IGNORECASE)
"""A letter that may be the number of a line."""
HAS_DIGIT = re.compile(r"\d")
Say = tuple[str, ...]


@dataclass(frozen=True)
class Action:
    """An action that may be meant: how its line begins, what may follow, and where its word stands."""

    word: str
    head: str
    within: Inside
    at: int


@dataclass
class Sayings:
    tongue: Tongue
    steps: Steps
    words: Words
    taken: int = 0
    """The steps that have been taken in all."""
    _read: dict[str, Order | None] = field(default_factory=dict)
    """What the lines tried for one text are."""

    @cached_property
    def boxes(self) -> Boxes:
        return Boxes(self.tongue, self.steps, self.words)

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self.boxes, lambda word: self._is_idle(word, ""))

    def pieces(self, text: str) -> list[Piece]:
        return self._pieces.of(self.without_reason(text))

    def orders(self, text: str) -> list[Order]:
        """Every order that a line may mean; none if it cannot be read."""
        self._read.clear()
        found = {str(order): order for line in self._written(text) if (order := self._order(line))}
        return list(found.values())

    def _order(self, line: str) -> Order | None:
        if line not in self._read:
            self._read[line] = self.tongue.order(line)
        return self._read[line]

    def without_reason(self, text: str) -> str:
        """A line without the reason in brackets behind it, if that can be nothing else."""
        reason = REASON.search(text)
        if not reason or TURNING.search(reason[0]) or LIMITING.search(reason[0]):
            return text
        words = WORD.findall((reason["words"] or reason["why"]).casefold())
        said = [word for word in words if word not in SMALL and word not in self._conditional_words]
        means = any(word in COUNTED or self.means(word) for word in said)
        return text if means else text[: reason.start()]

    @cached_property
    def _conditional_words(self) -> frozenset[str]:
        """The words that stand in conditions alone, as people say them: empty, disordered."""
        actions = (each for word in self.tongue.actions for each in self._action(word, 0))
        inside = {term for each in actions for term in each.within.terms}
        outside = self.steps.conditions.terms - inside
        own = {word for term, words in self.steps.own_words.items() if term in outside for word in words}
        own -= self.tongue.actions.keys()
        said = {phrase for phrase, meant in self.words.sayings.items() if meant in own}
        return frozenset({*map(str.casefold, own), *said})

    def may_say(self, text: str) -> bool:
        """Whether all words of a line are known, and one of them names or implies an action; this costs little."""
        words = WORD.findall(self.without_reason(text).casefold())
        if not 0 < len(words) <= MOST_WORDS or not all(word in self._known or HAS_DIGIT.search(word) for word in words):
            return False
        return any(word in self._deeds for word in words)

    def means(self, word: str) -> bool:
        """Whether a word is one of the game's, so that a line without it says something else."""
        return word.casefold() in self._deeds or bool(self.tongue.codes(word)) or self.boxes.owns(word)

    def knows(self, word: str) -> bool:
        return word.casefold() in self._known or bool(self.tongue.codes(word))

    def like(self, word: str) -> list[str]:
        """The words that may have been meant by one that is not known."""
        return alike(word, map(str.upper, self._known))

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that may stand in an order, as people write it."""
        words = self.words
        names = (word for name in (*words.all_names, *words.sayings) for word in name.split())
        idle = IDLE | EVERYTHING | BUT | ANYONE | CONNECTING | THROUGH | LIGHT | DENYING | IDLE_IN_CONDITIONS
        units = {word for some in self.tongue.units.values() for word in some}
        codes = map(str.casefold, words.all_codes)
        numbers = COUNTED.keys() | TENFOLD.keys()
        return frozenset({*names, *idle, *words.measures, *numbers, *units, *codes, *self._deeds, "if", ALWAYS})

    @cached_property
    def _deeds(self) -> frozenset[str]:
        inner = {word.casefold() for each in self.steps.own_words.values() for word in each if word.isalpha()}
        verbs = {*map(str.casefold, self.tongue.actions), *map(str.casefold, self.tongue.spellings), *inner}
        said = (phrase.split()[0] for phrase, meant in self.words.sayings.items() if meant)
        return frozenset({*verbs, *map(third_person, verbs), *said})

    def _written(self, text: str) -> Iterator[str]:
        """The line in every form that may be meant."""
        condition = CONDITION.fullmatch(text)
        if condition and self.steps.conditions.terms:
            early, late = condition["early"], condition["late"]
            yield from self._conditional(condition["then"] or condition["order"], early or late, bool(early))
            return
        pieces = self.pieces(text)
        if len(pieces) > MOST_WORDS or LABELLED.match(text):
            return
        for actions in self._actions(pieces):
            found = [line for action in actions for line, _ in self._lines(pieces, action, END)]
            yield from found
            if found:
                return

    def _actions(self, pieces: Sequence[Piece]) -> Iterator[Iterable[Action]]:
        """The actions that may be meant, the likeliest first: those that are said, their like, those implied."""
        said = [*self.said_actions(pieces)]
        yield said
        yield (other for action in said for other in self._others(action))
        yield self._implied_actions(pieces)

    def _conditional(self, order: str, condition: str, before: bool) -> Iterator[str]:
        pieces, terms = self.pieces(order), self.pieces(condition)
        if len(pieces) + len(terms) > MOST_WORDS:
            return
        for actions in self._actions(pieces):
            found = [line for action in actions for line in self._depending(pieces, action, terms, before)]
            yield from found
            if found:
                return

    def _depending(
        self, pieces: Sequence[Piece], action: Action, terms: Sequence[Piece], before: bool
    ) -> Iterator[str]:
        for cond in self._conditions(terms, pieces):
            if before:
                yield from self._behind(pieces, action, cond)
                continue
            for line, stack in self._lines(pieces, action, "IF"):
                step = self.steps.after(stack, "IF")
                yield from (f"{line} IF {' '.join(more)}" for more, _ in self._fill(step, cond, END))

    def _behind(self, pieces: Sequence[Piece], action: Action, cond: Sequence[Filler]) -> Iterator[str]:
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
            yield [*found, Filler(places[0].text, self.boxes.terms(places[0]))]
        yield found

    # the actions

    def action_in(self, text: str) -> str | None:
        """The action whose word a line begins with, behind words that only lead to it."""
        head = self._head(pieces := self._pieces.of(text))
        return None if head is None else self.tongue.action(pieces[head].text)

    def _head(self, pieces: Sequence[Piece]) -> int | None:
        for at, piece in enumerate(pieces):
            if self.tongue.action(piece.text):
                return at
            if piece.text.casefold() not in CONNECTING | SEPARATORS:
                return None
        return None

    def strangers(self, text: str) -> list[str]:
        """The words of an order that are neither things, numbers nor words of the grammar."""
        pieces = self._pieces.of(text)
        head = self._head(pieces)
        if head is None:
            return []
        action = self.tongue.action(pieces[head].text) or ""
        words = [piece for piece in pieces[head + 1 :] if piece.word[:1].isalpha()]
        known = [each for each in words if each.word in self.tongue.keywords or self._is_idle(each.word, action)]
        return [each.text for each in words if each not in known]

    def said_actions(self, pieces: Sequence[Piece]) -> Iterator[Action]:
        """The actions that a line names, each with the place of its word. A line that begins with the word of an action
        means that one, unless another has a box for it, or it says little."""
        head = self._head(pieces)
        terms = self.boxes.terms(pieces[head]) if head is not None else frozenset[str]()
        free = head is None or pieces[head].word in LIGHT or self._is_doer(pieces, head)
        for at, piece in enumerate(pieces):
            yield from (each for each in self._named(piece, at) if at == head or free or each.within.terms & terms)

    def _is_doer(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether an action word with a number behind it may say who does something: force 1 moves."""
        return pieces[at].word in self.words.measures and any(each.number for each in pieces[at + 1 : at + 2])

    def _named(self, piece: Piece, at: int) -> Iterator[Action]:
        word = piece.word or piece.text.casefold().removeprefix("the ")
        action = self.tongue.action(word)
        if action is None and at and piece.word:
            action = next(filter(None, map(self.tongue.action, first_person(word))), None)
        if action:
            yield from self._action(action, at)

    def _others(self, action: Action) -> Iterator[Action]:
        for word in self.words.also.get(action.word, ()):
            yield from self._action(word, action.at)

    def _implied_actions(self, pieces: Sequence[Piece]) -> Iterator[Action]:
        """The actions that have a box for a word of the line."""
        said = [word for piece in pieces[1:] if piece.word for word in persons(piece.word)]
        words = {word.upper() for word in said if len(word) >= LEAST_IMPLIED}
        for action in self.tongue.actions if words else ():
            for found in self._action(action, -1):
                if any(words & self.steps.own_words[term] for term in found.within.terms):
                    yield found

    def _action(self, word: str, at: int) -> Iterator[Action]:
        for head, within in self.steps.heads(word).items():
            if FREE not in within.terms:
                yield Action(word, head, within, at)

    def _lines(
        self, pieces: Sequence[Piece], action: Action, end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        before, behind, answer = self._parted(pieces, action)
        leads = all(piece.word in BEFORE_VERBS for piece in before)
        subject = [] if leads else self.fillers(before, action.within, action.word)
        said = self.fillers(behind, action.within, action.word)
        if subject is None or said is None or any(POWER in each.kinds for each in subject):
            return
        fillers = [*(replace(each, subject=True) for each in subject), *said]
        if not (subject or leads) or is_jumbled(subject) or (action.at < 0 and not names_somebody(fillers)):
            return
        if is_turned(action, fillers) or (answer == "NO" and not subject):
            return
        fillers = without(fillers, self.words.implied.get(action.word, ()))
        found = [] if answer == "NO" else [*self.lines(fillers, action, end, stack)]
        if not found and subject and answer:
            found = [*self.lines([*fillers, self._answer(action, answer)], action, end, stack)]
        if not found and len(subject) == 1 and self._lacks_doer(action, said):
            found = [*self.lines([*fillers, subject[0]], action, end, stack)]
        yield from found

    def _parted(self, pieces: Sequence[Piece], action: Action) -> tuple[list[Piece], list[Piece], str]:
        """What stands before the verb and behind it, and the answer to a question of YES or NO, where a line only says
        that somebody does it or not: all pursue, A1 never pursues."""
        before, behind = [*pieces[: max(action.at, 0)]], [*pieces[action.at + 1 :]]
        while before and before[0].word in CONNECTING:
            del before[0]
        if before and before[0].word in LIGHT and not is_kept_away(before):
            before, behind = [], [*before[1:], *behind]
        words = {word for term in action.within.terms for word in self.steps.own_words[term]}
        if not {"YES", "NO"} <= words:
            return before, behind, ""
        heads = {each.word for each in before[:1]} & {NOBODY}
        said = heads | ({each.word for each in before[-1:]} & self._answering(words))
        return [each for each in before if each.word not in said], behind, "NO" if said & DENYING else "YES"

    def _answering(self, words: Collection[str]) -> frozenset[str]:
        """What answers YES or NO before the verb, where an action has no other box for it."""
        return DENYING if ALWAYS.upper() in words else DENYING | {ALWAYS}

    def _answer(self, action: Action, answer: str) -> Filler:
        return Filler(answer, frozenset(term for term in action.within.terms if answer in self.steps.own_words[term]))

    def _lacks_doer(self, action: Action, said: Sequence[Filler]) -> bool:
        """Whether a line ends with a word for what its doer does as well: H03 attacks GA2 and advances."""
        return bool(said) and said[-1].terms <= self.steps.inner_words and not said[-1].kinds

    def lines(
        self, fillers: list[Filler], action: Action, end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        """The lines of an action with these words in its boxes."""
        begun = self.steps.after(self.steps.begin() if stack is None else stack, action.head)
        is_whole, comes_from = end == END and stack is None, self.tongue.comes_from(action.word)
        for variant in variants(fillers, self.boxes, action.within.terms):
            for ways in directions(variant, comes_from):
                filled = [each for way in ways for each in self._filled(begun, way, end)]
                found = {" ".join((action.word, *said)): after for said, after in filled}
                found = {line: after for line, after in found.items() if not is_whole or self._order(line)}
                if any(each.cue in AWAY and each.kinds for each in variant):
                    found = {line: after for line, after in found.items() if not self._goes_on(action, after)}
                yield from found.items()
                if found:
                    return

    def _goes_on(self, action: Action, stack: Stack) -> bool:
        """Whether more things might follow: then what stands behind `from` may be no part of the row."""
        return takes_a_row(self.tongue.actions[action.word]) and self.steps.after(stack, "CODE") is not None

    # the words

    def fillers(self, pieces: Sequence[Piece], within: Inside, action: str) -> list[Filler] | None:
        """What the words put into boxes; None if one of them has no place there and means something."""
        found, cue, joined, enclosed, last = list[Filler](), "", False, False, Piece("", {})
        usable, boxes = within.terms | NAMED, within.boxes & self.words.boxes.keys()
        split = [*self._split(pieces, usable, action)]
        for at, piece in enumerate(split):
            follows = any(each.word not in SIGNS for each in split[at + 1 :])
            word, meant = piece.word, self._meant(piece, usable)
            here = self.boxes.terms(meant) & usable
            if here or meant.number:
                if not (enclosed and meant.echoes(last)):
                    families = self.boxes.families(meant, boxes)
                    found.append(Filler(self.boxes.text(meant), here, families, cue, joined))
                cue, joined, last = "", False, meant
            elif word in BUT and EXCEPT in usable and (left := next((each for each in split[at:] if each.kinds), None)):
                found.append(Filler(ALL_BUT, frozenset({EXCEPT}), self.boxes.families(left, boxes), "", True))
                joined = True
            elif is_misplaced(word, len(found), follows) or not self._is_idle(word, action):
                return None
            elif word in LISTING:
                cue, joined = found[-1].cue if found else "", True
            elif word in CUES:
                cue, joined = word, False
            enclosed = word == "(" or (enclosed and word != ")")
        return found

    def _split(self, pieces: Sequence[Piece], usable: frozenset[str], action: str) -> Iterator[Piece]:
        """The words, with a list that the action has no box for as its parts, and one of what it counts as 1."""
        numbered = any(piece.number for piece in pieces)
        for at, piece in enumerate(pieces):
            if piece.word in ARTICLES and not numbered and self._counts(action, pieces[at + 1 : at + 2], usable):
                yield Piece("1", {}, True)
            elif piece.word and self.boxes.is_list(piece.text) and not self.boxes.terms(piece) & usable:
                yield from self._pieces.parts(piece)
            else:
                yield piece

    def _counts(self, action: str, following: Sequence[Piece], usable: frozenset[str]) -> bool:
        """Whether a word that follows is what the number of an action counts, so that `a` is one of it."""
        if not following or following[0].kinds:
            return False
        counted = action in self.words.counting and bool(self.boxes.terms(following[0]) & usable)
        return counted or following[0].word in self.tongue.units.get(action, ())

    def _meant(self, piece: Piece, usable: frozenset[str]) -> Piece:
        """All of them, or ANY of them where an action has no box for all: attack everybody."""
        return ANY if piece.text == "ALL" and not self.boxes.terms(piece) & usable else piece

    def _is_idle(self, word: str, action: str) -> bool:
        counts = self.tongue.units.get(action, frozenset())
        kind = self.tongue.actions.get(action)
        leads = word in IDLE_IN_CONDITIONS if kind is None else word in THROUGH and takes_a_row(kind)
        if word in self.words.doubtful:
            return False
        return leads or word in SIGNS or word in IDLE or word in self.words.measures or word in counts

    # the boxes

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


def is_kept_away(before: Sequence[Piece]) -> bool:
    """Whether somebody is kept from what the verb says, or leaves it: keep A1 from marching, leave the alliance."""
    last = next((each.word for each in reversed(before) if each.word not in ARTICLES | {"the"}), "")
    return last in AWAY or last == "leave"


def is_misplaced(word: str, before: int, follows: bool) -> bool:
    """Whether first does not stand behind the first thing of a list, or last not behind the last of it."""
    return (word == FIRST and not (before == 1 and follows)) or (word == LAST and (before < TWO or follows))


def is_turned(action: Action, fillers: Iterable[Filler]) -> bool:
    """Whether something is to come from a power to which the action would give it."""
    return action.word in GIVING and any(each.cue in AWAY and POWER in each.kinds for each in fillers)
