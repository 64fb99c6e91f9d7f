"""How the battle stands: losses, wagons, nightfall, and both armies on the roll."""

from collections.abc import Iterator

from pbm.reports.sections import Fact, Facts, Figure, Figures, Grid, Row, columns
from pbm.rules.event import counted
from pbm.rulesets.tours import victory
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, LEADERS, MUS, SHORT, SIDES, UNITS
from pbm.rulesets.tours.ground import MAP, beside
from pbm.rulesets.tours.reform import is_commanded
from pbm.rulesets.tours.report.words import Author, contingent, joined, leader_name
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.world import DRAW, World

ROSTER = columns("_<4# type<# hex<# facing|f.< state< led|l.<")
LED = "D disordered, E engaged, wall in Shield Wall; h1, h2: on height 1 or 2; led: in command range of the leader."


def day(author: Author, side: str = "right") -> Facts:
    return Facts("day", "How the day stands", tuple(facts(author)), side=side)  # type: ignore[arg-type]


def at_a_glance(author: Author) -> Figures:
    """What a commander looks for first."""
    world, own, foe = author.world, author.side, author.foe
    points = victory.points(world)
    units = world.of(own)
    disordered = sum(world.units[code].dis for code in units)
    return Figures(
        "figures",
        "",
        (
            Figure("units", "units", str(len(units))),
            Figure("disordered", "disordered", str(disordered)),
            Figure("losses", "loss points", str(points[own]), f"of {world.settings.breaks_at(own)}"),
            Figure("enemy_losses", "the enemy's", str(points[foe]), f"of {world.settings.breaks_at(foe)}"),
            Figure("enemy", "enemy units", str(len(world.of(foe)))),
            Figure("command", "command range", str(world.command(own))),
        ),
    )


def facts(author: Author) -> Iterator[Fact]:
    world = author.world
    points = victory.points(world)
    for code in SIDES:
        level = world.settings.breaks_at(code)
        yield Fact(f"loss_{code}", f"Losses of {SHORT[code]}", f"{points[code]}; they are beaten at {level} [14.3]")
    yield from (Fact(f"leader_{code}", leader_name(LEADERS[code]), leader(world, code)) for code in SIDES)
    yield Fact("wagons", "Wagons", wagons(world))
    if world.winner:
        return
    yield Fact("night", "Nightfall", night(world))
    if world.settings.nightfall:
        winner = victory.at_night(world, points)
        yield Fact("now", "If night fell now", f"{SHORT[winner]} would win [14.5]")


def leader(world: World, side: str) -> str:
    if world.is_leaderless(side):
        return f"dead: {TABLES.victory.leader_dead} loss points, command 0"
    found = world.leader_of(side)
    if found is None:
        return "not on the field"
    unit = world.standing.get(found.hex)
    with_ = f"with {unit}" if unit and UNITS[unit].side == side else "alone"
    return f"in {found.hex}, {with_}; command range {world.command(side)}"


def wagons(world: World) -> str:
    """Who has a Frank beside it, for how long, and when that counts."""
    words = []
    for code, place in sorted(world.wagons.items()):
        franks = [there for near in beside(place) if (there := world.enemy_at(near, MUS))]
        turns = counted(world.beset.get(code, 0), "turn", "turns")
        told = f"beset by {joined(franks)} at the end of {turns} in a row" if franks else "free"
        words.append(f"{code} in {place} {told}")
    least = counted(world.settings.beset_turns, "turn", "turns")
    return f"{'; '.join(words) or 'none'}. A wagon beset for {least} in a row counts as a loss point [14.2]"


def night(world: World) -> str:
    last = world.settings.nightfall
    if not last:
        return "none: the battle goes on until an army breaks"
    left = last - max(world.turn, 1)
    early = " ".join(
        f"after turn {last - before} on a die of 0 to {most}," for before, most in sorted(TABLES.night.items())[::-1]
    )
    turns = "the next turn is the last" if left <= 0 else f"at most {left + 1} turns are left"
    return f"{turns}; night falls {early} and always after turn {last} [14.5]"


# the rolls


def rosters(author: Author) -> Iterator[Grid]:
    for code, key, title in ((author.side, "roster", "Your army"), (author.foe, "enemy", "The enemy's army")):
        rows = [row for con in CONTINGENTS[code] for row in roster(author.world, code, con)]
        lost = joined(author.world.dead[code])
        caption = f"{LED}{f' Lost so far: {lost}.' if lost else ''}"
        yield Grid(key, title, ROSTER, tuple(rows), caption=caption, flow=3, empty="Nobody is on the field.")


def roster(world: World, side: str, con: str) -> Iterator[Row]:
    units = world.of(side, con)
    for code in units:
        unit = world.units[code]
        led = "led" if is_commanded(world, code) else ""
        cells = (code, UNITS[code].type, where(unit.hex), unit.face, states(world, code), led)
        yield Row(cells, group=f"{contingent(con)}, {len(units)} left", mark="loss" if unit.dis else "")


def where(place: str) -> str:
    """A hex, with its ground where it is not plain."""
    terrain, height = MAP.terrain_of[place], MAP.height_of[place]
    notes = [terrain] if terrain != MAP.usual else []
    return " ".join([place, *notes, *([f"h{height}"] if height else [])])


def states(world: World, code: str) -> str:
    unit = world.units[code]
    words = (("D", unit.dis), ("E", unit.eng), ("wall", world.in_wall(code)), (world.leader_with(code) or "", True))
    return " ".join(word for word, on in words if on and word)


def winner_text(world: World) -> str:
    if world.winner == DRAW:
        return f"A draw ({world.ending})."
    how = {"broken": "the enemy's army is broken", "night": "night has fallen", "resigned": "the enemy concede"}
    name = FORCES.sides[str(world.winner)].name
    return f"The {name} have won: {how.get(world.ending, world.ending)}."
