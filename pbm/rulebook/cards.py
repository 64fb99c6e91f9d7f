"""A card for each action, made from its own declaration."""

from pbm.reports.forms import caps
from pbm.rulebook.blocks import Card
from pbm.rules.order import Order
from pbm.rulesets.contract import AnyRuleset


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
