"""The end of winter: feeding, or pay in FAST; herds inside at other times [5.14.2 to 5.14.5]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.attrition import surplus
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import barred
from pbm.rulesets.homelands.conquest import SEIZE, Conquest, ruined
from pbm.rulesets.homelands.honours import honoured
from pbm.rulesets.homelands.larder import HERD_ORDER, HerdThere, Larder, Mouth, larders, needs_feed, take
from pbm.rulesets.homelands.market import herd_gone
from pbm.rulesets.homelands.salaries import best_first
from pbm.rulesets.homelands.stock import Earned, perished, use_grain
from pbm.rulesets.homelands.tables import CTY, HERD_WORDS, VIL, WINTER, tables
from pbm.rulesets.homelands.units import Units, kind
from pbm.rulesets.homelands.world import HerdKind, World, copied, in_open, places

Fallen = list[tuple[str, str | None]]
"""Settlements that nobody could feed, and who encircles them."""
PAY_ORDER = ("CV", "WE", "HI", "WS", "LI", "TS", "SM", "ME")
SURRENDERED = "encircled and unfed, they surrender"


class Fed(OfPower, frozen=True):
    """What a component ate out of its stores."""

    where: Place
    grain: dict[str, int]
    fish: dict[str, int]
    eaten: str
    text: ClassVar = "{who} {who:eats/eat} in and around {where}: {eaten}"

    def apply(self, world: World) -> None:
        use_grain(world, self.grain)
        for code, amount in self.fish.items():
            yard = world.fields[code].yard
            assert yard
            yard.fish -= amount


class HerdLost(OfPower, frozen=True):
    """A herd is culled lean for want of feed, or lost."""

    where: Place
    kind: HerdKind
    inside: bool
    meat: int
    text: ClassVar = "the {kind} of {who} in {where} are gone for want of feed<: {meat} lean meat>"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        herd_gone(world, self.where, self.kind, self.inside)


class CityShrank(OfPower, frozen=True):
    where: Place
    verb: ClassVar = "shrank"
    text: ClassVar = "half fed, the city of {who} in {where} becomes a village"

    def apply(self, world: World) -> None:
        own = world.fields[self.where].settlement
        assert own
        own.kind = "VIL"
        own.grain = min(own.grain, own.room("grain"))
        own.herds = own.herds[: own.room("herds")]


class WinterOver(Event, frozen=True):
    """What stands on the fields and was not harvested is lost; no meat is left."""

    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.round.meat = {}
        for there in world.fields.values():
            there.sown = None


def end_of_season(turn: Turn[World]) -> Iterator[Event]:
    """Winter: feeding, or pay in FAST; at other times the herds inside."""
    world = turn.world
    if world.season != WINTER:
        yield from herds_inside(world) if world.on("agriculture") else ()
        return
    board = Board(copied(world))
    fallen = Fallen()
    if world.on("agriculture"):
        for who in world.codes:
            fallen += yield from feeding(world, board, who)
        yield WinterOver()
    if world.settings.is_fast:
        for who in world.codes:
            yield from dissolved(world, board, who)
        for who in world.codes:
            fallen += yield from paid(world, board, who)
    for code, encircler in fallen:
        yield from surrendered(world, code, encircler)
    for code in world.chart.seas:
        for who in sorted(world.fields[code].cargo):
            yield from surplus(world, code, who)


def feeding(world: World, board: Board, who: str) -> Generator[Event, None, Fallen]:
    """One power eats; the settlements that fall are returned, for when all have eaten."""
    kitchens = [larder.feed() for larder in larders(board, who)]
    fed = {code for larder in kitchens if not larder.besieged for code in larder.fields}
    lost = list(homeless(world, who, fed))
    stray = list(stray_herds(world, who, fed))
    meat, fallen = 0, Fallen()
    for larder in kitchens:
        yield from eaten(larder)
        meat += larder.meat
    for herd in stray:
        yield herd_lost(who, herd, 0)
    yield from gone(who, lost, "cut off and unfed", board)
    for larder in kitchens:
        fallen += fallen_of(board, larder)
    for larder in kitchens:
        yield from gone(who, not_taken_along(larder.hungry, fallen), "unfed")
        yield from (CityShrank(who, code) for code, points in larder.cities.items() if points == 1)
    gold = int(meat * tables().meat(WINTER))
    if gold:
        yield Earned(who, gold, "meat that was left")
    return fallen


def eaten(larder: Larder) -> Iterator[Event]:
    for herd in larder.culled:
        yield herd_lost(larder.who, herd, tables().herds[herd.kind].lean)
    if larder.used_grain or larder.used_fish:
        amounts = {"grain": sum(larder.used_grain.values()), "fish": sum(larder.used_fish.values())}
        told = " and ".join(f"{amount} {good}" for good, amount in amounts.items() if amount)
        yield Fed(larder.who, larder.fields[0], larder.used_grain, larder.used_fish, told)


def herd_lost(who: str, herd: HerdThere, meat: int) -> HerdLost:
    return HerdLost(who, herd.where, herd.kind, herd.inside, meat)  # type: ignore[arg-type]


def fallen_of(board: Board, larder: Larder) -> Fallen:
    unfed = [code for points in (larder.cities, larder.villages) for code, got in points.items() if not got]
    return [(code, board.encircler(code)) for code in sorted(unfed)]


def not_taken_along(mouths: list[Mouth], fallen: Fallen) -> list[Mouth]:
    """The unfed who do not go down with their settlement. A yard that is handed over is handed over without them."""
    along = {(code, "inside") for code, _ in fallen} | {(code, "yard") for code, encircler in fallen if not encircler}
    return [mouth for mouth in mouths if mouth[:2] not in along]


def gone(who: str, mouths: list[Mouth], why: str, cut: Board | None = None) -> Iterator[Event]:
    """Units that dissolve, field by field."""
    groups: dict[tuple[str, str], Units] = {}
    for code, place, key in mouths:
        units = groups.setdefault((code, place), {})
        units[key] = units.get(key, 0) + 1
    for (code, place), units in sorted(groups.items()):
        yield perished(who, code, place, units, why, barred(cut, who, code) if cut else ((), None))


def homeless(world: World, who: str, fed: set[str]) -> Iterator[Mouth]:
    """Units in the open that no component feeds; mercenaries and corsairs need nothing."""
    for code, place, units in world.stands(who):
        if code not in fed and place in ("open", "building", "aboard"):
            for key in best_first({key: n for key, n in units.items() if tables().units[kind(key).type].feed}):
                yield code, place, key


def stray_herds(world: World, who: str, fed: set[str]) -> Iterator[HerdThere]:
    """Herds that stand outside their owner's components [5.14.4]."""
    for code, there in world.fields.items():
        if there.herd and there.herd.owner == who and code not in fed:
            herd = HerdThere(code, there.herd.kind, False)
            if needs_feed(world, who, herd):
                yield herd


def surrendered(world: World, code: str, encircler: str | None) -> Iterator[Event]:
    """An unfed settlement falls to whoever encircles it, or to ruin [5.14.2c]."""
    settlement = world.fields[code].settlement
    if not settlement:
        return
    owner = settlement.owner
    if encircler is None or not in_open(world.fields[code], encircler):
        yield from ruined(world, code, "unfed")
        return
    if settlement.inside:
        yield perished(owner, code, "inside", settlement.inside, SURRENDERED, ((encircler,), code))
    conquest = Conquest(world, code, encircler, SEIZE)
    value = conquest.prestige()
    yield from conquest.events()
    yield from honoured(world, encircler, owner, code, 0, value, "surrender of")


# FAST


def dissolved(world: World, board: Board, who: str) -> Iterator[Event]:
    """Units without a connection dissolve, corsairs excepted [5.14.3]."""
    lost = [
        (code, place, key)
        for code, place, units in world.stands(who)
        if place in ("open", "building", "aboard") and not board.connected(who, code)
        for key in best_first({key: n for key, n in units.items() if kind(key).type != "CO"})
    ]
    yield from gone(who, lost, "cut off", board)


def paid(world: World, board: Board, who: str) -> Generator[Event, None, Fallen]:
    """Settlements, then units; encircled ones cost double; who cannot be paid in full is lost."""
    left, fallen, lost = world.powers[who].gold, Fallen(), list[Mouth]()
    spent = 0
    for what in (CTY, VIL):
        for code in world.settlements(who):
            own = world.fields[code].settlement
            if own and own.kind == what:
                price = tables().buildings[what].feed * (2 if board.encircler(code) else 1)
                if price <= left - spent:
                    spent += price
                else:
                    fallen.append((code, board.encircler(code)))
    for mouth in payees(world, who):
        code, place, key = mouth
        double = 2 if place in ("inside", "yard") and board.encircler(code) else 1
        price = tables().units[kind(key).type].pay_fast * double
        if price <= left - spent:
            spent += price
        else:
            lost.append(mouth)
    if spent:
        yield Earned(who, -spent, "pay")
    yield from gone(who, not_taken_along(lost, fallen), "not paid")
    return fallen


def payees(world: World, who: str) -> list[Mouth]:
    groups = [(code, place, units) for code, there in world.fields.items() for place, units in places(there, who)]
    return [
        (code, place, key)
        for unit in PAY_ORDER
        for code, place, units in groups
        for key in best_first({key: n for key, n in units.items() if kind(key).type == unit})
    ]


# herds inside, out of winter


class FodderUsed(OfPower, frozen=True):
    where: Place
    grain: dict[str, int]
    text: ClassVar = "the herds of {who} inside {where} are fed"

    def apply(self, world: World) -> None:
        use_grain(world, self.grain)


def herds_inside(world: World) -> Iterator[Event]:
    """They eat in every round, out of the own store first [5.14.5]."""
    board = Board(world)
    for who in world.codes:
        meat = 0
        inside = [
            HerdThere(code, herd, True)
            for code in world.settlements(who)
            if (own := world.fields[code].settlement)
            for herd in own.herds
        ]
        for herd in sorted(inside, key=lambda herd: HERD_ORDER.index(herd.kind)):
            row = tables().herds[herd.kind]
            grain = fodder_for(world, board, who, herd.where, row.feed)
            if grain is None:
                meat += row.lean
                yield herd_lost(who, herd, row.lean)
            else:
                yield FodderUsed(who, herd.where, grain)
        gold = int(meat * tables().meat(world.season))
        if gold:
            yield Earned(who, gold, "lean meat")


def fodder_for(world: World, board: Board, who: str, where: str, feed: int) -> dict[str, int] | None:
    part = [where] if board.encircler(where) else board.stores(who, board.part(who, where) or frozenset([where]))
    rows = {code: own.grain for code in part if (own := world.fields[code].settlement)}
    used: dict[str, int] = {}
    first = min(feed, rows.get(where, 0))
    if first:
        rows[where] -= first
        used[where] = first
    return used if take(rows, used, feed - first) else None
