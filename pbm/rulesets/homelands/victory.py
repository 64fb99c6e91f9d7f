"""How the game is won [5.15]."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Literal

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.result import Result
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.newyear import herds_of
from pbm.rulesets.homelands.tables import CTY, DCK, FISH, FRT, GRAIN, HERDS, PRT, VIL, tables
from pbm.rulesets.homelands.units import kind
from pbm.rulesets.homelands.world import Ending, World

Way = Literal["SOVEREIGNTY", "DOMINANCE", "MIGHT", "IMPORTANCE"]
WAYS: tuple[Way, ...] = ("SOVEREIGNTY", "DOMINANCE", "MIGHT")


class Won(OfPower, frozen=True):
    by: Way
    verb: ClassVar = "won"
    text: ClassVar = "{who} {who:has/have} won: {by}"

    def apply(self, world: World) -> None:
        world.result = Ending(self.who, self.by)


class Scored(Event, frozen=True):
    """Importance after the last round."""

    importance: dict[str, int]
    told: str
    verb: ClassVar = "importance"
    text: ClassVar = "importance: {told}"

    def apply(self, world: World) -> None:
        world.importance = dict(self.importance)


class ClaimsTidied(Event, frozen=True):
    """Claims that were checked are void; those of this round stand."""

    turn: int
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for who, realm in world.powers.items():
            if realm.claim and realm.claim.turn < self.turn:
                realm.claim = None
            realm.claim = world.round.claims.get(who, realm.claim)


class PrestigeForPoints(Event, frozen=True):
    """Lost victory points cost prestige; points are remembered for the next round [5.12.5]."""

    pp: dict[str, int]
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for who, realm in world.powers.items():
            realm.pp -= self.pp.get(who, 0)
            realm.vp_last = realm.vp


class PointsCost(OfPower, frozen=True):
    pp: int
    text: ClassVar = "{who} {who:loses/lose} {pp} PP for lost victory points"


def lost_points(turn: Turn[World]) -> Iterator[Event]:
    each, found = -tables().prestige["per_vp_lost"], dict[str, int]()
    for who in turn.world.codes:
        realm = turn.world.powers[who]
        cost = min(realm.pp, each * max(0, realm.vp_last - realm.vp))
        if cost:
            found[who] = cost
            yield PointsCost(who, cost)
    yield PrestigeForPoints(found)


# conditions


def is_fed(world: World, who: str) -> bool:
    """Food for all settlements, without which nobody wins [5.15.4]."""
    need, grain, fish = 0, 0, 0
    for there in world.fields.values():
        if there.settlement and there.settlement.owner == who:
            need += tables().buildings[there.settlement.kind].feed
            grain += there.settlement.grain
        if there.yard and there.yard.owner == who:
            fish += there.yard.fish
    have = grain + fish // 2 if world.on("agriculture") else world.powers[who].gold
    return have >= need


def counting_points(world: World, who: str) -> int:
    """Victory points that count for DOMINANCE: not too many from bonds [5.15.7]."""
    realm, cap = world.powers[who], world.settings.bond_vp
    return realm.vp if cap is None else realm.vp - max(0, realm.vp_bonds - cap)


def goals(board: Board, who: str) -> dict[str, int]:
    """The figures behind the five goals of MIGHT."""
    own = board.own_cus(who)
    fields = board.world.fields
    cities = [code for code in own if (there := fields[code].settlement) and there.kind == CTY]
    return {
        "A": len(board.land(who)),
        "B": len(own),
        "C": agriculture(board, who),
        "D": len(cities),
        "E": board.world.powers[who].pp,
    }


def agriculture(board: Board, who: str) -> int:
    """Agriculture points: connected stores and herds alone [5.15.2]."""
    found, fish = 0, 0
    for part in board.parts(who):
        for code in part:
            there = board.world.fields[code]
            own = there.settlement if board.cus(code, who) else None
            if own:
                found += own.grain + sum(tables().herds[herd].ap for herd in own.herds)
            if board.yard(code, who) and there.yard:
                fish += there.yard.fish
            if there.herd and there.herd.owner == who:
                found += tables().herds[there.herd.kind].ap
    return found + fish // 2


def is_sovereign(world: World, who: str) -> bool:
    """Every other active power is bound to it [5.15.3]."""
    if not any(pact.a == who for pact in world.pacts):
        return False
    others = [other for other in world.codes if other != who and world.is_active(other)]
    if not others or not world.is_active(who):
        return False
    only_vassals = len(others) == 1 and world.settings.duel == "vassal"
    kinds = ("VASSAL",) if only_vassals else ("VASSAL", "TRIBUTE", "REDEEM")
    bound = {pact.b for pact in world.pacts if pact.a == who and pact.kind in kinds}
    return all(other in bound for other in others)


def is_won(board: Board, who: str, way: Way) -> bool:
    world, claim = board.world, board.world.powers[who].claim
    if way == "SOVEREIGNTY":
        return is_sovereign(world, who) and is_fed(world, who)
    if not claim or claim.turn >= world.turn or claim.kind != way or not is_fed(world, who):
        return False
    if way == "DOMINANCE":
        return counting_points(world, who) >= tables().vp.dominance
    have = goals(board, who)
    return all(have[goal] >= tables().might[goal] for goal in claim.goals)


def victory(turn: Turn[World]) -> Iterator[Event]:
    """The ways in their order; then by points, prestige and code [5.15.6]."""
    world = turn.world
    board = Board(world)
    for way in WAYS:
        winners = [who for who in world.codes if is_won(board, who, way)]
        if winners:
            yield Won(min(winners, key=lambda who: standing(world, who)), way)
            return
    if world.turn >= world.last_turn:
        yield from importance(world, board)


def standing(world: World, who: str) -> tuple[int, int, str]:
    return -world.powers[who].vp, -world.powers[who].pp, who


def importance(world: World, board: Board) -> Iterator[Event]:
    found = {who: importance_of(world, board, who) for who in world.codes}
    names = world.names()
    yield Scored(found, ", ".join(f"{names[who]} {points}" for who, points in found.items()))
    yield Won(most_important(world, board, found), "IMPORTANCE")


def most_important(world: World, board: Board, found: Mapping[str, int]) -> str:
    active = [who for who in world.codes if world.is_active(who)] or world.codes
    able = [who for who in active if is_fed(world, who)] or active
    return min(able, key=lambda who: (-found[who], -wealth(world, board, who), standing(world, who)))


def ended_early(world: World) -> Result:
    """By importance, as after the last round."""
    board = Board(world)
    winner = most_important(world, board, {who: importance_of(world, board, who) for who in world.codes})
    return Result("IMPORTANCE", f"{world.names()[winner]} won by IMPORTANCE", (winner,))


def importance_of(world: World, board: Board, who: str) -> int:
    rows = tables().importance
    found = rows["sea"] * len(board.seas(who))
    for code in board.land(who):
        looted = world.fields[code].looted
        found += rows["looted"] if looted else rows["cus"] if board.cus(code, who) else rows["land"]
    for pact in world.pacts:
        worth = 0 if pact.kind == "TRUCE" else rows["tribute"] if pact.kind == "TRIBUTE" else rows["bond"]
        found += worth * ((pact.a == who) - (pact.b == who))
    return found


def wealth(world: World, board: Board, who: str) -> Fraction:
    """Gold, and the price of all that a power has on the map."""
    found = Fraction(world.powers[who].gold)
    for _, _, units in world.stands(who):
        found += sum(count * price_of_unit(kind(key).type) for key, count in units.items())
    for there in world.fields.values():
        own, yard = there.settlement, there.yard
        if own and own.owner == who:
            found += prices(VIL, *([CTY] if own.kind == CTY else []), *([FRT] if own.fort else []))
            found += own.grain * (tables().buys(GRAIN, True) or 0)
        if yard and yard.owner == who:
            found += prices(DCK, *([PRT] if yard.kind == PRT else []))
            found += yard.fish * (tables().buys(FISH, True) or 0)
    herds = herds_of(world, who)
    return found + sum(herds[herd] * (tables().buys(herd, True) or 0) for herd in HERDS)


def prices(*kinds: str) -> int:
    return sum(tables().buildings[what].price for what in kinds)


def price_of_unit(unit: str) -> int:
    """An upgraded unit costs its men too."""
    row = tables().units[unit]
    if row.upgrade is not None:
        return (tables().units["LI"].buy or 0) + row.upgrade
    return row.buy or 0


def claims_tidied(turn: Turn[World]) -> Iterator[Event]:
    yield ClaimsTidied(turn.world.turn)


class LossesForgotten(Event, frozen=True):
    """Old marks of lost settlements are dropped [5.15.8]."""

    before: int
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for there in world.fields.values():
            if there.lost:
                there.lost = {who: turn for who, turn in there.lost.items() if turn > self.before}


def losses_forgotten(turn: Turn[World]) -> Iterator[Event]:
    yield LossesForgotten(turn.world.turn - turn.world.settings.retake_rounds)
