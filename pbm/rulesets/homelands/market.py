"""Goods bought and sold, herds culled, meat sold [5.13.6]."""

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.building import TRADE
from pbm.rulesets.homelands.herding import amounts, store
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, no_room
from pbm.rulesets.homelands.tables import GOODS_WORDS, HERD_WORDS, HERDS, MEAT, WINTER, tables
from pbm.rulesets.homelands.world import Herd, HerdKind, World

RULE = "5.13.6"


class GoodsTraded(OfPower, frozen=True):
    """Grain or fish bought for gold, or sold."""

    where: Place
    good: str
    amount: int
    """What comes into the store; less than nothing if it is sold."""
    gold: int
    text: ClassVar = "{who} {who:trades/trade} in {where}: {amount:+} {good}, {gold:+} gold"
    words: ClassVar = GOODS_WORDS

    def apply(self, world: World) -> None:
        store(world, self.where, self.good, self.amount)
        world.powers[self.who].gold += self.gold


class HerdTraded(OfPower, frozen=True):
    where: Place
    kind: HerdKind
    gold: int
    change: str
    """Bought, sold from the field, or sold from inside."""
    text: ClassVar = "{who}, {kind} in {where}: {change}, {gold:+} gold"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        if self.change == "bought":
            there.herd = Herd(self.who, self.kind)
        else:
            herd_gone(world, self.where, self.kind, inside=self.change == "sold from inside")
        world.powers[self.who].gold += self.gold


class Culled(OfPower, frozen=True):
    """A herd becomes meat."""

    where: Place
    kind: HerdKind
    meat: int
    inside: bool
    text: ClassVar = "{who} {who:culls/cull} the {kind} in {where}: {meat} meat"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        herd_gone(world, self.where, self.kind, self.inside)
        rows = world.round.meat.setdefault(self.who, {})
        rows[self.where] = rows.get(self.where, 0) + self.meat


class MeatSold(OfPower, frozen=True):
    meat: int
    gold: int
    text: ClassVar = "{who} {who:sells/sell} {meat} meat for {gold} gold"

    def apply(self, world: World) -> None:
        world.round.meat.pop(self.who, None)
        world.powers[self.who].gold += self.gold


def herd_gone(world: World, where: str, kind: HerdKind, inside: bool) -> None:
    there = world.fields[where]
    if inside:
        assert there.settlement
        there.settlement.herds.remove(kind)
    else:
        there.herd = None


def has_port(at: Scene, where: str, good: str) -> bool:
    """Whether port prices hold: an open port in the component, or horses of a horse people [5.18.18]."""
    part = at.board.part(at.who, where)
    port = part is not None and at.board.has_port(at.who, part)
    return port or (good == "HORSE" and at.faction.horse_trade)


def closed_market(at: Scene, good: str, where: str) -> Refusal | None:
    if not at.world.on("agriculture"):
        return Refusal("3.3", "this game is played without agriculture", kind="lasting")
    if good == MEAT:
        return Refusal(RULE, "meat is neither bought nor sold by order", kind="lasting")
    return None if at.board.cus(where, at.who) else Refusal(RULE, "no open settlement of yours is there")


def bought(at: Scene, good: str, where: str, number: Number) -> Done:
    if reason := closed_market(at, good, where):
        return refused(reason)
    price = tables().buys(good, has_port(at, where, good))
    if price is None:
        return failed(RULE, "it needs a port")
    able_to_pay = int(at.realm.gold // price)
    if good in HERDS:
        return herd_bought(at, good, where, number, int(price))
    there = amounts(at, where, good)
    room = there[1] if there else 0
    able = min(room, able_to_pay)
    asked = max(0, number.of(able))
    amount = min(asked, able)
    text = no_room(room) if room <= able_to_pay else f"not enough gold: each costs {price}"
    event = GoodsTraded(at.who, where, good, amount, -int(amount * price))
    return partly(amount, max(1, asked), [event], Refusal(RULE, text, kind="purse"))


def herd_bought(at: Scene, good: str, where: str, number: Number, price: int) -> Done:
    kind: HerdKind = good  # type: ignore[assignment]
    there = at.at(where)
    if there.herd or there.sown:
        return failed(RULE, "no room: the field is taken")
    if at.realm.gold < price:
        return failed(RULE, f"not enough gold: it costs {price}", "purse")
    asked = max(0, number.of(1))
    return partly(1 if asked else 0, max(1, asked), [HerdTraded(at.who, where, kind, -price, "bought")],
                  Refusal(RULE, "no room: a field takes one herd"))  # fmt: skip


@action(RULE, form="SELL {good} {where} {number}", meaning="sell {number} {good} in {where}")
class Sell(HomeOrder, frozen=True):
    """Goods for gold, dearer with a port."""

    good: str
    where: Place
    number: Number
    step: ClassVar = TRADE
    brings: ClassVar = True

    def unwise(self, world: World, who: str) -> Refusal | None:
        """Goods that bring no gold, because so few have no price."""
        given = [event for event in self.plan(self.scene(world, who)).events if isinstance(event, GoodsTraded)]
        if not any(event.amount and not event.gold for event in given):
            return None
        price = tables().sells(self.good, has_port(self.scene(world, who), self.where, self.good))
        bring = f"{price.denominator} bring {price.numerator} gold" if price else "nobody pays for it"
        return Refusal(RULE, f"so few bring no gold: {bring}")

    def plan(self, at: Scene) -> Done:
        if reason := closed_market(at, self.good, self.where):
            return refused(reason)
        price = tables().sells(self.good, has_port(at, self.where, self.good))
        if price is None:
            return failed(RULE, "it needs a port")
        if self.good in HERDS:
            return self.herds(at, price)
        there = amounts(at, self.where, self.good)
        had = there[0] if there else 0
        asked = max(0, self.number.of(had))
        amount = min(asked, had)
        event = GoodsTraded(at.who, self.where, self.good, -amount, int(amount * price))
        text = f"{had or 'no'} {GOODS_WORDS[self.good]} is there"
        return partly(amount, max(1, asked), [event], Refusal(RULE, text))

    def herds(self, at: Scene, price: Fraction) -> Done:
        kind: HerdKind = self.good  # type: ignore[assignment]
        places = herd_places(at, self.where, self.good)
        asked = max(0, self.number.of(len(places)))
        events = [
            HerdTraded(at.who, self.where, kind, int(price), "sold from inside" if inside else "sold from the field")
            for inside in places[:asked]
        ]
        return partly(
            len(events), max(1, asked), events, Refusal(RULE, f"no {HERD_WORDS[self.good]} of yours are there")
        )


def herd_places(at: Scene, where: str, kind: str | None = None) -> list[bool]:
    """The herds of a power there, whether each is inside: on the field, then inside."""
    there = at.at(where)
    own = there.settlement if there.settlement and there.settlement.owner == at.who else None
    outside = bool(there.herd and there.herd.owner == at.who and kind in (None, there.herd.kind))
    inside = [herd for herd in (own.herds if own else []) if kind in (None, herd)]
    return [False] * outside + [True] * len(inside)


@action(RULE, form="CULL {where}", meaning="cull the herd in {where}")
class Cull(HomeOrder, frozen=True):
    """A herd becomes meat: sold at once, or in winter eaten."""

    where: Place
    step: ClassVar = TRADE
    switches: ClassVar = ("agriculture",)

    def plan(self, at: Scene) -> Done:
        there, places = at.at(self.where), herd_places(at, self.where)
        if not places:
            return failed(RULE, "no herd of yours is there")
        inside = places[0]
        besieged = inside and at.board.encircler(self.where)
        if not at.board.connected(at.who, self.where) and not besieged:
            return failed(RULE, "the herd is not connected with a settlement of yours")
        if inside:
            assert there.settlement
            kind = there.settlement.herds[0]
        else:
            assert there.herd
            kind = there.herd.kind
        return ok(Culled(at.who, self.where, kind, tables().herds[kind].full, inside))


def meat_sale(turn: Turn[World]) -> Iterator[Event]:
    """Out of winter all meat is sold; in winter it is kept for feeding."""
    world = turn.world
    if world.season == WINTER:
        return
    price = tables().meat(world.season)
    for who, rows in sorted(world.round.meat.items()):
        meat = sum(rows.values())
        yield MeatSold(who, meat, int(meat * price))
