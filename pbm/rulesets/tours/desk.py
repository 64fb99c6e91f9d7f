"""What the order desk is told of Tours: the markers that units need, and what is in reach."""

from collections.abc import Iterable, Iterator

from pbm.rules.condition import bare
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.order import Order, Refusal
from pbm.rulesets.desk import Reach
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import MOVE, UNWALL
from pbm.rulesets.tours.field import ANY, Attack, Fire, Lead, Mark, Move
from pbm.rulesets.tours.forces import HI, LEADERS, UNITS, zone_of
from pbm.rulesets.tours.playing import ASTRAY, is_astray
from pbm.rulesets.tours.reach import leader_ways
from pbm.rulesets.tours.reach import reach as around
from pbm.rulesets.tours.set_up import Setup, pieces_of
from pbm.rulesets.tours.unit_lines import LINES, target_of
from pbm.rulesets.tours.world import World


def needs(world: World, who: str, order: Order) -> Iterator[Mark]:
    """Units obey only if their contingent is marked to move [5.2.1]."""
    inner = bare(order)
    if isinstance(inner, LINES | Attack):
        found = inner.chosen(world, who)
        units = found if isinstance(found, list) else []
        for con in dict.fromkeys(UNITS[code].con for code in units if code in world.units):
            yield Mark(con, (UNWALL, MOVE) if con == HI and world.wall else (MOVE,))


def barred(world: World, order: Order) -> Refusal | None:
    return ASTRAY if is_astray(world, order) else None


def reach(world: World, who: str) -> Reach:
    """Where each unit can go once it obeys, whom it can shoot at and attack, and where the leader can ride; before the
    battle the zone of every piece."""
    if not world.turn:
        pieces = pieces_of(who)
        return {Setup.word: {piece: sorted(zone_of(piece)) for piece in pieces} | {LEADERS[who]: [*pieces.values()]}}
    bout = Bout(copied(world), who, Dice(b"", 0))
    bout.world.wall = False
    own = world.of(who)
    return {
        Move.word: {code: ways(bout, code) for code in own},
        Fire.word: {code: shots(bout, code) for code in own if bout.can_fire(code)},
        Attack.word: {code: world.in_front(code) for code in own},
        Lead.word: {LEADERS[who]: rides(bout, own)} if world.leader_of(who) else {},
    }


def ways(bout: Bout, code: str) -> list[str]:
    """The hexes that a unit can end in, other than its own."""
    return [place for place in around(bout, code) if place != bout.world.units[code].hex] if bout.is_free(code) else []


def rides(bout: Bout, own: Iterable[str]) -> list[str]:
    """The hexes that the leader can ride to, and the units in them [12.0]."""
    places = leader_ways(bout)
    return [*places, *(code for code in own if bout.world.units[code].hex in places)]


def shots(bout: Bout, code: str) -> list[str]:
    return [foe for foe in (ANY, *bout.world.enemies(bout.side)) if target_of(bout, code, foe)]
