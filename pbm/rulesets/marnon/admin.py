"""Step 7c: raiders go home, forces are split, joined and led, small ones joined [4.9, 5.16, 5.17, 5.88]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Order
from pbm.rulesets.marnon.changes.forces import FellBack, Formed, Marked, Merged
from pbm.rulesets.marnon.changes.generals import GeneralCame, GeneralMoved
from pbm.rulesets.marnon.codes import GARRISON, INVADER, RAID, castle_of
from pbm.rulesets.marnon.doctrine import assigned
from pbm.rulesets.marnon.invader_army import is_automatic
from pbm.rulesets.marnon.king import renounced
from pbm.rulesets.marnon.leading import is_led
from pbm.rulesets.marnon.map import is_area
from pbm.rulesets.marnon.orders.ruling import Join, KingSide, Lead, Reserve, Seat, Split
from pbm.rulesets.marnon.orders.standing import Assign
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.sheet import done, fails, inherits, lines_of
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import World, largest_of


class HeirsCounted(Event, frozen=True):
    """Generals lost this turn are replaced next turn."""

    who: Power
    due: int
    silent: ClassVar = True
    parties: ClassVar = ()

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.heirs_due, power.heirs = self.due, power.heirs - self.due


def administration(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    yield from raiders_home(world)
    for who in world.ranked(world.powers):
        yield from marks_fall(world, who)
        for line in lines_of(turn, who, Split, Join, Lead, Assign, Reserve, Seat, KingSide):
            yield from ordered(turn, who, line)
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


def marks_fall(world: World, who: str) -> Iterator[Event]:
    """The mark of the reserve falls off unless it is ordered again."""
    for code in world.numbered(who, "forces"):
        if world.force(who, code).reserve:
            yield Marked(who, code, False)


def ordered(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    order: Order | None = line.order
    match order:
        case Split():
            yield from split(turn, who, line, order)
        case Join():
            yield from joined(turn, who, line, order)
        case Lead():
            yield from led(turn, who, line, order)
        case Assign():
            yield from assigned(turn, who, line, order)
        case Reserve():
            yield from reserved(turn, who, line, order)
        case Seat():
            yield fails(turn, who, line, "5.76", "your seat still holds")
        case KingSide():
            yield from renounced(turn, who, line, order)


def together(world: World, who: str, one: str, other: str) -> bool:
    """In one area, on the same side of the walls."""
    forces = world.powers[who].forces
    if one not in forces or other not in forces or one == other:
        return False
    a, b = forces[one], forces[other]
    return is_area(a.at) and a.at == b.at and a.inside == b.inside and not (a.joins or b.joins)


def split(turn: Turn, who: str, line: Line, order: Split) -> Iterator[Event]:
    world: World = turn.world
    force = world.powers[who].forces.get(order.force)
    if force is None or not is_area(force.at) or force.joins:
        yield fails(turn, who, line, "5.16", f"you have no force {order.force} on land")
        return
    points = order.number.of(force.points)
    if points < LEAST_FORCE or force.points - points < LEAST_FORCE:
        yield fails(turn, who, line, "5.16", f"both parts need {LEAST_FORCE} points")
    elif order.general and order.general not in world.generals_with(who, order.force):
        yield fails(turn, who, line, "5.16", f"{order.general} is not with {order.force}")
    elif order.code and order.code in world.powers[who].forces:
        yield fails(turn, who, line, "5.16", f"{order.code} is in use")
    else:
        new = order.code or world.free_code(who, "A")
        yield done(turn, who, line)
        yield Formed(who, new, order.force, points)
        inherits(turn, who, new, order.force)
        if order.general:
            yield GeneralMoved(who, order.general, new)


def joined(turn: Turn, who: str, line: Line, order: Join) -> Iterator[Event]:
    if not together(turn.world, who, order.force, order.other):
        yield fails(turn, who, line, "5.16", f"{order.force} and {order.other} are not together")
        return
    yield done(turn, who, line)
    yield Merged(who, order.force, order.other)


def led(turn: Turn, who: str, line: Line, order: Lead) -> Iterator[Event]:
    world: World = turn.world
    power = world.powers[who]
    general, force = power.generals.get(order.general), power.forces.get(order.force)
    if general is None or force is None:
        yield fails(turn, who, line, "5.16", "you have no such general or force")
        return
    here = general.place in (order.force, force.at)
    if not here and not together(world, who, general.place or "", order.force):
        yield fails(turn, who, line, "5.16", f"{order.general} and {order.force} are not together")
        return
    yield done(turn, who, line)
    yield GeneralMoved(who, order.general, order.force)


def reserved(turn: Turn, who: str, line: Line, order: Reserve) -> Iterator[Event]:
    """Of two marks the last stands."""
    world: World = turn.world
    code = order.given
    if code and (code not in world.powers[who].forces or not is_led(world, who, code)):
        yield fails(turn, who, line, "5.17", f"{code} has no general, or is not there")
        return
    yield done(turn, who, line)
    yield from marks_fall(world, who)
    if code:
        yield Marked(who, code, True)


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
