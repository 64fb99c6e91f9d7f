"""General actions: section 9 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Power
from pbm.rules.event import Booked, Event, InBrief, OfPower
from pbm.rules.order import ALL, Number, Refusal
from pbm.rulesets.darkage.action import (
    LAST_ACTION,
    Action,
    Counted,
    action,
    blockaded,
    not_another,
    not_land,
    not_own,
)
from pbm.rulesets.darkage.attack import pillaged
from pbm.rulesets.darkage.battle_events import score
from pbm.rulesets.darkage.world import World

TAX_YIELD = 2


class PlaceBought(OfPower, frozen=True):
    bps: int
    text: ClassVar = "{who} spent {bps:BP/BPs} on the order of play"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].order_spend += self.bps


@action(
    "9.1", form="ORDER {number}", meaning="spend {number:BP/BPs} on the order of play", touches="", costs="the number"
)
class OrderOfPlay(Counted, frozen=True):
    """Spend BPs to play earlier next turn; left blank in action 16, all that is left."""

    each: ClassVar = 1
    blank: ClassVar[Number | None] = None

    def wanted(self, number: int) -> Number | None:
        return ALL if self.number is None and number == LAST_ACTION else self.number

    def limit(self, world: World, who: str) -> int:
        return max(1, world.kingdoms[who].bp)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield PlaceBought(who, amount)


class Given(OfPower, frozen=True):
    taker: Power
    bps: int
    parties: ClassVar = ("who", "taker")
    text: ClassVar = "{who} gave {taker} {bps:BP/BPs}"
    brief: ClassVar = (InBrief(190, "gift", "gain", "taker", "", "{who} gave you {bps:BP/BPs}"),)
    books: ClassVar = (Booked("spent", "gift", "bps", "gift of {who}", "taker"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.taker].bp += self.bps


@action("9.2", form="GIFT {kingdom} {number}", meaning="give {kingdom} {number:BP/BPs}", touches="", costs="the number")
class Gift(Counted, frozen=True):
    """Give BPs from your balance to another's."""

    kingdom: str
    each: ClassVar = 1
    blank: ClassVar[Number | None] = None

    def wrong(self, world: World, who: str) -> Reasons:
        return (not_another(world, who, self.kingdom, "9.2"),)

    def limit(self, world: World, who: str) -> int:
        return max(1, world.kingdoms[who].bp)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Given(who, self.kingdom, amount)


@action("9.3", form="PILLAGE {where}", meaning="pillage {where}, which is your own", touches="where treasury+ vp")
class Pillage(Action, frozen=True):
    """Squeeze BPs for the treasury out of your own land, at the cost of its people and trade."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        area = world.areas[self.where]
        bare = not (area.population or area.trade or area.forts)
        return (
            not_own(world, who, self.where, "9.3"),
            not_land(world, self.where, "9.3"),
            None if area.armies else Refusal("9.3", f"no army stands in {world.called(self.where)}"),
            blockaded(world, self.where),
            Refusal("9.3", f"nothing is left to take in {world.called(self.where)}") if bare else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        spoils = pillaged(world, who, self.where)
        yield spoils
        yield from score(world, who, -(spoils.population + spoils.trade), "pillaged", self.where)


class Stashed(OfPower, frozen=True):
    bps: int
    text: ClassVar = "{bps:BP/BPs} went into the treasury"
    books: ClassVar = (Booked("treasury", "stashed", "bps", "stashed"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].treasury += self.bps


@action(
    "9.4", form="STASH {number}", meaning="put {number:BP/BPs} into the treasury, at three for one", touches="treasury+"
)
class Stash(Counted, frozen=True):
    """Put BPs into the treasury, at three for one."""

    each: ClassVar = 3
    blank: ClassVar[Number | None] = ALL

    def limit(self, world: World, who: str) -> int:
        return max(1, world.kingdoms[who].bp // self.each)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Stashed(who, amount)


class Cashed(OfPower, frozen=True):
    bps: int
    text: ClassVar = "{bps:BP/BPs} came out of the treasury"
    books: ClassVar = (
        Booked("spent", "drawn", "bps", "out of the treasury"),
        Booked("treasury", "cashed", "bps", "cashed", "who", -1),
    )

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.treasury -= self.bps
        kingdom.bp += self.bps
        kingdom.cashed += self.bps


@action("9.5", form="CASH {number}", meaning="take {number:BP/BPs} out of the treasury", touches="treasury-")
class Cash(Counted, frozen=True):
    """Take BPs out of the treasury."""

    lack: ClassVar[str] = "the treasury is empty"
    blank: ClassVar[Number | None] = ALL
    star: ClassVar = True

    def limit(self, world: World, who: str) -> int:
        return world.kingdoms[who].treasury

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Cashed(who, amount)


class Taxed(OfPower, frozen=True):
    bps: int
    text: ClassVar = "{who} raised {bps:BP/BPs} in taxes"
    books: ClassVar = (Booked("spent", "tax", "bps", "taxes"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].bp += self.bps


@action("9.6", form="TAX", meaning="raise taxes", touches="")
class Tax(Action, frozen=True):
    """Two more BPs."""

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Taxed(who, TAX_YIELD)
