"""What a line may depend on [H4]."""

from pbm.rules.code import Place, Power
from pbm.rules.condition import Condition, Not
from pbm.rules.order import Order
from pbm.rulesets.twilight.exact import HOME, ExactCondition
from pbm.rulesets.twilight.order import action, at
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.world import World


@action.condition(form="OP >= {points}", meaning="{points} OP are left", otherwise="fewer than {points} OP are left")
class HasPoints(ExactCondition, frozen=True):
    points: int

    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        return seg is not None and seg.force(world) is not None and seg.op >= self.points


@action.condition(
    form="UNITS >= {number}",
    meaning="the force has {number} units",
    otherwise="the force has fewer than {number} units",
)
class HasUnits(ExactCondition, frozen=True):
    number: int

    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        found = seg.force(world) if seg else None
        return found is not None and found[1].size >= self.number


@action.condition(form="EMPTY {where}", meaning="nobody is in {where}", otherwise="somebody is in {where}")
class IsEmpty(Condition, frozen=True):
    where: Place

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        return where is not None and not world.present(where)


@action.condition(
    form="MINE {where}", meaning="only your units are in {where}", otherwise="somebody else is in {where}, or nobody"
)
class IsMine(Condition, frozen=True):
    where: Place

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        return where is not None and world.present(where) == [who]


@action.condition(form="ENEMY {where}< {power}>", meaning="an enemy is in {where}", otherwise="no enemy is in {where}")
class HasEnemy(Condition, frozen=True):
    where: Place
    power: Power | None

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        others = world.foreign(where, who) if where else []
        return self.power in others if self.power else bool(others)


@action.condition(form="WON", meaning="the last attack was won", otherwise="the last attack was not won")
class HasWon(Condition, frozen=True):
    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        return bool(seg and seg.won)


def is_nowhere(world: World, who: str, order: Order | Not) -> bool:
    """Whether a condition names the HOME of a power that has neither home nor units: it is false, also with NOT."""
    return getattr(order, "where", None) == HOME and at(world, who, HOME) is None


def under_way(world: World, who: str) -> Segment | None:
    """The operations segment of a power, while it lasts."""
    seg = world.segment_of(who)
    return seg if seg and seg.operating else None
