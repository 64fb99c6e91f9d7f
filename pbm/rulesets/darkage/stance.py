"""Defence modes, passage and migration: 5.6 to 5.8, 5.12 and 5.14 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rulesets.darkage.action import (
    Action,
    Counted,
    action,
    blockaded,
    is_city,
    not_another,
    not_land,
    not_near,
    not_own,
)
from pbm.rulesets.darkage.world import Mode, World


class ModeSet(OfPower, frozen=True):
    where: Place
    mode: Mode
    toward: Place | None = None
    against: Place | None = None
    text: ClassVar = "{where} {where:was/were} set to {mode}<, towards {toward}><, against {against}>"

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.mode = self.mode
        area.toward = self.toward or area.toward
        area.against = self.against or area.against


@action(
    "5.6",
    form="AMBUSH {where} {against}",
    meaning="lie in ambush in {where} for an attack from {against}",
    touches="where",
)
class Ambush(Action, frozen=True):
    """Lie in wait for an attack out of one neighbouring area."""

    where: str
    against: str

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.where, "5.6"),
            not_land(world, self.where, "3.9"),
            is_city(world, self.where, "5.6"),
            not_near(world, self.where, self.against, "5.6"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield ModeSet(who, self.where, "ambush", against=self.against)


@action(
    "5.7",
    form="RETREAT {where} {toward}",
    meaning="in {where} retreat when outnumbered<, to {toward}>",
    touches="where",
)
class Retreat(Action, frozen=True):
    """Give way when outnumbered, to the neighbouring land named or to the place set before."""

    where: str
    toward: str | None

    def wrong(self, world: World, who: str) -> Reasons:
        refuge = self.toward
        return (
            not_own(world, who, self.where, "5.7"),
            not_land(world, self.where, "3.9"),
            not_land(world, refuge, "5.7") if refuge else None,
            not_near(world, self.where, refuge, "5.7") if refuge else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield ModeSet(who, self.where, "retreat", toward=self.toward)


@action("5.8", form="DEFEND {where}", meaning="in {where} stand and fight", touches="where")
class Defend(Action, frozen=True):
    """Stand and fight."""

    where: str

    def wrong(self, world: World, who: str) -> Reasons:
        return not_own(world, who, self.where, "5.8"), not_land(world, self.where, "3.9")

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield ModeSet(who, self.where, "defend")


class PassageGiven(OfPower, frozen=True):
    where: Place
    guest: Power
    parties: ClassVar = ("who", "guest")
    text: ClassVar = "{who} gave {guest} passage through {where}"

    def apply(self, world: World) -> None:
        world.areas[self.where].passage = self.guest


@action("5.12", form="PASSAGE {where} {kingdom}", meaning="let {kingdom} through {where} this turn", touches="where")
class Passage(Action, frozen=True):
    """Let another kingdom's armies through for this turn, once your own have left."""

    where: str
    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.where, "5.12"),
            not_land(world, self.where, "5.12"),
            not_another(world, who, self.kingdom, "5.12"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield PassageGiven(who, self.where, self.kingdom)


class Migrated(OfPower, frozen=True):
    origin: Place
    target: Place
    people: int
    shows: ClassVar = ("origin", "target")
    text: ClassVar = "{people} of the people moved from {origin} to {target}, and one was lost on the way"

    def apply(self, world: World) -> None:
        world.areas[self.origin].population -= self.people + 1
        world.areas[self.target].population += self.people
        world.areas[self.target].migrated_into = True


@action(
    "5.14",
    form="MIGRATE {origin} {target} {number}",
    meaning="move {number:person/people} from {origin} to {target}",
    touches="origin target",
)
class Migrate(Counted, frozen=True):
    """People move to a neighbouring area of yours; one more is lost on the way."""

    origin: str
    target: str
    lack: ClassVar[str] = "nobody can be spared there"
    strict: ClassVar = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.origin, "5.14"),
            not_own(world, who, self.target, "5.14"),
            not_land(world, self.origin, "5.14"),
            not_land(world, self.target, "5.14"),
            not_near(world, self.origin, self.target, "5.14"),
            blockaded(world, self.origin),
        )

    def limit(self, world: World, who: str) -> int:
        return max(0, world.areas[self.origin].population - 1)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Migrated(who, self.origin, self.target, amount)
