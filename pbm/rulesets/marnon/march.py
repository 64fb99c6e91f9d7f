"""Land movement: marches, contact, pinning, the reserve [4.5, 5.10 to 5.17]."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Number, Refusal
from pbm.rulesets.marnon.arriving import arrived, holding, stopping
from pbm.rulesets.marnon.changes import Formed, Lost, Merged, Thrown, Went
from pbm.rulesets.marnon.leading import GOOD_RATING, best, has_skill, is_led, rating
from pbm.rulesets.marnon.map import RIVER, adjacent, borders, distances, is_area, region_of, territories
from pbm.rulesets.marnon.orders.base import first_reason
from pbm.rulesets.marnon.orders.moving import Marching, React
from pbm.rulesets.marnon.relations import allied, at_war, may_enter, owner_of
from pbm.rulesets.marnon.sheet import done, fails, forget, inherits, now
from pbm.rulesets.marnon.supply import is_supplied
from pbm.rulesets.marnon.tables import LEAST_FORCE, by_dice, effect, percent, tables
from pbm.rulesets.marnon.world import Force, World

USUAL_ALLOWANCE = 2
HIGHLANDS = "R6"
PICK, DROP, PIN = "PICK", "DROP", "PIN"
Flow = Generator[Event, None, bool]
"""Events, and whether the go is used up."""


@dataclass
class Leg:
    """An area to enter, and what to do there; the first leg is the start and has no area."""

    area: str
    deeds: list[tuple[str, Any]] = field(default_factory=list)


def legs_of(order: Marching) -> list[Leg]:
    legs, words = [Leg("")], list(order.legs)
    while words:
        word = words.pop(0)
        if word in (PICK, DROP):
            legs[-1].deeds.append((word, words.pop(0)))
        elif word == PIN:
            legs[-1].deeds.append((PIN, None))
        else:
            legs.append(Leg(str(word)))
    return legs


# what may move, and where


def unlikely(world: World, who: str, order: Marching) -> Refusal | None:
    """Why a march would fail from where the force stands now; relations may change before it moves."""
    turn = Turn(world, {}, Dice(b"", world.turn))
    if reason := not_ready(turn, who, order.force, reacts=isinstance(order, React)):
        return reason
    force = world.powers[who].forces[order.force]
    path = [leg.area for leg in legs_of(order) if leg.area]
    return wrong_part(force, order.number) or off_the_way(turn, who, force.at or "", path)


@first_reason
def not_ready(turn: Turn, who: str, code: str, reacts: bool = False) -> Iterator[Refusal | None]:
    """Why a force cannot move at all now."""
    world: World = turn.world
    force = world.powers[who].forces.get(code)
    if force is None:
        yield Refusal("5.10", f"you have no force {code}")
        return
    if not is_area(force.at) or force.joins:
        yield Refusal("5.10", f"{code} is not there to march")
    if (who, code) in now(turn).moved:
        yield Refusal("5.10", f"{code} has moved this turn")
    if reacts and not force.reserve:
        yield Refusal("5.17", f"{code} is not the reserve")
    if not reacts and force.reserve:
        yield Refusal("5.17", f"{code} is in reserve")
    if world.is_besieged(force):
        yield Refusal("5.45", f"{code} is besieged")
    if force.points < LEAST_FORCE:
        yield Refusal("5.10", f"{code} has fewer than {LEAST_FORCE} points")
    if not is_led(world, who, code):
        yield Refusal("5.10", f"{code} has no general")


def allowance(turn: Turn, who: str, areas: list[str]) -> int:
    """Two areas; one where the highlands, mud or dust are touched [5.11]."""
    world: World = turn.world
    touched = {region_of(area) for area in areas}
    slow = capped(world) | now(turn).mud
    if HIGHLANDS in touched and world.powers[who].home != HIGHLANDS:
        return 1
    return 1 if touched & slow else USUAL_ALLOWANCE


def capped(world: World) -> set[str]:
    """The region of mud or dust."""
    event = world.event
    if event is None or not event.region or not effect(event.card, "move_cap"):
        return set()
    return {event.region}


def barred(turn: Turn, who: str, start: str, path: list[str]) -> Refusal | None:
    """Why a way cannot be gone as it is written [5.3, 5.12, 5.98]."""
    world: World = turn.world
    if reason := off_the_way(turn, who, start, path):
        return reason
    for area in path:
        if reason := no_entry(turn, who, area):
            return reason
    return (
        weather_bars(turn, who, [start, *path])
        or coup_bars(world, who, start, path[-1])
        or home_bound(world, who, path)
    )


def off_the_way(turn: Turn, who: str, start: str, path: list[str]) -> Refusal | None:
    """Why no force could go this way, whoever owns the land [5.10 to 5.13]."""
    for here, there in zip([start, *path], path, strict=False):
        if not adjacent(here, there):
            return Refusal("5.10", f"{there} is not next to {here}", kind="lasting")
    if len(path) > allowance(turn, who, [start, *path]) + 1:
        return Refusal("5.13", "that is too far, even for a force march")
    crossed = [borders()[here][there] for here, there in zip([start, *path], path, strict=False)]
    if RIVER in crossed and len(path) > 1:
        return Refusal("5.12", "to cross a river takes a whole move")
    return None


def no_entry(turn: Turn, who: str, area: str) -> Refusal | None:
    world: World = turn.world
    if not may_enter(world, who, area):
        return Refusal("5.3", f"{area} is closed to you, or you are at peace with its owner")
    if world.card_of(who, 12):
        owner = owner_of(world, area)
        if owner is None or not (owner == who or allied(world, who, owner)):
            return Refusal("5.98", "bad omens: you may only enter areas of your own or of allies")
    return None


def weather_bars(turn: Turn, who: str, areas: list[str]) -> Refusal | None:
    chooser, region, what = now(turn).weather
    if what != "MOVES" or not at_war(turn.world, who, chooser) or who == chooser:
        return None
    touched = any(region_of(area) == region for area in areas)
    return Refusal("5.98", f"bad weather stops your moves in {region}") if touched else None


def coup_bars(world: World, who: str, start: str, end: str) -> Refusal | None:
    """Only moves that end in the home region or nearer to it; forces there stay [5.98]."""
    if not world.card_of(who, 37):
        return None
    home = world.powers[who].home or ""
    if region_of(start) == home:
        return Refusal("5.98", "a coup: forces at home stay")
    if region_of(end) == home or from_home(home, end) < from_home(home, start):
        return None
    return Refusal("5.98", "a coup: your forces may only go home")


def from_home(home: str, area: str) -> int:
    return min(distances(area)[code] for code in territories(home))


def home_bound(world: World, who: str, path: list[str]) -> Refusal | None:
    """A region without a player never leaves its land [5.80]."""
    power = world.powers[who]
    if power.status != "np":
        return None
    out = [area for area in path if region_of(area) != power.home and area != power.castle]
    return Refusal("5.80", "it never leaves its land") if out else None


def wrong_part(force: Force, number: Number | None) -> Refusal | None:
    if number is None:
        return None
    part = number.of(force.points)
    if part == force.points:
        return None
    if part < LEAST_FORCE or force.points - part < LEAST_FORCE:
        return Refusal("5.10", f"both parts need {LEAST_FORCE} points")
    return None


# a march


def refused(turn: Turn, who: str, order: Marching, reacts: bool) -> Refusal | None:
    world: World = turn.world
    if reason := not_ready(turn, who, order.force, reacts):
        return reason
    force, path = world.force(who, order.force), [leg.area for leg in legs_of(order)[1:]]
    if not path:
        return Refusal("5.10", "it names no area to go to")
    reason = wrong_part(force, order.number) or barred(turn, who, force.at or "", path)
    if reason or not holding(world, who, force.at or ""):
        return reason
    if (who, order.force) in now(turn).tried:
        return Refusal("5.15", f"{order.force} has tried to break contact this turn")
    if not is_supplied(world, who, force, order.force, at=path[0]):
        return Refusal("5.15", f"{path[0]} would not keep {order.force} in supply")
    return None


def carried_out(turn: Turn, who: str, line: Line, order: Marching, reacts: bool = False) -> Flow:
    """A line of land movement: whether the go is used up by it."""
    if reason := refused(turn, who, order, reacts):
        yield fails(turn, who, line, reason.rule, reason.text)
        return False
    world: World = turn.world
    if holding(world, who, world.force(who, order.force).at or ""):
        free = yield from breaks_contact(turn, who, order.force)
        if not free:
            yield fails(turn, who, line, "5.15", "contact was not broken")
            return True
    yield done(turn, who, line)
    yield from marched(turn, who, order.force, order.number, legs_of(order))
    return True


def breaks_contact(turn: Turn, who: str, code: str) -> Flow:
    world: World = turn.world
    force = world.force(who, code)
    now(turn).tried.add((who, code))
    enemies = holding(world, who, force.at or "")
    return (yield from contact_roll(turn, f"contact.break.{who}.{code}", [(who, code)], force.points, enemies))


def contact_roll(
    turn: Turn, stream: str, own: list[tuple[str, str]], points: int, enemies: list[tuple[str, str, Force]]
) -> Flow:
    """1D6 on the table of breaking contact [5.15, 5.31]."""
    world, table = turn.world, tables()["breaking_contact"]
    die = turn.dice.roll(stream)
    theirs = [(other, unit) for other, unit, _ in enemies]
    judged = own if world.settings.break_general == "own" else theirs
    modifier = table["enemy_general_9"] if rating(world, judged) >= GOOD_RATING else 0
    over = sum(force.points for _, _, force in enemies) - points
    steps = [minus for least, minus in table["outnumbered_by_more_than"].items() if over > int(least)]
    modifier += min(steps, default=0)
    yield Thrown(own[0][0], f"breaking contact, {table['needs']} needed, modifier {modifier}", (die,), own[0][1])
    return bool(die + modifier >= table["needs"])


def marched(turn: Turn, who: str, code: str, number: Number | None, legs: list[Leg]) -> Iterator[Event]:
    world: World = turn.world
    force = world.force(who, code)
    if number is not None and (rest := force.points - number.of(force.points)):
        yield from split_off(turn, who, code, rest)
    start = force.at or ""
    allowed = allowance(turn, who, [start, *(leg.area for leg in legs[1:])])
    yield from deeds_done(turn, who, code, legs[0])
    entered = 0
    for leg in legs[1:]:
        here = force.at or ""
        yield Went(who, code, here, leg.area)
        entered += 1
        now(turn).moved.add((who, code))
        yield from arrived(turn, who, code, "river" if borders()[here][leg.area] == RIVER else "")
        if code not in world.powers[who].forces:
            return
        held = yield from halted(turn, who, code, leg)
        if held or force.at != leg.area:
            break
    if entered > allowed and code in world.powers[who].forces:
        yield from worn_out(turn, who, code)


def split_off(turn: Turn, who: str, code: str, rest: int) -> Iterator[Event]:
    """The part that stays takes a new number; generals go with the part that moves."""
    new = turn.world.free_code(who, "A")
    yield Formed(who, new, code, rest)
    inherits(turn, who, new, code)
    now(turn).moved.discard((who, new))


def halted(turn: Turn, who: str, code: str, leg: Leg) -> Flow:
    """Whether contact ends the march there; a pinned enemy does not [5.15]."""
    world: World = turn.world
    force = world.force(who, code)
    from pbm.rulesets.marnon.hidden import ambushed

    gone = yield from ambushed(turn, who, code)
    if gone:
        return True
    enemies = stopping(world, who, leg.area)
    if not enemies:
        yield from deeds_done(turn, who, code, leg)
        return False
    points = sum(other.points for _, _, other in enemies)
    wanted = any(word == PIN for word, _ in leg.deeds)
    if not wanted or force.points < 3 * points or force.points - 2 * points < LEAST_FORCE:
        return True
    yield from left_behind(turn, who, code, 2 * points)
    return False


def left_behind(turn: Turn, who: str, code: str, points: int) -> Iterator[Event]:
    """Points that stay where the force is, done for the turn."""
    new = turn.world.free_code(who, "A")
    yield Formed(who, new, code, points)
    inherits(turn, who, new, code)
    now(turn).moved.add((who, new))


def deeds_done(turn: Turn, who: str, code: str, leg: Leg) -> Iterator[Event]:
    """PICK and DROP; what cannot be done is skipped [5.14]."""
    world: World = turn.world
    for word, value in leg.deeds:
        force = world.force(who, code)
        if word == PICK and can_be_picked(turn, who, code, str(value)):
            forget(turn, who, str(value))
            yield Merged(who, str(value), code)
        if word == DROP and isinstance(value, Number):
            points = value.of(force.points)
            if points >= LEAST_FORCE and force.points - points >= LEAST_FORCE:
                yield from left_behind(turn, who, code, points)


def can_be_picked(turn: Turn, who: str, code: str, other: str) -> bool:
    world: World = turn.world
    found = world.powers[who].forces.get(other)
    if found is None or other == code or found.at != world.force(who, code).at or found.joins:
        return False
    return not (found.reserve or found.inside or (who, other) in now(turn).moved)


def worn_out(turn: Turn, who: str, code: str) -> Iterator[Event]:
    """Attrition of a force march, in the region of the last area [5.13, 5.68]."""
    world: World = turn.world
    force = world.force(who, code)
    more = 1 if has_best_skill(world, who, code, "MARCH") else 0
    share = yield from attrition(turn, who, code, "march", attrition_modifier(world, who, code) + more)
    if loss := percent(force.points, share):
        yield Lost(who, code, loss, "force march")


def has_best_skill(world: World, who: str, code: str, skill: str) -> bool:
    return has_skill(world, [(who, code)], skill)


def attrition_modifier(world: World, who: str, code: str) -> int:
    rows, force = tables()["attrition"]["modifiers"], world.force(who, code)
    leader = best(world, [(who, code)])
    good = rows["general_9"] if leader and leader.rating >= GOOD_RATING else 0
    return int(rows.get(region_of(force.at) or "", 0)) + int(good)


def attrition(turn: Turn, who: str, code: str, column: str, modifier: int) -> Generator[Event, None, int]:
    """2D6 on the attrition table: the share lost."""
    stream = f"attrition.{column}.{who}.{code}"
    dice = (turn.dice.roll(stream), turn.dice.roll(stream))
    yield Thrown(who, f"attrition, modifier {modifier}", dice, code)
    return by_dice(tables()["attrition"][f"{column}_pct"], sum(dice) + modifier)
