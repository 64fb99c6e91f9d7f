"""Reports: data first, then forms. A game gives sections; everything here works for any game.

    sections    the kinds of section
    tell        sections that all games share: the brief, deeds in time, accounts, news, messages, charts
    text, html, paper, schema  the forms, by general templates; a game may bring its own for a section
    pdf         pages: type, blocks, tables, fields
    figures     maps and charts, on paper and as SVG
    plain       text that players wrote, made harmless; lines measured and broken

A `Report` is made out of nothing but a player's view, the public history and a `Frame`; a `Roundup` is for everyone.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct, structs

from pbm.reports.sections import AnySection, Ballot, Ending, Fact
from pbm.rules.turn_names import START, Called, spoken

REPORT, ROUNDUP = "pbm-report/2", "pbm-roundup/2"
"""The schemas of the JSON forms, for all games."""

Kind = TypeVar("Kind")


class Frame(Struct, frozen=True):
    """The letterhead of a report: what is not in the position. The sender of the report fills it in."""

    game: str = ""
    date: str = ""
    player: str = ""
    address: tuple[str, ...] = ()
    gm: str = ""
    orders_to: str = ""
    """The email address for orders."""
    post_to: tuple[str, ...] = ()
    """The postal address for orders, line by line."""
    deadline: str = ""
    sheet_code: str = ""
    """The code for the next turn's sheet."""
    receipt: str = ""
    """The fingerprint of the orders this turn was played with."""
    facts: tuple[Fact, ...] = ()
    """Notes from the office to this player, such as turns paid for."""
    warnings: tuple[str, ...] = ()
    """Warnings from the office."""
    closing: tuple[str, ...] = ()
    """Notes from the office after the end of the game."""
    note: str = ""
    """A note from the game master to everyone."""
    again: tuple[str, ...] = ()
    """The first lines of a report made again: that it replaces another, why, and what changed for its reader."""
    record: str = ""
    """The hash of the turn's record; every report of the turn states the same."""
    draw: str = ""
    """The public draw that went into the turn's dice, with its source."""
    votes: tuple[Ballot, ...] = ()
    """The proposals that stand, on which this player may vote."""
    proposals: tuple[str, ...] = ()
    """What this player may propose, as it is written."""
    early: str = ""
    """What the next turn waits for if it may be played before its deadline: `in` or `final`, as in [calendar]."""


PRIVATE = ("player", "address", "sheet_code", "receipt", "facts", "warnings", "closing", "votes", "proposals")
"""The fields of a frame about one player."""


class Masthead(Frame, frozen=True, kw_only=True):
    ruleset: str
    """The game's own name, under which its templates are found."""
    title: str
    """The name of the rules, such as Dark Age."""
    turn: Called
    """The turn just played as people call it; 0, or `start`, is before the first sheet."""
    coming: Called
    """The turn whose orders are due."""
    who: str = ""
    """The code of the power; empty in the roundup."""
    name: str = ""
    style: str = ""
    """Its full style in letters, such as the Duchy of York."""
    about: tuple[Fact, ...] = ()
    """The facts about the power at the head of its report."""

    @property
    def when(self) -> str:
        """The time of the report: turn 4, or before turn 1."""
        return f"before {spoken(self.coming)}" if self.turn in (0, START) else spoken(self.turn)

    @classmethod
    def of(cls, frame: Frame, **facts: Any) -> "Masthead":
        return cls(**structs.asdict(frame), **facts)


class Chapter(Struct, frozen=True):
    """How a turn left the powers: public figures by name and power, and who owns what."""

    turn: int
    """In a history by the game's own count, in which a set-up is 0 and what was before it -1."""
    figures: dict[str, dict[str, int]] = {}
    owners: dict[str, str | None] = {}


class Annal(Struct, frozen=True):
    """Something of a turn that is told when the game is over."""

    kind: str
    text: str
    who: str = ""
    weight: int = 0
    """The greatest come first."""
    turn: int = 0


History = tuple[Chapter, ...]
"""The oldest first; the last is the turn of the report."""


class Bulletin(Struct, frozen=True):
    """What reports and roundups share."""

    schema: str
    masthead: Masthead
    sections: tuple[AnySection, ...]

    def of(self, kind: type[Kind]) -> Iterator[Kind]:
        return (section for section in self.sections if isinstance(section, kind))

    def section(self, key: str) -> Any:
        """The section of that key."""
        return next(section for section in self.sections if section.key == key)


class Roundup(Bulletin, frozen=True):
    """The public report: only public facts."""

    names: dict[str, str]
    """The full name of every code."""
    history: History


class Report(Bulletin, frozen=True):
    roundup: Roundup
    view: dict[str, Any]
    """The raw values for players' own tools: all that the power may know of the closing position."""

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if it did."""
        return next(self.of(Ending), None)
