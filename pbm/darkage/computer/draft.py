"""A sheet being written: orders are tried out on an imagined world made from what a kingdom may know."""

from copy import copy
from functools import cache
from typing import NamedTuple

from pbm.darkage.action import Action
from pbm.darkage.general import LAST_ACTION
from pbm.darkage.map import Map, Place, britain, starts
from pbm.darkage.turn import weigh
from pbm.darkage.view import Glimpse, Standing, View
from pbm.darkage.world import Area, Census, Household, Kingdom, World


class Advice(NamedTuple):
    """An order, and the reason for it."""

    order: Action
    why: str


@cache
def guesses() -> dict[str, int]:
    """The people of areas nobody told of: as the table of starts has them."""
    return {code: starts().population.get(code, 0) for code in britain()}


def imagined(view: View) -> World:
    """The world as a kingdom may picture it: own and seen areas as they are, the rest as rumour has it."""
    own, seen, owners, chart = view.areas, view.seen, view.owners, britain()
    areas = {
        code: copy(own[code]) if code in own else pictured(chart[code], seen.get(code), owner)
        for code, owner in owners.items()
    }
    kingdoms = {code: rumoured(standing) for code, standing in view.standings.items()}
    kingdoms[view.who] = own_kingdom(view.kingdom)
    return World(
        map=chart,
        settings=view.settings,
        turn=view.turn + 1,
        order=list(view.order),
        census=Census(0, warned=view.warned),
        kingdoms=kingdoms,
        areas=areas,
    )


def pictured(place: Place, glimpse: Glimpse | None, owner: str | None) -> Area:
    if glimpse:
        return Area(owner, glimpse.population, glimpse.armies, glimpse.ships, glimpse.forts, glimpse.trade)
    if place.is_sea:
        return Area(owner, ships=1 if owner else 0)
    return Area(owner, guesses()[place.code], 1 if owner else 0, forts=int(place.is_city))


def rumoured(standing: Standing) -> Kingdom:
    return Kingdom(
        control=standing.control,
        treasury=standing.treasury,
        reserve=standing.reserve,
        fleet=standing.fleet,
        vp=standing.vp,
        overlord=standing.overlord,
    )


def own_kingdom(kingdom: Kingdom) -> Kingdom:
    mine = copy(kingdom)
    mine.household = Household(kingdom.household.troops, kingdom.household.at)
    mine.spy = copy(kingdom.spy)
    mine.watchers = list(kingdom.watchers)
    return mine


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

    @property
    def left(self) -> int:
        """Actions not yet used."""
        return LAST_ACTION - len(self.advice)

    @property
    def bp(self) -> int:
        return self.kingdom.bp

    def own(self) -> list[str]:
        return [code for code, area in self.areas.items() if area.owner == self.who]

    def give(self, order: Action, why: str) -> bool:
        """Write an order down if the rules allow it as far as can be known; whether it was."""
        world, who = self.world, self.who
        if not self.left:
            return False
        amount, price, refusals = weigh(world, who, order, len(self.advice) + 1)
        if refusals:
            return False
        for event in order.tried(world, who):
            event.apply(world)
        self.kingdom.bp -= price
        for event in order.run(world, who, amount):
            event.apply(world)
        self.advice.append(Advice(order, why))
        return True
