"""Where the forces of a computer player go [11.1, 11.2]."""

from collections.abc import Iterator

from pbm.rules.condition import If
from pbm.rules.order import Number, Order
from pbm.rulesets.marnon.computer.mind import Goal, Mind
from pbm.rulesets.marnon.conditions import HasEnemy
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.land.march import March, React
from pbm.rulesets.marnon.map import areas, distances, is_castle, territories, value_of
from pbm.rulesets.marnon.relations import at_war, owner_of
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.world import World

MOST_REACTS = 8


def crusade(mind: Mind) -> None:
    """A crusading force goes the way that ends nearest its goal."""
    found = mind.world.ongoing.crusade
    if found is None or found.power != mind.who or found.force not in mind.free or found.goal is None:
        return
    code, goal = str(found.force), found.goal
    ways = mind.ways(code)
    best = min(ways, key=lambda area: (distances(area)[goal], len(ways[area]), area), default=None)
    if best and distances(best)[goal] < distances(str(mind.forces[code].at))[goal]:
        mind.goals[code] = Goal(code, ways[best], "the crusade: nearer to its goal")


def recover(mind: Mind) -> None:
    """Own areas with an enemy, and home areas that are lost: castles, then value, then code."""
    world, who = mind.world, mind.who
    for area in sorted(threatened(mind), key=lambda code: (not is_castle(code), -value_of(code), code)):
        lost = world.owner(area) != who
        enemy, strength = mind.enemy(area), world.points_in(who, area)
        chosen: list[tuple[str, list[str]]] = []
        for code in mind.ready():
            if (chosen or not lost) and 4 * strength >= 5 * enemy:
                break
            spare = mind.spare(code)
            way = mind.ways(code).get(area)
            if spare and way:
                chosen.append((code, way))
                strength += spare
        if chosen and 4 * strength >= 5 * enemy:
            for code, way in chosen:
                mind.sends(code, way, f"to win {area} back" if lost else f"{enemy} points of an enemy stand there")


def threatened(mind: Mind) -> list[str]:
    world, who = mind.world, mind.who
    power = world.powers[who]
    home = [*territories(power.home or ""), *([power.castle] if power.castle else [])]
    lost = [code for code in home if world.owner(code) != who and is_prey(world, who, code)]
    held = [code for code in world.owned(who) if mind.has_enemy_force(code)]
    return list(dict.fromkeys([*held, *lost]))


def best_area(ways: dict[str, list[str]], good: list[str]) -> str | None:
    """The most valuable, then nearer, then by code."""
    return min(good, key=lambda area: (-value_of(area), len(ways[area]), area), default=None)


def free(mind: Mind) -> Iterator[str]:
    """The forces that can be sent out; each is asked for after the one before has gone."""
    return (code for code in mind.idle() if not mind.forces[code].reserve and mind.spare(code))


def is_new(mind: Mind, code: str, area: str) -> bool:
    """Whether a force can be fed in an area that is not its own, and that no other is sent to."""
    return area not in mind.taken() and mind.world.owner(area) != mind.who and mind.is_fed(code, area)


def settle(mind: Mind) -> None:
    """The steward takes what is nobody's, or belongs to a power that holds part of his home."""
    world, who = mind.world, mind.who
    home = [*territories(world.powers[who].home or ""), str(world.powers[who].castle)]
    robbers = {owner for code in home if (owner := world.owner(code)) and owner != who and at_war(world, who, owner)}
    for code in free(mind):
        ways = mind.ways(code)
        lone = [area for area in ways if owner_of(world, area) is None or world.owner(area) in robbers]
        good = [area for area in lone if mind.enemy(area) == 0 and is_new(mind, code, area)]
        if best := best_area(ways, good):
            mind.sends(code, ways[best], f"worth {value_of(best)}, and nobody stands there")


def conquer(mind: Mind) -> None:
    """The marshal takes any area of an enemy, or nobody's, where he has three to two."""
    for code in free(mind):
        spare, ways = mind.spare(code), mind.ways(code)
        prey = [area for area in ways if is_prey(mind.world, mind.who, area)]
        good = [area for area in prey if 2 * spare >= 3 * mind.enemy(area) and is_new(mind, code, area)]
        if best := best_area(ways, good):
            why = f"worth {value_of(best)}: {spare} points against {mind.enemy(best)}, as far as we know"
            mind.sends(code, ways[best], why)


def is_prey(world: World, who: str, area: str) -> bool:
    owner = owner_of(world, area)
    return owner is None or at_war(world, who, owner)


def gather(mind: Mind) -> None:
    """Free forces outside own areas go to the nearest own area they have a way to."""
    world, who = mind.world, mind.who
    for code in mind.idle():
        if mind.forces[code].reserve or world.owner(mind.forces[code].at) == who:
            continue
        ways = mind.ways(code)
        own = [area for area in ways if world.owner(area) == who]
        best = min(own, key=lambda area: (len(ways[area]), area), default=None)
        if best:
            mind.goals[code] = Goal(code, ways[best], "back to land of our own")


def mass(mind: Mind) -> None:
    """The marshal's forces left over go to the own area nearest to a foreign one."""
    world, who = mind.world, mind.who
    foreign = [area for area in areas() if world.owner(area) != who]

    def near(area: str) -> int:
        return min((distances(area)[other] for other in foreign), default=99)

    for code in mind.idle():
        here = str(mind.forces[code].at)
        if mind.forces[code].reserve or not mind.spare(code):
            continue
        ways = mind.ways(code)
        own = [area for area in ways if world.owner(area) == who]
        best = min(own, key=lambda area: (near(area), len(ways[area]), area), default=None)
        if best and near(best) < near(here):
            mind.sends(code, ways[best], "nothing to take from here: nearer to the border")


def marching(mind: Mind, goal: Goal) -> Order:
    """A line; whoever goes whole from a place that is not a castle takes leaderless forces along."""
    force = mind.forces[goal.force]
    legs: list[str] = []
    if goal.part is None and not is_castle(str(force.at)):
        for code, other in mind.world.own_in(mind.who, str(force.at)).items():
            if code != goal.force and not is_led(mind.world, mind.who, code) and not other.joins:
                legs += ["PICK", code]
    kind = React if force.reserve else March
    return kind(goal.force, goal.part, (*legs, *goal.path))


def reacts(mind: Mind) -> Iterator[tuple[Order, str]]:
    """The reserve answers enemies in own areas within its way."""
    for code in mind.idle():
        if not mind.forces[code].reserve or not mind.spare(code):
            continue
        ways = mind.ways(code)
        own = [area for area in ways if mind.world.owner(area) == mind.who]
        own.sort(key=lambda area: (-value_of(area), len(ways[area]), area))
        part = None if mind.spare(code) == mind.forces[code].points else Number(LEAST_FORCE, True)
        for area in own[:MOST_REACTS]:
            yield If((HasEnemy(area),), React(code, part, tuple(ways[area])), True), "the reserve answers"
