"""The words that a game's order lines may use: its codes and names, by kind."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pbm.reading.habits import Habits
from pbm.reading.phrases import Phrases, plain

POWER = "power"
LEAST_OF_NAME = 4
"""A shorter word of a name stands for nobody."""


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
    habits: Habits = field(default_factory=Habits)
    """How players speak: what they call things and deeds."""
    takes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of things for boxes that take any word, by terminal."""

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases(self.habits, self.all_names)

    def in_own_words(self, text: str) -> str:
        """A line with everyday words replaced by those of the game; what is a name or a code of the game stays."""
        return self._phrases.in_own_words(text)

    def uncounted(self, text: str) -> set[str]:
        """The codes of what a line names in the plural without saying how many."""
        return self._phrases.uncounted(text)

    @property
    def sayings(self) -> Mapping[str, str]:
        """The everyday words and what they mean."""
        return self._phrases.sayings

    @property
    def parted(self) -> Mapping[str, str]:
        """The deeds that are said around what they are done to, and what they mean."""
        return self._phrases.parted

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        """The codes of each kind by their names."""
        return {kind: self._names(codes) for kind, codes in self.kinds.items()}

    def _names(self, codes: Mapping[str, str]) -> dict[str, str]:
        given = {plain(name): code for code, name in codes.items() if name}
        given = {name.removeprefix("the "): code for name, code in given.items()} | given
        short = self._short_names if codes is self.kinds.get(POWER) else {}
        return short | given | {plain(name): code for name, code in self.aliases.items() if code in codes}

    @cached_property
    def _short_names(self) -> dict[str, str]:
        """What people call a power by one word of its name, which no other name has: the Saxons, the Moors."""
        full = {code: plain(name).split() for code, name in self.kinds.get(POWER, {}).items() if " " in name}
        short = [(word, code) for code, name in full.items() for word in (f"{name[0]}s", name[-1])]
        others = [word for codes in self.kinds.values() for name in codes.values() for word in plain(name).split()]
        once = Counter([*others, *(word for word, _ in short if word not in others)])
        return {word: code for word, code in short if once[word] == 1 and len(word) >= LEAST_OF_NAME}

    @cached_property
    def all_names(self) -> dict[str, str]:
        return {name: code for names in self.names.values() for name, code in names.items()}

    @cached_property
    def all_codes(self) -> dict[str, str]:
        return {code: name for codes in self.kinds.values() for code, name in codes.items()}

    def codes_named(self, written: str) -> dict[str, str]:
        """The kinds of what a code or name stands for, each with its code."""
        found = ((kind, find(written, codes, self.names[kind])) for kind, codes in self.kinds.items())
        return {kind: code for kind, code in found if code} or self._not_in_play(written)

    def _not_in_play(self, written: str) -> dict[str, str]:
        """A thing by a code like those of its kind, where a game has boxes for any word: K06 beside K05."""
        letters = written.upper().rstrip("0123456789")
        kinds = self._numbered.get((letters, len(written)), ()) if letters != written.upper() else ()
        return dict.fromkeys(kinds, written.upper())

    @cached_property
    def _numbered(self) -> dict[tuple[str, int], list[str]]:
        """The kinds of things whose codes have a number behind these letters."""
        found: dict[tuple[str, int], list[str]] = {}
        for kind in dict.fromkeys(kind for kinds in self.takes.values() for kind in kinds):
            for shape in {(code.rstrip("0123456789"), len(code)) for code in self.kinds[kind]}:
                found.setdefault(shape, []).append(kind)
        return found

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


def one(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def find(token: str, codes: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    """The code, from a code or a full name."""
    upper = token.upper()
    return upper if upper in codes else names.get(plain(token))
