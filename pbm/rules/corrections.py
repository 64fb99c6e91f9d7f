"""What the game master corrects in a position: `FIELD ASH armies=3`, `SEAT RED control=dropout`.

A game's own subclass of `Corrected` lists what may be corrected; the structs give the types.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints

import msgspec

from pbm.errors import GameError, within
from pbm.rules.code import Named, Power, marks
from pbm.rules.event import Event, Phase

NOBODY = ("none", "nobody", "-", "")
TRUTH = {"true": True, "yes": True, "false": False, "no": False}
NUMBER = re.compile(r"-?\d+")
CONTROLLED = {
    "player": "has a player again",
    "dropout": "has no player any more",
    "computer": "is played by the computer",
    "dummy": "is played by the computer",
}
"""What it means for a power that its `control` is set."""
ANY_KIND = "code"
"""The kind of what may be any code."""
ANY = "CODE"
"""Stands for every code of the game in what is kept by codes, whether it is there yet or not: units.CODE."""


class Part(NamedTuple):
    """Where in the world things of a kind are, by code, and which of their fields may be corrected."""

    attribute: str
    fields: tuple[str, ...]
    """Dots lead into structs and into what is kept by codes: household.troops, units.HI."""


class Corrected(Event, frozen=True):
    """The game master corrects a value."""

    kind: str
    code: Named
    field: str
    was: bool | int | Named | None
    now: bool | int | Named | None
    touched: tuple[Power, ...]
    reason: str
    verb: ClassVar = "correction"
    text: ClassVar = "the game master corrects {code}: {field} was {was} and is now {now} ({reason})"
    rule: ClassVar[str] = ""
    parts: ClassVar[Mapping[str, Part]] = {}
    """What may be corrected, by the first word of a correction; by default all that the world holds by codes."""
    homes: ClassVar[Mapping[str, str]] = {"power": "powers"}
    """Where in the world the codes of a kind are: `{"place": "areas"}`."""
    public: ClassVar[tuple[str, ...]] = ("control",)
    """The fields that everyone sees anyway: everyone is told of it."""
    example: ClassVar[str] = ""
    """A correction as it is written; by default the first that this world allows."""

    def apply(self, world: Any) -> None:
        holder, last, _ = found(world, self.parts_in(world)[self.kind], self.code, self.field)
        if isinstance(holder, dict):
            holder[last] = self.now
        else:
            setattr(holder, last, self.now)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        meaning = CONTROLLED.get(str(self.now)) if self.field == "control" else None
        if meaning:
            return self.said(f"{{code}} {meaning} ({{reason}})", names)
        wording = self.news if public else self.text
        return self.said(wording.replace("{field}", re.sub(r"[._]", " ", self.field)), names)

    def known_to(self) -> tuple[str, ...]:
        return self.touched

    def headline(self) -> tuple[str, ...]:
        return (self.verb, self.code) if self.field in self.public else ()

    @classmethod
    def parts_in(cls, world: Any) -> Mapping[str, Part]:
        return cls.parts or dict(all_parts(world))

    @classmethod
    def concerned(cls, world: Any, kind: str, code: str) -> Iterable[str | None]:
        """The powers that a correction touches, besides those it names: the owner of what has one."""
        return (getattr(getattr(world, cls.parts_in(world)[kind].attribute)[code], "owner", code),)

    @classmethod
    def unsound(cls, world: Any, kind: str, code: str) -> str:
        """Why a position is impossible under the rules; empty if it is possible."""
        return ""


def all_parts(world: Any) -> Iterator[tuple[str, Part]]:
    """The plain values of all structs that a world holds by their codes: its `fields` are corrected as FIELD."""
    for attribute in getattr(world, "__struct_fields__", ()):
        rows = getattr(world, attribute)
        if isinstance(rows, dict) and any(isinstance(row, msgspec.Struct) for row in rows.values()):
            plain = dict.fromkeys(name for row in rows.values() for name in plain_values(row))
            yield (
                attribute.removesuffix("s").upper(),
                Part(attribute, tuple(sorted(plain, key=lambda name: name.endswith(ANY)))),
            )


def plain_values(held: Any, before: str = "") -> Iterator[str]:
    """The names of the numbers, words and codes in a struct, in what it holds by codes, and in the structs in it."""
    inner = held.items() if isinstance(held, dict) else ((name, getattr(held, name)) for name in held.__struct_fields__)
    for name, value in inner:
        if isinstance(value, msgspec.Struct | dict):
            yield from plain_values(value, f"{before}{name}.")
            if isinstance(held, msgspec.Struct) and holds_numbers(type_in(held, None, name)):
                yield f"{before}{name}.{ANY}"
        elif isinstance(value, int | str | None):
            yield f"{before}{name}"


def holds_numbers(hint: Any) -> bool:
    kind = alternatives(hint)[0]
    return get_origin(kind) is dict and [alternatives(each) for each in get_args(kind)] == [[str], [int]]


def example_of(event: type[Corrected], world: Any) -> str:
    """How a correction is written, from the game at hand."""
    for kind, part in event.parts_in(world).items() if not event.example else ():
        for code in getattr(world, part.attribute):
            holder, last, _ = found(world, part, code, part.fields[0])
            return f"{kind} {code} {part.fields[0]}={value_in(holder, last)}"
    return event.example


def kinds(event: type[Corrected], world: Any) -> list[str]:
    """The words that a correction may begin with: those of all parts, and those of examples."""
    shown = [one.split()[0] for one in example_of(event, world).split('" or "')]
    return list(dict.fromkeys([*event.parts_in(world), *shown]))


def corrected(event: type[Corrected], world: Any, rows: list[tuple[str, str]]) -> Iterator[Event]:
    """The events of all corrections, each with its reason, in order."""
    yield Phase(event.rule, "the game master's corrections")
    for text, reason in rows:
        kind, code, assignments = read(event, world, text)
        for field, given in assignments:
            try:
                yield change(event, world, kind, code, field, given, reason)
            except GameError as error:
                raise GameError(f'"{text}": {error}') from None
        if fault := mistyped(event, world, kind, code) or event.unsound(world, kind, code):
            raise GameError(f'"{text}": {fault}.')


def read(event: type[Corrected], world: Any, text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """The kind, the code, and what is to be set."""
    kind, code, *rest = [*text.split(), "", ""]
    kind, code = kind.upper(), code.upper()
    pairs = [tuple(word.split("=", 1)) for word in rest if word]
    parts = event.parts_in(world)
    if kind not in parts:
        known = f"a correction begins with {' or '.join(kinds(event, world))}"
        raise GameError(f'"{text}" is not understood: write it as "{example_of(event, world)}"; {known}.')
    if not pairs or any(len(pair) != 2 for pair in pairs):
        known = f"{kind} has {', '.join(parts[kind].fields)}"
        raise GameError(f'"{text}" is not understood: write it as "{example_of(event, world)}"; {known}.')
    if code not in getattr(world, parts[kind].attribute):
        raise GameError(f'"{text}": there is no {kind.lower()} {code} in this game.')
    return kind, code, [(name, value) for name, value in pairs]


def change(event: type[Corrected], world: Any, kind: str, code: str, field: str, given: str, reason: str) -> Corrected:
    part = event.parts_in(world)[kind]
    field = called(world, part, field.lower()) or cannot(kind, part, field)
    holder, last, hint = found(world, part, code, field)
    was, now = value_in(holder, last), value(event, world, hint, given)
    if was is None and alternatives(hint) == [int]:
        was = 0
    named = (was, now) if kind_of(hint) == "power" else ()
    touched = dict.fromkeys(str(who) for who in (*event.concerned(world, kind, code), *named) if who)
    return event(kind, code, field, was, now, tuple(touched), reason)


def called(world: Any, part: Part, field: str) -> str:
    """A field as the world calls it, or a code that stands in it for the first time; empty if there is none."""
    names = {name.lower(): name for name in part.fields}
    head, _, code = field.rpartition(".")
    if (every := names.get(f"{head}.{ANY}".lower())) and code.upper() in world.names():
        return every.removesuffix(ANY) + code.upper()
    return names.get(field, "") if field.upper() != f"{head}.{ANY}".upper() else ""


def cannot(kind: str, part: Part, field: str) -> NoReturn:
    raise GameError(f"{field} cannot be corrected; {kind} has {', '.join(part.fields)}.")


def found(world: Any, part: Part, code: str, field: str) -> tuple[Any, str, Any]:
    """What holds a field, the field's own name in it, and its type."""
    holder, hint = getattr(world, part.attribute)[code], None
    *path, last = field.split(".")
    for name in path:
        hint = type_in(holder, hint, name)
        if (inner := value_in(holder, name)) is None:
            raise GameError(f"{code} has no {name} now.")
        holder = inner
    return holder, last, type_in(holder, hint, last)


def type_in(holder: Any, hint: Any, name: str) -> Any:
    return get_args(hint)[1] if isinstance(holder, dict) else get_type_hints(type(holder), include_extras=True)[name]


def value_in(holder: Any, name: str) -> Any:
    return holder.get(name) if isinstance(holder, dict) else getattr(holder, name)


def kind_of(hint: Any) -> str:
    """The kind of code that a type holds; empty if it holds none."""
    return next((mark.kind for mark in marks(hint)), "")


def value(event: type[Corrected], world: Any, hint: Any, given: str) -> int | str | None:
    """What is to be set, as the type of its field reads it."""
    if None in alternatives(hint) and given.lower() in NOBODY:
        return None
    if kind := kind_of(hint):
        return code_of(event, world, kind, given.upper())
    allowed = alternatives(hint)
    if bool in allowed and given.lower() in TRUTH:
        return TRUTH[given.lower()]
    if int in allowed and NUMBER.fullmatch(given):
        return int(given)
    words = {word.lower(): word for word in allowed if isinstance(word, str)}
    if given.lower() in words or str in allowed:
        return words.get(given.lower(), given)
    wanted = "yes or no" if bool in allowed else " or ".join(words.values()) or "a whole number"
    raise GameError(f"it cannot be {given}; write {wanted}.")


def code_of(event: type[Corrected], world: Any, kind: str, code: str) -> str:
    """A code of that kind which the game has."""
    home = event.homes.get(kind, "")
    if home and code not in getattr(world, home):
        word = next((word for word, part in event.parts_in(world).items() if part.attribute == home), kind)
        raise GameError(f"there is no {word.lower()} {code}.")
    if not event.parts and (code not in world.names() or is_strange(event, world, kind, code)):
        raise GameError(f"there is no {kind} {code} in this game.")
    return code


def is_strange(event: type[Corrected], world: Any, kind: str, code: str) -> bool:
    """Whether a code stands for a thing of another kind."""
    homes = {other: home for other, home in event.homes.items() if kind not in (other, ANY_KIND)}
    return any(code in getattr(world, home, ()) for home in homes.values())


def alternatives(hint: Any) -> list[Any]:
    """Every type or word that a type allows."""
    if get_origin(hint) is Annotated:
        return alternatives(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType, Literal):
        return [each for part in get_args(hint) for each in alternatives(part)]
    return [None if hint is type(None) else hint]


def mistyped(event: type[Corrected], world: Any, kind: str, code: str) -> str:
    found = getattr(world, event.parts_in(world)[kind].attribute)[code]
    try:
        msgspec.convert(msgspec.to_builtins(found), type(found))
    except msgspec.ValidationError as error:
        return within(str(error))
    return ""
