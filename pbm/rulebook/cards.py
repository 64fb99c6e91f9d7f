"""A card for each action and each condition, made from its own declaration."""

import re
from typing import get_type_hints

from pbm.reports.forms import caps
from pbm.rulebook.blocks import Card
from pbm.rules.condition import Condition, If
from pbm.rules.order import Number, Order
from pbm.rulesets.contract import AnyRuleset

BOX = re.compile(r"\{(\w+)(?::([^/}]*)/([^}]*))?\}")


def cards(ruleset: AnyRuleset) -> list[Card]:
    """In the order of the rulebook."""
    return [card(ruleset, kind) for kind in ruleset.book.actions.values()]


def card(ruleset: AnyRuleset, kind: type[Order]) -> Card:
    return Card(
        word=kind.word,
        boxes=kind.written_boxes(),
        meaning=caps(" ".join((kind.__doc__ or "").split())),
        cost=kind.costs,
        rule=kind.rule,
        notes=(*filter(None, (values(kind),)), *ruleset.book.notes(kind)),
    )


def values(kind: type[Order]) -> str:
    """What may stand in its last box, if that is a choice of words."""
    return f"{caps(kind.written_boxes()[-1])}: {kind.values}." if kind.values else ""


def conditions(ruleset: AnyRuleset) -> list[Card]:
    """What an order may depend on, as it is written."""
    found = ruleset.book.actions.conditions.values()
    return [Card(f"{If.word} {kind.word}", kind.written_boxes(), told(kind), "-", kind.rule) for kind in found]


def told(kind: type[Condition]) -> str:
    """When a condition holds: its docstring, or its meaning with the names of its boxes in capitals."""
    names = (box.strip("[]<>= ").upper() for box in kind.written_boxes())
    shown, hints = dict(zip(kind.boxes, names, strict=True)), get_type_hints(kind)

    def box(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if one is None:
            return shown[name]
        counts = hints[name] in (int, Number)
        return f"{shown[name]} {many}" if counts else str(one)

    return caps(" ".join((kind.__doc__ or BOX.sub(box, kind.meaning)).split()).rstrip(".")) + "."
