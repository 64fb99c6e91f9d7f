"""The warlord, who plays kingdoms without a player: it looks for weak neighbours, gathers armies and strikes."""

from itertools import cycle, islice

from pbm.rules.dice import Dice
from pbm.rules.order import ALL
from pbm.rulesets.darkage.attack import Move, Siege
from pbm.rulesets.darkage.build import Reserve
from pbm.rulesets.darkage.computer import hearth, sail, ways
from pbm.rulesets.darkage.computer.border import LEVY_PRICE, Effort, can_keep, guard, held, is_safe, reinforce
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.odds import needed
from pbm.rulesets.darkage.computer.purse import open_treasury, tax
from pbm.rulesets.darkage.computer.strike import is_steady, strikes
from pbm.rulesets.darkage.general import TAX_YIELD

STRIKES = 8
LEVIES = 6
RALLIES = 2
RICH = 20
"""BPs beyond which some go into trade."""
SIEGE_HOST = 3
SIEGES = 3
"""Armies that may lay siege, and how often in a turn."""
RESERVES = 3
"""So many in reserve are worth an action."""
HOARD = 8
"""What must be in the treasury to be fetched before the first blow."""
BEFORE = Effort(actions=5, armies=4, reserves=False, forts=False, taxes=False)
WARY = 3
"""Extra enemy strength to expect, for safety."""


def warlord(draft: Draft, dice: Dice) -> None:
    if draft.kingdom.treasury > HOARD:
        open_treasury(draft)
    rally(draft)
    guard(draft, BEFORE)
    ways.call_up(draft)
    ways.soften(draft)
    ways.raids(draft)
    strikes(draft, STRIKES)
    if open_treasury(draft):
        strikes(draft, STRIKES)
    besiege(draft)
    sail.voyages(draft)
    ways.come_ashore(draft)
    advance(draft)
    bring_up_reserves(draft)
    ways.settle_down(draft)
    hearth.grow(draft, 2, WARY)
    hearth.spread(draft, 2)
    hearth.take_turns(draft, 5, WARY)
    muster(draft)


def advance(draft: Draft) -> None:
    """Armies far from any enemy go to the front, and the people they leave can grow."""
    ahead = toward_front(draft)
    hosts = [code for code in ahead if draft.areas[code].armies and not draft.areas[code].sticky]
    for code in sorted(hosts, key=lambda code: (-draft.areas[code].armies, code)):
        host = code
        while host in ahead and draft.left > 4 and draft.bp > 3:
            goes_on = not draft.map[ahead[host]].sticky and (draft.areas[code].armies > 1 or host == code)
            if not draft.give(Move(None, host, ahead[host]), "nobody to fight here: off to the front"):
                break
            if not goes_on:
                break
            host = ahead[host]


def besiege(draft: Draft) -> None:
    """A city that no assault would take yet is worn down from the land around it, forts first of all."""
    for around in draft.view.areas:
        city, host = draft.map[around].city, draft.areas[around]
        if not city or host.owner != draft.who or draft.areas[city].owner == draft.who or host.armies < SIEGE_HOST:
            continue
        short = needed(held(draft, city)) - host.armies
        if short > 0 and is_steady(draft, around):
            for _ in range(min(short, SIEGES)):
                draft.give(Siege(around, city), f"{short} armies too few to storm {city}: wear it down")


def bring_up_reserves(draft: Draft) -> None:
    """The reserve goes to the front, where it can strike next turn; it costs upkeep wherever it is."""
    if draft.kingdom.usable < RESERVES:
        return
    fronts = [code for code in draft.own() if is_front(draft, code) and is_safe(draft, code, WARY)]
    if fronts:
        front = max(fronts, key=lambda code: (not draft.map[code].is_city, draft.areas[code].armies, code))
        draft.give(Reserve(ALL, front), "the reserve goes to the front")


def rally(draft: Draft) -> None:
    """Where no place is safe all that there is goes to one place, before anybody else gets there."""
    lands = [code for code in draft.view.areas if draft.areas[code].owner == draft.who and draft.areas[code].population]
    if not lands or draft.bp < RICH or any(is_safe(draft, code) for code in lands):
        return
    place = max(lands, key=lambda code: (draft.areas[code].armies, draft.areas[code].population, code))
    for _ in range(RALLIES):
        reinforce(draft, place, draft.bp, "no place is safe: all that there is goes here")


def toward_front(draft: Draft) -> dict[str, str]:
    """For every area of ours that touches none of another's: the next one on the way to one that does."""
    own = [code for code in draft.own() if not draft.map[code].is_sea]
    edge = [code for code in own if is_front(draft, code)]
    step: dict[str, str] = {}
    reached = set(edge)
    while edge:
        following = []
        for code in edge:
            for near in sorted(draft.map[code].near):
                if near not in reached and near in own:
                    reached.add(near)
                    step[near] = code
                    following.append(near)
        edge = following
    return step


def is_front(draft: Draft, where: str) -> bool:
    areas, chart = draft.areas, draft.map
    foreign = (areas[code].owner != draft.who and not chart[code].is_sea for code in chart[where].near)
    return not chart[where].is_sea and any(foreign)


def muster(draft: Draft) -> None:
    """The rest of the turn goes into taxes, and into what they buy: trade, ships, and armies for the next strike."""
    while draft.bp >= RICH and hearth.build(draft):
        pass
    homes = [code for code in draft.own() if draft.areas[code].population and is_safe(draft, code, WARY)]
    homes.sort(key=lambda code: (hearth.can_grow(draft, code), -draft.areas[code].population, code))
    posts = affordable(draft, homes) if can_keep(draft) else []
    while draft.left > len(posts):
        tax(draft, "taxes pay for the war")
    for where in posts:
        if not reinforce(draft, where, draft.bp, "fresh armies for the next turn"):
            tax(draft, "nothing better to do")


def affordable(draft: Draft, homes: list[str]) -> list[str]:
    """Where to levy, as often as the BPs there are and the taxes of the other actions allow."""
    posts: list[str] = []
    price = 0
    for where in islice(cycle(homes), LEVIES):
        price += LEVY_PRICE * draft.areas[where].population
        if posts and price > draft.bp + TAX_YIELD * (draft.left - len(posts) - 1):
            break
        posts.append(where)
    return posts[: draft.left]
