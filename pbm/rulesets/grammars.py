"""What is wrong with the grammar of a game in a package of its own, found when the game is loaded."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from pbm.reading.grammar import built, source_of
from pbm.rules.order import Order
from pbm.rulesets.contract import AnyRuleset

NUMBERS = ("NUMBER", "COUNT")


def of_grammar(ruleset: AnyRuleset) -> Iterator[str]:
    source, actions = ruleset.language.grammar, ruleset.book.actions
    try:
        lark = built(source, lambda terminal: None)
    except LarkError as error:
        yield f"the grammar {source_of(source).name} cannot be used: {str(error).splitlines()[0]}"
        return
    yield from numbered_twice(lark)
    boxes = counted(lark)
    kinds = {word.lower(): kind for word, kind in actions.items()}
    kinds |= {f"if_{word.lower()}": kind for word, kind in actions.conditions.items()}
    for rule, kind in kinds.items():
        most, fields = max(boxes.get(rule, {0})), len(kind.__struct_fields__)
        if most > fields and kind.read.__func__ is Order.read.__func__:  # type: ignore[attr-defined]
            yield f"the rule of grammar {rule} has {most} boxes, and {kind.word} has {fields} fields"


def numbered_twice(lark: Lark) -> Iterator[str]:
    """Boxes that stand before NUMBER here and before COUNT there: behind them the reader knows one of the two only."""
    found: dict[str, dict[str, str]] = {}
    for rule in lark.rules:
        for box, number in pairwise(rule.expansion):
            if not box.is_term and number.name in NUMBERS:
                found.setdefault(str(box.name), {})[str(number.name)] = str(rule.origin.name)
    for name, behind in sorted(found.items()):
        if len(behind) > 1:
            where = " and ".join(f"before {number} in {rule}" for number, rule in sorted(behind.items()))
            yield f"in the grammar {name} stands {where}: write the same behind it everywhere"


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
