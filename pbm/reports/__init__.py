"""Reports: data first, then forms. A game says what there is to tell as sections; the rest is here and knows no game.

    sections    the kinds of section
    tell        what all games tell alike: the brief, deeds in time, accounts, news, messages, charts
    text, html, paper, schema  the forms, by general templates; a game may bring its own for a section
    pdf         pages: type, blocks, tables, fields
    figures     maps and charts, on paper and as SVG
    plain       text that players wrote, made harmless; lines measured and broken

A `Report` is made out of nothing but a player's view, the public history and a `Frame`; a `Roundup` is for everyone.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct, structs

from pbm.reports.sections import AnySection, Ending, Fact

REPORT, ROUNDUP = "pbm-report/2", "pbm-roundup/2"
"""The schemas that the JSON forms keep to, whatever the game."""

Kind = TypeVar("Kind")


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
    receipt: str = ""
    """The fingerprint of the orders this turn was played with."""
    facts: tuple[Fact, ...] = ()
    """What else the office has to say to this player, such as turns paid for."""
    warnings: tuple[str, ...] = ()
    """What the player should look out for, besides the game."""
    closing: tuple[str, ...] = ()
    """What the office has to say once the game is over."""
    note: str = ""
    """A word from the game master to everyone."""


PRIVATE = ("player", "address", "sheet_code", "receipt", "facts", "warnings", "closing")
"""What a frame holds of one player."""


class Masthead(Frame, frozen=True, kw_only=True):
    ruleset: str
    """The game's own name, under which its templates are found."""
    title: str
    """The name of the rules, such as Dark Age."""
    turn: int
    """The turn just played; 0 is the set-up."""
    coming: int
    """The turn whose orders are due."""
    who: str = ""
    """The code of the power; empty in the roundup."""
    name: str = ""
    style: str = ""
    """How a letter speaks of it: the kingdom of Mercia."""
    about: tuple[Fact, ...] = ()
    """What the game says of the power at the head of its report."""

    @classmethod
    def of(cls, frame: Frame, **facts: Any) -> "Masthead":
        return cls(**structs.asdict(frame), **facts)


class Chapter(Struct, frozen=True):
    """How a turn left the powers: public figures by name and power, and who owns what."""

    turn: int
    figures: dict[str, dict[str, int]] = {}
    owners: dict[str, str | None] = {}


History = tuple[Chapter, ...]
"""The oldest first; the last is the turn that is told of."""


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
    """What everyone gets: public facts alone."""

    names: dict[str, str]
    """The full name of every code."""
    history: History


class Report(Bulletin, frozen=True):
    roundup: Roundup
    view: dict[str, Any]
    """The bare figures, for players' own tools: all that the power may know of the closing position."""

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if it did."""
        return next(self.of(Ending), None)
