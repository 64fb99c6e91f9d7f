"""People and household: 6.5, 6.9 and 6.10 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place
from pbm.rules.event import Event, OfPower
from pbm.rules.order import ALL, Number, Refusal, lasting
from pbm.rulesets.darkage.action import Action, Counted, action, blockaded, not_land, not_own
from pbm.rulesets.darkage.build import already_disbanded
from pbm.rulesets.darkage.world import World, is_gaelic


class Grown(OfPower, frozen=True):
    where: Place
    text: ClassVar = "the people of {where} grew by one"

    def apply(self, world: World) -> None:
        world.areas[self.where].population += 1
        world.areas[self.where].grown = True


@action(
    "6.5", form="GROW {where}", meaning="let the people of {where} grow by one", touches="where", costs="its people"
)
class Grow(Action, frozen=True):
    """One more of the people, once a turn, where no army stands."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        area = world.areas[self.where]
        return (
            not_own(world, who, self.where, "6.5"),
            None if area.population else Refusal("6.5", f"nobody lives in {world.called(self.where)}"),
            Refusal("6.5", f"an army stands in {world.called(self.where)}") if area.armies else None,
            blockaded(world, self.where),
            Refusal("6.5", f"{world.subject(self.where, 'has', 'have')} grown this turn") if area.grown else None,
            Refusal("5.14", f"people migrated into {world.called(self.where)} this turn")
            if area.migrated_into
            else None,
            Refusal("6.9", f"POP was done in {world.called(self.where)} this turn") if area.popped else None,
            Refusal("8.6", f"{world.subject(self.where, 'was', 'were')} settled this turn") if area.settled else None,
        )

    def price(self, world: World, who: str, amount: int) -> int:
        return world.areas[self.where].population

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Grown(who, self.where)


class Popped(OfPower, frozen=True):
    where: Place
    text: ClassVar = "an army settled down in {where}"

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.armies -= 1
        area.population += 1
        area.popped = True


class Armed(OfPower, frozen=True):
    where: Place
    text: ClassVar = "one of the people of {where} took up arms"

    def apply(self, world: World) -> None:
        world.areas[self.where].population -= 1
        world.areas[self.where].armies += 1


class Tribal(Action, frozen=True):
    """What only the Gaels do: people and armies are one."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            None if is_gaelic(who) else lasting("6.9", f"{self.word} is for Gaelic kingdoms only"),
            not_own(world, who, self.where, "6.9"),
            not_land(world, self.where, "6.9"),
        )


@action("6.9", form="POP {where}", meaning="make an army in {where} one of the people", touches="where")
class Pop(Tribal, frozen=True):
    """Gaels only: an army becomes one of the people."""

    def wrong(self, world: World, who: str) -> Reasons:
        army = world.areas[self.where].armies
        missing = None if army else Refusal("6.9", f"no army stands in {world.called(self.where)}")
        return (*super().wrong(world, who), missing)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Popped(who, self.where)


@action("6.9", form="ARM {where}", meaning="make one of the people of {where} an army", touches="where")
class Arm(Tribal, frozen=True):
    """Gaels only: one of the people becomes an army."""

    def wrong(self, world: World, who: str) -> Reasons:
        people = world.areas[self.where].population
        missing = None if people else Refusal("6.9", f"nobody lives in {world.called(self.where)}")
        return (*super().wrong(world, who), missing)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Armed(who, self.where)


class Housed(OfPower, frozen=True):
    troops: int
    text: ClassVar = "{troops:army/armies} joined the household of {who}"

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.reserve -= self.troops
        kingdom.household.troops += self.troops


@action(
    "6.10",
    form="HOUSE {number}",
    meaning="move {number:army/armies} from the reserve to the household",
    touches="household reserve- usable-",
)
class House(Counted, frozen=True):
    """Armies from the reserve join the household."""

    blank: ClassVar[Number | None] = ALL
    star: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        at = world.kingdoms[who].household.at
        return already_disbanded(world, who, "6.10"), blockaded(world, at) if at else None

    def limit(self, world: World, who: str) -> int:
        return world.kingdoms[who].usable

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Housed(who, amount)
