"""The warlord, who plays the kingdoms nobody plays: he looks for the weak, gathers his strength and strikes."""

from pbm.darkage.attack import Move
from pbm.darkage.computer import hearth
from pbm.darkage.computer.border import held, reinforce, threats
from pbm.darkage.computer.draft import Draft
from pbm.darkage.computer.odds import falls
from pbm.darkage.computer.strike import all_but, best_from, exposed, kept_back, strikes
from pbm.dice import Dice

STRIKES = 9
WAR_CHEST = 40
"""BPs he reckons with when he looks for the target of the next turn."""


def warlord(draft: Draft, dice: Dice) -> None:
    hearth.open_treasury(draft)
    strikes(draft, STRIKES)
    advance(draft)
    hearth.grow(draft, 2)
    hearth.spread(draft, 2)
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
    return any(areas[code].owner != draft.who and not chart[code].is_sea for code in chart[where].near)


def muster(draft: Draft) -> None:
    """Gather where next turn's strike is best; the rest of the turn goes into taxes, and what they buy."""
    plans = [plan for code in draft.own() if (plan := best_from(draft, code, WAR_CHEST))]
    aim = max(plans, key=lambda plan: plan.value, default=None)
    if aim:
        reinforce(draft, aim.origin, aim.levy + 1, f"to strike at {aim.target} next turn")
    while draft.left > 2:
        hearth.tax(draft, "taxes pay for the war")
    homes = sorted(
        (code for code in draft.own() if draft.areas[code].population and not draft.world.blockaded(code)),
        key=lambda code: safety(draft, code),
        reverse=True,
    )
    while draft.left:
        if not any(reinforce(draft, where, draft.bp, "fresh armies for the next turn") for where in homes):
            hearth.tax(draft, "nothing better to do")


def safety(draft: Draft, where: str) -> tuple[bool, bool, int, str]:
    """Whether it holds against its strongest neighbour, and how much it can raise."""
    near = threats(draft, where)
    holds = not near or not falls(held(draft, where), near[0].strength)
    return holds, not draft.map[where].is_city, draft.areas[where].population - draft.areas[where].armies, where
