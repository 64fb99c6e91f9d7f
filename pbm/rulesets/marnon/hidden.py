"""Other ways to move: chits, and hidden forces that move by D100 and fall into ambushes [5.81]."""

from collections.abc import Generator, Iterator

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line
from pbm.rulesets.marnon.changes.forces import FellBack, Lost, Shown
from pbm.rulesets.marnon.map import by_number, is_area
from pbm.rulesets.marnon.orders.moving import Declare, Hide, March, Pass, React
from pbm.rulesets.marnon.relations import enemies_in, has_enemy
from pbm.rulesets.marnon.retreat import driven_off
from pbm.rulesets.marnon.screens import screen_moves, screens_met
from pbm.rulesets.marnon.sheet import answer, done, lines_of
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

TRAP = 6
HUNDRED = 100


def is_on(world: World) -> bool:
    return world.settings.movement == "hidden"


# ambushes


def ambushed(turn: Turn, who: str, code: str) -> Generator[Event, None, bool]:
    """A force has entered: ambushes between declared and hidden forces. Whether its march is over."""
    world: World = turn.world
    if not is_on(world):
        return False
    area = world.force(who, code).at or ""
    for other, unit, _ in enemies_in(world, who, area):
        if code not in world.powers[who].forces or unit not in world.powers[other].forces:
            continue
        mine, theirs = world.force(who, code), world.force(other, unit)
        if mine.hidden == theirs.hidden:
            continue
        victim = (who, code) if mine.hidden else (other, unit)
        die = yield from surprised(turn, *victim)
        if victim[1] not in world.powers[victim[0]].forces:
            continue
        if die == TRAP:
            yield from thrown_back(turn, area, victim, moved=victim == (who, code))
    force = world.powers[who].forces.get(code)
    if force is None or force.at != area:
        return True
    yield from screens_met(turn, who, code)
    return False


def surprised(turn: Turn, who: str, code: str) -> Generator[Event, None, int]:
    """The hidden force loses points by the table and is declared [6.10]."""
    row = tables()["ambush"]
    die = turn.dice.roll("ambush")
    dice = tuple(turn.dice.roll("ambush.loss") for _ in range(row[str(die)]["dice"]))
    loss = min(sum(dice) * row["times"] + row[str(die)]["plus"], turn.world.force(who, code).points)
    yield Thrown(who, "ambush", (die, *dice), code)
    yield Shown(who, code, False)
    yield Lost(who, code, loss, "ambush")
    return die


def thrown_back(turn: Turn, area: str, unit: tuple[str, str], moved: bool) -> Iterator[Event]:
    """The mover goes back where it came from, the other by the rules of retreat, not into its castle."""
    world: World = turn.world
    force = world.force(*unit)
    if moved and is_area(force.origin) and not has_enemy(world, unit[0], str(force.origin)):
        yield FellBack(*unit, str(force.origin), "fell back to")
    else:
        yield from driven_off(turn, area, unit)


# chits


def passes(turn: Turn) -> Iterator[Event]:
    for who in turn.world.ranked(turn.world.powers):
        for line in lines_of(turn, who, Pass):
            yield done(turn, who, line)


def by_chits(turn: Turn) -> Iterator[Event]:
    """Forces with MARCH lines are drawn one by one, and each does all its lines."""
    world: World = turn.world
    yield from passes(turn)
    left = sorted(
        {(who, march_of(line)) for who in world.senders() for line in lines_of(turn, who, March)}, key=unit_key
    )
    while left:
        unit = left.pop(turn.dice.roll("chit.draw", len(left)) - 1)
        yield from own_lines(turn, *unit)


def unit_key(unit: tuple[str, str]) -> tuple[str, tuple[str, int, str]]:
    return unit[0], by_number(unit[1])


def march_of(line: Line) -> str:
    order = bare(line.order)
    assert isinstance(order, March)
    return order.force


def own_lines(turn: Turn, who: str, code: str) -> Iterator[Event]:
    from pbm.rulesets.marnon.goes import tried

    for line in lines_of(turn, who, March):
        if march_of(line) == code:
            yield from tried(turn, who, line)


def reserve_order(turn: Turn, powers: list[str]) -> list[str]:
    """With chits those with a reserve and REACT lines are drawn after all others."""
    world: World = turn.world
    if world.settings.movement != "chits":
        return powers
    ready = [who for who in sorted(powers) if lines_of(turn, who, React) and has_reserve(world, who)]
    drawn = []
    while ready:
        drawn.append(ready.pop(turn.dice.roll("chit.draw", len(ready)) - 1))
    return [who for who in powers if who not in drawn] + drawn


def has_reserve(world: World, who: str) -> bool:
    return any(force.reserve for force in world.powers[who].forces.values())


# D100


def by_numbers(turn: Turn) -> Iterator[Event]:
    """Every force and screen rolls D100; the highest moves first."""
    world: World = turn.world
    yield from passes(turn)
    units = [
        (who, code)
        for who in world.order
        if who in world.powers
        for code in (*world.numbered(who, "forces"), *world.numbered(who, "screens"))
    ]
    rolls = {(who, code): turn.dice.roll(f"hidden.d100.{who}.{code}", HUNDRED) for who, code in units}
    for who, code in sorted(units, key=lambda unit: (-rolls[unit], world.rank(unit[0]), by_number(unit[1]))):
        yield from shown_or_hidden(turn, who, code)
        if code in world.powers[who].screens:
            yield from screen_moves(turn, who, code)
        else:
            yield from own_lines(turn, who, code)


def shown_or_hidden(turn: Turn, who: str, code: str) -> Iterator[Event]:
    """HIDE and DECLARE at the number of the unit, before it moves."""
    world: World = turn.world
    for line in lines_of(turn, who, Declare, Hide):
        order = line.order
        if not isinstance(order, (Declare, Hide)) or order.unit != code:
            continue
        if reason := order.wrong(world, who):
            yield answer(turn, who, line, "failed", reason)
        else:
            yield done(turn, who, line)
            yield Shown(who, code, isinstance(order, Hide))
