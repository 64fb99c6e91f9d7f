"""Conditions: an order that is carried out only if something is so, written `IF WON : order` or `order IF WON`.

A condition is declared as an action is, with its form; what it means is its method `holds`, which looks at the world
when the line comes up. The rules of grammar are `if_before` and `if_behind` for the whole, `if_not`, and `if_` with
the word of the condition for each.
"""

from typing import Any, ClassVar

from msgspec import Struct

from pbm.rules.form import Form
from pbm.rules.order import Order

AND = " AND "


class Condition(Order, frozen=True):
    """Something that may be so or not."""

    otherwise: ClassVar[str] = ""
    """What it means that it is not so, if that is more than a `not` before the meaning."""

    def holds(self, world: Any, who: str) -> bool:
        raise NotImplementedError


class Not(Struct, frozen=True):
    condition: Condition

    @property
    def rule(self) -> str:
        return self.condition.rule

    def holds(self, world: Any, who: str) -> bool:
        return not self.condition.holds(world, who)

    def __str__(self) -> str:
        return f"NOT {self.condition}"


class If(Order, frozen=True):
    """An order around an order."""

    conditions: tuple[Condition | Not, ...]
    order: Order
    behind: bool = False
    """Whether the condition is written behind the order."""
    word: ClassVar[str] = "IF"
    rule: ClassVar[str] = ""
    form: ClassVar[Form] = Form("IF {condition} : {order}")
    boxes: ClassVar[tuple[str, ...]] = ("conditions", "order")

    def holds(self, world: Any, who: str) -> bool:
        return all(condition.holds(world, who) for condition in self.conditions)

    def cited(self, world: Any, who: str) -> str:
        """The paragraph that keeps the order back: that of the first condition that does not hold, or the order's."""
        return next((each.rule for each in self.conditions if not each.holds(world, who)), "") or self.order.rule

    def __str__(self) -> str:
        conditions = AND.join(map(str, self.conditions))
        return f"{self.order} IF {conditions}" if self.behind else f"IF {conditions} : {self.order}"


def bare(order: Order | None) -> Order | None:
    """The order itself, without its conditions."""
    return order.order if isinstance(order, If) else order
