"""What a line may depend on [3.2]. A condition tells its writer no more than a report would."""

from pbm.rules.code import Place, Power
from pbm.rules.condition import Condition
from pbm.rulesets.marnon.order import action
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import enemies_in, relation
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import ALLY, PEACE, WAR, World


def seen(world: World, who: str, rows: list[tuple[str, str, Force]]) -> list[tuple[str, str, Force]]:
    """Hidden forces of others are not there [5.81]."""
    return [row for row in rows if row[0] == who or not row[2].hidden]


@action.condition("EMPTY {where}", meaning="no foreign force is in {where}", otherwise="a foreign force is in {where}")
class IsEmpty(Condition, frozen=True):
    """No foreign force of any size is there, friend or foe."""

    where: Place

    def holds(self, world: World, who: str) -> bool:
        return not any(other != who for other, _, _ in seen(world, who, world.forces_in(self.where)))


@action.condition("ENEMY {where}", meaning="an enemy force is in {where}")
class HasEnemy(Condition, frozen=True):
    """A force of 500 or more of a power at war with you is there."""

    where: Place

    def holds(self, world: World, who: str) -> bool:
        found = seen(world, who, enemies_in(world, who, self.where))
        return any(force.points >= LEAST_FORCE for _, _, force in found)


@action.condition("OWN {where}", meaning="you control {where}")
class IsOwn(Condition, frozen=True):
    """You control it."""

    where: Place

    def holds(self, world: World, who: str) -> bool:
        return world.owner(self.where) == who


@action.condition("POWER {power} {where}", meaning="{power} {power:has/have} a force in {where}")
class HasPower(Condition, frozen=True):
    """That power has a force there, however small."""

    power: Power
    where: Place

    def holds(self, world: World, who: str) -> bool:
        return any(other == self.power for other, _, _ in seen(world, who, world.forces_in(self.where)))


class Stands(Condition, frozen=True):
    power: Power

    def stands(self, world: World, who: str, how: str) -> bool:
        return self.power in world.powers and relation(world, who, self.power) == how


@action.condition("WAR {power}", meaning="you are at war with {power}")
class AtWar(Stands, frozen=True):
    """You two are at war."""

    def holds(self, world: World, who: str) -> bool:
        return self.stands(world, who, WAR)


@action.condition("PEACE {power}", meaning="you are at peace with {power}")
class AtPeace(Stands, frozen=True):
    """You two are at peace."""

    def holds(self, world: World, who: str) -> bool:
        return self.stands(world, who, PEACE)


@action.condition("ALLY {power}", meaning="you are allied with {power}")
class IsAllied(Stands, frozen=True):
    """You two are allied."""

    def holds(self, world: World, who: str) -> bool:
        return self.stands(world, who, ALLY)


@action.condition("CASH {crowns}", meaning="you have {crowns:crown/crowns}")
class HasCash(Condition, frozen=True):
    """You have so many crowns at this moment."""

    crowns: int

    def holds(self, world: World, who: str) -> bool:
        return world.powers[who].cash >= self.crowns


@action.condition("LEVEL {castle} {level}", meaning="the siege of {castle} is at level {level}")
class AtLevel(Condition, frozen=True):
    """A siege there has reached that level."""

    castle: Place
    level: int

    def holds(self, world: World, who: str) -> bool:
        siege = world.siege(self.castle)
        return siege is not None and siege.level >= self.level


@action.condition("ODDS {where} {times}", meaning="you have {times} times the enemy in {where}")
class HasOdds(Condition, frozen=True):
    """You have troops there, and so many times the enemy's points."""

    where: Place
    times: int

    def holds(self, world: World, who: str) -> bool:
        own = world.points_in(who, self.where)
        enemy = sum(force.points for _, _, force in seen(world, who, enemies_in(world, who, self.where)))
        return own > 0 and own >= self.times * enemy


def names_unknown(world: World, condition: Condition) -> bool:
    """Whether it names a power that is not in the game: the line fails, NOT or no NOT."""
    power = getattr(condition, "power", None)
    return power is not None and not world.in_play(power)
