"""Worlds of one's own to try things in: copied by their structs, many times as fast as by `deepcopy`."""

from collections.abc import Callable
from copy import copy
from dataclasses import fields, is_dataclass
from io import BytesIO
from pickle import HIGHEST_PROTOCOL, Pickler, Unpickler
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

T = TypeVar("T")
Copier = Callable[[Any], Any]


def copied(value: T) -> T:
    """The value with all that events may change in it; what is frozen, such as a map or house rules, is shared."""
    kind = type(value)
    if kind in SHARED:
        return value
    if kind not in COPIERS:
        if (copier := copier_of(kind)) is None:
            SHARED.add(kind)
            return value
        COPIERS[kind] = copier
    made: T = COPIERS[kind](value)
    return made


def copier_of(kind: type[Any]) -> Copier | None:
    """How values of a kind are copied; none if they never change."""
    if issubclass(kind, dict):
        return lambda value: {key: each if type(each) in SHARED else copied(each) for key, each in value.items()}
    if issubclass(kind, list):
        return lambda value: [each if type(each) in SHARED else copied(each) for each in value]
    if issubclass(kind, set):
        return set.copy
    if issubclass(kind, Struct) and not kind.__struct_config__.frozen:
        return by_fields(kind, kind.__struct_fields__)
    if is_dataclass(kind) and not getattr(kind, "__dataclass_params__").frozen:  # noqa: B009
        return by_fields(kind, tuple(each.name for each in fields(kind)))
    return None


COPIERS: dict[type[Any], Copier] = {}
"""How the kinds of value that were met are copied."""
SHARED: set[type[Any]] = {str, int, bool, type(None)}
"""The kinds of value that never change."""


def by_fields(kind: type[Any], every: tuple[str, ...]) -> Copier:
    hints = get_type_hints(kind)
    names = [name for name in every if not SHARED.issuperset(one_of(hints[name]))]

    shallow: Copier = getattr(kind, "__copy__", copy)

    def copier(value: Any) -> Any:
        made = shallow(value)
        for name in names:
            held = getattr(value, name)
            if type(held) not in SHARED:
                setattr(made, name, copied(held))
        return made

    return copier


def one_of(hint: Any) -> tuple[Any, ...]:
    """The types that a type allows."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


PLAIN = frozenset({*SHARED, tuple})
"""Values of these kinds are written faster than they are looked up; tuples also hold what a struct is made of."""


class Mould(Generic[T]):
    """A value of which many copies are made: it is written once, and read for every copy."""

    def __init__(self, value: T) -> None:
        self.shared: list[Any] = []
        written = BytesIO()
        Writer(written, self.shared).dump(copied(value))
        self.written = written.getvalue()

    def copy(self) -> T:
        made: T = Reader(BytesIO(self.written), self.shared).load()
        return made


class Writer(Pickler):
    """Writes what may change; of what never does it writes the place in a list."""

    def __init__(self, file: BytesIO, shared: list[Any]) -> None:
        super().__init__(file, HIGHEST_PROTOCOL)
        self.shared, self.places = shared, dict[int, int]()

    def persistent_id(self, value: Any) -> int | None:
        if (kind := type(value)) in PLAIN or kind not in SHARED:
            return None
        if id(value) not in self.places:
            self.places[id(value)] = len(self.shared)
            self.shared.append(value)
        return self.places[id(value)]


class Reader(Unpickler):
    def __init__(self, file: BytesIO, shared: list[Any]) -> None:
        super().__init__(file)
        self.shared = shared

    def persistent_load(self, place: Any) -> Any:
        return self.shared[place]
