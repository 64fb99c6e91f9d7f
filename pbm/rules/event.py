"""Events, which alone change a position, and the journal that holds them."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from string import Formatter
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Struct

from pbm.rules.code import Power, coded
from pbm.rules.names import PluralWord, Word, word
from pbm.rules.order import Refusal

OPTIONAL = re.compile(r"<([^<>]*\{(\w+)[^<>]*)>")
"""A part of a wording that is left out when its last value is zero or empty."""


def counted(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


class Count(int):
    """A number that knows its noun: `{armies:army/armies}` gives `1 army`, `3 armies`, `no armies`."""

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return int.__format__(self, spec)
        one, many = spec.split("/")
        return counted(int(self), one, many)


class InBrief(NamedTuple):
    """How the brief of a report describes events to one of the parties: all of a kind in one sentence."""

    rank: int
    """Its rank; the gravest come first."""
    key: str
    tone: Literal["plain", "gain", "loss"]
    party: str
    """The field that names whom it concerns; a power's acts on itself are left out."""
    opening: str
    """Said once, as it is written."""
    each: str = ""
    """The words for each event of the kind, with its fields in braces; they follow the opening, with commas."""
    unless: str = ""
    """A field or property that excludes the event."""


class Booked(NamedTuple):
    """How an event appears in an account of one of its parties."""

    account: str
    key: str
    field: str
    """The field or property that holds the amount."""
    label: str
    party: str = "who"
    sign: int = 1


class Event(Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Something that happened. A subclass defines what it changes, who may know of it, and its words."""

    parties: ClassVar[tuple[str, ...]] = ("who",)
    """The fields that name those who may know of it; without a field `who` nobody does, if nothing else is said."""
    written: ClassVar[bool] = True
    """Whether the record has it; one that is not changes only what the position remembers until the turn is over."""
    shows: ClassVar[tuple[str, ...]] = ()
    """The fields that name the places `who` gets to see through it."""
    verb: ClassVar[str] = ""
    """Its verb in the public actions report; empty if it is not public."""
    text: ClassVar[str] = ""
    """The text for the parties."""
    news: ClassVar[str] = ""
    """The text for everyone, if it is public and they read it in other words."""
    words: ClassVar[Mapping[str, str]] = {}
    """What a text calls values that are no codes, such as the word of an order."""
    ends_turn: ClassVar[bool] = False
    """Whether it ends the turn."""
    rests: ClassVar[bool] = False
    """Whether the step under way may be begun again after it, and then goes on from there."""
    silent: ClassVar[bool] = False
    """Whether it needs no text, because nobody reads of it."""
    unordered: ClassVar[bool] = False
    """Whether it comes whatever is ordered, for example a bill that is always paid."""
    captures: ClassVar[bool] = False
    """Whether somebody lost a place by it; reports print it in bold."""
    brief: ClassVar[tuple[InBrief, ...]] = ()
    books: ClassVar[tuple[Booked, ...]] = ()

    def __init_subclass__(cls) -> None:
        if cls.verb and not cls.news:
            cls.news = cls.text

    @property
    def greatness(self) -> int:
        """If it is a battle, how great it was: the greatest are told when the game is over."""
        return 0

    @property
    def of_no_line(self) -> bool:
        """Whether it belongs to no line of a sheet, even right after one."""
        return self.unordered

    def apply(self, world: Any) -> None:
        """Change the world. An event that only informs leaves this as it is."""

    def decided(self, who: str) -> tuple[str, bool] | None:
        """Of a battle in which a power fought: where it was, and whether that power won."""
        return None

    def known_to(self) -> tuple[str, ...]:
        """The codes in those fields, alone or in tuples."""
        named = [getattr(self, field) for field in parties_of(type(self))]
        return tuple(
            [code for each in named for code in (each if isinstance(each, tuple) else (each,)) if code is not None]
        )

    def places(self) -> tuple[str, ...]:
        return tuple(getattr(self, field) for field in self.shows)

    def headline(self) -> tuple[str, ...]:
        """Its verb and the codes it concerns, if it stands in the public actions report; else nothing."""
        if not self.verb:
            return ()
        return (self.verb, *self.codes())

    def codes(self) -> Iterator[str]:
        """Every code that its public wording names, in the order of its fields."""
        public = named_in(self.news)
        for field in coded(type(self)):
            value = getattr(self, field) if field in public else None
            yield from value if isinstance(value, tuple) else () if value is None else (value,)

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        """What happened, in words."""
        return self.worded(names, public)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.news if public else self.text, names)

    def said(self, wording: str, names: Mapping[str, str]) -> str:
        """A wording of it, with the full name for every code."""
        words = {
            field: spoken(getattr(self, field), names if named else self.words)
            for field, named in filled_in(wording, type(self))
        }
        if "<" in wording:
            wording = "".join([text for text, needs in pieces(wording) if not needs or getattr(self, needs)])
        return wording.format_map(words)


class OfPower(Event, frozen=True):
    """What a power did, or what befell it: it is told of it."""

    who: Power


@cache
def pieces(wording: str) -> tuple[tuple[str, str], ...]:
    """A wording in its parts, each with the field without which it is left out, if there is one."""
    always, *rest = OPTIONAL.split(wording)
    groups = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
    return ((always, ""), *(piece for text, field, after in groups for piece in ((text, field), (after, ""))))


@cache
def named_in(wording: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(field for _, field, _, _ in Formatter().parse(wording) if field))


@cache
def filled_in(wording: str, kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """The fields of an event in a wording, and whether each is a code that has a name."""
    codes, fields = coded(kind), kind.__struct_fields__
    return tuple((field, field in codes and codes[field].named) for field in named_in(wording) if field in fields)


def spoken(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, tuple):
        items = [spoken(item, names) for item in value]
        return items[0] if len(items) == 1 else (PluralWord if items else Word)(enumerated(map(str, items)))
    if isinstance(value, str):
        return word(names, value)
    if value is None:
        return Word("nobody")
    return Count(value) if type(value) is int else value


@cache
def parties_of(kind: type[Event]) -> tuple[str, ...]:
    return () if kind.parties == Event.parties and "who" not in kind.__struct_fields__ else kind.parties


def enumerated(items: Iterable[str]) -> str:
    """One, two and three; with semicolons where an item has a comma or an `and` of its own."""
    *most, last = [*items] or [""]
    if any(", " in item or " and " in item for item in (*most, last)):
        return "; ".join((*most, last))
    return f"{', '.join(most)} and {last}" if most else last


NUMBERED = re.compile(r"^\d+[a-z]?\. ")


class Phase(Event, frozen=True, omit_defaults=True):
    """The start of a step of the sequence of play, or of a round of it."""

    rule: str
    name: str
    round: int | None = None
    text: ClassVar[str] = "{name} [{rule}]"

    @property
    def title(self) -> str:
        """Its name without the number that it has in the source: `8f. the next card`."""
        return unnumbered(self.name)


@cache
def unnumbered(name: str) -> str:
    return NUMBERED.sub("", name)


Outcome = Literal["ok", "partial", "failed", "not obeyed", "not needed", "void"]
"""Done, done in part, refused; no fault of its writer: stopped by a die, or kept back by its condition; or never tried
because its time did not come."""


class Answered(Event, frozen=True, omit_defaults=True):
    """A line of a sheet is played: whose sheet, which power acts, the line as written, and the outcome."""

    sheet: str
    who: Power
    number: int
    order: str
    outcome: Outcome = "ok"
    refusals: tuple[Refusal, ...] = ()
    """Every reason why it was not carried out."""
    note: str = ""
    """How much was done, if only a part."""
    text: ClassVar[str] = "{number}. {order}: {outcome}<, {note}>"

    @property
    def came(self) -> Outcome:
        """What its player is told: a line that counts as done, with something left out, was done in part."""
        return "partial" if self.outcome == "ok" and (self.refusals or self.note) else self.outcome


class Said(Event, frozen=True, omit_defaults=True):
    """A message, signed, that everyone reads; or the one power that it is for, and nobody else."""

    who: Power
    message: str
    to: Power | None = None
    parties: ClassVar[tuple[str, ...]] = ("who", "to")
    text: ClassVar[str] = "{who} to all: {message}"
    private: ClassVar[str] = "{who} to {to}: {message}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.private if self.to else self.text, names)

    def read_by(self, who: str) -> bool:
        return not self.to or who in (self.who, self.to)


COMMON: tuple[type[Event], ...] = (Phase, Answered, Said)
"""The kinds of event that every game has."""


class Journal:
    """Reads and writes events as JSON, one per line. A game's own kind replaces a common one of the same name."""

    def __init__(self, kinds: Iterable[type[Event]]) -> None:
        self._decoder = msgspec.json.Decoder(_union({kind.__name__: kind for kind in (*COMMON, *kinds)}))

    @staticmethod
    def write(events: Iterable[Event]) -> bytes:
        return msgspec.json.Encoder().encode_lines(events)

    def read(self, text: bytes) -> list[Event]:
        return [self._decoder.decode(line) for line in text.splitlines()]


def events_of(package: str) -> tuple[type[Event], ...]:
    """Every event that is written and defined in a package, as far as it is imported: module by module."""
    homes = [module for name, module in sorted(sys.modules.items()) if f"{name}.".startswith(f"{package}.")]
    found = [(home, kind) for home in homes for kind in vars(home).values() if isinstance(kind, type)]
    own = [kind for home, kind in found if issubclass(kind, Event) and kind.__module__ == home.__name__]
    return tuple(kind for kind in own if kind.written)


def _union(kinds: Mapping[str, type[Event]]) -> Any:
    return reduce(or_, kinds.values())
