"""The position of a battle: who stands where, how they face, and what was ordered until further notice."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from pbm.rules.hexes import Hex
from pbm.rules.roster import Seat
from pbm.rulesets.tours.forces import (
    CONTINGENTS,
    FORCES,
    FRA,
    HI,
    LEADERS,
    MUS,
    ROLLS,
    SIDES,
    UNITS,
    enemy_of,
    home_face,
)
from pbm.rulesets.tours.ground import FACINGS, beside, column, directions, distance, front, nearest, spread
from pbm.rulesets.tours.now import Now

Facing = Literal["NE", "E", "SE", "SW", "W", "NW"]
Value = bool | int | str | list[str]
"""What a doctrine says: YES and NO are true and false."""
DRAW = "DRAW"
INIT = {FRA: "LAST", MUS: "FIRST"}
FARTHEST = max(unit.kind.move for unit in UNITS.values()) + 1
"""No unit attacks from further away."""
UNWRITTEN = ("settings", "now", "standing", "threats", "foes", "nearby", "approach")
"""The fields of a world that are not part of the position."""


class Settings(Struct, frozen=True):
    """The house rules."""

    nightfall: Annotated[
        int, Meta(ge=0, description="The last turn that can be fought; 0: there is no night, as at the table.")
    ] = 18
    night_margin: Annotated[
        int,
        Meta(
            ge=0,
            description="By how many hundredths of the break level the losses of the Franks must be worse for the "
            "Muslims to win at nightfall.",
        ),
    ] = 20
    break_fra: Annotated[int, Meta(ge=1, description="The loss points at which the Franks are beaten.")] = 13
    break_mus: Annotated[int, Meta(ge=1, description="The loss points at which the Muslims are beaten.")] = 13
    beset_turns: Annotated[
        int, Meta(ge=1, description="At how many checks running a wagon must be beset to count; 1: at once.")
    ] = 2
    loot_stack: Annotated[
        bool, Meta(description="Whether a train in reach and a train with a Frank beside it both count against reform.")
    ] = False
    setup: Annotated[
        Literal["sealed", "fixed"],
        Meta(description="sealed: the set-up is mailed; fixed: default places, and the first sheet is for turn 1."),
    ] = "sealed"
    dropout_after: Annotated[
        int, Meta(ge=1, description="The missed turns in a row after which a side counts as abandoned.")
    ] = 2

    def breaks_at(self, side: str) -> int:
        return self.break_fra if side == FRA else self.break_mus


class Unit(Struct):
    hex: Hex
    face: Facing
    dis: bool = False
    """Disordered."""
    eng: bool = False
    """Engaged."""


class Leader(Struct):
    hex: Hex
    alive: bool = True


class Side(Seat, kw_only=True):
    init: Literal["FIRST", "LAST"]
    seq: list[str]


def new_side(side: str) -> Side:
    return Side(init=INIT[side], seq=list(CONTINGENTS[side]))  # type: ignore[arg-type]


class World(Struct):
    """A battle. `units` holds only those in play."""

    turn: int = 1
    first: str | None = None
    """Who has the first player turn, once it is known."""
    wall: bool = False
    """Whether the Frankish heavy infantry stand in Shield Wall."""
    units: dict[str, Unit] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    wagons: dict[str, Hex] = field(default_factory=dict)
    beset: dict[str, int] = field(default_factory=dict)
    """At how many checks running each wagon was beset; only those above 0."""
    dead: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    losses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    doctrine: dict[str, dict[str, Value]] = field(default_factory=dict)
    """By contingent, and by unit where it has values of its own."""
    groups: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {side: {} for side in SIDES})
    sides: dict[str, Side] = field(default_factory=lambda: {side: new_side(side) for side in SIDES})
    winner: str | None = None
    ending: str = ""
    """How it was won: broken, night or resigned."""
    settings: Settings = Settings()
    now: Now = field(default_factory=Now)
    standing: dict[Hex, str] = field(default_factory=dict)
    """Which unit stands in a hex."""
    threats: dict[str, frozenset[Hex]] = field(default_factory=dict)
    """The hexes beside enemies of a side, as long as none of them moves."""
    foes: dict[str, list[Hex]] = field(default_factory=dict)
    """Where the enemies of a side stand, as long as none of them moves."""
    nearby: dict[str, dict[Hex, Hex | None]] = field(default_factory=dict)
    """The nearest enemy of a side by hex, as long as none of them moves."""
    approach: dict[str, dict[Hex, int]] = field(default_factory=dict)
    """How far it is to an enemy of a side, by hex, as long as none of them moves."""

    def __post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Look again who stands where."""
        self.standing = {unit.hex: code for code, unit in self.units.items()}
        for side in SIDES:
            self.stirred(side)

    def stirred(self, side: str) -> None:
        """Somebody of a side has moved or is gone: its enemies must look again."""
        for seen in (self.threats, self.foes, self.nearby, self.approach):
            seen.pop(enemy_of(side), None)

    def seat(self, who: str) -> Side:
        return self.sides[who]

    def place(self, code: str, hex: Hex) -> None:
        """Put a unit that is in play in another hex."""
        unit = self.units[code]
        if self.standing.get(unit.hex) == code:
            del self.standing[unit.hex]
        unit.hex = hex
        self.standing[hex] = code
        self.stirred(UNITS[code].side)

    def remove(self, code: str) -> None:
        del self.standing[self.units.pop(code).hex]
        self.stirred(UNITS[code].side)

    def of(self, side: str, con: str | None = None) -> list[str]:
        """The units of a side in play, or of one of its contingents, by id."""
        return [code for code in ROLLS[con or side] if code in self.units]

    def enemies(self, side: str) -> list[str]:
        return self.of(enemy_of(side))

    def enemy_at(self, hex: Hex, side: str) -> str | None:
        """The unit in a hex that fights against a side."""
        code = self.standing.get(hex)
        return code if code and UNITS[code].side != side else None

    def enemies_beside(self, hex: Hex, side: str) -> list[str]:
        return [code for other in beside(hex) if (code := self.enemy_at(other, side))]

    def in_front(self, code: str) -> tuple[str, ...]:
        """The enemies in the two front hexes of a unit, by id [3.3.1]."""
        unit = self.units[code]
        return self.facing(unit.hex, unit.face, UNITS[code].side)

    def facing(self, hex: Hex, face: str, side: str) -> tuple[str, ...]:
        """The enemies that a unit of a side would have in front in a hex, by id."""
        return tuple(sorted(code for other in front(hex, face) if (code := self.enemy_at(other, side))))

    def all_round(self, hex: Hex, side: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every facing in a hex that has enemies in front, with these enemies by id."""
        there = {
            direction: code for other, direction in directions(hex).items() if (code := self.enemy_at(other, side))
        }
        for face, first in FACINGS.items():
            ahead = tuple(sorted(there[d] for d in (first, first % 6 + 1) if d in there))
            if ahead:
                yield face, ahead

    def enemy_places(self, side: str) -> list[Hex]:
        if side not in self.foes:
            self.foes[side] = [self.units[code].hex for code in self.enemies(side)]
        return self.foes[side]

    def nearest_enemy(self, hex: Hex, side: str) -> Hex | None:
        """By distance, then hex number."""
        known = self.nearby.setdefault(side, {})
        if hex not in known:
            known[hex] = nearest(hex, self.enemy_places(side))
        return known[hex]

    def has_enemy_within(self, hex: Hex, side: str, most: int) -> bool:
        goal = self.nearest_enemy(hex, side)
        return goal is not None and distance(hex, goal) <= most

    def to_enemies(self, side: str) -> dict[Hex, int]:
        """How many hexes it is to the nearest enemy of a side, from every hex from which somebody could go there."""
        if side not in self.approach:
            self.approach[side] = spread(self.enemy_places(side), FARTHEST)
        return self.approach[side]

    def threatened(self, side: str) -> frozenset[Hex]:
        """Every hex beside an enemy of a side."""
        if side not in self.threats:
            self.threats[side] = frozenset(hex for place in self.enemy_places(side) for hex in beside(place))
        return self.threats[side]

    def in_wall(self, code: str) -> bool:
        return self.wall and UNITS[code].con == HI

    def leader_of(self, side: str) -> Leader | None:
        """The leader of a side, alive and on the field."""
        leader = self.leaders.get(LEADERS[side])
        return leader if leader and leader.alive else None

    def leader_with(self, code: str) -> str | None:
        """The leader who shares a unit's hex."""
        side = UNITS[code].side
        leader = self.leader_of(side)
        return LEADERS[side] if leader and leader.hex == self.units[code].hex else None

    def is_leaderless(self, side: str) -> bool:
        leader = self.leaders.get(LEADERS[side])
        return leader is not None and not leader.alive

    def command(self, side: str) -> int:
        return 0 if self.is_leaderless(side) else FORCES.leaders[LEADERS[side]].command

    def is_barred(self, hex: Hex, side: str) -> bool:
        """Franks never enter a wagon's hex [11.0]."""
        return side == FRA and hex in self.wagons.values()

    def beset_wagons(self) -> Iterator[str]:
        """The wagons with a Frank beside them."""
        for wagon, place in sorted(self.wagons.items()):
            if self.enemies_beside(place, MUS):
                yield wagon


def homeward(side: str, hex: Hex) -> int:
    """How far a hex is from a side's own edge, to compare hexes by."""
    return column(hex) if side == FRA else -column(hex)


def shown(world: World) -> dict[str, Any]:
    """The position, for files and for other programs."""
    position = msgspec.to_builtins(world)
    return {key: value for key, value in position.items() if key not in UNWRITTEN}


def new_unit(code: str, hex: Hex, face: str = "") -> Unit:
    return Unit(hex, face or home_face(UNITS[code].side))  # type: ignore[arg-type]
