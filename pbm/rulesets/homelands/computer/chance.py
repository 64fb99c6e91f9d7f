"""Random lines: a sheet that makes some sense and no plan, to measure other players by."""

from collections.abc import Iterator

from pbm.rules.dice import Dice
from pbm.rules.order import ALL, Number, Order
from pbm.rulesets.homelands.attacks import Attack
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.building import Build
from pbm.rulesets.homelands.fields import Sow
from pbm.rulesets.homelands.income import Recruit
from pbm.rulesets.homelands.looting import Loot
from pbm.rulesets.homelands.moves import Move
from pbm.rulesets.homelands.sieges import Siege
from pbm.rulesets.homelands.tables import SPRING
from pbm.rulesets.homelands.trade import Buy
from pbm.rulesets.homelands.world import World

LINES = 10


def lines(world: World, who: str, dice: Dice, sows: bool) -> Iterator[Order]:
    board = Board(world)
    own = sorted({code for code, _, _ in world.stands(who)} | set(world.settlements(who)))
    stream = f"chance.{who}"
    if sows and world.season == SPRING:
        yield Sow("ALL", None)
    for _ in range(LINES if own else 0):
        code = dice.pick(stream, own)
        yield dice.pick(stream, choices(board, code, dice.pick(stream, board.chart.near[code] or (code,))))


def choices(board: Board, code: str, near: str) -> list[Order]:
    return [
        Move(code, near, "LI", Number(1)),
        Move(code, near, None, ALL),
        Attack(code, "ANY", None),
        Siege(code, None, None),
        Loot(code),
        Buy("LI", code, Number(1), None),
        Build(code, "VIL", 2),
        Recruit((code,), None),
    ]
