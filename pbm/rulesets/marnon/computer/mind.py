"""What a computer player knows, reckons with, and has decided so far."""

from dataclasses import dataclass, field
from functools import cached_property

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.order import Number
from pbm.rulesets.marnon.codes import is_castle_power
from pbm.rulesets.marnon.crowns.supply import Lines, is_supplied
from pbm.rulesets.marnon.land.arriving import in_contact
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.land.ways import allowance, barred
from pbm.rulesets.marnon.map import borders, by_number, is_area, is_castle
from pbm.rulesets.marnon.others.npregions import sleeping
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import at_war, enemies_in
from pbm.rulesets.marnon.sight import View, known
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import World

GUESS, GARRISON = 1000, 1500
SLEEPING_LAND, SLEEPING_CASTLE = 1500, 2000


@dataclass
class Goal:
    """Where a force goes, by which way, and with how much."""

    force: str
    path: list[str]
    why: str
    part: Number | None = None


@dataclass
class Mind:
    """What a stand-in knows and has decided so far."""

    view: View
    marshal: bool
    goals: dict[str, Goal] = field(default_factory=dict)

    @cached_property
    def world(self) -> World:
        return known(self.view)

    @cached_property
    def who(self) -> str:
        return self.view.who

    @cached_property
    def turn(self) -> Turn[World]:
        return Turn(self.world, {}, Dice(b"", 0))

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.world, self.who)

    @property
    def forces(self) -> dict[str, Force]:
        return self.world.powers[self.who].forces

    # what it reckons with

    def enemy(self, area: str) -> int:
        """Enemy points in an area: exact where it has troops, else a thousand a force."""
        world, who = self.world, self.who
        exact = bool(world.own_in(who, area))
        found = sum(
            self.view.points.get(f"{other}.{code}", GUESS) if exact else GARRISON if is_garrison(other, code) else GUESS
            for other, code, _ in enemies_in(world, who, area)
        )
        if sleeping(world, area) and at_war(world, who, world.owner(area) or ""):
            found += SLEEPING_CASTLE if is_castle(area) else SLEEPING_LAND
        return found

    def has_enemy_force(self, area: str) -> bool:
        """An enemy force of 500 and more, as reckoned."""
        world, who = self.world, self.who
        exact = bool(world.own_in(who, area))
        return any(
            self.view.points.get(f"{other}.{code}", GUESS) >= LEAST_FORCE if exact else True
            for other, code, _ in enemies_in(world, who, area)
        )

    def is_free(self, code: str) -> bool:
        force = self.forces[code]
        if force.points < LEAST_FORCE or not is_area(force.at) or not is_led(self.world, self.who, code):
            return False
        siege = self.world.siege(force.at)
        besieging = siege is not None and siege.by == self.who and not force.inside
        return not (besieging or self.world.is_besieged(force) or in_contact(self.world, self.who, force.at))

    @cached_property
    def free(self) -> list[str]:
        """Largest first, then by number."""
        able = [code for code in self.forces if self.is_free(code)]
        return sorted(able, key=lambda code: (-self.forces[code].points, by_number(code)))

    def idle(self) -> list[str]:
        return [code for code in self.free if code not in self.goals]

    def ready(self) -> list[str]:
        """Those idle that may be sent; a marshal writes no REACT, so that an old reserve stays one turn [11.2]."""
        return [code for code in self.idle() if not (self.marshal and self.forces[code].reserve)]

    def spare(self, code: str) -> int:
        """Its points, less 500 if a castle of its own would be left without a force."""
        force = self.forces[code]
        if not is_castle(str(force.at)) or self.world.owner(force.at) != self.who:
            return force.points
        others = [
            other
            for other, row in self.world.own_in(self.who, str(force.at)).items()
            if other != code and row.points >= LEAST_FORCE and (other not in self.goals or self.goals[other].part)
        ]
        left = force.points if others else force.points - LEAST_FORCE
        return left if left >= LEAST_FORCE else 0

    def ways(self, code: str) -> dict[str, list[str]]:
        """Every area it can march to, with the shortest legal way, ties by code."""
        start = str(self.forces[code].at)
        found: dict[str, list[str]] = {}
        for first in borders()[start]:
            if self.legal(start, [first]):
                found[first] = [first]
        for first in borders()[start]:
            if self.has_enemy_force(first):
                continue
            for second in borders()[first]:
                if second != start and second not in found and self.legal(start, [first, second]):
                    found[second] = [first, second]
        return found

    def legal(self, start: str, path: list[str]) -> bool:
        if len(path) > allowance(self.world, self.who, [start, *path]):
            return False
        return barred(self.world, self.who, start, path) is None

    def is_fed(self, code: str, area: str) -> bool:
        return is_supplied(self.world, self.who, self.forces[code], code, at=area, lines=self.lines)

    def sends(self, code: str, path: list[str], why: str) -> None:
        whole = self.spare(code) == self.forces[code].points
        part = None if whole else Number(LEAST_FORCE, True)
        self.goals[code] = Goal(code, path, why, part)

    def taken(self) -> set[str]:
        return {goal.path[-1] for goal in self.goals.values()}


def is_garrison(other: str, code: str) -> bool:
    return is_castle_power(other) and code == "A1"
