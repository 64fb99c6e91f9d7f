"""Whether what a game gives for each part of the contract is of its kind: functions take what the engine gives them."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from inspect import signature
from typing import Any, get_args, get_origin, get_type_hints

from pbm.rules.copying import one_of
from pbm.rulesets.late import Late


def misfits(part: Any, where: str = "") -> Iterator[str]:
    hints = get_type_hints(type(part))
    for field in fields(part):
        name, value = f"{where}{field.name}", getattr(part, field.name)
        if not any(fits(hint, value) for hint in one_of(hints[field.name])):
            yield f"{name} {wanted(hints[field.name])}"
        elif is_dataclass(value) and not isinstance(value, Late):
            yield from misfits(value, f"{name}.")


def fits(hint: Any, value: Any) -> bool:
    kind = get_origin(hint) or hint
    if kind is Callable:
        return isinstance(value, Late) or (callable(value) and takes(value, get_args(hint)[0]))
    return not isinstance(kind, type) or isinstance(value, kind)


def takes(function: Callable[..., Any], given: Any) -> bool:
    try:
        signature(function).bind(*(given if isinstance(given, list) else ()))
    except TypeError:
        return False
    except ValueError:
        return True  # it does not tell what it takes
    return True


def wanted(hint: Any) -> str:
    calls = next((each for each in one_of(hint) if get_origin(each) is Callable), None)
    if calls is None:
        return f"is no {getattr(hint, '__name__', hint)}"
    named = ", ".join(getattr(each, "__name__", str(each)) for each in get_args(calls)[0])
    return f"is no function that takes ({named})"
