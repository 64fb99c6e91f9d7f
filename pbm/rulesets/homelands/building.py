"""Sites and builders [5.10]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import unconnected, uncontrolled
from pbm.rulesets.homelands.conquest import site_gone
from pbm.rulesets.homelands.drawing import BUILDING, INSIDE, OPEN, Group, standing
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.playing import at_once
from pbm.rulesets.homelands.stock import Changed, Earned, tidy
from pbm.rulesets.homelands.tables import BUILDINGS, CTY, DCK, FRT, PRT, VIL, tables
from pbm.rulesets.homelands.units import Units, doing, kind, put, rank, total
from pbm.rulesets.homelands.world import Settlement, Site, SiteKind, World, Yard

HASTEN, TRADE = "8", "9"


def base_of(world: World, who: str, what: str) -> int:
    """The smallest crew, from which the work needed follows [5.18.10]."""
    return world.faction(who).build_base.get(what, tables().buildings[what].base)


def need_of(world: World, who: str, what: str) -> int:
    return tables().max_builders * base_of(world, who, what)


def price_of(world: World, who: str, what: str) -> int:
    """Cheaper by one with much prestige, never under one [5.10.1]."""
    price = tables().buildings[what].price
    return max(1, price - 1) if world.powers[who].pp >= tables().prestige["price_less_at"] else price


class SiteBegun(OfPower, frozen=True):
    where: Place
    kind: SiteKind
    gold: int
    verb: ClassVar = "site"
    text: ClassVar = "{who} {who:begins/begin} to build a {kind} in {where}, for {gold} gold"
    news: ClassVar = "{who} {who:begins/begin} to build a {kind} in {where}"
    words: ClassVar = BUILDINGS

    def apply(self, world: World) -> None:
        world.fields[self.where].site = Site(self.who, self.kind)
        world.powers[self.who].gold -= self.gold


class SiteLost(OfPower, frozen=True):
    where: Place
    why: str
    text: ClassVar = "the site of {who} in {where} is gone: {why}"

    def apply(self, world: World) -> None:
        site_gone(world.fields[self.where], self.who)


class Worked(OfPower, frozen=True):
    where: Place
    work: int
    why: str
    gold: int = 0
    text: ClassVar = "{where}: {work} work done, {why}"

    def apply(self, world: World) -> None:
        site = world.fields[self.where].site
        assert site
        site.work += self.work
        world.powers[self.who].gold -= self.gold
        if self.gold:
            world.round.hastened.append(self.where)


class Completed(OfPower, frozen=True):
    where: Place
    kind: SiteKind
    verb: ClassVar = "built"
    text: ClassVar = "{who} {who:has/have} built a {kind} in {where}"
    words: ClassVar = BUILDINGS

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        if self.kind == VIL:
            there.settlement = Settlement(self.who, "VIL")
        elif self.kind == CTY and there.settlement:
            there.settlement.kind = "CTY"
        elif self.kind == DCK:
            there.yard = Yard(self.who, "DCK")
        elif self.kind == PRT and there.yard:
            there.yard.kind = "PRT"
        elif self.kind == FRT and there.settlement:
            there.settlement.fort = True
        if self.kind in (VIL, CTY):
            there.looted = False
        there.site = None
        if idle := there.builders.pop(self.who, None):
            put(there.units.setdefault(self.who, {}), idle)
            tidy(there, self.who)


class Toiled(OfPower, frozen=True):
    pp: int
    text: ClassVar = "{who} {who:lets/let} all builders toil, for {pp} PP"

    def apply(self, world: World) -> None:
        world.powers[self.who].pp -= self.pp
        world.round.toiling.append(self.who)


@action("5.10.3", form="TOIL", meaning="builders work twice as much in this round", costs="12 PP")
class Toil(HomeOrder, frozen=True):
    """Work on all your sites is doubled in this round."""

    step: ClassVar = "0e"

    def plan(self, at: Scene) -> Done:
        price = tables().prestige["toil"]
        if at.who in at.world.round.toiling:
            return failed("5.10.3", "they toil already")
        if at.realm.pp < price:
            return failed("5.10.3", f"not enough prestige: it costs {price} PP", "purse")
        return ok(Toiled(at.who, price))


# step 8


def construction(turn: Turn[World]) -> Iterator[Event]:
    """Lost sites, then the work of all, then gold that hastens, then what is completed [5.10.2]."""
    world = turn.world
    board = Board(world)
    for code, site in sites(world):
        keeper = board.controller(code)
        if keeper and board.hostile(site.owner, keeper):
            yield SiteLost(
                site.owner, code, f"{world.called(keeper)} {world.called(keeper):controls/control} the field"
            )
    for code, site in sites(world):
        if work := work_done(world, code, site):
            yield Worked(site.owner, code, work, "by its builders")
    yield from at_once(HASTEN)(turn)
    for code, site in sites(world):
        if site.work >= need_of(world, site.owner, site.kind):
            yield Completed(site.owner, code, site.kind)


def sites(world: World) -> list[tuple[str, Site]]:
    return [(code, there.site) for code, there in world.fields.items() if there.site]


def work_done(world: World, code: str, site: Site) -> int:
    """As many as build; doubled by toil or great prestige; at most half the need."""
    rows, who = tables(), site.owner
    crew = total(world.fields[code].builders.get(who, {}))
    if crew < base_of(world, who, site.kind):
        return 0
    work = min(crew, rows.max_builders)
    if who in world.round.toiling or world.powers[who].pp >= rows.prestige["double_work_at"]:
        work *= 2
    need = need_of(world, who, site.kind)
    return min(work, need // 2, need - site.work)


def own_site(at: Scene, where: str) -> Site | None:
    site = at.at(where).site
    return site if site and site.owner == at.who else None


@action("5.10.4", form="HASTEN {where}", meaning="hasten the site in {where}", costs="half the price, rounded up")
class Hasten(HomeOrder, frozen=True):
    """A quarter of the work for gold, once a round and site."""

    where: Place
    step: ClassVar = HASTEN

    def plan(self, at: Scene) -> Done:
        site = own_site(at, self.where)
        if not site:
            return failed("5.10.4", "no site of yours is there")
        if self.where in at.world.round.hastened:
            return failed("5.10.4", "already hastened in this round")
        gold = -(-price_of(at.world, at.who, site.kind) // 2)
        if at.realm.gold < gold:
            return failed("5.10.4", f"not enough gold: it costs {gold}", "purse")
        need = need_of(at.world, at.who, site.kind)
        return ok(Worked(at.who, self.where, min(need // 4, need - site.work), "hastened with gold", gold))


# step 9


def hands(at: Scene, where: str, wanted: int) -> list[Group]:
    """Idle builders: in the open, then inside; light infantry before others."""
    found: list[Group] = []
    for unit in at.faction.builders:
        for place in (OPEN, INSIDE):
            there, taken = standing(at, where, place), Units()
            for key in sorted((key for key in there if kind(key).type == unit), key=rank):
                count = min(wanted, there[key])
                if count:
                    taken[key] = count
                    wanted -= count
            if taken:
                found.append((place, taken))
    return found


def put_to_work(at: Scene, where: str, groups: list[Group]) -> list[Event]:
    return [
        Changed(at.who, where, place, BUILDING, units, units, doing(units, "begins to build", "begin to build"))
        for place, units in groups
    ]


def count(groups: list[Group]) -> int:
    return sum(map(total, (units for _, units in groups)))


@action("5.10.1", form="BUILD {where} {kind} {number}", costs="the price",
        meaning="build in {where} with {number:builder/builders}: {kind}")  # fmt: skip
class Build(HomeOrder, frozen=True):
    """Begin a village, city, dock, port or fort with a crew."""

    where: Place
    kind: str
    number: int
    step: ClassVar = TRADE

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong_place(at):
            return refused(reason)
        base, price = base_of(at.world, at.who, self.kind), price_of(at.world, at.who, self.kind)
        crew = hands(at, self.where, min(self.number, tables().max_builders))
        if self.number < base or count(crew) < base:
            return failed("5.10.1", f"too few builders: at least {base}")
        if at.realm.gold < price:
            return failed("5.10.1", f"not enough gold: it costs {price}", "purse")
        begun = SiteBegun(at.who, self.where, self.kind, price)  # type: ignore[arg-type]
        events = [begun, *put_to_work(at, self.where, crew)]
        reason = Refusal("5.10.1", self.short(count(crew)))
        return partly(count(crew), self.number, events, reason)

    def short(self, crew: int) -> str:
        most = tables().max_builders
        if crew == most:
            return f"a site has {most} builders at most"
        return f"only {Count(crew):unit/units} there may build" if crew else "nobody there may build"

    def wrong_place(self, at: Scene) -> Refusal | None:
        there = at.at(self.where)
        if there.site:
            return Refusal("5.10.1", f"a site of {at.world.called(there.site.owner)} is there")
        if at.world.tiles(at.who) >= at.world.settings.tile_limit:
            return Refusal("5.1.10", f"the limit of {at.world.settings.tile_limit} tiles is reached")
        if not at.chart[self.where].is_land:
            return Refusal("5.10.1", "nothing can be built there", kind="lasting")
        return self.for_village(at) if self.kind == VIL else self.for_other(at)

    def for_village(self, at: Scene) -> Refusal | None:
        if at.at(self.where).settlement:
            return Refusal("5.10.1", "a settlement is there")
        if not at.board.controls(at.who, self.where):
            return Refusal("5.10.1", uncontrolled(at.board, at.who, self.where))
        if not at.board.connected(at.who, self.where):
            return Refusal("5.10.1", unconnected(at.board, at.who, self.where))
        return None

    def for_other(self, at: Scene) -> Refusal | None:
        own = at.board.cus(self.where, at.who)
        if not own:
            return Refusal("5.10.1", "no open settlement of yours is there")
        if self.kind == CTY:
            return self.for_city(at, own)
        if self.kind == DCK:
            return self.for_dock(at)
        if self.kind == PRT:
            return None if at.board.yard(self.where, at.who, DCK) else Refusal("5.10.1", "no dock of yours is there")
        return Refusal("5.10.1", "a fort is there") if own.fort else None

    def for_city(self, at: Scene, own: Settlement) -> Refusal | None:
        if own.kind != VIL:
            return Refusal("5.10.1", "a city is there")
        if at.world.cities(at.who) and not at.board.yard(self.where, at.who, PRT):
            return Refusal("5.10.1", "a second city needs a port")
        return None

    def for_dock(self, at: Scene) -> Refusal | None:
        if at.at(self.where).yard:
            return Refusal("5.10.1", "a yard is there")
        return None if at.chart[self.where].is_coastal else Refusal("5.10.1", "not coastal", kind="lasting")


@action("5.10.6", form="ASSIGN {where} {number}", meaning="put {number:unit/units} more to work in {where}")
class Assign(HomeOrder, frozen=True):
    """Idle men join the builders, four at most."""

    where: Place
    number: Number
    step: ClassVar = TRADE

    def plan(self, at: Scene) -> Done:
        if not own_site(at, self.where):
            return failed("5.10.6", "no site of yours is there")
        room = tables().max_builders - total(at.at(self.where).builders.get(at.who, {}))
        able = count(hands(at, self.where, max(0, room)))
        asked = max(0, self.number.of(able))
        crew = hands(at, self.where, min(asked, max(0, room)))
        left = f"{room if room > 0 else 'no'} more may build there"
        reason = Refusal("5.10.6", left if asked > room else "not so many who may build are there")
        return partly(count(crew), max(1, asked), put_to_work(at, self.where, crew), reason)


@action("5.10.5", form="CANCEL {where}", meaning="give up the site in {where}")
class Cancel(HomeOrder, frozen=True):
    """The site is gone, for a gold; its builders are idle."""

    where: Place
    step: ClassVar = TRADE

    def plan(self, at: Scene) -> Done:
        if not own_site(at, self.where):
            return failed("5.10.5", "no site of yours is there")
        return ok(SiteLost(at.who, self.where, "given up"), Earned(at.who, 1, "a site given up"))
