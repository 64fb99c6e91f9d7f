"""Pursuit, and the losses that last [5.36, 5.37, 5.39]."""

from collections.abc import Generator, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.forces import Honoured, Lost
from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.now import Unit
from pbm.rulesets.marnon.tables import by_dice, effect, half_up, percent, tables
from pbm.rulesets.marnon.telling import Unpursued
from pbm.rulesets.marnon.war.battle import CasualtiesCounted, Pursued, Verdict, two
from pbm.rulesets.marnon.war.sides import Side
from pbm.rulesets.marnon.world import World

HELD_BACK = "the enemy held back"


def chasing_units(world: World, side: Side, points: int) -> int:
    """Half the points left, in units of the first power's culture [5.36]."""
    each = tables().pursuit.points_per_unit[world.powers[side.first].culture]
    return max(points, 0) // (2 * each)


def unpursued(area: str, winner: Side, loser: Side, why: str, to_loser: str = "") -> Iterator[Event]:
    """Both sides are told why there is no pursuit; what the winner ordered the loser does not learn."""
    yield from (Unpursued(who, area, why) for who in winner.powers)
    yield from (Unpursued(who, area, to_loser or why) for who in loser.powers)


def wants_pursuit(world: World, winner: Side, mine: int, theirs: int) -> bool:
    word = world.force(*winner.largest(world)).pursue
    return theirs <= mine if word == "ODDS" else bool(word == "YES")


def pursuit(
    turn: Turn[World], area: str, winner: Side, loser: Side, left: tuple[int, int]
) -> Generator[Event, None, tuple[int, int]]:
    """What pursuit costs the winner and the loser; `left` are the points of both."""
    world, row = turn.world, tables().pursuit
    mine, theirs = chasing_units(world, winner, left[0]), chasing_units(world, loser, left[1])
    if not (mine or theirs):
        yield from unpursued(area, winner, loser, "neither side has cavalry")
        return 0, 0
    if not wants_pursuit(world, winner, mine, theirs):
        no = world.force(*winner.largest(world)).pursue == "NO"
        why = "the order was PURSUE NO" if no else "they had more cavalry"
        yield from unpursued(area, winner, loser, why, HELD_BACK)
        return 0, 0
    more = [row.two_to_one * (a >= 2 * b) for a, b in ((mine, theirs), (theirs, mine))]
    good = sum(turn.dice.roll(f"pursuit.win.{area}") + more[0] >= row.hits_on for _ in range(mine))
    bad = sum(turn.dice.roll(f"pursuit.lose.{area}") + more[1] >= row.hits_on for _ in range(theirs))
    yield Pursued(area, tuple(winner.powers), tuple(loser.powers), good, bad)
    return row.points_per_hit * max(bad - good, 0), row.points_per_hit * max(good - bad, 0)


def shared(world: World, units: list[Unit], loss: int) -> list[tuple[Unit, int]]:
    """By points, each rounded down; the largest takes the odd points [5.37]."""
    points = {unit: world.force(*unit).points for unit in units}
    whole = sum(points.values())
    if not whole or loss <= 0:
        return []
    loss = min(loss, whole)
    parts = {unit: loss * points[unit] // whole for unit in units}
    ranked = sorted(units, key=lambda unit: (-points[unit], world.rank(unit[0]), by_number(unit[1])))
    for unit in ranked:
        more = min(loss - sum(parts.values()), points[unit] - parts[unit])
        parts[unit] += more
    return [(unit, part) for unit, part in parts.items() if part]


def taken(world: World, units: list[Unit], loss: int, why: str) -> Iterator[Event]:
    for unit, part in shared(world, units, loss):
        yield Lost(*unit, part, why)


def medics(world: World, side: Side, loss: int) -> int:
    """Card 21: a power's surgeons save a fifth of its battle losses."""
    saved = int(effect(21, "casualty_return")["pct"])
    helped = sum(world.force(*unit).points for unit in side.standing(world) if world.card_of(unit[0], 21))
    whole = side.points(world)
    return loss - half_up(loss * saved * helped, 100 * whole) if helped and whole else loss


def bad_war(world: World, *sides: Side) -> int:
    """Card 25: the share of all losses that is permanent outright."""
    grim = any(world.card_of(who, 25) for side in sides for who in side.powers)
    return int(effect(25, "bad_war")["pct"]) if grim else 0


def permanent(loss: int, share: int, outright: int) -> int:
    first = percent(loss, outright)
    return first + percent(loss - first, share)


def counted_losses(
    turn: Turn[World],
    area: str,
    verdict: Verdict,
    chase: tuple[int, int],
    surrendered: int,
    honours: bool = True,
) -> Iterator[Event]:
    """The permanent losses of both sides [5.37]; points that surrendered count, and take no more."""
    world = turn.world
    winner, loser = verdict.winner, verdict.loser
    before = {unit: world.force(*unit).points for side in (winner, loser) for unit in side.standing(world)}
    if world.settings.losses == "battle":
        shares, dice = (100, 100), 0
    else:
        dice = two(turn, f"battle.losses.{area}")
        row, thrown = tables().permanent_losses, dice + verdict.light
        shares = (by_dice(row.winner_pct, thrown), by_dice(row.loser_pct, thrown))
    outright = bad_war(world, winner, loser)
    found = [
        list(side_losses(world, verdict, side, key, more, share, outright))
        for side, key, more, share in ((winner, "winner", chase[0], shares[0]), (loser, "loser", chase[1], shares[1]))
    ]
    if not loser.standing(world):
        found[1] = []
    won, lost = (sum(loss for _, loss in rows) for rows in found)
    sides = tuple(winner.powers), tuple(loser.powers)
    yield CasualtiesCounted(area, *sides, dice, won, lost + surrendered, surrendered)
    for units, loss in (row for rows in found for row in rows):
        yield from taken(world, units, loss, "battle")
    if honours:
        yield from decorated(world, winner, before)


def side_losses(
    world: World, verdict: Verdict, side: Side, key: str, chase: int, share: int, outright: int
) -> Iterator[tuple[list[Unit], int]]:
    """For a side as a whole; for each power by itself if the battle was fought at the table."""
    if verdict.by_power is None:
        loss = medics(world, side, verdict.losses[key]) + chase
        yield side.standing(world), permanent(loss, share, outright)
        return
    whole = max(side.points(world), 1)
    for who in side.powers:
        units = side.of(world, who)
        part = half_up(chase * sum(world.force(*unit).points for unit in units), whole)
        loss = medics(world, Side([who], units), verdict.by_power.get(who, 0)) + part
        yield units, permanent(loss, share, outright)


def decorated(world: World, winner: Side, before: dict[Unit, int]) -> Iterator[Event]:
    """Unit honours [5.39]."""
    if not world.settings.unit_honours:
        return
    for unit, points in before.items():
        if unit[1] in world.powers[unit[0]].forces:
            force = world.force(*unit)
            if force.honours and 3 * (points - force.points) >= 2 * points:
                yield Honoured(*unit, force.honours // 2)
    if winner.standing(world):
        unit = winner.largest(world)
        yield Honoured(*unit, world.force(*unit).honours + 1)
