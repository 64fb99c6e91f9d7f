"""Step 4 on land: withdrawals and battles, area by area; at the table or by the tables [4.7, 5.30, 5.31]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

import msgspec

from pbm.errors import GameError
from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.marnon.changes.forces import FellBack
from pbm.rulesets.marnon.codes import is_castle_power
from pbm.rulesets.marnon.land.march import contact_roll
from pbm.rulesets.marnon.map import area_codes, areas, region_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import holder
from pbm.rulesets.marnon.war.at_table import B, Battle, question
from pbm.rulesets.marnon.war.battle import Fought, Verdict, automatic, both_know, revealed
from pbm.rulesets.marnon.war.losses import counted_losses, pursuit, taken, unpursued
from pbm.rulesets.marnon.war.retreat import LAND, beaten, haven
from pbm.rulesets.marnon.war.sides import Side, attacker_first, pair_in, pairs_in, total
from pbm.rulesets.marnon.world import World


class Report(msgspec.Struct, frozen=True):
    """The result of a battle at the table: who won, the points each power lost, whether there is pursuit."""

    winner: str
    losses: dict[str, int] = {}
    pursuit: bool = True


class BattlesPending(Event, frozen=True):
    """The turn waits for battles at the table."""

    names: tuple[str, ...]
    where: tuple[Place, ...]
    ends_turn: ClassVar = True
    verb: ClassVar = "waiting"
    text: ClassVar = "battles to be fought: {where}"

    def apply(self, world: World) -> None:
        world.pending = list(self.names)


class Withdrew(OfPower, frozen=True):
    enemy: Power
    area: Place
    parties: ClassVar = ("who", "enemy")
    verb: ClassVar = "withdrawal"
    text: ClassVar = "{who} withdrew from {area} before {enemy}"


def fighting_areas(world: World) -> list[str]:
    """Areas in the order of their codes where there may be battles."""
    if world.ongoing.truce:
        return []
    _, region, what = world.now.weather
    held = region if what == "BATTLES" else None
    occupied = {force.at for _, _, force in world.forces()}
    return [code for code in area_codes() if code in occupied and not (held and region_of(code) == held)]


# withdrawals


def withdrawals(turn: Turn[World]) -> Iterator[Event]:
    for area in fighting_areas(turn.world):
        yield from withdrawn(turn, area)


def withdrawn(turn: Turn[World], area: str) -> Iterator[Event]:
    """The side that wishes to go tries, once; if both wish, the attacker first [5.31]."""
    while True:
        gone = False
        for pair in list(pairs_in(turn.world, area)):
            for side in attacker_first(turn.world, area, *pair):
                other = pair[1] if side is pair[0] else pair[0]
                if not gone and wishes_to_go(turn.world, area, side, other):
                    gone = yield from goes(turn, area, side, other)
        if not gone:
            return


def wishes_to_go(world: World, area: str, side: Side, enemy: Side) -> bool:
    if any(is_castle_power(who) for who in side.powers) or (side.first, area) in world.now.withdrawn:
        return False
    if areas()[area].castle and holder(world, area) in side.powers:
        return False
    stance = stance_of(world, side)
    if stance.startswith("ODDS"):
        return enemy.points(world) >= int(stance.removeprefix("ODDS")) * side.points(world)
    return stance == "WITHDRAW"


def stance_of(world: World, side: Side) -> str:
    """That of its largest force; a region without a player gives way at two to one [5.80]."""
    who, code = side.largest(world)
    stance = world.force(who, code).stance
    return "ODDS2" if world.powers[who].status == "np" and stance == Force().stance else stance


def goes(turn: Turn[World], area: str, side: Side, enemy: Side) -> Generator[Event, None, bool]:
    world = turn.world
    targets: dict[str, str] = {}
    for who in side.powers:
        largest = max(side.of(world, who), key=lambda unit: world.force(*unit).points)
        target = haven(world, who, largest[1], area)
        if target is None:
            return False
        targets[who] = target
    yield Remember("withdrawn", (side.first, area))
    rows = [(who, code, world.force(who, code)) for who, code in enemy.standing(world)]
    stream = f"combat.withdraw.{side.first}.{area}"
    thrown, free = contact_roll(turn, stream, side.standing(world), side.points(world), rows)
    yield thrown
    if not free:
        return False
    yield from both_know(world, area, side, enemy)
    for who, code in side.standing(world):
        yield FellBack(who, code, targets[who], "withdrew to")
    yield Withdrew(side.first, enemy.first, area)
    left = (total(world, enemy), total(world, side))
    stays, leaves = yield from pursuit(turn, area, enemy, side, left)
    yield from taken(world, enemy.standing(world), stays, "pursuit")
    yield from taken(world, side.standing(world), leaves, "pursuit")
    return True


# battles


def battles(turn: Turn[World]) -> Iterator[Event]:
    """Area by area; unallied enemies of one power one after another [5.32]."""
    world = turn.world
    table = world.settings.battles == "table"
    if table:
        yield from all_reported(turn)
        if turn.over:
            return
    for area in fighting_areas(world):
        number = 0
        while pair := pair_in(world, area):
            number += 1
            att, dfd = attacker_first(world, area, *pair)
            if table:
                name = area if number == 1 else f"{area}.{number}"
                if number > 1 and not is_reported(world, name):
                    yield from waits(world, [(name, area, att, dfd)])
                    if turn.over:
                        return
                verdict = yield from reported(turn, name, area, att, dfd)
            else:
                verdict = yield from automatic(turn, area, att, dfd)
            yield from aftermath(turn, area, att, dfd, verdict)


def aftermath(turn: Turn[World], area: str, att: Side, dfd: Side, verdict: Verdict) -> Iterator[Event]:
    """Retreat, pursuit, losses, in this order [5.37]."""
    world = turn.world
    winner, loser = verdict.winner, verdict.loser
    totals = (total(world, winner), total(world, loser))
    losses = (verdict.losses["winner"], verdict.losses["loser"])
    yield fought(world, area, att, dfd, verdict)
    yield from both_know(world, area, att, dfd)
    points = loser.points(world)
    fates = yield from beaten(world, area, loser, attacking=loser is att)
    surrendered = points - loser.points(world)
    chase = (0, 0)
    if LAND not in fates.values():
        yield from unpursued(area, winner, loser, "nobody fled by land")
    elif not verdict.pursuit:
        yield from unpursued(area, winner, loser, "there was none at the table")
    else:
        left = (totals[0] - losses[0], totals[1] - losses[1])
        chase = yield from pursuit(turn, area, winner, loser, left)
    yield from counted_losses(turn, area, verdict, chase, surrendered)


def fought(world: World, area: str, att: Side, dfd: Side, verdict: Verdict, storm: bool = False) -> Fought:
    won = verdict.winner is att
    a, d = ("winner", "loser") if won else ("loser", "winner")
    return Fought(
        area,
        tuple(att.powers),
        tuple(dfd.powers),
        tuple(verdict.winner.powers),
        att.points(world),
        dfd.points(world),
        verdict.losses[a],
        verdict.losses[d],
        storm,
    )


# at the table


def is_reported(world: World, name: str) -> bool:
    given = world.reports
    return given is None or name in given


def all_reported(turn: Turn[World]) -> Iterator[Event]:
    """The first battles of all areas must be in; what is missing stops the turn [5.30]."""
    world = turn.world
    due: list[Battle] = []
    for area in fighting_areas(world):
        if pair := pair_in(world, area):
            due.append((area, area, *attacker_first(world, area, *pair)))
    missing = [row for row in due if not is_reported(world, row[0])]
    if world.reports is None and due:
        turn.rulings.ask(Report, *(question(turn, number, row) for number, row in enumerate(due, 1)))
    if missing:
        yield from waits(world, missing)


def waits(world: World, missing: list[Battle]) -> Iterator[Event]:
    names = tuple(f"{B}{number}" for number in range(1, len(missing) + 1))
    yield BattlesPending(names, tuple(area for _, area, _, _ in missing))


def reported(turn: Turn[World], name: str, area: str, att: Side, dfd: Side) -> Generator[Event, None, Verdict]:
    """The result that the game master gave."""
    given = turn.world.reports
    if given is None:
        [report] = turn.rulings.ask(Report, question(turn, 1, (name, area, att, dfd)))
    else:
        report = msgspec.convert(given[name], Report)
    yield from revealed(turn, att, dfd)
    return verdict_of(turn.world, report, att, dfd)


def verdict_of(world: World, report: Report, att: Side, dfd: Side) -> Verdict:
    if report.winner not in (*att.powers, *dfd.powers):
        raise GameError(f"{report.winner} was not in that battle: the winner is one of {att.powers} or {dfd.powers}.")
    winner, loser = (att, dfd) if report.winner in att.powers else (dfd, att)
    totals = [total(world, side) for side in (winner, loser)]
    won, lost = (
        min(sum(report.losses.get(who, 0) for who in side.powers), whole)
        for side, whole in zip((winner, loser), totals, strict=True)
    )
    light = 2 * won * totals[1] <= lost * totals[0]
    return Verdict(winner, loser, {"winner": won, "loser": lost}, light, dict(report.losses), report.pursuit)
