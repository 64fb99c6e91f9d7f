"""Events: the only things that change a position, and the journal they are kept in."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Struct

from pbm.rules.code import Power, coded
from pbm.rules.order import Refusal

OPTIONAL = re.compile(r"<([^<>]*\{(\w+)[^<>]*)>")
"""A part of a wording that is left out when its first value is zero or empty."""


class Count(int):
    """A number that knows its noun: `{armies:army/armies}` gives `1 army`, `3 armies`."""

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return int.__format__(self, spec)
        return f"{int(self)} {spec.split('/')[self != 1]}"


class InBrief(NamedTuple):
    """How an event is told in a report's brief to one of its parties: all of a kind in one sentence."""

    rank: int
    """The gravest first."""
    key: str
    tone: Literal["plain", "gain", "loss"]
    party: str
    """The field that names whom it concerns; what somebody did to themselves is not told."""
    opening: str
    each: str = ""
    """What is said of each event of the kind."""
    unless: str = ""
    """A field or property that keeps it out."""


class Booked(NamedTuple):
    """How an event stands in an account of one of its parties."""

    account: str
    key: str
    field: str
    """The field or property that holds the amount."""
    label: str
    party: str = "who"
    sign: int = 1


class Event(Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Something that happened. A subclass says what it changes, who may know of it, and in what words."""

    parties: ClassVar[tuple[str, ...]] = ("who",)
    """The fields that name those who may know of it."""
    shows: ClassVar[tuple[str, ...]] = ()
    """The fields that name the places `who` gets to see through it."""
    verb: ClassVar[str] = ""
    """Its word in the public actions report; none if it is not public."""
    text: ClassVar[str] = ""
    """What the parties read."""
    news: ClassVar[str] = ""
    """What everyone reads, if it is public."""
    ends_turn: ClassVar[bool] = False
    """Nothing more is played in the turn after it."""
    silent: ClassVar[bool] = False
    """Whether it needs no words, because nobody is told of it."""
    captures: ClassVar[bool] = False
    """Somebody lost a place by it: reports set it in bold."""
    brief: ClassVar[tuple[InBrief, ...]] = ()
    books: ClassVar[tuple[Booked, ...]] = ()

    def apply(self, world: Any) -> None:
        """Change the world. Most events do; one that only tells leaves this as it is."""

    def known_to(self) -> tuple[str, ...]:
        return tuple([code for field in self.parties if (code := getattr(self, field)) is not None])

    def places(self) -> tuple[str, ...]:
        return tuple(getattr(self, field) for field in self.shows)

    def headline(self) -> tuple[str, ...]:
        """Its verb and the codes it concerns, if it stands in the public actions report; else nothing."""
        if not self.verb:
            return ()
        return (self.verb, *self.codes())

    def codes(self) -> Iterator[str]:
        """Every code it names, in the order of its fields."""
        for field in coded(type(self)):
            value = getattr(self, field)
            yield from value if isinstance(value, tuple) else () if value is None else (value,)

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        """What happened, in words."""
        return self.worded(names, public)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.news if public else self.text, names)

    def said(self, wording: str, names: Mapping[str, str]) -> str:
        """A wording of it, with the full name for every code."""
        codes = coded(type(self))
        words = {
            field: spoken(getattr(self, field), names if field in codes and codes[field].named else {})
            for field in self.__struct_fields__
        }
        return OPTIONAL.sub(lambda part: part[1] if getattr(self, part[2]) else "", wording).format_map(words)


def spoken(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return "; ".join(str(spoken(item, names)) for item in value)
    if isinstance(value, str):
        return names.get(value, value)
    if value is None:
        return "nobody"
    return Count(value) if type(value) is int else value


class Phase(Event, frozen=True, omit_defaults=True):
    """The start of a step of the sequence of play, or of a round of it."""

    rule: str
    name: str
    round: int | None = None
    parties: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = "{name} [{rule}]"


Outcome = Literal["ok", "partial", "failed", "void"]
"""Carried out; carried out in part; refused; or never tried, because its moment or its condition did not come."""


class Answered(Event, frozen=True, omit_defaults=True):
    """A line of a sheet comes to its turn: whose sheet, which power acts, the line as written, and what came of it."""

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


class Said(Event, frozen=True):
    """A message that everyone reads, signed."""

    who: Power
    message: str
    text: ClassVar[str] = "{who} to all: {message}"


COMMON: tuple[type[Event], ...] = (Phase, Answered, Said)
"""The kinds of event that every game has."""


class Journal:
    """Reads and writes events as JSON, one to a line. A game's own kind takes the place of a common one so named."""

    def __init__(self, kinds: Iterable[type[Event]]) -> None:
        self._decoder = msgspec.json.Decoder(_union({kind.__name__: kind for kind in (*COMMON, *kinds)}))

    @staticmethod
    def write(events: Iterable[Event]) -> bytes:
        encode = msgspec.json.Encoder().encode
        return b"".join(encode(event) + b"\n" for event in events)

    def read(self, text: bytes) -> list[Event]:
        return [self._decoder.decode(line) for line in text.splitlines()]


def events_of(*modules: ModuleType) -> tuple[type[Event], ...]:
    """Every event that is defined in those modules, in the order of their lines."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    homes = {module.__name__ for module in modules}
    return tuple(kind for kind in found if issubclass(kind, Event) and kind.__module__ in homes)


def _union(kinds: Mapping[str, type[Event]]) -> Any:
    return reduce(or_, kinds.values())
