"""Caravans on the road [4.6, 5.62]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok
from pbm.rulesets.marnon.changes.fleets import CaravanBound, CaravanGone, CaravanMoved
from pbm.rulesets.marnon.codes import castle_of, is_castle_power
from pbm.rulesets.marnon.map import is_castle, shortest
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action
from pbm.rulesets.marnon.playing import played
from pbm.rulesets.marnon.relations import enemies_in, holder, trades_with
from pbm.rulesets.marnon.tables import LEAST_FORCE, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

TREKS = "treks"


def harms(world: World, who: str, area: str, bound: str | None) -> bool:
    """Whether an enemy force of 500 that does not trade with a caravan is in an area."""
    return any(
        force.points >= LEAST_FORCE
        and not trades_with(world, who, other)
        and not (is_castle_power(other) and castle_of(other) == bound and world.np_castles[bound].type != "RAIDER")
        for other, _, force in enemies_in(world, who, area)
    )


def destroyed(turn: Turn[World]) -> Iterator[Event]:
    """Caravans that an enemy force has found."""
    world = turn.world
    for who in world.ranked(world.powers):
        for code in world.numbered(who, "caravans"):
            row = world.powers[who].caravans[code]
            if harms(world, who, row.at, row.to):
                yield CaravanGone(who, code, "an enemy force destroyed it")


def caravans(turn: Turn[World]) -> Iterator[Event]:
    """Power by power, by number; one area, and on 4+ a second."""
    world = turn.world
    for who in world.ranked(world.powers):
        yield from played(turn, who, TREKS)
        for code in world.numbered(who, "caravans"):
            yield from trekked(turn, who, code)
    yield from destroyed(turn)


@action("5.62", form="TREK {caravan} {castle}< VIA {via}>", meaning="send caravan {caravan} to {castle}< by {via}>")
class Trek(MarnonOrder, frozen=True):
    """Send a caravan to a castle; it goes on until it is there."""

    step: ClassVar = TREKS
    conditional: ClassVar = True
    caravan: str
    castle: Place
    via: Words | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        if self.caravan not in world.powers[who].caravans:
            return Refusal("5.62", f"you have no caravan {self.caravan}")
        return None if is_castle(self.castle) else Refusal("5.62", f"{self.castle} is not a castle", kind="lasting")

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return failed(reason.rule, reason.text)
        return ok(CaravanBound(at.who, self.caravan, self.castle, tuple(map(str, self.via or ()))))


def trekked(turn: Turn[World], who: str, code: str) -> Iterator[Event]:
    world = turn.world
    row = world.powers[who].caravans[code]
    if row.to is None:
        return
    if row.at != row.to:
        yield from step(world, who, code)
        if row.at != row.to:
            die = turn.dice.roll(f"caravan.move.{who}.{code}")
            yield Thrown(who, "a second area on 4+", (die,), code)
            if die >= tables().trade.caravan_second_step_on:
                yield from step(world, who, code)
    if row.at == row.to:
        yield from at_goal(world, who, code)


def step(world: World, who: str, code: str) -> Iterator[Event]:
    """One area on the shortest way round enemies; it does not enter a goal that holds one."""
    row = world.powers[who].caravans[code]
    goal = row.via[0] if row.via else row.to or ""
    way = shortest(row.at, goal, lambda area: area == goal or not harms(world, who, area, row.to))
    if way and not harms(world, who, way[0], row.to):
        yield CaravanMoved(who, code, way[0])


def at_goal(world: World, who: str, code: str) -> Iterator[Event]:
    """It trades with a foreign castle that trades, and is gone; else it waits."""
    row = world.powers[who].caravans[code]
    owner = holder(world, row.to or "")
    if owner and trades_with(world, who, owner):
        yield Remember("trading_caravans", (who, code, row.to or "", row.moved))
        yield CaravanGone(who, code, f"it traded at {row.to}")
