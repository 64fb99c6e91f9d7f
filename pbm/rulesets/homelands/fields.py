"""Sowing, the summer, and the harvest [5.3.4, 5.3.5, 5.3.6]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, partly
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import by_cause, unconnected, uncontrolled
from pbm.rulesets.homelands.luck import Thrown, thrown
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, no_room
from pbm.rulesets.homelands.stock import use_grain
from pbm.rulesets.homelands.tables import AUTUMN, SPRING, tables
from pbm.rulesets.homelands.world import Sown, World

ALL = "ALL"
SOWING, HARVEST = "sowing", "harvest"


class FieldSown(OfPower, frozen=True):
    where: Place
    grain: dict[str, int]
    """Out of which stores."""
    text: ClassVar = "{who} {who:sows/sow} {where}"

    def apply(self, world: World) -> None:
        use_grain(world, self.grain)
        world.fields[self.where].sown = Sown(self.who, 1)


def sowing_refusal(at: Scene, code: str) -> Refusal | None:
    """Why a field cannot be sown, grain apart."""
    there, spot = at.at(code), at.chart[code]
    if not spot.is_land or not at.board.controls(at.who, code):
        return Refusal("5.3.4", uncontrolled(at.board, at.who, code))
    if not spot.grain:
        return Refusal("5.3.4", f"nothing grows on grey fields: {at.world.called(code)}", kind="lasting")
    if there.sown:
        return Refusal("5.3.4", f"sown already: {at.world.called(code)}")
    if there.herd:
        return Refusal("5.3.4", f"a herd is there: {at.world.called(code)}")
    if not at.board.connected(at.who, code):
        return Refusal("5.3.4", unconnected(at.board, at.who, code))
    return None


def no_grain(at: Scene, code: str) -> Refusal:
    return Refusal("5.3.4", f"no grain is left in its stores for {at.world.called(code)}", kind="purse")


class Seed:
    """The grain of a power's stores while a line is worked out."""

    def __init__(self, at: Scene) -> None:
        self.at = at
        self.left = {code: own.grain for code in at.board.own_cus(at.who) if (own := at.at(code).settlement)}

    def take(self, code: str) -> dict[str, int] | None:
        """Grain for a field, the field's own store first, then by code; a looted field takes one more [5.9.2]."""
        part = self.at.board.part(self.at.who, code) or frozenset()
        needed, found = 1 + self.at.at(code).looted, dict[str, int]()
        stores = sorted((store for store in self.left if store in part), key=lambda store: (store != code, store))
        if sum(self.left[store] for store in stores) < needed:
            return None
        for store in stores:
            amount = min(needed, self.left[store])
            if amount:
                found[store] = amount
                self.left[store] -= amount
                needed -= amount
        return found


def fields_in_words(where: tuple[str, ...] | str, number: int | None) -> tuple[str, ...] | str:
    """ALL in words; named fields as they are."""
    if isinstance(where, tuple):
        return where
    return (
        "every field that allows it"
        if number is None
        else "the first field"
        if number == 1
        else f"the first {number} fields"
    )


class OnFields(HomeOrder, frozen=True):
    """An order for named fields, or for ALL that allow it."""

    where: tuple[Place, ...] | str
    number: int | None
    """Only behind ALL."""

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        return ("fields, or ALL [number]",)

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "where": fields_in_words(self.where, self.number), "number": None}


@action("5.3.4", form="SOW {where} {number}", meaning="sow {where}", costs="1 grain, 2 if looted")
class Sow(OnFields, frozen=True):
    """Grain onto fields you control; ALL: the best first."""

    step: ClassVar = SOWING
    seasons: ClassVar = (SPRING,)
    switches: ClassVar = ("agriculture",)

    def plan(self, at: Scene) -> Done:
        return self.all_fields(at) if self.where == ALL else self.named(at)

    def named(self, at: Scene) -> Done:
        seed, events, reasons = Seed(at), list[Event](), list[Refusal]()
        done: list[str] = []
        for code in self.where:
            reason = sowing_refusal(at, code)
            if code in done:
                reason = Refusal("5.3.4", f"sown already: {at.world.called(code)}")
            grain = None if reason else seed.take(code)
            if reason or grain is None:
                reasons.append(reason or no_grain(at, code))
            else:
                done.append(code)
                events.append(FieldSown(at.who, code, grain))
        return several(len(done), len(self.where), events, reasons)

    def all_fields(self, at: Scene) -> Done:
        seed, events, unfit = Seed(at), list[Event](), list[tuple[str, Refusal]]()
        fields = at.board.land(at.who)
        for code in sorted(fields, key=lambda code: (-at.chart[code].grain, at.at(code).looted, code)):
            if self.number is not None and len(events) >= self.number:
                break
            if reason := sowing_refusal(at, code):
                unfit.append((code, reason))
            elif grain := seed.take(code):
                events.append(FieldSown(at.who, code, grain))
            else:
                unfit.append((code, no_grain(at, code)))
        nothing = (Refusal("5.3.4", "you control no land"),)
        return partly(len(events), self.number or max(1, len(events)), events, *(by_cause(at.world, unfit) or nothing))


def several(done: int, asked: int, events: list[Event], reasons: list[Refusal]) -> Done:
    """Of several fields some may fail [3.2]."""
    return partly(done if reasons else asked, asked, events, *reasons)


# summer


class Grew(OfPower, frozen=True):
    """Weather and yield of a sown field."""

    where: Place
    weather: str
    grain: int
    dice: tuple[int, ...] = ()
    pp: int = 0
    text: ClassVar = "{where}: {weather} weather, {grain} grain stand there<; dice {dice}>"

    def apply(self, world: World) -> None:
        sown = world.fields[self.where].sown
        assert sown
        sown.grain = self.grain
        world.powers[self.who].pp -= self.pp
        if self.pp:
            world.round.luck[self.who]["WEATHER"] -= 1


def summer(turn: Turn[World]) -> Iterator[Event]:
    """Each sown field, whoever controls it, has its weather and its yield."""
    world = turn.world
    if not world.on("agriculture"):
        return
    for code in world.chart.codes:
        sown, spot = world.fields[code].sown, world.chart[code]
        if not sown:
            continue
        weather, found = "normal", Thrown(())
        if world.on("weather"):
            row = tables().summer[spot.climate]
            found = thrown(turn, sown.owner, "WEATHER", f"weather.summer.{code}", lambda die: row.of(die) == "bad")  # noqa: B023
            weather = row.of(found.dice[-1])
        change = {"good": 1, "normal": 0, "bad": -1}[weather]
        yield Grew(sown.owner, code, weather, sown.grain + change + spot.grain, found.dice, found.pp)


# autumn


class Harvested(OfPower, frozen=True):
    where: Place
    store: Place
    grain: int
    text: ClassVar = "{who} {who:brings/bring} {grain} grain from {where} into the store of {store}"

    def apply(self, world: World) -> None:
        there, settlement = world.fields[self.where], world.fields[self.store].settlement
        assert there.sown
        assert settlement
        there.sown.grain -= self.grain
        settlement.grain += self.grain
        if not there.sown.grain:
            there.sown = None


def grain_room(at: Scene, code: str) -> int:
    own = at.at(code).settlement if at.board.cus(code, at.who) else None
    return own.room("grain") - own.grain if own else 0


@action("5.3.6", form="HARVEST {where} {store} {number}", meaning="bring {number} grain from {where} into {store}")
class Harvest(HomeOrder, frozen=True):
    """Which store a field's grain goes to; the rest is harvested by itself."""

    where: Place
    store: Place
    number: Number
    step: ClassVar = HARVEST
    seasons: ClassVar = (AUTUMN,)
    switches: ClassVar = ("agriculture",)

    def plan(self, at: Scene) -> Done:
        sown, part = at.at(self.where).sown, at.board.part(at.who, self.where)
        if not sown or sown.owner != at.who:
            return failed("5.3.6", f"no grain of yours stands in {at.world.called(self.where)}")
        if not at.board.controls(at.who, self.where):
            return failed("5.3.6", uncontrolled(at.board, at.who, self.where))
        if not at.board.cus(self.store, at.who):
            return failed("5.3.6", f"no open settlement of yours is in {at.world.called(self.store)}")
        if part is None or self.store not in part:
            return failed("5.3.6", f"{at.world.called(self.where)} and {at.world.called(self.store)} are not connected")
        asked, room = max(0, self.number.of(sown.grain)), grain_room(at, self.store)
        amount = min(asked, sown.grain, room)
        text = (
            no_room(room, f"in {at.world.called(self.store)}")
            if room < asked
            else f"only {sown.grain} grain stands there"
        )
        event = Harvested(at.who, self.where, self.store, amount)
        return partly(amount, max(1, asked), [event], Refusal("5.3.6", text))


def harvest(turn: Turn[World]) -> Iterator[Event]:
    """What no order brought in goes into the own store, then into others by code."""
    world = turn.world
    board = Board(world)
    for code in world.chart.codes if world.on("agriculture") else ():
        sown = world.fields[code].sown
        part = board.part(sown.owner, code) if sown and board.controls(sown.owner, code) else None
        if not sown or part is None:
            continue
        at = Scene(world, sown.owner, board=board)
        for store in sorted(board.stores(sown.owner, part), key=lambda store: (store != code, store)):
            left = world.fields[code].sown
            if left and (amount := min(left.grain, grain_room(at, store))):
                yield Harvested(at.who, code, store, amount)
