"""Computer players: the steward keeps a seat safe, the warlord makes war; both write an ordinary sheet [H10, H11].
In self-play a seat may also be silent, as a measure for the others: its sheets are empty.

They go by a world in which every foreign stack has the size it seems to have, and by nothing else.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from pbm.rulesets.twilight.levy import bills, income_of, land_levy
from pbm.rulesets.twilight.map import area_of, burgs, chart, places_of
from pbm.rulesets.twilight.missed import SILENT, STEWARD
from pbm.rulesets.twilight.moves import ROUGH
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.world import World

NOMADS = ("MUS", "BUL", "MAG")
LEAST_WORTH = -1
Line = tuple[str, str]
"""A line, and why it is written."""


def lines_of(world: World, seat: str, temperament: str) -> list[Line]:
    """The lines of a seat's sheet; one without a power of its own sends nothing, and set-up is the scenario's."""
    own = world.own_power(seat)
    if own is None or temperament == SILENT or world.turn == 0:
        return []
    return list((steward if temperament == STEWARD else warlord)(world, seat, own))


def steward(world: World, seat: str, own: str) -> Iterator[Line]:
    """No bids, plays or moves: the purse is kept, the land restored and levied."""
    levy = land_levy(world, own) + world.powers[own].loot
    lacking = max(0, sum(bill.points for bill in bills(world, own)) - levy)
    yield "SLOT LATE", "whoever comes late sees what the others did"
    held = max(0, world.powers[own].dp + income_of(world, own) - lacking)
    yield f"HOLD {held}", f"the levy lacks {lacking} for its troops" if lacking else "the levy pays for its troops"
    if not last_year(world):
        yield from restored(world, own)
    yield from levied(world, own, True)


def warlord(world: World, seat: str, own: str) -> Iterator[Line]:
    yield from (
        (f"BID {code} 1", "a Major for the least bid, if nobody else wants it") for code in world.of_kind("major")
    )
    if last_year(world):
        yield f"HOLD {income_of(world, own)}", "the last year: DP count as victory points"
    yield from campaign(world, own, True)
    for code in sorted([*world.of_kind("major"), *world.minors_of(seat)]):
        yield f"FOR {code}", "it is ours" if world.player_of(code) == seat else "in case the bid wins it"
        yield from campaign(held_by(world, code, seat), code, world.player_of(code) == seat)


def held_by(world: World, power: str, seat: str) -> World:
    """The world as it is when the lines of a power are played: the seat has it, so the seat's powers are its kin."""
    led = replace(world.powers[power], player=seat)
    return replace(world, powers=world.powers | {power: led})


def last_year(world: World) -> bool:
    return world.turn >= scenario(world.scenario).turns[0]


def campaign(world: World, who: str, mine: bool) -> Iterator[Line]:
    """The lines of one power."""
    yield "CRT SHOCK ENGAGE", "shock hits hardest"
    if mine and "HAR" in world.powers[who].markers:
        yield "PLAY HAR", "a good harvest brings levy points"
    if not last_year(world):
        yield from restored(world, who)
    yield from levied(world, who, mine)
    if mine:
        yield from intrigues(world, who)
    yield from Marches(world, who).lines()


def restored(world: World, who: str) -> Iterator[Line]:
    spots = (place for place in sorted(world.pillaged) if world.number(place, who))
    yield from ((f"RESTORE {place}", "pillaged land pays nothing") for place in spots)


def levied(world: World, who: str, mine: bool) -> Iterator[Line]:
    """At home, then in its areas: those in danger first, then the richest."""
    if world.home(who):
        yield f"LEVY HOME {'N' if who in NOMADS else 'F' if who == 'BYZ' else 'W'} 2", "the best troops it can raise"
    areas = [code for code, spot in chart().items() if spot.kind == "land" and world.controls(who, code)]
    areas.sort(key=lambda area: (not threatened(world, who, area), -chart()[area].value, area))
    if mine:
        bare = [a for a in areas if world.full(a) == who and not world.units(a, who).get("M")]
        yield from ((f"LEVY {area} M", "no militia stands there, and one is kept for nothing") for area in bare)
    spots = [(levy_spot(world, who, area), need(world, who, area)) for area in areas]
    yield from ((f"LEVY {spot} W", why) for spot, why in spots)
    yield from ((f"LEVY {spot} M", f"{why}, if points are left") for spot, why in spots)


def need(world: World, who: str, area: str) -> str:
    return "an enemy is near" if threatened(world, who, area) else f"safe, and worth {chart()[area].value}"


def levy_spot(world: World, who: str, area: str) -> str:
    burg = burgs().get(area)
    return burg if burg and not world.number(area, who) and world.holder(burg) == who else area


def neighbours(area: str) -> list[str]:
    """Land areas on the map beside a place, by code."""
    return sorted(code for code, kind in chart()[area].links.items() if kind != "sea" and chart()[code].kind == "land")


def foe(world: World, who: str, place: str) -> int:
    """The size of all stacks there but its own and those of the same player."""
    return sum(world.number(place, other) for other in world.foreign(place, who) if not world.kin(other, who))


def has_foe(world: World, who: str, area: str) -> bool:
    return any(foe(world, who, place) for place in places_of(area))


def threatened(world: World, who: str, area: str) -> bool:
    return any(has_foe(world, who, near) for near in (area, *neighbours(area)))


def intrigues(world: World, who: str) -> Iterator[Line]:
    """Subversion and conversion of the largest force within reach that is not kin."""
    target = largest_foe(world, who)
    for mark in ("SUB", "REL"):
        if target and mark in world.powers[who].markers:
            yield f"PLAY {mark} {target[0]} {target[1]}", "the largest force in reach that is not ours"


def largest_foe(world: World, who: str) -> tuple[str, str] | None:
    near = dict.fromkeys(spot for place, _ in world.stands(who) for spot in places_of(area_of(place)))
    found = [
        (-world.number(place, other), place, other)
        for place in near
        for other in world.foreign(place, who)
        if not world.kin(other, who)
    ]
    best = min(found, default=None)
    return (best[1], best[2]) if best else None


@dataclass
class Marches:
    """The marches of one power for a year."""

    world: World
    who: str
    going: list[str] = field(default_factory=list)
    """The goals of marches so far."""

    def lines(self) -> Iterator[Line]:
        number = 0
        spare = {place: self.spare(place) for place in dict.fromkeys(place for place, _ in self.world.stands(self.who))}
        for place in sorted((p for p in spare if spare[p]), key=lambda p: (-spare[p], p)):
            written = list(self.march(place, spare[place], number + 1))
            number += bool(written)
            yield from written

    def spare(self, place: str) -> int:
        """The units that may leave a place."""
        world, who, spot = self.world, self.who, chart()[place]
        there = world.number(place, who)
        if spot.kind == "sea" or world.units(place, who).get("L"):
            return 0
        around = spot.within
        if chart()[area_of(place)].kind == "peripheral":
            return there
        inside = around and world.powers[who].kind == "pp" and world.number(around, who) and not foe(world, who, around)
        return there if inside else there - 1

    def march(self, place: str, spare: int, number: int) -> Iterator[Line]:
        goal = self.goal(place, spare)
        units = "ALL" if spare == self.world.number(place, self.who) else "AB-1"
        if goal is None:
            target = self.regroup(place)
            if target:
                why = "out of the burg into its area" if chart()[place].kind == "burg" else "towards the nearest front"
                yield f"FORCE {number} {place} {units}", why
                yield f"MOVE {number} {place} {target}", why
            return
        self.going.append(goal)
        why = f"worth {self.worth(goal, spare)}, with {foe(self.world, self.who, goal)} against our {spare}"
        yield f"FORCE {number} {place} {units}", why
        if goal != place:
            yield f"MOVE {number} {place} {goal}", why
        yield f"ATTACK {number} {goal} ANY SHOCK 9 MIN 2", why
        burg = burgs().get(goal)
        if burg and (within := foe(self.world, self.who, burg)):
            yield f"SIEGE {number} {burg} SHOCK 9 MIN 3", f"{within} hold its walls against our {spare}"

    def goal(self, place: str, spare: int) -> str | None:
        """The goal worth most for what stands in its way."""
        around = chart()[place].within
        goals = [around] if around else [*([place] if chart()[place].is_area else []), *neighbours(place)]
        ranked = []
        for goal in goals:
            worth = self.worth(goal, spare)
            if worth > 0:
                score = worth - foe(self.world, self.who, goal) - (goal in self.going)
                if score >= LEAST_WORTH:
                    ranked.append((-score, self.way(place, goal), goal))
        return min(ranked)[2] if ranked else None

    def way(self, place: str, goal: str) -> int:
        """0 for staying, 1, or 2 over river or mountain."""
        if place == goal:
            return 0
        return 2 if chart()[place].links[goal] in ROUGH else 1

    def worth(self, goal: str, spare: int) -> int:
        """What a goal would bring; nothing if it is not to be had."""
        world, who, burg = self.world, self.who, burgs().get(goal)
        field, walls = foe(world, who, goal), foe(world, who, burg) if burg else 0
        here, storms = world.number(goal, who) > 0, 0 < 2 * walls <= spare
        all_had = here and not field and not storms
        if all_had or (field and spare < 2 * field) or self.has_kin(goal):
            return 0
        land = world.levy_value(goal) if field or not here else 0
        takes_burg = burg and burg not in world.pillaged and (storms or not (walls or here))
        return land + (chart()[burg].value if burg and takes_burg else 0)

    def has_kin(self, goal: str) -> bool:
        world, who = self.world, self.who
        return any(world.kin(other, who) for place in places_of(goal) for other in world.foreign(place, who))

    def regroup(self, place: str) -> str | None:
        """Out of a burg into its area; from an area far from any front one step towards the nearest."""
        world, who, area = self.world, self.who, area_of(place)
        if chart()[area].kind == "peripheral" or foe(world, who, area):
            return None
        if chart()[place].kind == "burg":
            return area
        if any(self.is_front(near) for near in neighbours(place)):
            return None
        return self.first_step(place)

    def is_front(self, area: str) -> bool:
        return not self.world.controls(self.who, area) or has_foe(self.world, self.who, area)

    def first_step(self, place: str) -> str | None:
        """The first step of the shortest way by land to a front, breadth first."""
        seen, queue = {place}, deque([(place, "")])
        while queue:
            here, first = queue.popleft()
            for near in neighbours(here):
                if near not in seen:
                    seen.add(near)
                    step = first or near
                    if self.is_front(near):
                        return step
                    queue.append((near, step))
        return None
