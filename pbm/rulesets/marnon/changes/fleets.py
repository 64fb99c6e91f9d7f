"""Fleets and caravans: they come, go, are damaged, repaired and lost."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import OfPower
from pbm.rulesets.marnon.changes.forces import under_pile
from pbm.rulesets.marnon.map import is_sea
from pbm.rulesets.marnon.pieces import Caravan, Fleet
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.world import World


class FleetCame(OfPower, frozen=True):
    fleet: str
    where: Place
    why: str
    merc: str | None = None
    text: ClassVar = "{fleet} at {where}: {why}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet] = Fleet(self.where, merc=self.merc)


class Sailed(OfPower, frozen=True):
    fleet: str
    origin: Place | None
    target: Place
    text: ClassVar = "{fleet} went from {origin} to {target}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].at = self.target


class Damaged(OfPower, frozen=True):
    fleet: str
    why: str
    text: ClassVar = "{fleet} was damaged: {why}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].damaged = True


class Repaired(OfPower, frozen=True):
    fleet: str
    text: ClassVar = "{fleet} was repaired"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].damaged = False


class FleetLost(OfPower, frozen=True):
    fleet: str
    where: Place | None
    why: str
    verb: ClassVar = "sunk"
    text: ClassVar = "{fleet} was lost< at {where}>: {why}"
    news: ClassVar = "{who} lost a fleet< at {where}>"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        wording = self.news if public else self.text
        return self.said(wording.replace(" at ", " in ") if is_sea(self.where) else wording, names)

    def apply(self, world: World) -> None:
        fleet = world.powers[self.who].fleets.pop(self.fleet)
        if fleet.merc:
            world.mercs.hired.pop(fleet.merc, None)
            under_pile(world, fleet.merc)


# caravans


class CaravanCame(OfPower, frozen=True):
    caravan: str
    where: Place
    text: ClassVar = "{caravan} was fitted out at {where}"

    def apply(self, world: World) -> None:
        world.powers[self.who].caravans[self.caravan] = Caravan(self.where, self.where)


class CaravanBound(OfPower, frozen=True):
    caravan: str
    to: Place
    via: tuple[Place, ...] = ()
    text: ClassVar = "{caravan} is bound for {to}"

    def apply(self, world: World) -> None:
        row = world.powers[self.who].caravans[self.caravan]
        row.to, row.via = self.to, list(self.via)
        if row.via and row.via[0] == row.at:
            row.via.pop(0)


class CaravanMoved(OfPower, frozen=True):
    caravan: str
    target: Place
    text: ClassVar = "{caravan} went to {target}"

    def apply(self, world: World) -> None:
        row = world.powers[self.who].caravans[self.caravan]
        row.at, row.moved = self.target, row.moved + 1
        if row.via and row.via[0] == self.target:
            row.via.pop(0)


class CaravanGone(Told, frozen=True):
    who: Power
    caravan: str
    why: str
    text: ClassVar = "{caravan} is gone: {why}"

    def apply(self, world: World) -> None:
        del world.powers[self.who].caravans[self.caravan]
