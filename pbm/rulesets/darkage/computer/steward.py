"""The steward, who plays for an absent player: it builds, grows and guards, and attacks nobody."""

from pbm.rules.dice import Dice
from pbm.rulesets.darkage.computer import hearth
from pbm.rulesets.darkage.computer.border import Effort, guard, post_watch, strengthen
from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.computer.purse import afford, open_treasury, tax

EFFORT = Effort(actions=12, armies=8, reserves=True)
GROWTH = 3
"""What is kept for it."""


def steward(draft: Draft, dice: Dice) -> None:
    open_treasury(draft)
    guard(draft, EFFORT)
    post_watch(draft, GROWTH)
    hearth.make_room(draft)
    hearth.grow(draft)
    hearth.take_turns(draft)
    hearth.build(draft)
    hearth.spread(draft)
    spend(draft)


def spend(draft: Draft) -> None:
    """The rest of the turn: taxes, and what they buy."""
    while draft.left > 1:
        afford(draft, hearth.TRADE_PRICE)
        if not hearth.build(draft) and not strengthen(draft):
            break
    while draft.left:
        tax(draft, "nothing better to do")
