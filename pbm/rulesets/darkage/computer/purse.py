"""The purse: what comes out of the treasury and out of taxes."""

from pbm.rulesets.darkage.computer.draft import Draft
from pbm.rulesets.darkage.general import TAX_YIELD, Cash, Tax


def open_treasury(draft: Draft) -> bool:
    """What is not spent goes back at no loss, so all of it comes out."""
    why = "what is not spent goes back into the treasury at no loss"
    return draft.kingdom.treasury > TAX_YIELD and draft.give(Cash(None), why)


def afford(draft: Draft, price: int, keep: int = 0) -> bool:
    """Raise taxes until there is enough, as long as actions are left for it."""
    while draft.bp < price and draft.left > keep + 1:
        tax(draft, f"{price} BPs are wanted")
    return draft.bp >= price


def tax(draft: Draft, why: str) -> None:
    draft.give(Tax(), why)
