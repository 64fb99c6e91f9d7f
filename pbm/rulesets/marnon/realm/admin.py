"""Step 7c: raiders go home, forces are split, joined and led, small ones joined [4.9, 5.16, 5.17, 5.88]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number
from pbm.rules.plan import Done, failed, ok
from pbm.rulesets.marnon.changes.forces import FellBack, Formed, Merged
from pbm.rulesets.marnon.changes.generals import GeneralCame, GeneralMoved
from pbm.rulesets.marnon.codes import GARRISON, INVADER, RAID, castle_of
from pbm.rulesets.marnon.land.goes import marks_fall
from pbm.rulesets.marnon.map import is_area
from pbm.rulesets.marnon.memory import inherits
from pbm.rulesets.marnon.order import ADMIN, MarnonOrder, Scene, action
from pbm.rulesets.marnon.others.invader_army import is_automatic
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.playing import played
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import World, largest_of


class HeirsCounted(OfPower, frozen=True):
    """Generals lost this turn are replaced next turn."""

    due: int
    silent: ClassVar = True
    parties: ClassVar = ()

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.heirs_due, power.heirs = self.due, power.heirs - self.due


def administration(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    yield from raiders_home(world)
    for who in world.ranked(world.powers):
        yield from marks_fall(world, who)
        yield from played(turn, who, ADMIN)
        yield from heirs(world, who)
    yield from small_forces(world)
    yield from invader_joined(world)


def raiders_home(world: World) -> Iterator[Event]:
    """Raiders go back into their castle [5.79]."""
    for who, power in list(world.powers.items()):
        if power.status == "castle" and RAID in power.forces:
            castle = castle_of(who)
            yield FellBack(who, RAID, castle, "went home to", world.siege(castle) is not None)
            if GARRISON in power.forces:
                yield Merged(who, RAID, GARRISON)


def together(world: World, who: str, one: str, other: str) -> bool:
    """In one area, on the same side of the walls."""
    forces = world.powers[who].forces
    if one not in forces or other not in forces or one == other:
        return False
    a, b = forces[one], forces[other]
    return is_area(a.at) and a.at == b.at and a.inside == b.inside and not (a.joins or b.joins)


@action(
    "5.16",
    form="SPLIT {force} {number}< {general}>< AS {code}>",
    meaning="split {number} points off {force}< with {general}>< as {code}>",
)
class Split(MarnonOrder, frozen=True):
    """Make a new force of some points of another, at the end of the turn."""

    step: ClassVar = ADMIN
    kept: ClassVar = True
    force: str
    number: Number
    general: str | None
    code: str | None

    def plan(self, at: Scene) -> Done:
        force = at.power.forces.get(self.force)
        if force is None or not is_area(force.at) or force.joins:
            return failed("5.16", f"you have no force {self.force} on land")
        points = self.number.of(force.points)
        if points < LEAST_FORCE or force.points - points < LEAST_FORCE:
            return failed("5.16", f"both parts need {LEAST_FORCE} points")
        if self.general and self.general not in at.world.generals_with(at.who, self.force):
            return failed("5.16", f"{self.general} is not with {self.force}")
        if self.code and self.code in at.power.forces:
            return failed("5.16", f"{self.code} is in use")
        return Done("ok", self.parted(at, self.code or at.world.free_code(at.who, "A"), points))

    def parted(self, at: Scene, new: str, points: int) -> Iterator[Event]:
        yield Formed(at.who, new, self.force, points)
        yield from inherits(at.world, at.who, new, self.force)
        if self.general:
            yield GeneralMoved(at.who, self.general, new)


@action("5.16", form="JOIN {force} {other}", meaning="join {force} to {other}")
class Join(MarnonOrder, frozen=True):
    """Put one force into another in the same area, at the end of the turn."""

    step: ClassVar = ADMIN
    kept: ClassVar = True
    force: str
    other: str

    def plan(self, at: Scene) -> Done:
        if not together(at.world, at.who, self.force, self.other):
            return failed("5.16", f"{self.force} and {self.other} are not together")
        return ok(Merged(at.who, self.force, self.other))


@action("5.16", form="LEAD {general} {force}", meaning="let {general} lead {force}")
class Lead(MarnonOrder, frozen=True):
    """Put a general with a force in the same area, at the end of the turn."""

    step: ClassVar = ADMIN
    general: str
    force: str

    def plan(self, at: Scene) -> Done:
        general, force = at.power.generals.get(self.general), at.power.forces.get(self.force)
        if general is None or force is None:
            return failed("5.16", "you have no such general or force")
        here = general.place in (self.force, force.at)
        if not here and not together(at.world, at.who, general.place or "", self.force):
            return failed("5.16", f"{self.general} and {self.force} are not together")
        return ok(GeneralMoved(at.who, self.general, self.force))


def heirs(world: World, who: str) -> Iterator[Event]:
    """Generals who take the place of those lost a turn ago [5.88]."""
    power = world.powers[who]
    if not world.settings.named_leaders:
        return
    for _ in range(power.heirs_due if power.seat else 0):
        place = world.largest(who, power.seat or "") or power.seat or ""
        yield GeneralCame(who, world.free_code(who, "G"), 8, "NONE", place)
    if power.heirs_due or power.heirs:
        yield HeirsCounted(who, power.heirs)


def small_forces(world: World) -> Iterator[Event]:
    """Forces under 500 are joined to the largest in their area, on their side of the walls."""
    for who in world.ranked(world.powers):
        if who == INVADER and is_automatic(world):
            continue
        groups: dict[tuple[str, bool], dict[str, Force]] = {}
        for code in world.numbered(who, "forces"):
            force = world.force(who, code)
            if is_area(force.at) and not force.joins:
                groups.setdefault((str(force.at), force.inside), {})[code] = force
        for forces in groups.values():
            target = largest_of(forces)
            for code, force in forces.items():
                if code != target and force.points < LEAST_FORCE:
                    yield Merged(who, code, str(target))


def invader_joined(world: World) -> Iterator[Event]:
    """The invader's forces in one area are joined into the lowest number [5.97]."""
    if INVADER not in world.powers or not is_automatic(world):
        return
    lowest: dict[tuple[str | None, bool], str] = {}
    for code in world.numbered(INVADER, "forces"):
        force = world.force(INVADER, code)
        key = (force.at, force.inside)
        if key in lowest:
            yield Merged(INVADER, code, lowest[key])
        else:
            lowest[key] = code
