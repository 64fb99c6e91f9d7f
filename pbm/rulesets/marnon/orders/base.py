"""What all orders have in common: which of them take a condition, and what a receipt can see wrong with them."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, ClassVar, ParamSpec

from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.order import Refusal
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.world import World

action: Actions["MarnonOrder"] = Actions()
Words = tuple[Any, ...]
ALL, NONE, YES, NO, ODDS = "ALL", "NONE", "YES", "NO", "ODDS"
SWITCHED_OFF = "this game is played without {}"


P = ParamSpec("P")


def first_reason(find: Callable[P, Iterator[Refusal | None]]) -> Callable[P, Refusal | None]:
    """A rule that yields its reasons in order, read as far as the first."""

    @wraps(find)
    def found(*given: P.args, **named: P.kwargs) -> Refusal | None:
        return next(filter(None, find(*given, **named)), None)

    return found


class MarnonOrder(Action, frozen=True):
    """An order of this game."""

    waits: ClassVar[bool] = False
    """Whether it may have a condition [3.2]."""
    noted: ClassVar[bool] = False
    """Whether it is done when it can be noted [3.5]."""

    def check(self, world: World, who: str) -> Reasons:
        return (self.wrong(world, who),) if who in world.powers else ()

    def wrong(self, world: World, who: str) -> Refusal | None:
        """What is wrong with it as its writer's own things stand."""
        return None


class Standing(MarnonOrder, frozen=True):
    """An order that stands until it is changed [3.3]."""

    noted: ClassVar = True


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
