"""Files about the look of a map, read: they have all that is needed, and nothing that nobody reads."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from pbm.errors import GameError

S = TypeVar("S", bound=Struct)


def fitted(kind: type[S], *paths: Path) -> S:
    """What stands in a file, or in several of which each adds to those before."""
    try:
        table = layered(tomllib.loads(path.read_text(encoding="utf-8")) for path in paths)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{paths[-1]}: {error}.") from None
    if wrong := [*faults(table, kind)]:
        raise GameError(f"{paths[-1]}: {'; '.join(wrong)}.")
    return msgspec.convert(table, kind)


def layered(tables: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Tables joined key by key; what stands later counts."""
    joined: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            before = joined.get(key)
            joined[key] = layered([before, value]) if isinstance(before, dict) and isinstance(value, dict) else value
    return joined


def faults(value: Any, kind: Any, where: str = "") -> Iterator[str]:
    """Everything that does not fit, each with the table in which it stands."""
    kind = next((each for each in get_args(kind) if is_struct(each)), kind) if get_origin(kind) is not dict else kind
    if is_struct(kind) and isinstance(value, dict):
        yield from faults_of_table(value, kind, where)
    elif get_origin(kind) is dict and isinstance(value, dict):
        for key, part in value.items():
            yield from faults(part, get_args(kind)[1], f"{where}.{key}" if where else key)
    elif isinstance(value, list) and is_struct(kind):
        for part in value:
            yield from faults(part, kind, where)
    else:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            yield f"{where}: {error}"


def faults_of_table(table: dict[str, Any], kind: type[Struct], where: str) -> Iterator[str]:
    known, named = {field.name: field for field in fields(kind)}, f"[{where}] " if where else ""
    for key in table:
        if key not in known:
            yield f"{named}has {key}, which is not known; it may have {', '.join(known)}"
    if missing := [name for name, field in known.items() if field.required and name not in table]:
        yield f"{named}lacks {', '.join(missing)}"
    for key, part in table.items():
        if key in known:
            yield from faults(part, known[key].type, f"{where}.{key}" if where else key)


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
