"""Every word that may stand in an order of a game, as people write it."""

import re
from dataclasses import dataclass
from functools import cached_property

from pbm.reading.boxes import Boxes
from pbm.reading.phrases import third_person
from pbm.reading.spelling import alike
from pbm.reading.verbs import Verbs
from pbm.reading.vocabulary import (
    ALWAYS,
    ANYONE,
    BUT,
    CONNECTING,
    COUNTED,
    DENYING,
    EVERYTHING,
    GETTING,
    HARMLESS,
    HELPING,
    IDLE,
    IDLE_IN_CONDITIONS,
    LIGHT,
    LIMITING,
    MORE,
    MOST_WORDS,
    PARTICIPLES,
    POSSESSIVE,
    REASON,
    TENFOLD,
    THROUGH,
    TOWARD,
    TURNING,
    WANTING,
)

SMALL = IDLE | {"as", "for", "they", "them", "he", "she", "us", "him", "her"}
"""Words that say nothing in a reason, whatever they are in an order."""
WORD = re.compile(r"[^\s,;:.!?()]+")
HAS_DIGIT = re.compile(r"\d")
UNCOUNTED = r"(?P<before>^|(?<=[\s,;:.]))(?<!\s\d )(?<!\s\d\d )"
OTHERS = re.compile(r"\bif\b.*\b(?:they|them|he|she)\b", re.IGNORECASE)
"""A condition that speaks of somebody, who may be a friend or an enemy."""
TALK = re.compile(rf"{UNCOUNTED}(?P<word>{'|'.join(map(re.escape, sorted(HARMLESS)))})(?=[\s,;:.!]|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Lexicon:
    boxes: Boxes
    verbs: Verbs

    def may_say(self, text: str) -> bool:
        """Whether all words of a line are known, and one of them names or implies an action; this costs little."""
        words = WORD.findall(self.without_reason(text).casefold())
        if not 0 < len(words) <= MOST_WORDS or not all(map(self._is_known, words)):
            return False
        return any(word in self._deeds or word in self._unsaid for word in words)

    def _is_known(self, word: str) -> bool:
        return word in self._known or bool(HAS_DIGIT.search(word)) or self.boxes.owns(word)

    @cached_property
    def _unsaid(self) -> frozenset[str]:
        """The words by which a line without a verb says what is done."""
        habits = self.boxes.words.habits
        return (TOWARD if habits.going else frozenset()) | (MORE | WANTING | {GETTING} if habits.more else frozenset())

    def without_reason(self, text: str) -> str:
        """A line without the reason in brackets behind it, if that can be nothing else."""
        reason = REASON.search(text)
        if not reason or TURNING.search(reason[0]) or LIMITING.search(reason[0]):
            return text
        words = WORD.findall((reason["words"] or reason["why"]).casefold())
        said = [word for word in words if word not in SMALL and word not in self._conditional_words]
        means = any(word in COUNTED or self.means(word) for word in said)
        return text if means else text[: reason.start()]

    def plainer(self, text: str) -> str:
        """A line without the words that have no meaning of their own, unless they are counted: two lads."""
        return text if OTHERS.search(text) else TALK.sub(self._unsaid_word, text)

    def _unsaid_word(self, said: re.Match[str]) -> str:
        return said[0] if self._stands_for(said["word"]) else said["before"]

    def _stands_for(self, word: str) -> bool:
        """Whether a word stands for something of the game by itself."""
        boxes = self.boxes
        named = boxes.tongue.action(word) or boxes.tongue.codes(word) or boxes.owns(word)
        return bool(named) or word.casefold() in boxes.words.sayings

    def active(self, text: str) -> str:
        """A line that says what is done as one that says who does it: have a fort built, build a fort."""
        return (
            WORD.sub(lambda word: PARTICIPLES.get(word[0].casefold(), word[0]), text) if HELPING.search(text) else text
        )

    @cached_property
    def _conditional_words(self) -> frozenset[str]:
        """The words that stand in conditions alone, as people say them: empty, disordered."""
        steps, actions = self.boxes.steps, self.boxes.tongue.actions
        inside = {term for word in actions for each in self.verbs.forms(word, 0) for term in each.within.terms}
        outside = steps.conditions.terms - inside
        own = {word for term, words in steps.own_words.items() if term in outside for word in words}
        own -= actions.keys()
        said = {phrase for phrase, meant in self.boxes.words.sayings.items() if meant in own}
        return frozenset({*map(str.casefold, own), *said})

    def means(self, word: str) -> bool:
        """Whether a word is one of the game's, so that a line without it says something else."""
        return word.casefold() in self._deeds or bool(self.boxes.tongue.codes(word)) or self.boxes.owns(word)

    def knows(self, word: str) -> bool:
        return word.casefold() in self._known or bool(self.boxes.tongue.codes(word))

    def like(self, word: str) -> list[str]:
        """The words that may have been meant by one that is not known."""
        return alike(word, map(str.upper, self._known))

    @cached_property
    def _known(self) -> frozenset[str]:
        words, units = self.boxes.words, self.boxes.tongue.units.values()
        names = (word for name in (*words.all_names, *words.sayings, *words.habits.parted) for word in name.split())
        idle = IDLE | HARMLESS | EVERYTHING | BUT | ANYONE | CONNECTING | THROUGH | LIGHT | DENYING | IDLE_IN_CONDITIONS
        beside = {word for action in words.habits.beside for word in words.habits.within(action)}
        numbers = COUNTED.keys() | TENFOLD.keys() | PARTICIPLES.keys()
        others = {
            *words.habits.measures,
            *POSSESSIVE,
            *words.habits.titles,
            *beside,
            *(word for some in units for word in some),
            "if",
            ALWAYS,
        }
        return frozenset({*names, *idle, *numbers, *map(str.casefold, words.all_codes), *self._deeds, *others})

    @cached_property
    def _deeds(self) -> frozenset[str]:
        tongue, words = self.boxes.tongue, self.boxes.words
        own = self.boxes.steps.own_words.values()
        inner = {word.casefold() for each in own for word in each if word.isalpha()}
        verbs = {*map(str.casefold, tongue.actions), *map(str.casefold, tongue.spellings), *inner, *words.habits.light}
        said = (phrase.split()[0] for phrase, meant in (*words.sayings.items(), *words.parted.items()) if meant)
        doing = (f"{verb.removesuffix('e')}ing" for verb in verbs)
        return frozenset({*verbs, *map(third_person, verbs), *doing, *said})
