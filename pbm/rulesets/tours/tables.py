"""The charts: what ground costs and what the dice mean; the figures are data that may be changed."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

Result = Literal["X", "D", "E", "-"]


class Ground(Struct, frozen=True):
    """A terrain, or something on a hexside: points to enter, and what it gives against shock and fire."""

    name: str
    foot: int = 0
    mounted: int = 0
    shock: int = 0
    fire: int = 0
    impassable: bool = False


class Activation(Struct, frozen=True):
    fra: int = field(name="FRA")
    mus: int = field(name="MUS")
    leader: int

    def most(self, side: str) -> int:
        """The highest throw on which a contingent obeys."""
        return self.fra if side == "FRA" else self.mus


class FireDrm(Struct, frozen=True):
    disordered_firer: int
    shower: int
    target_wall: int


class Fire(Struct, frozen=True):
    disorder_at: dict[str, int]
    drm: FireDrm
    leader_check_at: int
    leader_killed: list[int]


class ShockDrm(Struct, frozen=True):
    flank: int
    rear: int
    two_sides: int
    attacker_disordered: int
    attacker_leader: int
    defender_leader: int
    defender_wall: int
    each_previous_attack: int


class ShockRow(Struct, frozen=True):
    """A column of the shock table: from and to an adjusted throw."""

    attacker: Result = field(name="att")
    defender: Result = field(name="def")
    low: int | None = field(name="from", default=None)
    high: int | None = field(name="to", default=None)
    continued: bool = field(name="continue", default=False)


class SecondDisorder(Struct, frozen=True):
    eliminated_to: int
    heavy: int


class EvadeLight(Struct, frozen=True):
    clean_to: int


class Reform(Struct, frozen=True):
    leader: int
    train_reach: int
    train_adjacent: int
    leader_dead: int
    reformed_to: int
    eliminated_from: int


class Victory(Struct, frozen=True):
    leader_dead: int
    wagon_beset: int


class Tables(Struct, frozen=True):
    terrain: dict[str, Ground]
    sides: dict[str, Ground]
    activation: Activation
    range: dict[int, int]
    fire: Fire
    matrix: dict[str, dict[str, int]]
    shock_drm: ShockDrm
    shock: list[ShockRow]
    counter_on: int
    second_disorder: SecondDisorder
    evade_light: EvadeLight
    leader_shock_killed: list[int]
    leader_adjacent_survives_from: int
    reform: Reform
    night: dict[int, int]
    victory: Victory


TABLES = msgspec.json.decode((Path(__file__).parent / "data" / "tables.json").read_bytes(), type=Tables)
RANGE = max(TABLES.range)


def shock_row(adjusted: int) -> ShockRow:
    return next(row for row in TABLES.shock if row.high is None or adjusted <= row.high)
