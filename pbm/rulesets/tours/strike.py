"""The stance STRIKE: the best hex and facing to attack from [16.6]."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.rules.hexes import Hex, Way
from pbm.rulesets.tours.bout import Bout, to_enemy
from pbm.rulesets.tours.doctrine import asks, value_of
from pbm.rulesets.tours.facing import preference
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.odds import net, odds
from pbm.rulesets.tours.reach import Ways, approaches

Fronts = dict[tuple[str, ...], list[str]]


@dataclass(frozen=True)
class Stand:
    """A hex and a facing to attack from, with the net modifier it would have."""

    hex: Hex
    way: Way
    face: str
    enemies: tuple[str, ...]
    drm: int


def best_stand(bout: Bout, code: str, least: int | None = None) -> Stand | None:
    """The best stand that reaches what the unit asks for; `least` is asked for in place of its SHOCK."""
    wanted = asks(value_of(bout.world, code, "shock")) if least is None else least
    if wanted is None or not UNITS[code].may_charge or to_enemy(bout, code) > bout.left(code) + 1:
        return None
    found = [stand for stand in stands(bout, code, approaches(bout, code)) if stand.drm >= wanted]
    return min(found, key=lambda stand: rank(bout, code, stand), default=None)


def stands(bout: Bout, code: str, found: Ways) -> Iterator[Stand]:
    """Every hex in reach beside an enemy, with every facing that has an enemy in front."""
    world, side = bout.world, UNITS[code].side
    threatened, friends = world.threatened(side), fronts(bout, code)
    for place, way in found.items():
        if place not in threatened:
            continue
        known: dict[tuple[str, ...], int] = {}
        for face, enemies in world.all_round(place, side):
            if enemies not in known:
                known[enemies] = reckoned(bout, code, place, enemies, friends.get(enemies, ()))
            yield Stand(place, way, face, enemies, known[enemies])


def fronts(bout: Bout, code: str) -> Fronts:
    """The friends who may attack, by the enemies they have in front."""
    found: Fronts = {}
    world, threatened = bout.world, bout.world.threatened(UNITS[code].side)
    close = [friend for friend in world.of(UNITS[code].side) if world.units[friend].hex in threatened]
    for friend in close:
        if friend != code and bout.may_attack(friend) and (enemies := world.in_front(friend)):
            found.setdefault(enemies, []).append(friend)
    return found


def reckoned(bout: Bout, code: str, place: Hex, enemies: tuple[str, ...], friends: Sequence[str]) -> int:
    """As if the unit stood there, with the friends who have the same in front, and the leader who would ride along."""
    attackers = {code: place} | {friend: bout.world.units[friend].hex for friend in friends}
    return net(odds(bout.world, attackers, enemies, led=bout.rides_with(code) is not None))


def rank(bout: Bout, code: str, stand: Stand) -> tuple[int | bool | Hex, ...]:
    unit = bout.world.units[code]
    disordered = sum(bout.world.units[enemy].dis for enemy in stand.enemies)
    likes = preference(stand.face, unit.face, UNITS[code].side)
    return (-stand.drm, -disordered, len(stand.enemies), stand.way.cost, stand.hex, *(-int(like) for like in likes))
