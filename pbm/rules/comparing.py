"""The positions of cases: read over an empty world, and compared with what a case expects.

Only named values are compared, and unknown names are errors.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from pbm.rules.code import coded

T = TypeVar("T")

Given = Mapping[str, Any]
"""What a case gives, as it is written."""


class CaseError(Exception):
    """The case itself is wrong."""


def refuse_unknown(what: str, given: Iterable[object], known: Container[object]) -> None:
    if strange := [key for key in given if key not in known]:
        raise CaseError(f"{what}: unknown {', '.join(map(str, strange))}")


def convert(given: object, kind: type[T], what: str) -> T:
    """A part of a position as the game's struct."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise CaseError(f"{what}: {error}") from None


def table(given: Given, name: str, known: Container[object], read: Callable[[str, Any], T]) -> dict[str, T]:
    """A part of a position that is kept by codes, each row read by the game."""
    rows = given.get(name) or {}
    refuse_unknown(name, rows, known)
    return {code: read(code, row or {}) for code, row in rows.items()}


def refuse_strangers(what: str, found: Any, known: Mapping[str, Container[str]]) -> None:
    """Every code in a struct, and in the structs it holds, must be known among the codes of its kind."""
    kind = found.__class__
    for name, code in coded(kind).items():
        if code.kind in known and (value := getattr(found, name)):
            given = value if isinstance(value, list | tuple) else [value]
            refuse_unknown(what, filter(None, given), known[code.kind])
    for name in structs_in(kind):
        if (inner := getattr(found, name)) is not None:
            refuse_strangers(what, inner, known)


@cache
def structs_in(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that hold another one, or may."""
    return tuple(
        name
        for name, hint in get_type_hints(kind).items()
        if any(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in (hint, *get_args(hint)))
    )


def over(empty: Callable[[], T]) -> Callable[[Given], T]:
    """Reads cases whose positions are written as the world's own structs: what a case leaves out stays empty."""

    def read(case: Given) -> T:
        world = empty()
        lay(world, case.get("position") or {}, "position")
        return world

    return read


def lay(world: Any, given: Given, what: str) -> None:
    """Set the given values in a struct, and in those that it holds by their codes."""
    refuse_unknown(what, given, world.__struct_fields__)
    hints = get_type_hints(type(world), include_extras=True)
    for name, value in given.items():
        rows = getattr(world, name)
        if isinstance(rows, dict) and any(isinstance(row, msgspec.Struct) for row in rows.values()):
            refuse_unknown(name, value, rows)
            for code, row in value.items():
                lay(rows[code], row or {}, f"{name} {code}")
        else:
            setattr(world, name, convert(value, hints[name], f"{what} {name}"))


@dataclass(frozen=True)
class Comparison:
    """Compares expected values with the actual ones."""

    codes: Container[str] = ()
    """Keys that may be missing."""
    unordered: Container[str] = ()
    """The keys of lists whose order does not count."""

    def differences(self, what: str, expected: Any, found: Any) -> Iterator[str]:
        """All differences; nothing, zero, empty and missing count as equal."""
        if isinstance(expected, Mapping) and expected and not isinstance(found, str | int | list | tuple):
            for key, value in expected.items():
                yield from self.differences(f"{what} {key}".strip(), value, self.part(what, key, found))
        elif is_rows(expected, found):
            for number, (row, got) in enumerate(zip(expected, found, strict=True), 1):
                yield from self.differences(f"{what} {number}", row, got)
        elif not self.equal(what.rpartition(" ")[2], expected, found):
            yield f"{what}: expected {expected}, got {found}"

    def part(self, what: str, key: Any, found: Any) -> Any:
        if found is None:
            return None
        if isinstance(found, Mapping):
            if key not in found:
                refuse_unknown(what or "expect", [key], self.codes)
            return found.get(key)
        refuse_unknown(what or "expect", [key], fields(found))
        return getattr(found, key)

    def equal(self, key: str, expected: object, found: object) -> bool:
        if is_nothing(expected):
            return is_nothing(found)
        if isinstance(found, list | tuple) and isinstance(expected, list):
            found = list(found)
            return sorted(expected, key=repr) == sorted(found, key=repr) if key in self.unordered else expected == found
        return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)


def is_nothing(value: object) -> bool:
    return value is None or value is False or value in (0, "", [], (), {})


def is_rows(expected: Any, found: object) -> bool:
    """Whether both are lists of structs of the same length."""
    lists = isinstance(expected, list) and isinstance(found, list | tuple) and len(expected) == len(found)
    return lists and bool(expected) and all(isinstance(row, Mapping) for row in expected)


def fields(found: object) -> tuple[str, ...]:
    if is_dataclass(found):
        return tuple(found.__dataclass_fields__)
    return getattr(found, "__struct_fields__", ())
