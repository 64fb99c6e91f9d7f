"""Battles at the table: what stands where, for the game master and for the powers that fight [5.30]."""

from collections.abc import Iterator, Mapping

from pbm.rules.engine import Turn
from pbm.rules.rulings import Question
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.land.leading import best
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.war.battle import ground_of, has_fort, last_stand, pieces, two
from pbm.rulesets.marnon.war.sides import Side, levies
from pbm.rulesets.marnon.world import World

B = "B"
Battle = tuple[str, str, Side, Side]
"""The name of its report, the area, attacker and defender."""
FOUGHT = """\
The game master fights this battle at a table and then says who won,
how many points each power lost, and whether the beaten are pursued.
You may agree with your enemy on other ground, on how the armies are drawn up,
and on how long the battle lasts or at which losses a side breaks [5.30]."""
STORMED = """\
The game master fights this storm at a table and then says who won
and how many points each power lost [5.30]."""


def question(turn: Turn[World], number: int, row: Battle) -> Question:
    name, area, att, dfd = row
    where, sheet = f"{turn.world.names()[area]} ({area})", battle_sheet(turn, area, att, dfd)
    example = f'{{winner = "{att.first}", losses = {{{no_losses(att, dfd)}}}, pursuit = true}}'
    told = told_to_both(turn.world, f"the battle at {where}\n{sheet}\n\n{FOUGHT}", att, dfd)
    return Question(name, f"battle {B}{number} at {where}\n{sheet}", example, told)


def storm_question(turn: Turn[World], name: str, castle: str, level: int, sides: tuple[Side, Side]) -> Question:
    text = f"the storm of {turn.world.names()[castle]} ({castle})\n{battle_sheet(turn, castle, *sides, level)}"
    example = f'{{winner = "{sides[0].first}", losses = {{{no_losses(*sides)}}}}}'
    return Question(name, text, example, told_to_both(turn.world, f"{text}\n\n{STORMED}", *sides))


def no_losses(att: Side, dfd: Side) -> str:
    return ", ".join(f"{who} = 0" for who in (*att.powers, *dfd.powers))


def told_to_both(world: World, text: str, att: Side, dfd: Side) -> Mapping[str, str]:
    """The number of the battle is not told: it would say how many others there are."""
    return {speaker(world, who): text for who in (*att.powers, *dfd.powers)}


def speaker(world: World, who: str) -> str:
    """The power whose player orders for it: its own, the invader's or a region's keeper."""
    power = world.powers.get(who)
    if who == INVADER and world.settings.invader_player != "none":
        return world.settings.invader_player
    region = world.np_regions.get(power.home or "") if power and power.status == "np" else None
    return (region.keeper if region else None) or who


def battle_sheet(turn: Turn[World], area: str, att: Side, dfd: Side, storm_level: int = 0) -> str:
    """What stands where, for the game master and both players."""
    world = turn.world
    rows = [f"attacker {line}" for line in side_lines(world, att)] + [
        f"defender {line}" for line in side_lines(world, dfd)
    ]
    if storm_level:
        return "\n".join([*rows, f"storm of the walls, siege level {storm_level}"])
    ground, number = ground_of(turn, area), pieces(world, att, dfd)
    terrain = [tables().terrain[two(turn, f"battle.terrain.{area}")] for _ in range(number)]
    rows.append(f"ground {ground.lower()}; {number} pieces: {', '.join(terrain) or 'none'}")
    a, d = edge_dice(turn, area)
    rows.append(f"edge: attacker {a}, defender {d}; the higher places first and chooses an edge")
    if has_fort(world, area, dfd):
        rows.append("a fort stands on the defender's side")
    if last_stand(world, area, dfd) != world.settings.break_point:
        rows.append(f"the defender breaks at {last_stand(world, area, dfd)}%")
    return "\n".join(rows)


def edge_dice(turn: Turn[World], area: str) -> tuple[int, int]:
    while True:
        a, d = turn.dice.roll(f"battle.side.{area}"), turn.dice.roll(f"battle.side.{area}")
        if a != d:
            return a, d


def side_lines(world: World, side: Side) -> Iterator[str]:
    for who, code in side.standing(world):
        force, leader = world.force(who, code), best(world, [(who, code)])
        led = f"general {leader.rating} {leader.skill}" if leader else "no general"
        more = [f"levies {' '.join(levies(world, (who, code)))}"] if levies(world, (who, code)) else []
        more += [f"mercenaries {' '.join(force.mercs)}"] if force.mercs else []
        yield f"{who}.{code}: {force.points} points, {', '.join([led, *more])}"
