"""Facing: turning, and how units face when nobody says so [3.3]."""

from collections.abc import Iterator
from typing import ClassVar, cast

from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rulesets.tours.forces import UNITS, UnitId, home_face
from pbm.rulesets.tours.ground import FACINGS, GRID
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import Facing, World

AHEAD = {
    face: tuple(one + other for one, other in zip(GRID.steps[side], GRID.steps[side % 6 + 1], strict=True))
    for face, side in FACINGS.items()
}
"""The sum of both front directions."""


class Turned(Seen, frozen=True):
    unit: UnitId
    face: str
    text: ClassVar = "{unit} {unit:faces/face} {face}"

    def apply(self, world: World) -> None:
        world.units[self.unit].face = cast("Facing", self.face)


def turn_to(world: World, code: str, face: str | None) -> Iterator[Event]:
    """Turn as ordered, or by oneself; nothing to tell if it faces so already."""
    if code in world.units:
        wanted = face or auto(world, code)
        if wanted != world.units[code].face:
            yield Turned(code, wanted)


def auto(world: World, code: str) -> str:
    """Most of the adjacent enemies in front; without any, best at the nearest enemy."""
    unit, side = world.units[code], UNITS[code].side
    if world.enemies_beside(unit.hex, side):
        worth = {face: len(world.facing(unit.hex, face, side)) for face in FACINGS}
    elif goal := world.nearest_enemy(unit.hex, side):
        worth = {face: pointing(unit.hex, face, goal) for face in FACINGS}
    else:
        return unit.face
    return max(FACINGS, key=lambda face: (worth[face], *preference(face, unit.face, side)))


def preference(face: str, current: str, side: str) -> tuple[bool, bool, int]:
    """Ties: as it faces now, then towards the enemy's side, then the lowest number."""
    return face == current, face == home_face(side), -FACINGS[face]


def pointing(place: Hex, face: str, goal: Hex) -> int:
    """How well a facing points at a hex: the product of the way to it with the sum of both front directions."""
    return sum(there * ahead for there, ahead in zip(GRID.between(place, goal), AHEAD[face], strict=True))
