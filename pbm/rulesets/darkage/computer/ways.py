"""A nation's own ways: Vikings raid, land and settle; Gaels invade, raid, settle armies down and call people up."""

from pbm.rules.order import Number
from pbm.rulesets.darkage.attack import Invade, Raid
from pbm.rulesets.darkage.computer.border import held, is_safe, threat
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.odds import falls, needed
from pbm.rulesets.darkage.computer.strike import best_from, exposed, is_steady
from pbm.rulesets.darkage.people import Arm, Pop
from pbm.rulesets.darkage.sea import Fleet, Land, Settle
from pbm.rulesets.darkage.world import is_gaelic, is_viking

RAIDS = 4
WAR_BAND = 2
"""So many go raiding: one may fall, the rest carry the plunder home."""
INVASIONS = 2
CALLED_UP = 2
WARY = 3
"""Strength beyond what is seen that settlers fear."""


def soften(draft: Draft) -> None:
    """Gaels: people swarm over the border where an army stands in the way of ours."""
    if not is_gaelic(draft.who):
        return
    done = 0
    for target, seen in draft.view.seen.items():
        if done < INVASIONS and seen.owner and seen.armies == 1 and stands_in_the_way(draft, target):
            done += swarm(draft, target)


def stands_in_the_way(draft: Draft, target: str) -> bool:
    """Whether a host of ours next to it could take the area if its army were gone, and cannot now."""
    place = draft.map[target]
    if place.is_sea or place.is_city or draft.areas[target].owner == draft.who:
        return False
    hosts = [
        draft.areas[code].armies - exposed(draft, code, target)
        for code in place.near
        if draft.areas[code].owner == draft.who and not draft.map[code].is_sea
    ]
    host = max(hosts, default=0)
    return needed(held(draft, target, -1)) <= host < needed(held(draft, target))


def swarm(draft: Draft, target: str) -> bool:
    areas = draft.areas
    crowds = [
        code
        for code in sorted(draft.map[target].near)
        if areas[code].owner == draft.who and areas[code].population > 1 and is_steady(draft, code)
    ]
    if not crowds:
        return False
    origin = max(crowds, key=lambda code: areas[code].population)
    return draft.give(Invade(origin, target), f"the army in {target} shall not bar our way")


def raids(draft: Draft) -> None:
    """Strike, carry off and come home again, where nothing better is planned: plunder is victory points."""
    if not (is_viking(draft.who) or is_gaelic(draft.who)):
        return
    done: set[str] = set()
    for origin in draft.own():
        if draft.areas[origin].armies < WAR_BAND:
            continue
        plan = best_from(draft, origin, draft.bp)
        for target in sorted(draft.map[origin].near):
            spared = target in done or (plan is not None and target == plan.target)
            if len(done) < RAIDS and not spared and pays_to_raid(draft, origin, target):
                why = f"{target} lies open: plunder, and home again"
                if draft.give(Raid(origin, target), why, spoils=False):
                    done.add(target)


def pays_to_raid(draft: Draft, origin: str, target: str) -> bool:
    seen, host = draft.view.seen.get(target), draft.areas[origin]
    if seen is None or seen.owner in (None, draft.who) or draft.areas[target].owner != seen.owner:
        return False
    place, victim = draft.map[target], draft.areas[target]
    if place.is_sea or place.is_city or not (victim.population or victim.armies) or host.sticky:
        return False
    undefended = victim.armies <= (0 if place.shelter else 1)
    return host.armies >= WAR_BAND and undefended and is_steady(draft, origin) and draft.bp > 0


def settle_down(draft: Draft) -> None:
    """Gaels: armies settle in lands that are empty, and where there are more than the guard needs."""
    if not is_gaelic(draft.who):
        return
    areas = draft.areas
    for code in draft.own():
        area, place = areas[code], draft.map[code]
        room = not place.is_sea and area.armies and area.population < place.limit
        if (
            room
            and is_safe(draft, code, WARY)
            and (not area.population or area.armies > 1 or threat(draft, code) is None)
        ):
            draft.give(Pop(code), f"{area.population + 1} of {place.limit} people can live there")


def call_up(draft: Draft) -> None:
    """Gaels: where money is short and a border would fall, one of the people takes up arms."""
    if not is_gaelic(draft.who):
        return
    called = 0
    for code in draft.own():
        area = draft.areas[code]
        foe = threat(draft, code) if area.population > 1 and not draft.map[code].is_sea else None
        if foe and called < CALLED_UP and falls(held(draft, code), foe.strength):
            people = held(draft, code)._replace(armies=area.armies + 1, people=area.population - 1)
            if not falls(people, foe.strength):
                called += draft.give(Arm(code), f"{foe.strength} could strike from {foe.origin}, and BPs are short")


def come_ashore(draft: Draft) -> None:
    """Vikings: ships in reserve put out, crews settle empty lands and land as armies where an enemy is near."""
    if not is_viking(draft.who):
        return
    for sea in [code for code in draft.own() if draft.map[code].is_sea]:
        for land in sorted(draft.map[sea].near):
            area = draft.areas[land]
            ours = area.owner == draft.who and not draft.map[land].is_sea and land in draft.view.areas
            if ours and not area.population and draft.world.room(sea) > 0:
                draft.give(Settle(sea, land), f"nobody lives in {land}")
    muster_fleet(draft)


def muster_fleet(draft: Draft) -> None:
    """The fleet reserve puts to sea off a land of ours where an enemy is near, and lands there."""
    fleet = min(draft.kingdom.fleet, draft.bp - 2)
    shores = [code for code in draft.own() if not draft.map[code].is_sea and is_safe(draft, code)]
    for shore in sorted(shores, key=lambda code: (threat(draft, code) is None, code)):
        seas = [code for code in sorted(draft.map[shore].near) if is_ours_or_free(draft, code)]
        if fleet > 0 and seas:
            if draft.give(Fleet(Number(fleet), seas[0]), f"the fleet gathers off {shore}"):
                draft.give(Land(Number(fleet), seas[0], shore), f"its crews land in {shore}")
            return


def is_ours_or_free(draft: Draft, where: str) -> bool:
    return draft.map[where].is_sea and draft.areas[where].owner in (draft.who, None)
