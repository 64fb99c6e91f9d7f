"""The words that a game's order lines may use: its codes and names, by kind."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pbm.reading.vocabulary import COUNTED

POWER = "power"
NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(COUNTED)})\b", re.IGNORECASE)
"""What stands for # in an everyday word."""
OF_A_CODE = rf"\b(?:\d{{1,2}}|{'|'.join(COUNTED)})\b"
"""The same where it makes a code, as in A#: army 250 is no army's name."""


@dataclass(frozen=True)
class Words:
    """The names that order lines may use, and the words for error messages."""

    kinds: Mapping[str, Mapping[str, str]]
    """Code and name of each thing by kind, such as areas and powers; a name may be empty."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The players' word for a kind, where it differs from the kind's own name."""
    mixed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Boxes that take several kinds, by grammar rule; `code` takes all of them."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names and their codes."""
    pairs: Mapping[str, str] = field(default_factory=dict)
    """Codes that are easily confused, in both directions."""
    near: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The neighbours of each code, which are more likely in the same order."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of action words."""
    rule: str = ""
    """The paragraph to cite for a line that cannot be read."""
    code_rule: str = ""
    contacts: Mapping[str, int] = field(default_factory=lambda: {"PHONE": 28, "EMAIL": 34})
    """The contact lines that the roundup prints, and their greatest length."""
    contact_rule: str = ""
    exact: bool = False
    """Whether a line in capitals counts only as the grammar has it: whoever writes so means the printed form."""
    everyday: Mapping[str, str] = field(default_factory=dict)
    """What people call things and deeds, and how the game writes them: light infantry LI, lay siege to SIEGE."""
    measures: Collection[str] = ()
    """Words that mean nothing where an order has no box for them: gold, crowns, hexes."""
    counting: Collection[str] = ()
    """The actions whose number counts the things that are named: buy a mercenary is one."""
    doubtful: Collection[str] = ()
    """Small words whose meaning is not clear in this game: towards, where a march may stop on its way."""
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What else may be meant by an action that has no box for the things in a line."""
    implied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that an action means by itself, so that people may say them too: upgrade LI to HI."""
    takes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of things for boxes that take any word, by terminal."""

    @cached_property
    def _sayings(self) -> re.Pattern[str] | None:
        names = [name for name in self.all_names if " " in name]
        phrases = sorted({*self.sayings, *names}, key=lambda phrase: (-len(phrase), phrase))
        either = "|".join(map(self._pattern, phrases))
        return re.compile(rf"(?<![\w'])(?:the\s+)?({either})(?![\w'])", re.IGNORECASE) if phrases else None

    def _pattern(self, phrase: str) -> str:
        number = OF_A_CODE if re.search(r"\w#", self.sayings.get(phrase, "")) else NUMBER.pattern
        return re.escape(phrase).replace(r"\ ", r"\s+").replace(r"\#", number)

    def in_own_words(self, text: str) -> str:
        """A line with everyday words replaced by those of the game; what is a name or a code of the game stays."""
        return text if self._sayings is None else self._sayings.sub(self._own_words, text)

    def _own_words(self, said: re.Match[str]) -> str:
        if plain(said[1]) in self.all_names and " " in said[1]:
            return said[0]
        if (meant := self.sayings.get(plain(said[1]))) is not None:
            return meant
        number = NUMBER.search(said[1])
        digits = COUNTED.get(number[0].casefold(), number[0]) if number else ""
        return self.sayings[NUMBER.sub("#", plain(said[1]))].replace("#", digits)

    @cached_property
    def sayings(self) -> dict[str, str]:
        """The everyday words, also as others say them of somebody: besiege and besieges."""
        return {third_person(phrase): meant for phrase, meant in self.everyday.items()} | dict(self.everyday)

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        """The codes of each kind by their names."""
        return {kind: self._names(codes) for kind, codes in self.kinds.items()}

    def _names(self, codes: Mapping[str, str]) -> dict[str, str]:
        given = {plain(name): code for code, name in codes.items() if name}
        given = {name.removeprefix("the "): code for name, code in given.items()} | given
        return given | {plain(name): code for name, code in self.aliases.items() if code in codes}

    @cached_property
    def all_names(self) -> dict[str, str]:
        return {name: code for names in self.names.values() for name, code in names.items()}

    @cached_property
    def all_codes(self) -> dict[str, str]:
        return {code: name for codes in self.kinds.values() for code, name in codes.items()}

    def codes_named(self, written: str) -> dict[str, str]:
        """The kinds of what a code or name stands for, each with its code."""
        found = ((kind, find(written, codes, self.names[kind])) for kind, codes in self.kinds.items())
        return {kind: code for kind, code in found if code}

    @cached_property
    def long_names(self) -> dict[str, str]:
        return {name.upper(): code for name, code in self.all_names.items() if " " in name}

    @cached_property
    def longest_name(self) -> int:
        return max((len(name.split()) for name in self.long_names), default=1)

    @property
    def powers(self) -> Mapping[str, str]:
        return self.kinds[POWER]

    @property
    def power_names(self) -> dict[str, str]:
        return self.names[POWER]

    def power_called(self, name: str) -> str | None:
        """The code of the power with that code or name."""
        return find(name.strip(), self.powers, self.power_names)

    @property
    def power(self) -> str:
        return self.word_for(POWER)

    def word_for(self, kind: str) -> str:
        return self.called.get(kind, kind)

    def name(self, code: str) -> str:
        return self.all_codes.get(code) or code

    @cached_property
    def boxes(self) -> dict[str, tuple[str, ...]]:
        """The kinds that a rule of grammar takes."""
        return {"code": tuple(self.kinds), **self.mixed, **{kind: (kind,) for kind in self.kinds}}


def third_person(phrase: str) -> str:
    first, blank, rest = phrase.partition(" ")
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}{'es' if first.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}{blank}{rest}"


def plain(name: str) -> str:
    return " ".join(name.casefold().split())


def one(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def find(token: str, codes: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    """The code, from a code or a full name."""
    upper = token.upper()
    return upper if upper in codes else names.get(plain(token))
