"""What is wrong with the grammar of a game in a package of its own, found when the game is loaded."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from pbm.reading.grammar import built, source_of
from pbm.rules.order import Order
from pbm.rulesets.contract import AnyRuleset


def of_grammar(ruleset: AnyRuleset) -> Iterator[str]:
    source, actions = ruleset.language.grammar, ruleset.book.actions
    try:
        boxes = counted(built(source, lambda terminal: None))
    except LarkError as error:
        yield f"the grammar {source_of(source).name} cannot be used: {str(error).splitlines()[0]}"
        return
    kinds = {word.lower(): kind for word, kind in actions.items()}
    kinds |= {f"if_{word.lower()}": kind for word, kind in actions.conditions.items()}
    for rule, kind in kinds.items():
        most, fields = max(boxes.get(rule, {0})), len(kind.__struct_fields__)
        if most > fields and kind.read.__func__ is Order.read.__func__:  # type: ignore[attr-defined]
            yield f"the rule of grammar {rule} has {most} boxes, and {kind.word} has {fields} fields"


def counted(lark: Lark) -> dict[str, set[int]]:
    """How many boxes each rule may have; nothing of what it repeats without end."""
    ways: dict[str, list[Any]] = {}
    for rule in lark.rules:
        ways.setdefault(str(rule.origin.name), []).append(rule)

    @cache
    def of_rule(name: str) -> frozenset[int]:
        return frozenset().union(*(of_way(way) for way in ways[name]))

    def of_way(way: Any) -> set[int]:
        """The sums of what its parts may have."""
        if any(not each.is_term and each.name == way.origin.name for each in way.expansion):
            return set()
        sums = {sum(way.options.empty_indices)}
        for each in way.expansion:
            counts = of_rule(each.name) if not each.is_term and each.name.startswith("_") else {kept(each)}
            sums = {one + other for one in sums for other in counts}
        return sums

    def kept(each: Any) -> int:
        return int(not (each.is_term and (each.filter_out or each.name.startswith("_"))))

    return {name: set(of_rule(name)) for name in ways}
