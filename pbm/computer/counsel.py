"""Advice in any game, from rehearsals: what falls if nothing is done, what the computer would order, what lies idle."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.rehearsal.outcome import DOING
from pbm.rehearsal.rehearse import Rehearsal, rehearse
from pbm.rules.action import meaning
from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.names import word
from pbm.rules.order import Line, Sheet
from pbm.rulesets.contract import AnyRuleset, Counsel
from pbm.rulesets.stand_ins import as_sheet

SEED = b"advice"
"""Its dice: not those of the game, so that nobody learns what a computer player will really order."""
MOST, ORDERS = 8, 16
"""So many places that are in danger or in reach, and so many orders, are named."""


def counsel(rules: AnyRuleset, game: str, view: Any, own: Sheet | None = None) -> Iterator[Counsel]:
    """The gravest first; what stands on the player's own sheet already is no news."""
    who, names = view.who, rules.state.names(rules.sight.known(view))
    idle = rehearse(rules, game, view, Sheet(who, {}))
    sheet = as_sheet(who, rules.computer.write(view, rules.computer.usual, Dice(SEED, view.turn)))
    tried = rehearse(rules, game, view, sheet)
    blocks = dict(in_blocks(rules, sheet))
    fine = [sheet.lines[number] for number in blocks if number in tried.lines and goes(tried, number)][:ORDERS]
    yield from dangers(names, idle, tried, "a computer player's orders" if own else "the orders below")
    if own is None:
        yield from in_hand(rules, view, tried, fine)
    yield from in_reach(names, tried, idle)
    ordered = {str(line.order) for line in own.lines.values() if line.order} if own else set[str]()
    for line in fine:
        if line.order and str(line.order) not in ordered and (order := bare(line.order)):
            told = f"{line.text} ({meaning(line.order, names, line.number)})."
            yield Counsel(order.rule, f"It could be ordered{blocks[line.number]}: {told}")


def in_blocks(rules: AnyRuleset, sheet: Sheet) -> Iterator[tuple[int, str]]:
    """Each line with the one that opens its block for another power; that one is no order by itself."""
    opener, block = rules.book.actions.opener, ""
    for number, line in sheet.lines.items():
        if opener and isinstance(line.order, opener):
            block = f" below {line.text}"
        else:
            yield number, block


def goes(tried: Rehearsal, number: int) -> bool:
    """Whether a line is done in every play, if only in part."""
    return tried.lines[number].outcomes.keys() <= {*DOING}


def dangers(names: Mapping[str, str], idle: Rehearsal, tried: Rehearsal, orders: str) -> Iterator[Counsel]:
    """What is lost in some plays if nothing is ordered."""
    lost, kept = list(idle.after.lost.items())[:MOST], tried.after.lost
    fall = [(code, count) for code, count in lost if count <= kept.get(code, 0)]
    for rows, remedy in ((fall, ""), ([row for row in lost if row not in fall], f", less often with {orders}")):
        told = ", ".join(f"{word(names, code)} in {count}" for code, count in rows)
        if told:
            yield Counsel("", f"In danger, lost of {idle.after.plays} plays without orders{remedy}: {told}.")


def in_hand(rules: AnyRuleset, view: Any, tried: Rehearsal, fine: list[Line]) -> Iterator[Counsel]:
    """What lies in the purses, and what the orders below would spend of it."""
    for purse, amount in rules.book.purses(rules.sight.known(view), view.who).items():
        spent = sum(tried.lines[line.number].cost.get(purse, 0) for line in fine)
        before = ", and what the turn brings" if spent > amount else ""
        told = f"spend {spent}" if spent else "spend none of it"
        if amount > 0:
            yield Counsel("", f"In hand: {amount} {purse}{before}; the orders below {told}.")


def in_reach(names: Mapping[str, str], tried: Rehearsal, idle: Rehearsal) -> Iterator[Counsel]:
    """What may be won by the orders below."""
    won = {code: count for code, count in tried.after.won.items() if count > idle.after.won.get(code, 0)}
    if won:
        told = ", ".join(f"{word(names, code)} in {count}" for code, count in list(won.items())[:MOST])
        yield Counsel("", f"Within reach, of {tried.after.plays} plays: {told}.")
