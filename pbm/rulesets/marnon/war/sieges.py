"""Step 5: sieges and storms, castle by castle [5.46 to 5.50]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

import msgspec

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.changes.forces import FellBack, Lost
from pbm.rulesets.marnon.crowns.supply import Lines
from pbm.rulesets.marnon.land.leading import has_skill
from pbm.rulesets.marnon.map import areas, castles, distances, is_castle, value_of
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.playing import lines_of, planned, scene, told
from pbm.rulesets.marnon.relations import friendly, has_enemy, holder
from pbm.rulesets.marnon.tables import LEAST_FORCE, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.at_table import storm_question
from pbm.rulesets.marnon.war.battle import Verdict, automatic, both_know, revealed
from pbm.rulesets.marnon.war.combat import BattlesPending, Report, fought, verdict_of
from pbm.rulesets.marnon.war.control import captured
from pbm.rulesets.marnon.war.gates import SiegeLevel, besieging_points, ends, too_few
from pbm.rulesets.marnon.war.losses import counted_losses, shared, taken
from pbm.rulesets.marnon.war.sides import Side
from pbm.rulesets.marnon.world import World

TOP = 4
RESULTS = {
    "goes on": "it goes on",
    "level+1": "it gains a level",
    "level-1": "it loses a level",
    "no quarter": "no quarter is given",
    "terms": "the garrison leaves by terms",
    "surrender": "the castle surrenders",
}
"""What the table of siege results means, in words."""
STORM_ODDS = 2
STORMS = "storms"
ALREADY = failed("5.50", "that castle is stormed already")


@action("5.50", form="STORM {castle}", meaning="storm {castle}")
class Storm(MarnonOrder, frozen=True):
    """Attack the walls of a castle that you besiege."""

    step: ClassVar = STORMS
    kept: ClassVar = True
    conditional: ClassVar = True
    castle: Place

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if is_castle(self.castle) else Refusal("5.50", f"{self.castle} is not a castle", kind="lasting")

    def plan(self, at: Scene) -> Done:
        siege = at.world.siege(self.castle)
        if siege is None or siege.by != at.who:
            return no_siege(self.castle)
        return failed("5.98", "bad omens: no storm") if at.world.card_of(at.who, 12) else ok()


def no_siege(castle: str) -> Done:
    return failed("5.50", f"you do not besiege {castle}")


class SiegeTurn(Event, frozen=True):
    """What a turn of siege cost, and its result."""

    castle: Place
    by: Power
    holder: Power
    level: int
    attacker_loss: int
    defender_loss: int
    result: str
    parties: ClassVar = ("by", "holder")
    text: ClassVar = "siege of {castle}, level {level}: {by} lost {attacker_loss} points, {holder} {defender_loss}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return f"{super().worded(names, public)}; {self.outcome}"

    @property
    def outcome(self) -> str:
        return RESULTS.get(self.result, self.result)


def sieges(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    for castle in castles():
        if world.siege(castle):
            yield from besieged(turn, castle)
            if turn.over:
                return
    for who in world.ranked(world.powers):
        for line, order in of_kind(lines_of(turn, who, STORMS), Storm):
            yield from told(who, line, no_siege(order.castle))


def besieged(turn: Turn[World], castle: str) -> Iterator[Event]:
    world = turn.world
    siege = world.siege(castle)
    assert siege
    if world.ongoing.truce:
        if besieging_points(world, siege.by, castle) < LEAST_FORCE:
            yield ends(world, castle, "its besiegers are gone")
        return
    yield from level_roll(turn, castle)
    storm = yield from storm_ordered(turn, castle)
    if storm:
        yield from stormed(turn, castle)
    else:
        yield from worn_down(turn, castle)
    if turn.over:
        return
    yield from too_few(world, castle)


def level_roll(turn: Turn[World], castle: str) -> Iterator[Event]:
    """From level 1 and 2 on 3+, from 3 on 4+; not in the first turn, not at the top [5.46]."""
    world = turn.world
    siege = world.siege(castle)
    assert siege
    if castle in world.now.new_sieges or siege.level >= TOP:
        return
    die = turn.dice.roll(f"siege.level.{castle}")
    yield Thrown(siege.by, f"siege level of {castle}", (die,))
    if die >= tables().siege.advance_on[siege.level]:
        yield SiegeLevel(castle, siege.by, holder(world, castle), siege.level + 1)


def sides_of(world: World, castle: str) -> tuple[Side, Side]:
    """Only the besieging power and the owner's troops inside take part [5.47]."""
    siege, who = world.siege(castle), holder(world, castle)
    assert siege
    assert who
    outside = [(siege.by, code) for code, force in world.own_in(siege.by, castle).items() if not force.inside]
    inside = [(who, code) for code, force in world.own_in(who, castle).items() if force.inside]
    return Side([siege.by], outside), Side([who], inside)


# losses and results


def worn_down(turn: Turn[World], castle: str) -> Iterator[Event]:
    """Dice for losses, then a result; a castle without a garrison falls [5.47, 5.48]."""
    world, row = turn.world, tables().siege
    att, dfd = sides_of(world, castle)
    siege = world.siege(castle)
    assert siege
    a, d = row.losses[turn.dice.roll(f"siege.table.{castle}")]
    d += siege.level >= row.defender_extra_die_from_level
    lost = thrown(turn, f"siege.att.{castle}", a), thrown(turn, f"siege.def.{castle}", d)
    yield from both_know(world, castle, att, dfd)
    paid = points_lost(world, att, lost[0]), points_lost(world, dfd, lost[1])
    yield from taken(world, att.standing(world), lost[0], "siege")
    yield from taken(world, dfd.standing(world), lost[1], "siege")
    if not dfd.standing(world):
        yield SiegeTurn(castle, att.first, dfd.first, siege.level, *paid, "the garrison is no more")
        yield from falls(turn, castle)
        return
    result = siege_result(turn, castle, siege.level, lost, att, dfd)
    yield SiegeTurn(castle, att.first, dfd.first, siege.level, *paid, result)
    yield from resolved(turn, castle, result, att, dfd)


def points_lost(world: World, side: Side, loss: int) -> int:
    return sum(part for _, part in shared(world, side.standing(world), loss))


def thrown(turn: Turn[World], stream: str, dice: int) -> int:
    return tables().siege.times * sum(turn.dice.roll(stream) for _ in range(dice))


def siege_result(turn: Turn[World], castle: str, level: int, lost: tuple[int, int], att: Side, dfd: Side) -> str:
    world, row = turn.world, tables().siege
    dice = turn.dice.roll(f"siege.result.{castle}") + turn.dice.roll(f"siege.result.{castle}")
    more = row.result_modifiers.get(f"level_{level}", 0)
    more += row.result_modifiers["defender_lost_fewer"] * (lost[1] < lost[0])
    more += has_skill(world, att.standing(world), "SIEGE") - has_skill(world, dfd.standing(world), "SIEGE")
    return row.result[min(max(dice + more, 2), 12)]


def resolved(turn: Turn[World], castle: str, result: str, att: Side, dfd: Side) -> Iterator[Event]:
    world = turn.world
    siege = world.siege(castle)
    assert siege
    if result in ("level-1", "level+1"):
        level = min(max(siege.level + (1 if result == "level+1" else -1), 1), TOP)
        if level != siege.level:
            yield SiegeLevel(castle, siege.by, dfd.first, level)
    elif result == "no quarter":
        dice = tables().siege.no_quarter_dice
        a, d = thrown(turn, f"siege.quarter.{castle}", dice), thrown(turn, f"siege.quarter.{castle}", dice)
        yield from taken(world, att.standing(world), a, "no quarter")
        yield from taken(world, dfd.standing(world), d, "no quarter")
        if not dfd.standing(world):
            yield from falls(turn, castle)
    elif result == "terms":
        yield from marches_out(world, castle, dfd)
        yield from falls(turn, castle)
    elif result == "surrender":
        for unit in dfd.standing(world):
            yield Lost(*unit, world.force(*unit).points, "the castle surrendered")
        yield from falls(turn, castle)


def marches_out(world: World, castle: str, dfd: Side) -> Iterator[Event]:
    """By terms the garrison goes to the nearest friendly area, or disbands."""
    for who, code in dfd.standing(world):
        target = nearest_friendly(world, who, castle)
        if target:
            yield FellBack(who, code, target, "marched out to")
        else:
            yield Lost(who, code, world.force(who, code).points, "disbanded")


def nearest_friendly(world: World, who: str, start: str) -> str | None:
    lines = Lines(world, who)
    free = [
        code for code in areas() if code != start and friendly(world, who, code) and not has_enemy(world, who, code)
    ]

    def key(code: str) -> tuple[int, bool, bool, bool, int, str]:
        fed = lines.reaches(code)
        return distances(start)[code], not is_castle(code), not world.area(code).fort, not fed, -value_of(code), code

    return min(free, key=key, default=None)


def falls(turn: Turn[World], castle: str) -> Iterator[Event]:
    """To whatever besiegers are left; if none are, the siege is over."""
    world = turn.world
    siege = world.siege(castle)
    assert siege
    if besieging_points(world, siege.by, castle) > 0:
        yield from captured(turn, castle, siege.by)
    else:
        yield ends(world, castle, "nobody is left")


# storms


def storm_ordered(turn: Turn[World], castle: str) -> Generator[Event, None, bool]:
    """By a STORM line; the invader and a region at its own castle at level 4 with 2:1."""
    world = turn.world
    siege = world.siege(castle)
    assert siege
    ordered = False
    for line, order in of_kind(lines_of(turn, siege.by, STORMS), Storm):
        if order.castle == castle:
            done = planned(line, scene(turn, siege.by))
            yield from told(siege.by, line, ALREADY if ordered and done.outcome == "ok" else done)
            ordered = ordered or done.outcome == "ok"
    if world.powers[siege.by].status in ("np", "invader") and siege.by not in turn.sheets:
        att, dfd = sides_of(world, castle)
        ordered = siege.level >= TOP and att.points(world) >= STORM_ODDS * dfd.points(world)
    return ordered


def stormed(turn: Turn[World], castle: str) -> Iterator[Event]:
    world = turn.world
    att, dfd = sides_of(world, castle)
    siege = world.siege(castle)
    assert siege
    if world.settings.battles == "table":
        verdict = yield from storm_reported(turn, castle, siege.level, att, dfd)
        if verdict is None:
            return
    else:
        verdict = yield from automatic(turn, castle, att, dfd, storm_level=siege.level)
    yield fought(world, castle, att, dfd, verdict, storm=True)
    yield from both_know(world, castle, att, dfd)
    won = verdict.winner is att
    given_up = dfd.points(world) if won else 0
    for unit in dfd.standing(world) if won else ():
        yield Lost(*unit, world.force(*unit).points, "the castle was stormed")
    yield from counted_losses(turn, castle, verdict, (0, 0), given_up, honours=False)
    if won or not dfd.standing(world):
        yield from falls(turn, castle)


def storm_reported(
    turn: Turn[World], castle: str, level: int, att: Side, dfd: Side
) -> Generator[Event, None, Verdict | None]:
    """A storm fought at the table, reported as C6.storm [5.30]."""
    name, given = f"{castle}.storm", turn.world.reports
    if given is None:
        [report] = turn.rulings.ask(Report, storm_question(turn, name, castle, level, (att, dfd)))
    elif name in given:
        report = msgspec.convert(given[name], Report)
    else:
        yield BattlesPending(("B1",), (castle,))
        return None
    yield from revealed(turn, att, dfd)
    return verdict_of(turn.world, report, att, dfd)
