"""Holding the border: who could strike where, and what it takes to stop them."""

from typing import NamedTuple

from pbm.rules.order import Number
from pbm.rulesets.darkage.build import Fortify, Levy, Reserve
from pbm.rulesets.darkage.computer.draft import Draft, Threat
from pbm.rulesets.darkage.computer.odds import Ground, falls, ground, needed
from pbm.rulesets.darkage.computer.purse import afford
from pbm.rulesets.darkage.stance import Ambush, Retreat

LEVY_PRICE = 3
SUDDEN = 2
"""Armies that a neighbour may raise before a strike."""
MARGIN = 1
"""Further armies that may come from behind."""
HOST = 2
"""This many armies make a host that may march on."""
PLENTY = 12
"""BPs at hand that let upkeep be forgotten."""
FREE = 1
"""Armies and forts beyond the people that cost no upkeep."""


def threat(draft: Draft, where: str) -> Threat | None:
    """The strongest neighbour of an area, if there is one."""
    if where not in draft.threats:
        draft.threats[where] = strongest(draft, where)
    return draft.threats[where]


def strongest(draft: Draft, where: str) -> Threat | None:
    areas, who = draft.areas, draft.who
    hosts: dict[str, int] = {}
    worst, origin = 0, ""
    for code in draft.map[where].near:
        area = areas[code]
        if area.owner is None or area.owner == who or not (area.armies or area.population):
            continue
        host = area.armies + area.ships + min(area.population, SUDDEN)
        hosts[area.owner] = hosts.get(area.owner, 0) + host
        worst, origin = max((worst, origin), (host, code))
    return Threat(max(hosts.values()), origin) if hosts else None


def contested(draft: Draft, where: str, more: int = 0) -> bool:
    """Whether one neighbour could take an area this turn with all that stands next to it, and some more."""
    foe = threat(draft, where)
    return foe is not None and falls(held(draft, where), foe.strength + more)


def is_safe(draft: Draft, where: str, more: int = 0) -> bool:
    """Whether an area of ours will be there all turn; a city lives and dies with the land around it."""
    around = draft.map[where].hinterland
    if where not in draft.view.areas or contested(draft, where, more):
        return False
    return around is None or (draft.areas[around].owner == draft.who and not contested(draft, around, more))


def held(draft: Draft, where: str, armies: int = 0, forts: int = 0) -> Ground:
    return ground(draft.map[where], draft.areas[where], draft.world.settings, armies, forts)


def is_land(draft: Draft, where: str) -> bool:
    return not draft.map[where].is_sea


class Effort(NamedTuple):
    """How much goes into the guard."""

    actions: int
    """The most that it may take."""
    armies: int
    """Raised in one place, at most."""
    reserves: bool
    """Whether reserves may be called up, which can go no further this turn."""
    forts: bool = True
    taxes: bool = True
    """Whether taxes are raised for it."""


def guard(draft: Draft, effort: Effort) -> None:
    """Make areas hold against their strongest neighbour, the most populous first."""
    keep = draft.left - effort.actions
    areas = draft.areas
    lands = [(code, foe) for code in draft.view.areas if is_land(draft, code) and (foe := threat(draft, code))]
    for where, foe in sorted(lands, key=lambda row: (-areas[row[0]].population, row[0])):
        if draft.left > keep and falls(held(draft, where), foe.strength + MARGIN) and can_keep(draft):
            hold(draft, where, foe, keep, effort)


def hold(draft: Draft, where: str, foe: Threat, keep: int, effort: Effort) -> None:
    armies, forts = cheapest(draft, where, foe.strength + MARGIN, effort.armies, effort.forts)
    why = f"{foe.strength} could strike from {foe.origin}"
    spare = keep if effort.taxes else draft.left
    if forts and afford(draft, forts, spare):
        fortify(draft, where, forts, why)
    people = draft.areas[where].population
    while armies > 0 and draft.left > keep and afford(draft, LEVY_PRICE * min(armies, people or 1), spare):
        before = draft.areas[where].armies
        if not reinforce(draft, where, armies, why, effort.reserves or before < HOST):
            break
        armies -= draft.areas[where].armies - before


def cheapest(draft: Draft, where: str, strength: int, most: int, forts_too: bool) -> tuple[int, int]:
    """The armies and forts that stop an attack for the fewest BPs; none if nothing within reason does."""
    area, now = draft.areas[where], held(draft, where)
    best = (LEVY_PRICE * most + area.population + 1, 0, 0)
    for forts in range(max(0, area.population - area.forts) + 1 if forts_too else 1):
        for armies in range(min(most, (best[0] - forts) // LEVY_PRICE) + 1):
            if strength < needed(now._replace(armies=now.armies + armies, works=now.works + forts)):
                best = min(best, (LEVY_PRICE * armies + forts, armies, forts))
                break
    return best[1:]


def reinforce(draft: Draft, where: str, armies: int, why: str, reserves: bool = True) -> bool:
    """Put armies into an area: from the reserve first, which is cheap, then by levy."""
    reserve = min(draft.kingdom.usable, armies, draft.bp) if reserves else 0
    if reserve > 0 and draft.give(Reserve(number=Number(reserve), where=where), why):
        return True
    levy = min(draft.areas[where].population, armies, draft.bp // LEVY_PRICE)
    return levy > 0 and draft.give(Levy(number=Number(levy), where=where), why)


def can_keep(draft: Draft) -> bool:
    """Whether there is income left to keep more armies, or so much at hand that it does not matter."""
    areas = [draft.areas[code] for code in draft.own()]
    upkeep, income = sum(area.upkeep for area in areas), sum(area.population for area in areas)
    return draft.bp >= PLENTY or 2 * upkeep < income


def fortify(draft: Draft, where: str, forts: int, why: str) -> bool:
    forts = min(forts, draft.areas[where].population, draft.bp)
    return forts > 0 and draft.give(Fortify(number=Number(forts), where=where), why)


def post_watch(draft: Draft, keep: int) -> None:
    """Ambushes where armies can hold, retreats where they cannot."""
    for where in draft.own():
        area, foe = draft.areas[where], threat(draft, where)
        if not area.armies or not foe or draft.left <= keep or not is_land(draft, where):
            continue
        if falls(held(draft, where), foe.strength) and area.armies < 2:
            give_way(draft, where)
        else:
            lie_in_wait(draft, where, foe)


def lie_in_wait(draft: Draft, where: str, foe: Threat) -> bool:
    """An ambush against the likeliest attacker."""
    area = draft.areas[where]
    if draft.map[where].is_city or (area.mode == "ambush" and area.against == foe.origin):
        return False
    return draft.give(Ambush(where, foe.origin), f"{foe.strength} could come out of {foe.origin}")


def give_way(draft: Draft, where: str) -> bool:
    """A retreat to the strongest area of ours next to it."""
    area = draft.areas[where]
    refuges = [code for code in sorted(draft.map[where].near) if is_refuge(draft, code)]
    if not refuges or (area.mode == "retreat" and area.toward in refuges):
        return False
    refuge = max(refuges, key=draft.world.defence)
    return draft.give(Retreat(where, refuge), "too few to hold it: they shall live to fight elsewhere")


def is_refuge(draft: Draft, where: str) -> bool:
    return draft.areas[where].owner == draft.who and is_land(draft, where)


def strengthen(draft: Draft) -> bool:
    """More armies where an attack would need the fewest, as long as they cost no upkeep."""
    areas = draft.areas
    posts = [
        code
        for code in draft.own()
        if is_land(draft, code)
        and areas[code].armies + areas[code].forts < areas[code].population + FREE
        and is_safe(draft, code)
    ]
    posts.sort(key=lambda code: (threat(draft, code) is None, draft.world.defence(code), code))
    why = "so much can be kept there without upkeep"
    return any(reinforce(draft, code, areas[code].population + FREE - areas[code].armies, why) for code in posts)
