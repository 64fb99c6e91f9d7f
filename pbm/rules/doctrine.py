"""Standing orders: what a player has ordered until further notice, kept in the position as it is written.

A game whose actions are declared `standing=` keeps `doctrine` in its world, for each power its texts by their keys.
The key is a form over the boxes of the order: `LOSSES` is replaced by the next one, `PERMIT {power} {sea}` adds up.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Protocol

from pbm.rules.action import Action
from pbm.rules.condition import bare
from pbm.rules.event import OfPower
from pbm.rules.form import Form
from pbm.rules.order import Order

Doctrine = dict[str, str]
"""The standing orders of a power: their texts by their keys."""


class KeepsDoctrine(Protocol):
    doctrine: dict[str, Doctrine]


class DoctrineSet(OfPower, frozen=True):
    """A standing order is given, in place of the one with the same key."""

    key: str
    order: str
    text: ClassVar = "{who} {who:orders/order} until further notice: {order}"

    def apply(self, world: KeepsDoctrine) -> None:
        world.doctrine.setdefault(self.who, {})[self.key] = self.order


class DoctrineDropped(OfPower, frozen=True):
    """Standing orders end: that of the key and those below it, or all of them."""

    key: str = ""
    text: ClassVar = "The standing orders of {who}<, {key},> end"

    def apply(self, world: KeepsDoctrine) -> None:
        kept = world.doctrine.get(self.who, {})
        world.doctrine[self.who] = {key: text for key, text in kept.items() if not below(key, self.key)}


EVENTS = (DoctrineSet, DoctrineDropped)


def below(key: str, head: str) -> bool:
    """`PERMIT BYZ ADR` is below `PERMIT BYZ` and `PERMIT`."""
    return not head or key == head or key.startswith(f"{head} ")


def given(who: str, order: Order) -> DoctrineSet | None:
    """What a standing order changes; None for any other."""
    inner = bare(order)
    if not isinstance(inner, Action) or not inner.standing:
        return None
    return DoctrineSet(who, Form(inner.standing).written(inner), str(order))


def standing(doctrine: Mapping[str, str]) -> list[tuple[str, str]]:
    """The rows to show: key and text, in the order of their keys."""
    return sorted(doctrine.items())


def in_force(doctrine: Mapping[str, str], read: Callable[[str], Order | None]) -> Iterable[Order]:
    """The standing orders read back, by whatever reads the game's order lines."""
    return (order for _, text in standing(doctrine) if (order := read(text)))
