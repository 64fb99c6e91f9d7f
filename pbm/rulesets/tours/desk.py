"""What the order desk is told of Tours: lines that come to nothing, the markers that units need, what is in reach."""

from collections.abc import Iterator

from pbm.rules.condition import bare
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.order import Line, Order, Refusal
from pbm.rulesets.desk import Judge, Reach
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import MOVE, UNWALL, not_taken
from pbm.rulesets.tours.field import ANY, Attack, Fire, Lead, Mark, Move
from pbm.rulesets.tours.forces import FORCES, HI, LEADERS, UNITS
from pbm.rulesets.tours.ground import GRID, exits
from pbm.rulesets.tours.order import UnitOrder, is_hex
from pbm.rulesets.tours.reach import leader_ways
from pbm.rulesets.tours.reach import reach as around
from pbm.rulesets.tours.selectors import ALL
from pbm.rulesets.tours.unit_lines import BY_STEPS, GONE, LINES, refusals, target_of, units_of
from pbm.rulesets.tours.world import World


def judge(world: World, who: str) -> Judge:
    bout = Bout(copied(world), who, Dice(b"", 0))
    return lambda order: hopeless(bout, Line(1, str(order), order))


def hopeless(bout: Bout, line: Line) -> list[Refusal]:
    """Why a line for this turn comes to nothing, whatever others do."""
    order = bare(line.order)
    if wrong := refusals(bout, line):
        return wrong
    if isinstance(order, UnitOrder) and not units_of(bout, order):
        return [GONE]
    if found := as_it_stands(bout, order):
        return found
    if isinstance(order, Mark) and order.contingent != ALL:
        reason = not_taken(bout, Line(line.number, line.text, order), order, order.contingent)
        return [Refusal(reason[0], f"{order.contingent} {reason[1]}")] if reason else []
    return []


def as_it_stands(bout: Bout, order: Order | None) -> list[Refusal]:
    """Why a line fails unless the enemy's blows change who is on the field, or where a leader is."""
    if isinstance(order, Move) and not order.is_steps and len(units_of(bout, order)) > 1:
        return [BY_STEPS]
    if isinstance(order, Lead) and is_hex(order.goal) and not is_within_a_ride(bout, order):
        return [Refusal("12.0", f"{order.goal} is not in reach")]
    return []


def is_within_a_ride(bout: Bout, order: Lead) -> bool:
    """Whether a leader could get there if nobody stood in the way."""
    leader, ride = bout.world.leader_of(bout.side), FORCES.leaders[order.leader].move
    return leader is None or order.goal in GRID.reach(leader.hex, exits(foot=False).__getitem__, ride)


def needs(world: World, who: str, order: Order) -> Iterator[Mark]:
    """Units obey only if their contingent is marked to move [5.2.1]."""
    inner = bare(order)
    if isinstance(inner, LINES | Attack):
        found = inner.chosen(world, who)
        units = found if isinstance(found, list) else []
        for con in dict.fromkeys(UNITS[code].con for code in units if code in world.units):
            yield Mark(con, (UNWALL, MOVE) if con == HI and world.wall else (MOVE,))


def reach(world: World, who: str) -> Reach:
    """Where each unit can go once it obeys, whom it can shoot at and attack, and where the leader can ride."""
    bout = Bout(copied(world), who, Dice(b"", 0))
    bout.world.wall = False
    own = world.of(who)
    return {
        Move.word: {code: ways(bout, code) for code in own},
        Fire.word: {code: shots(bout, code) for code in own if bout.can_fire(code)},
        Attack.word: {code: world.in_front(code) for code in own},
        Lead.word: {LEADERS[who]: [*leader_ways(bout)]} if world.leader_of(who) else {},
    }


def ways(bout: Bout, code: str) -> list[str]:
    """The hexes that a unit can end in, other than its own."""
    return [place for place in around(bout, code) if place != bout.world.units[code].hex] if bout.is_free(code) else []


def shots(bout: Bout, code: str) -> list[str]:
    return [foe for foe in (ANY, *bout.world.enemies(bout.side)) if target_of(bout, code, foe)]
