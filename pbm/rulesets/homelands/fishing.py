"""Fishing [5.14.1]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.luck import Thrown, thrown
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.world import World


class Fished(OfPower, frozen=True):
    """The catch of a sea, and the yards it goes to; the rest is lost."""

    where: Place
    caught: int
    yards: dict[str, int]
    dice: tuple[int, ...] = ()
    pp: int = 0
    text: ClassVar = "{who} {who:fishes/fish} in {where}: {caught} fish<; dice {dice}>"

    def apply(self, world: World) -> None:
        for code, fish in self.yards.items():
            yard = world.fields[code].yard
            assert yard
            yard.fish += fish
        if self.pp:
            world.powers[self.who].pp -= self.pp
            world.round.luck[self.who]["FISH"] -= 1


def fishing(turn: Turn[World]) -> Iterator[Event]:
    """Each sea that is controlled and connected to a yard of its power, in code order."""
    world = turn.world
    if world.on("fishing") == "none":
        return
    board = Board(world)
    for code in world.chart.seas:
        who = board.controller(code)
        part = board.part(who, code) if who else None
        if who and part and (yards := board.yards(who, part)):
            yield cast(turn, who, code, yards)


def cast(turn: Turn[World], who: str, code: str, yards: list[str]) -> Fished:
    world = turn.world
    rows, dice = tables().fishing, Thrown(())
    caught = rows.calm if world.chart[code].water == "calm" else rows.stormy
    if world.on("fishing") == "sure":
        caught = 1
    elif not world.faction(who).sure_fishing:
        dice = thrown(turn, who, "FISH", f"fish.{code}.{who}", lambda die: die not in rows.success)
        caught = caught if dice.dice[-1] in rows.success else 0
    left, into = caught, dict[str, int]()
    for place in yards:
        yard = world.fields[place].yard
        amount = min(left, yard.room("fish") - yard.fish) if yard else 0
        if amount > 0:
            into[place] = amount
            left -= amount
    return Fished(who, code, caught, into, dice.dice, dice.pp)
