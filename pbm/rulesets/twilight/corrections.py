"""What the game master corrects: `POWER CHB dp=3`, `SEAT CHB control=computer`, `PLACE FRC CHB=L1W3 pillaged=yes`."""

import re
from collections.abc import Iterator
from typing import ClassVar

from pbm.errors import GameError
from pbm.rules import corrections
from pbm.rules.code import Named, Power
from pbm.rules.corrections import TRUTH, Part, corrected
from pbm.rules.event import Event, Phase
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.units import FLEET, Stack, read, write
from pbm.rulesets.twilight.world import World

RULE, PLACE, NOTHING = "H2", "PLACE", "none"
UNITS = re.compile(r"(?:[LFWNMS]\d*)+", re.IGNORECASE)
MARKS = ("pillaged", "plague", "feudal", "unrest")
EXAMPLE = 'POWER CHB dp=3" or "PLACE FRC CHB=L1W3 pillaged=yes'
POWER_FIELDS = ("dp", "player", "last", "kind", "loot", "out")


class Corrected(corrections.Corrected, frozen=True):
    """The game master corrects a power or a seat."""

    rule: ClassVar = RULE
    parts: ClassVar = {"POWER": Part("powers", POWER_FIELDS), "SEAT": Part("players", ("control", "missed", "pp"))}
    public: ClassVar = ("dp", "player", "last", "kind", "out", "control", "pp")
    example: ClassVar = EXAMPLE

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        if kind == "SEAT":
            pp = world.players[code].pp
            return f"{pp} is not a power of this game" if pp and pp not in world.powers else ""
        power = world.powers[code]
        if min(power.dp, power.loot) < 0:
            return "no number may be below zero"
        return f"{power.player} is not a seat" if power.player and power.player not in world.seats else ""


class ForcesCorrected(Event, frozen=True):
    """The units of a power in a place are put right: one stack, or none."""

    where: Named
    who: Power
    was: str
    units: str
    reason: str
    text: ClassVar = "the game master puts {where} right: {who} had {was} and has {units} ({reason})"

    def apply(self, world: World) -> None:
        there = world.forces.setdefault(self.where, {})
        there.pop(self.who, None)
        if self.units != NOTHING:
            there[self.who] = [Stack(read(self.units))]


class PlaceMarked(Event, frozen=True):
    """Pillage, plague, feudalism or unrest is put right."""

    where: Named
    mark: str
    now: bool
    reason: str
    verb: ClassVar = "correction"
    text: ClassVar = "the game master puts {where} right: {mark} is now {now} ({reason})"

    def apply(self, world: World) -> None:
        places: list[str] = getattr(world, self.mark)
        rest = [place for place in places if place != self.where]
        setattr(world, self.mark, sorted([*rest, self.where]) if self.now else rest)


def correct(world: World, rows: list[tuple[str, str]]) -> Iterator[Event]:
    """Places have a grammar of their own; the rest is as in every game."""
    others = [row for row in rows if row[0].split()[:1] != [PLACE]]
    yield from corrected(Corrected, world, others) if others else [Phase(RULE, "the game master's corrections")]
    for text, reason in rows:
        if (text, reason) not in others:
            yield from place_corrected(world, text, reason)


def place_corrected(world: World, text: str, reason: str) -> Iterator[Event]:
    _, code, *pairs = [*text.split(), ""]
    code = code.upper()
    words = [pair.partition("=") for pair in pairs if pair]
    if code not in chart() or not words or any(not sign for _, sign, _ in words):
        raise GameError(f'"{text}" is not understood: write it as "{EXAMPLE}".')
    for key, _, value in words:
        if key.lower() in MARKS and value.lower() in TRUTH:
            yield PlaceMarked(code, key.lower(), TRUTH[value.lower()], reason)
        elif key.upper() in world.powers:
            yield stood(world, text, code, key.upper(), value, reason)
        else:
            raise GameError(f'"{text}": {key} is neither a power of this game nor one of {", ".join(MARKS)}.')


def stood(world: World, text: str, place: str, who: str, value: str, reason: str) -> ForcesCorrected:
    units = {} if value.lower() == NOTHING else read(value)
    at_sea = chart()[place].kind == "sea"
    if value.lower() != NOTHING and not UNITS.fullmatch(value):
        raise GameError(f'"{text}": {value} are no units; write L1W3, or none.')
    if any((letter == FLEET) != at_sea for letter in units):
        raise GameError(f'"{text}": fleets are at sea, and nothing else is.')
    return ForcesCorrected(place, who, write(world.units(place, who)) or NOTHING, write(units) or NOTHING, reason)


def resigned(seat: str) -> str:
    return f"SEAT {seat} control=computer"
