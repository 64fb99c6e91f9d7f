"""Doctrine: what units do of their own accord, until further notice [16.4]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, cast

from pbm.rules.action import Action
from pbm.rules.event import Event, OfPower
from pbm.rules.names import word
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, Scene, ok, refused
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, TYPES, UNITS, UnitId
from pbm.rulesets.tours.order import EarlyOrder, action, no_hex
from pbm.rulesets.tours.selectors import ALL, NONE, TITLE, Found, is_contingent, is_title, selected, spans, unknown
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
GROUPS = "groups"


class Ordered(OfPower, frozen=True):
    """A contingent, or a unit by itself, is told what to do until further notice."""

    code: str
    key: str
    value: Value
    text: ClassVar = "{code}: {key} {value}"

    def apply(self, world: World) -> None:
        world.doctrine.setdefault(self.code, {})[self.key] = self.value

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.text.format(code=word(names, self.code), key=self.key.upper(), value=written(self.value))


class Forgotten(OfPower, frozen=True):
    """A unit loses its own value, because its contingent was told something else."""

    code: UnitId
    key: str
    text: ClassVar = "{code} {code:goes/go} by the {key} of {code:its/their} contingent again"
    words: ClassVar = {key: key.upper() for key in USUAL}

    def apply(self, world: World) -> None:
        del world.doctrine[self.code][self.key]
        if not world.doctrine[self.code]:
            del world.doctrine[self.code]


class Grouped(OfPower, frozen=True):
    """A group gets its members; without any it is forgotten."""

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


# the orders


@action("16.3", form="GROUP {name} {units}< AB-{but}>", meaning="call {units}< without {but}> by the name {name}")
class Group(Action, frozen=True):
    """Give units of yours a name; the name NONE gives up a group."""

    name: str
    units: str
    but: str | None
    step: ClassVar[str] = GROUPS

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        return "name", "unit,unit,...", "[AB-but]"

    def flaw(self) -> str:
        if not TITLE.fullmatch(self.name):
            return "a group is named by 2 to 8 letters and digits, the first of them a letter"
        if not is_title(self.name):
            return f"{self.name} means something else"
        if self.units == NONE:
            return "nobody can be left out of NONE" if self.but else ""
        return unknown(self.units, self.but)

    def chosen(self, world: World, who: str) -> Found:
        return [] if self.units == NONE else selected(world, who, self.units, self.but)

    def plan(self, at: Scene[World]) -> Done:
        found = self.chosen(at.world, at.who)
        return refused(found) if isinstance(found, Refusal) else ok(Grouped(at.who, self.name, tuple(found)))

    def said(self, number: int) -> Mapping[str, object]:
        told = super().said(number)
        return {**told, "units": "nobody"} if self.units == NONE else told


NUMBER = "n"
AT_ODDS = "{} at a net modifier of {{}} or better"
LET = "let {units}< without {but}> {value}"


class StandingOrder(EarlyOrder, frozen=True):
    """What units do until further notice."""

    key: ClassVar[str]

    def stored(self) -> Value:
        """The value as it stands in the position."""
        raise NotImplementedError

    def taken(self, at: Scene[World], units: list[str]) -> Iterator[Event]:
        """A bare contingent takes the value for all its units; any other selector gives units values of their own."""
        key, value = self.key, self.stored()
        if not is_contingent(at.who, self.units, self.but):
            yield from (Ordered(at.who, code, key, value) for code in units)
            return
        for con in CONTINGENTS[at.who] if self.units == ALL else (self.units,):
            yield Ordered(at.who, con, key, value)
            for code in UNITS:
                if UNITS[code].con == con and key in at.world.doctrine.get(code, {}):
                    yield Forgotten(at.who, code, key)


class DoctrineOrder(StandingOrder, frozen=True):
    """With a word or a number for its value."""

    value: str | int
    deeds: ClassVar[Mapping[str, str]]
    """What each value lets the units do; with a number, what stands under NUMBER."""

    def said(self, number: int) -> Mapping[str, object]:
        told = self.deeds.get(str(self.value)) or self.deeds[NUMBER].format(self.value)
        return {**super().said(number), "value": told}

    def stored(self) -> Value:
        return {"YES": True, "NO": False}.get(str(self.value), self.value)


STANCES = {
    ("HOLD", False): "hold where they are",
    ("ADVANCE", False): "advance on the nearest enemy",
    ("ADVANCE", True): "advance up to {} hexes on the nearest enemy",
    ("STRIKE", False): "strike where the odds suit SHOCK",
    ("HARRY", False): "harry: ride out, fire and ride back",
    ("WITHDRAW", True): "withdraw {} columns",
    ("GOTO", True): "go to {}",
}


@action(
    "16.6",
    form="STANCE {units}< AB-{but}> {value}",
    meaning=f"{LET} when they have no order",
    values="HOLD, ADVANCE or ADVANCE n, STRIKE, HARRY, WITHDRAW n or GOTO hex",
)
class Stance(StandingOrder, frozen=True):
    """What units without an order do when their contingent moves."""

    value: tuple[str | int, ...]
    key: ClassVar[str] = "stance"

    def flaw(self) -> str:
        word, *more = self.value
        if word == "GOTO":
            return super().flaw() or no_hex(str(more[0]))
        return super().flaw() or ("the number must be 1 or more" if more and int(more[0]) < 1 else "")

    def said(self, number: int) -> Mapping[str, object]:
        word, *more = self.value
        return {**super().said(number), "value": STANCES[str(word), bool(more)].format(*more)}

    def stored(self) -> Value:
        return " ".join(map(str, self.value))


@action("8.0", form="SHOCK {units}< AB-{but}> {value}", meaning=LET, values="ALWAYS, NEVER or n")
class Shock(DoctrineOrder, frozen=True):
    """When units attack of their own accord: ALWAYS, NEVER, or at a net modifier of at least so much."""

    key: ClassVar[str] = "shock"
    deeds: ClassVar = {
        "ALWAYS": "attack whatever the odds",
        "NEVER": "attack only when they must",
        NUMBER: AT_ODDS.format("attack"),
    }


@action("8.1", form="EVADE {units}< AB-{but}> {value}", meaning=LET, values="YES, LIGHT, FOOT or NO")
class Evade(DoctrineOrder, frozen=True):
    """Who retreats before shock: YES all who can, LIGHT light cavalry, FOOT only without a die, NO nobody."""

    key: ClassVar[str] = "evade"
    deeds: ClassVar = {
        "YES": "evade shock whenever they can",
        "LIGHT": "evade shock if they are light cavalry or archers",
        "FOOT": "evade shock only when no die is needed",
        "NO": "never evade shock",
    }


@action("9.0", form="COUNTER {units}< AB-{but}> {value}", meaning=LET, values="YES, NO or n")
class Counter(DoctrineOrder, frozen=True):
    """When units counter-attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "counter"
    deeds: ClassVar = {
        "YES": "counter-attack whatever the odds",
        "NO": "never counter-attack",
        NUMBER: AT_ODDS.format("counter-attack"),
    }


@action("9.0", form="PRESS {units}< AB-{but}> {value}", meaning=LET, values="YES, NO or n")
class Press(DoctrineOrder, frozen=True):
    """When units continue an attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "press"
    deeds: ClassVar = {
        "YES": "continue an attack whatever the odds",
        "NO": "never continue an attack",
        NUMBER: AT_ODDS.format("continue an attack"),
    }


@action("8.1", form="FOLLOW {units}< AB-{but}> {value}", meaning=LET, values="YES or NO")
class Follow(DoctrineOrder, frozen=True):
    """Whether units enter a hex that an evader has left."""

    key: ClassVar[str] = "follow"
    deeds: ClassVar = {"YES": "follow evaders into their hex", "NO": "follow no evader"}


@action("7.2", form="REACT {units}< AB-{but}> {value}", meaning=LET, values="YES or NO")
class React(DoctrineOrder, frozen=True):
    """Whether archers fire at enemies who come before them."""

    key: ClassVar[str] = "react"
    deeds: ClassVar = {"YES": "fire in reaction", "NO": "not fire in reaction"}


@action(
    "7.3",
    form="AIM {units}< AB-{but}> {value}",
    meaning="let {units}< without {but}> aim at {value} first among equal targets",
    values="HI LI HC LC MA, one or more",
)
class Aim(StandingOrder, frozen=True):
    """Which types archers choose among equal targets; those unnamed follow in the usual order."""

    value: tuple[str, ...]
    key: ClassVar[str] = "aim"

    def said(self, number: int) -> Mapping[str, object]:
        types = [FORCES.types[each].name.partition(" (")[0] for each in self.value]
        return {**super().said(number), "value": ", ".join(types)}

    def flaw(self) -> str:
        return super().flaw() or ("" if len({*self.value}) == len(self.value) else "a type is named twice")

    def stored(self) -> Value:
        return list(self.value)


# what stands


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
