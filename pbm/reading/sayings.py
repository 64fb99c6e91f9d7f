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
from itertools import pairwise

from pbm.reading.box_lines import BoxLines
from pbm.reading.box_words import BoxWords
from pbm.reading.boxes import Boxes, Piece
from pbm.reading.depending import CONDITION, OPENING, PARTED, behind, is_one_and_many, there
from pbm.reading.fillers import UNIT, Filler, is_jumbled, names_somebody, without
from pbm.reading.lexicon import Lexicon
from pbm.reading.pieces import Pieces
from pbm.reading.steps import END, Inside, Stack, Steps
from pbm.reading.tongue import Tongue
from pbm.reading.verbs import Action, Verbs
from pbm.reading.vocabulary import (
    ALWAYS,
    ARTICLES,
    AT_LEAST,
    AWAY,
    BEFORE_VERBS,
    BEING,
    CONNECTING,
    CUES,
    DENYING,
    EVERYTHING,
    GIVING,
    LIGHT,
    MOST_WORDS,
    NOBODY,
    PLACED,
    THROUGH,
)
from pbm.reading.words import POWER, Words
from pbm.rules.order import Order

LEAST_OF_CONDITION = 3
"""A condition has a word at least, behind IF, and speaks of something."""
LABELLED = re.compile(r"\s*[a-z]\s*[.:)]", re.IGNORECASE)
"""A letter that may be the number of a line."""


@dataclass
class Sayings:
    tongue: Tongue
    steps: Steps
    words: Words
    _read: dict[str, Order | None] = field(default_factory=dict)
    """What the lines tried for one text are."""

    @cached_property
    def boxes(self) -> Boxes:
        return Boxes(self.tongue, self.steps, self.words)

    @cached_property
    def verbs(self) -> Verbs:
        return Verbs(self.boxes)

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.boxes, self.verbs)

    @cached_property
    def made(self) -> BoxLines:
        return BoxLines(self.boxes, self._order)

    @cached_property
    def _box_words(self) -> BoxWords:
        return BoxWords(self.boxes)

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self.boxes, lambda word: self._box_words.is_idle(word, ""))

    def pieces(self, text: str) -> list[Piece]:
        return self._pieces.of(self.lexicon.without_reason(text))

    def fillers(self, pieces: Sequence[Piece], within: Inside, action: str) -> list[Filler] | None:
        """What the words put into boxes; None if one of them has no place there and means something."""
        return self._box_words.fillers(pieces, within, action, self._pieces.parts)

    def orders(self, text: str) -> list[Order]:
        """Every order that a line may mean; none if it cannot be read."""
        self._read.clear()
        found = {str(order): order for line in self._written(text) if (order := self._order(line))}
        return list(found.values())

    def _order(self, line: str) -> Order | None:
        if line not in self._read:
            self._read[line] = self.tongue.order(line)
        return self._read[line]

    def counts_one(self, order: Order, codes: Collection[str]) -> bool:
        """Whether an order means one of something by its bare code, where a number might stand: DISBAND SPO W."""
        action, *said = [*str(order).split(), ""]
        terms = {term for each in self.verbs.forms(action, 0) for term in each.within.terms}
        numbered = [code for code in codes if terms & self.boxes.fitting(code) & self.boxes.fitting(f"{code}2")]
        return any(word in numbered and not more.isdecimal() for word, more in pairwise(said))

    def action_in(self, text: str) -> str | None:
        """The action whose word a line begins with, behind words that only lead to it."""
        head = self.verbs.head(pieces := self._pieces.of(text))
        return None if head is None else self.tongue.action(pieces[head].text)

    def strangers(self, text: str) -> list[str]:
        """The words of an order that are neither things, numbers nor words of the grammar."""
        pieces = self._pieces.of(text)
        head = self.verbs.head(pieces)
        if head is None:
            return []
        action, idle = self.tongue.action(pieces[head].text) or "", self._box_words.is_idle
        words = [piece for piece in pieces[head + 1 :] if piece.word[:1].isalpha()]
        return [each.text for each in words if each.word not in self.tongue.keywords and not idle(each.word, action)]

    def _written(self, text: str) -> Iterator[str]:
        """The line in every form that may be meant."""
        condition = CONDITION.fullmatch(text)
        if condition and self.steps.conditions.terms:
            early, late = condition["early"], condition["late"]
            order, parted = condition["then"] or condition["order"], bool(PARTED.match(text))
            found = [*self._conditional(order, early or late, bool(early), parted)]
            yield from found
            if found or not early:
                return
        if OPENING.match(text) and not condition:
            yield from self._unparted(text)
            return
        pieces = self.pieces(behind(condition) if condition else text)
        if len(pieces) > MOST_WORDS or LABELLED.match(text):
            return
        for actions in self.verbs.likely(pieces):
            found = [line for action in actions for line, _ in self._lines(pieces, action, END)]
            yield from found
            if found:
                return

    # conditions

    def _conditional(self, order: str, condition: str, before: bool, parted: bool) -> Iterator[str]:
        pieces, terms = self.pieces(order), self.pieces(AT_LEAST.sub("", condition))
        pieces = there(pieces, terms)
        if len(pieces) + len(terms) > MOST_WORDS or is_one_and_many(terms):
            return
        for actions in self.verbs.likely(pieces):
            found = [line for action in actions for line in self._depending(pieces, action, terms, before, parted)]
            yield from found
            if found:
                return

    def _depending(
        self, pieces: Sequence[Piece], action: Action, terms: Sequence[Piece], before: bool, parted: bool
    ) -> Iterator[str]:
        """The order with its condition where it was said, or where the game has it."""
        for cond in self._conditions(terms, () if parted else pieces):
            ways = (self._leading, self._trailing) if before else (self._trailing, self._leading)
            yield from next(filter(None, ([*way(pieces, action, cond)] for way in ways)), [])

    def _trailing(self, pieces: Sequence[Piece], action: Action, cond: Sequence[Filler]) -> Iterator[str]:
        for line, stack in self._lines(pieces, action, "IF"):
            step = self.steps.after(stack, "IF")
            yield from (f"{line} IF {' '.join(more)}" for more, _ in self.made.fill(step, cond, END))

    def _leading(self, pieces: Sequence[Piece], action: Action, cond: Sequence[Filler]) -> Iterator[str]:
        opened = self.steps.after(self.steps.begin(), "IF")
        for said, stack in self.made.fill(opened, cond, "COLON"):
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

    def _unparted(self, text: str) -> Iterator[str]:
        """A condition and an order without a sign between them: if Pembroke is empty A1 goes there."""
        words, parted = text.split(), bool(PARTED.match(text))
        for at in range(LEAST_OF_CONDITION, min(len(words) - 1, MOST_WORDS)):
            order, depends = " ".join(words[at:]), " ".join(words[1:at])
            if not self._may_begin(words[at]):
                continue
            if self.steps.conditions.terms:
                yield from self._conditional(order, depends, True, parted)
            elif not parted:
                yield from self._written(f"{order} if {AT_LEAST.sub('', depends)}")

    def _may_begin(self, word: str) -> bool:
        """Whether an order may begin with a word."""
        known = self.tongue.codes(word) or self.tongue.action(word) or UNIT.fullmatch(word)
        return bool(known) or word.casefold() in EVERYTHING

    # one action

    def _lines(
        self, pieces: Sequence[Piece], action: Action, end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        before, behind, answer = self._parted(pieces, action)
        leads = all(piece.word in BEFORE_VERBS | BEING for piece in before)
        subject = [] if leads else self.fillers(before, action.within, action.word)
        said = self.fillers(behind, action.within, action.word)
        if subject is None or said is None or not (subject or leads or self._is_own(before, action)):
            return
        if answer == "NO" and not (subject or self._is_own(before, action)):
            return
        doers = [replace(each, subject=not is_fronted(before)) for each in subject]
        fillers = without([*doers, *said], self.words.habits.implied.get(action.word, ()))
        if self._is_odd(action, doers, fillers):
            return
        ways = [] if answer == "NO" else [fillers]
        ways += [[*fillers, each] for each in self._added(action, subject, said, answer)]
        yield from next(filter(None, ([*self.made.lines(way, action, end, stack)] for way in ways)), [])

    def _is_own(self, before: Sequence[Piece], action: Action) -> bool:
        """Whether they do it of whom an action speaks anyway: our garrisons never sally out."""
        own = self.words.habits.within(action.word)
        return any(piece.word in own for piece in before)

    def _is_odd(self, action: Action, doers: Sequence[Filler], fillers: Sequence[Filler]) -> bool:
        """Whether nobody means an order by such words."""
        if any(is_power(each, doers) for each in doers if each.subject) or is_jumbled(doers):
            return True
        if is_turned(action, fillers) or any(map(is_misplaced, fillers)):
            return True
        return action.at < 0 and not names_somebody(fillers)

    def _added(
        self, action: Action, subject: Sequence[Filler], said: Sequence[Filler], answer: str
    ) -> Iterator[Filler]:
        """What a line may leave out: that it is so, that its doer does this as well, what an action usually means."""
        if answer and (subject or answer == "NO"):
            yield self._word(action, answer)
        if len(subject) == 1 and said and said[-1].terms <= self.steps.inner_words and not said[-1].kinds:
            yield subject[0]  # H03 attacks GA2 and advances
        usual = self.words.habits.presumed.get(action.word)
        if usual and answer != "NO":
            yield self._word(action, usual)

    def _word(self, action: Action, word: str) -> Filler:
        return Filler(word, frozenset(term for term in action.within.terms if word in self.steps.own_words[term]))

    def _parted(self, pieces: Sequence[Piece], action: Action) -> tuple[list[Piece], list[Piece], str]:
        """What stands before the verb and behind it, and the answer to a question of YES or NO, where a line only says
        that somebody does it or not: all pursue, A1 never pursues."""
        before, behind = [*pieces[: max(action.at, 0)]], [*pieces[action.at + 1 :]]
        while before and before[0].word in CONNECTING:
            del before[0]
        before = self._without_floating(before)
        if before and before[0].word in LIGHT and not (is_kept_away(before) or is_kept_out(before, behind)):
            before, behind = [], [*before[1:], *behind]
        words = {word for term in action.within.terms for word in self.steps.own_words[term]}
        if not {"YES", "NO"} <= words:
            return before, behind, ""
        heads = {each.word for each in before[:1]} & {NOBODY}
        named = [each for each in before if not self._box_words.is_idle(each.word, action.word)]
        if heads and len(named) == 1 and self.boxes.any("ALL") & action.within.terms:
            return [Piece("ALL", {}, True)], behind, "NO"
        said = heads | ({each.word for each in before[-1:]} & self._answering(words))
        return [each for each in before if each.word not in said], behind, "NO" if said & DENYING else "YES"

    def _without_floating(self, before: list[Piece]) -> list[Piece]:
        """Those who do it without an all behind or before them: H01 to H03 all face east, all the guards hold."""
        named = [each for each in before if each.word not in ARTICLES | {"the", "our", "my"}]
        for at, beside in ((0, 1), (-1, -2)) if len(named) > 1 else ():
            if named[at].text == "ALL" and self.boxes.terms(named[at]) & self.boxes.terms(named[beside]):
                return [each for each in before if each is not named[at]]
        return before

    def _answering(self, words: Collection[str]) -> frozenset[str]:
        """What answers YES or NO before the verb, where an action has no other box for it."""
        return DENYING if ALWAYS.upper() in words else DENYING | {ALWAYS}


def is_misplaced(filler: Filler) -> bool:
    """Whether somebody goes through a power as if it were a place: passage through Kent."""
    return filler.kinds == {POWER} and filler.cue in THROUGH


def is_kept_out(before: Sequence[Piece], behind: Sequence[Piece]) -> bool:
    """Whether somebody is kept out of where the verb would have them: keep force 1 out of Burgundy."""
    return before[0].word in ("keep", "keeps") and any(each.word in AWAY for each in behind)


def is_kept_away(before: Sequence[Piece]) -> bool:
    """Whether somebody is kept from what the verb says, or leaves it: keep A1 from marching, leave the alliance."""
    last = next((each.word for each in reversed(before) if each.word not in ARTICLES | {"the"}), "")
    return last in AWAY or last == "leave"


def is_fronted(before: Sequence[Piece]) -> bool:
    """Whether what stands before the verb does not do it: for the Muslims I bid 3, Muslims: I bid 3."""
    powers = any(POWER in each.kinds for each in before)
    return powers and (before[0].word in CUES | {"for"} or any(piece.word == ":" for piece in before))


def is_power(doer: Filler, doers: Sequence[Filler]) -> bool:
    """Whether a power does it, and not who stands in a place of that name: everybody in Londinium."""
    place = doer.kinds - {POWER} and (doer.cue in PLACED | AWAY or doer is not doers[0])
    return POWER in doer.kinds and not place


def is_turned(action: Action, fillers: Iterable[Filler]) -> bool:
    """Whether something is to come from a power to which the action would give it."""
    return action.word in GIVING and any(each.cue in AWAY and POWER in each.kinds for each in fillers)
