"""What all orders have in common: their scene, which of them take a condition, and what a receipt can see wrong."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import ClassVar, ParamSpec

from pbm.rules import plan
from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.engine import Turn
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.pieces import PowerState
from pbm.rulesets.marnon.world import World

action: Actions["MarnonOrder"] = Actions()
Words = tuple[str | int | Number, ...]
MARCHES, REACTS = "marches", "reacts"
ADMIN, MESSAGES = "7c", "messages"
"""The step in which forces are split, joined and led, and a crown is renounced [4.9]."""
ALL, NONE, YES, NO, ODDS = "ALL", "NONE", "YES", "NO", "ODDS"
SWITCHED_OFF = "this game is played without {}"
ONLY_CASTLES = "castles without a player take CASTLE, TRADE, WAR, PEACE, ALLY, MESSAGE, and MARCH for a raid"


P = ParamSpec("P")


def first_reason(find: Callable[P, Iterator[Refusal | None]]) -> Callable[P, Refusal | None]:
    """A rule that yields its reasons in order, read as far as the first."""

    @wraps(find)
    def found(*given: P.args, **named: P.kwargs) -> Refusal | None:
        return next(filter(None, find(*given, **named)), None)

    return found


class Scene(plan.Scene[World], frozen=True, kw_only=True):
    """The position, the power, and the turn with what it remembers."""

    turn: Turn[World]

    @property
    def power(self) -> PowerState:
        return self.world.powers[self.who]


class MarnonOrder(Action, frozen=True):
    """An order of this game. A receipt says what is `wrong` with it: much may change before its step, where it is
    planned in full."""

    conditional: ClassVar[bool] = False
    """Whether it may have a condition [3.2]."""
    kept: ClassVar[bool] = False
    """Whether the keeper of a region without a player may give it [5.80]."""
    spent: ClassVar[str] = ""
    """The box with the crowns that it spends, if a receipt should count them."""

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"crowns": getattr(self, self.spent)} if self.spent else {}

    def plan(self, at: Scene) -> Done:
        raise NotImplementedError

    def for_castles(self, at: Scene) -> Done:
        """What comes of it on the sheet for castles without a player [5.78]."""
        return plan.failed("5.78", ONLY_CASTLES)

    def check(self, world: World, who: str) -> Reasons:
        return (self.wrong(world, who),) if who in world.powers else ()

    def wrong(self, world: World, who: str) -> Refusal | None:
        """What is wrong with it as its writer's own things stand."""
        return None


def no_force(world: World, who: str, code: str, rule: str) -> Refusal | None:
    return None if code in world.powers[who].forces else Refusal(rule, f"you have no force {code}")


def no_fleet(world: World, who: str, code: str, rule: str) -> Refusal | None:
    return None if code in world.powers[who].fleets else Refusal(rule, f"you have no fleet {code}")


def not_in_play(world: World, who: str, other: str, rule: str) -> Refusal | None:
    """Whether another power is somebody to deal with; the invader has an order of its own [5.97]."""
    if other == who:
        return Refusal(rule, "that is your own power", kind="lasting")
    if other == INVADER:
        return Refusal("5.97", "of the invader you write INVADER IGNORE, OPPOSE or JOIN", kind="lasting")
    return None if world.in_play(other) else Refusal(rule, f"this game is played without {other}")
