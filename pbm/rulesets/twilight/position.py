"""A position as it is kept: house rules, seats, powers, forces as unit strings [9]."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec import field as member

from pbm.rulesets.twilight.tables import Moral
from pbm.rulesets.twilight.units import LOSSES

PowerKind = Literal["pp", "major", "minor"]
Control = Literal["player", "computer", "out"]
Scenario = Literal["806", "843", "855", "863", "870", "876", "877", "880", "882", "888"]
Ban = str | list[str]
"""`CHU`, or `[OAT, CHB, LGE]`."""


def about(text: str) -> Meta:
    return Meta(description=text)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules."""

    scenario: Annotated[Scenario, about("the partition that is played [27]")] = "843"
    dp_as_vp: Annotated[Literal["dv", "all"], about("DP count as VP up to the DV held, or all of them [26.1]")] = "dv"
    npp_auction: Annotated[Literal["sealed", "proxy"], about("what the winner of an auction pays [9.0]")] = "sealed"
    franks_convert: Annotated[bool, about("Frankish powers and the Pope may convert each other [22.0]")] = True
    vikings: Annotated[bool, about("Viking raids are rolled [10.0]")] = True
    feudalism: Annotated[bool, about("feudalism markers [29.1]")] = False
    succession: Annotated[bool, about("heirs follow a fallen leader [29.2]")] = False
    viking_buyoff: Annotated[bool, about("raiders may be bought off [29.3]")] = False
    extended: Annotated[bool, about("the game goes on until the Empire is one again [29.4]")] = False
    dropout_after: Annotated[int, about("missed turns in a row that make a dropout [H11]")] = 2


class Player(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A seat, named by the power it began with."""

    pp: str | None
    """The power that is the player's own; none after its leader's death."""
    control: Control = "player"
    missed: int = 0


class PowerState(Struct, omit_defaults=True, forbid_unknown_fields=True):
    kind: PowerKind
    player: str | None = None
    """The seat that controls it."""
    frankish: bool = False
    last: str | None = None
    """The seat that had it last."""
    dp: int = 0
    markers: list[str] = member(default_factory=list)
    loot: int = 0
    """What an NPP pillaged, for its next levy [18.0]."""
    out: bool = False
    waits: bool = False
    """It came to its player after it could play this year [24.0]."""


class Doctrine(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Standing orders of a power."""

    losses: list[str] = member(default_factory=lambda: list(LOSSES))
    crt: list[str] = member(default_factory=lambda: ["ENGAGE"])
    keep: list[str] = member(default_factory=lambda: ["F", "W", "N", "S", "M"])
    shed: list[str] = member(default_factory=list)
    occupy: bool = True
    sortie: bool = False
    defend: list[str] = member(default_factory=lambda: ["NONE"])
    assassin: list[str] = member(default_factory=list)
    choose: dict[str, list[str | int]] = member(default_factory=dict)
    permit: list[str] = member(default_factory=list)


class Position(Struct, forbid_unknown_fields=True, omit_defaults=True, rename={"doctrines": "doctrine"}):
    """A position as it is kept: forces as unit strings."""

    scenario: str
    turn: int
    year: int
    seats: list[str]
    players: dict[str, Player]
    powers: dict[str, PowerState]
    forces: dict[str, dict[str, list[str]]]
    doctrines: dict[str, Doctrine] = {}
    scandinavia: int = 0
    pillaged: list[str] = []
    plague: list[str] = []
    feudal: list[str] = []
    unrest: list[str] = []
    pool: list[str] = []
    removed: list[str] = []
    out: dict[str, str] = {}
    slots: dict[int, str] = {}
    order: list[str] = []
    last_order: list[str] = []
    bans: list[Ban] = []
    paralysed: list[str] = []
    frankish_start: list[str] = []
    vp: dict[str, int] = {}
    levels: dict[str, str] = {}
    moral: Moral = "none"
    over: bool = False
