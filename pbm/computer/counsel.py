"""Advice in any game, from rehearsals: what falls if nothing is done, what the computer would order, what lies idle."""

from collections.abc import Iterator
from typing import Any

from pbm.rehearsal.rehearse import Rehearsal, rehearse
from pbm.rules.action import meaning
from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset, Counsel
from pbm.rulesets.foresight import DONE
from pbm.rulesets.stand_ins import as_sheet

SEED = b"advice"
"""Its dice: not those of the game, so that nobody learns what a computer player will really order."""
MOST = 8
"""So many places that are in danger, and so many orders, are named."""


def counsel(rules: AnyRuleset, game: str, view: Any) -> Iterator[Counsel]:
    """The gravest first."""
    who, names = view.who, rules.state.names(rules.sight.known(view))
    idle = rehearse(rules, game, view, Sheet(who, {}))
    sheet = as_sheet(who, rules.computer.write(view, rules.computer.usual, Dice(SEED, view.turn)))
    tried = rehearse(rules, game, view, sheet)
    for code, count in list(idle.after.lost.items())[:MOST]:
        saved = count > tried.after.lost.get(code, 0)
        remedy = "; the orders below keep it more often" if saved else ""
        yield Counsel("", f"In danger: {names.get(code, code)} is lost in {count} of {idle.after.plays} plays{remedy}.")
    yield from in_hand(rules, view, tried)
    yield from chances(rules, sheet, tried, idle)


def in_hand(rules: AnyRuleset, view: Any, tried: Rehearsal) -> Iterator[Counsel]:
    """What lies in the purses, and what the orders below would spend of it."""
    for purse, amount in rules.book.purses(rules.sight.known(view), view.who).items():
        spent = sum(came.cost.get(purse, 0) for came in tried.lines.values())
        if amount > 0:
            yield Counsel("", f"In hand: {amount} {purse}; the orders below spend {spent}.")


def chances(rules: AnyRuleset, sheet: Sheet, tried: Rehearsal, idle: Rehearsal) -> Iterator[Counsel]:
    """What a computer player would order here, as far as it does not fail, and what may be won by it."""
    if not tried.plays:
        return
    names = rules.state.names(tried.plays[0].world)
    won = {code: count for code, count in tried.after.won.items() if count > idle.after.won.get(code, 0)}
    if won:
        told = ", ".join(
            f"{names.get(code, code)} in {count} of {tried.after.plays}" for code, count in list(won.items())[:MOST]
        )
        yield Counsel("", f"Within reach: {told}.")
    fine = [line for number, line in sheet.lines.items() if tried.lines[number].always == DONE]
    for line in fine[:MOST]:
        order = bare(line.order)
        if order and line.order:
            yield Counsel(order.rule, f"It could be ordered: {line.text} ({meaning(line.order, names, line.number)}).")
