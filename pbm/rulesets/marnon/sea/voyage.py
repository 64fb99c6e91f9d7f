"""Whether a voyage can be made as it is written [5.21 to 5.23]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec.structs import astuple

from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.order import Number, Order, Refusal
from pbm.rules.playing import every_line
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.land.arriving import in_contact
from pbm.rulesets.marnon.land.ways import no_entry
from pbm.rulesets.marnon.map import areas, is_area, is_sea, seas, seas_of
from pbm.rulesets.marnon.order import MESSAGES, Words, first_reason
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import allied, owner_of, same_side
from pbm.rulesets.marnon.sea.harbours import can_start, capacity, carried, may_use, port_closed, stormy
from pbm.rulesets.marnon.world import World

MOST_POINTS = 3


@dataclass
class Voyage:
    """A SAIL line, sorted out."""

    fleets: list[str]
    zones: list[str] = field(default_factory=list)
    port: str | None = None
    cargo: list[tuple[str, Number | None]] = field(default_factory=list)
    diplomats: list[str] = field(default_factory=list)
    land: str | None = None
    seek: bool = False
    flaw: str = ""


def voyage_of(fleets: Words, route: Words, tail: Words) -> Voyage:
    found = Voyage([str(code) for code in fleets])
    for place in map(str, route):
        if is_sea(place) and found.port is None:
            found.zones.append(place)
        elif is_area(place) and found.port is None:
            found.port = place
        else:
            found.flaw = "a voyage goes from sea to sea, and into one port at its end"
    words = list(tail)
    while words:
        word = words.pop(0)
        if word == "CARRY":
            unit = str(words.pop(0))
            number = words[0] if words and isinstance(words[0], Number) else None
            words = words[1:] if number else words
            if unit.startswith("D") and "." not in unit:
                found.diplomats.append(unit)
            else:
                found.cargo.append((unit, number))
        elif word == "LAND":
            found.land = str(words.pop(0))
        else:
            found.seek = word == "SEEK"
    return found


@first_reason
def no_way(start: str, plan: Voyage) -> Iterator[Refusal | None]:
    """Why the seas of a voyage are not one way, or too long a one."""
    if is_sea(start):
        yield not_from_there(start, plan.zones[0])
    elif plan.zones[0] not in seas_of(start):
        yield Refusal("5.21", f"{plan.zones[0]} is not at the port of {start}")
    for here, there in pairwise(plan.zones):
        if there not in seas()[here].neighbours:
            yield Refusal("5.21", f"{there} is not next to {here}")
    if len(plan.zones) - (plan.zones[0] == start) + bool(plan.port or plan.land) > MOST_POINTS:
        yield Refusal("5.21", f"that takes more than {MOST_POINTS} points of movement")


@first_reason
def no_voyage(world: World, who: str, plan: Voyage) -> Iterator[Refusal | None]:
    """Why a voyage cannot be made as it is written [5.21, 5.22]."""
    if plan.flaw or not plan.zones or (plan.port and plan.land):
        yield Refusal("5.21", plan.flaw or "it names a sea first, and ends in a port or with LAND, not both")
    if reason := unfit(world, who, plan):
        yield reason
    start = str(world.powers[who].fleets[plan.fleets[0]].at)
    yield no_way(start, plan)
    if bad := next((zone for zone in plan.zones if stormy(world, zone)), None):
        yield Refusal("5.98", f"there are storms in {bad}")
    if closed := next((port for port in (start, plan.port) if port and port_closed(world, port)), None):
        yield Refusal("5.98", f"the port of {closed} is damaged")
    yield no_port(world, who, plan) or no_landing(world, who, plan)


def not_from_there(here: str, first: str) -> Refusal | None:
    """A voyage from the sea begins in it, for no points, or in one next to it."""
    if first == here or first in seas()[here].neighbours:
        return None
    return Refusal("5.21", f"{first} is not next to {here}")


def unfit(world: World, who: str, plan: Voyage) -> Refusal | None:
    fleets = world.powers[who].fleets
    if missing := next((code for code in plan.fleets if code not in fleets), None):
        return Refusal("5.21", f"you have no fleet {missing}")
    if not all(can_start(world, who, code) for code in plan.fleets):
        return Refusal("5.21", "every fleet of a line starts from port, and sails once a turn")
    if len({fleets[code].at for code in plan.fleets}) > 1 or len({*plan.fleets}) < len(plan.fleets):
        return Refusal("5.21", "the fleets of a line start from one port")
    if plan.seek:
        if world.card_of(who, 12):
            return Refusal("5.98", "bad omens: no SEEK")
        if not any(is_war_fleet(code) and not fleets[code].damaged for code in plan.fleets):
            return Refusal("5.21", "SEEK needs a sound war fleet")
    return None


def no_port(world: World, who: str, plan: Voyage) -> Refusal | None:
    if world.card_of(who, 37) and not (plan.port and world.is_original(who, plan.port)):
        return Refusal("5.98", "a coup: your fleets may only go home")
    if plan.port is None:
        return None
    if not areas()[plan.port].port or plan.zones[-1] not in seas_of(plan.port):
        return Refusal("5.21", f"{plan.port} is no port of {plan.zones[-1]}")
    if not all(may_use(world, who, plan.port, code) for code in plan.fleets):
        return Refusal("5.22", f"{plan.port} is not open to you")
    owner = owner_of(world, plan.port)
    if plan.cargo and not (owner == who or (owner and allied(world, who, owner))):
        return Refusal("5.22", "troops go ashore in a port of your own or of an ally only")
    return None


def no_landing(world: World, who: str, plan: Voyage) -> Refusal | None:
    if plan.land is None:
        return None
    if plan.zones[-1] not in seas_of(plan.land):
        return Refusal("5.21", f"{plan.land} is no coast of {plan.zones[-1]}")
    if not (plan.cargo or plan.diplomats):
        return Refusal("5.21", "there is nothing aboard to land")
    return no_entry(world, who, plan.land) if plan.cargo else None


def points_of(force: Force, number: Number | None) -> int:
    return force.points if number is None else number.of(force.points)


@first_reason
def left_ashore(
    turn: Turn[World], who: str, key: str, number: Number | None, start: str | None
) -> Iterator[Refusal | None]:
    """Why a force cannot go aboard."""
    world, (owner, code) = turn.world, carried(who, key)
    force = world.powers[owner].forces.get(code) if owner in world.powers else None
    if force is None or force.at != start:
        yield Refusal("5.23", f"{key} is not in that port")
        return
    if owner != who and not same_side(world, who, owner):
        yield Refusal("5.23", f"{key} is not on your side")
    if owner != who and is_ordered(turn, owner, code):
        yield Refusal("5.23", f"{key} has orders of its own")
    yield not_loadable(world, owner, code)
    if not 0 < points_of(force, number) <= force.points:
        yield Refusal("5.23", f"{key} has {force.points} points")


@first_reason
def bad_cargo(turn: Turn[World], who: str, plan: Voyage) -> Iterator[Refusal | None]:
    """What may be carried, and whether there is room [5.23]."""
    world, total = turn.world, 0
    start = world.powers[who].fleets[plan.fleets[0]].at
    for key, number in plan.cargo:
        yield left_ashore(turn, who, key, number, start)
        total += points_of(world.force(*carried(who, key)), number)
    if len({key for key, _ in plan.cargo}) < len(plan.cargo):
        yield Refusal("5.23", "a force is carried once")
    if bad := next((code for code in plan.diplomats if not at_port(world, who, code, start)), None):
        yield Refusal("5.86", f"{bad} is not in that port")
    room = sum(capacity(code) for code in plan.fleets)
    if not (total <= room):
        yield Refusal("5.23", f"there is room for {room} points, and {total} would go aboard")


def at_port(world: World, who: str, diplomat: str, port: str | None) -> bool:
    found = world.powers[who].diplomats.get(diplomat)
    return found is not None and found.at == port


def not_loadable(world: World, who: str, code: str) -> Refusal | None:
    """Not the reserve, nor a force that moved, is besieged or in contact."""
    force = world.force(who, code)
    reasons = (
        (force.reserve, "is the reserve"),
        ((who, code) in world.now.moved, "has moved already"),
        (world.is_besieged(force), "is besieged"),
        (bool(force.joins), f"marches to join {force.joins}"),
        (in_contact(world, who, force.at), "is in contact with the enemy"),
    )
    why = next((words for holds, words in reasons if holds), "")
    return Refusal("5.23", f"{code} {why}") if why else None


def is_ordered(turn: Turn[World], who: str, code: str) -> bool:
    """Whether its owner gives a force any order this turn; what a message says of it is none."""
    orders = [order for line in every_line(turn, who) if isinstance(order := bare(line.order), Action)]
    return any(code in names(order) for order in orders if order.step != MESSAGES)


def names(order: Order) -> Iterator[str]:
    """Every word of an order, as it was read."""
    for value in astuple(order):
        yield from map(str, value if isinstance(value, tuple) else (value,))
