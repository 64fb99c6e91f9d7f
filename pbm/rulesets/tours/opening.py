"""Before the first move: groups, doctrine, order of play, staying, resigning; then the initiative [16.1, 4.1]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.action import Action
from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.plan import Done, Scene, failed, ok
from pbm.rules.playing import every_line, of_kind
from pbm.rulesets.tours.bout import FACES_OF_DIE, FIRST
from pbm.rulesets.tours.doctrine import GROUPS
from pbm.rulesets.tours.forces import CONTINGENTS, FRA, MUS, SHORT, SIDES, ConId, con_called, enemy_of
from pbm.rulesets.tours.order import STANDING, EarlyOrder, action, no_contingent
from pbm.rulesets.tours.playing import PLAYING
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.victory import RESIGNED, Resigned, Won
from pbm.rulesets.tours.world import DRAW, World

RESIGNING = "resigning"


class InitChosen(OfPower, frozen=True):
    place: str
    text: ClassVar = "{who} will play {place} if they win the initiative"

    def apply(self, world: World) -> None:
        world.sides[self.who].init = self.place  # type: ignore[assignment]


class SeqChosen(OfPower, frozen=True):
    cons: tuple[ConId, ...]
    text: ClassVar = "the contingents of {who} act in this order: {cons}"

    def apply(self, world: World) -> None:
        world.sides[self.who].seq = list(self.cons)


class Initiative(Seen, frozen=True):
    """Who plays first, and the throws that decided it."""

    first: Power
    throws: tuple[str, ...] = ()
    winner: Power | None = None
    """Who won it and chose; nobody on the first turn."""
    verb: ClassVar = "first"
    text: ClassVar = "{first} play first<; the dice and commands: {throws}>"

    def apply(self, world: World) -> None:
        world.first = self.first


# the orders


@action("4.1", form="INIT {place}", meaning="play {place} when you win the initiative", values="FIRST or LAST")
class Init(Action, frozen=True):
    """What you choose when you win the initiative: FIRST or LAST."""

    place: str
    step: ClassVar[str] = STANDING

    def plan(self, at: Scene[World]) -> Done:
        return ok(InitChosen(at.who, self.place))

    def said(self, number: int) -> Mapping[str, object]:
        return {"place": self.place.lower()}


@action("5.2.2", form="SEQ {contingents}", meaning="roll for contingents in this order: {contingents}")
class Seq(Action, frozen=True):
    """The order in which your contingents act; those unnamed follow in their usual order."""

    contingents: tuple[str, ...]
    step: ClassVar[str] = STANDING

    def flaw(self) -> str:
        twice = len({*self.contingents}) < len(self.contingents)
        return no_contingent(*self.contingents) or ("a contingent is named twice" if twice else "")

    def plan(self, at: Scene[World]) -> Done:
        own = CONTINGENTS[at.who]
        if strange := [con for con in self.contingents if con not in own]:
            return failed("5.1", f"{con_called(strange[0])} are no contingent of yours", "lasting")
        return ok(SeqChosen(at.who, tuple(dict.fromkeys((*self.contingents, *own)))))


@action("16.4", form="STAY {units}< AB-{but}>", meaning="set the stance of {units}< without {but}> aside this turn")
class Stay(EarlyOrder, frozen=True):
    """These units do nothing of their own accord this turn, but attack as SHOCK says."""


@action("14.6", form="RESIGN", meaning="concede the battle")
class Resign(Action, frozen=True):
    """Concede: the other side wins."""

    step: ClassVar[str] = RESIGNING


def standing_orders(turn: Turn[World]) -> Iterator[Event]:
    """Groups first, wherever they stand; then the rest in sheet order; then whoever resigns."""
    yield from PLAYING.unplayed(turn)
    yield from PLAYING.in_turn(GROUPS)(turn)
    yield from PLAYING.in_turn(STANDING)(turn)
    sides = [side for side in SIDES if PLAYING.lines_of(turn, side, RESIGNING)]
    yield from PLAYING.in_turn(RESIGNING)(turn)
    yield from resigned(sides)


def resigned(sides: list[str]) -> Iterator[Event]:
    """The other side wins; if both concede, nobody does [14.6]."""
    yield from (Resigned(side) for side in sides)
    if sides:
        yield Won(DRAW if len(sides) == 2 else enemy_of(sides[0]), RESIGNED)


def staying(turn: Turn[World]) -> Iterator[str]:
    """The units that leave their stance aside this turn."""
    for side in SIDES:
        for _, order in of_kind(every_line(turn, side), Stay):
            found = order.chosen(turn.world, side)
            yield from found if isinstance(found, list) else ()


def initiative(turn: Turn[World]) -> Iterator[Event]:
    """Turn 1 is the Muslims'; later one die each and the command range, and the winner chooses."""
    world = turn.world
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
    yield Initiative(winner if world.sides[winner].init == FIRST else enemy_of(winner), tuple(throws), winner)
