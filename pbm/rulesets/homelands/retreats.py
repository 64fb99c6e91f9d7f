"""RETREAT, and recipients of a redemption who leave [5.6.1, 5.11.2]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import locked, standing_at
from pbm.rulesets.homelands.chart import COAST
from pbm.rulesets.homelands.crossing import (
    border_refusal,
    capacity,
    is_water_way,
    load,
    may_beach,
    on_arrival,
)
from pbm.rulesets.homelands.drawing import ABOARD, BUILDING, OPEN, YARD, Drawn, Group, draw, ready
from pbm.rulesets.homelands.moves import cannot_move, gone, room_aboard, unit_flaw
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Shifted, perished
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.units import LAND, SHIPS, STOPPED, Units, chosen, kind, less, marked, singly, told
from pbm.rulesets.homelands.world import World, copied

RULE = "5.6.1"
FREE = ("CV", "WS")
"""They may go wherever they could enter."""
LEAVES = "leaves as the redemption asks/leave as the redemption asks"


def hostile_near(board: Board, who: str, code: str) -> int:
    """Hostile units in the open on a field and all around it, ships and cargo too."""
    return sum(board.against(who, place) for place in (code, *board.chart.near[code]))


@action(
    RULE,
    form="RETREAT {origin} {target}< {unit}> {number}< IF {least}>",
    meaning="retreat with {number:unit/units}< of {unit}> from {origin} to {target}"
    "< if {least:enemy is/enemies are} near>",
)
class Retreat(HomeOrder, frozen=True):
    """Units go back to a settlement of theirs or aboard, ships into a yard; cavalry and warships where they like."""

    origin: Place
    target: Place
    unit: str | None
    number: Number
    least: int | None
    step: ClassVar = "4a"

    def flaw(self) -> str:
        return unit_flaw(self.unit, self.number)

    def plan(self, at: Scene) -> Done:
        if self.least is not None and hostile_near(at.board, at.who, self.origin) < self.least:
            return ok()
        if at.board.is_locked(at.who, self.origin):
            return failed(RULE, locked(at, self.origin))
        if self.unit and kind(self.unit).type in SHIPS:
            return ShipRetreat(at, self).plan()
        return self.on_foot(at)

    def on_foot(self, at: Scene) -> Done:
        if self.unit and kind(self.unit).type == "HI":
            return failed(RULE, "heavy infantry never retreats", "lasting")
        if reason := cannot_move(RULE, self.unit):
            return refused(reason)
        boards = at.chart.border(self.origin, self.target) == COAST and at.chart[self.target].is_sea
        places = (ABOARD,) if at.chart[self.origin].is_sea else (OPEN, BUILDING)
        types = [unit for unit in LAND if unit != "HI"]
        room = room_aboard(at, self.target) if boards else None

        def able(key: str) -> bool:
            return self.barred(at, key) is None

        drawn = draw(at, self.origin, self.unit, self.number, places, ready, able, types, room=room)
        reasons = (self.barred(at, key) for key in ([self.unit] if self.unit else types))
        reason = next(filter(None, reasons), None) or self.too_few(room)
        return partly(
            drawn.number, max(1, drawn.asked), gone(at, self.origin, self.target, drawn, "", "retreats/retreat"), reason
        )

    def too_few(self, room: int | None) -> Refusal:
        aboard = (
            "" if room is None else f"; there is room aboard for {room}" if room > 0 else "; there is no room aboard"
        )
        return Refusal(RULE, f"not so many are free to go{aboard}")

    def barred(self, at: Scene, key: str) -> Refusal | None:
        """Why a land unit cannot retreat there."""
        if reason := border_refusal(at.world, at.board, at.who, self.origin, self.target, key):
            return reason
        if kind(key).type in FREE:
            return None
        if at.chart[self.target].is_sea:
            enemy = at.board.hostile_ships(at.who, self.target)
            return Refusal(RULE, f"{standing_at(at.board, at.who, self.target)} on that sea") if enemy else None
        own = at.at(self.target).settlement
        return None if own and own.owner == at.who else Refusal(RULE, "no settlement of yours is there")


class ShipRetreat:
    """Ships go into a yard of their own; warships wherever they could enter."""

    def __init__(self, at: Scene, order: Retreat) -> None:
        self.at, self.order = at, order
        self.origin, self.target = order.origin, order.target
        self.is_warship = kind(order.unit or "").type == "WS"

    def plan(self) -> Done:
        at, world = self.at, self.at.world
        into_sea, yard = at.chart[self.target].is_sea, at.board.yard(self.target, at.who)
        beach = self.is_warship and may_beach(world, at.who, self.target)
        if not is_water_way(world, at.who, self.origin, self.target):
            return failed(
                RULE, f"ships cannot go from {world.called(self.origin)} to {world.called(self.target)}", "lasting"
            )
        if into_sea and not self.is_warship:
            return failed(RULE, "transports retreat into a yard of yours")
        if not into_sea and not yard and not beach:
            return failed(RULE, "no own yard is open there")
        places = (OPEN, YARD) if self.is_warship and not at.chart[self.origin].is_sea else (OPEN,)
        drawn = draw(at, self.origin, self.order.unit, self.order.number, places, ready)
        going = drawn.groups if into_sea or beach else within(drawn.groups, self.yard_room())
        done = sum(sum(units.values()) for _, units in going)
        return partly(done, max(1, drawn.asked), self.events(going), Refusal(RULE, self.short(drawn)))

    def short(self, drawn: Drawn) -> str:
        if self.yard_room() < drawn.number and not self.at.chart[self.target].is_sea:
            return f"the yard has room for {self.yard_room()}" if self.yard_room() > 0 else "the yard has no room"
        return f"only {drawn.number} of them can go" if drawn.number else "none of them can go"

    def yard_room(self) -> int:
        yard = self.at.at(self.target).yard if self.at.board.yard(self.target, self.at.who) else None
        return yard.room("ships") - sum(yard.ships.values()) if yard else 0

    def events(self, going: list[Group]) -> list[Shifted]:
        at, found = self.at, list[Shifted]()
        room = 0 if at.chart[self.target].is_sea else self.yard_room()
        for place, units in going:
            [(_, docked)] = within([(place, units)], room) or [(place, {})]
            room -= sum(docked.values())
            for into, part in ((YARD, docked), (OPEN, less(units, docked))):
                if part:
                    found.append(
                        Shifted(
                            at.who, self.origin, place, self.target, into, part, part, told(part), "retreats/retreat"
                        )
                    )
        return found + self.surplus(going)

    def surplus(self, going: list[Group]) -> list[Shifted]:
        """A transport takes along the cargo that no longer fits and sets it down at the yard."""
        at, there = self.at, self.at.at(self.origin)
        cargo = there.cargo.get(at.who, {})
        if not at.chart[self.origin].is_sea or not cargo:
            return []
        left = there.units.get(at.who, {})
        for _, units in going:
            left = less(left, units)
        over = drowning(cargo, capacity(left))
        if not over:
            return []
        into = ABOARD if at.chart[self.target].is_sea else OPEN
        came = on_arrival(at.world, over, self.target, "")
        return [Shifted(at.who, self.origin, ABOARD, self.target, into, over, came, told(over), "retreats/retreat")]


def within(groups: list[Group], room: int) -> list[Group]:
    """As many ships as a yard has room for."""
    found: list[Group] = []
    for place, units in groups:
        kept = chosen(units, room)
        room -= sum(kept.values())
        if kept:
            found.append((place, kept))
    return found


def drowning(cargo: Units, room: int) -> Units:
    """The cargo that no longer fits: LI, HI, ME, CV, WE, the lowest level first, one by one till the rest fits."""
    order = ("LI", "HI", "ME", "CV", "WE")
    over: Units = {}
    for unit in order:
        for key in singly({key: count for key, count in cargo.items() if kind(key).type == unit}):
            if load(less(cargo, over)) <= room:
                return over
            over[key] = over.get(key, 0) + 1
    return over


# redemption


def redeemed(turn: Turn[World]) -> Iterator[Event]:
    """Recipients of a redemption leave the fields of the payer's settlements, before anyone retreats [5.11.2]."""
    world = turn.world
    if not any(pact.kind == "REDEEM" for pact in world.pacts):
        return
    board = Board(copied(world))
    for code in world.chart.codes:
        there = world.fields[code]
        owner = there.settlement.owner if there.settlement else None
        for pact in world.pacts:
            if pact.kind == "REDEEM" and pact.b == owner and leaves(world, pact.until) and board.open(code).get(pact.a):
                yield from sent_home(world, board, pact.a, code)


def leaves(world: World, until: int | None) -> bool:
    """In the round after it was made; under a redemption for good, in every round."""
    return until is None or world.turn == until - tables().pacts["redeem_rounds"] + 1


def sent_home(world: World, board: Board, who: str, code: str) -> Iterator[Event]:
    goal = nearest_own(board, who, code)
    if goal is None:
        return
    there = world.fields[code]
    for place, rows in ((OPEN, there.units), (BUILDING, there.builders)):
        units = {key: count for key, count in rows.get(who, {}).items() if kind(key).type in LAND}
        if units:
            came = marked(units, STOPPED)
            yield Shifted(
                who,
                code,
                place,
                goal,
                OPEN,
                units,
                came,
                told(units),
                LEAVES,
            )
    machines = {key: count for key, count in there.units.get(who, {}).items() if kind(key).type == "SM"}
    if machines:
        yield perished(who, code, OPEN, machines, "siege machines are left behind")


def nearest_own(board: Board, who: str, code: str) -> str | None:
    """The nearest land field that a power controls: fewest borders of any kind, then code."""
    seen, edge = {code}, [code]
    while edge:
        edge = sorted({near for place in edge for near in board.chart.near[place] if near not in seen})
        seen.update(edge)
        own = [place for place in edge if board.chart[place].is_land and board.controls(who, place)]
        if own:
            return own[0]
    return None
