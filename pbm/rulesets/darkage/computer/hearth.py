"""At home: people grow, move and trade, and what is left over is put to use."""

from pbm.rules.order import ONE, Number
from pbm.rulesets.darkage.attack import Move
from pbm.rulesets.darkage.build import Build
from pbm.rulesets.darkage.computer import border
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.purse import afford
from pbm.rulesets.darkage.people import Grow, Pop
from pbm.rulesets.darkage.stance import Migrate
from pbm.rulesets.darkage.world import is_gaelic

TRADE_PRICE = 10


def can_grow(draft: Draft, where: str) -> bool:
    area = draft.areas[where]
    fresh = not (area.grown or area.popped or area.migrated_into or area.settled)
    return fresh and 0 < area.population < draft.map[where].limit and where in draft.view.areas


def grow(draft: Draft, keep: int = 0, wary: int = 0) -> None:
    """Everywhere that has people, room for more and no army, the cheapest first."""
    areas = draft.areas
    fields = [code for code in draft.own() if not areas[code].armies and can_grow(draft, code)]
    for code in sorted(fields, key=lambda code: (areas[code].population, code)):
        safe = code not in draft.struck_from and border.is_safe(draft, code, wary)
        if safe and draft.left > keep and afford(draft, areas[code].population, keep):
            raise_people(draft, code)


def raise_people(draft: Draft, where: str) -> bool:
    limit = draft.map[where].limit
    return draft.give(Grow(where), f"{draft.areas[where].population + 1} of {limit} people can live there")


def make_room(draft: Draft, keep: int = 0) -> None:
    """An army that guards nothing goes where it is of use, and the people it left can grow."""
    areas, chart = draft.areas, draft.map
    for code in draft.own():
        area = areas[code]
        idle = area.armies and not area.sticky and can_grow(draft, code) and border.threat(draft, code) is None
        if idle and draft.left > keep + 1 and draft.bp > area.population:
            posts = [near for near in sorted(chart[code].near) if is_post(draft, near)]
            if posts:
                post = min(posts, key=lambda near: areas[near].armies)
                draft.give(Move(None, code, post), f"no enemy is near {code}, and its people can grow")


def is_post(draft: Draft, where: str) -> bool:
    area = draft.areas[where]
    full = area.armies > area.population + area.forts
    return area.owner == draft.who and not draft.map[where].is_sea and not full


def take_turns(draft: Draft, keep: int = 2, wary: int = 0) -> None:
    """Armies step aside for a moment so that people can grow, and come back; a Gaelic army settles down itself."""
    areas = draft.areas
    fields = [
        code
        for code in draft.own()
        if areas[code].armies
        and can_grow(draft, code)
        and code not in draft.struck_from
        and border.is_safe(draft, code, wary)
    ]
    for code in sorted(fields, key=lambda code: (areas[code].population, code)):
        if is_gaelic(draft.who):
            if areas[code].armies > 1 or border.threat(draft, code) is None:
                draft.give(Pop(code), "an army that settles down is one more of the people")
        elif draft.left > keep + 2 and afford(draft, areas[code].population + 2, keep + 3):
            step_aside(draft, code)


def step_aside(draft: Draft, where: str) -> None:
    areas, chart = draft.areas, draft.map
    beside = [
        code
        for code in sorted(chart[where].near)
        if areas[code].owner == draft.who and not chart[code].is_sea and not chart[code].sticky
    ]
    armies = areas[where].armies
    if beside and not areas[where].sticky:
        aside = max(beside, key=lambda code: areas[code].armies)
        if draft.give(Move(None, where, aside), f"out of {where} for a moment, so that its people can grow"):
            raise_people(draft, where)
            draft.give(Move(Number(armies), aside, where), f"and back to {where}")


def spread(draft: Draft, keep: int = 0) -> None:
    """People move into empty lands of ours from full ones next to them."""
    areas, chart = draft.areas, draft.map
    for code in draft.own():
        place = chart[code]
        empty = not areas[code].population and place.limit > 1
        if not empty or draft.left <= keep or not border.is_safe(draft, code):
            continue
        full = [near for near in sorted(place.near) if areas[near].population > 2 and near in draft.view.areas]
        if full:
            origin = max(full, key=lambda near: areas[near].population)
            draft.give(Migrate(ONE, origin, code), f"nobody lives in {code}, and {origin} is full")


def build(draft: Draft) -> bool:
    """Trade pays its owner every turn, twice if they also own the land around the city."""
    areas, chart = draft.areas, draft.map
    if draft.bp < TRADE_PRICE or is_gaelic(draft.who):
        return False
    cities = [code for code in draft.own() if chart[code].is_city and areas[code].trade < areas[code].population]
    cities.sort(key=lambda code: (areas[code].trade, code))
    why = "trade pays every turn, in the city and in the land around it"
    return any(border.is_safe(draft, code) and draft.give(Build(ONE, code), why) for code in cities)
