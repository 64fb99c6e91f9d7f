"""What a game brings: a `Ruleset` of a few parts, each small, typed and testable alone.

book       the rulebook: its actions, its events, its sequence of play, its paragraphs
state      positions: house rules, seats, the set-up, reading and writing, who plays, how it ended
language   the words of its order lines, and the shape of its sheet
sight      what a player may know of a turn
reports    what there is to tell, and its pictures
seats      who plays which power: changes, vacancies, the game master's corrections
cases      the positions of rule cases
computer   computer players and self-play, if it has any
receipts   what will come of a sheet; a plain answer if the game brings none
advice     hints from a player's own report, if it has any
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from pbm.reading.language import Reader, Words
from pbm.receipts.plain import Known, plain
from pbm.receipts.receipt import Foresight
from pbm.rules.action import Actions
from pbm.rules.dice import Dice
from pbm.rules.engine import Step
from pbm.rules.event import Event, Journal
from pbm.rules.order import Lines, Order, Shape, Sheet

World = TypeVar("World")
View = TypeVar("View")


@dataclass(frozen=True)
class Table:
    """Rows to be shown under a heading; figures stand to the right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str | int, ...]]


class Standing(Struct, frozen=True):
    """How a seat stands after a turn of self-play."""

    points: int
    alive: bool
    figures: tuple[int, ...]


class Counsel(NamedTuple):
    """A piece of advice, with the paragraph of the rules it rests on."""

    rule: str
    text: str


@dataclass(frozen=True)
class Book:
    """The rulebook."""

    paragraphs: Mapping[str, str]
    """Every paragraph that prescribes something, with a word on what."""
    actions: Actions[Any]
    events: tuple[type[Event], ...]
    """Every kind of event that may stand in a journal."""
    sequence: tuple[Step, ...]
    notes: Callable[[type[Any]], list[str]] = lambda kind: []
    """What else a player should know of an action."""
    purses: Callable[[Any, str], Mapping[str, int]] = lambda world, who: {}
    """What a power has to spend, by the names of its purses."""
    doctrine: Callable[[Any, str], Mapping[str, str]] = lambda world, who: {}
    """The standing orders of a power."""

    @cached_property
    def gone(self) -> Mapping[str, str]:
        """Words that are no longer actions, and what to do instead."""
        return {word: kind.advice for word, kind in self.actions.gone.items()}

    @cached_property
    def journal(self) -> Journal:
        return Journal(self.events)


@dataclass(frozen=True)
class State(Generic[World]):
    """Positions, and the questions everyone asks of them."""

    settings: type[Any]
    """The house rules."""
    seats: Callable[[Any], Mapping[str, str]]
    """Code and name of the powers that players may have from the start, under some house rules."""
    setup: Callable[[Any, Dice, Mapping[str, str]], tuple[World, list[Event]]]
    """A new world under its house rules, with the seats that are not players', and the events that made it."""
    read: Callable[[bytes, Any], World]
    write: Callable[[World], bytes]
    players: Callable[[World], list[str]]
    """Who may send orders for the coming turn."""
    names: Callable[[World], Mapping[str, str]]
    over: Callable[[World], str]
    """How the game ended; empty while it goes on."""
    show: Callable[[World], dict[str, Any]]
    """A position for other programs to read."""
    tables: Callable[[World], list[Table]]
    """A position for people to read."""

    def house_rules(self) -> list[tuple[str, str, str]]:
        """Each house rule with its default and what it decides."""
        fields = msgspec.json.schema(self.settings)["$defs"][self.settings.__name__]["properties"]
        return [(name, json.dumps(row["default"]), row["description"]) for name, row in fields.items()]


@dataclass(frozen=True)
class Language(Generic[World]):
    """How orders are written."""

    grammar: str | Path
    """Its name in our folder of grammars, or a file in the game's own package."""
    actions: Actions[Any]
    words: Callable[[World], Words]
    """What the order lines of a world may name."""
    shape: Shape = field(default_factory=Lines)
    """Of a sheet: numbered slots, or a list of lines."""

    def reader(self, world: World) -> Reader:
        return Reader(self.words(world), self.grammar, self.actions, self.shape)


@dataclass(frozen=True)
class Sight(Generic[World, View]):
    """What a player may know: reports, receipts and computer players are made from this alone."""

    view: Callable[[World, list[Event], str], View]
    known: Callable[[View], World]
    """The world as the player knows it."""
    from_report: Callable[[bytes], tuple[str, View]]
    """The name of the game and the view, out of a player's own report as JSON."""


@dataclass(frozen=True)
class Reports(Generic[World]):
    """What there is to tell of a turn."""

    make: Callable[[World, list[Event], Mapping[str, Any], Sequence[Any]], tuple[Any, dict[str, Any]]]
    """The roundup and the reports of a turn, from its position, its journal, the frames and the chapters before."""
    chapter: Callable[[World], Any]
    """What the history of a game keeps of a position: public figures."""
    figures: Callable[[Any], Mapping[str, Any]]
    """The pictures of a report."""
    scene: Callable[[Any], Any]
    """The map of a roundup."""
    schemas: Callable[[], Mapping[str, tuple[type[Any], str]]]


@dataclass(frozen=True)
class Seats(Generic[World]):
    """Who plays which power."""

    changed: Callable[[list[Event]], dict[str, str]]
    """Which players changed powers in a turn, from which to which."""
    is_vacant: Callable[[World, str], bool]
    """Whether a power is in play and has no player."""
    resigned: Callable[[str], str]
    """The correction by which a player leaves a power."""
    correct: Callable[[World, list[tuple[str, str]]], Iterator[Event]]
    """What the game master corrects, each with its reason, as events."""


class Cases(Protocol):
    """Reads and compares the positions of cases."""

    def read_world(self, case: Mapping[str, Any]) -> Any: ...
    def streams(self, world: Any) -> Iterable[str]: ...
    def outcomes(self, journal: Iterable[Event], lines: Mapping[str, int]) -> dict[str, list[str]]: ...
    def differences(self, world: Any, journal: list[Event], expected: Mapping[str, Any]) -> Iterable[str]: ...


@dataclass(frozen=True)
class Computer(Generic[World, View]):
    """Computer players, and what is counted when they play against themselves."""

    players: tuple[str, ...]
    """The temperaments there are."""
    usual: str
    """That of a seat for which none is named."""
    stand_in: Callable[[World, str, bool], str]
    """The temperament that plays a power without orders; the last value says that a new player is joining there."""
    write: Callable[[View, str, Dice], Sequence[tuple[Order, str]]]
    """What a temperament orders, from a player's view, with its reasons."""
    sheets: Callable[[World, list[Event], Mapping[str, str], Dice], Mapping[str, Sheet]]
    """The orders of all seats in play, from the world, the journal of the turn before, and the temperaments."""
    figures: tuple[str, ...]
    """What is counted of every seat after every turn, besides its points."""
    standings: Callable[[World], Mapping[str, Standing]]
    won: Callable[[World], tuple[str, str] | None]
    """Who won, and how."""
    audit: Callable[[World, list[Event], World], Iterator[str]]
    """Everything wrong with a turn: the world before it (which may be spoiled), its journal, the world after."""


@dataclass(frozen=True)
class Ruleset(Generic[World, View]):
    """A game as the engine sees it."""

    name: str
    title: str
    version: str
    data: Path
    book: Book
    state: State[World]
    language: Language[World]
    sight: Sight[World, View]
    reports: Reports[World]
    seats: Seats[World]
    cases: Cases
    computer: Computer[World, View]
    receipts: Callable[[View, Sheet, int], Foresight] | None = None
    """What will come of a sheet for a turn, as far as its player can know; a plain answer if the game has none."""
    advice: Callable[[bytes], Iterable[Counsel]] | None = None
    """Hints from a player's own report as JSON, the gravest first."""

    def foresee(self, view: View, sheet: Sheet, turn: int) -> Foresight:
        """What the receipt of a sheet tells."""
        if self.receipts:
            return self.receipts(view, sheet, turn)
        world, who, book = self.sight.known(view), sheet.player, self.book
        known = Known(world, self.state.names(world), book.purses(world, who), book.doctrine(world, who))
        return plain(known, sheet, book.actions, self.language.shape)


AnyRuleset = Ruleset[Any, Any]
