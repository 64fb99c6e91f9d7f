"""Orders drawn at random, as a measure for self-play."""

from pbm.rules.dice import Dice
from pbm.rulesets.tours.computer.warden import Advice
from pbm.rulesets.tours.doctrine import Shock, Stance
from pbm.rulesets.tours.field import Mark
from pbm.rulesets.tours.forces import CONTINGENTS, HI
from pbm.rulesets.tours.world import World

STREAM, WHY = "computer.{}", "drawn at random"
MARKERS = (("MOVE",), ("MOVE",), ("REFORM",), ("NONE",))
IN_WALL = (("UNWALL", "MOVE"), ("UNWALL", "MOVE"), ("REFORM",), ("NONE",))
STANCES: tuple[tuple[str | int, ...], ...] = (
    ("HOLD",), ("ADVANCE",), ("ADVANCE", 2), ("STRIKE",), ("HARRY",), ("WITHDRAW", 3),
)  # fmt: skip
ODDS = (-2, -1, 0, 1, 2)


def random(world: World, side: str, dice: Dice) -> Advice:
    """A marker, a stance and a threshold for every contingent."""
    stream = STREAM.format(side)
    for con in CONTINGENTS[side]:
        markers = IN_WALL if con == HI and world.wall else MARKERS
        if world.of(side, con):
            yield Mark(con, dice.pick(stream, markers)), WHY
            yield Stance(con, None, dice.pick(stream, STANCES)), WHY
            yield Shock(con, None, dice.pick(stream, ODDS)), WHY
