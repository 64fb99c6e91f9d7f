"""The steward, who keeps a kingdom while its player is away: he builds, grows and guards, and attacks nobody."""

from pbm.darkage.computer import hearth
from pbm.darkage.computer.border import (
    LEVY_PRICE,
    Threat,
    fortify,
    give_way,
    held,
    lie_in_wait,
    reinforce,
    room,
    shortfall,
    threats,
)
from pbm.darkage.computer.draft import Draft
from pbm.darkage.computer.odds import falls
from pbm.dice import Dice

MOST = 4
"""Armies he would raise in one place at once."""


def steward(draft: Draft, dice: Dice) -> None:
    hearth.open_treasury(draft)
    guard(draft)
    hearth.make_room(draft)
    hearth.grow(draft)
    hearth.build(draft)
    hearth.spread(draft)
    spend(draft)


def guard(draft: Draft) -> None:
    """Make every border area hold against the strongest neighbour, the dearest first."""
    for where, threat in border(draft):
        if not falls(held(draft, where), threat.strength):
            lie_in_wait(draft, where, threat)
            continue
        wanted = shortfall(draft, where, threat.strength, MOST)
        why = f"{threat.strength} could strike from {threat.origin}"
        if wanted <= MOST and hearth.afford(draft, wanted * LEVY_PRICE, 4) and reinforce(draft, where, wanted, why):
            lie_in_wait(draft, where, threat)
        else:
            give_way(draft, where)


def border(draft: Draft) -> list[tuple[str, Threat]]:
    found = [(code, near[0]) for code in draft.own() if not draft.map[code].is_sea and (near := threats(draft, code))]
    return sorted(found, key=lambda row: (-draft.areas[row[0]].population, -row[1].strength, row[0]))


def spend(draft: Draft) -> None:
    """The rest of the turn: taxes, and what they buy."""
    posts = [where for where, _ in border(draft)] or [w for w in draft.own() if not draft.map[w].is_sea]
    while draft.left:
        if draft.left > 1 and draft.bp < LEVY_PRICE * 2:
            hearth.tax(draft, "taxes pay for the guard")
        elif not any(strengthen(draft, where) for where in posts) and not hearth.build(draft):
            hearth.tax(draft, "nothing better to do")


def strengthen(draft: Draft, where: str) -> bool:
    space = room(draft, where)
    if space <= 0:
        return False
    if reinforce(draft, where, space, f"{where} stands at the border"):
        return True
    return fortify(draft, where, space, f"{where} stands at the border")
