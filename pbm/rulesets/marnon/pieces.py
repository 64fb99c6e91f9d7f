"""What a power has, and what stands in an area: the pieces on the map."""

from typing import Literal

from msgspec import Struct, field

from pbm.rules.code import Place, Power

# Structs whose fields have words as defaults write all of their fields: a word that is read back is another object than
# the default, and only the same object would be left out.
Status = Literal["player", "dropout", "exile", "out", "np", "invader", "castle", "castellan", "vacant"]
Levy = str | list[str]
"""`R1T1`, or `[R1T4, TOWN]`."""


class Force(Struct, forbid_unknown_fields=True):
    """Points that stand together. On a ship it is in a sea; on a hunt it is nowhere."""

    at: Place | None = None
    points: int = 0
    stance: str = "ODDS3"
    pursue: str = "ODDS"
    ground: int = 5
    retreat: list[str] = field(default_factory=list)
    terr: list[Levy] = field(default_factory=list)
    mercs: list[str] = field(default_factory=list)
    honours: int = 0
    leaders: int = 0
    reserve: bool = False
    inside: bool = False
    origin: str | None = field(name="from", default=None)
    """The area or sea it last came from."""
    hidden: bool = False
    away: str | None = None
    """Where it comes back to from a hunt [5.94]."""
    supplies: int = 0
    joins: str | None = None
    """The force that a marching regiment is on its way to [5.84]."""
    bluff: str = "0"


class General(Struct, forbid_unknown_fields=True):
    rating: int = 8
    skill: str = "NONE"
    place: str | None = field(name="with", default=None)
    """The force he is with, or the castle in which he waits."""
    known: bool = True


class Fleet(Struct, omit_defaults=True, forbid_unknown_fields=True):
    at: Place | None = None
    damaged: bool = False
    merc: str | None = None
    away: str | None = None


class Caravan(Struct, omit_defaults=True, forbid_unknown_fields=True):
    at: Place
    origin: str | None = None
    moved: int = 0
    to: str | None = None
    via: list[str] = field(default_factory=list)


class Diplomat(Struct, omit_defaults=True, forbid_unknown_fields=True):
    at: Place | None = None


class Screen(Struct, forbid_unknown_fields=True):
    at: Place | None = None
    n: int = 0
    hidden: bool = False
    bluff: str | int = "0"


class Exiled(Struct, forbid_unknown_fields=True):
    kind: Literal["OFFSHORE", "HOST"] = "OFFSHORE"
    host: str | None = None
    points: int = 0
    general: str | None = None


class Navy(Struct, forbid_unknown_fields=True):
    rounds: int = 2
    chase: str = "ODDS"


class Due(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Something that is paid for, or paid in part, and comes later [5.84, 5.85]."""

    what: str
    n: int = 0
    to: str | None = None
    turn: int = 0
    left: int = 0
    """Parts still to be paid."""
    price: int = 0
    """Of each part."""


class Debt(Struct, omit_defaults=True, forbid_unknown_fields=True):
    to: str
    n: int
    due: int | None = None


class PowerState(Struct, forbid_unknown_fields=True):
    status: Status = "player"
    home: str | None = None
    castle: str | None = None
    seat: str | None = None
    cash: int = 0
    culture: str = "MIXED"
    government: str = "MONARCHY"
    initiative: str = "LAST"
    relations: dict[str, str] = field(default_factory=dict)
    trade: list[str] = field(default_factory=list)
    host: list[str] = field(default_factory=list)
    exile_to: str = "OFFSHORE"
    navy: Navy = field(default_factory=Navy)
    walls: dict[str, str] = field(default_factory=dict)
    pay: list[str] = field(default_factory=list)
    forces: dict[str, Force] = field(default_factory=dict)
    generals: dict[str, General] = field(default_factory=dict)
    fleets: dict[str, Fleet] = field(default_factory=dict)
    caravans: dict[str, Caravan] = field(default_factory=dict)
    diplomats: dict[str, Diplomat] = field(default_factory=dict)
    screens: dict[str, Screen] = field(default_factory=dict)
    screens_lost: int = 0
    exile: Exiled | None = None
    due: list[Due] = field(default_factory=list)
    debts: list[Debt] = field(default_factory=list)
    heirs: int = 0
    """Generals lost since the last administration, who are replaced at the next but one [5.88]."""
    heirs_due: int = 0
    missed: int = 0
    """Turns in a row for which no orders came."""

    @property
    def points(self) -> int:
        """The army points of all its forces."""
        return sum(force.points for force in self.forces.values())

    @property
    def control(self) -> str:
        """Who plays it, for the roster."""
        if self.status in ("player", "exile", "castellan"):
            return "player"
        return "dropout" if self.status in ("dropout", "vacant") else "computer"

    @control.setter
    def control(self, value: str) -> None:
        if self.status in ("player", "dropout"):
            self.status = "player" if value == "player" else "dropout"
        elif self.status in ("castellan", "vacant"):
            self.status = "castellan" if value == "player" else "vacant"

    @property
    def powers(self) -> list[str]:
        return []


class Siege(Struct, omit_defaults=True, forbid_unknown_fields=True):
    by: Power
    level: int = 1


class AreaState(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power | None = None
    fort: bool = False
    cut: int = 0
    """Turns running that a fort has been cut off."""
    unpaid: bool = False
    siege: Siege | None = None
