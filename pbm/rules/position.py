"""Positions as text, with one item per line, so that people can compare two turns."""

from collections.abc import Mapping
from typing import Any

import msgspec


def fields_of(position: Any, kind: type[Any] | None = None) -> dict[str, Any]:
    """The fields of a position, or those of it that a kind of position has."""
    return {name: getattr(position, name) for name in (kind or type(position)).__struct_fields__}


def write_position(position: Any) -> bytes:
    shown = show_position(position)
    return ("{\n" + ",\n".join(entry(key, value) for key, value in shown.items()) + "\n}\n").encode()


def show_position(position: Any) -> dict[str, Any]:
    """A position for other programs to read."""
    return dict(msgspec.to_builtins(position))


def entry(key: str, value: Any) -> str:
    if not is_table(value):
        return f" {compact(key)}: {compact(value)}"
    rows = ",\n".join(f"  {compact(code)}: {compact(row)}" for code, row in value.items())
    return f" {compact(key)}: {{\n{rows}\n }}"


def is_table(value: Any) -> bool:
    """Whether it is a row for each of many codes."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(row, Mapping) for row in value.values())


def compact(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
