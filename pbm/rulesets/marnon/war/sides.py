"""Who fights whom in an area, and who attacks [5.32]."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbm.rulesets.marnon.changes.forces import levied
from pbm.rulesets.marnon.codes import RAID, is_castle_power
from pbm.rulesets.marnon.map import areas, by_number
from pbm.rulesets.marnon.now import Unit
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import allied, at_war, has_enemy, owner_of
from pbm.rulesets.marnon.tables import mercenaries, tables
from pbm.rulesets.marnon.world import World


@dataclass
class Side:
    """The forces of allied powers that fight together; the first power is the earliest in the order."""

    powers: list[str]
    units: list[Unit]

    @property
    def first(self) -> str:
        return self.powers[0]

    def forces(self, world: World) -> list[Force]:
        return [world.force(who, code) for who, code in self.standing(world)]

    def standing(self, world: World) -> list[Unit]:
        """Those of its forces that are left."""
        return [(who, code) for who, code in self.units if code in world.powers[who].forces]

    def points(self, world: World) -> int:
        return sum(force.points for force in self.forces(world))

    def largest(self, world: World) -> Unit:
        return min(
            self.standing(world),
            key=lambda unit: (-world.force(*unit).points, world.rank(unit[0]), by_number(unit[1])),
        )

    def of(self, world: World, who: str) -> list[Unit]:
        return [unit for unit in self.standing(world) if unit[0] == who]


def outside(world: World, area: str) -> list[Unit]:
    """The forces that may fight in the field, by power and number."""
    return [(who, code) for who, code, force in world.forces_in(area) if not force.inside and not force.joins]


def pairs_in(world: World, area: str) -> Iterator[tuple[Side, Side]]:
    """All who are at war there, in the order of the turn, each with its allies against the other."""
    units = outside(world, area)
    powers = world.ranked(who for who, _ in units)
    for place, one in enumerate(powers):
        for other in powers[place + 1 :]:
            if at_war(world, one, other):
                yield side_of(world, units, one, other), side_of(world, units, other, one)


def pair_in(world: World, area: str) -> tuple[Side, Side] | None:
    """The first two in the order that are at war there."""
    return next(pairs_in(world, area), None)


def side_of(world: World, units: list[Unit], who: str, enemy: str) -> Side:
    powers = world.ranked(who for who, _ in units)
    members = [power for power in powers if power == who or (allied(world, power, who) and at_war(world, power, enemy))]
    return Side(members, [unit for unit in units if unit[0] in members])


def entry(world: World, side: Side) -> int:
    """When a side entered: when its first force there did; 0 if before this turn."""
    memory = world.now
    return min(memory.entered.get(unit, 0) for unit in side.standing(world))


def attacker_first(world: World, area: str, one: Side, other: Side) -> tuple[Side, Side]:
    """The side that entered, the later if both; else the one that does not own the area [5.32]."""
    first, second = entry(world, one), entry(world, other)
    if first != second:
        return (one, other) if first > second else (other, one)
    owner = owner_of(world, area)
    if owner in one.powers or owner in other.powers:
        return (one, other) if owner in other.powers else (other, one)
    if is_raid(other):
        return other, one
    return one, other


def is_raid(side: Side) -> bool:
    return any(is_castle_power(who) and code == RAID for who, code in side.units)


# strength


def merc_points(world: World, unit: Unit) -> int:
    """What hired cards and companies add in battle; a hired general or fleet adds none [5.79, 5.83]."""
    return sum(card_points(card) for card in world.force(*unit).mercs)


def card_points(card: str) -> int:
    if card in mercenaries():
        row = mercenaries()[card]
        return 0 if row.kind in ("general", "fleet") else row.points
    return tables().np_castle.company_points


def horse_cards(world: World, unit: Unit) -> int:
    return sum(mercenaries()[card].cavalry for card in world.force(*unit).mercs if card in mercenaries())


def has_edge(world: World, unit: Unit) -> bool:
    return any(mercenaries()[card].edge for card in world.force(*unit).mercs if card in mercenaries())


def levies(world: World, unit: Unit) -> list[str]:
    """The types of the units that its territories give a force now [5.18]."""
    who, found = unit[0], []
    for levy in world.force(*unit).terr:
        area = levied(levy)
        sick = area in world.ongoing.plague or area in world.ongoing.rebellion
        if world.owner(area) == who and not sick and not has_enemy(world, who, area):
            found.append(areas()[area].types[0] if isinstance(levy, str) else levy[1])
    return found


def total(world: World, side: Side) -> int:
    """Points and mercenary points: what losses are reckoned of."""
    return side.points(world) + sum(merc_points(world, unit) for unit in side.standing(world))


def strength(world: World, side: Side) -> int:
    rows = tables().levies.points
    more = sum(
        sum(rows[kind] for kind in levies(world, unit)) + 25 * world.force(*unit).honours
        for unit in side.standing(world)
    )
    return total(world, side) + more
