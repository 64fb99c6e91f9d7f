"""Conditions: a line that is carried out only if something is so when its time comes [16.5]."""

from collections.abc import Container
from dataclasses import dataclass, field

from pbm.rules.condition import Condition, If, Not
from pbm.rules.hexes import Hex
from pbm.rules.order import Order, Refusal, lasting
from pbm.rulesets.tours.field import Lead
from pbm.rulesets.tours.forces import CONTINGENTS, con_called, enemy_of
from pbm.rulesets.tours.order import action, no_contingent, no_hex, no_unit
from pbm.rulesets.tours.world import World

RULE = "16.5"
NEGATIVE = "the number must be 0 or more"


@dataclass(frozen=True)
class Scene:
    """What a condition looks at."""

    world: World
    side: str
    place: str
    """Whether this is the FIRST or the LAST player turn."""
    active: Container[str] = ()
    """The contingents that have activated in it so far."""
    con: str | None = None
    """The contingent of the order."""
    near: tuple[Hex, ...] = field(default=())
    """Where its units stand, or its leader."""


class Test(Condition, frozen=True):
    def true(self, scene: Scene) -> bool:
        raise NotImplementedError


class Count(Test, frozen=True):
    """A condition with a number."""

    number: int

    def flaw(self) -> str:
        return NEGATIVE if self.number < 0 else ""


@action.condition("FIRST", meaning="you play first")
class IsFirst(Test, frozen=True):
    def true(self, scene: Scene) -> bool:
        return scene.place == self.word


@action.condition("LAST", meaning="you play last")
class IsLast(Test, frozen=True):
    def true(self, scene: Scene) -> bool:
        return scene.place == self.word


@action.condition(
    "DIS {number}", meaning="at least {number:unit of the contingent is/units of the contingent are} disordered"
)
class Disordered(Count, frozen=True):
    def true(self, scene: Scene) -> bool:
        world = scene.world
        return sum(world.units[code].dis for code in world.of(scene.side, scene.con)) >= self.number


@action.condition(
    "ENG {number}", meaning="at least {number:unit of the contingent is/units of the contingent are} engaged"
)
class Engaged(Count, frozen=True):
    def true(self, scene: Scene) -> bool:
        world = scene.world
        return sum(world.units[code].eng for code in world.of(scene.side, scene.con)) >= self.number


@action.condition(
    "NEAR {number}",
    meaning="an enemy is within {number:hex/hexes}",
    otherwise="no enemy is within {number:hex/hexes}",
)
class Near(Count, frozen=True):
    def true(self, scene: Scene) -> bool:
        return any(scene.world.has_enemy_within(place, scene.side, self.number) for place in scene.near)


@action.condition(
    "FAR {number}",
    meaning="no enemy is within {number:hex/hexes}",
    otherwise="an enemy is within {number:hex/hexes}",
)
class Far(Near, frozen=True):
    def true(self, scene: Scene) -> bool:
        return not Near.true(self, scene)


@action.condition("LOST {number}", meaning="you have {number:loss point/loss points} or more")
class Lost(Count, frozen=True):
    def true(self, scene: Scene) -> bool:
        return scene.world.losses[scene.side] >= self.number


@action.condition("KILLED {number}", meaning="the enemy has {number:loss point/loss points} or more")
class Killed(Count, frozen=True):
    def true(self, scene: Scene) -> bool:
        return scene.world.losses[enemy_of(scene.side)] >= self.number


@action.condition("ACT {contingent}", meaning="{contingent} {contingent:has/have} activated")
class HasActed(Test, frozen=True):
    contingent: str

    def flaw(self) -> str:
        return no_contingent(self.contingent)

    def true(self, scene: Scene) -> bool:
        return self.contingent in scene.active


@action.condition("AT {unit} {hex}", meaning="{unit} stands in {hex}")
class StandsAt(Test, frozen=True):
    unit: str
    hex: Hex

    def flaw(self) -> str:
        return no_unit(self.unit) or no_hex(self.hex)

    def true(self, scene: Scene) -> bool:
        return scene.world.standing.get(self.hex) == self.unit


def is_met(order: Order | None, scene: Scene) -> bool:
    """Whether the conditions of a line hold; a line without any is always carried out."""
    return not isinstance(order, If) or all(holds(condition, scene) for condition in order.conditions)


def holds(condition: Condition | Not, scene: Scene) -> bool:
    if isinstance(condition, Not):
        return not holds(condition.condition, scene)
    assert isinstance(condition, Test)
    return condition.true(scene)


def unfit(order: Order | None, side: str) -> Refusal | None:
    """Why a condition cannot be asked in this line."""
    for condition in order.conditions if isinstance(order, If) else ():
        inner = condition.condition if isinstance(condition, Not) else condition
        if isinstance(inner, HasActed) and inner.contingent not in CONTINGENTS[side]:
            return lasting(RULE, f"{con_called(inner.contingent)} are no contingent of yours")
        if isinstance(inner, Disordered | Engaged) and isinstance(order, If) and isinstance(order.order, Lead):
            return lasting(RULE, f"a leader's line cannot ask for {inner.word}")
    return None
