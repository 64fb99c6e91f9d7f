"""Everyday words in a line, replaced by those of the game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbm.reading.habits import Habits
from pbm.reading.vocabulary import COUNTED, EVERYTHING, PARTICLES, TENFOLD

NUMBER = re.compile(rf"\b(?:\d+|(?:{'|'.join(COUNTED)})(?!\s+(?:{'|'.join(TENFOLD)})))\b", re.IGNORECASE)
"""What stands for # in an everyday word."""
OF_A_CODE = rf"\b(?:\d{{1,2}}|{'|'.join(COUNTED)})\b"
"""The same where it makes a code, as in A#: army 250 is no army's name."""

AGAIN = re.compile(r"\b([A-Z]{3,})(?: \1\b)+")
"""What was said in two ways, as one word: put me late in the order of play."""
BETWEEN_NUMBERS = frozenset({"of", "the", "our", "my", "more", "extra", "further"})
ARTICLES = ("the", "our", "my")
MOST_BETWEEN = 6
"""So many words stand at most between the words of a phrase."""


@dataclass(frozen=True)
class Phrases:
    habits: Habits
    names: Mapping[str, str]
    """The codes of all things by their names, which stay as they are."""

    def in_own_words(self, text: str) -> str:
        for pattern, meant in self._around:
            text = pattern.sub(lambda said, meant=meant: f"{meant} {said['what']}".strip(), text, count=1)  # type: ignore[misc]
        return text if self._said is None else AGAIN.sub(r"\1", self._said.sub(self._own_words, text))

    @cached_property
    def sayings(self) -> dict[str, str]:
        """The everyday words, also as others say them of somebody: besiege and besieges."""
        phrases = self.habits.phrases
        one = {f"{word[:-3]}man": meant for word, meant in phrases.items() if word.endswith("men")}
        return {third_person(phrase): meant for phrase, meant in phrases.items()} | one | dict(phrases)

    @cached_property
    def parted(self) -> dict[str, str]:
        found = {around_it(phrase): meant for phrase, meant in self.habits.phrases.items() if is_particled(phrase)}
        found |= self.habits.parted
        return {third_person(phrase): meant for phrase, meant in found.items()} | found

    @cached_property
    def _around(self) -> list[tuple[re.Pattern[str], str]]:
        listed = sorted(self.parted.items(), key=lambda each: (-len(each[0]), each[0]))
        return [(around(phrase), meant) for phrase, meant in listed]

    @cached_property
    def _said(self) -> re.Pattern[str] | None:
        names = [name for name in self.names if " " in name]
        phrases = sorted({*self.sayings, *names}, key=lambda phrase: (-len(phrase), phrase))
        either = "|".join(map(self._pattern, phrases))
        return re.compile(rf"(?<![\w'])(?:the\s+)?({either})(?![\w'])", re.IGNORECASE) if phrases else None

    def _pattern(self, phrase: str) -> str:
        number = OF_A_CODE if re.search(r"\w#", self.sayings.get(phrase, "")) else NUMBER.pattern
        return loosely(phrase).replace(r"\#", number)

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {without_articles(phrase): meant for phrase, meant in self.sayings.items()}

    def _own_words(self, said: re.Match[str]) -> str:
        name, form = plain(said[1]), without_articles(said[1])
        if name in self.names and " " in name:
            return said[0]
        if (meant := self._by_form.get(form)) is not None:
            return meant
        return next(self._with_number(form), said[0])

    def _with_number(self, form: str) -> Iterator[str]:
        """What a phrase means in which one of the numbers may be any."""
        for number in NUMBER.finditer(form):
            meant = self._by_form.get(f"{form[: number.start()]}#{form[number.end() :]}")
            if meant is not None:
                yield meant.replace("#", COUNTED.get(number[0], number[0]))

    def uncounted(self, text: str) -> set[str]:
        """What a line names in the plural without saying how many: the warriors, of which there may be two or ten."""
        words = plain(text).replace(",", " ").split()
        open_to = ((at, word) for at, word in enumerate(words) if self._may_be_several(words[:at], word))
        return {self.habits.phrases[word] for at, word in open_to if not counts(words[:at])}

    def _may_be_several(self, before: Sequence[str], word: str) -> bool:
        return word in self._plurals or (word in self.habits.several and before[-1:] in (["the"], ["our"], ["my"]))

    @cached_property
    def _plurals(self) -> set[str]:
        """The words for more than one of something."""
        phrases = self.habits.phrases
        return {f"{word}s" for word, meant in phrases.items() if meant and phrases.get(f"{word}s") == meant}


def counts(words: Sequence[str]) -> bool:
    """Whether a line says how many, directly before a word: two, all, two of the."""
    last = next((word for word in reversed(words) if word not in BETWEEN_NUMBERS), "")
    return last in EVERYTHING or bool(NUMBER.fullmatch(last)) or last.startswith("ab-")


def is_particled(phrase: str) -> bool:
    """Whether what a deed is done to may stand before its last word: put aside, put two gold aside."""
    return len(phrase.split()) == len(("verb", "particle")) and phrase.rsplit(maxsplit=1)[-1] in PARTICLES


def around_it(phrase: str) -> str:
    return phrase.replace(" ", " ... ")


def loosely(phrase: str) -> str:
    """A pattern for a phrase, in which it makes no difference whose thing it is: raise the siege, raise our siege."""
    first, *rest = phrase.split()
    words = (re.escape(word) for word in rest if word not in ARTICLES)
    return re.escape(first) + "".join(rf"\s+(?:(?:{'|'.join(ARTICLES)})\s+)?{word}" for word in words)


def around(phrase: str) -> re.Pattern[str]:
    """A pattern for a phrase with something between its words: take ... as vassal."""
    before, _, behind = phrase.partition(" ... ")
    what = rf"(?P<what>(?:[^\s;:]+\s+){{0,{MOST_BETWEEN}}}?[^\s;:,]+)"
    return re.compile(rf"(?<![\w'])(?:the\s+)?{loosely(before)}\s+{what}\s+{loosely(behind)}(?![\w'])", re.IGNORECASE)


def without_articles(phrase: str) -> str:
    first, *rest = plain(phrase).split()
    return " ".join((first, *(word for word in rest if word not in ARTICLES)))


def third_person(phrase: str) -> str:
    first, blank, rest = phrase.partition(" ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}{'es' if first.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}{blank}{rest}"


def plain(name: str) -> str:
    return " ".join(name.casefold().split())
