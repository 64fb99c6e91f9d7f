"""What an attack does to an area: household, retreat, battle, capture, plunder [3.11-3.14, 5.9, 5.11]."""

from collections.abc import Generator, Iterator

from pbm.rules.event import Event
from pbm.rulesets.darkage.battle import Battle, Field, Side, fight
from pbm.rulesets.darkage.battle_events import (
    Captured,
    Deployed,
    Fought,
    Looted,
    Plundered,
    Retreated,
    drown,
    evict,
    score,
    stick,
)
from pbm.rulesets.darkage.world import Household, World, is_gaelic, is_viking, nationality

HOUSEHOLD_PENALTY = 20


def strength(world: World, origin: str, armies: int) -> int:
    """Ships count when the attack comes from the sea [8.5]."""
    return armies + world.areas[origin].ships


def deploy(world: World, where: str, by: str) -> Generator[Event, None, bool]:
    """The defender's household takes the field, unless in a city or at sea; whether it did [3.14]."""
    owner, place = world.areas[where].owner, world.map[where]
    if owner is None or place.is_city or place.is_sea:
        return False
    troops = household_at(world, where)
    if troops:
        yield Deployed(owner, where, troops, by)
    return troops > 0


def household_at(world: World, where: str) -> int:
    """The troops of its owner's household that stand there."""
    owner = world.areas[where].owner
    household = world.kingdoms[owner].household if owner else Household()
    return household.troops if household.at == where else 0


def retreat(world: World, who: str, where: str, attack: int) -> Iterator[Event]:
    """Armies that are outnumbered go where they were told; Gaels take the people along [3.11]."""
    area = world.areas[where]
    refuge = area.toward
    if area.owner is None or area.mode != "retreat" or refuge is None or not is_refuge(world, where, refuge):
        return
    if attack <= max(area.armies, world.defence(where)):
        return
    people = area.population if is_gaelic(area.owner) and not is_gaelic(who) else 0
    if area.armies or people:
        yield Retreated(area.owner, where, refuge, area.armies, people, who)


def is_refuge(world: World, where: str, refuge: str) -> bool:
    own = world.areas[refuge].owner == world.areas[where].owner
    return own and world.near(where, refuge) and not world.map[refuge].is_sea


def is_ambushed(world: World, origin: str, target: str) -> bool:
    area = world.areas[target]
    return area.mode == "ambush" and area.against == origin and area.armies > 0 and area.owner is not None


def worth_plundering(world: World, where: str) -> bool:
    """Whether anything stands there that could be fought or carried off (a house rule asks)."""
    area = world.areas[where]
    if world.map[where].is_sea:
        return area.ships > 0
    household = world.kingdoms[area.owner].household if area.owner else None
    troops = household.troops if household and household.at == where else 0
    return any((troops, area.armies, area.population, area.trade, area.forts))


def attack(
    world: World, who: str, origin: str, target: str, armies: int, battle: Battle, ambushable: bool
) -> Generator[Event, None, bool]:
    """Armies try to enter an area that is not theirs [3.4]; whether they took it."""
    worth = worth_plundering(world, target)
    deployed = yield from deploy(world, target, who)
    yield from retreat(world, who, target, strength(world, origin, armies))
    ambush = ambushable and is_ambushed(world, origin, target)
    attacker = Side(armies, world.areas[origin].ships)
    fought = resolve(world, who, origin, target, attacker, battle, ambush)
    yield fought
    if ambush:
        yield from stick(world, target)
    if fought.won:
        yield from capture(world, fought, attacker, worth, deployed)
    yield from drown(world, origin)
    return fought.won


def resolve(
    world: World, who: str, origin: str, target: str, attacker: Side, battle: Battle, ambush: bool = False
) -> Fought:
    area = world.areas[target]
    before, defender = Side(attacker.armies, attacker.ships), Side(area.armies, area.ships)
    field = Field(world.map[target], area, world.bonus(target), defender, ambush)
    rounds = fight(field, attacker, battle)
    lost, their_lost = before.armies - attacker.armies, area.armies - defender.armies
    return Fought(
        who=who,
        origin=origin,
        target=target,
        defender=area.owner,
        rounds=rounds,
        armies=lost,
        ships=before.ships - attacker.ships,
        their_armies=their_lost,
        their_ships=area.ships - defender.ships,
        scattered=scattered(world, target, lost),
        their_scattered=scattered(world, target, their_lost) if area.owner else 0,
        ambush=ambush,
        won=not field.standing() and attacker.strength > 0,
    )


def scattered(world: World, where: str, lost: int) -> int:
    """Of armies lost in a land battle some find their way home [3.5]."""
    return 0 if world.map[where].is_sea else world.settings.dispersed(lost)


def capture(world: World, fought: Fought, attacker: Side, worth: bool, deployed: bool) -> Iterator[Event]:
    """An area falls: levels, points, households, plunder, and the ground under the victors' feet."""
    who, target, loser = fought.who, fought.target, fought.defender
    area, place = world.areas[target], world.map[target]
    people, trade = area.population, area.trade
    foreign = int(nationality(who) != nationality(loser))
    aboard = attacker.ships if place.is_sea else 0
    yield Captured(
        who=who,
        origin=fought.origin,
        target=target,
        loser=loser,
        armies=attacker.armies,
        ships=aboard,
        landed=0 if attacker.armies or place.is_sea else 1,
        population=min(people, foreign),
        forts=min(area.forts, 1),
        trade=min(trade, foreign),
        great=fought.great,
    )
    if loser and not place.is_sea:
        yield from score(world, loser, -max(people, 1), "lost", target)
    yield from fall_of_household(world, who, loser, target, deployed)
    if place.city:
        yield from rally_in_city(world, who, place.city)
    if loser:
        yield from plunder(world, who, target, loser, people, trade, worth)
    if place.sticky:
        yield from stick(world, target)


def fall_of_household(world: World, who: str, loser: str | None, target: str, deployed: bool) -> Iterator[Event]:
    """It costs dear only if troops of it were called up in this very battle [10.7]."""
    yield from evict(world, target)
    if deployed and loser:
        yield from score(world, loser, -HOUSEHOLD_PENALTY, "household", target)
        if loot := world.kingdoms[loser].treasury // 2:
            yield Looted(who, loser, loot)


def rally_in_city(world: World, who: str, city: str) -> Iterator[Event]:
    """A household in a city is called up when the land around it falls [3.14]."""
    owner = world.areas[city].owner
    if owner is None or owner == who:
        return
    household = world.kingdoms[owner].household
    if household.at == city and household.troops:
        yield Deployed(owner, city, household.troops, who)


def plunder(world: World, who: str, where: str, victim: str, people: int, trade: int, worth: bool) -> Iterator[Event]:
    """Vikings and Gaels live off their neighbours [5.11]."""
    if not (is_viking(who) or is_gaelic(who)):
        return
    if world.settings.plunder_limit and (not worth or who in world.areas[where].plundered_by):
        return
    yield Plundered(who, where, victim, 1 + (people > 0) + (trade > 0), is_viking(who))
