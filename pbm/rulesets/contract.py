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
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from pbm.reading.language import Reader, Words
from pbm.receipts.plain import Known, plain
from pbm.receipts.receipt import Foresight
from pbm.reports import Chapter, History
from pbm.reports.schema import read_report
from pbm.reports.sections import ActionRow, AnySection, Fact
from pbm.rules import roster
from pbm.rules.action import Actions
from pbm.rules.corrections import nothing_to_correct
from pbm.rules.dice import Dice, Streams
from pbm.rules.engine import END, ORDERS, START, Step
from pbm.rules.event import Event, Journal
from pbm.rules.order import Lines, Order, Shape, Sheet
from pbm.rules.position import is_table, show_position, write_position
from pbm.rules.sight import OF_THE_TURN


class Turning(Protocol):
    """What the engine itself asks of a world."""

    turn: int
    """The coming turn, by the game's own count."""


World = TypeVar("World", bound=Turning)
View = TypeVar("View")


@dataclass(frozen=True)
class Table:
    """Rows to be shown under a heading; figures stand to the right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str | int, ...]]


def plain_tables(position: Mapping[str, Any]) -> list[Table]:
    """A table for every kind of thing that a position has many of."""
    return [plain_table(key, rows) for key, rows in position.items() if is_table(rows)]


def plain_table(title: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    columns = tuple(dict.fromkeys(key for row in rows.values() for key in row))
    cells = [(code, *(plain_cell(row.get(column, "")) for column in columns)) for code, row in rows.items()]
    return Table(title.capitalize(), ("", *columns), cells)


def plain_cell(value: Any) -> str | int:
    return value if isinstance(value, str | int) else msgspec.json.encode(value).decode()


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
    sequence: tuple[Step, ...] | Callable[[Any], Iterable[Step]]
    """The steps of a turn; a function of the world where they depend on it, as in a set-up turn."""
    parts: tuple[str, ...] = (START, ORDERS, END)
    """The parts of the sequence, in order: a case may begin and stop at any."""
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
    def table(self) -> tuple[ActionRow, ...]:
        """The table of actions, for turnsheets."""
        kinds = self.actions.values()
        return tuple(ActionRow(kind.word, kind.written_boxes(), kind.costs, kind.rule) for kind in kinds)

    @cached_property
    def journal(self) -> Journal:
        return Journal((*roster.EVENTS, *self.events))

    def steps(self, world: Any) -> Iterable[Step]:
        return self.sequence(world) if callable(self.sequence) else self.sequence


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
    """`read_position(World)` where the world is one struct."""
    players: Callable[[World], list[str]]
    """Who may send orders for the coming turn, a set-up turn too."""
    names: Callable[[World], Mapping[str, str]]
    over: Callable[[World], str]
    """How the game ended; empty while it goes on."""
    write: Callable[[World], bytes] = write_position
    show: Callable[[World], dict[str, Any]] = show_position
    """A position for other programs to read."""
    tables: Callable[[World], list[Table]] = lambda world: plain_tables(show_position(world))
    """A position for people to read."""
    prizes: Callable[[World], Mapping[str, int]] = lambda world: {}
    """The turns of discount that each power has earned by the end of the game, for an office that keeps credits."""

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

    kind: type[View]
    """A `pbm.rules.sight.View` with what else there is to know in this game."""
    view: Callable[[World, list[Event], str], View]
    known: Callable[[View], World]
    """The world as the player knows it."""
    told: Callable[[World, list[Event]], Mapping[str, View]] | None = None
    """The views of all who get a report of a turn; of those who may send orders for the next if it is left out."""

    def from_report(self, content: bytes) -> tuple[str, View]:
        """The name of the game and the view, out of a player's own report as JSON: nothing of the turn, all else."""
        report = read_report(content)
        head, nothing = report.masthead, dict.fromkeys(OF_THE_TURN, ())
        return head.game, msgspec.convert({**report.view, **nothing, "who": head.who, "turn": head.turn}, self.kind)


@dataclass(frozen=True)
class Reports(Generic[World, View]):
    """What there is to tell of a turn, as sections; a plain report if the game brings none."""

    chapter: Callable[[World], Chapter]
    """What the history of a game keeps of a position: public figures."""
    report: Callable[[View, History], Iterable[AnySection]] | None = None
    """From a player's view and the chapters up to the turn that is told of."""
    roundup: Callable[[View, History], Iterable[AnySection]] | None = None
    """From the public parts of any view."""
    about: Callable[[View], tuple[Fact, ...]] = lambda view: ()
    """What the head of a report says of its power."""
    style: Callable[[str], str] = lambda code: ""
    """How a letter speaks of a power: the kingdom of Mercia; by its name if this is empty."""
    boxes: tuple[str, ...] = ()
    """The boxes of a numbered slot of the turnsheet; a sheet of lines has none."""
    filled: Callable[[View], tuple[str, ...]] = lambda view: ()
    """Lines of the next turnsheet that are filled in already."""
    rule: str = ""
    """A sentence for the turnsheet: how many orders, and what is not played."""
    purse: str = "cost"
    """What stands over the costs of the actions."""


@dataclass(frozen=True)
class Seats(Generic[World]):
    """Who plays which power."""

    changed: Callable[[list[Event]], dict[str, str]] = lambda journal: {}
    """Which players changed powers in a turn, from which to which."""
    is_vacant: Callable[[World, str], bool] = roster.is_vacant  # type: ignore[assignment]
    """Whether a power is in play and has no player."""
    resigned: Callable[[str], str] = lambda power: f"SEAT {power} control=dropout"
    """The correction by which a player leaves a power."""
    correct: Callable[[World, list[tuple[str, str]]], Iterator[Event]] = nothing_to_correct
    """What the game master corrects, each with its reason, as events."""


@dataclass(frozen=True)
class Cases(Generic[World]):
    """How the positions of cases are read and compared."""

    read: Callable[[Mapping[str, Any]], World]
    """The world of a case; what it does not give is empty or the game's default."""
    streams: Callable[[World], Streams]
    """The dice that a case may fix."""
    position: Callable[[World], Any] = lambda world: world
    """What `expect` is compared with: structs and mappings, as the game writes them in cases."""
    codes: Callable[[World], Container[str]] = lambda world: ()
    """What may be expected to be gone: any other key that is not there is a mistake."""
    unordered: Container[str] = ()
    """The keys of lists whose order does not count."""
    sees: Callable[[World, list[Event], str], Any] = lambda world, journal, who: ()
    """What a player's report shows: the codes of places, or something to compare as `position` is."""
    orders: str = ORDERS
    """The part that `from: orders` begins with and `until: orders` ends with."""
    all_dice: bool = False
    """Fixed dice that are never thrown fail the case."""
    short_dice: bool = False
    """A fixed stream serves all that begin with its name: `initiative` serves `initiative.GOL`."""
    stand_ins: bool = False
    """With `from: start`, computer players write the sheets that the case does not give."""


@dataclass(frozen=True)
class Computer(Generic[World, View]):
    """Computer players, and what is counted when they play against themselves."""

    players: tuple[str, ...]
    """The temperaments there are."""
    usual: str
    """That of a seat for which none is named."""
    stand_in: Callable[[World, str, bool], str]
    """The temperament that plays a power without orders, with whether a new player is joining there; empty: none."""
    write: Callable[[View, str, Dice], Sequence[tuple[Order, str]]]
    """What a temperament orders, from a player's view, with its reasons."""
    standings: Callable[[World], Mapping[str, Standing]]
    won: Callable[[World], tuple[str, str] | None]
    """Who won, and how."""
    sheets: Callable[[World, list[Event], Mapping[str, str], Dice], Mapping[str, Sheet]] | None = None
    """The orders of all seats in play at once, where that is quicker than one after the other."""
    figures: tuple[str, ...] = ()
    """What is counted of every seat after every turn, besides its points."""
    audit: Callable[[World, list[Event], World], Iterable[str]] = lambda before, journal, after: ()
    """Everything wrong with a turn: the world before it (which may be spoiled), its journal, the world after."""


NO_COMPUTER: Computer[Any, Any] = Computer(
    players=(),
    usual="",
    stand_in=lambda world, who, joining: "",
    write=lambda view, temperament, dice: (),
    standings=lambda world: {},
    won=lambda world: None,
)
"""For a game that has no computer players: sheets that did not come stay away."""


@dataclass(frozen=True, kw_only=True)
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
    reports: Reports[World, View]
    seats: Seats[World] = field(default_factory=Seats)
    cases: Cases[World]
    computer: Computer[World, View] = NO_COMPUTER
    receipts: Callable[[View, Sheet, int], Foresight] | None = None
    """What will come of a sheet for a turn, as far as its player can know; a plain answer if the game has none."""
    advice: Callable[[View, Mapping[str, int]], Iterable[Counsel]] | None = None
    """Hints from a player's view and the totals of the accounts in their report, the gravest first."""

    def foresee(self, view: View, sheet: Sheet, turn: int) -> Foresight:
        """What the receipt of a sheet tells."""
        if self.receipts:
            return self.receipts(view, sheet, turn)
        world, who, book = self.sight.known(view), sheet.player, self.book
        known = Known(world, self.state.names(world), book.purses(world, who), book.doctrine(world, who))
        return plain(known, sheet, book.actions, self.language.shape)


AnyRuleset = Ruleset[Any, Any]
