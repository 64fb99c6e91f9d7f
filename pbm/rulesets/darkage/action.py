"""What every action of Dark Age has: its word, paragraph, cost, boxes, checks and effects [5.1, 11.5]."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Self, TypeVar

from pbm.rules.event import Event
from pbm.rules.order import ONE, Number, Order, Refusal
from pbm.rulesets.darkage.world import World

ACTIONS: dict[str, type["Action"]] = {}
GONE: dict[str, type["Action"]] = {}
"""Words the book still mentions, which answer with what to do instead."""

A = TypeVar("A", bound="Action")
Reasons = tuple[Refusal | None, ...]


class Action(Order, frozen=True):
    """An order of Dark Age: `check` may only look, `run` may only tell, events alone change."""

    cost: ClassVar[int] = 0
    advice: ClassVar[str] = ""
    """For a word the book no longer has: what to do instead."""

    def check(self, world: World, who: str) -> Reasons:
        """Every reason why it cannot be done, short of numbers and BPs."""
        return ()

    def amount(self, world: World, who: str, number: int) -> int | Refusal:
        """How many of what it counts, for the action of that number on the sheet."""
        return 0

    def price(self, world: World, who: str, amount: int) -> int:
        return self.cost

    def fits(self, world: World, who: str, amount: int) -> tuple[Refusal, ...]:
        """Reasons that can only be seen once the amount is known."""
        return ()

    def tried(self, world: World, who: str) -> tuple[Event, ...]:
        """What happens even if it fails."""
        return ()

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from ()


class Journey(Action, frozen=True):
    """An action whose first box may be left out: who goes is known, and so is where he is."""

    origin: str | None
    target: str

    @classmethod
    def read(cls, *boxes: str | Number | None) -> Self:
        """A single area is where to."""
        named = [box for box in boxes if box is not None]
        return super().read(None, *named) if len(named) == 1 else super().read(*boxes)


class Counted(Action, frozen=True):
    """An action with a number box."""

    number: Number | None
    blank: ClassVar[Number | None] = ONE
    star: ClassVar[bool] = False
    """ALL and AB- may be written."""
    strict: ClassVar[bool] = False
    """More than there is fails, where others are cut to it."""
    each: ClassVar[int] = 0
    """BPs for each."""
    lack: ClassVar[str] = "no army of the reserve can be used"
    """What is missing when there is nothing to count."""

    def limit(self, world: World, who: str) -> int:
        """The most that the rules allow, whatever it costs."""
        raise NotImplementedError

    def wanted(self, number: int) -> Number | None:
        """What is asked for, in the action of that number."""
        return self.number or self.blank

    def amount(self, world: World, who: str, number: int) -> int | Refusal:
        wanted = self.wanted(number)
        if wanted is None:
            return Refusal(self.rule, f"{self.word} needs a number here")
        if self.number and self.number.all_but and not self.star:
            return Refusal("5.1", f"ALL and AB- are not for {self.word}: write a number")
        if not wanted.all_but and wanted.value <= 0:
            return Refusal("5.1", "the number must be at least 1")
        return self.cut(world, who, wanted)

    def cut(self, world: World, who: str, wanted: Number) -> int | Refusal:
        limit = self.limit(world, who)
        most = min(limit, world.kingdoms[who].bp // self.each) if self.each else limit
        asked = wanted.of(most)
        if self.strict and asked > most:
            return Refusal("5.1", f"{asked} ordered and only {most} there")
        if min(asked, most) > 0:
            return min(asked, most)
        if limit > most:
            return Refusal("3.2", f"not enough BPs: {self.each} each, and you have {world.kingdoms[who].bp}")
        return Refusal(self.rule, "nothing is left after those held back" if most else self.lack)

    def price(self, world: World, who: str, amount: int) -> int:
        return self.cost + self.each * amount


def action(
    word: str, rule: str, boxes: str = "", cost: int = 0, costs: str | None = None, gone: bool = False
) -> Callable[[type[A]], type[A]]:
    """Declare an action: its word, its paragraph, its boxes as fields, and what it costs."""

    def declare(kind: type[A]) -> type[A]:
        kind.word, kind.rule, kind.boxes = word, rule, tuple(boxes.split())
        kind.cost = cost
        each = getattr(kind, "each", 0)
        kind.costs = costs or (f"{each} each" if each else str(cost or "-"))
        (GONE if gone else ACTIONS)[word] = kind
        return kind

    return declare


def not_own(world: World, who: str, where: str, rule: str) -> Refusal | None:
    return Refusal(rule, f"{where} is not yours") if world.areas[where].owner != who else None


def not_land(world: World, where: str, rule: str) -> Refusal | None:
    return Refusal(rule, f"{where} is a sea") if world.map[where].is_sea else None


def not_sea(world: World, where: str, rule: str) -> Refusal | None:
    return Refusal(rule, f"{where} is not a sea") if not world.map[where].is_sea else None


def is_city(world: World, where: str, rule: str) -> Refusal | None:
    return Refusal(rule, f"{where} is a city") if world.map[where].is_city else None


def not_near(world: World, where: str, other: str, rule: str) -> Refusal | None:
    if world.near(where, other):
        return None
    twin = world.map[other].hinterland or world.map[other].city
    hint = f" (but {twin} is)" if twin and world.near(where, twin) else ""
    return Refusal(rule, f"{other} is not next to {where}{hint}")


def stuck(world: World, where: str) -> Refusal | None:
    return Refusal("3.7", f"{where} is sticky this turn") if world.areas[where].sticky else None


def blockaded(world: World, where: str) -> Refusal | None:
    return Refusal("2.16", f"{where} is blockaded") if world.blockaded(where) else None


def not_another(world: World, who: str, kingdom: str, rule: str) -> Refusal | None:
    """A kingdom that is named must be another one in play."""
    if kingdom == who:
        return Refusal(rule, "that is your own kingdom")
    return Refusal(rule, f"{kingdom} is not in play") if not world.in_play(kingdom) else None
