"""What the game master corrects: `POWER ROM gold=5`, `FIELD LON settlement.grain=4`, `UNITS LON ROM LI=3 CV=1`."""

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from pbm.errors import GameError
from pbm.rules import corrections
from pbm.rules.code import Place, Power
from pbm.rules.corrections import Part, corrected
from pbm.rules.event import Event, Phase
from pbm.rulesets.homelands.stock import tidy
from pbm.rulesets.homelands.units import TYPES, kind, ordered
from pbm.rulesets.homelands.world import World

RULE, UNITS = "3.2", "UNITS"
POWER_FIELDS = (
    "gold", "pp", "vp", "vp_last", "vp_bonds", "rival", "killed", "lost", "command", "herdsfirst", "festival",
    "control", "missed", "faction",
)  # fmt: skip
FIELD_FIELDS = (
    "looted", "settlement.owner", "settlement.kind", "settlement.fort", "settlement.grain", "yard.owner", "yard.kind",
    "yard.fish", "site.owner", "site.kind", "site.work", "herd.owner", "herd.kind", "sown.owner", "sown.grain",
)  # fmt: skip
COUNT = re.compile(r"\d{1,3}")
EXAMPLE = 'POWER ROM gold=5" or "FIELD LON settlement.grain=4" or "UNITS LON ROM LI=3 CV=1'


class Corrected(corrections.Corrected, frozen=True):
    """The game master corrects a power or a field."""

    rule: ClassVar = RULE
    parts: ClassVar = {"POWER": Part("powers", POWER_FIELDS), "FIELD": Part("fields", FIELD_FIELDS)}
    public: ClassVar = (
        "pp", "vp", "vp_bonds", "rival", "control", "faction", "looted", "settlement.owner", "settlement.kind",
        "settlement.fort", "yard.owner", "yard.kind", "site.owner", "site.kind",
    )  # fmt: skip
    example: ClassVar = EXAMPLE

    @classmethod
    def concerned(cls, world: World, kind: str, code: str) -> Iterable[str | None]:
        if kind == "POWER":
            return (code,)
        there = world.fields[code]
        things = (there.settlement, there.yard, there.site, there.herd, there.sown)
        return tuple(dict.fromkeys(thing.owner for thing in things if thing))

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        if kind == "POWER":
            realm = world.powers[code]
            if realm.faction not in world.chart.factions:
                return f"there is no faction {realm.faction} in this era"
            return "no number may be below zero" if min(realm.gold, realm.pp, realm.missed) < 0 else ""
        there = world.fields[code]
        own, yard = there.settlement, there.yard
        if own and not 0 <= own.grain <= own.room("grain"):
            return f"the store holds {own.room('grain')} grain at most"
        if yard and not 0 <= yard.fish <= yard.room("fish"):
            return f"the yard holds {yard.room('fish')} fish at most"
        return "a yard belongs to the owner of its settlement" if yard and (not own or own.owner != yard.owner) else ""


class UnitsCorrected(Event, frozen=True):
    """The units of a power in the open are put right."""

    where: Place
    who: Power
    unit: str
    was: int
    now: int
    reason: str
    text: ClassVar = "the game master puts {where} right: {who} had {was} {unit} and has {now} ({reason})"

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        units = there.units.setdefault(self.who, {})
        units[self.unit] = self.now
        there.units[self.who] = ordered(units)
        tidy(there, self.who)


def correct(world: World, rows: list[tuple[str, str]]) -> Iterator[Event]:
    """Units have a grammar of their own; the rest is as in every game."""
    others = [row for row in rows if row[0].split()[:1] != [UNITS]]
    yield from corrected(Corrected, world, others) if others else [Phase(RULE, "the game master's corrections")]
    for text, reason in rows:
        if text.split()[:1] == [UNITS]:
            yield from units_corrected(world, text, reason)


def units_corrected(world: World, text: str, reason: str) -> Iterator[Event]:
    _, code, who, *pairs = [*text.split(), "", ""]
    code, who, pairs = code.upper(), who.upper(), [pair for pair in pairs if pair]
    if code not in world.fields or who not in world.powers or not pairs:
        raise GameError(f'"{text}" is not understood: write it as "{EXAMPLE}".')
    for pair in pairs:
        unit, _, number = pair.partition("=")
        name, _, level = unit.partition(".")
        key = name.upper() + (f".{level.lower()}" if level else "")
        if kind(key).type not in TYPES or not COUNT.fullmatch(number):
            raise GameError(f'"{text}": {pair} is not understood; write LI=3, with one of {", ".join(TYPES)}.')
        at_sea = world.chart[code].is_sea
        if at_sea != (kind(key).type in ("TS", "WS", "CO")) and int(number):
            raise GameError(f'"{text}": {key} cannot stand in the open there.')
        was = world.fields[code].units.get(who, {}).get(key, 0)
        yield UnitsCorrected(code, who, key, was, int(number), reason)


def resigned(power: str) -> str:
    return f"POWER {power} control=dropout"
