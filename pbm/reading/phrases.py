"""Everyday words in a line, replaced by those of the game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbm.reading.habits import Habits
from pbm.reading.vocabulary import COUNTED, EVERYTHING, PARTICLES, POSSESSIVE, TENFOLD

NUMBER = re.compile(rf"\b(?:\d+|(?:{'|'.join(COUNTED)})(?!\s+(?:{'|'.join(TENFOLD)})))\b", re.IGNORECASE)
"""What stands for # in an everyday word."""
OF_A_CODE = rf"\b(?:\d{{1,2}}|{'|'.join(COUNTED)})\b"
"""The same where it makes a code, as in A#: army 250 is no army's name."""

AGAIN = re.compile(r"\b([A-Z]{3,})( \d+)?(?: \1\b)+")
"""What was said in two ways, as one word: put me late in the order of play, raise 300 army points."""
BETWEEN_NUMBERS = frozenset({"of", "the", "our", "my", "more", "extra", "further"})
ARTICLES = ("the", "our", "my", *sorted(POSSESSIVE))
LINKS = ("and", "then", "never", "always")
"""What may stand before a verb."""
GO = "go"
"""Whoever is let go is dismissed, but not who is let go to a place."""
RUN = re.compile(r"\w+")
STARTS = re.compile(r"(?<![\w'])(?:\w+|[^\w\s])")
"""Where a phrase may begin."""
THE = re.compile(r"the\s+", re.IGNORECASE)
DIGITS = "#"
"""What stands for every number in digits."""
MOST_BETWEEN = 6
"""So many words stand at most between the words of a phrase."""


@dataclass(frozen=True)
class Phrases:
    habits: Habits
    names: Mapping[str, str]
    """The codes of all things by their names, which stay as they are."""

    def in_own_words(self, text: str) -> str:
        text = self._without_parted(text)
        said = self._said(text)
        return said if AGAIN.search(text) else AGAIN.sub(r"\1\2", said)

    def _without_parted(self, text: str) -> str:
        """A line in which the deeds that are said around something stand before it."""
        if not self.parted:
            return text
        ends = {each for run in RUN.findall(text.casefold()) for each in self._around.get(run, ())}
        for _, pattern, meant in sorted(ends):
            text = pattern.sub(lambda said, meant=meant: f"{meant} {said['what']}".strip(), text, count=1)  # type: ignore[misc]
        return text

    def _said(self, text: str) -> str:
        """A line with every phrase in the game's words; at each place only those that begin with its word are tried."""
        found, at = list[str](), 0
        for start in STARTS.finditer(text):
            said = self._phrase_at(text, start.start()) if start.start() >= at else None
            if said:
                found += text[at : said.start()], self._own_words(said)
                at = said.end()
        return "".join((*found, text[at:]))

    def _phrase_at(self, text: str, at: int) -> re.Match[str] | None:
        article = THE.match(text, at)
        for begins in (article.end(), at) if article else (at,):
            pattern = self._by_beginning.get(beginning(text, begins))
            if pattern and (said := pattern.match(text, at)):
                return said
        return None

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
    def _around(self) -> dict[str, list[tuple[int, re.Pattern[str], str]]]:
        """The deeds that are said around something, the longest first, by their last words."""
        found: dict[str, list[tuple[int, re.Pattern[str], str]]] = {}
        listed = sorted(self.parted.items(), key=lambda each: (-len(each[0]), each[0]))
        for at, (phrase, meant) in enumerate(listed):
            found.setdefault(RUN.findall(phrase.casefold())[-1], []).append((at, around(phrase), meant))
        return found

    @cached_property
    def _by_beginning(self) -> dict[str, re.Pattern[str]]:
        """The phrases and names by the words that they begin with, the longest first."""
        names = [name for name in self.names if " " in name]
        groups: dict[str, list[str]] = {}
        for phrase in sorted({*self.sayings, *names}, key=lambda phrase: (-len(phrase), phrase)):
            for key in (DIGITS, *COUNTED) if phrase.startswith("#") else (beginning(phrase, 0),):
                groups.setdefault(key, []).append(self._pattern(phrase))
        return {
            key: re.compile(rf"(?:the\s+)?({'|'.join(group)})(?![\w'])", re.IGNORECASE) for key, group in groups.items()
        }

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
        said = ((at, " ".join(words[at : at + n])) for at in range(len(words)) for n in self._lengths)
        open_to = ((at, phrase) for at, phrase in said if self._may_be_several(words[:at], phrase))
        return {self.habits.phrases[phrase] for at, phrase in open_to if not counts(words[:at])}

    def _may_be_several(self, before: Sequence[str], phrase: str) -> bool:
        return phrase in self._plurals or (phrase in self.habits.several and before[-1:] in (["the"], ["our"], ["my"]))

    @cached_property
    def _lengths(self) -> list[int]:
        """How many words there are in what may be several."""
        return sorted({len(phrase.split()) for phrase in {*self._plurals, *self.habits.several}})

    @cached_property
    def _plurals(self) -> set[str]:
        """The words for more than one of something."""
        meant = {phrase: meant for phrase, meant in self.habits.phrases.items() if meant}
        return {many for one, code in meant.items() for many in plurals(one) if meant.get(many) == code}


def beginning(text: str, at: int) -> str:
    """The letters and digits with which a phrase or a place in a line begins."""
    run = RUN.match(text, at)
    if run is None:
        return ""
    return DIGITS if run[0].isdecimal() else run[0].casefold()


def counts(words: Sequence[str]) -> bool:
    """Whether a line says how many, directly before a word: two, all, two of the."""
    last = next((word for word in reversed(words) if word not in BETWEEN_NUMBERS), "")
    return last in EVERYTHING or bool(NUMBER.fullmatch(last)) or last.startswith("ab-")


def plurals(one: str) -> list[str]:
    """What several of something may be called: field armies, horsemen."""
    ways = [f"{one}s"]
    ways += [f"{one[:-1]}ies"] if one.endswith("y") else []
    return ways + ([f"{one[:-3]}men"] if one.endswith("man") else [])


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
    rest = r"(?![\w'])" + (r"(?!\s+(?:to|into|by|via|through)\b)" if behind == GO else "")
    return re.compile(rf"(?<![\w'])(?:the\s+)?{loosely(before)}\s+{what}\s+{loosely(behind)}{rest}", re.IGNORECASE)


def without_articles(phrase: str) -> str:
    first, *rest = plain(phrase).split()
    return " ".join((first, *(word for word in rest if word not in ARTICLES)))


def third_person(phrase: str) -> str:
    one, both, other = phrase.partition(" and ")
    if one and both:
        return f"{third_person(one)} and {third_person(other)}"
    first, blank, rest = phrase.partition(" ")
    if first in LINKS and rest[:1].isalpha():
        return f"{first} {third_person(rest)}"
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}{'es' if first.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}{blank}{rest}"


def plain(name: str) -> str:
    return " ".join(name.casefold().split())
