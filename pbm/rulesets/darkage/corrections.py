"""What the game master puts right in a position [1.5]: `AREA LES armies=3`, `KINGDOM MER treasury=7 vp=2`."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from pbm.errors import GameError
from pbm.rules.code import Named, Power
from pbm.rules.event import Event, Phase
from pbm.rulesets.darkage.world import Area, Kingdom, World

AREA_FIELDS = ("owner", "population", "armies", "ships", "forts", "trade", "mode", "toward", "against")
KINGDOM_FIELDS = ("bp", "treasury", "reserve", "fleet", "vp", "control", "overlord", "household.troops", "household.at")
FIELDS = {"AREA": AREA_FIELDS, "KINGDOM": KINGDOM_FIELDS}
PLACES = ("toward", "against", "household.at")
POWERS = ("owner", "overlord")
PUBLIC = ("owner", "treasury", "reserve", "fleet", "vp", "control", "overlord")
"""What the roundup shows anyway: everyone is told of it."""
NOBODY = ("none", "nobody", "-", "")
NUMBER = re.compile(r"-?\d+")
FORM = 'write it as "AREA LES armies=3" or "KINGDOM MER treasury=7 vp=2"'


class Corrected(Event, frozen=True):
    """The game master puts a figure right."""

    kind: str
    code: Named
    field: str
    was: int | Named | None
    now: int | Named | None
    touched: tuple[Power, ...]
    reason: str
    parties: ClassVar = ()
    verb: ClassVar = "correction"
    text: ClassVar = "the game master puts {code} right: {field} was {was} and is now {now} ({reason})"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        *path, last = self.field.split(".")
        setattr(holder(world, self.kind, self.code, path), last, self.now)

    def known_to(self) -> tuple[str, ...]:
        return self.touched

    def headline(self) -> tuple[str, ...]:
        return (self.verb, self.code) if self.field in PUBLIC else ()


def holder(world: World, kind: str, code: str, path: list[str]) -> Any:
    """What holds a field: an area, a kingdom, or its household."""
    found: Any = world.areas[code] if kind == "AREA" else world.kingdoms[code]
    for name in path:
        found = getattr(found, name)
    return found


def corrected(world: World, rows: list[tuple[str, str]]) -> Iterator[Event]:
    """The events of all corrections, in order."""
    yield Phase("1.5", "the game master's corrections")
    for text, reason in rows:
        yield from read(world, text, reason)
        refuse_unsound(world, text)


def read(world: World, text: str, reason: str) -> list[Corrected]:
    kind, code, assignments = parted(text)
    known = world.areas if kind == "AREA" else world.kingdoms
    if code not in known:
        raise GameError(f'"{text}": there is no {kind.lower()} {code} in this game.')
    return [change(world, kind, code, *assignment, text, reason) for assignment in assignments]


def parted(text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """The kind, the code, and what is to be set."""
    kind, code, *rest = [*text.split(), "", ""]
    pairs = [tuple(word.split("=", 1)) for word in rest if word]
    if kind.upper() not in FIELDS or not pairs or any(len(pair) != 2 for pair in pairs):
        raise GameError(f'"{text}" is not understood: {FORM}.')
    return kind.upper(), code.upper(), [(name.lower(), value) for name, value in pairs]


def change(world: World, kind: str, code: str, field: str, given: str, text: str, reason: str) -> Corrected:
    if field not in FIELDS[kind]:
        raise GameError(f'"{text}": {field} cannot be corrected; {kind} has {", ".join(FIELDS[kind])}.')
    *path, last = field.split(".")
    was, now = getattr(holder(world, kind, code, path), last), value(world, field, given, text)
    owner = world.areas[code].owner if kind == "AREA" else code
    touched = (owner, *((was, now) if field in POWERS else ()))
    return Corrected(kind, code, field, was, now, tuple(dict.fromkeys(str(who) for who in touched if who)), reason)


def value(world: World, field: str, given: str, text: str) -> int | str | None:
    """What is to be set, if it is of the right kind."""
    if field in (*PLACES, *POWERS):
        code = None if given.lower() in NOBODY else given.upper()
        if code is not None and code not in (world.areas if field in PLACES else world.kingdoms):
            raise GameError(f'"{text}": there is no {"area" if field in PLACES else "kingdom"} {code}.')
        return code
    return int(given) if NUMBER.fullmatch(given) else given.lower()


def refuse_unsound(world: World, text: str) -> None:
    """No correction leaves a position that the rules could not have made."""
    kind, code, _ = parted(text)
    try:
        if kind == "AREA":
            area = world.areas[code]
            msgspec.convert(msgspec.to_builtins(area), Area)
            fault = unsound_area(area, world.map[code].is_sea)
        else:
            kingdom = world.kingdoms[code]
            msgspec.convert(msgspec.to_builtins(kingdom), Kingdom)
            fault = unsound_kingdom(world, code, kingdom)
    except msgspec.ValidationError as error:
        raise GameError(f'"{text}": {error}.') from None
    if fault:
        raise GameError(f'"{text}": {fault}.')


def unsound_area(area: Area, is_sea: bool) -> str:
    if min(area.population, area.armies, area.ships, area.forts, area.trade) < 0:
        return "no number may be below zero"
    if is_sea and (area.armies > area.ships or area.population or area.forts or area.trade):
        return "at sea there are ships, no more armies than ships, and nothing else"
    return "ships are at sea, never on land" if area.ships and not is_sea else ""


def unsound_kingdom(world: World, code: str, kingdom: Kingdom) -> str:
    stores = (kingdom.bp, kingdom.treasury, kingdom.reserve, kingdom.fleet, kingdom.household.troops)
    if min(stores) < 0 or (kingdom.vp < 0 and not world.settings.negative_vp):
        return "no number may be below zero"
    at = kingdom.household.at
    return f"{at} is not {code}'s" if at and world.areas[at].owner != code else ""
