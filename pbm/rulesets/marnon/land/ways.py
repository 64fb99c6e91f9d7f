"""Which forces may march, and which ways [5.3, 5.10 to 5.13]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pbm.rules.order import Number, Refusal
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.map import RIVER, adjacent, borders, distances, is_area, region_of, territories
from pbm.rulesets.marnon.order import Words, first_reason
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import allied, at_war, may_enter, owner_of
from pbm.rulesets.marnon.tables import LEAST_FORCE, effect
from pbm.rulesets.marnon.world import World

USUAL_ALLOWANCE = 2
HIGHLANDS = "R6"
PICK, DROP, PIN = "PICK", "DROP", "PIN"


@dataclass
class Leg:
    """An area to enter, and what to do there; the first leg is the start and has no area."""

    area: str
    deeds: list[tuple[str, Any]] = field(default_factory=list)


def legs_of(way: Words) -> list[Leg]:
    legs, words = [Leg("")], list(way)
    while words:
        word = words.pop(0)
        if word in (PICK, DROP):
            legs[-1].deeds.append((word, words.pop(0)))
        elif word == PIN:
            legs[-1].deeds.append((PIN, None))
        else:
            legs.append(Leg(str(word)))
    return legs


@first_reason
def not_ready(world: World, who: str, code: str, reacts: bool = False) -> Iterator[Refusal | None]:
    """Why a force cannot move at all now."""
    force = world.powers[who].forces.get(code)
    if force is None:
        yield Refusal("5.10", f"you have no force {code}")
        return
    if not is_area(force.at) or force.joins:
        yield Refusal("5.10", f"{code} is not there to march")
    if (who, code) in world.now.moved:
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


def allowance(world: World, who: str, areas: list[str]) -> int:
    """Two areas; one where the highlands, mud or dust are touched [5.11]."""
    touched = {region_of(area) for area in areas}
    slow = capped(world) | world.now.mud
    if HIGHLANDS in touched and world.powers[who].home != HIGHLANDS:
        return 1
    return 1 if touched & slow else USUAL_ALLOWANCE


def capped(world: World) -> set[str]:
    """The region of mud or dust."""
    event = world.event
    if event is None or not event.region or not effect(event.card, "move_cap"):
        return set()
    return {event.region}


def barred(world: World, who: str, start: str, path: list[str]) -> Refusal | None:
    """Why a way cannot be gone as it is written [5.3, 5.12, 5.98]."""
    if reason := off_the_way(world, who, start, path):
        return reason
    for area in path:
        if reason := no_entry(world, who, area):
            return reason
    return (
        weather_bars(world, who, [start, *path])
        or coup_bars(world, who, start, path[-1])
        or home_bound(world, who, path)
    )


def off_the_way(world: World, who: str, start: str, path: list[str]) -> Refusal | None:
    """Why no force could go this way, whoever owns the land [5.10 to 5.13]."""
    for here, there in zip([start, *path], path, strict=False):
        if here == there:
            return Refusal("5.10", f"it is in {here} already")
        if not adjacent(here, there):
            return Refusal("5.10", f"{there} is not next to {here}", kind="lasting")
    if len(path) > allowance(world, who, [start, *path]) + 1:
        return Refusal("5.13", "that is too far, even for a force march")
    crossed = [borders()[here][there] for here, there in zip([start, *path], path, strict=False)]
    if RIVER in crossed and len(path) > 1:
        return Refusal("5.12", "to cross a river takes a whole move")
    return None


def no_entry(world: World, who: str, area: str) -> Refusal | None:
    if not may_enter(world, who, area):
        return Refusal("5.3", f"{area} is closed to you, or you are at peace with its owner")
    if world.card_of(who, 12):
        owner = owner_of(world, area)
        if owner is None or not (owner == who or allied(world, who, owner)):
            return Refusal("5.98", "bad omens: you may only enter areas of your own or of allies")
    return None


def weather_bars(world: World, who: str, areas: list[str]) -> Refusal | None:
    chooser, region, what = world.now.weather
    if what != "MOVES" or not at_war(world, who, chooser) or who == chooser:
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
