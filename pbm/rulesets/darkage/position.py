"""Positions as text: one kingdom and one area to a line, so that two turns can be compared by eye."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.rulesets.darkage.world import Position, Settings, World, closed, opened


def read_position(text: bytes, settings: Settings) -> World:
    return opened(msgspec.json.decode(text, type=Position), settings)


def write_position(world: World) -> bytes:
    position: dict[str, Any] = msgspec.to_builtins(closed(world))
    return ("{\n" + ",\n".join(entry(key, value) for key, value in position.items()) + "\n}\n").encode()


def entry(key: str, value: Any) -> str:
    if isinstance(value, Mapping) and key in ("kingdoms", "areas"):
        rows = ",\n".join(f"  {compact(code)}: {compact(row)}" for code, row in value.items())
        return f" {compact(key)}: {{\n{rows}\n }}"
    return f" {compact(key)}: {compact(value)}"


def compact(value: Any) -> str:
    return msgspec.json.encode(value).decode().replace('":', '": ').replace(',"', ', "')
