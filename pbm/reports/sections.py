"""The kinds of section. A section is data; text, HTML, PDF and JSON define how it looks.

All text in a section is plain and ready to print, and never markup: each form escapes it in its own way. Zeros are
zeros: a form shows them as a thin dot.
"""

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from pbm.errors import GameError

Tone = Literal["plain", "gain", "loss", "warning"]
Outcome = Literal["ok", "partial", "failed", "not obeyed", "not needed", "void", "empty"]
"""The result of an order: done, done in part, refused, never tried, or no order at all."""
Mark = Literal["", "gain", "loss", "out"]
"""What a row stands out by: it was won or lost this turn, it is out of the game."""
Side = Literal["", "left", "middle", "right"]
Cell = str | int | None
A_COLUMN = "Write its title, < or > for left or right, perhaps a width, and perhaps one of # ! ~: name<16 armies>!"
COLUMN = re.compile(r"([^<>|]*)(?:\|([^<>]*))?([<>])(\d*)([#!~]?)")
Look = Literal["", "code", "strong", "faint"]
LOOKS: dict[str, Look] = {"": "", "#": "code", "!": "strong", "~": "faint"}


# what sections are made of


class Fact(Struct, frozen=True):
    """A label and the text beside it."""

    key: str
    label: str
    text: str


class Notice(Struct, frozen=True):
    key: str
    text: str
    tone: Tone = "plain"


class Figure(Struct, frozen=True):
    """A figure that a player looks for first, with its name under it."""

    key: str
    label: str
    value: str
    note: str = ""
    """What to know beside it: how it changed, which rank it is."""


class Told(Struct, frozen=True):
    """A sentence about something that happened; captures are set bold, great battles underlined."""

    text: str
    capture: bool = False
    great: bool = False


class Entry(Struct, frozen=True):
    """A line of an account."""

    key: str
    label: str
    amount: int
    note: str = ""


class Refused(Struct, frozen=True):
    """Why an order was not carried out."""

    rule: str
    text: str
    column: int | None = None
    """Where in the line reading it stopped, from 1."""


class Deed(Struct, frozen=True):
    """Something that was done, in its place in time: a line of the sheet, another's deed, or a step of the turn."""

    by: Literal["self", "others", "step"]
    phase: str = ""
    round: int | None = None
    number: int | None = None
    """The number of the line on the sheet."""
    who: str = ""
    """The power that acted, where it is not the one the report is for."""
    order: str = ""
    """The line as written."""
    outcome: Outcome = "ok"
    figures: tuple[int | None, ...] = ()
    """One for each column of the purse."""
    lines: tuple[Told, ...] = ()
    refusals: tuple[Refused, ...] = ()


class Column(Struct, frozen=True):
    """A column of a grid."""

    title: str
    short: str = ""
    """A shorter heading where there is little room."""
    right: bool = False
    room: int = 0
    """Its least width in characters."""
    look: Look = ""


class Row(Struct, frozen=True):
    cells: tuple[Cell, ...]
    who: str = ""
    """The power it is about: a report sets its reader's own in bold."""
    mark: Mark = ""
    note: str = ""
    """What else is known of it: under the row, or beside it where there is room."""
    group: str = ""
    """Rows of one group stand under its name."""


class Card(Struct, frozen=True):
    """A card or marker in hand, with the line that plays it and the moment for it."""

    name: str
    text: str = ""
    order: str = ""
    moment: str = ""


class Episode(Struct, frozen=True):
    """A battle, a siege, a shot: what happened, in a small table and blow by blow."""

    title: str
    when: str = ""
    tags: tuple[str, ...] = ()
    """Words on it: the order that caused it, an ambush."""
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    lines: tuple[Told, ...] = ()
    outcome: str = ""
    rest: str = ""
    """What it cost, after the outcome."""
    won: bool = False
    """The attackers won."""
    great: bool = False


class Headline(Struct, frozen=True):
    """A line of the public news."""

    phase: str
    round: int | None
    verb: str
    text: str
    capture: bool = False
    great: bool = False
    codes: tuple[str, ...] = ()


class Message(Struct, frozen=True):
    who: str
    name: str
    text: str
    to: str = ""
    """The one it is for; empty if for all."""


class Series(Struct, frozen=True):
    """A line of a chart: a value for every turn."""

    code: str
    name: str
    values: tuple[int, ...]


class Token(Struct, frozen=True):
    """Something that stands in a place on the map: a sign and how many, or a counter with a name and a facing."""

    place: str
    sign: str
    number: int = 0
    label: str = ""
    owner: str = ""
    facing: int | None = None
    states: tuple[str, ...] = ()


class Move(Struct, frozen=True):
    """Units that went from one place to another this turn, as an arrow on a map."""

    origin: str
    target: str
    number: int = 0
    who: str = ""
    returns: bool = False
    """They came back: a raid."""


class Box(Struct, frozen=True):
    """A box of a turnsheet that stands for a line: its words, and the value in force."""

    title: str
    words: str
    value: str = ""
    room: int = 0
    """The letters that it must hold; 0: as wide as its neighbours."""


class FormRow(Struct, frozen=True):
    """Boxes beside each other."""

    title: str
    boxes: tuple[Box, ...]


class ActionRow(Struct, frozen=True):
    """A line of the table of actions."""

    word: str
    boxes: tuple[str, ...]
    cost: str
    rule: str
    values: str = ""
    """What may stand in its last box, if that is a choice of words."""


# layout, as data that a form may use


class Layout(Struct, frozen=True, kw_only=True):
    caption: str = ""
    """A line that explains it."""
    under: str = ""
    """The heading that it stands under together with its neighbours."""
    side: Side = ""
    """On paper, neighbours with a side stand beside each other."""
    flow: int = 1
    """In how many columns it flows on paper."""
    page: bool = False
    """It begins a page."""
    last: bool = False
    """It stands at the end of a report, after what everyone gets."""
    floats: bool = False
    """On paper, what follows it comes first where it finds no room."""


class Section(Layout, frozen=True, tag_field="kind", tag=str.lower):
    key: str
    title: str

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()


# the kinds


class Brief(Section, frozen=True):
    """What happened to the reader, the gravest first, and what to look out for."""

    notices: tuple[Notice, ...] = ()
    warnings: tuple[Notice, ...] = ()
    empty: str = "Nothing happened to you this turn."


class Figures(Section, frozen=True):
    """The few figures that a player looks for first, in a strip; each game names its own."""

    figures: tuple[Figure, ...] = ()


class Account(Section, frozen=True):
    """Figures that add up: the total is the sum of the entries."""

    entries: tuple[Entry, ...]
    total_label: str
    total: int


class Orders(Section, frozen=True):
    """Every line of the sheet with its result, and what others did, in order of time."""

    deeds: tuple[Deed, ...] = ()
    purse: tuple[str, ...] = ()
    """The columns of figures: what a line cost, what was left; none if the game has no purse."""
    stray: tuple[Deed, ...] = ()
    """Lines of the sheet that were not played."""
    empty: str = "You gave no orders."


class Grid(Section, frozen=True):
    """A table."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()
    note: str = ""
    """The heading over the notes of the rows."""
    total: tuple[Cell, ...] = ()
    empty: str = ""


class Facts(Section, frozen=True):
    facts: tuple[Fact, ...] = ()


class Standing(Section, frozen=True):
    """Standing orders in force."""

    orders: tuple[Fact, ...] = ()
    empty: str = "No standing orders are in force."


class Hand(Section, frozen=True):
    cards: tuple[Card, ...] = ()
    empty: str = "You hold none."


class Episodes(Section, frozen=True):
    episodes: tuple[Episode, ...] = ()


class News(Section, frozen=True):
    headlines: tuple[Headline, ...] = ()
    empty: str = "No public events this turn."


class Messages(Section, frozen=True):
    messages: tuple[Message, ...] = ()


class Chart(Section, frozen=True):
    """Figures turn by turn, as lines; `table` says whether the figures stand under it too."""

    turns: tuple[int, ...] = ()
    series: tuple[Series, ...] = ()
    table: bool = True
    plate: str = ""
    """The plate that has the powers' colours, if the game has several."""


class Map(Section, frozen=True):
    """A plate with its owners. Whatever it shows stands in other sections too: text has no picture."""

    plate: str = ""
    """Its name, if the game has several."""
    owners: dict[str, str] = {}
    """The owner of each place that has one."""
    changed: tuple[str, ...] = ()
    """Places that changed hands this turn."""
    was: dict[str, str] = {}
    """Their former owners, where they had one."""
    own: str = ""
    """Whose realm is outlined: the reader's."""
    covers: tuple[tuple[str, str], ...] = ()
    """Places with what lies over them, such as a plague, by its name in plate.toml."""
    tokens: tuple[Token, ...] = ()
    moves: tuple[Move, ...] = ()
    """Marches between places."""
    trails: tuple[tuple[str, ...], ...] = ()
    """The hexes that a unit moved through."""
    fights: tuple[tuple[str, str], ...] = ()
    """From the attacker's hex to the defender's."""
    shots: tuple[tuple[str, str], ...] = ()
    """From the archer's hex to the target's."""
    sides: tuple[tuple[str, int, str], ...] = ()
    """A hex, one of its hexsides, and what lies there this turn."""
    whole: tuple[str, ...] = ()
    """Places that a window must show whole; with none and no `part` all of the plate is shown."""
    part: tuple[str, ...] = ()
    """Places whose middle it must show."""
    scale: int = 0
    """On a map of hexes, how many times as large as the whole map on a page; 0: as large as its room."""
    quiet: bool = False
    """Only the names of realms are written: a small map."""
    names: dict[str, str] = {}
    """The owners' names, over their lands and in the key, in its order; with none there is no key."""
    key_to: tuple[tuple[str, str], ...] = ()
    """More rows of the key: a sign, and what it means."""

    @property
    def is_whole(self) -> bool:
        """Whether it shows all of a plate, large enough to be read."""
        return not (self.whole or self.part or self.scale or self.quiet)


class Prose(Section, frozen=True):
    text: str = ""


class Ending(Section, frozen=True):
    """The end of the game."""

    text: str
    lines: tuple[str, ...] = ()
    how: str = ""
    winners: tuple[str, ...] = ()
    earned: int = 0
    """The prize that the rules give this player."""


class Slip(Section, frozen=True):
    """Lines to tick and send back; one that ends in a colon has room to write."""

    lines: tuple[str, ...] = ()


class Ballot(Struct, frozen=True):
    """A proposal of the players on which the reader may vote."""

    number: int
    text: str


class Turnsheet(Section, frozen=True):
    """The sheet to fill in and send back: numbered slots with boxes, or lines."""

    count: int
    boxes: tuple[str, ...] = ()
    """The boxes of a numbered slot; with none the sheet has ruled lines, each one field."""
    rows: tuple[str, ...] = ()
    """Lines that are filled in already."""
    power: str = "power"
    """The game's own word."""
    rule: str = ""
    """How many may be written and what is not played, in a sentence."""
    purse: str = ""
    """The heading over the costs."""
    contacts: bool = True
    """Whether a player may have a telephone number and an address printed in the roundup."""
    actions: tuple[ActionRow, ...] = ()
    conditions: tuple[str, ...] = ()
    """What an order may depend on, as it is written."""
    form: tuple[FormRow, ...] = ()
    """Rows of boxes before the lines; a box left as it is writes no line."""


AnySection = (
    Brief | Figures | Account | Orders | Grid | Facts | Standing | Hand | Episodes | News | Messages | Chart | Map
    | Prose | Ending | Slip | Turnsheet
)  # fmt: skip


def columns(spec: str) -> tuple[Column, ...]:
    """Columns in a line: `_<4# name<16 armies|arm>! terrain<~`.

    A title, perhaps a shorter one, `<` or `>` for left or right, the least width, and `#` for codes, `!` for what
    counts most, `~` for what counts least. `_` is a blank.
    """
    return tuple(column(word, spec) for word in spec.split())


def column(word: str, spec: str) -> Column:
    match = COLUMN.fullmatch(word)
    if not match:
        raise GameError(f'columns("{spec}"): a column cannot be {word}. {A_COLUMN}')
    title, short, sign, room, look = match.groups()
    long, brief = (text.replace("_", " ").strip() for text in (title, short or ""))
    return Column(long, brief, sign == ">", int(room or 0), LOOKS[look])


def account(key: str, title: str, entries: Iterable[Entry], total: str, under: str = "", side: Side = "") -> Account:
    """An account that adds up."""
    lines = tuple(entries)
    return Account(key, title, lines, total, sum(line.amount for line in lines), under=under, side=side)
