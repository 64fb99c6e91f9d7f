"""What a game declares for the order desk: a page on which a player fills in the next sheet.

The page knows no rules. Whatever it says of an order was worked out by the engine beforehand, for one player, from that
player's view.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbm.rules.action import Action
from pbm.rules.order import Order, Refusal

World = TypeVar("World")
View = TypeVar("View")
Price = Callable[[Order], Mapping[str, int]]
"""What an order costs now, by purse, whether or not that can be paid; what it brings in is less than nothing."""


class Moved(Struct, frozen=True):
    """Which of an action's boxes for codes units leave and reach, counted from 0, and what a blank number means."""

    origin: int | None = None
    target: int | None = None
    blank: str = "1"
    strict: bool = False
    """Whether it fails if more are ordered than there are."""


class Stock(Struct, frozen=True):
    """What stands in a player's own places and is moved by orders: the page adds up what would be left."""

    one: str
    many: str
    places: dict[str, int]
    moved: dict[str, Moved]
    upkeep: dict[str, tuple[int, ...]] = {}
    """What the end of the turn costs in each place, by how many stand there."""
    purse: str = ""
    """What it is paid from."""


class Fight(Struct, frozen=True):
    """An attack on a place, by the number of attackers from 1 on: how many are left once it is taken, 0 if it holds."""

    word: str
    target: str
    left: tuple[int, ...]


def untimely(world: Any, order: Order) -> Refusal | None:
    return order.untimely(world) if isinstance(order, Action) else None


def spent(world: Any, who: str) -> Price:
    return lambda order: order.spends(world, who) if isinstance(order, Action) else {}


class Block(Struct, frozen=True):
    """The part of a sheet that is for another power: what puts the player in command of it and opens the block, and the
    places in which it stands."""

    power: str
    above: tuple[Order, ...]
    places: tuple[str, ...] = ()


Reach = Mapping[str, Mapping[str, Collection[str]]]
"""For some actions the codes that may stand in the second box, by the code in the first: all else is out of reach."""


@dataclass(frozen=True)
class Declared:
    """What a game declares, asked for one player in the world as they know it."""

    price: Price
    barred: Callable[[Order], Refusal | None] = lambda order: None
    needs: Callable[[Order], Iterable[Order]] = lambda order: ()
    reach: Reach = field(default_factory=dict)
    goes: Collection[str] = ()
    """The actions that go from one place to another."""
    out: Collection[str] = ()
    """Powers that are not in play: they are not offered."""
    purses: Callable[[Mapping[str, int]], Mapping[str, int]] = lambda held: held


@dataclass(frozen=True)
class Desk(Generic[World, View]):
    """What the desk is told of a game, besides its language, its map and the player's report."""

    barred: Callable[[World, Order], Refusal | None] = untimely
    """Why no order of this action can be given now, whatever it names, for example out of season."""
    price: Callable[[World, str], Price] = spent
    needs: Callable[[World, str, Order], Iterable[Order]] = lambda world, who, order: ()
    """The lines without which an order comes to nothing: they stand before it."""
    reach: Callable[[World, str], Reach] = lambda world, who: {}
    in_play: Callable[[World, str], bool] = lambda world, power: True
    """Whether a power that orders may name is in the game now."""
    cuts: tuple[str, ...] = ()
    """How orders begin that are done as far as they can be paid: with nothing if all are."""
    goes: tuple[str, ...] = ()
    """The actions that go from one place to another: their reach is drawn on the map. All do if none is named."""
    aside: str = ""
    """The order after which lines are for another power: they are not paid from this one's purse."""
    blocks: Callable[[World, str], Iterable[Block]] = lambda world, who: ()
    """The other powers for which a player may write lines."""
    in_blocks: Callable[[Order], bool] = lambda order: True
    """Whether an order is tried for other powers too."""
    idle: str = ""
    """The order that fills what is left of a sheet."""
    stock: Callable[[View], Stock | None] = lambda view: None
    fights: Callable[[View], Iterable[Fight]] = lambda view: ()
    """What attacks on places in reach come to, in a game where no dice decide them."""
    purses: Callable[[Mapping[str, int]], Mapping[str, int]] = lambda held: held
    """What can be spent, from what is in the purses of the book when orders are paid."""
    ahead: tuple[str, ...] = ()
    """The sections of its reports that tell what the end of the next turn costs."""

    def declared(self, world: World, who: str, powers: Iterable[str]) -> Declared:
        return Declared(
            price=self.price(world, who),
            barred=lambda order: self.barred(world, order),
            needs=lambda order: self.needs(world, who, order),
            reach=self.reach(world, who),
            goes=self.goes,
            out=frozenset(power for power in powers if not self.in_play(world, power)),
            purses=self.purses,
        )
