"""Throwing the dice of a side, and the losses that they bring [5.7.4]."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbm.rules.dice import Dice
from pbm.rulesets.homelands.crossing import capacity
from pbm.rulesets.homelands.force import Force, Groups, Spec
from pbm.rulesets.homelands.retreats import drowning
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import Units, kind, less, rank, total

NEVER = "never"


@dataclass
class Die:
    spec: Spec
    faces: list[int]
    """What it showed; the last counts."""
    paid: int = 0

    @property
    def swords(self) -> int:
        return tables().dice[self.spec.colour][self.faces[-1] - 1]


@dataclass
class Roll:
    """The dice of a side that are thrown together."""

    dice: list[Die] = field(default_factory=list)
    payments: int = 0

    def told(self) -> tuple[str, ...]:
        """Each die for people to read: LI 5, or CV 1>4 if it was thrown again."""
        return tuple(f"{die.spec.unit} {'>'.join(map(str, die.faces))}" for die in self.dice)

    def swords(self, blanks_count: bool) -> int:
        blank = sum(not die.swords for die in self.dice)
        more = blank // tables().combat.blank_dice_per_sword if blanks_count else 0
        return sum(die.swords for die in self.dice) + more


def rolled(dice: Dice, force: Force, stream: str, specs: list[Spec], payments: int) -> Roll:
    """Throw dice; then free re-rolls die by die, then those that prestige pays for [5.7.4h]."""
    roll = Roll([Die(spec, [dice.roll(f"{stream}.{force.code}.{force.who}")]) for spec in specs])
    if not force.commanded:
        return roll
    again = f"reroll.{force.code}.{force.who}"
    for die in roll.dice:
        for _ in range(free_rerolls(force, die.spec)):
            if die.swords:
                break
            die.faces.append(dice.roll(again))
    price, held = tables().prestige["reroll"], force.world.powers[force.who].pp
    while roll.payments < payments and held >= price * (roll.payments + 1):
        pair = [die for die in roll.dice if may_pay(force, die)][:2]
        if len(pair) < 2:
            break
        for die in pair:
            die.faces.append(dice.roll(again))
            die.paid += 1
        roll.payments += 1
    return roll


def free_rerolls(force: Force, spec: Spec) -> int:
    """How often a die without a sword may be thrown again for nothing."""
    if spec.unit in tables().units and tables().units[spec.unit].reroll == NEVER:
        return 0
    found = force.world.faction(force.who).li_reroll if spec.unit == "LI" else 0
    if force.world.on("experience"):
        found += tables().experience[spec.level].free
    if force.world.on("command") and force.world.powers[force.who].command in ("BETTER", "BRILLIANT"):
        found += 1
    return found


def may_pay(force: Force, die: Die) -> bool:
    if die.swords or (die.spec.unit in tables().units and tables().units[die.spec.unit].reroll == NEVER):
        return False
    if force.world.on("experience") and not tables().experience[die.spec.level].paid_reroll:
        return False
    able = force.world.on("command") and force.world.powers[force.who].command in ("AVERAGE", "BETTER", "BRILLIANT")
    return die.paid < (2 if able else 1)


@dataclass
class Hits:
    """What a side loses to swords."""

    lost: Groups = field(default_factory=dict)
    left: int = 0
    """Swords that hit nobody."""
    sniped: bool = False

    def add(self, place: str, key: str, count: int) -> None:
        units = self.lost.setdefault(place, {})
        units[key] = units.get(key, 0) + count

    def size(self) -> int:
        return sum(map(total, self.lost.values()))


def struck(victim: Force, order: list[str], swords: int, back: bool = True, snipe: str | None = None) -> Hits:
    """Whom so many net swords hit: the front in the striker's order, and when it is gone the back [5.7.4f]."""
    hits, groups = Hits(left=max(0, swords)), victim.groups()
    if snipe and back:
        snipe_one(victim, hits, groups, snipe)
    rows = [front(victim, groups, hits), rear(victim, groups, hits)] if back else [everyone(groups, hits)]
    for number, row in enumerate(rows):
        for unit in order:
            lives = victim.lives_of(unit)
            for place, key, count in of_type(row, unit):
                killed = min(count, hits.left // lives)
                if killed:
                    hits.add(place, key, killed)
                    hits.left -= killed * lives
        if number == 0 and any(left_over(row, hits)):
            break
    return hits


Row = list[tuple[str, str, int]]


def everyone(groups: Groups, hits: Hits) -> Row:
    found = []
    for place, units in groups.items():
        rest = less(units, hits.lost.get(place, {}))
        found += [(place, key, rest[key]) for key in sorted(rest, key=rank)]
    return found


def front(victim: Force, groups: Groups, hits: Hits) -> Row:
    return [row for row in everyone(groups, hits) if not victim.is_back(row[0], row[1])]


def rear(victim: Force, groups: Groups, hits: Hits) -> Row:
    return [row for row in everyone(groups, hits) if victim.is_back(row[0], row[1])]


def of_type(row: Row, unit: str) -> Row:
    """Idle before builders, the lowest level first."""
    there = [(place, key, count) for place, key, count in row if kind(key).type == unit]
    return sorted(there, key=lambda each: (each[0] == "building", rank(each[1])))


def left_over(row: Row, hits: Hits) -> Iterator[bool]:
    """Whether any unit of a row still stands."""
    for place, key, count in row:
        if hits.lost.get(place, {}).get(key, 0) < count:
            yield True


def snipe_one(victim: Force, hits: Hits, groups: Groups, snipe: str) -> None:
    """One unit at the back, while somebody stands in front and the swords suffice [5.7.3]."""
    unit, level, _ = kind(snipe)
    if not front(victim, groups, hits) or hits.left < victim.lives_of(unit):
        return
    there = [row for row in of_type(rear(victim, groups, hits), unit) if not level or kind(row[1]).level == level]
    if there:
        place, key, _ = there[0]
        hits.add(place, key, 1)
        hits.left -= victim.lives_of(unit)
        hits.sniped = True


def drowned(victim: Force, gone: Groups) -> Units:
    """The cargo that no longer fits the ships that are left [5.7.7]."""
    groups = victim.groups()
    ships = less(groups.get("open", {}), gone.get("open", {}))
    cargo = less(groups.get("aboard", {}), gone.get("aboard", {}))
    return drowning(cargo, capacity(ships))
