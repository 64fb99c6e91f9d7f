"""Setting up: each contingent in its zone, wherever the sheet says or in its usual place [13.1, 13.2]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rules.order import Line, Refusal, lasting
from pbm.rulesets.tours.forces import FORCES, LEADERS, MUS, SIDES, UNITS, UnitId, home_face, piece_called, zone_of
from pbm.rulesets.tours.orders.standing import Setup
from pbm.rulesets.tours.telling import Seen, answered, each_unread, lines_of
from pbm.rulesets.tours.world import Leader, Settings, World, new_unit

RULE = {"FRA": "13.1", "MUS": "13.2"}


class Placed(Seen, frozen=True):
    """A unit, a wagon or a leader is set up."""

    piece: UnitId
    hex: Place
    face: str = ""
    text: ClassVar = "{piece} {piece:is/are} set up in {hex}<, facing {face}>"

    def apply(self, world: World) -> None:
        if self.piece in UNITS:
            world.units[self.piece] = new_unit(self.piece, self.hex, self.face)
            world.place(self.piece, self.hex)
        elif self.piece in FORCES.wagons:
            world.wagons[self.piece] = self.hex
        else:
            world.leaders[self.piece] = Leader(self.hex)


class DrawnUp(Seen, frozen=True):
    text: ClassVar = "both armies are drawn up, the Frankish heavy infantry in Shield Wall"

    def apply(self, world: World) -> None:
        world.wall = True


def set_up(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    """A field without anybody, for the set-up sheets; or everything in its usual place, for turn 1."""
    world = World(turn=0, settings=settings)
    for side in SIDES:
        world.sides[side].control = "dropout" if side in dummies else "player"
    told: list[Event] = []
    if settings.setup == "fixed":
        for event in drawn_up(world, {side: [] for side in SIDES}):
            event.apply(world)
            told.append(event)
        world.turn = 1
    return world, told


def set_up_turn(turn: Turn) -> Iterator[Event]:
    """The set-up sheets: both at once and unseen."""
    yield from each_unread(turn)
    lines = {side: [line for line in lines_of(turn, side) if line.order] for side in SIDES}
    yield from drawn_up(turn.world, lines)


def drawn_up(world: World, lines: Mapping[str, list[Line]]) -> Iterator[Event]:
    for side in SIDES:
        for line in lines[side]:
            if not is_for_leader(line):
                yield from placed(world, side, line)
        yield from in_usual_places(world, side)
        for line in lines[side]:
            if is_for_leader(line):
                yield from placed(world, side, line)
        if LEADERS[side] not in world.leaders:
            leader = LEADERS[side]
            yield Placed(leader, world.units[FORCES.leaders[leader].with_].hex)
    yield DrawnUp()


def is_for_leader(line: Line) -> bool:
    return isinstance(line.order, Setup) and line.order.piece in FORCES.leaders


def placed(world: World, side: str, line: Line) -> Iterator[Event]:
    order = line.order
    if not isinstance(order, Setup):
        yield answered(side, line, lasting("16.1", "only SETUP counts on the set-up sheet"))
        return
    reason = refused(world, side, order)
    yield answered(side, line, reason)
    if not reason:
        yield Placed(order.piece, order.hex, order.face or "" if order.piece in UNITS else "")


def refused(world: World, side: str, order: Setup) -> Refusal | None:
    """Why a piece cannot be set up there."""
    rule, piece = RULE[side], piece_called(order.piece)
    if side_of(order.piece) != side:
        return lasting(rule, f"{piece} {piece:is/are} not yours")
    if order.piece in world.units or order.piece in world.wagons or order.piece in world.leaders:
        return Refusal(rule, f"{piece} {piece:has its place/have their place} already")
    if order.piece in FORCES.leaders:
        friend = world.standing.get(order.hex)
        own = friend is not None and UNITS[friend].side == side
        return None if own else Refusal(rule, f"no unit of yours stands in {order.hex}")
    if order.hex not in zone_of(order.piece):
        return lasting(rule, f"{order.hex} is outside the zone of {piece}")
    return Refusal(rule, f"{order.hex} is taken") if is_taken(world, order.hex) else None


def side_of(piece: str) -> str:
    if piece in UNITS:
        return UNITS[piece].side
    return FORCES.leaders[piece].side if piece in FORCES.leaders else MUS


def is_taken(world: World, hex: Hex) -> bool:
    return hex in world.standing or hex in world.wagons.values()


def in_usual_places(world: World, side: str) -> Iterator[Event]:
    """First all whose usual hex is free, then the others in the lowest free hex of their zone."""
    pieces = [(code, row.hex) for code, row in UNITS.items() if row.side == side]
    pieces += list(FORCES.wagons.items()) if side == MUS else []
    left = [(piece, usual) for piece, usual in pieces if piece not in world.units and piece not in world.wagons]
    for piece, usual in left:
        if not is_taken(world, usual):
            yield Placed(piece, usual, home_face(side) if piece in UNITS else "")
    for piece, _ in left:
        if piece not in world.units and piece not in world.wagons:
            free = min(hex for hex in zone_of(piece) if not is_taken(world, hex))
            yield Placed(piece, free, home_face(side) if piece in UNITS else "")
