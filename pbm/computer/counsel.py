"""Advice in any game, from rehearsals: what falls as things stand, and which of a computer's orders would help."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.computer.additions import Additions
from pbm.rehearsal.outcome import After
from pbm.rehearsal.rehearse import Rehearsal, Stage
from pbm.rehearsal.worst import worst
from pbm.rules.action import Action, meaning
from pbm.rules.condition import bare
from pbm.rules.dice import Dice
from pbm.rules.event import enumerated
from pbm.rules.names import word
from pbm.rules.order import Line, Order, Sheet
from pbm.rulesets.contract import AnyRuleset, Counsel
from pbm.rulesets.stand_ins import as_sheet

SEED = b"advice"
"""Its dice: not those of the game, so that nobody learns what a computer player will really order."""
MOST, ORDERS = 8, 16
"""So many places that are in danger or in reach, and so many orders, are named."""


def counsel(rules: AnyRuleset, game: str, view: Any, own: Sheet | None = None) -> Iterator[Counsel]:
    """The gravest first; what stands on the player's own sheet already is no news, and what it spends is spent."""
    names, sheet = rules.state.names(rules.sight.known(view)), own or Sheet(view.who, {})
    tried = Additions(Stage.of(rules, game, view, sheet))
    before, _ = tried.rehearsed(())
    fine = tried.useful(tried.done(new_lines(rules, view, sheet)))
    after, places = tried.rehearsed(fine)
    yield from dangers(names, before.after, after.after, "with your orders" if own else "without orders")
    yield from at_worst(names, worst(rules, game, view, sheet), before.after)
    blocks = in_blocks(rules, Sheet(view.who, {line.number: line for line in fine}))
    orders = [(line, block) for line, block in blocks if after.lines[places[line.number]].always]
    if own is None:
        yield from in_hand(rules, view, after, [places[line.number] for line, _ in orders])
    yield from in_reach(names, after.after, before.after)
    for line, block in orders:
        if order := bare(line.order):
            told = f"{line.text} ({meaning(order, names, line.number)})."
            yield Counsel(order.rule, f"It could be ordered{block}: {told}")


def new_lines(rules: AnyRuleset, view: Any, own: Sheet) -> list[Line]:
    """What a computer would order, but for what is in force or on the sheet already, or of no use as things stand."""
    orders = [order for line in own.lines.values() if (order := bare(line.order))]
    world = rules.sight.known(view)
    in_force = {*rules.book.doctrine(world, view.who).values()}
    sheet = as_sheet(view.who, rules.computer.write(view, rules.computer.usual, Dice(SEED, view.turn)))
    opener = rules.book.actions.opener
    told = [
        line
        for line in sheet.lines.values()
        if (opener and isinstance(line.order, opener))
        or (
            not (str(bare(line.order)) in in_force or any(is_same(line.order, order) for order in orders))
            and not is_vain(line.order, world, view.who)
        )
    ]
    return told[:ORDERS]


def is_vain(order: Order | None, world: Any, who: str) -> bool:
    order = bare(order)
    return isinstance(order, Action) and order.in_vain(world, who) is not None


def is_same(order: Order | None, other: Order) -> bool:
    """Whether both say the same, or the same of the same with another last word."""
    order = bare(order)
    if type(order) is not type(other) or order is None:
        return False
    words, others = str(order).split(), str(other).split()
    return words == others or (bool(order.values) and words[:-1] == others[:-1])


def in_blocks(rules: AnyRuleset, sheet: Sheet) -> Iterator[tuple[Line, str]]:
    """Each line with the one that opens its block for another power; that one is no order by itself."""
    opener, block = rules.book.actions.opener, ""
    for line in sheet.lines.values():
        if opener and isinstance(line.order, opener):
            block = f" below {line.text}"
        else:
            yield line, block


def dangers(names: Mapping[str, str], before: After, after: After, orders: str) -> Iterator[Counsel]:
    """What is lost in some plays if nothing more is ordered."""
    lost, kept = list(before.lost.items())[:MOST], after.lost
    fall = [(code, count) for code, count in lost if count <= kept.get(code, 0)]
    rest = [(code, count) for code, count in lost if count > kept.get(code, 0)]
    for rows, remedy in ((fall, ""), (rest, ", less often with the orders below")):
        told = ", ".join(f"{word(names, code)} in {count}" for code, count in rows)
        if told:
            yield Counsel("", f"In danger, lost of {before.plays} plays {orders}{remedy}: {told}.")


def at_worst(names: Mapping[str, str], taken: Mapping[str, tuple[str, ...]], before: After) -> Iterator[Counsel]:
    """What others can take if they do their worst, beyond what was lost in the plays among usual players."""
    places = [code for code in taken if code not in before.lost][:MOST]
    by = {code: enumerated([word(names, who) for who in taken[code]]) for code in places}
    told = "; ".join(f"{word(names, code)}, by {by[code]}" for code in places)
    if told:
        yield Counsel("", f"At worst, if others order all they can as far as you know: {told}.")


def in_hand(rules: AnyRuleset, view: Any, tried: Rehearsal, fine: list[int]) -> Iterator[Counsel]:
    """What lies in the purses, and what the orders below would spend of it."""
    for purse, amount in rules.book.purses(rules.sight.known(view), view.who).items():
        spent = sum(tried.lines[number].cost.get(purse, 0) for number in fine)
        before = ", and what the turn brings" if spent > amount else ""
        told = f"spend {spent}" if spent else "spend none of it"
        if amount > 0:
            yield Counsel("", f"In hand: {amount} {purse}{before}; the orders below {told}.")


def in_reach(names: Mapping[str, str], after: After, before: After) -> Iterator[Counsel]:
    """What may be won by the orders below."""
    won = {code: count for code, count in after.won.items() if count > before.won.get(code, 0)}
    if won:
        told = ", ".join(f"{word(names, code)} in {count}" for code, count in list(won.items())[:MOST])
        yield Counsel("", f"Within reach, of {after.plays} plays: {told}.")
