"""A sheet being written: orders are tried out on an imagined world made from what a kingdom may know."""

from functools import cache
from typing import NamedTuple

from pbm.rules.copying import copied
from pbm.rulesets.darkage.action import LAST_ACTION, Action
from pbm.rulesets.darkage.attack import Invade, March, Raid
from pbm.rulesets.darkage.battle_events import Looted, Plundered
from pbm.rulesets.darkage.map import Map, Place, britain, starts
from pbm.rulesets.darkage.sea import Fleet, Launch, Voyage
from pbm.rulesets.darkage.victory import CENSUS_GAP, FIRST_CENSUS
from pbm.rulesets.darkage.view import Glimpse, Rank, View
from pbm.rulesets.darkage.world import Area, Census, Kingdom, World

CONQUESTS = (March, Raid, Invade, Fleet, Launch, Voyage)
"""Orders that change what others have."""


SPOILS = (Looted, Plundered)
"""What a win brings besides the land."""


GROWING, ARMING, STIRRING = 4, 5, 9
"""Assumed growth of unseen areas: turns per person, per army of a kingdom, and per army without an owner."""


class Advice(NamedTuple):
    """An order, and the reason for it."""

    order: Action
    why: str


class Threat(NamedTuple):
    strength: int
    """All that one neighbour has next to the area, or could raise there."""
    origin: str
    """Where most of it stands."""


@cache
def guesses() -> dict[str, int]:
    """The people of unseen areas, from the table of starts."""
    return {code: starts().population.get(code, 0) for code in britain()}


def imagined(view: View, rumours: bool = True) -> World:
    """The world as a kingdom imagines it: own and visible areas are exact, the rest is estimated or empty."""
    own, seen, owners, chart = view.areas, view.seen, view.owners, britain()
    areas = {
        code: copied(own[code]) if code in own else pictured(chart[code], seen.get(code), owner, view.turn, rumours)
        for code, owner in owners.items()
    }
    kingdoms = {code: rumoured(standing) for code, standing in view.standings.items()}
    kingdoms[view.who] = copied(view.kingdom)
    return World(
        map=chart,
        settings=view.settings,
        turn=view.turn + 1,
        order=list(view.order),
        census=Census(latest_census(view), view.census, view.warned),
        kingdoms=kingdoms,
        areas=areas,
    )


def latest_census(view: View) -> int:
    """The turn in which one must be held if none has come before [4.2]."""
    return view.census + (CENSUS_GAP if view.census else FIRST_CENSUS)[1]


def pictured(place: Place, glimpse: Glimpse | None, owner: str | None, turn: int, rumours: bool) -> Area:
    """An area of another's: as seen, or as it may have grown since the start."""
    if glimpse:
        return Area(owner, glimpse.population, glimpse.armies, glimpse.ships, glimpse.forts, glimpse.trade)
    if not rumours:
        return Area(owner)
    if place.is_sea:
        return Area(owner, ships=1 if owner else 0)
    people = min(place.limit, guesses()[place.code] + turn // GROWING)
    return Area(owner, people, turn // ARMING + 1 if owner else turn // STIRRING, forts=int(place.is_city))


def rumoured(standing: Rank) -> Kingdom:
    return Kingdom(
        control=standing.control,
        treasury=standing.treasury,
        reserve=standing.reserve,
        fleet=standing.fleet,
        vp=standing.vp,
        overlord=standing.overlord,
    )


class Draft:
    """The orders so far, and the imagined world as they leave it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.who = view.who
        self.world = imagined(view)
        self.map: Map = self.world.map
        self.areas = self.world.areas
        self.kingdom = self.world.kingdoms[self.who]
        self.advice: list[Advice] = []
        self._own: list[str] | None = list(view.areas)
        self.threats: dict[str, Threat | None] = {}
        """The strongest neighbour of each area, once it has been looked for."""
        self.struck_from: set[str] = set()
        """Areas that strikes go out from: if one fails its armies come back there."""

    @property
    def left(self) -> int:
        """Actions not yet used."""
        return LAST_ACTION - len(self.advice)

    @property
    def bp(self) -> int:
        return self.kingdom.bp

    def own(self) -> list[str]:
        """Its areas as the orders so far leave them."""
        if self._own is None:
            self._own = [code for code, area in self.areas.items() if area.owner == self.who]
        return self._own

    def give(self, order: Action, why: str, spoils: bool = True) -> bool:
        """Write an order down if the rules allow it as far as can be known; whether it was. Spoils may be left out
        of the reckoning."""
        world, who = self.world, self.who
        if not self.left:
            return False
        amount, price, refusals = order.weighed(world, who, len(self.advice) + 1)
        if refusals:
            return False
        for event in order.tried(world, who):
            event.apply(world)
        self.kingdom.bp -= price
        for event in order.run(world, who, amount):
            if spoils or not isinstance(event, SPOILS):
                event.apply(world)
        if isinstance(order, CONQUESTS):
            self._own = None
            self.threats.clear()
        self.advice.append(Advice(order, why))
        return True
