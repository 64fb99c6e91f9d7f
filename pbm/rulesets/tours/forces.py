"""The two armies as they stand on the rolls: sides, contingents, types, units, leaders and wagons [2.2, 5.1, 13]."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct

from pbm.rules.code import Code
from pbm.rules.hexes import Hex
from pbm.rules.names import Names, PluralWord, Word, word
from pbm.rulesets.tours.tables import TABLES

FRA, MUS = SIDES = ("FRA", "MUS")
SHORT = {FRA: "the Franks", MUS: "the Muslims"}
HI, EUDO, GUARD, ARCHERS = "HI", "LC", "GRD", "MA"

UnitId = Annotated[str, Code("unit")]
ConId = Annotated[str, Code("contingent")]
LeaderId = Annotated[str, Code("leader")]
WagonId = Annotated[str, Code("wagon")]


class SideRow(Struct, frozen=True):
    name: str
    home: str
    home_face: str
    leader: str


class Contingent(Struct, frozen=True):
    side: str
    name: str


class LeaderRow(Struct, frozen=True):
    side: str
    name: str
    move: int
    command: int
    with_: str = msgspec.field(name="with")


class Kind(Struct, frozen=True):
    """A type of troops."""

    name: str
    move: int
    foot: bool
    heavy: bool
    missile: bool


class UnitRow(Struct, frozen=True):
    side: str
    con: str
    type: str
    hex: Hex

    @property
    def kind(self) -> Kind:
        return FORCES.types[self.type]

    @property
    def is_archer(self) -> bool:
        return self.kind.missile

    @property
    def may_charge(self) -> bool:
        """Whether its type has a row of the weapons matrix [8.0]."""
        return self.type in TABLES.matrix


class Forces(Struct, frozen=True):
    sides: dict[str, SideRow]
    contingents: dict[str, Contingent]
    leaders: dict[str, LeaderRow]
    types: dict[str, Kind]
    units: dict[str, UnitRow]
    wagons: dict[str, Hex]
    zones: dict[str, list[Hex]]
    """Where units of a contingent, of one type in a contingent, and wagons (`TR`) may be set up."""


FORCES = msgspec.json.decode((Path(__file__).parent / "data" / "forces.json").read_bytes(), type=Forces)
UNITS = dict(sorted(FORCES.units.items()))
"""By id, that is by plain alphabet."""
TYPES = tuple(FORCES.types)
CONTINGENTS = {side: tuple(con for con, row in FORCES.contingents.items() if row.side == side) for side in SIDES}
ROLLS = {
    **{side: tuple(code for code, row in UNITS.items() if row.side == side) for side in SIDES},
    **{con: tuple(code for code, row in UNITS.items() if row.con == con) for con in FORCES.contingents},
}
"""The units of each side and of each contingent, by id."""
BOWMEN = {side: tuple(code for code in ROLLS[side] if UNITS[code].is_archer) for side in SIDES}
LEADERS = {side: FORCES.sides[side].leader for side in SIDES}
CODES = frozenset((*SIDES, *FORCES.contingents, *TYPES, *UNITS, *FORCES.leaders, *FORCES.wagons))
COLOURS = {"RED": "Red ", "YEL": "Yellow ", "BLU": "Blue ", "GRY": "Grey ", "GRD": "guard's "}
ARMS = {"HI": "heavy infantry", "LI": "light infantry", "HC": "heavy cavalry", "LC": "light cavalry", "MA": "archers"}


def unit_word(code: str, row: UnitRow) -> Word:
    """What a sentence calls a unit: the 1st heavy infantry (H01), the 3rd Grey heavy cavalry (GC3)."""
    number = int(code.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
    kind = PluralWord if row.type == ARCHERS else Word
    return kind(f"the {number}{ending} {COLOURS.get(row.con, '')}{ARMS[row.type]} ({code})")


NAMES = Names(
    {
        **{side: row.name for side, row in FORCES.sides.items()},
        **{con: row.name for con, row in FORCES.contingents.items()},
        **{leader: row.name for leader, row in FORCES.leaders.items()},
    },
    (*SIDES, *FORCES.contingents),
    {
        **{side: PluralWord(SHORT[side]) for side in SIDES},
        **{code: unit_word(code, row) for code, row in UNITS.items()},
        **{code: Word(f"wagon {code}") for code in FORCES.wagons},
        **{con: PluralWord(f"the {row.name.partition(' (')[0]}") for con, row in FORCES.contingents.items()},
        GUARD: PluralWord("the guards of the wagon train"),
        EUDO: PluralWord("the light cavalry of Duke Eudo"),
    },
)


def enemy_of(side: str) -> str:
    return MUS if side == FRA else FRA


def home_face(side: str) -> str:
    return FORCES.sides[side].home_face


def zone_of(piece: str) -> list[Hex]:
    """The hexes in which a unit or a wagon may be set up [13.1, 13.2]."""
    row = UNITS.get(piece)
    if row is None:
        return FORCES.zones["TR"]
    return FORCES.zones.get(row.con) or FORCES.zones[f"{row.con}.{row.type}"]


def con_name(con: str) -> str:
    """The name of a contingent, without the remark on its stripe."""
    return NAMES[con].partition(" (")[0]


def piece_called(code: str) -> Word:
    """What a refusal calls a unit, a leader or a wagon: by name, with the code that a player writes."""
    said = word(NAMES, code)
    return Word(f"{said} ({code})") if code in FORCES.leaders else said


def arm_called(con: str, kind: str) -> str:
    """What a sentence calls all units of one type in a contingent."""
    return f"the {COLOURS.get(con, '')}{ARMS[kind]}"


def con_called(con: str) -> str:
    """What a sentence calls a contingent."""
    return str(word(NAMES, con))
