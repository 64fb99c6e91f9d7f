"""What fire and shock do to units: disordered, engaged, eliminated [9.0]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.event import Event
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import UNITS, UnitId
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World


class Disordered(Seen, frozen=True):
    unit: UnitId
    cause: str
    verb: ClassVar = "disordered"
    text: ClassVar = "{unit} {unit:is/are} disordered ({cause})"
    news: ClassVar = "{unit} {unit:is/are} disordered"

    def apply(self, world: World) -> None:
        world.units[self.unit].dis = True


class SecondCheck(Seen, frozen=True):
    """A disordered unit was disordered once more."""

    unit: UnitId
    die: int
    drm: int
    stays: bool
    text: ClassVar = "{unit} {unit:is/are} disordered again: the die shows {die}<, +{drm}>"


class Eliminated(Seen, frozen=True):
    unit: UnitId
    cause: str
    verb: ClassVar = "eliminated"
    text: ClassVar = "{unit} {unit:is/are} eliminated ({cause})"
    news: ClassVar = "{unit} {unit:is/are} eliminated"

    def apply(self, world: World) -> None:
        world.remove(self.unit)
        side = UNITS[self.unit].side
        world.dead[side].append(self.unit)
        world.losses[side] += 1


class Engaged(Seen, frozen=True):
    units: tuple[UnitId, ...]
    text: ClassVar = "engaged: {units}"

    def apply(self, world: World) -> None:
        for code in self.units:
            world.units[code].eng = True


class Disengaged(Seen, frozen=True):
    units: tuple[UnitId, ...]
    text: ClassVar = "no longer engaged: {units}"

    def apply(self, world: World) -> None:
        for code in self.units:
            world.units[code].eng = False


def second_check(bout: Bout, code: str, stream: str) -> Iterator[Event]:
    """A further disorder: a low throw eliminates the unit."""
    drm = TABLES.second_disorder.heavy if UNITS[code].kind.heavy else 0
    die = bout.roll(stream)
    stays = die + drm > TABLES.second_disorder.eliminated_to
    yield SecondCheck(code, die, drm, stays)
    if not stays:
        yield Eliminated(code, "second disorder")


def loosened(world: World) -> Iterator[Event]:
    """Engaged units without an enemy beside them are free again."""
    free = [
        code
        for code, unit in sorted(world.units.items())
        if unit.eng and not world.enemies_beside(unit.hex, UNITS[code].side)
    ]
    if free:
        yield Disengaged(tuple(free))
