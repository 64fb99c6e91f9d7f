"""What is wrong with the grammar of a game in a package of its own, found when the game is loaded."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, get_args, get_type_hints

from lark import Lark
from lark.exceptions import LarkError

from pbm.reading.grammar import built, keywords, source_of, spelt_out
from pbm.rules.order import Number, Order
from pbm.rulesets.contract import AnyRuleset

NUMBERS: dict[str, type[Any]] = {"NUMBER": Number, "COUNT": int}
OR_NONE = "a field that may be left blank has a type with `| None`"


def of_grammar(ruleset: AnyRuleset) -> Iterator[str]:
    source, actions = ruleset.language.grammar, ruleset.book.actions
    try:
        lark = built(source, lambda terminal: None)
    except LarkError as error:
        yield f"the grammar {source_of(source).name} cannot be used: {str(error).splitlines()[0]}"
        return
    yield from numbered_twice(lark)
    shapes = shapes_of(lark)
    kinds = {word.lower(): kind for word, kind in actions.items()}
    kinds |= {f"if_{word.lower()}": kind for word, kind in actions.conditions.items()}
    for rule, kind in kinds.items():
        if rule not in shapes:
            word = f"IF {kind.word}" if rule.startswith("if_") else kind.word
            yield f"the rule of grammar {rule} is not reached from start, so that nobody can write {word}"
        yield from numbers_elsewhere(lark, rule, kind)
        yield from unspelt(lark, kind)
        if kind.read.__func__ is Order.read.__func__:  # type: ignore[attr-defined]
            yield from misshapen(rule, kind, shapes.get(rule, frozenset()))


def misshapen(rule: str, kind: type[Order], shapes: Iterable[tuple[bool, ...]]) -> Iterator[str]:
    """Boxes for which there is no field, and fields that a line may leave empty although they must be filled in."""
    most, fields, hints = max(map(len, shapes), default=0), len(kind.__struct_fields__), get_type_hints(kind)
    if most > fields:
        yield f"the rule of grammar {rule} has {most} boxes, and {kind.word} has {fields} fields"
    for place, field in enumerate(kind.boxes):
        blank = field not in hints or hints[field] is Any or type(None) in get_args(hints[field])
        if not blank and not all(shape[place : place + 1] == (True,) for shape in shapes):
            yield f"the rule of grammar {rule} has lines without a box for {field}, which {kind.word} needs: {OR_NONE}"


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


def numbers_elsewhere(lark: Lark, rule: str, kind: type[Order]) -> Iterator[str]:
    """Numbers that stand where the field of the same place is no number."""
    every = get_type_hints(kind)
    hints = [(field, every[field]) for field in kind.boxes if field in every]
    for way in lark.rules:
        boxes = [each for each in way.expansion if not is_left_out(each)]
        if way.origin.name != rule or len(boxes) != len(hints) or any(way.options.empty_indices):
            continue
        for box, (field, hint) in zip(boxes, hints, strict=True):
            wanted = NUMBERS.get(box.name)
            if wanted and wanted not in (hint, *get_args(hint)):
                yield f"the rule of grammar {rule} has {box.name} where {kind.word} has the field {field}"


def unspelt(lark: Lark, kind: type[Order]) -> Iterator[str]:
    """Words that may stand in a box, and that no pattern spells out: the order desk could not offer them."""
    known = {*keywords(lark), *(word for each in lark.terminals for word in spelt_out(each.pattern.value))}
    for word in re.findall(r"\b[A-Z]{2,}\b", kind.values):
        if word not in known:
            yield f"{kind.word} has {word} among its values, which no terminal of the grammar spells out"


def is_left_out(each: Any) -> bool:
    """Whether a part of a rule makes no box."""
    return bool(each.name.startswith("_") or (each.is_term and each.filter_out))


def shapes_of(lark: Lark) -> dict[str, frozenset[tuple[bool, ...]]]:
    """The boxes each rule may have, and whether each is filled in; nothing of what it repeats without end. What is
    called otherwise (`-> start`) stands under that name."""
    ways: dict[str, list[Any]] = {}
    for rule in lark.rules:
        ways.setdefault(str(rule.origin.name), []).append(rule)

    @cache
    def of_rule(name: str) -> frozenset[tuple[bool, ...]]:
        return frozenset().union(*(of_way(way) for way in ways[name]))

    def of_way(way: Any) -> set[tuple[bool, ...]]:
        """What its parts have, one after the other."""
        if any(not each.is_term and each.name == way.origin.name for each in way.expansion):
            return set()
        parts = iter(way.expansion)
        found: set[tuple[bool, ...]] = {()}
        for gap in way.options.empty_indices or (False,) * len(way.expansion):
            more = {(False,)} if gap else of_part(next(parts))
            found = {before + after for before in found for after in more}
        return found

    def of_part(each: Any) -> Iterable[tuple[bool, ...]]:
        if not each.is_term and each.name.startswith("_"):
            return of_rule(each.name)
        return {()} if each.is_term and is_left_out(each) else {(True,)}

    called = {str(rule.alias) for rule in lark.rules if rule.alias}
    found = {name: of_rule(name) for name in ways if name not in called}
    for name in called:
        found[name] = frozenset().union(*(of_way(rule) for rule in lark.rules if rule.alias == name))
    return found
