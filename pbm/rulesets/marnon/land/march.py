"""A march: contact, what is picked up and left, pinning, force marches [4.5, 5.10 to 5.17]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.marnon.changes.forces import Formed, Lost, Merged, Went
from pbm.rulesets.marnon.crowns.supply import is_supplied
from pbm.rulesets.marnon.land.arriving import arrived, holding, stopping
from pbm.rulesets.marnon.land.attrition import attrition, attrition_modifier, has_best_skill
from pbm.rulesets.marnon.land.hidden import ambushed
from pbm.rulesets.marnon.land.leading import GOOD_RATING, rating
from pbm.rulesets.marnon.land.ways import (
    DROP,
    PICK,
    PIN,
    Leg,
    allowance,
    barred,
    legs_of,
    not_ready,
    wrong_part,
)
from pbm.rulesets.marnon.map import RIVER, borders
from pbm.rulesets.marnon.memory import Forget, Remember, forget, inherits
from pbm.rulesets.marnon.order import MARCHES, REACTS, MarnonOrder, Scene, Words, action, no_force
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.playing import FIRST_SHEET
from pbm.rulesets.marnon.realm.doctrine import castles_under
from pbm.rulesets.marnon.tables import LEAST_FORCE, percent, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

Flow = Generator[Event, None, bool]
"""Events, and whether the march is over."""


class Marching(MarnonOrder, frozen=True):
    """A way on land."""

    reacts: ClassVar[bool] = False
    conditional: ClassVar = True
    force: str
    number: Number | None
    legs: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, self.rule)

    def plan(self, at: Scene) -> Done:
        if reason := held_back(at.world, at.who, self):
            return failed(reason.rule, reason.text)
        force = at.power.forces[self.force]
        marched_off = marched(at.turn, at.who, self.force, self.number, legs_of(self.legs))
        enemies = holding(at.world, at.who, force.at or "")
        if not enemies:
            return Done("ok", marched_off)
        stream = f"contact.break.{at.who}.{self.force}"
        thrown, free = contact_roll(at.turn, stream, [(at.who, self.force)], force.points, enemies)
        tried = self.tried(at, thrown)
        if free:
            return Done("ok", marched_off, before=tried)
        return Done("not obeyed", (), (Refusal("5.15", "contact was not broken"),), before=tried)

    def tried(self, at: Scene, thrown: Thrown) -> Iterator[Event]:
        yield Remember("tried", (at.who, self.force))
        yield thrown


@action("5.10", form="MARCH {force}< {number}> {legs}", meaning="march with {force}< ({number} points)> to {legs}")
class March(Marching, frozen=True):
    """Move a force with a general, or a part of it, two areas; a third is a force march."""

    step: ClassVar = MARCHES
    kept: ClassVar = True

    def for_castles(self, at: Scene) -> Done:
        """Where raiders go."""
        if not at.world.turn:
            return refused(FIRST_SHEET)
        raiders = [code for code in castles_under(at.world, at.who) if at.world.np_castles[code].type == "RAIDER"]
        near = [code for code in raiders if len(self.legs) == 1 and self.legs[0] in borders()[code]]
        if not near:
            return failed("5.78", "name one area next to a castle of raiders")
        return Done("ok", self.raid(at, near))

    def raid(self, at: Scene, castles: list[str]) -> Iterator[Event]:
        yield from (Remember("raids", castle, str(self.legs[0])) for castle in castles)

    def plan(self, at: Scene) -> Done:
        if at.world.now.foiled == at.who:
            return Done("not obeyed", self.foiled(at), (Refusal("5.98", "intrigue: the march was foiled"),))
        return super().plan(at)

    def foiled(self, at: Scene) -> Iterator[Event]:
        yield Remember("foiled", "")


@action(
    "5.17", form="REACT {force}< {number}> {legs}", meaning="let the reserve {force}< ({number} points)> go to {legs}"
)
class React(Marching, frozen=True):
    """Move the reserve after all others; the first REACT that can be done is done."""

    step: ClassVar = REACTS
    reacts: ClassVar = True
    kept: ClassVar = True


@action("4.5", form="PASS", meaning="move nothing in this go")
class Pass(MarnonOrder, frozen=True):
    """Do nothing in this go; two running end your march."""

    step: ClassVar = MARCHES
    kept: ClassVar = True

    def plan(self, at: Scene) -> Done:
        return ok()


def held_back(world: World, who: str, order: Marching) -> Refusal | None:
    """Why a force does not march."""
    if reason := not_ready(world, who, order.force, order.reacts):
        return reason
    force, path = world.force(who, order.force), [leg.area for leg in legs_of(order.legs)[1:]]
    if not path:
        return Refusal("5.10", "it names no area to go to")
    reason = wrong_part(force, order.number) or barred(world, who, force.at or "", path)
    if reason or not holding(world, who, force.at or ""):
        return reason
    if (who, order.force) in world.now.tried:
        return Refusal("5.15", f"{order.force} has tried to break contact this turn")
    if not is_supplied(world, who, force, order.force, at=path[0]):
        return Refusal("5.15", f"{path[0]} would not keep {order.force} in supply")
    return None


def contact_roll(
    turn: Turn[World], stream: str, own: list[tuple[str, str]], points: int, enemies: list[tuple[str, str, Force]]
) -> tuple[Thrown, bool]:
    """1D6 on the table of breaking contact, and whether that breaks it [5.15, 5.31]."""
    world, table = turn.world, tables().breaking_contact
    die = turn.dice.roll(stream)
    theirs = [(other, unit) for other, unit, _ in enemies]
    judged = own if world.settings.break_general == "own" else theirs
    modifier = table.enemy_general_9 if rating(world, judged) >= GOOD_RATING else 0
    over = sum(force.points for _, _, force in enemies) - points
    steps = [minus for least, minus in table.outnumbered_by_more_than.items() if over > least]
    modifier += min(steps, default=0)
    what = f"breaking contact, {table.needs} needed, modifier {modifier}"
    return Thrown(own[0][0], what, (die,), own[0][1]), bool(die + modifier >= table.needs)


def marched(turn: Turn[World], who: str, code: str, number: Number | None, legs: list[Leg]) -> Iterator[Event]:
    world = turn.world
    force = world.force(who, code)
    if number is not None and (rest := force.points - number.of(force.points)):
        yield from split_off(world, who, code, rest)
    start = force.at or ""
    allowed = allowance(world, who, [start, *(leg.area for leg in legs[1:])])
    yield from deeds_done(world, who, code, legs[0])
    entered = 0
    for leg in legs[1:]:
        here = force.at or ""
        yield Went(who, code, here, leg.area)
        entered += 1
        yield Remember("moved", (who, code))
        yield from arrived(turn, who, code, "river" if borders()[here][leg.area] == RIVER else "")
        if code not in world.powers[who].forces:
            return
        held = yield from halted(turn, who, code, leg)
        if held or force.at != leg.area:
            break
    if entered > allowed and code in world.powers[who].forces:
        yield from worn_out(turn, who, code)


def split_off(world: World, who: str, code: str, rest: int) -> Iterator[Event]:
    """The part that stays takes a new number; generals go with the part that moves."""
    new = world.free_code(who, "A")
    yield Formed(who, new, code, rest)
    yield from inherits(world, who, new, code)
    yield Forget("moved", (who, new))


def halted(turn: Turn[World], who: str, code: str, leg: Leg) -> Flow:
    """Whether contact ends the march there; a pinned enemy does not [5.15]."""
    world = turn.world
    force = world.force(who, code)
    gone = yield from ambushed(turn, who, code)
    if gone:
        return True
    enemies = stopping(world, who, leg.area)
    if not enemies:
        yield from deeds_done(world, who, code, leg)
        return False
    points = sum(other.points for _, _, other in enemies)
    wanted = any(word == PIN for word, _ in leg.deeds)
    if not wanted or force.points < 3 * points or force.points - 2 * points < LEAST_FORCE:
        return True
    yield from left_behind(world, who, code, 2 * points)
    return False


def left_behind(world: World, who: str, code: str, points: int) -> Iterator[Event]:
    """Points that stay where the force is, done for the turn."""
    new = world.free_code(who, "A")
    yield Formed(who, new, code, points)
    yield from inherits(world, who, new, code)
    yield Remember("moved", (who, new))


def deeds_done(world: World, who: str, code: str, leg: Leg) -> Iterator[Event]:
    """PICK and DROP; what cannot be done is skipped [5.14]."""
    for word, value in leg.deeds:
        force = world.force(who, code)
        if word == PICK and can_be_picked(world, who, code, str(value)):
            yield from forget(who, str(value))
            yield Merged(who, str(value), code)
        if word == DROP and isinstance(value, Number):
            points = value.of(force.points)
            if points >= LEAST_FORCE and force.points - points >= LEAST_FORCE:
                yield from left_behind(world, who, code, points)


def can_be_picked(world: World, who: str, code: str, other: str) -> bool:
    found = world.powers[who].forces.get(other)
    if found is None or other == code or found.at != world.force(who, code).at or found.joins:
        return False
    return not (found.reserve or found.inside or (who, other) in world.now.moved)


def worn_out(turn: Turn[World], who: str, code: str) -> Iterator[Event]:
    """Attrition of a force march, in the region of the last area [5.13, 5.68]."""
    world = turn.world
    force = world.force(who, code)
    more = 1 if has_best_skill(world, who, code, "MARCH") else 0
    share = yield from attrition(turn, who, code, "march", attrition_modifier(world, who, code) + more)
    if loss := percent(force.points, share):
        yield Lost(who, code, loss, "force march")
