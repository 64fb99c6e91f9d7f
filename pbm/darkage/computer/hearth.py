"""At home: people grow, move and trade, and what is left over is put to use."""

from pbm.darkage.attack import Move
from pbm.darkage.build import Build
from pbm.darkage.computer.border import threats
from pbm.darkage.computer.draft import Draft
from pbm.darkage.general import Cash, Tax
from pbm.darkage.people import Grow
from pbm.darkage.stance import Migrate
from pbm.order import ONE

TRADE_PRICE = 10


def open_treasury(draft: Draft) -> None:
    """What is not spent goes back at no loss, so all of it comes out."""
    if draft.kingdom.treasury > 2:
        draft.give(Cash(None), "what is not spent goes back into the treasury at no loss")


def grow(draft: Draft, keep: int = 0) -> None:
    """Everywhere that has people, room for more and no army, the cheapest first."""
    areas, chart = draft.areas, draft.map
    fields = [
        code
        for code in draft.own()
        if not areas[code].armies and not areas[code].grown and 0 < areas[code].population < chart[code].limit
    ]
    for code in sorted(fields, key=lambda code: (areas[code].population, code)):
        if draft.left > keep and afford(draft, areas[code].population, keep):
            draft.give(Grow(code), f"{areas[code].population + 1} of {chart[code].limit} people can live there")


def make_room(draft: Draft, keep: int = 0) -> None:
    """An army that guards nothing goes where it is of use, and the people it left can grow."""
    areas, chart = draft.areas, draft.map
    for code in draft.own():
        area = areas[code]
        idle = area.armies and not area.sticky and 0 < area.population < chart[code].limit
        if idle and draft.left > keep + 1 and not threats(draft, code):
            posts = [near for near in sorted(chart[code].near) if is_post(draft, near)]
            if posts and draft.bp > area.population:
                post = max(posts, key=lambda near: sum(t.strength for t in threats(draft, near)))
                draft.give(Move(None, code, post), f"no enemy is near {code}, and its people can grow")


def is_post(draft: Draft, where: str) -> bool:
    area = draft.areas[where]
    full = area.armies > area.population + area.forts
    return area.owner == draft.who and not draft.map[where].is_sea and not full and bool(threats(draft, where))


def spread(draft: Draft, keep: int = 0) -> None:
    """People move into empty lands of ours from full ones next to them."""
    areas, chart = draft.areas, draft.map
    for code in draft.own():
        place = chart[code]
        if areas[code].population or place.is_sea or place.limit < 2 or draft.left <= keep:
            continue
        full = [near for near in sorted(place.near) if areas[near].owner == draft.who and areas[near].population > 2]
        if full:
            origin = max(full, key=lambda near: areas[near].population)
            draft.give(Migrate(ONE, origin, code), f"nobody lives in {code}, and {origin} is full")


def build(draft: Draft) -> bool:
    """Trade pays its owner every turn, twice if the land around the city is his as well."""
    areas, chart, who = draft.areas, draft.map, draft.who
    if draft.bp < TRADE_PRICE:
        return False
    cities = [
        code
        for code in draft.own()
        if chart[code].is_city and areas[code].trade < areas[code].population and not draft.world.blockaded(code)
    ]
    cities.sort(key=lambda code: (areas[chart[code].hinterland or code].owner != who, areas[code].trade, code))
    return any(draft.give(Build(ONE, code), "trade pays every turn") for code in cities)


def afford(draft: Draft, price: int, keep: int = 0) -> bool:
    """Raise taxes until there is enough, as long as actions are left for it."""
    while draft.bp < price and draft.left > keep + 1:
        tax(draft, f"{price} BPs are wanted")
    return draft.bp >= price


def tax(draft: Draft, why: str) -> None:
    draft.give(Tax(), why)
