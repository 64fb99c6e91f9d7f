"""The state of a game of Dark Age, and the questions the rules ask of it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from pbm.rules.code import Place, Power
from pbm.rules.names import Names
from pbm.rules.position import fields_of
from pbm.rulesets.darkage.map import PLURAL, Map, britain, full_names, nations

VIKINGS = ("VIK", "DAN", "NRS")
RESERVE_PEOPLE = 5
"""Reserve and household are kept as if by so many people [2.12]."""

SHARE = re.compile(r"(\d+)/(\d+)")
UNCHANGED = ""
"""For `owner_at_start`: the owner is the same as when the turn began."""

Mode = Literal["retreat", "ambush", "defend"]
Control = Literal["player", "dummy", "dropout"]


@cache
def fraction(text: str) -> tuple[int, int]:
    share = SHARE.fullmatch(text)
    if not share or not 0 < int(share[2]) >= int(share[1]):
        raise ValueError(f'"{text}" must be a fraction up to 1, such as "1/3"')
    return int(share[1]), int(share[2])


def about(text: str) -> Meta:
    return Meta(description=text)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules, which a game master may change."""

    terrain_bonus: Annotated[Literal["text", "table"], about("defence bonus as in 2.5, or in 11.1")] = "text"
    dispersed_share: Annotated[str, about("share of armies lost in a land battle that come home [3.5]")] = "1/3"
    plunder_limit: Annotated[bool, about("plunder only where something stood, once a turn [5.11]")] = True
    negative_vp: Annotated[bool, about("victory points may fall below zero [4.2]")] = False
    high_king_bonus: Annotated[Literal["turn", "census"], about("when high kings score [10.2]")] = "turn"
    start_bonus: Annotated[int, about("BPs and treasury beyond income at the start [1.3]")] = 5
    standby_bonus: Annotated[int, about("treasury for a player who takes a kingdom over [1.3]")] = 5
    dropout_after: Annotated[int, about("missed turns in a row that make a dropout [1.7]")] = 2
    computers_win: Annotated[bool, about("a kingdom without a player can win and end the game [4.3]")] = False
    points_target: Annotated[int, about("VPs to pass for a points win; 0: the map's population limit [4.3]")] = 0

    def __post_init__(self) -> None:
        fraction(self.dispersed_share)

    def dispersed(self, lost: int) -> int:
        """The armies that come home, of those lost."""
        part, whole = fraction(self.dispersed_share)
        return lost * part // whole


class Area(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power | None = None
    population: int = 0
    armies: int = 0
    ships: int = 0
    forts: int = 0
    trade: int = 0
    mode: Mode = "retreat"
    toward: Place | None = None
    against: Place | None = None
    # for this turn only
    sticky: bool = False
    grown: bool = False
    migrated_into: bool = False
    popped: bool = False
    settled: bool = False
    owner_at_start: Power | None = UNCHANGED
    passage: Power | None = None
    """The kingdom that the owner lets in [5.12]."""
    lent_by: Power | None = None
    lent_to: Power | None = None
    plundered_by: list[Power] = field(default_factory=list)
    abandoned: bool = False
    """Given up with its kingdom this turn: gains its army at the next start [10.6]."""

    @property
    def upkeep(self) -> int:
        return max(0, self.armies + self.forts + self.ships - self.population) // 2


class Household(Struct, forbid_unknown_fields=True):
    troops: int = 0
    at: Place | None = None


class Spy(Struct, forbid_unknown_fields=True):
    at: Place
    waiting_for: Power | None = None


class Loan(Struct, forbid_unknown_fields=True):
    to: Power
    armies: int = 0


class Kingdom(Struct, omit_defaults=True, forbid_unknown_fields=True):
    control: Control = "player"
    bp: int = 0
    treasury: int = 0
    reserve: int = 0
    fleet: int = 0
    vp: int = 0
    household: Household = field(default_factory=Household)
    spy: Spy | None = None
    watchers: list[Place] = field(default_factory=list)
    overlord: Power | None = None
    """The high king it recognises; its own code if it is a high king itself."""
    borrows_from: Power | None = None
    loan: Loan | None = None
    contacts: dict[str, str] = field(default_factory=dict)
    """Its lines in the roundup: PHONE and EMAIL [1.9]."""
    missed: int = 0
    """Turns in a row that its player sent no orders [1.7]."""
    # for this turn only
    pending: int = 0
    cashed: int = 0
    order_spend: int = 0
    disbanded: bool = False
    exchanged: bool = False
    scattered: int = 0
    """Armies dispersed in battle, on their way to the reserve [3.5]."""
    appeared: bool = False
    sheet: str | None = None
    """The kingdom whose sheet it plays: its own unless a player changed kingdoms [10.4]; empty for none."""

    @property
    def usable(self) -> int:
        return self.reserve - self.pending


class Census(Struct, omit_defaults=True, forbid_unknown_fields=True):
    next: int
    taken: int = 0
    """The turn of the last one."""
    warned: bool = False
    """A win is in sight: the next census may end the game [4.3]."""


class Victory(Struct, frozen=True):
    who: str
    how: str


class Position(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A world without its map and house rules: what is kept on disk."""

    turn: int
    order: list[str]
    """The order of play: all kingdoms in play."""
    census: Census
    kingdoms: dict[str, Kingdom]
    areas: dict[str, Area]
    won: Victory | None = None


class World(Position, kw_only=True):
    """A position on its map under its house rules."""

    map: Map
    settings: Settings

    def near(self, where: str, other: str) -> bool:
        return other in self.map[where].near

    def in_play(self, kingdom: str) -> bool:
        return kingdom in self.order

    def seat(self, who: str) -> Kingdom:
        return self.kingdoms[who]

    def whose_sheet(self, who: str) -> str:
        """A player who changed kingdoms plays on with the same sheet [10.4]."""
        sheet = self.kingdoms[who].sheet
        return who if sheet is None else sheet

    def defence(self, where: str) -> int:
        """The defence level of a land area, or the strength at sea [2.5, 8.4a]."""
        area, place = self.areas[where], self.map[where]
        if place.is_sea:
            return area.armies + area.ships
        return defence_level(area, area.armies, self.bonus(where))

    def bonus(self, where: str) -> int:
        """Of the ground, by the house rules."""
        return self.map[where].bonuses[self.settings.terrain_bonus]

    def blockaded(self, where: str) -> bool:
        """Only a city can be [2.16]."""
        hinterland = self.map[where].hinterland
        if hinterland is None:
            return False
        inside, around = self.areas[where], self.areas[hinterland]
        foreign = around.owner is not None and around.owner != inside.owner
        return foreign and 2 * around.armies > inside.population + inside.armies

    def shut(self) -> set[str]:
        """The cities that are blockaded."""
        return {where for where, place in self.map.items() if place.hinterland and self.blockaded(where)}

    def room(self, sea: str) -> int:
        return self.areas[sea].ships - self.areas[sea].armies

    def owned(self, kingdom: str) -> Iterator[tuple[str, Area]]:
        return ((code, area) for code, area in self.areas.items() if area.owner == kingdom)

    def lender(self, kingdom: str) -> str | None:
        """Who has armies on loan to this kingdom; it can only be one [3.15]."""
        for code, other in self.kingdoms.items():
            if other.loan and other.loan.to == kingdom and other.loan.armies:
                return code
        return None

    def change_owner(self, where: str, owner: str | None) -> None:
        """For events only: the old owner's passage permission and their spy's traps end [7.5]."""
        area = self.areas[where]
        if area.owner_at_start == UNCHANGED:
            area.owner_at_start = area.owner
        area.passage = None
        if area.owner in self.kingdoms and (spy := self.kingdoms[area.owner].spy) and spy.at == where:
            spy.waiting_for = None
        area.owner = owner

    def names(self) -> Names:
        return full_names(self.map)

    def called(self, code: str) -> str:
        """An area or a kingdom by its name, with the code that a player writes."""
        place = self.map.get(code) or nations()[code]
        return f"{place.name} ({code})"

    def subject(self, code: str, one: str, many: str) -> str:
        """The same with the form of a verb that agrees with it: The Fens (FEN) are, Kent (KNT) is."""
        return f"{self.called(code)} {many if code in PLURAL else one}"


def defence_level(area: Area, armies: int, bonus: int) -> int:
    """Armies and people, each doubled by a fort or trade level while there are any, and the ground [2.5]."""
    people = armies + area.population
    return people + min(people, area.forts + area.trade) + bonus


def offmap_upkeep(armies: int) -> int:
    return max(0, armies - RESERVE_PEOPLE) // 2


def nationality(kingdom: str | None) -> str | None:
    """None for unowned land, which differs from everyone [5.9]."""
    return nations()[kingdom].nationality if kingdom else None


def is_gaelic(kingdom: str | None) -> bool:
    return nationality(kingdom) == "Gaelic"


def is_viking(kingdom: str | None) -> bool:
    return nationality(kingdom) == "Viking"


def opened(position: Position, settings: Settings, chart: Map | None = None) -> World:
    return World(**fields_of(position), map=chart or britain(), settings=settings)
