"""The contract of a game: a `Ruleset` of a few parts, each small, typed and testable alone.

book       the rulebook: its actions, its events, its sequence of play, its paragraphs
state      positions: house rules, seats, the set-up, reading and writing, who plays, how it ended
language   the words of its order lines, and the shape of its sheet
sight      what a player may know of a turn
reports    the sections of its reports, and their pictures
seats      who plays which power: changes, vacancies, the game master's corrections
cases      the positions of rule cases
computer   computer players and self-play, if it has any
proof      what the game can prove of a sheet, beyond what rehearsals show, if it proves anything
outlook    what lies ahead of a power, for its receipts
advice     advice on a player's own report, if it has any
rulebook   the text and the tables of its printed rulebook, if it has any
desk       what its order desk is told besides all that, such as which orders can be done as things stand
voting     what its players may vote on, and who has won if they end it early
"""

import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.reading.language import Reader
from pbm.reading.words import Words
from pbm.reports import Annal, Chapter, History
from pbm.reports.default import told
from pbm.reports.sections import ActionRow, AnySection, Fact, FormRow
from pbm.rules import playing, roster, votes
from pbm.rules.action import Actions
from pbm.rules.comparing import convert, over
from pbm.rules.corrections import Corrected, corrected
from pbm.rules.dice import Dice, Streams
from pbm.rules.engine import END, ORDERS, START, Step
from pbm.rules.event import Event, Journal
from pbm.rules.order import Lines, Order, Shape, Sheet
from pbm.rules.position import fields_of, is_table, show_position, write_position
from pbm.rules.result import NOBODY, Result, most_points
from pbm.rules.sight import OF_THE_TURN
from pbm.rulesets import scoring
from pbm.rulesets.desk import Desk
from pbm.rulesets.foresight import Foresight
from pbm.rulesets.rulings import BY_THE_BOOK, NOTHING, Source, read_source, written


class Turning(Protocol):
    """What the engine needs of a world."""

    turn: int
    """The next turn, by the game's own count."""


SeatScore = scoring.SeatScore
READERS = 32
"""So many readers of a game are kept."""
World = TypeVar("World", bound=Turning)
View = TypeVar("View")


@dataclass(frozen=True)
class Table:
    """Rows under a heading; numbers align right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str | int, ...]]


def plain_tables(position: Mapping[str, Any], names: Mapping[str, str] | None = None) -> list[Table]:
    """A table for every collection in a position; codes within a cell are told by their names."""
    return [plain_table(key, rows, names or {}) for key, rows in position.items() if is_table(rows)]


def plain_table(title: str, rows: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> Table:
    columns = tuple(dict.fromkeys(key for row in rows.values() for key in row))
    cells = [(code, *(plain_cell(row.get(column, ""), names) for column in columns)) for code, row in rows.items()]
    return Table(title.capitalize(), ("", *columns), cells)


def plain_cell(value: Any, names: Mapping[str, str]) -> str | int:
    if value is None:
        return ""
    return value if isinstance(value, str | int) else told(value, names)


def tables_of(world: Any) -> list[Table]:
    return plain_tables(show_position(world), world.names() if hasattr(world, "names") else {})


class Counsel(NamedTuple):
    """A piece of advice, with its paragraph of the rules."""

    rule: str
    text: str


@dataclass(frozen=True)
class Book:
    """The rulebook."""

    actions: Actions[Any]
    events: tuple[type[Event], ...]
    """Every kind of event in a journal."""
    sequence: tuple[Step[Any], ...] | Callable[[Any], Iterable[Step[Any]]]
    """The steps of a turn; a function of the world if they depend on it, for example in a set-up turn."""
    paragraphs: Mapping[str, str] = field(default_factory=dict)
    """Every paragraph with a rule in it, and its subject; by default those in `paragraphs.toml` in the game's data."""
    parts: tuple[str, ...] = (START, ORDERS, END)
    """The parts of the sequence, in order: a case may begin and stop at any."""
    notes: Callable[[type[Any]], list[str]] = lambda kind: []
    """Further notes on an action for players."""
    purses: Callable[[Any, str], Mapping[str, int]] = lambda world, who: {}
    """What a power can spend, by purse."""
    doctrine: Callable[[Any, str], Mapping[str, str]] = lambda world, who: {}
    """The standing orders of a power."""
    holdings: Callable[[Any, str], Iterable[str]] | None = None
    """The codes of what a power has to lose, places or units; by default what the history says it owns."""

    @cached_property
    def gone(self) -> Mapping[str, str]:
        """Words that are no longer actions, and what to use instead."""
        return {word: kind.advice for word, kind in self.actions.gone.items()}

    @cached_property
    def table(self) -> tuple[ActionRow, ...]:
        """The table of actions, for turnsheets."""
        kinds = self.actions.values()
        return tuple(ActionRow(kind.word, kind.written_boxes(), kind.costs, kind.rule, kind.values) for kind in kinds)

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The conditions as they are written, for turnsheets."""
        return tuple(" ".join((kind.word, *kind.written_boxes())) for kind in self.actions.conditions.values())

    @cached_property
    def journal(self) -> Journal:
        return Journal((*roster.EVENTS, *playing.EVENTS, *votes.EVENTS, Corrected, *self.events))

    def steps(self, world: Any) -> Iterable[Step[Any]]:
        return self.sequence(world) if callable(self.sequence) else self.sequence


def read_paragraphs(data: Path) -> Mapping[str, str]:
    """The paragraphs of a rulebook, from `paragraphs.toml` beside its other data."""
    path = data / "paragraphs.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: {error}.") from None


class NoHouseRules(Struct, frozen=True):
    """For a game that is always played by the same rules."""


@dataclass(frozen=True)
class State(Generic[World]):
    """Positions, and functions that every game needs for them."""

    kind: type[Any]
    """The struct of a position as it is kept: the world itself, or what `opened` makes a world of."""
    seats: Callable[[Any], Mapping[str, str]]
    """Code and name of the powers that players may have from the start, under these house rules."""
    setup: Callable[[Any, Dice, Mapping[str, str]], tuple[World, list[Event]]]
    """A new world under its house rules, with the seats that players do not have, and the events that made it."""
    result: Callable[[World], Result | None]
    """How the game ended; nothing while it goes on."""
    settings: type[Any] = NoHouseRules
    """The house rules."""
    at_start: tuple[str, ...] = ()
    """The house rules that count only when a game is set up: no change reaches them later."""
    set_up_sheet: Callable[[Any], bool] = lambda settings: False
    """Whether the first sheet is for the set-up under these house rules: the second is then for turn 1."""
    opened: Callable[[Any, Any], World] | None = None
    """The world of a position under its house rules; by default the position itself, with these as its `settings` if it
    has any."""
    closed: Callable[[World], Any] | None = None
    """A world as a position."""
    meanwhile: Callable[[World], Any] = lambda world: None
    """What a world knows only until the turn is over; its position does not have it. Events alone change it, too."""
    players: Callable[[World], list[str]] = roster.powers
    """The powers that may send orders for the next turn, including a set-up turn."""
    names: Callable[[World], Mapping[str, str]] = roster.names
    """The name of every code."""
    tables: Callable[[World], list[Table]] = tables_of
    """A position for people to read."""
    choosing: Callable[[list[str], Dice], list[str]] = lambda players, dice: players
    """The order in which players choose their powers at the start of a game; usually that of their sign-up."""
    wishes: Callable[[Any], Iterable[str]] = lambda settings: ()
    """What players may wish for at sign-up besides a power, under these house rules."""
    granted: Callable[[Any, Mapping[str, Iterable[str]]], Iterable[str]] = lambda settings, wishes: ()
    """The house rules that follow from the wishes of each power's player, in the order in which they chose."""
    prizes: Callable[[World], Mapping[str, int]] = lambda world: {}
    """The turns of discount that each power has earned by the end of the game, for an office that keeps credits."""
    knocked_out: int = 0
    """The turns of discount of a player whose power went out of the game while they played it."""

    def read(self, content: bytes, settings: Any) -> World:
        return self.under(msgspec.json.decode(content, type=self.kind), settings)

    def under(self, position: Any, settings: Any) -> World:
        """The world of a position under its house rules."""
        if self.opened:
            return self.opened(position, settings)
        if self.looks_at_settings:
            position.settings = settings
        return position  # type: ignore[no-any-return]

    @property
    def looks_at_settings(self) -> bool:
        """Whether house rules can count after the set-up."""
        return self.opened is not None or "settings" in self.kind.__struct_fields__

    def is_settled(self, rule: str) -> bool:
        """Whether a house rule is settled when a game is set up, so that no change of it would be felt later."""
        return rule in self.at_start or not self.looks_at_settings

    def write(self, world: World) -> bytes:
        return write_position(self.kept(world))

    def show(self, world: World) -> dict[str, Any]:
        """A position for other programs to read."""
        return show_position(self.kept(world))

    def kept(self, world: World) -> Any:
        """What is kept of a world: all of it, or the part of it that `kind` has."""
        if self.closed:
            return self.closed(world)
        return world if type(world) is self.kind else self.kind(**fields_of(world, self.kind))

    def house_rules(self) -> list[tuple[str, str, str]]:
        """Each house rule with its default and its meaning."""
        fields = msgspec.json.schema(self.settings)["$defs"][self.settings.__name__]["properties"]
        return [(name, written(row["default"]), row["description"]) for name, row in fields.items()]


@dataclass(frozen=True)
class Language(Generic[World]):
    """How orders are written."""

    grammar: str | Path
    """Its name in our folder of grammars, or a file in the game's own package."""
    actions: Actions[Any]
    words: Callable[[World], Words]
    """The names that order lines may use."""
    shape: Shape = field(default_factory=Lines)
    """The shape of a sheet: numbered slots, or a list of lines."""

    kept: dict[tuple[str, ...], Reader] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The readers made last, by the codes that they know: what has been read once is known to them."""

    def reader(self, world: World) -> Reader:
        words = self.words(world)
        codes = tuple(code for kind in words.kinds.values() for code in kind)
        found = self.kept.pop(codes, None)
        if found is None or found.words != words:
            found = Reader(words, self.grammar, self.actions, self.shape)
        self.kept[codes] = found
        if len(self.kept) > READERS:
            del self.kept[next(iter(self.kept))]
        return found


@dataclass(frozen=True)
class Sight(Generic[World, View]):
    """What a player may know: reports, receipts and computer players use nothing else."""

    kind: type[View]
    """A `pbm.rules.sight.View` with what else a player may know in this game."""
    view: Callable[[World, list[Event], str], View]
    known: Callable[[View], World]
    """The world as the player knows it."""
    told: Callable[[World, list[Event]], Mapping[str, View]] | None = None
    """The views of all who get a report of a turn; by default of those who may send orders for the next."""
    imagined: Callable[[View, Dice], World] | None = None
    """A world in which dice fill in what the player cannot know, within what they do know; by default `known`."""

    def from_report(self, content: bytes) -> tuple[str, View]:
        """The name of the game and the view, from a player's own report as JSON, without the events of the turn."""
        from pbm.reports.schema import read_report

        report = read_report(content)
        head, nothing = report.masthead, dict.fromkeys(OF_THE_TURN, ())
        return head.game, msgspec.convert({"turn": head.turn, **report.view, **nothing, "who": head.who}, self.kind)


@dataclass(frozen=True)
class Reports(Generic[World, View]):
    """The sections of a turn's reports; a plain report if the game has none."""

    chapter: Callable[[World], Chapter] = scoring.chapter
    """The public figures of a position for the history of the game; by default `score` of the world, and owners."""
    report: Callable[[View, History], Iterable[AnySection]] | None = None
    """The sections of a report, from a player's view and the history up to its turn."""
    roundup: Callable[[View, History], Iterable[AnySection]] | None = None
    """The sections of the roundup, from the public parts of any view."""
    remembered: Callable[[World, list[Event]], Mapping[str, Mapping[str, Any]]] | None = None
    """What each power saw of others' places at the end of a turn, for those who see them no longer."""
    recall: Callable[[View, Mapping[str, tuple[int, Any]]], View] = lambda view, seen: view
    """A view with what its power saw in earlier turns: for each place the last turn, and what `remembered` gave."""
    annals: Callable[[World, list[Event]], Iterable[Annal]] | None = None
    """What a turn leaves to be told when the game is over; by default the battles, by the `greatness` of events, and
    the `secrets`."""
    secrets: tuple[type[Event], ...] = ()
    """Events that only their parties knew of, and everyone reads when the game is over."""
    lead: str = "points"
    """The figure of the chapters by which powers lead."""
    unit: tuple[str, str] = ("place", "places")
    """What powers own, one and many."""
    about: Callable[[View], tuple[Fact, ...]] = lambda view: ()
    """The facts about the power at the head of a report."""
    battles: tuple[str, ...] = ()
    """The verbs of public news about fights: a replay of the game lights up where they were."""
    style: Callable[[str], str] = lambda code: ""
    """A power's full style in letters, such as the Duchy of York; its name if this is empty."""
    ahead: tuple[str, ...] = ()
    """The keys of sections, facts and lines of the brief about the turn to come: if the players have agreed that the
    game is over there is none, and they are left out. Where the rules end a game its own sections know."""
    boxes: tuple[str, ...] = ()
    """The boxes of a numbered slot of the turnsheet; a sheet of lines has none."""
    filled: Callable[[View], tuple[str, ...]] = lambda view: ()
    """Lines already filled in on the next turnsheet."""
    form: Callable[[View], tuple[FormRow, ...]] = lambda view: ()
    """Rows of boxes on the next turnsheet, with the values in force."""
    lines: int = 0
    """The blank lines of a printed sheet, if not as many as may be written."""
    rule: str = ""
    """A sentence for the turnsheet: how many orders, and what is not played."""
    purse: str = "cost"
    """The heading over the costs of the actions."""


@dataclass(frozen=True)
class Seats(Generic[World]):
    """Who plays which power."""

    changed: Callable[[list[Event]], dict[str, str]] = lambda journal: {}
    """The players who changed powers in a turn, from which to which."""
    orders_for: Callable[[World, str], str] | None = None
    """The power whose player orders for a power; only for games in which the rules give players a second one."""
    is_vacant: Callable[[World, str], bool] = roster.is_vacant
    """Whether a power is in play and has no player."""
    seat_of: Callable[[World, str], str] = lambda world, power: power
    """The seat that has a power at the end of the game, where it may be another than that of its name."""
    is_out: Callable[[World, str], bool] = lambda world, who: False
    """Whether a power is out of the game that is still among those which may send orders."""
    resigned: Callable[[str], str] = lambda power: f"POWER {power} control=dropout"
    """The correction by which a player leaves a power."""
    correct: Callable[[World, list[tuple[str, str]]], Iterator[Event]] = lambda world, rows: corrected(
        Corrected, world, rows
    )
    """The game master's corrections as events, each with its reason."""


@dataclass(frozen=True)
class Cases(Generic[World]):
    """How the positions of cases are read and compared."""

    streams: Callable[[World], Streams]
    """The dice that a case may fix."""
    read: Callable[[Mapping[str, Any]], World] | None = None
    """The world of a case; by default as its struct is made, with what the case gives."""
    meant: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda expected: expected
    """What `expect` means, where a case may write it in several ways."""
    position: Callable[[World], Any] = lambda world: world
    """What `expect` is compared with: structs and mappings, as the game writes them in cases."""
    codes: Callable[[World], Container[str]] = lambda world: ()
    """Keys that a case may expect to be missing; any other missing key is an error."""
    unordered: Container[str] = ()
    """The keys of lists whose order does not count."""
    sees: Callable[[World, list[Event], str], Any] = lambda world, journal, who: ()
    """What a player's report shows: codes of places, or values to compare as in `position`."""
    orders: str = ORDERS
    """The part that `from: orders` begins with and `until: orders` ends with."""
    all_dice: bool = False
    """Fixed dice that are never thrown fail the case."""
    short_dice: bool = False
    """A fixed stream applies to all that begin with its name: `initiative` applies to `initiative.GOL`."""
    stand_ins: bool = False
    """With `from: start`, computer players write the sheets that the case does not give."""


@dataclass(frozen=True)
class Computer(Generic[World, View]):
    """Computer players, and the figures of self-play."""

    players: tuple[str, ...]
    """The temperaments."""
    write: Callable[[View, str, Dice], Iterable[tuple[Order, str]]]
    """What a temperament orders, from a player's view, with its reasons."""
    usual: str = ""
    """The default temperament of a seat; if this is empty, the first."""
    standings: Callable[[World], Mapping[str, SeatScore]] = scoring.standings
    """The figures of every seat; by default `score` of the world."""
    stand_in: Callable[[World, str, bool], str] | None = None
    """The temperament that plays a power without orders, with whether a new player is joining there; empty: none. By
    default the usual one."""
    figures: tuple[str, ...] = ()
    """Further figures of every seat after every turn, besides its points."""
    samples: Callable[[View], Iterable[Order]] = lambda view: ()
    """Sample orders for a new player, where the game has better ones than the computer, such as in a set-up."""
    audit: Callable[[World, list[Event], World], Iterable[str]] = lambda before, journal, after: ()
    """All problems of a turn, from the world before it (which may be changed), its journal, and the world after."""

    def __post_init__(self) -> None:
        if self.players and not self.usual:
            object.__setattr__(self, "usual", self.players[0])

    def for_missing(self, world: World, who: str, joining: bool) -> str:
        """Who writes the orders that did not come."""
        return self.stand_in(world, who, joining) if self.stand_in else self.usual


@dataclass(frozen=True)
class Rulebook:
    """What its printed rulebook has besides its paragraphs, actions, sequence of play and house rules."""

    text: Path | None = None
    """The folder of its chapters; by default `book` beside its data."""
    sections: Callable[[], Iterable[AnySection]] = tuple
    """Tables and maps from its data. A chapter shows one by its key; those that none shows stand at the end."""


NO_COMPUTER: Computer[Any, Any] = Computer((), lambda view, temperament, dice: (), standings=lambda world: {})
"""For a game without computer players: missing sheets stay missing."""


@dataclass(frozen=True)
class Voting(Generic[World]):
    """What players may vote on, and whether they may concede; the settings of a game may allow less."""

    kinds: tuple[votes.Kind, ...] = votes.KINDS
    early: Callable[[World], Result] | None = None
    """Who has won if the players end the game early; by default whoever leads by the figures of its history."""


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
    proof: Callable[[View, Sheet, int], Foresight] | None = None
    """What the game can prove of a sheet, beyond what rehearsals show; for the turn with that number."""
    outlook: Callable[[World, str], Iterable[str]] = lambda world, who: ()
    """What lies ahead of a power in a position, such as hunger: for the end of its receipts."""
    advice: Callable[[View, Mapping[str, int]], Iterable[Counsel]] | None = None
    """Advice from a player's view and the totals of the accounts in their report, the most important first."""
    rulebook: Rulebook = Rulebook()
    desk: Desk[World, View] = field(default_factory=Desk)
    voting: Voting[World] = field(default_factory=Voting)

    def __post_init__(self) -> None:
        if not self.book.paragraphs:
            object.__setattr__(self, "book", replace(self.book, paragraphs=read_paragraphs(self.data)))

    def ended_early(self, world: World) -> Result:
        """Who has won if the players end the game with this position."""
        if self.voting.early:
            return self.voting.early(world)
        names, figures = self.state.names(world), self.reports.chapter(world).figures
        points = figures.get(self.reports.lead) or next(iter(figures.values()), {})
        return most_points(points, names) if points else NOBODY

    def views(self, world: World, journal: list[Event]) -> Mapping[str, View]:
        """The views of all who get a report of a turn."""
        if self.sight.told:
            return self.sight.told(world, journal)
        return {who: self.sight.view(world, journal, who) for who in self.state.players(world)}

    @cached_property
    def source(self) -> Source:
        """How the game differs from its source."""
        return read_source(self.data)

    @cached_property
    def by_the_book(self) -> Mapping[str, Any]:
        """The house rules that make it what its source says, where our defaults do not."""
        return self.source.letter(self.state.settings)

    def spelled_out(self, house: Mapping[str, Any]) -> dict[str, Any]:
        """House rules with those that the preset `by_the_book` stands for; what is given by itself counts over it."""
        own = {rule: None if value == NOTHING else value for rule, value in house.items() if rule != BY_THE_BOOK}
        return {**self.by_the_book, **own} if house.get(BY_THE_BOOK) else own

    def of_case(self, case: Mapping[str, Any]) -> World:
        """The world in which a case begins."""
        house = {BY_THE_BOOK: True} if case.get("house") == BY_THE_BOOK else case.get("house") or {}
        house = self.spelled_out(house)
        if self.cases.read:
            return self.cases.read({**case, "house": house})
        return self.state.under(over(self.state.kind)(case), convert(house, self.state.settings, "house"))


AnyRuleset = Ruleset[Any, Any]
