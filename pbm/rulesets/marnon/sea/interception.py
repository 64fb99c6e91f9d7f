"""Who meets whom at sea [5.24]."""

from collections.abc import Generator, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.codes import is_castle_power, is_war_fleet
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.now import Group, NavalBattle
from pbm.rulesets.marnon.relations import at_war
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

ALWAYS, ODDS, NEVER = "ALWAYS", "ODDS", "NEVER"
BOLDNESS = (NEVER, ODDS, ALWAYS)
Flow = Generator[Event, None, bool]


def war_fleets(world: World, who: str, zone: str, sound: bool = False) -> list[str]:
    rows = world.powers[who].fleets
    return [code for code in world.fleets_in(who, zone) if is_war_fleet(code) and not (sound and rows[code].damaged)]


def intercepted(turn: Turn[World], group: Group, zone: str) -> Iterator[Event]:
    """Each enemy at sea there, in order: the mover's SEEK, then the enemy's own try [5.24]."""
    world = turn.world
    if world.ongoing.truce:
        return
    for enemy in world.ranked(world.powers):
        if enemy == group.who or not world.fleets_in(enemy, zone) or not at_war(world, group.who, enemy):
            continue
        caught = yield from met_at_sea(turn, group, enemy, zone)
        if caught:
            group.intercepted = True
            return


def protects(world: World, castle: str, mover: str) -> bool:
    """A merchant castle's fleets act only against enemies of a power that trades there."""
    friends = world.now.protected.get(castle, set())
    return any(friend != mover and at_war(world, mover, friend) for friend in friends)


def met_at_sea(turn: Turn[World], group: Group, enemy: str, zone: str) -> Flow:
    world = turn.world
    if group.seek and may_seek(world, group):
        found = yield from interception_roll(turn, group.who, enemy, zone, patrol=False)
        if found:
            yield from battle_set(world, zone, group.who, enemy, group)
            return True
    if enemy in group.tried or not wishes(world, group, enemy, zone):
        return False
    group.tried.add(enemy)
    patrol = any((enemy, code) in world.now.patrol for code in world.fleets_in(enemy, zone))
    found = yield from interception_roll(turn, enemy, group.who, zone, patrol)
    if found:
        yield from battle_set(world, zone, enemy, group.who, group)
    return found


def may_seek(world: World, group: Group) -> bool:
    rows = world.powers[group.who].fleets
    return any(is_war_fleet(code) and not rows[code].damaged for code in group.fleets)


def wishes(world: World, group: Group, enemy: str, zone: str) -> bool:
    """Whether an enemy tries: by the boldest word of its patrols there, or because its fleets SEEK."""
    memory = world.now
    if world.card_of(enemy, 12) or not war_fleets(world, enemy, zone):
        return False
    if is_castle_power(enemy) and not protects(world, enemy, group.who):
        return False
    here = world.fleets_in(enemy, zone)
    if any((enemy, code) in memory.seeking for code in here):
        return True
    words = [memory.patrol[enemy, code] for code in here if (enemy, code) in memory.patrol]
    word = max(words, key=BOLDNESS.index, default=NEVER)
    if word == ODDS:
        group_wars = [code for code in group.fleets if is_war_fleet(code)]
        return len(war_fleets(world, enemy, zone)) >= len(group_wars)
    return word == ALWAYS


def interception_roll(turn: Turn[World], roller: str, other: str, zone: str, patrol: bool) -> Flow:
    world, table = turn.world, tables().interception
    together = len(world.fleets_in(roller, zone)) + len(world.fleets_in(other, zone))
    more = max((plus for least, plus in table.fleets_together.items() if together >= least), default=0)
    modifier = more + (table.on_patrol if patrol else 0)
    die = turn.dice.roll(f"naval.intercept.{roller}.{zone}")
    yield Thrown(roller, f"interception in {zone}, {table.needs} needed, modifier {modifier}", (die,))
    return bool(die + modifier >= table.needs)


def battle_set(world: World, zone: str, attacker: str, defender: str, group: Group) -> Iterator[Event]:
    """One battle for each pair in a sea; the group and those who met it stop there for the turn."""
    enemy = defender if attacker == group.who else attacker
    yield from (Remember("engaged", (group.who, code)) for code in group.fleets)
    yield from (Remember("engaged", (enemy, code)) for code in world.fleets_in(enemy, zone))
    pairs = [{each.attacker, each.defender} for each in world.now.naval if each.zone == zone]
    if {attacker, defender} not in pairs:
        yield Remember("naval", NavalBattle(zone, attacker, defender))
