"""Spring: New Year, calves, muster [5.3.1, 5.3.2, 5.3.3]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, partly
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.pacts import PactEnded
from pbm.rulesets.homelands.stock import Earned, Points, Prestige, raised
from pbm.rulesets.homelands.tables import HERD_WORDS, HERDS, SPRING, tables
from pbm.rulesets.homelands.world import Herd, HerdKind, World

NONE = "NONE"
CALVES, MUSTER = "calves", "muster"


class CountersCleared(Event, frozen=True):
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for realm in world.powers.values():
            realm.killed = realm.lost = 0


def new_year(turn: Turn[World]) -> Iterator[Event]:
    """Points for last year's fallen, the dues of vassals, a least prestige; tributes lapse."""
    world = turn.world
    rows = tables()
    if world.year < 2:
        return
    for who in world.codes:
        realm = world.powers[who]
        if won := rows.band(realm.killed):
            yield Points(who, won, "units eliminated last year")
        if lost := rows.band(realm.lost):
            yield Points(who, -lost, "units lost last year")
    yield CountersCleared()
    yield from dues(world)
    floor = rows.prestige["floor_new_year"]
    for who in world.codes:
        if world.powers[who].pp < floor:
            yield Prestige(who, floor - world.powers[who].pp, "New Year")
    for pact in list(world.pacts):
        if pact.kind == "TRIBUTE":
            yield PactEnded(pact.a, pact.b, pact.kind)


def dues(world: World) -> Iterator[Event]:
    """For each vassal; a bond made in this very round pays none yet."""
    won, paid = tables().vp.bond
    for pact in list(world.pacts):
        if pact.kind == "VASSAL" and (pact.a, pact.b) not in world.round.bonds:
            yield Prestige(pact.a, tables().prestige["vassal"], "a vassal's due")
            yield Points(pact.a, won, "a vassal's due", won)
            yield Points(pact.b, paid, "a vassal's due")


# calves


class Calved(OfPower, frozen=True):
    """A calf comes onto a field or into a settlement, or is not taken."""

    kind: HerdKind
    where: Place | None
    inside: bool = False
    text: ClassVar = "a new herd of {kind} for {who}<, in {where}>"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        used = world.round.calves.setdefault(self.who, {})
        used[self.kind] = used.get(self.kind, 0) + 1
        if self.where is None:
            return
        born = world.round.born.setdefault(self.who, {})
        born[self.kind] = born.get(self.kind, 0) + 1
        there = world.fields[self.where]
        if self.inside:
            assert there.settlement
            there.settlement.herds.append(self.kind)
        else:
            there.herd = Herd(self.who, self.kind)


def herds_of(world: World, who: str) -> dict[str, int]:
    """All herds of a power by kind, inside ones too."""
    found = dict.fromkeys(HERDS, 0)
    for there in world.fields.values():
        if there.herd and there.herd.owner == who:
            found[there.herd.kind] += 1
        if there.settlement and there.settlement.owner == who:
            for herd in there.settlement.herds:
                found[herd] += 1
    return found


def calves_due(world: World, who: str, kind: str) -> int:
    """One for every two equal herds, less those that have come."""
    born = world.round.born.get(who, {}).get(kind, 0)
    used = world.round.calves.get(who, {}).get(kind, 0)
    return (herds_of(world, who)[kind] - born) // 2 - used


def has_room_inside(at: Scene, code: str) -> bool:
    own = at.board.cus(code, at.who) and at.at(code).settlement
    return bool(own and len(own.herds) < own.room("herds"))


def is_pasture(at: Scene, code: str) -> bool:
    there = at.at(code)
    return not there.herd and not there.sown


@action("5.3.3", form="CALF {kind} {where}", meaning="the calf of the {kind} goes to {where}")
class Calf(HomeOrder, frozen=True):
    """Where a new herd goes, or NONE if you do not want it."""

    kind: str
    where: Place
    step: ClassVar = CALVES
    seasons: ClassVar = (SPRING,)
    switches: ClassVar = ("agriculture",)

    def said(self, number: int) -> Mapping[str, object]:
        return {"kind": self.kind, "where": "nobody" if self.where == "NONE" else self.where}

    def untimely(self, world: World) -> Refusal | None:
        first = world.turn and world.year < 2
        return super().untimely(world) or (Refusal("5.3.3", "there are no calves in the first year") if first else None)

    def plan(self, at: Scene) -> Done:
        kind: HerdKind = self.kind  # type: ignore[assignment]
        if calves_due(at.world, at.who, self.kind) <= 0:
            return failed("5.3.3", f"no pair of {HERD_WORDS[self.kind]} is left to calve")
        if self.where == NONE:
            return ok(Calved(at.who, kind, None))
        if not at.chart[self.where].is_land or not at.board.connected(at.who, self.where):
            return failed("5.3.3", "it is not connected with a settlement of yours")
        if is_pasture(at, self.where) and at.board.controls(at.who, self.where):
            return ok(Calved(at.who, kind, self.where))
        if has_room_inside(at, self.where):
            return ok(Calved(at.who, kind, self.where, inside=True))
        return failed("5.3.3", "no room there")


def calves(turn: Turn[World]) -> Iterator[Event]:
    """What no order placed, by default."""
    world = turn.world
    if world.year < 2 or not world.on("agriculture"):
        return
    board = Board(world)
    for who in world.codes:
        at = Scene(world, who, board=board)
        for kind in HERDS:
            for _ in range(max(0, calves_due(world, who, kind))):
                yield default_calf(at, kind)


def default_calf(at: Scene, kind: str) -> Calved:
    herd: HerdKind = kind  # type: ignore[assignment]
    fields = [code for code in at.board.lgf(at.who) if is_pasture(at, code)]
    if fields:
        return Calved(at.who, herd, min(fields, key=lambda code: (at.chart[code].grain, code)))
    stores = [code for code in at.board.own_cus(at.who) if has_room_inside(at, code)]
    return Calved(at.who, herd, stores[0], inside=True) if stores else Calved(at.who, herd, None)


# muster


class Mustered(OfPower, frozen=True):
    text: ClassVar = "{who} {who:musters/muster} for this spring"

    def apply(self, world: World) -> None:
        world.round.mustered.append(self.who)


@action("5.3.2", form="MUSTER {number}", meaning="muster {number:unit/units} overseas", costs="2 gold each")
class Muster(HomeOrder, frozen=True):
    """Up to two heavy infantry on the neutral field of your kin, once each spring."""

    number: int
    step: ClassVar = MUSTER
    seasons: ClassVar = (SPRING,)

    def plan(self, at: Scene) -> Done:
        row = at.faction.muster
        if not row or row["field"] not in at.world.fields:
            return failed("5.18.15", "this faction does not muster", "lasting")
        if at.who in at.world.round.mustered:
            return failed("5.3.2", "already mustered this spring")
        if self.number > row["max"]:
            return failed("5.3.2", f"at most {row['max']} come each spring", "lasting")
        room = at.world.settings.unit_limit - at.world.unit_count(at.who)
        number = max(0, min(self.number, at.realm.gold // row["gold"], room))
        reason = Refusal("5.3.2", f"not enough gold: each costs {row['gold']}", kind="purse")
        if room < self.number:
            reason = Refusal("5.1.10", f"the limit of {at.world.settings.unit_limit} units is reached")
        events = [
            Mustered(at.who),
            Earned(at.who, -number * row["gold"], "muster"),
            raised(at.who, row["field"], "open", {row["unit"]: number}),
        ]
        return partly(number, self.number, events, reason)
