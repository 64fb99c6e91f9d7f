"""Units bought, upgraded, degraded and disbanded [5.13.1 to 5.13.5]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly
from pbm.rulesets.homelands import market
from pbm.rulesets.homelands.building import TRADE
from pbm.rulesets.homelands.drawing import OPEN
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, least_one
from pbm.rulesets.homelands.stock import Earned, add
from pbm.rulesets.homelands.tables import CTY, tables
from pbm.rulesets.homelands.units import Units, key_of, kind, told, unit_words
from pbm.rulesets.homelands.world import World


class Hired(OfPower, frozen=True):
    """Units are bought at a settlement, a sea or a field of elephants."""

    where: Place
    units: Units
    what: str
    gold: int
    pp: int
    limit: str = ""
    """What they count against."""
    text: ClassVar = "{who} {who:buys/buy} {what} in {where} for {gold} gold< and {pp} PP>"

    def apply(self, world: World) -> None:
        add(world, self.where, self.who, OPEN, self.units)
        realm = world.powers[self.who]
        realm.gold, realm.pp = realm.gold - self.gold, realm.pp - self.pp
        if self.limit:
            bought(world, self.where, self.limit, sum(self.units.values()))
        if self.limit == "LI" and world.faction(self.who).li_third_free and world.round.bonus.get(self.who, 0) >= 0:
            world.round.bonus[self.who] = world.round.bonus.get(self.who, 0) + sum(self.units.values())


def bought(world: World, where: str, limit: str, number: int) -> None:
    rows = world.round.bought.setdefault(where, {})
    rows[limit] = rows.get(limit, 0) + number


class ThirdFree(OfPower, frozen=True):
    """The second light infantry bought in a round brings a third [5.18.21]."""

    where: Place
    text: ClassVar = "{who} {who:gets/get} a third light infantry free in {where}"

    def apply(self, world: World) -> None:
        add(world, self.where, self.who, OPEN, {"LI": 1})
        world.round.bonus[self.who] = -1


class Doubled(OfPower, frozen=True):
    where: Place
    pp: int
    text: ClassVar = "{who} may buy and upgrade twice as many in {where}, for {pp} PP"

    def apply(self, world: World) -> None:
        world.round.doubled.append(self.where)
        world.powers[self.who].pp -= self.pp


def sold_out(left: int) -> str:
    """Why a settlement sells no more."""
    return f"the settlement sells {left if left > 0 else 'no'} more in this round"


def limit_left(at: Scene, where: str, limit: str, what: str) -> int:
    """How many more a settlement or yard allows in this round."""
    there = at.at(where)
    row = there.yard.kind if limit == "ships" and there.yard else there.settlement.kind if there.settlement else ""
    most = int(getattr(tables().buildings[row], what)) if row else 0
    if where in at.world.round.doubled:
        most *= 2
    return max(0, most - at.world.round.bought.get(where, {}).get(limit, 0))


def affordable(price: int, purse: int) -> int:
    return purse // price if price else 10**6


@action(
    "5.13.1",
    form="BUY {what} {where} {number}< {cheap}>",
    meaning="buy {number} {what} in {where}<, {cheap}>",
    costs="gold, for some PP",
)
class Buy(HomeOrder, frozen=True):
    """Light infantry, mercenaries, corsairs, elephants, or goods."""

    what: str
    where: Place
    number: Number
    cheap: str | None
    step: ClassVar = TRADE

    def flaw(self) -> str:
        if self.cheap and self.what != "ME":
            return "only mercenaries are ever CHEAP"
        return least_one(self.number)

    def plan(self, at: Scene) -> Done:
        rules = {"LI": self.infantry, "ME": self.mercenaries, "CO": self.corsairs, "WE": self.elephants}
        if self.what in rules:
            return rules[self.what](at)
        if kind(self.what).type in tables().units:
            return failed("5.13.1", f"{unit_words(self.what, 2)} are not bought", "lasting")
        return market.bought(at, self.what, self.where, self.number)

    def hired(self, at: Scene, most: int, gold: int, pp: int, limit: str, reason: Refusal) -> Done:
        """As many as limits, gold and prestige allow."""
        able = max(0, min(most, affordable(gold, at.realm.gold), affordable(pp, at.realm.pp)))
        asked = max(0, self.number.of(able))
        number = min(asked, able)
        units = {self.what: number}
        event = Hired(at.who, self.where, units, told(units), number * gold, number * pp, limit)
        if number < asked and most > able:
            short = at.realm.gold < gold * asked
            text = f"not enough gold: each costs {gold}" if short else f"not enough prestige: each costs {pp} PP"
            reason = Refusal(self.rule, text, kind="purse")
        return partly(number, max(1, asked), [event], reason)

    def infantry(self, at: Scene) -> Done:
        if at.faction.recruit_only:
            return failed("5.18.3", "your faction does not buy them: it only recruits", "lasting")
        if not at.board.cus(self.where, at.who):
            return failed("5.13.1", "no open settlement of yours is there")
        room = at.world.settings.unit_limit - at.world.unit_count(at.who)
        left = limit_left(at, self.where, "LI", "buy")
        text = sold_out(left) if left <= room else f"the limit of {at.world.settings.unit_limit} units is reached"
        price = tables().units["LI"].buy or 0
        done = self.hired(at, min(left, room), price, 0, "LI", Refusal("5.13.1", text))
        return self.with_third(at, done, room)

    def with_third(self, at: Scene, done: Done, room: int) -> Done:
        had = at.world.round.bonus.get(at.who, 0)
        if not at.faction.li_third_free or had < 0 or not done.events:
            return done
        now = sum(sum(event.units.values()) for event in done.events if isinstance(event, Hired))
        if had < 2 <= had + now and room > now:
            return replace(done, events=(*done.events, ThirdFree(at.who, self.where)))
        return done

    def mercenaries(self, at: Scene) -> Done:
        row, offer = tables().units["ME"], at.faction.cheap_mercs
        if not at.board.cus(self.where, at.who):
            return failed("5.13.5", "no open settlement of yours is there")
        if self.cheap and not offer:
            return failed("5.18.4", "this is not for your faction", "lasting")
        gold, pp = (row.buy_fast, 0) if at.world.settings.is_fast else (row.buy or 0, row.buy_pp)
        if self.cheap and offer:
            gold, pp = offer["gold"], offer["pp"]
        left = limit_left(at, self.where, "ME", "buy")
        reason = Refusal("5.13.5", sold_out(left))
        done = self.hired(at, left, gold, pp, "ME", reason)
        return replace(done, events=(*done.events, *self.income(at))) if done.events else done

    def income(self, at: Scene) -> Iterator[Event]:
        """Some live off those who hire [5.18.4]."""
        for other in at.world.codes:
            row = at.world.faction(other).merc_income
            if row and row["faction"] == at.realm.faction and other != at.who and at.world.is_active(other):
                yield Earned(other, row["gold"], "mercenaries hired elsewhere")

    def corsairs(self, at: Scene) -> Done:
        if not at.world.on("specials"):
            return failed("3.3", "this game is played without corsairs", "lasting")
        near = at.chart.near[self.where]
        if not at.chart[self.where].is_sea or not any(at.board.controls(at.who, code) for code in near):
            return failed("5.13.5", "that is no sea beside a field that you control")
        if not any(at.board.yard(code, at.who) for code in at.world.fields):
            return failed("5.13.5", "you have no open yard")
        price = tables().units["CO"].buy_pp
        most = at.realm.pp // price
        return self.hired(
            at, most, 0, price, "", Refusal("5.13.5", f"not enough prestige: each costs {price} PP", kind="purse")
        )

    def elephants(self, at: Scene) -> Done:
        if not at.world.on("specials"):
            return failed("3.3", "this game is played without elephants", "lasting")
        hazard, price = at.chart[self.where].hazard, tables().units["WE"].buy or 0
        own = at.board.cus(self.where, at.who)
        sold = hazard is not None and hazard.elephants and at.board.is_there(at.who, self.where)
        if not sold and not (at.faction.elephants and own and own.kind == CTY):
            return failed("5.18.22", "no elephants are sold to you there")
        most = at.realm.gold // price
        return self.hired(
            at, most, price, 0, "", Refusal("5.13.5", f"not enough gold: each costs {price}", kind="purse")
        )


@action("5.13.2", form="DOUBLE {where}", meaning="buy and upgrade twice as many units in {where}", costs="2 PP")
class Double(HomeOrder, frozen=True):
    """The limits of a settlement and its yard for buying and upgrading are doubled from here on, in this round."""

    where: Place
    step: ClassVar = TRADE

    def plan(self, at: Scene) -> Done:
        price = tables().prestige["double"]
        if not at.board.cus(self.where, at.who):
            return failed("5.13.2", "no open settlement of yours is there")
        if self.where in at.world.round.doubled:
            return failed("5.13.2", "already doubled")
        if at.realm.pp < price:
            return failed("5.13.2", f"not enough prestige: it costs {price} PP", "purse")
        return ok(Doubled(at.who, self.where, price))


# commanders


class Commanded(OfPower, frozen=True):
    level: str
    gold: int
    text: ClassVar = "{who} {who:has/have} {level} commanders< for {gold} gold>"
    words: ClassVar = {"NONE": "no", "none": "no"} | {
        level: level.lower() for level in ("BAD", "AVERAGE", "BETTER", "BRILLIANT")
    }

    def apply(self, world: World) -> None:
        world.powers[self.who].command = self.level  # type: ignore[assignment]
        world.powers[self.who].gold -= self.gold


@action(
    "5.17.2",
    form="COMMAND {level}",
    meaning="hire {level} commanders",
    costs="2, 4, 6 or 8 gold, less what you have",
    values="BAD, AVERAGE, BETTER, BRILLIANT",
)
class CommandOrder(HomeOrder, frozen=True):
    """Commanders, without whom most bonuses do not work; a better level costs the difference."""

    level: str
    step: ClassVar = TRADE
    switches: ClassVar = ("command",)

    def said(self, number: int) -> Mapping[str, object]:
        return {"level": self.level.lower()}

    def plan(self, at: Scene) -> Done:
        rows, had = tables().command, at.realm.command
        price = rows[self.level][0] - (rows[had][0] if had in rows else 0)
        if price <= 0:
            return failed("5.17.2", "no better than those you have")
        if at.realm.gold < price:
            return failed("5.17.2", f"not enough gold: it costs {price}", "purse")
        return ok(Commanded(at.who, self.level, price))


# before and after trade


class PutAside(OfPower, frozen=True):
    gold: int
    text: ClassVar = "{who} {who:puts/put} {gold} gold aside"

    def apply(self, world: World) -> None:
        world.powers[self.who].gold -= self.gold
        world.round.aside[self.who] = self.gold


class TakenBack(OfPower, frozen=True):
    gold: int
    text: ClassVar = "{who} {who:takes/take} back the {gold} gold that was put aside"

    def apply(self, world: World) -> None:
        world.powers[self.who].gold += self.gold
        world.round.aside.pop(self.who, None)


class Trained(Event, frozen=True):
    """Recruits become standard units [5.16.3]."""

    silent: ClassVar = True

    def apply(self, world: World) -> None:
        for there in world.fields.values():
            groups = [units for rows in (there.units, there.builders, there.cargo) for units in rows.values()]
            groups += [there.settlement.inside] if there.settlement else []
            groups += [there.yard.ships] if there.yard else []
            for units in groups:
                for key in [key for key in units if kind(key).level == "r"]:
                    unit, _, marks = kind(key)
                    count, new = units.pop(key), key_of(unit, "", marks)
                    units[new] = units.get(new, 0) + count


def before_trade(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    if world.on("experience"):
        yield Trained()
    for who, gold in sorted(world.round.keep.items()):
        amount = min(gold, world.powers[who].gold)
        if amount:
            yield PutAside(who, amount)


def after_trade(turn: Turn[World]) -> Iterator[Event]:
    for who, gold in sorted(turn.world.round.aside.items()):
        yield TakenBack(who, gold)
