"""Setting up: each contingent in its zone, wherever the sheet says or in its usual place [13.1, 13.2]."""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from pbm.rules.action import Action
from pbm.rules.code import Place
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rules.order import Refusal, lasting
from pbm.rules.plan import Done, Scene, failed, ok, refused
from pbm.rulesets.tours.forces import FORCES, LEADERS, MUS, SIDES, UNITS, UnitId, home_face, piece_called, zone_of
from pbm.rulesets.tours.order import STANDING, action, no_hex
from pbm.rulesets.tours.playing import LEADER, PIECES, PLAYING
from pbm.rulesets.tours.telling import Seen
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
        for event in drawn_up(world, lambda side, step: iter(())):
            event.apply(world)
            told.append(event)
        world.turn = 1
    return world, told


@action("13.1", form="SETUP {piece} {hex}< {face}>", meaning="set {piece} up in {hex}<, facing {face}>")
class Setup(Action, frozen=True):
    """Place a unit, a wagon or the leader before the battle; only on the set-up sheet."""

    piece: str
    hex: Hex
    face: str | None

    def played_in(self, world: World, who: str) -> str:
        if world.turn:
            return STANDING
        return LEADER if self.piece in FORCES.leaders else PIECES

    def plan(self, at: Scene[World]) -> Done:
        if at.world.turn:
            return failed("13.1", "SETUP is for the set-up sheet", "lasting")
        reason = self.misplaced(at.world, at.who)
        return (
            refused(reason)
            if reason
            else ok(Placed(self.piece, self.hex, self.face or "" if self.piece in UNITS else ""))
        )

    def unwise(self, world: World, who: str) -> Refusal | None:
        """It takes the usual place of another."""
        usual = [code for code, hex in pieces_of(who).items() if hex == self.hex and code != self.piece]
        if world.turn or self.piece in FORCES.leaders or not usual:
            return None
        other = piece_called(usual[0])
        return Refusal(RULE[who], f"this is the place of {other}; unless you place {usual[0]} it is put elsewhere")

    def misplaced(self, world: World, side: str) -> Refusal | None:
        """Why the piece cannot be set up there."""
        rule, piece = RULE[side], piece_called(self.piece)
        if side_of(self.piece) != side:
            return lasting(rule, f"{piece} {piece:is/are} not yours")
        if self.piece in world.units or self.piece in world.wagons or self.piece in world.leaders:
            return Refusal(rule, f"{piece} {piece:has its place/have their place} already")
        if self.piece in FORCES.leaders:
            friend = world.standing.get(self.hex)
            own = friend is not None and UNITS[friend].side == side
            return None if own else Refusal(rule, f"no unit of yours stands in {self.hex}")
        if self.hex not in zone_of(self.piece):
            return lasting(rule, f"{self.hex} is outside the zone of {piece}")
        return Refusal(rule, f"{self.hex} is taken") if is_taken(world, self.hex) else None

    def flaw(self) -> str:
        known = (*UNITS, *FORCES.leaders, *FORCES.wagons)
        return no_hex(self.hex) or ("" if self.piece in known else f"nothing is called {self.piece}")


def set_up_turn(turn: Turn[World]) -> Iterator[Event]:
    """The set-up sheets: both at once and unseen. Units and wagons first, then the leader, who stands with a unit."""
    yield from PLAYING.unplayed(turn)
    yield from drawn_up(turn.world, lambda side, step: PLAYING.played(turn, side, step))


def drawn_up(world: World, played: Callable[[str, str], Iterator[Event]]) -> Iterator[Event]:
    for side in SIDES:
        yield from played(side, PIECES)
        yield from in_usual_places(world, side)
        yield from played(side, LEADER)
        if LEADERS[side] not in world.leaders:
            leader = LEADERS[side]
            yield Placed(leader, world.units[FORCES.leaders[leader].with_].hex)
    yield DrawnUp()


def side_of(piece: str) -> str:
    if piece in UNITS:
        return UNITS[piece].side
    return FORCES.leaders[piece].side if piece in FORCES.leaders else MUS


def is_taken(world: World, hex: Hex) -> bool:
    return hex in world.standing or hex in world.wagons.values()


def pieces_of(side: str) -> dict[str, Hex]:
    """Units and wagons, with their usual places."""
    units = {code: row.hex for code, row in UNITS.items() if row.side == side}
    return {**units, **FORCES.wagons} if side == MUS else units


def in_usual_places(world: World, side: str) -> Iterator[Event]:
    """First all whose usual hex is free, then the others in the lowest free hex of their zone."""
    left = [(piece, usual) for piece, usual in pieces_of(side).items() if piece not in {**world.units, **world.wagons}]
    for piece, usual in left:
        if not is_taken(world, usual):
            yield Placed(piece, usual, home_face(side) if piece in UNITS else "")
    for piece, _ in left:
        if piece not in world.units and piece not in world.wagons:
            free = min(hex for hex in zone_of(piece) if not is_taken(world, hex))
            yield Placed(piece, free, home_face(side) if piece in UNITS else "")
