"""Before the first move: groups, doctrine, order of play, staying, resigning; then the initiative [16.1, 4.1]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Action
from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal, lasting
from pbm.rulesets.tours import doctrine
from pbm.rulesets.tours.bout import FACES_OF_DIE, FIRST
from pbm.rulesets.tours.forces import CONTINGENTS, FRA, MUS, SHORT, SIDES, ConId, enemy_of
from pbm.rulesets.tours.orders.standing import Aim, DoctrineOrder, Group, Init, Resign, Seq, Setup, Stance, Stay
from pbm.rulesets.tours.telling import Seen, answered, each_unread, lines_of
from pbm.rulesets.tours.victory import RESIGNED, Resigned, Won
from pbm.rulesets.tours.world import DRAW, World

AT_ONCE = Setup | Group | Init | Seq | Stance | DoctrineOrder | Aim | Stay
STAYING = "staying"
"""Where the turn keeps the units that leave their stance aside."""


class InitChosen(Event, frozen=True):
    who: Power
    place: str
    text: ClassVar = "{who} will play {place} if they win the initiative"

    def apply(self, world: World) -> None:
        world.sides[self.who].init = self.place  # type: ignore[assignment]


class SeqChosen(Event, frozen=True):
    who: Power
    cons: tuple[ConId, ...]
    text: ClassVar = "the contingents of {who} act in this order: {cons}"

    def apply(self, world: World) -> None:
        world.sides[self.who].seq = list(self.cons)


class Initiative(Seen, frozen=True):
    """Who plays first, and the throws that decided it."""

    first: Power
    throws: tuple[str, ...] = ()
    verb: ClassVar = "first"
    text: ClassVar = "{first} play first<; the dice and commands: {throws}>"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.first = self.first


def standing_orders(turn: Turn) -> Iterator[Event]:
    """Groups first, wherever they stand; then the rest in sheet order; then whoever resigns."""
    yield from each_unread(turn)
    rows = [(side, line) for side in SIDES for line in lines_of(turn, side)]
    for side, line in rows:
        if isinstance(line.order, Group):
            yield from taken(turn, side, line)
    for side, line in rows:
        if isinstance(line.order, AT_ONCE) and not isinstance(line.order, Group):
            yield from taken(turn, side, line)
    yield from resigning([(side, line) for side, line in rows if isinstance(line.order, Resign)])


def taken(turn: Turn, side: str, line: Line) -> Iterator[Event]:
    order = line.order
    assert isinstance(order, Action)
    reasons = [reason for reason in order.check(turn.world, side) if reason]
    if isinstance(order, Setup):
        reasons = [lasting("13.1", "SETUP is for the set-up sheet")]
    yield answered(side, line, *reasons)
    if not reasons:
        yield from effects(turn, side, order)


def effects(turn: Turn, side: str, order: Action) -> Iterator[Event]:
    match order:
        case Group():
            yield doctrine.grouped(side, order, found(order.chosen(turn.world, side)))
        case Init():
            yield InitChosen(side, order.place)
        case Seq():
            yield SeqChosen(side, tuple(dict.fromkeys((*order.contingents, *CONTINGENTS[side]))))
        case Stay():
            turn.kept.setdefault(STAYING, []).extend(found(order.chosen(turn.world, side)))
        case Stance() | DoctrineOrder() | Aim():
            yield from doctrine.ordered(turn.world, side, order, found(order.chosen(turn.world, side)))


def found(units: list[str] | Refusal) -> list[str]:
    return units if isinstance(units, list) else []


def resigning(rows: list[tuple[str, Line]]) -> Iterator[Event]:
    """The other side wins; if both concede, nobody does [14.6]."""
    yield from (answered(side, line) for side, line in rows)
    sides = list(dict.fromkeys(side for side, _ in rows))
    yield from (Resigned(side) for side in sides)
    if sides:
        yield Won(DRAW if len(sides) == 2 else enemy_of(sides[0]), RESIGNED)


def initiative(turn: Turn) -> Iterator[Event]:
    """Turn 1 is the Muslims'; later one die each and the command range, and the winner chooses."""
    world: World = turn.world
    if world.winner or world.first:
        return
    if world.turn == 1:
        yield Initiative(MUS)
        return
    throws: list[str] = []
    while True:
        dice = {side: turn.dice.roll(f"init.{side}", FACES_OF_DIE) % FACES_OF_DIE for side in SIDES}
        total = {side: die + world.command(side) for side, die in dice.items()}
        throws.append(", ".join(f"{SHORT[side]} {die} + {world.command(side)}" for side, die in dice.items()))
        if total[FRA] != total[MUS]:
            break
    winner = FRA if total[FRA] > total[MUS] else MUS
    yield Initiative(winner if world.sides[winner].init == FIRST else enemy_of(winner), tuple(throws))
