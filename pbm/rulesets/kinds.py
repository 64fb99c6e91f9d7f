"""Whether the classes of a game are made as the engine uses them, and its house rules are described."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from types import FunctionType
from typing import Any

import msgspec

from pbm.rulesets.contract import AnyRuleset


def of_kinds(ruleset: AnyRuleset) -> Iterator[str]:
    actions = ruleset.book.actions
    kinds = (*actions.values(), *actions.conditions.values(), *ruleset.book.events, ruleset.sight.kind)
    yield from mistaken(kinds)
    yield from of_house_rules(ruleset.state.settings)


def mistaken(kinds: Iterable[type[Any]]) -> Iterator[str]:
    """Methods where the engine looks at a property, and properties where it calls a method."""
    for kind in dict.fromkeys(base for each in kinds for base in reversed(each.__mro__)):
        for name, value in vars(kind).items():
            meant = next((vars(base)[name] for base in kind.__mro__[1:] if name in vars(base)), None)
            if isinstance(value, FunctionType) and is_property(meant):
                yield f"{kind.__name__}.{name} is a method, and has to be a property"
            if is_property(value) and isinstance(meant, FunctionType | classmethod):
                yield f"{kind.__name__}.{name} is a property, and has to be a method"


def is_property(value: Any) -> bool:
    return isinstance(value, property | cached_property)


def of_house_rules(settings: type[Any]) -> Iterator[str]:
    for name, row in msgspec.json.schema(settings)["$defs"][settings.__name__]["properties"].items():
        for need in ("description", "default"):
            if need not in row:
                yield f"the house rule {name} has no {need}"
