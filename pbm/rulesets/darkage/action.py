"""The common parts of all actions of Dark Age: word, paragraph, cost, boxes, checks and effects [5.1, 11.5]."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import ClassVar, Self

from pbm.rules import action as rules
from pbm.rules import plan
from pbm.rules.action import Actions, Reasons
from pbm.rules.event import Event
from pbm.rules.order import ALL, ONE, Box, Number, Refusal, lasting
from pbm.rules.plan import Done
from pbm.rulesets.darkage.world import World

SPOILS = "treasury+ reserve+ usable+ fleet+ vp"
CREW = "reserve usable pending loan lender"
"""Figures of a kingdom's own that an action touches; + and - say which way, where it can only be one."""


LAST_ACTION = 16


class Scene(plan.Scene[World], frozen=True):
    """A line is also judged by its number: as the last action, ORDER needs no number."""

    number: int = LAST_ACTION


class Action(rules.Action, frozen=True):
    """An order of Dark Age: what is wrong with it, how much it does, what that costs, and what follows."""

    def wrong(self, world: World, who: str) -> Reasons:
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

    def weighed(self, world: World, who: str, number: int) -> tuple[int, int, tuple[Refusal, ...]]:
        """How much it does as the action of that number, what it costs, and every reason against it."""
        if any(reasons := self.wrong(world, who)):
            return 0, 0, tuple(filter(None, reasons))
        amount = self.amount(world, who, number)
        if isinstance(amount, Refusal):
            return 0, 0, (amount,)
        price, purse = self.price(world, who, amount), world.kingdoms[who].bp
        refusals = self.fits(world, who, amount)
        if price > purse:
            refusals += (
                Refusal("3.2", f"not enough BPs: it costs {price}, and you have {purse or 'none'}", kind="purse"),
            )
        return amount, price, refusals

    def plan(self, at: Scene) -> Done:
        world, who = at.world, at.who
        tried = self.tried(world, who)
        amount, price, refusals = self.weighed(world, who, at.number)
        if refusals:
            return Done("failed", tried, refusals)
        events = self.run(world, who, amount)
        return Done("ok", chain(tried, events) if tried else events, (), "", price)

    @classmethod
    def scene(cls, world: World, who: str) -> "Scene":
        return Scene(world, who)


action: Actions[Action] = Actions(needs=("meaning", "touches"))
ACTIONS, GONE = action.kinds, action.gone


class Journey(Action, frozen=True):
    """An action whose first box may be left out, because the place of the spy or household is known."""

    origin: str | None
    target: str

    @classmethod
    def read(cls, *boxes: Box) -> Self:
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

    @classmethod
    def usual_costs(cls) -> str:
        return f"{cls.each} each" if cls.each else super().usual_costs()

    def said(self, number: int) -> Mapping[str, object]:
        """A blank number is said as what it means."""
        return {**super().said(number), "number": self.wanted(number)}

    def limit(self, world: World, who: str) -> int:
        """The most that the rules allow, whatever it costs."""
        raise NotImplementedError

    def takes(self, number: Number) -> bool:
        """Whether ALL or AB- may be written; ALL may wherever an empty box means it."""
        return self.star or number == self.blank

    def wanted(self, number: int) -> Number | None:
        """What is asked for, in the action of that number."""
        return self.number or self.blank

    def amount(self, world: World, who: str, number: int) -> int | Refusal:
        wanted = self.wanted(number)
        if wanted is None:
            return lasting(self.rule, f"{self.word} needs a number here")
        if self.number and self.number.all_but and not self.takes(self.number):
            shut = "AB- is" if self.blank == ALL else "ALL and AB- are"
            return lasting("5.1", f"{shut} not for {self.word}: write a number")
        if not wanted.all_but and wanted.value <= 0:
            return lasting("5.1", "the number must be at least 1")
        return self.cut(world, who, wanted)

    def cut(self, world: World, who: str, wanted: Number) -> int | Refusal:
        limit = self.limit(world, who)
        most = min(limit, world.kingdoms[who].bp // self.each) if self.each else limit
        asked = wanted.of(most)
        if self.strict and asked > most:
            return Refusal("5.1", f"{asked} ordered and {f'only {most}' if most else 'none'} there")
        if min(asked, most) > 0:
            return min(asked, most)
        if limit > most:
            text = f"not enough BPs: {self.each} each, and you have {world.kingdoms[who].bp or 'none'}"
            return Refusal("3.2", text, kind="purse")
        return Refusal(self.rule, "nothing is left after those held back" if most else self.lack)

    def price(self, world: World, who: str, amount: int) -> int:
        return self.cost + self.each * amount


def not_own(world: World, who: str, where: str, rule: str) -> Refusal | None:
    return Refusal(rule, f"{world.subject(where, 'is', 'are')} not yours") if world.areas[where].owner != who else None


def not_land(world: World, where: str, rule: str) -> Refusal | None:
    return lasting(rule, f"{world.called(where)} is a sea") if world.map[where].is_sea else None


def not_sea(world: World, where: str, rule: str) -> Refusal | None:
    return lasting(rule, f"{world.called(where)} is not a sea") if not world.map[where].is_sea else None


def is_city(world: World, where: str, rule: str) -> Refusal | None:
    return lasting(rule, f"{world.called(where)} is a city") if world.map[where].is_city else None


def not_near(world: World, where: str, other: str, rule: str) -> Refusal | None:
    if other in world.map[where].near:
        return None
    if other == where:
        return lasting(rule, f"{world.subject(where, 'is', 'are')} named twice: name an area next to it")
    twin = world.map[other].hinterland or world.map[other].city
    hint = f"; {world.subject(twin, 'is', 'are')}" if twin and world.near(where, twin) else ""
    return lasting(rule, f"{world.subject(other, 'is', 'are')} not next to {world.called(where)}{hint}")


def stuck(world: World, where: str) -> Refusal | None:
    return (
        Refusal("3.7", f"{world.subject(where, 'is', 'are')} sticky this turn") if world.areas[where].sticky else None
    )


def blockaded(world: World, where: str) -> Refusal | None:
    return Refusal("2.16", f"{world.subject(where, 'is', 'are')} blockaded") if world.blockaded(where) else None


def not_another(world: World, who: str, kingdom: str, rule: str) -> Refusal | None:
    """A kingdom that is named must be another one in play."""
    if kingdom == who:
        return lasting(rule, "that is your own kingdom")
    return Refusal(rule, f"{world.subject(kingdom, 'is', 'are')} not in play") if not world.in_play(kingdom) else None
