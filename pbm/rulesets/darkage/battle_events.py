"""What war does: the events of attack and capture, and the losses that follow from them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from pbm.rules.code import Place, Power
from pbm.rules.event import Booked, Event, InBrief, OfPower
from pbm.rulesets.darkage.battle import Round
from pbm.rulesets.darkage.world import World

GREAT = 10
"""Both sides at least so strong make a great battle [1.11]."""


class Deployed(OfPower, frozen=True):
    where: Place
    troops: int
    by: Power | None
    parties: ClassVar = ("who", "by")
    text: ClassVar = "the household of {who} took up arms in {where}: {troops:army/armies}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].household.troops -= self.troops
        world.areas[self.where].armies += self.troops


class Retreated(OfPower, frozen=True):
    where: Place
    toward: Place
    armies: int
    people: int
    by: Power
    parties: ClassVar = ("who", "by")
    text: ClassVar = "{who} retreated from {where} to {toward}<, {armies:army/armies}><, {people} of the people>"

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.armies -= self.armies
        area.population -= self.people
        world.areas[self.toward].armies += self.armies + self.people


class Fought(OfPower, frozen=True):
    """A battle. The attackers stand in `origin` until they have won."""

    origin: Place
    target: Place
    defender: Power | None
    rounds: tuple[Round, ...]
    armies: int
    ships: int
    their_armies: int
    their_ships: int
    scattered: int
    their_scattered: int
    ambush: bool
    won: bool
    parties: ClassVar = ("who", "defender")
    shows: ClassVar = ("origin", "target")
    text: ClassVar = "{who} attacked {target} from {origin}"
    news: ClassVar = "{who} attacked {target}"
    brief: ClassVar = (
        InBrief(80, "held", "gain", "defender", "Held ", "{target} against {who}", "won"),
        InBrief(90, "repelled", "loss", "who", "Beaten back at ", "{target}", "won"),
    )

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        if public:
            return self.worded(names, public)
        ambush, end = " and fell into an ambush" if self.ambush else "", "won" if self.won else "beaten back"
        return f"{self.worded(names)}{ambush}: {'; '.join(map(str, self.rounds))}; {end}"

    def apply(self, world: World) -> None:
        origin, target = world.areas[self.origin], world.areas[self.target]
        origin.armies -= self.armies
        origin.ships -= self.ships
        target.armies -= self.their_armies
        target.ships -= self.their_ships
        world.kingdoms[self.who].scattered += self.scattered
        if self.defender:
            world.kingdoms[self.defender].scattered += self.their_scattered

    def decided(self, who: str) -> tuple[str, bool] | None:
        return (self.target, self.won == (who == self.who)) if who in (self.who, self.defender) else None

    @property
    def great(self) -> bool:
        return any(min(r.attack, r.defence) >= GREAT for r in self.rounds)

    def headline(self) -> tuple[str, ...]:
        """A battle that was won is told as a capture."""
        return () if self.won else ("attack", self.target, self.who)


class Captured(OfPower, frozen=True):
    origin: Place
    target: Place
    loser: Power | None
    armies: int
    ships: int
    landed: int
    population: int
    forts: int
    trade: int
    great: bool
    parties: ClassVar = ("who", "loser")
    shows: ClassVar = ("origin", "target")
    verb: ClassVar = "capture"
    text: ClassVar = "{who} took {target}< from {loser}>"
    news: ClassVar = "{who} captured {target}< from {loser}>"
    captures: ClassVar = True
    brief: ClassVar = (
        InBrief(20, "lost", "loss", "loser", "Lost ", "{target} to {who}"),
        InBrief(40, "took", "gain", "who", "Took ", "{target}< from {loser}>"),
    )

    def apply(self, world: World) -> None:
        origin, target = world.areas[self.origin], world.areas[self.target]
        origin.armies -= self.armies
        origin.ships -= self.ships + self.landed
        world.change_owner(self.target, self.who)
        target.armies = self.armies + self.landed
        target.ships += self.ships
        target.population -= self.population
        target.forts -= self.forts
        target.trade -= self.trade
        target.mode, target.against = "retreat", None
        target.toward = None if world.map[self.origin].is_sea else self.origin


Why = Literal["census", "lost", "household", "overcrowded", "pillaged"]
WHY: dict[Why, str] = {
    "census": "census of the people",
    "lost": "for losing {where}",
    "household": "for the household beaten in {where}",
    "overcrowded": "for overcrowding in {where}",
    "pillaged": "for pillaging {where}",
}


class Scored(OfPower, frozen=True, omit_defaults=True):
    points: int
    why: Why
    where: Place | None = None
    text: ClassVar = "{who}: {points:+} VP, {why}"
    books: ClassVar = (Booked("victory", "scored", "points", "{why}"),)

    def said(self, wording: str, names: Mapping[str, str]) -> str:
        return super().said(wording.replace("{why}", WHY[self.why]), names)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].vp += self.points


class Homeless(OfPower, frozen=True):
    """A household leaves the map with the area it stood in [10.7]."""

    where: Place
    text: ClassVar = "the household of {who} fled {where} and is off the map"
    brief: ClassVar = (InBrief(60, "fled", "loss", "who", "Your household had to flee ", "{where}"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].household.at = None


class Looted(OfPower, frozen=True):
    victim: Power
    treasury: int
    parties: ClassVar = ("who", "victim")
    text: ClassVar = "{who} carried off {treasury:BP/BPs} of the treasury of {victim} with the household"
    brief: ClassVar = (
        InBrief(70, "robbed", "loss", "victim", "", "{who} carried off {treasury:BP/BPs} of your treasury"),
    )
    books: ClassVar = (
        Booked("treasury", "loot", "treasury", "from the household of {victim}"),
        Booked("treasury", "looted", "treasury", "carried off by {who}", "victim", -1),
    )

    def apply(self, world: World) -> None:
        world.kingdoms[self.victim].treasury -= self.treasury
        world.kingdoms[self.who].treasury += self.treasury


class Plundered(OfPower, frozen=True):
    where: Place
    victim: Power
    amount: int
    ships: bool
    text: ClassVar = "{who} plundered {where}: {amount} each to VPs, treasury and "
    books: ClassVar = (
        Booked("treasury", "plunder", "amount", "plunder of {where}"),
        Booked("victory", "plunder", "amount", "plunder of {where}"),
    )

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        return f"{self.worded(names, public)}{'fleet' if self.ships else 'reserve'}"

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.vp += self.amount
        kingdom.treasury += self.amount
        if self.ships:
            kingdom.fleet += self.amount
        else:
            kingdom.reserve += self.amount
        world.areas[self.where].plundered_by.append(self.who)


class Stuck(Event, frozen=True):
    who: Power | None
    where: Place
    text: ClassVar = "{where} {where:is/are} sticky for the rest of the turn"

    def apply(self, world: World) -> None:
        world.areas[self.where].sticky = True


class Drowned(Event, frozen=True):
    who: Power | None
    where: Place
    armies: int
    text: ClassVar = "{armies:army/armies} drowned in {where}: too few ships"
    brief: ClassVar = (InBrief(140, "drowned", "loss", "who", "", "{armies:army/armies} drowned in {where}"),)

    def apply(self, world: World) -> None:
        world.areas[self.where].armies -= self.armies


def score(world: World, who: str, points: int, why: Why, where: str | None = None) -> Iterator[Event]:
    """Victory points stop at zero, unless the house rule says otherwise."""
    if not world.settings.negative_vp:
        points = max(points, -world.kingdoms[who].vp)
    if points:
        yield Scored(who, points, why, where)


def stick(world: World, where: str) -> Iterator[Event]:
    area = world.areas[where]
    if not area.sticky:
        yield Stuck(area.owner, where)


def drown(world: World, where: str) -> Iterator[Event]:
    """Armies at sea that no ship can carry are lost at once [8.8]."""
    area = world.areas[where]
    if world.map[where].is_sea and area.armies > area.ships:
        yield Drowned(area.owner, where, area.armies - area.ships)


def evict(world: World, where: str) -> Iterator[Event]:
    """Every household whose area is no longer its kingdom's leaves the map [10.7]."""
    owner = world.areas[where].owner
    for code, kingdom in world.kingdoms.items():
        if kingdom.household.at == where and code != owner:
            yield Homeless(code, where)
