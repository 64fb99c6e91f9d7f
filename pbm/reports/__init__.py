"""Reports: data first, then forms. This is the shape that every game's reports share; it knows no game.

A game makes two things of a turn: a `Report` for each player, out of nothing but his view, the public history and a
`Frame`, and one `Roundup` for everyone, out of public facts alone. Dark Age's are in `darkage.report.shape`:

    report.masthead     Masthead    who, what, when, where orders go                           (here)
    report.brief        Notice...   what happened to you, the gravest first
    report.warnings     Notice...   what to look out for
    report.ledgers      Ledger...   keys spent, income, treasury, victory; each adds up to its total
    report.deeds        Deed...     your sixteen actions, and what others did to you, in their place in time
    report.stray        Deed...     lines of your sheet that were not played
    report.battles      ...         every battle you were in, round by round                   (the game's own)
    report.areas        ...         your lands; report.seen: others' lands as at the end of the turn
    report.affairs      Fact...     household, reserve, fleet, spy, watchers, loans, bonds
    report.roundup      Roundup     standings, order, kings, unowned areas, changed hands, news, messages, history
    report.ending       Ending      only when the game is over
    report.actions      ActionRow   the table of actions, for the turnsheet
    report.view         ...         the bare figures, for players' own tools

Every sentence is ready to print: it is plain text in full words, made by the events themselves and by the game's
`words.j2`, and never markup; a form escapes it in its own way. Player text has been through `plain.cleaned`. Zeros are
zeros: a form shows them as a thin dot. Forms are made by `text.render_text`, `html.render_html`,
`schema.render_json` and `pdf.render_pdf`, each of a Report or of a Roundup.
"""

from typing import Any, Literal

from msgspec import Struct, structs

Tone = Literal["plain", "gain", "loss", "warning"]
Kind = Literal["done", "failed", "empty", "others", "step"]


class Frame(Struct, frozen=True):
    """What the letter around a report says that is in no position: whoever sends the report fills it in."""

    game: str = ""
    date: str = ""
    player: str = ""
    address: tuple[str, ...] = ()
    gm: str = ""
    orders_to: str = ""
    """Where orders go by mail."""
    post_to: tuple[str, ...] = ()
    """Where orders go by post, line by line."""
    deadline: str = ""
    sheet_code: str = ""
    """The code of the coming turn's sheet."""
    credits: int | None = None
    """Turns that are paid for."""
    discounts: int | None = None
    """Turns won in earlier games."""
    receipt: str = ""
    """The hash of the orders this turn was played with."""
    stray: tuple["Deed", ...] = ()
    """Lines of the sheet that had no place on it."""
    note: str = ""
    """A word from the game master to everyone."""


class Masthead(Frame, frozen=True, kw_only=True):
    ruleset: str
    """The game's own name, under which its templates are found."""
    title: str
    """The name of the rules, such as Dark Age."""
    turn: int
    """The turn just played; 0 is the set-up."""
    coming: int
    """The turn whose orders are due."""
    who: str
    """The code of the power; empty in the roundup."""
    name: str
    style: str
    """How a letter speaks of it: the power of Mercia."""
    nation: str

    @classmethod
    def of(cls, frame: Frame, **facts: Any) -> "Masthead":
        return cls(**structs.asdict(frame), **facts)


class Notice(Struct, frozen=True):
    key: str
    text: str
    tone: Tone = "plain"


class Entry(Struct, frozen=True):
    """A line of a ledger."""

    key: str
    label: str
    amount: int
    note: str = ""


class Ledger(Struct, frozen=True):
    """Figures that add up: the total is the sum of the entries."""

    key: str
    title: str
    entries: tuple[Entry, ...]
    total_label: str
    total: int


class Fact(Struct, frozen=True):
    """A label and what stands beside it."""

    key: str
    label: str
    text: str


class Told(Struct, frozen=True):
    """A sentence about something that happened; forms set captures bold and great battles underlined."""

    text: str
    capture: bool = False
    great: bool = False


class Refused(Struct, frozen=True):
    rule: str
    text: str
    column: int | None = None
    """Where in the line reading it stopped, from 1."""


class Deed(Struct, frozen=True):
    """Something that was done: a line of your sheet, another's deed against you, or a step of the turn."""

    kind: Kind
    phase: str
    round: int | None = None
    number: int | None = None
    """The number of the action on the sheet."""
    who: str = ""
    """The power that acted, where it is not the one the report is for."""
    order: str = ""
    """The line as written."""
    cost: int | None = None
    left: int | None = None
    lines: tuple[Told, ...] = ()
    refusals: tuple[Refused, ...] = ()


class Headline(Struct, frozen=True):
    """A line of the public actions report."""

    phase: str
    round: int | None
    verb: str
    text: str
    capture: bool
    great: bool
    codes: tuple[str, ...]


class Message(Struct, frozen=True):
    who: str
    name: str
    text: str


class Chapter(Struct, frozen=True):
    """How a turn left the powers, in public figures."""

    turn: int
    points: dict[str, int]
    wealth: dict[str, int]
    owners: dict[str, str | None]


class ActionRow(Struct, frozen=True):
    """A line of the table of actions."""

    word: str
    boxes: tuple[str, ...]
    cost: str
    rule: str
