"""Names of codes, and words that agree with them."""

import re
from collections.abc import Iterable, Mapping

COUNTED = re.compile(r"(?!1 )\d+ |\d+ .*, \d+ ")
"""More than one thing, such as `3 cavalry` or `1 cavalry, 1 transport`."""


class Names(dict[str, str]):
    """The name of every code, the codes whose names are plural, and those that sentences call by another word.

    They stay as they were made.
    """

    def __init__(
        self, names: Mapping[str, str], plural: Iterable[str] = (), told: Mapping[str, "Word"] | None = None
    ) -> None:
        super().__init__(names)
        self.plural = frozenset(plural)
        self.told = dict(told or {})
        self.words = dict(self.told)


def plural_in(names: Mapping[str, str]) -> frozenset[str]:
    return names.plural if isinstance(names, Names) else frozenset()


def told_in(names: Mapping[str, str]) -> Mapping[str, "Word"]:
    return names.told if isinstance(names, Names) else {}


def also(names: Mapping[str, str], more: Mapping[str, str] | None = None) -> Names:
    """The same names, with others added or in their place."""
    return Names({**names, **(more or {})}, plural_in(names), told_in(names))


def verb(names: Mapping[str, str], code: str | None, one: str, many: str) -> str:
    """The form of a verb that agrees with the name of a code."""
    return many if code in plural_in(names) else one


class Word(str):
    """A name in a sentence: `{who:has/have}` gives the form that agrees with it."""

    plural = False

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return str.__format__(self, spec)
        one, many = spec.split("/")
        return many if self.plural else one


class PluralWord(Word):
    plural = True


ARTICLE = re.compile("^the ", re.IGNORECASE)


def with_article(names: Mapping[str, str], plural: Iterable[str], single: Iterable[str] = ()) -> dict[str, Word]:
    """What sentences call the codes whose names are plural or need an article: the Picts, the Wash, the North Sea."""
    many = frozenset(plural)
    codes = [*many, *single, *(code for code, name in names.items() if ARTICLE.match(name))]
    called = {code: f"the {ARTICLE.sub('', names[code], count=1)}" for code in codes if code in names}
    return {code: PluralWord(name) if code in many else Word(name) for code, name in called.items()}


def opened(text: str) -> str:
    """A sentence that begins with a capital, whatever name it begins with."""
    return text[:1].upper() + text[1:]


def word(names: Mapping[str, str], code: str) -> Word:
    kept = names.words if isinstance(names, Names) else {}
    if said := kept.get(code):
        return said
    many = code in plural_in(names) or COUNTED.match(code)
    return kept.setdefault(code, (PluralWord if many else Word)(names.get(code, code)))
