"""The shape of Dark Age's report and roundup [1.10, 1.11]; `reporting` makes them, `pbm.reports` tells of the forms."""

from msgspec import Struct

from pbm.reports import (
    ActionRow,
    Chapter,
    Deed,
    Fact,
    Headline,
    Ledger,
    Masthead,
    Message,
    Notice,
)
from pbm.rulesets.darkage.view import Glimpse, Standing
from pbm.rulesets.darkage.world import Area, Control, Kingdom, Loan, Settings

REPORT, ROUNDUP = "pbm-report/1", "pbm-roundup/1"
"""The schemas the JSON forms keep to."""


class Holding(Struct, frozen=True):
    """An area of your own."""

    code: str
    name: str
    terrain: str
    people: int
    limit: int
    """The most people it can feed."""
    armies: int
    ships: int
    forts: int
    trade: int
    income: int
    upkeep: int
    defence: int
    mode: str
    """retreat, ambush or defend; empty at sea."""
    aim: str | None
    """Where it retreats to, or whom from it ambushes."""
    near: tuple[str, ...]
    gained: bool
    """It was not yours when the turn began."""
    dispersed: int
    """Armies that left it for the reserve at the end of the turn."""
    blockaded: bool
    scouts: tuple[str, ...]
    """Whose armies look into it."""


class Sighting(Struct, frozen=True):
    """Another's area, as at the end of the turn."""

    code: str
    name: str
    terrain: str
    owner: str | None
    people: int
    armies: int
    ships: int
    forts: int
    trade: int
    defence: int
    how: str
    """spy, watcher, scouted, or visited."""


class Bout(Struct, frozen=True):
    """A round of a battle: the strengths, and what each side lost."""

    attack: int
    defence: int
    attackers_lost: int
    defenders_lost: int


class Clash(Struct, frozen=True):
    """A battle you were in."""

    phase: str
    round: int | None
    own: bool
    """You attacked."""
    word: str
    """The action, if it was yours."""
    attacker: str
    defender: str | None
    origin: str
    target: str
    title: str
    line: str
    """All of it in one line."""
    bouts: tuple[Bout, ...]
    outcome: str
    losses: str
    ambush: bool
    won: bool
    great: bool


class Rank(Struct, frozen=True):
    """A kingdom in the roundup."""

    place: int
    """By victory points; equals share a place."""
    code: str
    name: str
    nation: str
    control: Control
    in_play: bool
    points: int
    gained: int | None
    """Since last turn."""
    treasury: int
    reserve: int
    fleet: int
    areas: tuple[str, ...]
    overlord: str | None
    unders: tuple[str, ...]
    turn: int | None
    """Its place in the next order of play."""
    contacts: dict[str, str]


class Change(Struct, frozen=True):
    """An area that changed hands this turn."""

    area: str
    name: str
    was: str | None
    now: str | None


class Roundup(Struct, frozen=True):
    """What everyone gets: public facts alone."""

    schema: str
    masthead: Masthead
    notices: tuple[Notice, ...]
    ranks: tuple[Rank, ...]
    """Those in play by victory points, then those who are out."""
    kings: tuple[Fact, ...]
    contacts: tuple[Fact, ...]
    order: tuple[str, ...]
    unowned: tuple[str, ...]
    names: dict[str, str]
    """The full name of every area and kingdom."""
    changes: tuple[Change, ...]
    news: tuple[Headline, ...]
    messages: tuple[Message, ...]
    history: tuple[Chapter, ...]
    """This turn included; the oldest first."""


class Ending(Struct, frozen=True):
    """The end of the game [4.4, 4.5]."""

    winner: str
    how: str
    text: str
    place: int
    """Yours, by victory points."""
    lines: tuple[str, ...]
    earned: int
    """Discounts won in this game."""
    discounts: int | None
    """With those from before."""
    credits: int | None
    slip: tuple[str, ...]
    """What to send back."""


class Data(Struct, frozen=True):
    """The bare figures, for players' own tools: all that the kingdom may know of the closing position."""

    kingdom: Kingdom
    areas: dict[str, Area]
    seen: dict[str, Glimpse]
    owners: dict[str, str | None]
    standings: dict[str, Standing]
    order: tuple[str, ...]
    borrowed: Loan | None = None
    """What is on loan to it, and from whom."""
    settings: Settings = Settings()


class Report(Struct, frozen=True):
    schema: str
    masthead: Masthead
    brief: tuple[Notice, ...]
    warnings: tuple[Notice, ...]
    ledgers: tuple[Ledger, ...]
    deeds: tuple[Deed, ...]
    stray: tuple[Deed, ...]
    battles: tuple[Clash, ...]
    areas: tuple[Holding, ...]
    seen: tuple[Sighting, ...]
    affairs: tuple[Fact, ...]
    ending: Ending | None
    actions: tuple[ActionRow, ...]
    roundup: Roundup
    view: Data


SCHEMAS = {"report": (Report, REPORT), "roundup": (Roundup, ROUNDUP)}
