"""UPGRADE, DEGRADE, DISBAND and DISMANTLE [5.13.3, 5.13.4, 5.18.17]."""

from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.building import TRADE
from pbm.rulesets.homelands.conquest import site_gone
from pbm.rulesets.homelands.crossing import capacity, load
from pbm.rulesets.homelands.drawing import ABOARD, BUILDING, INSIDE, OPEN, YARD, Drawn, Group, draw
from pbm.rulesets.homelands.market import herd_gone
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Earned, add, drop, perished
from pbm.rulesets.homelands.tables import CTY, PRT, VIL, tables
from pbm.rulesets.homelands.trade import affordable, bought, limit_left
from pbm.rulesets.homelands.units import SEVERAL_UNITS, SHIPS, TYPES, Units, added, kind, less, put, told, unit_words
from pbm.rulesets.homelands.world import HerdKind, World

UPGRADE, DEGRADE = "5.13.3", "5.13.4"
PLACES = (OPEN, INSIDE, ABOARD, YARD, BUILDING)
MADE_IN = {
    "HI": "an open city of yours",
    "CV": "an open settlement of yours",
    "SM": "the field of an enemy settlement that is encircled",
    "TS": "a dock or port of yours",
    "WS": "a port of yours",
}
"""Where each upgrade may be bought [5.13.3]."""
"""In which order units are degraded and disbanded."""


class Upgraded(OfPower, frozen=True):
    """Light infantry become something better."""

    where: Place
    place: str
    left: Units
    unit: str
    target: Place
    into: str
    gold: int
    limit: str
    what: str
    text: ClassVar = "{who} {who:makes/make} {what} into {unit} in {where} for {gold} gold"
    words: ClassVar = SEVERAL_UNITS

    def apply(self, world: World) -> None:
        number = sum(self.left.values())
        drop(world, self.where, self.who, self.place, self.left)
        add(world, self.target, self.who, self.into, {self.unit: number})
        world.powers[self.who].gold -= self.gold
        bought(world, self.where, self.limit, number)


class HorseUsed(OfPower, frozen=True):
    where: Place
    inside: bool
    text: ClassVar = "{who} {who:mounts/mount} riders on the horses of {where}"

    def apply(self, world: World) -> None:
        horse: HerdKind = "HORSE"
        herd_gone(world, self.where, horse, self.inside)


class Degraded(OfPower, frozen=True):
    """Units become light infantry again."""

    where: Place
    place: str
    left: Units
    target: Place
    into: str
    gold: int
    what: str
    text: ClassVar = "{who} {who:makes/make} {what} in {where} light infantry again<, for {gold} gold>"

    def apply(self, world: World) -> None:
        drop(world, self.where, self.who, self.place, self.left)
        add(world, self.target, self.who, self.into, {"LI": sum(self.left.values())})
        world.powers[self.who].gold += self.gold


@action(UPGRADE, form="UPGRADE {where} {unit} {number}", meaning="make {number} light infantry in {where} into {unit}",
        costs="the table of units")  # fmt: skip
class Upgrade(HomeOrder, frozen=True):
    """Light infantry become heavy infantry, cavalry, ships or siege machines."""

    where: Place
    unit: str
    number: Number
    step: ClassVar = TRADE

    def flaw(self) -> str:
        return super().flaw() or ("write the type without a level" if kind(self.unit).level else "")

    def plan(self, at: Scene) -> Done:
        row = tables().units[self.unit]
        if row.upgrade is None:
            return failed(UPGRADE, f"no upgrade makes {unit_words(self.unit, 2)}", "lasting")
        if reason := self.wrong_place(at):
            return refused(reason)
        limit = "ships" if self.unit in SHIPS else f"SM {at.who}" if self.unit == "SM" else "upgrade"
        price = self.price(at)
        horses = self.horses(at)
        men = draw(at, self.where, "LI", Number(10**6), (OPEN, INSIDE))
        most = [limit_left(at, self.where, limit, "upgrade"), affordable(price, at.realm.gold), men.number]
        if horses is not None:
            most.append(len(horses))
        if self.unit in SHIPS:
            most.append(self.berths(at))
        able = max(0, min(most))
        asked = max(0, self.number.of(able))
        number = min(asked, able)
        return partly(
            number, max(1, asked), self.events(at, number, price, limit, horses), self.short(most, asked, price)
        )

    def short(self, most: list[int], asked: int, price: int) -> Refusal:
        last = "no berth is free" if self.unit in SHIPS else "no herd of horses is at hand"
        texts = (
            "the place makes no more in this round",
            f"not enough gold: each costs {price}",
            "too few light infantry are there",
            last,
        )
        found = [text for text, number in zip(texts, most, strict=False) if number < max(1, asked)]
        found.sort(key=texts[1].__eq__)
        return Refusal(UPGRADE, found[0] if found else texts[0])

    def wrong_place(self, at: Scene) -> Refusal | None:
        there = at.at(self.where).settlement
        if self.unit == "SM" and there and at.board.encircler(self.where) and at.board.hostile(at.who, there.owner):
            return None
        if is_made_in(at, self.where, self.unit):
            return None
        needs, made = MADE_IN.get(self.unit), unit_words(self.unit, 2)
        return Refusal(UPGRADE, f"{made} are made in {needs}" if needs else f"no upgrade makes {made}")

    def price(self, at: Scene) -> int:
        row = tables().units[self.unit]
        price = row.upgrade or 0
        if self.unit == "CV" and not at.world.on("agriculture") and row.upgrade_fast is not None:
            return row.upgrade_fast
        return max(0, price - at.faction.ship_discount) if self.unit in SHIPS else price

    def horses(self, at: Scene) -> list[tuple[str, bool]] | None:
        """The herds of horses that can be used up: the field's, then by code."""
        if self.unit != "CV" or not at.world.on("agriculture"):
            return None
        part = at.board.part(at.who, self.where) or frozenset()
        found: list[tuple[str, bool]] = []
        for code in sorted(part, key=lambda code: (code != self.where, code)):
            there = at.at(code)
            if there.herd and there.herd.owner == at.who and there.herd.kind == "HORSE":
                found.append((code, False))
            own = there.settlement
            if own and own.owner == at.who:
                found += [(code, True)] * own.herds.count("HORSE")
        return found

    def yard_room(self, at: Scene) -> int:
        yard = at.at(self.where).yard
        return max(0, yard.room("ships") - sum(yard.ships.values())) if yard else 0

    def open_sea(self, at: Scene) -> str | None:
        seas = [code for code in at.chart.coasts[self.where] if not at.board.hostile_ships(at.who, code)]
        return seas[0] if seas else None

    def berths(self, at: Scene) -> int:
        return 10**6 if self.open_sea(at) else self.yard_room(at)

    def events(
        self, at: Scene, number: int, price: int, limit: str, horses: list[tuple[str, bool]] | None
    ) -> list[Event]:
        found: list[Event] = [HorseUsed(at.who, code, inside) for code, inside in (horses or [])[:number]]
        room, sea = self.yard_room(at), self.open_sea(at)
        for place, units in draw(at, self.where, "LI", Number(number), (OPEN, INSIDE)).groups:
            for key, count in units.items():
                if self.unit not in SHIPS:
                    found.append(self.made(at, place, {key: count}, self.where, place, price, limit))
                    continue
                docked = min(room, count)
                room -= docked
                if docked:
                    found.append(self.made(at, place, {key: docked}, self.where, YARD, price, limit))
                if count > docked and sea:
                    found.append(self.made(at, place, {key: count - docked}, sea, OPEN, price, limit))
        return found

    def made(self, at: Scene, place: str, units: Units, target: str, into: str, price: int, limit: str) -> Upgraded:
        gold = price * sum(units.values())
        return Upgraded(at.who, self.where, place, units, self.unit, target, into, gold, limit, told(units))


def is_made_in(at: Scene, where: str, unit: str) -> bool:
    """Whether a city, settlement or yard of one's own makes such units."""
    own = at.board.cus(where, at.who)
    if unit in ("HI", "CV"):
        return own is not None and (unit == "CV" or own.kind == CTY)
    return unit in SHIPS and at.board.yard(where, at.who, *([PRT] if unit == "WS" else [])) is not None


def drawn_for(at: Scene, where: str, unit: str, number: Number) -> Drawn:
    """Idle, inside, aboard, in the yard, then builders; ALL counts the idle, of ships those in the yard too."""
    ships = kind(unit).type in SHIPS
    sea = at.chart[where].is_sea
    counted = (OPEN, YARD) if ships else (ABOARD,) if sea else (OPEN,)
    return draw(at, where, unit, number, PLACES, types=TYPES, counted=counted)


def cargo_left(at: Scene, where: str, groups: list[Group]) -> Refusal | None:
    """Why ships at sea cannot be spared."""
    if not at.chart[where].is_sea:
        return None
    there = at.at(where)
    ships = there.units.get(at.who, {})
    cargo = there.cargo.get(at.who, {})
    for place, units in groups:
        ships = less(ships, units) if place == OPEN else ships
        cargo = less(cargo, units) if place == ABOARD else cargo
    fits = load(cargo) <= capacity(ships)
    return None if fits else Refusal(DEGRADE, "cargo would be left behind")


class Dismissal(HomeOrder, frozen=True):
    """Units leave their rank."""

    where: Place
    unit: str
    number: Number
    step: ClassVar = TRADE


@action(DEGRADE, form="DEGRADE {where} {unit} {number}", meaning="make {number} {unit} in {where} light infantry again")
class Degrade(Dismissal, frozen=True):
    """Units become light infantry, for some gold in the right place."""

    def plan(self, at: Scene) -> Done:
        unit = kind(self.unit).type
        if tables().units[unit].upgrade is None:
            return failed(DEGRADE, f"{unit_words(unit, 2)} are not degraded", "lasting")
        drawn = drawn_for(at, self.where, self.unit, self.number)
        if unit in SHIPS and (reason := cargo_left(at, self.where, drawn.groups)):
            return refused(reason)
        if unit in SHIPS and at.chart[self.where].is_sea and self.landing(at) is None:
            return failed(DEGRADE, "there is nowhere to land")
        gold = self.gold(at, unit)
        events = [self.event(at, place, units, gold) for place, units in drawn.groups]
        return partly(drawn.number, max(1, drawn.asked), events, Refusal(DEGRADE, "not so many are there"))

    def event(self, at: Scene, place: str, units: Units, gold: int) -> Degraded:
        target, into = self.where, place
        if kind(self.unit).type in SHIPS:
            target, into = (self.landing(at) or self.where) if at.chart[self.where].is_sea else self.where, OPEN
        return Degraded(at.who, self.where, place, units, target, into, gold * sum(units.values()), told(units))

    def landing(self, at: Scene) -> str | None:
        """The adjacent field with an own yard, else a controlled one, of lowest code."""
        shores = at.chart.coasts[self.where]
        yards = [code for code in shores if at.board.yard(code, at.who)]
        own = [code for code in shores if at.board.controls(at.who, code)]
        return next(iter([*yards, *own]), None)

    def gold(self, at: Scene, unit: str) -> int:
        row = tables().units[unit]
        right = is_made_in(at, self.where, unit) and at.board.connected(at.who, self.where)
        return row.in_place if right else row.out


@action(DEGRADE, form="DISBAND {where} {unit} {number}", meaning="disband {number} {unit} in {where}")
class Disband(Dismissal, frozen=True):
    """Units are gone."""

    def plan(self, at: Scene) -> Done:
        drawn = drawn_for(at, self.where, self.unit, self.number)
        if reason := cargo_left(at, self.where, drawn.groups):
            return refused(reason)
        events: list[Event] = [perished(at.who, self.where, place, units, "disbanded") for place, units in drawn.groups]
        price = at.faction.sell_li if kind(self.unit).type == "LI" else 0
        if price and drawn.number:
            events.append(Earned(at.who, price * drawn.number, "men sold"))
        return partly(drawn.number, max(1, drawn.asked), events, Refusal(DEGRADE, "not so many are there"))


class Dismantled(OfPower, frozen=True):
    """A village is pulled down with its yard; those inside stand in the open."""

    where: Place
    gold: int
    verb: ClassVar = "dismantled"
    text: ClassVar = "{who} {who:pulls/pull} down the village in {where} for {gold} gold"
    news: ClassVar = "{who} {who:pulls/pull} down the village in {where}"

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        assert there.settlement
        inside, ships = there.settlement.inside, there.yard.ships if there.yard else {}
        there.settlement = there.yard = None
        site_gone(there, self.who)
        if more := added(inside, ships):
            put(there.units.setdefault(self.who, {}), more)
        world.powers[self.who].gold += self.gold


@action("5.18.17", form="DISMANTLE {where}", meaning="pull down the village in {where}")
class Dismantle(HomeOrder, frozen=True):
    """Pull down a village of your own for gold, if your faction does such things."""

    where: Place
    step: ClassVar = TRADE

    def plan(self, at: Scene) -> Done:
        own = at.board.cus(self.where, at.who)
        if not at.faction.dismantle:
            return failed("5.18.17", "this is not for your faction", "lasting")
        if not own or own.kind != VIL:
            return failed("5.18.17", "no open village of yours is there")
        return ok(Dismantled(at.who, self.where, at.faction.dismantle))
