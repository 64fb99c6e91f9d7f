"""Doctrine: what units do of their own accord, until further notice [16.4]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, cast

from pbm.rules.code import Power
from pbm.rules.event import Event
from pbm.rules.names import word
from pbm.rulesets.tours.forces import CONTINGENTS, TYPES, UNITS, UnitId
from pbm.rulesets.tours.orders.standing import Aim, DoctrineOrder, Group, Stance
from pbm.rulesets.tours.selectors import ALL, is_contingent, spans
from pbm.rulesets.tours.world import Value, World

AIM = ("LI", "LC", "HC", "HI")
USUAL: Mapping[str, Value] = {
    "stance": "HOLD",
    "shock": 1,
    "evade": "LIGHT",
    "counter": 0,
    "press": 0,
    "follow": False,
    "react": True,
    "aim": list(AIM),
}
KEYS = tuple(USUAL)
ALWAYS, NEVER = "ALWAYS", "NEVER"
ANY_ODDS = 1000
Doctrines = Stance | DoctrineOrder | Aim


class Ordered(Event, frozen=True):
    """A contingent, or a unit by itself, is told what to do until further notice."""

    who: Power
    code: str
    key: str
    value: Value
    text: ClassVar = "{code}: {key} {value}"

    def apply(self, world: World) -> None:
        world.doctrine.setdefault(self.code, {})[self.key] = self.value

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.text.format(code=word(names, self.code), key=self.key.upper(), value=written(self.value))


class Forgotten(Event, frozen=True):
    """A unit loses its own value, because its contingent was told something else."""

    who: Power
    code: UnitId
    key: str
    text: ClassVar = "{code} {code:goes/go} by the {key} of {code:its/their} contingent again"
    words: ClassVar = {key: key.upper() for key in USUAL}

    def apply(self, world: World) -> None:
        del world.doctrine[self.code][self.key]
        if not world.doctrine[self.code]:
            del world.doctrine[self.code]


class Grouped(Event, frozen=True):
    """A group gets its members; without any it is forgotten."""

    who: Power
    name: str
    members: tuple[UnitId, ...]
    text: ClassVar = "the group {name} has {members}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(names, public) if self.members else f"the group {self.name} is no more"

    def apply(self, world: World) -> None:
        world.groups[self.who].pop(self.name, None)
        if self.members:
            world.groups[self.who][self.name] = list(self.members)


def value_of(world: World, code: str, key: str) -> Any:
    """What a unit does: by its own value, that of its contingent, or as usual."""
    for holder in (code, UNITS[code].con):
        if key in (values := world.doctrine.get(holder, {})):
            return values[key]
    return USUAL[key]


def aim_of(world: World, code: str) -> tuple[str, ...]:
    """All types in the order in which an archer aims at them."""
    named = tuple(cast("list[str]", value_of(world, code, "aim")))
    return tuple(dict.fromkeys((*named, *AIM, *TYPES)))


def asks(value: Value) -> int | None:
    """The net modifier that a doctrine asks for: None if it never wants to, next to nothing if it always does."""
    if value is False or value == NEVER:
        return None
    return -ANY_ODDS if value is True or value == ALWAYS else int(str(value))


def ordered(world: World, who: str, order: Doctrines, units: list[str]) -> Iterator[Event]:
    """A bare contingent takes the value for all its units; any other selector gives units values of their own."""
    key, value = order.key, order.stored()
    if not is_contingent(who, order.units, order.but):
        yield from (Ordered(who, code, key, value) for code in units)
        return
    for con in CONTINGENTS[who] if order.units == ALL else (order.units,):
        yield Ordered(who, con, key, value)
        for code in UNITS:
            if UNITS[code].con == con and key in world.doctrine.get(code, {}):
                yield Forgotten(who, code, key)


def grouped(who: str, order: Group, units: list[str]) -> Grouped:
    return Grouped(who, order.name, tuple(units))


def in_force(world: World, side: str) -> dict[str, str]:
    """The standing orders of a side as lines: contingents first, then units with values of their own."""
    rows = [(con, key, value) for con in CONTINGENTS[side] for key, value in world.doctrine.get(con, {}).items()]
    rows += [(named(units), key, value) for key, value, units in values_of_units(world, side)]
    lines = {f"{code} {key}": f"{key.upper()} {code} {written(value)}" for code, key, value in rows}
    groups = {f"group {name}": f"GROUP {name} {named(units)}" for name, units in world.groups[side].items()}
    seat = world.sides[side]
    return {"init": f"INIT {seat.init}", "seq": f"SEQ {' '.join(seat.seq)}"} | lines | groups


def values_of_units(world: World, side: str) -> Iterator[tuple[str, Value, list[str]]]:
    """The values that units have of their own, each with all units that have it."""
    for key in KEYS:
        own = {c: world.doctrine[c][key] for c in UNITS if UNITS[c].side == side and key in world.doctrine.get(c, {})}
        for value in dict.fromkeys(map(written, own.values())):
            yield key, value, [code for code in own if written(own[code]) == value]


def named(units: Iterable[str]) -> str:
    """A selector for units."""
    return spans(units).replace(", ", ",")


def written(value: Value) -> str:
    if isinstance(value, bool):
        return "YES" if value else "NO"
    return " ".join(value) if isinstance(value, list) else str(value)
