"""Names of codes, and words that agree with them."""

from collections.abc import Iterable, Mapping


class Names(dict[str, str]):
    """The name of every code, and the codes whose names are plural."""

    def __init__(self, names: Mapping[str, str], plural: Iterable[str] = ()) -> None:
        super().__init__(names)
        self.plural = frozenset(plural)


def plural_in(names: Mapping[str, str]) -> frozenset[str]:
    return names.plural if isinstance(names, Names) else frozenset()


def also(names: Mapping[str, str], more: Mapping[str, str]) -> Names:
    """The same names, with others added or in their place."""
    return Names({**names, **more}, plural_in(names))


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


def word(names: Mapping[str, str], code: str) -> Word:
    return (PluralWord if code in plural_in(names) else Word)(names.get(code, code))
