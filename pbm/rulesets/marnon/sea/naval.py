"""Naval battles, and the landings of those who got through [4.7, 5.25, 5.26]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.fleets import Damaged
from pbm.rulesets.marnon.changes.forces import Lost, Went
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.land.arriving import arrived
from pbm.rulesets.marnon.land.attrition import attrition
from pbm.rulesets.marnon.land.envoys import DiplomatMoved
from pbm.rulesets.marnon.map import by_number, seas
from pbm.rulesets.marnon.memory import Forget, Remember
from pbm.rulesets.marnon.now import Landing, NavalBattle
from pbm.rulesets.marnon.sea.harbours import carried, nearest_port, puts_in, sunk
from pbm.rulesets.marnon.sea.interception import war_fleets
from pbm.rulesets.marnon.tables import percent, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

THREEFOLD = 3


class FoughtAtSea(Event, frozen=True):
    """How a naval battle ended."""

    zone: Place
    attacker: Power
    defender: Power
    rounds: int
    attacker_left: int
    defender_left: int
    parties: ClassVar = ("attacker", "defender")
    verb: ClassVar = "seafight"
    text: ClassVar = (
        "{attacker} fought {defender} in {zone}, {rounds:round/rounds}: fleets afloat "
        "{attacker_left} and {defender_left}"
    )
    news: ClassVar = "{attacker} fought {defender} in {zone}"


class Salvo(Event, frozen=True):
    """A round at sea: both lines and their dice."""

    zone: Place
    who: Power
    enemy: Power
    line: tuple[str, ...]
    dice: tuple[int, ...]
    parties: ClassVar = ("who", "enemy")
    text: ClassVar = "{who} in {zone}, {line}: {dice}"


def naval_battles(turn: Turn[World]) -> Iterator[Event]:
    """Sea by sea, in the order of their interceptions."""
    if turn.world.ongoing.truce:
        return
    for zone in sorted(seas()):
        for battle in [each for each in turn.world.now.naval if each.zone == zone]:
            yield from fought(turn, battle)


def fought(turn: Turn[World], battle: NavalBattle) -> Iterator[Event]:
    world = turn.world
    a, b, zone = battle.attacker, battle.defender, battle.zone
    rounds = 0
    while world.fleets_in(a, zone) and world.fleets_in(b, zone):
        yield from one_round(turn, zone, a, b)
        rounds += 1
        if not (world.fleets_in(a, zone) and world.fleets_in(b, zone)):
            break
        on = [side for side in (a, b) if goes_on(world, zone, side, b if side == a else a, rounds)]
        if len(on) == 2:
            continue
        if not on:
            yield from sails_home(world, a, zone)
        else:
            rounds += yield from chased(turn, zone, on[0], b if on[0] == a else a)
        break
    yield FoughtAtSea(zone, a, b, rounds, len(world.fleets_in(a, zone)), len(world.fleets_in(b, zone)))


def goes_on(world: World, zone: str, who: str, enemy: str, rounds: int) -> bool:
    own, theirs = len(war_fleets(world, who, zone)), len(war_fleets(world, enemy, zone))
    return rounds < world.powers[who].navy.rounds and 2 * own >= theirs


def damaged(world: World, who: str, zone: str) -> int:
    return sum(world.powers[who].fleets[code].damaged for code in world.fleets_in(who, zone))


def chased(turn: Turn[World], zone: str, hunter: str, prey: str) -> Generator[Event, None, int]:
    """Rolls of the side that goes on, each of which forces a round; then the other is away [5.26]."""
    world, table = turn.world, tables().naval
    rounds = 0
    while world.fleets_in(prey, zone) and world.fleets_in(hunter, zone):
        pack = len(war_fleets(world, hunter, zone, sound=True))
        if damaged(world, hunter, zone) > damaged(world, prey, zone) and rounds:
            break
        if not wants_chase(world, zone, hunter, prey):
            break
        hurt = damaged(world, prey, zone)
        modifier = table.chase_outnumbers * (pack > len(world.fleets_in(prey, zone)))
        modifier += table.chase_twice_damaged * (hurt >= 1 and hurt >= 2 * damaged(world, hunter, zone))
        die = turn.dice.roll(f"naval.chase.{hunter}.{zone}")
        yield Thrown(hunter, f"chase in {zone}, {table.chase_needs} needed, modifier {modifier}", (die,))
        if die + modifier < table.chase_needs:
            break
        yield from one_round(turn, zone, hunter, prey)
        rounds += 1
    yield from sails_home(world, prey, zone)
    return rounds


def wants_chase(world: World, zone: str, hunter: str, prey: str) -> bool:
    word = world.powers[hunter].navy.chase
    if word != "ODDS":
        return word == "YES"
    return len(war_fleets(world, hunter, zone, sound=True)) > len(war_fleets(world, prey, zone, sound=True))


def sails_home(world: World, who: str, zone: str) -> Iterator[Event]:
    """To the nearest friendly port with cargo, without landing; the invader stays at sea [5.26]."""
    for landing in world.now.landings:
        if landing.group.who == who and landing.group.fleets and landing.zone == zone:
            landing.group.intercepted = True
    for code in world.fleets_in(who, zone):
        port = nearest_port(world, who, code)
        if port:
            yield from puts_in(world, who, code, port)


# a round


def line_of(world: World, who: str, enemy: str, zone: str) -> list[str]:
    """Sound war fleets; damaged ones and merchants fill up to the enemy's war fleets, one at least."""
    rows = world.powers[who].fleets
    here = world.fleets_in(who, zone)
    sound = [code for code in here if is_war_fleet(code) and not rows[code].damaged]
    hurt = [code for code in here if is_war_fleet(code) and rows[code].damaged]
    merchants = [code for code in here if not is_war_fleet(code)]
    size = max(len(war_fleets(world, enemy, zone)), 1)
    return sound + [*hurt, *merchants][: max(size - len(sound), 0)]


def one_round(turn: Turn[World], zone: str, a: str, b: str) -> Iterator[Event]:
    """Both lines fire; the hits of both sides count together [5.25]."""
    lines = {a: line_of(turn.world, a, b, zone), b: line_of(turn.world, b, a, zone)}
    targets: dict[str, list[int]] = {}
    for who, enemy in ((a, b), (b, a)):
        dice = [turn.dice.roll(f"naval.round.{who}.{zone}") for _ in lines[who]]
        yield Salvo(zone, who, enemy, tuple(lines[who]), tuple(dice))
        targets[enemy] = hits(lines[who], lines[enemy], dice)
    for who in (a, b):
        yield from struck(turn, who, lines[who], targets[who])


def hits(line: list[str], enemy: list[str], dice: list[int]) -> list[int]:
    """Which of the enemy's line is hit, fleet by fleet."""
    table = tables().naval
    more = table.three_to_one if len(line) >= THREEFOLD * len(enemy) else 0
    found = []
    for place, (code, die) in enumerate(zip(line, dice, strict=True)):
        war = is_war_fleet(code)
        if (war and die + more >= table.fleet_hits_on) or (not war and die >= table.merchant_hits_on):
            found.append(place % len(enemy))
    return found


def struck(turn: Turn[World], who: str, line: list[str], targets: list[int]) -> Iterator[Event]:
    """A hit damages, the next one sinks; a hit on a sunk fleet passes to the next in line."""
    world = turn.world
    state = {code: 1 + (not world.powers[who].fleets[code].damaged) for code in line}
    for target in targets:
        ring = [*line[target:], *line[:target]]
        afloat = next((code for code in ring if state[code] > 0), None)
        if afloat:
            state[afloat] -= 1
    for code in sorted(line, key=by_number):
        if state[code] == 0:
            yield from sunk(world, who, code, "naval battle")
        elif state[code] == 1 and not world.powers[who].fleets[code].damaged:
            yield Damaged(who, code, "naval battle")
            yield from shaken(turn, who, code)


def shaken(turn: Turn[World], who: str, fleet: str) -> Iterator[Event]:
    """What a damaged fleet carries rolls attrition, without modifiers [5.23]."""
    world = turn.world
    held = world.now.cargo.get((who, fleet), {})
    for key in list(held):
        owner, code = carried(who, key)
        if code not in world.powers[owner].forces:
            continue
        share = yield from attrition(turn, owner, code, "march", 0)
        if loss := percent(held[key], share):
            yield Remember("cargo", (who, fleet), {**world.now.cargo[who, fleet], key: held[key] - loss})
            yield Lost(owner, code, loss, "its ship was damaged")


# landings


def landings(turn: Turn[World]) -> Iterator[Event]:
    """In the order sailed; whoever was intercepted stays at sea [5.21]."""
    for landing in turn.world.now.landings:
        if not landing.group.intercepted:
            yield from landed(turn, landing)


def landed(turn: Turn[World], landing: Landing) -> Iterator[Event]:
    who = landing.group.who
    for code in landing.group.fleets:
        yield Forget("cargo", (who, code))
    for key in landing.forces:
        owner, code = carried(who, key)
        if code in turn.world.powers[owner].forces:
            yield Went(owner, code, landing.zone, landing.area, "landed")
            yield from arrived(turn, owner, code, "landed")
    yield from (DiplomatMoved(who, code, landing.area) for code in landing.diplomats)
