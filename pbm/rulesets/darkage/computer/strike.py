"""Striking: which neighbour to attack, from where, in what way and with how many, by what it brings and costs."""

from typing import NamedTuple

from pbm.rules.event import Count
from pbm.rules.order import Number
from pbm.rulesets.darkage.attack import Move
from pbm.rulesets.darkage.build import Levy
from pbm.rulesets.darkage.computer.border import LEVY_PRICE, contested, held
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.odds import Ground, Outcome, best, needed
from pbm.rulesets.darkage.world import is_gaelic, is_viking, nationality

PERSON, ROOM, TRADE, LAND, RIVAL, BOOTY = 12, 3, 10, 5, 3, 14
"""What a win is worth: for each of the people, room for another, a level of trade, the land itself, each of the
people a rival loses, and each part of the plunder. A BP is worth 2."""
ARMY, LEVIED, ACTION, BP = 4, 2, 4, 2
"""What it costs: an army lost, one raised, an action, a BP."""
ENOUGH, BOLD = 4, 12
"""A strike must bring at least so much, and so much less when BPs abound."""
UNSEEN = 1
"""Armies added to what is guessed of an area out of sight."""
EARLY = 2
"""Orders that come before most neighbours can have struck."""
WARY = 1
"""Strength beyond what is seen that is reckoned with in later orders."""
LEVIES = 2
"""Levies in one place for one strike."""
SOURCES = 2
"""Neighbouring hosts that may join a strike."""


class Strike(NamedTuple):
    value: int
    origin: str
    target: str
    joining: tuple[str, ...]
    """Areas of ours whose armies come to the origin first."""
    levy: int
    leave: int
    """Armies that stay in the origin."""
    came: Outcome
    """What is to be expected of it."""


def strikes(draft: Draft, most: int) -> None:
    """Strike as often as it pays, the best first."""
    ready = {code: plan for code in draft.own() if (plan := best_from(draft, code, draft.bp))}
    done = 0
    while ready and done < most:
        plan = max(ready.values(), key=lambda plan: (plan.value, plan.target))
        del ready[plan.origin]
        if not carry_out(draft, plan):
            continue
        done += 1
        for code in affected(draft, plan, ready):
            ready.pop(code, None)
            if draft.areas[code].owner == draft.who and (again := best_from(draft, code, draft.bp)):
                ready[code] = again


def enough(draft: Draft) -> int:
    """What a strike must bring: the rich are less choosy."""
    return ENOUGH - min(BOLD, draft.bp // 6)


def affected(draft: Draft, plan: Strike, ready: dict[str, Strike]) -> list[str]:
    """Areas whose best strike may be another one after this one."""
    moved = {plan.origin, plan.target, *plan.joining}
    near = {code for where in moved for code in draft.map[where].near}
    return sorted(moved | near | {code for code, other in ready.items() if other.levy})


def carry_out(draft: Draft, plan: Strike) -> bool:
    levies = portions(plan.levy, draft.areas[plan.origin].population)
    way, hosts = plan.came.way, len(plan.joining)
    if len(levies) + hosts + 1 > draft.left or plan.levy * LEVY_PRICE + hosts + way.cost > draft.bp:
        return False
    why = f"to strike at {plan.target}"
    for host in plan.joining:
        draft.give(Move(all_but(kept_back(draft, host)), host, plan.origin), why)
    for armies in levies:
        draft.give(Levy(Number(armies), plan.origin), why)
    draft.struck_from.add(plan.origin)
    order = way(number=all_but(plan.leave), origin=plan.origin, target=plan.target)
    return draft.give(order, reason(draft, plan.target, plan.came), spoils=False)


def reason(draft: Draft, target: str, came: Outcome) -> str:
    area, defence = draft.areas[target], draft.world.defence(target)
    sight = "" if target in draft.view.seen else " if rumour is right"
    whose = f"{area.owner}'s" if area.owner else "nobody's"
    armies = f"{Count(area.armies):army/armies}"
    return f"{target} is {whose}, {armies}, defence {defence}: it falls{sight} and {came.armies} live"


def portions(total: int, most: int) -> list[int]:
    """A number in parts of at most `most`."""
    return [min(most, total - done) for done in range(0, total, max(1, most))]


def all_but(number: int) -> Number | None:
    return Number(number, True) if number else None


def best_from(draft: Draft, origin: str, funds: int) -> Strike | None:
    """The best strike out of an area of ours, if any is worth while."""
    area, place = draft.areas[origin], draft.map[origin]
    if area.sticky or draft.left < 1:
        return None
    targets = open_targets(draft, origin)
    if not targets or not is_steady(draft, origin):
        return None
    levy = 0
    if origin in draft.view.areas and not place.is_sea and not draft.world.blockaded(origin):
        levy = max(0, min(LEVIES * area.population, (funds - 2) // LEVY_PRICE))
    hosts = [] if place.sticky or place.is_sea else spare_hosts(draft, origin)
    plans = [weighed(draft, origin, code, levy, hosts) for code in targets]
    found = max((plan for plan in plans if plan), key=lambda plan: plan[:3], default=None)
    return found if found and found.value >= enough(draft) else None


def open_targets(draft: Draft, origin: str) -> list[str]:
    """Lands of others next to an area of ours; from one just taken, only such as have been seen."""
    areas, chart, who = draft.areas, draft.map, draft.who
    near = [code for code in chart[origin].near if areas[code].owner != who and not chart[code].is_sea]
    return near if origin in draft.view.areas else [code for code in near if code in draft.view.seen]


def is_steady(draft: Draft, where: str) -> bool:
    """Whether an area will still be ours when the order comes to its turn: early ones always count on it."""
    return len(draft.advice) < EARLY or not contested(draft, where, WARY)


def spare_hosts(draft: Draft, where: str) -> list[tuple[int, str]]:
    """Armies next to an area that could join it, the largest host first."""
    areas, who, chart = draft.areas, draft.who, draft.map
    found = []
    for code in chart[where].near:
        area = areas[code]
        if area.owner == who and area.armies and not area.sticky and not chart[code].is_sea and is_steady(draft, code):
            spare = area.armies - kept_back(draft, code)
            if spare > 0:
                found.append((spare, code))
    return sorted(found, reverse=True)[:SOURCES]


def kept_back(draft: Draft, where: str) -> int:
    """Armies that stay at home when the others march."""
    return int(exposed(draft, where, where))


def weighed(draft: Draft, origin: str, target: str, levy: int, hosts: list[tuple[int, str]]) -> Strike | None:
    area, ground = draft.areas[origin], expected(draft, target)
    need, bare = needed(ground, area.ships), 0
    leave = int(exposed(draft, origin, target))
    most = area.armies - leave + levy + sum(spare for spare, _ in hosts)
    if leave and need == most + 1:
        leave, bare, most = 0, PERSON * area.population // 2, most + 1
    if most <= 0 or need > most:
        return None
    armies, joining = area.armies - leave, []
    for spare, host in hosts:
        if armies < need:
            joining.append(host)
            armies += spare
    raised = max(0, need - armies)
    armies += raised
    came = best(armies, area.ships, ground)
    if not came.won or raised > levy:
        return None
    lost = armies - came.armies + area.ships - came.ships
    actions = 1 + len(joining) + -(-raised // max(1, area.population))
    cost = ARMY * lost + LEVIED * raised + ACTION * actions + BP * (came.way.cost + len(joining))
    return Strike(prize(draft, target) - cost - bare, origin, target, tuple(joining), raised, leave, came)


def expected(draft: Draft, target: str) -> Ground:
    """What will defend it: as seen, or a little more than rumour has it."""
    return held(draft, target, 0 if target in draft.view.seen else UNSEEN)


def exposed(draft: Draft, where: str, without: str) -> bool:
    """Whether somebody else could walk into an area that its armies leave."""
    areas, who = draft.areas, draft.who
    for code in draft.map[where].near:
        area = areas[code]
        if area.owner is not None and area.owner != who and code != without and (area.armies or area.population):
            return True
    return False


def prize(draft: Draft, target: str) -> int:
    area, place = draft.areas[target], draft.map[target]
    foreign = nationality(draft.who) != nationality(area.owner)
    kept, trade = area.population - min(area.population, foreign), area.trade - min(area.trade, foreign)
    value = PERSON * kept + ROOM * (place.limit - kept) + TRADE * trade + LAND
    if area.owner:
        value += RIVAL * area.population
        if is_viking(draft.who) or is_gaelic(draft.who):
            value += BOOTY * (1 + (area.population > 0) + (area.trade > 0))
    return value
