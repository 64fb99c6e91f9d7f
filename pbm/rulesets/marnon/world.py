"""A position: powers with their forces, generals, fleets and caravans, areas, cards, and what is going on [9].

A castle without a player is a power of its own, N4 for C4: its garrison is its force A1, a raid its force A2.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from pbm.rules.code import Place, Power
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.map import areas, by_number, is_sea, regions, seas

INVADER = "INV"
# Structs whose fields have words as defaults write all of their fields: a word that is read back is another object than
# the default, and only the same object would be left out.
GARRISON, RAID = "A1", "A2"
FIGHT, WITHDRAW = "FIGHT", "WITHDRAW"
WAR, PEACE, ALLY = "WAR", "PEACE", "ALLY"
Status = Literal["player", "dropout", "exile", "out", "np", "invader", "castle"]
Levy = str | list[str]
"""`R1T1`, or `[R1T4, TOWN]`."""
UNITS = {
    "A": "forces",
    "G": "generals",
    "F": "fleets",
    "M": "fleets",
    "V": "caravans",
    "D": "diplomats",
    "S": "screens",
}
CASTLE_STATUS = "castle"


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
    def control(self) -> str:
        """Who plays it, for the roster."""
        return "player" if self.status in ("player", "exile") else "dropout" if self.status == "dropout" else "computer"

    @control.setter
    def control(self, value: str) -> None:
        if value == "player" and self.status == "dropout":
            self.status = "player"
        elif value != "player" and self.status == "player":
            self.status = "dropout"

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


class Deck(Struct, omit_defaults=True, forbid_unknown_fields=True):
    draw: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


class CardInPlay(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The card of the coming turn, with what was rolled for it."""

    card: int
    region: str | None = None
    power: Power | None = None
    areas: list[str] = field(default_factory=list)
    port: str | None = None
    ports: list[str] = field(default_factory=list)
    sea: str | None = None
    siege: str | None = None
    pair: list[str] = field(default_factory=list)
    merc: str | None = None


class Hunt(Struct, forbid_unknown_fields=True):
    fleets: int = 0
    points: int = 0
    idle: int = 0


class Crusade(Struct, forbid_unknown_fields=True):
    power: Power
    goal: Place | None = None
    force: str | None = None
    left: int = 0
    """Turns of free supply left."""
    age: int = 0
    gone: bool = False
    """Whether it has left home."""


class King(Struct, forbid_unknown_fields=True):
    power: Power
    friends: list[str] = field(name="for", default_factory=list)
    against: list[str] = field(default_factory=list)


class Invasion(Struct, forbid_unknown_fields=True):
    built: bool = False
    quiet: int = 0


class Ongoing(Struct, omit_defaults=True, forbid_unknown_fields=True):
    plague: dict[str, int] = field(default_factory=dict)
    rebellion: dict[str, int] = field(default_factory=dict)
    truce: bool = False
    hunt: Hunt | None = None
    crusade: Crusade | None = None
    king: King | None = None
    invasion: Invasion | None = None


class NPCastle(Struct, forbid_unknown_fields=True):
    type: str = "NEUTRAL"


class NPRegion(Struct, omit_defaults=True, forbid_unknown_fields=True):
    awake: bool = False
    keeper: str | None = None
    invaders: list[str] = field(default_factory=list)


class Hired(Struct, omit_defaults=True, forbid_unknown_fields=True):
    power: Power
    force: str | None = None
    fee: int = 0


class Mercs(Struct, omit_defaults=True, forbid_unknown_fields=True):
    draw: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    hired: dict[str, Hired] = field(default_factory=dict)


class World(Struct, omit_defaults=True):
    """A position. `settings` are kept apart: they are the game's house rules."""

    turn: int = 1
    order: list[str] = field(default_factory=list)
    deck: Deck = field(default_factory=Deck)
    event: CardInPlay | None = None
    ongoing: Ongoing = field(default_factory=Ongoing)
    powers: dict[str, PowerState] = field(default_factory=dict)
    areas: dict[str, AreaState] = field(default_factory=dict)
    np_castles: dict[str, NPCastle] = field(default_factory=dict)
    np_regions: dict[str, NPRegion] = field(default_factory=dict)
    mercs: Mercs = field(default_factory=Mercs)
    track: dict[str, dict[str, int]] = field(default_factory=dict)
    winner: str | None = None
    pending: list[str] = field(default_factory=list)
    reports: dict[str, Any] | None = None
    """Results of table battles given with a position; None: the game master is asked."""
    settings: Settings = field(default_factory=Settings)

    # who is who

    def seat(self, who: str) -> PowerState:
        return self.powers[who]

    def names(self) -> Mapping[str, str]:
        return NAMES

    def in_play(self, who: str) -> bool:
        """Whether a power is in the game, with a player or without."""
        return who in self.powers and self.powers[who].status != "out"

    def players(self) -> list[str]:
        """Powers that began with a player and are not out: players, drop-outs and exiles."""
        return [who for who, power in self.powers.items() if power.status in ("player", "dropout", "exile")]

    def senders(self) -> list[str]:
        """The powers that may send a sheet."""
        more = [who for who, power in self.powers.items() if self.has_second_sheet(who, power)]
        return [*self.players(), *more]

    def has_second_sheet(self, who: str, power: PowerState) -> bool:
        if power.status == "invader":
            return self.settings.invader_player != "none"
        if power.status == CASTLE_STATUS:
            return self.settings.np_castles == "player"
        return power.status == "np" and bool(
            self.np_regions[power.home or ""].keeper if power.home in self.np_regions else ""
        )

    def rank(self, who: str) -> tuple[int, str]:
        """The place of a power in the order of this turn; those without a place come after all others."""
        return (self.order.index(who), "") if who in self.order else (len(self.order), unplaced(who))

    def ranked(self, who: Iterable[str]) -> list[str]:
        return sorted(dict.fromkeys(who), key=self.rank)

    def needs_no_general(self, who: str) -> bool:
        return self.powers[who].status in ("np", "invader", CASTLE_STATUS)

    # units by the codes that others use, such as WHI.A2

    @property
    def own_forces(self) -> dict[str, Force]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.forces.items()}

    @property
    def own_fleets(self) -> dict[str, Fleet]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.fleets.items()}

    @property
    def own_generals(self) -> dict[str, General]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.generals.items()}

    # what stands where

    def force(self, who: str, code: str) -> Force:
        return self.powers[who].forces[code]

    def forces(self) -> Iterator[tuple[str, str, Force]]:
        for who, power in self.powers.items():
            for code, force in power.forces.items():
                yield who, code, force

    def forces_in(self, area: str) -> list[tuple[str, str, Force]]:
        """Every force in an area, by power and number."""
        found = [
            (who, code, force)
            for who, power in self.powers.items()
            for code, force in power.forces.items()
            if force.at == area and force.points > 0
        ]
        if len(found) > 1:
            found.sort(key=lambda row: (self.rank(row[0]), by_number(row[1])))
        return found

    def own_in(self, who: str, area: str) -> dict[str, Force]:
        """The forces of a power in an area, by number."""
        found = {
            code: force for code, force in self.powers[who].forces.items() if force.at == area and force.points > 0
        }
        return dict(sorted(found.items(), key=lambda row: by_number(row[0])))

    def powers_in(self, area: str) -> list[str]:
        return list(dict.fromkeys(who for who, _, _ in self.forces_in(area)))

    def points_in(self, who: str, area: str) -> int:
        return sum(force.points for force in self.own_in(who, area).values())

    def largest(self, who: str, area: str) -> str | None:
        """The largest force of a power in an area, the lowest number on a tie."""
        return largest_of(self.own_in(who, area))

    def numbered(self, who: str, what: str) -> list[str]:
        """The units of a kind, by number."""
        return sorted(getattr(self.powers[who], what), key=by_number)

    def generals_with(self, who: str, force: str) -> list[str]:
        generals = self.powers[who].generals
        return [code for code in sorted(generals, key=by_number) if generals[code].place == force]

    def free_code(self, who: str, letter: str, taken: Iterable[str] = ()) -> str:
        """The lowest number not in use."""
        used, number = {*getattr(self.powers[who], UNITS[letter]), *taken}, 1
        while f"{letter}{number}" in used:
            number += 1
        return f"{letter}{number}"

    def fleets_in(self, who: str, place: str) -> list[str]:
        fleets = self.powers[who].fleets
        return [code for code in sorted(fleets, key=by_number) if fleets[code].at == place]

    # areas

    def area(self, code: str) -> AreaState:
        return self.areas.setdefault(code, AreaState())

    def owner(self, code: str | None) -> str | None:
        found = self.areas.get(code or "")
        return found.owner if found else None

    def siege(self, code: str | None) -> Siege | None:
        found = self.areas.get(code or "")
        return found.siege if found else None

    def owned(self, who: str) -> list[str]:
        """The areas of a power by code, castles first."""
        return [code for code in sorted(areas()) if self.owner(code) == who]

    def ports_of(self, who: str) -> list[str]:
        return [code for code in self.owned(who) if areas()[code].port]

    def castles_of(self, who: str) -> list[str]:
        return [code for code in self.owned(who) if areas()[code].castle]

    def is_besieged(self, force: Force) -> bool:
        return force.inside and self.siege(force.at) is not None

    def is_original(self, who: str, area: str) -> bool:
        power = self.powers[who]
        if power.status == "invader":
            return self.owner(area) == who
        return area == power.castle or (power.home is not None and areas()[area].region == power.home)

    def score(self, who: str) -> int:
        return len(self.owned(who))

    def card(self, number: int) -> CardInPlay | None:
        """The card of this turn, if it is that one."""
        return self.event if self.event and self.event.card == number else None

    def card_of(self, who: str, number: int) -> bool:
        """Whether this turn's card is that one and concerns the power."""
        found = self.card(number)
        return found is not None and found.power == who


def largest_of(forces: Mapping[str, Force]) -> str | None:
    return min(forces, key=lambda code: (-forces[code].points, by_number(code)), default=None)


def unplaced(who: str) -> str:
    """Regions without a player by number, then castles by number."""
    homes = {region.power: region.code for region in regions().values()}
    return homes.get(who, f"S{who}")


def is_castle_power(who: str) -> bool:
    return len(who) == 2 and who[0] == "N" and who[1].isdigit()


def castle_power(castle: str) -> str:
    """N4 for C4."""
    return f"N{castle[1:]}"


def castle_of(who: str) -> str:
    return f"C{who[1:]}"


def is_war_fleet(code: str) -> bool:
    return code.startswith("F")


def at_sea(place: str | None) -> bool:
    return is_sea(place)


def all_names() -> dict[str, str]:
    powers = {region.power: region.name for region in regions().values()}
    castle_powers = {
        castle_power(code): f"the garrison of {area.name}" for code, area in areas().items() if area.castle
    }
    return {
        **{code: area.name for code, area in areas().items()},
        **{code: sea.name for code, sea in seas().items()},
        **{code: region.name for code, region in regions().items()},
        **powers,
        **castle_powers,
        INVADER: "the Invader",
    }


NAMES = all_names()


def opened(world: World, settings: Settings) -> World:
    """A position under its house rules."""
    world.settings = settings
    return world
