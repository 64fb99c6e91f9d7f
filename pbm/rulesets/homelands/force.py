"""A side in a battle or a siege: who fights, with how many dice, behind how many shields [5.7.3, 5.7.4]."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import UnsetType

from pbm.rulesets.homelands.drawing import ABOARD, BUILDING, INSIDE, OPEN
from pbm.rulesets.homelands.tables import Morale, tables
from pbm.rulesets.homelands.units import Units, kind, number, rank, total
from pbm.rulesets.homelands.world import World, full

DICE_ORDER = ("LI", "HI", "CV", "TS", "WS", "ME", "CO", "WE")
CHARGERS = ("CV", "WE")
REVERSED, RED = "white_reversed", "red"
Groups = dict[str, Units]
"""Units by the place where they stand."""


class Ground(NamedTuple):
    """Where the fighting is."""

    rough: bool
    """Mountain, marsh or sea."""
    siege: bool

    @property
    def is_open(self) -> bool:
        return not (self.rough or self.siege)


class Spec(NamedTuple):
    """A die before it is thrown: its colour, and who throws it."""

    colour: str
    unit: str
    level: str
    """Of the unit; nothing for standard ones, bonus dice and walls."""


@dataclass(frozen=True)
class Force:
    world: World
    who: str
    code: str
    foe: str
    attacks: bool
    ground: Ground
    inside: bool = False
    """Behind walls."""

    @property
    def places(self) -> tuple[str, ...]:
        return (INSIDE,) if self.inside else (OPEN, BUILDING, ABOARD)

    def groups(self) -> Groups:
        """The units of the side, by place."""
        there = self.world.fields[self.code]
        if self.inside:
            own = there.settlement
            return {INSIDE: own.inside} if own and own.inside else {}
        rows = ((OPEN, there.units), (BUILDING, there.builders), (ABOARD, there.cargo))
        return {place: units for place, by in rows if (units := by.get(self.who))}

    def size(self) -> int:
        """All units, siege machines and builders too."""
        return sum(map(total, self.groups().values()))

    def fighters(self) -> int:
        """The number that counts for bonuses: builders half, siege machines not [5.7.4a]."""
        found = 0
        for place, units in self.groups().items():
            count = total(units) - number(units, "SM")
            found += count // 2 if place == BUILDING else count
        return found

    # figures

    @property
    def commanded(self) -> bool:
        """Without commanders no bonus works but that of the ground [5.17.1]."""
        return not self.world.on("command") or self.world.powers[self.who].command != "none"

    @property
    def morale(self) -> Morale | None:
        if not self.world.on("morale") or not self.commanded:
            return None
        return tables().morale_of(self.world.round.pp.get(self.who, self.world.powers[self.who].pp))

    @property
    def is_rival(self) -> bool:
        return self.world.is_rival(self.who, self.foe)

    def shields(self, spare: int) -> int:
        """Shields at the start of a round [5.7.4a]; besiegers have none."""
        if not self.commanded or (self.ground.siege and self.attacks):
            return 0
        fighters, found = self.fighters(), spare
        found += fighters // tables().combat.units_per_shield
        if not self.attacks and (row := self.morale) and row.defence_shield_per:
            found += fighters // row.defence_shield_per
        return found + self.elites()

    def elites(self) -> int:
        if not self.world.on("experience"):
            return 0
        rows = tables().experience
        return sum(n * rows[kind(key).level].shields for units in self.groups().values() for key, n in units.items())

    def bonus_swords(self, spare: int) -> int:
        """Swords of a round that no die shows [5.7.4d]; bad morale takes some."""
        if not self.commanded:
            return 0
        fighters, found = self.fighters(), spare
        if self.is_rival:
            found += fighters // tables().combat.rival_units_per_sword
        if row := self.morale:
            if row.sword_less_per:
                found -= -(-fighters // row.sword_less_per)
            per = row.attack_sword_per_rival if self.is_rival else row.attack_sword_per
            found += fighters // per if self.attacks and per else 0
        return found

    # dice

    def die_of(self, unit: str) -> str | None:
        found, rows = tables().units[unit].die, tables().combat
        for applies, table in ((self.ground.siege, rows.siege), (self.ground.rough, rows.rough)):
            row = table.get(unit)
            if applies and row and not isinstance(row.die, UnsetType):
                found = row.die
        return found

    def lives_of(self, unit: str) -> int:
        lives, rows = tables().units[unit].lives, tables().combat
        for applies, table in ((self.ground.siege, rows.siege), (self.ground.rough, rows.rough)):
            row = table.get(unit)
            if applies and row and row.lives is not None:
                lives = min(lives, row.lives)
        change = self.world.faction(self.who).cav_life
        if unit == "CV" and change:
            lives = max(min(lives, change["min"]), lives + change["change"])
        return lives

    def charges(self, unit: str) -> bool:
        return unit in CHARGERS and self.commanded

    def only_chargers(self) -> bool:
        """Nobody but those who charge, and siege machines."""
        types = {kind(key).type for units in self.groups().values() for key in units} - {"SM"}
        return bool(types) and all(self.charges(unit) for unit in types)

    def dice(self, types: tuple[str, ...]) -> list[Spec]:
        """The dice of some types, each type's bonus dice behind it [5.7.4e]."""
        found: list[Spec] = []
        for unit in types:
            colour = self.die_of(unit)
            levels = list(self.throwers(unit))
            if colour is None or not levels:
                continue
            each = tables().units[unit].dice
            found += [Spec(colour, unit, level) for level in levels for _ in range(each)]
            found += [Spec(colour, unit, "")] * self.bonus_dice(unit, len(levels))
        return found

    def throwers(self, unit: str) -> Iterator[str]:
        """The levels of the units of a type that throw: idle ones, then half of the builders, the lowest first."""
        for place in self.places:
            units = self.groups().get(place, {})
            keys = sorted((key for key in units if kind(key).type == unit), key=rank)
            levels = [kind(key).level for key in keys for _ in range(units[key])]
            yield from levels[: len(levels) // 2] if place == BUILDING else levels

    def bonus_dice(self, unit: str, count: int) -> int:
        if not self.commanded:
            return 0
        per = self.world.faction(self.who).extra_die.get(unit, tables().combat.identical_per_die)
        row = self.morale
        if self.attacks and row and row.attack_die_per:
            per = min(per, row.attack_die_per)
        return count // per

    # who is hit

    def target_order(self) -> list[str]:
        return full(self.world.powers[self.who].doctrine.target, tables().targets)

    def is_back(self, place: str, key: str) -> bool:
        """Builders, siege machines, transports, and with experience whoever has some [5.7.3]."""
        unit, level, _ = kind(key)
        if place == BUILDING or tables().units[unit].back:
            return True
        return bool(self.world.on("experience")) and tables().experience[level].back


def types_but(*left_out: str) -> tuple[str, ...]:
    return tuple(unit for unit in DICE_ORDER if unit not in left_out)
