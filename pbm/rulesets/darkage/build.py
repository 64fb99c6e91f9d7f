"""Build actions: 6.1 to 6.4 and 6.6 to 6.8 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Event, InBrief, OfPower
from pbm.rules.order import Refusal, lasting
from pbm.rulesets.darkage.action import (
    Action,
    Counted,
    action,
    blockaded,
    not_land,
    not_own,
)
from pbm.rulesets.darkage.battle_events import evict, stick
from pbm.rulesets.darkage.capture import rally_in_city
from pbm.rulesets.darkage.world import World, is_gaelic


class Retaken(OfPower, frozen=True):
    """An area lost this turn comes back with new armies, as if it had never gone [6.1]."""

    where: Place
    loser: Power
    parties: ClassVar = ("who", "loser")
    text: ClassVar = "{where} rose for {who} against {loser}"
    brief: ClassVar = (
        InBrief(30, "rose", "loss", "loser", "Lost to a rising: ", "{where} for {who}"),
        InBrief(50, "regained", "gain", "who", "Won back ", "{where} from {loser}"),
    )

    def apply(self, world: World) -> None:
        world.change_owner(self.where, self.who)


class Levied(OfPower, frozen=True):
    where: Place
    armies: int
    owner: Power | None
    shows: ClassVar = ("where",)
    verb: ClassVar = "levy"
    text: ClassVar = "{who} levied {armies:army/armies} in {where}"
    news: ClassVar = "{who} levied in {where}"

    def apply(self, world: World) -> None:
        world.areas[self.where].armies += self.armies


class CalledUp(OfPower, frozen=True):
    where: Place
    armies: int
    shows: ClassVar = ("where",)
    text: ClassVar = "{who} called {armies:army/armies} up from the reserve in {where}"

    def apply(self, world: World) -> None:
        world.areas[self.where].armies += self.armies
        world.kingdoms[self.who].reserve -= self.armies


def cannot_raise(world: World, who: str, where: str, rule: str) -> Refusal | None:
    """Armies rise on your own land, on nobody's, or on land lost this turn that no army holds."""
    area = world.areas[where]
    if area.owner in (who, None):
        return None
    if area.owner_at_start != who:
        return Refusal(rule, f"{world.subject(where, 'is', 'are')} not yours, now or when the turn began")
    return (
        Refusal(rule, f"{world.subject(area.owner, 'has', 'have')} an army in {world.called(where)}")
        if area.armies
        else None
    )


def retake(world: World, who: str, where: str) -> Iterator[Event]:
    owner = world.areas[where].owner
    if owner not in (who, None):
        yield Retaken(who, where, owner)
        yield from evict(world, where)
        if city := world.map[where].city:
            yield from rally_in_city(world, who, city)


@action("6.1", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}", touches="where")
class Levy(Counted, frozen=True):
    """Raise armies, ready to march and fight at once; no more than the people there."""

    where: str
    lack: ClassVar[str] = "nobody lives there"
    each: ClassVar = 3
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_land(world, self.where, "6.1"),
            blockaded(world, self.where),
            cannot_raise(world, who, self.where, "6.1"),
        )

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.where].population

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from retake(world, who, self.where)
        yield Levied(who, self.where, amount, world.areas[self.where].owner)


def already_disbanded(world: World, who: str, rule: str) -> Refusal | None:
    return Refusal(rule, "DISBAND was tried this turn") if world.kingdoms[who].disbanded else None


@action(
    "6.2",
    form="RESERVE {where} {number}",
    meaning="call {number:army/armies} up from the reserve in {where}",
    touches="where reserve- usable-",
)
class Reserve(Counted, frozen=True):
    """Call armies up from the reserve, on land or aboard your ships; they go no further this turn."""

    where: str
    each: ClassVar = 1
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        at_sea = world.map[self.where].is_sea
        return (
            already_disbanded(world, who, "6.2"),
            blockaded(world, self.where),
            not_own(world, who, self.where, "6.2") if at_sea else cannot_raise(world, who, self.where, "6.2"),
        )

    def limit(self, world: World, who: str) -> int:
        usable = world.kingdoms[who].usable
        return min(usable, world.room(self.where)) if world.map[self.where].is_sea else usable

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from retake(world, who, self.where)
        yield CalledUp(who, self.where, amount)
        yield from stick(world, self.where)


class FortsChanged(OfPower, frozen=True):
    where: Place
    forts: int
    text: ClassVar = "the forts of {where}: {forts:+}"

    def apply(self, world: World) -> None:
        world.areas[self.where].forts += self.forts


class FortWork(Counted, frozen=True):
    where: str
    lack: ClassVar[str] = "nobody lives there to do it"
    each: ClassVar = 1

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.where, self.rule),
            not_land(world, self.where, self.rule),
            blockaded(world, self.where),
        )

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.where].population


@action("6.3", form="FORTIFY {where} {number}", meaning="build {number:fort/forts} in {where}", touches="where")
class Fortify(FortWork, frozen=True):
    """Build forts, no more at once than the people there."""

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield FortsChanged(who, self.where, amount)


class TradeBuilt(OfPower, frozen=True):
    where: Place
    levels: int
    text: ClassVar = "trade in {where} grew by {levels:level/levels}"

    def apply(self, world: World) -> None:
        world.areas[self.where].trade += self.levels


@action(
    "6.4", form="BUILD {city} {number}", meaning="raise the trade of {city} by {number:level/levels}", touches="city"
)
class Build(Counted, frozen=True):
    """Raise the trade of a city, up to the limit of its people; not for Gaels."""

    city: str
    lack: ClassVar[str] = "its trade is at the limit"
    each: ClassVar = 10
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        town = world.map[self.city].is_city
        return (
            not_own(world, who, self.city, "6.4"),
            None if town else lasting("6.4", f"{world.called(self.city)} is not a city"),
            blockaded(world, self.city),
            lasting("6.4", "Gaelic kingdoms build no trade") if is_gaelic(who) else None,
        )

    def limit(self, world: World, who: str) -> int:
        return max(0, world.map[self.city].limit - world.areas[self.city].trade)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield TradeBuilt(who, self.city, amount)


class DisbandTried(OfPower, frozen=True):
    text: ClassVar = "no reserves of {who} can be called up for the rest of the turn"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].disbanded = True


class Disbanded(OfPower, frozen=True):
    where: Place
    armies: int
    shows: ClassVar = ("where",)
    text: ClassVar = "{armies:army/armies} in {where} disbanded to the reserve"

    def apply(self, world: World) -> None:
        world.areas[self.where].armies -= self.armies
        world.kingdoms[self.who].reserve += self.armies


@action(
    "6.6", form="DISBAND {where}", meaning="send all armies in {where} to the reserve", touches="where reserve+ usable+"
)
class Disband(Action, frozen=True):
    """All armies there, at sea too, go to the reserve; once tried, no RESERVE or HOUSE this turn."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        empty = not world.areas[self.where].armies
        return (
            not_own(world, who, self.where, "6.6"),
            Refusal("6.6", f"no army stands in {world.called(self.where)}") if empty else None,
        )

    def tried(self, world: World, who: str) -> tuple[Event, ...]:
        return () if world.kingdoms[who].disbanded else (DisbandTried(who),)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Disbanded(who, self.where, world.areas[self.where].armies)


class Disowned(OfPower, frozen=True):
    where: Place
    shows: ClassVar = ("where",)
    text: ClassVar = "{who} gave up {where}"

    def apply(self, world: World) -> None:
        world.change_owner(self.where, None)


@action("6.7", form="DISOWN {where}", meaning="give {where} up with all that is in it", touches="where household")
class Disown(Action, frozen=True):
    """Give an area up with all that is in it, at sea too."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        return (not_own(world, who, self.where, "6.7"),)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Disowned(who, self.where)
        yield from evict(world, self.where)


@action("6.8", form="RAZE {where} {number}", meaning="pull {number:fort/forts} down in {where}", touches="where")
class Raze(FortWork, frozen=True):
    """Pull forts down, no more at once than the people there."""

    lack: ClassVar[str] = "no fort stands there, or nobody lives there to pull it down"

    def limit(self, world: World, who: str) -> int:
        return min(super().limit(world, who), world.areas[self.where].forts)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield FortsChanged(who, self.where, -amount)
