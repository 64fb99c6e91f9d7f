"""Victory: loss points, beset wagons, broken armies, nightfall and resigning [14]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Named, Power, Term
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.result import Result
from pbm.rulesets.tours.forces import FORCES, FRA, MUS, SIDES, WagonId, enemy_of
from pbm.rulesets.tours.now import Now
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import DRAW, World

BROKEN, NIGHT, RESIGNED = "broken", "night", "resigned"


class Beset(Seen, frozen=True):
    """How many checks running a wagon has had a Frank beside it; 0 as soon as it is free [14.2]."""

    wagon: WagonId
    checks: int
    text: ClassVar = "{wagon} has been beset at {checks:check/checks} running"

    def apply(self, world: World) -> None:
        world.beset.pop(self.wagon, None)
        if self.checks:
            world.beset[self.wagon] = self.checks


class Counted(Seen, frozen=True):
    """The loss points of the check."""

    fra: int
    mus: int
    text: ClassVar = "loss points: Franks {fra}, Muslims {mus}"


class NightTried(Seen, frozen=True):
    die: int
    most: int
    text: ClassVar = "the die for nightfall shows {die}; night falls on {most} or less"


class NightFell(Seen, frozen=True):
    verb: ClassVar = "night"
    text: ClassVar = "night falls"


class Won(Seen, frozen=True):
    """The battle is decided."""

    winner: Named
    ending: Term
    verb: ClassVar = "won"
    text: ClassVar = "the battle is decided for {winner}: {ending}"
    words: ClassVar = {BROKEN: "the enemy is broken", NIGHT: "night has fallen", RESIGNED: "the enemy has given up"}

    def apply(self, world: World) -> None:
        world.winner, world.ending = self.winner, self.ending


class Resigned(Seen, frozen=True):
    who: Power
    verb: ClassVar = "resigns"
    text: ClassVar = "{who} concede the battle"


class TurnEnded(Event, frozen=True):
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.turn += 1
        world.first = None
        world.now = Now()


def points(world: World) -> dict[str, int]:
    """Losses, and a point for each wagon beset for long enough [14.2, 14.3]."""
    taken = sum(checks >= world.settings.beset_turns for checks in world.beset.values())
    return {FRA: world.losses[FRA], MUS: world.losses[MUS] + TABLES.victory.wagon_beset * taken}


def check(turn: Turn[World]) -> Iterator[Event]:
    """The victory check after both player turns."""
    world = turn.world
    if world.winner:
        return
    yield from beset(world)
    found = points(world)
    yield Counted(found[FRA], found[MUS])
    if broken := [side for side in SIDES if found[side] >= world.settings.breaks_at(side)]:
        yield Won(best_of(world, found) if len(broken) == 2 else enemy_of(broken[0]), BROKEN)
    else:
        yield from night(turn, found)


def beset(world: World) -> Iterator[Event]:
    now = list(world.beset_wagons())
    for wagon in sorted(world.wagons):
        checks = world.beset.get(wagon, 0)
        if wagon in now or checks:
            yield Beset(wagon, checks + 1 if wagon in now else 0)


def best_of(world: World, found: dict[str, int]) -> str:
    """Both armies are broken: the larger excess loses [14.4]."""
    excess = {side: found[side] - world.settings.breaks_at(side) for side in SIDES}
    if excess[FRA] == excess[MUS]:
        return DRAW
    return MUS if excess[FRA] > excess[MUS] else FRA


def night(turn: Turn[World], found: dict[str, int]) -> Iterator[Event]:
    """Night falls at the latest on the last turn that can be fought, perhaps one or two before [14.5]."""
    world = turn.world
    left = world.settings.nightfall - world.turn
    if not world.settings.nightfall or left > max(TABLES.night):
        return
    if left > 0:
        die = turn.dice.roll("night", 10) % 10
        yield NightTried(die, TABLES.night[left])
        if die > TABLES.night[left]:
            return
    yield NightFell()
    yield Won(at_night(world, found), NIGHT)


def at_night(world: World, found: dict[str, int]) -> str:
    """Who wins if night falls: the Franks, unless they have bled clearly more."""
    fra, mus = (world.settings.breaks_at(side) for side in SIDES)
    worse = 100 * (found[FRA] * mus - found[MUS] * fra)
    return MUS if worse >= world.settings.night_margin * fra * mus else FRA


def close(turn: Turn[World]) -> Iterator[Event]:
    """The next turn, unless somebody conceded this one."""
    if turn.world.ending != RESIGNED:
        yield TurnEnded()


def ended_early(world: World) -> Result:
    """Who has won if both armies leave the field now: as at nightfall [14.5]."""
    winner = at_night(world, points(world))
    return Result("early", f"{FORCES.sides[winner].name} won", (winner,))


def result(world: World) -> Result | None:
    if not world.winner:
        return None
    if world.winner == DRAW:
        return Result("draw", f"a draw ({world.ending})")
    return Result(world.ending, f"{FORCES.sides[world.winner].name} won ({world.ending})", (world.winner,))
