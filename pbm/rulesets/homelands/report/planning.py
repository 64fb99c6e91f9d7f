"""What the coming season brings and allows: its own box, what may be bought and where, what prestige buys [10.2]."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.rulesets.homelands.board import Part
from pbm.rulesets.homelands.building import price_of
from pbm.rulesets.homelands.fields import sowing_refusal
from pbm.rulesets.homelands.income import SIZES, festival_cost, recruit_refusal, yield_of
from pbm.rulesets.homelands.newyear import herds_of
from pbm.rulesets.homelands.report.holdings import ground_of
from pbm.rulesets.homelands.report.words import Desk, listed, season_and_year
from pbm.rulesets.homelands.salaries import pay_of
from pbm.rulesets.homelands.tables import (
    AUTUMN,
    BUILDINGS,
    FISH,
    GRAIN,
    HERD_WORDS,
    HERDS,
    SEASONS,
    SPRING,
    SUMMER,
    WINTER,
    tables,
)
from pbm.rulesets.homelands.units import number

PLAN = "Next round"
SOWING = columns("_<4# field<18 ground< climate<~ yield>! grain_needed|grain>")
MARKET = columns("_<4# settlement<18 LI> ME> upgrades< ships< goods<")
PRICES = columns("goods< buy> sell> buy_with_port|port_buy> sell_with_port|port_sell>")
SPENT = (
    ("double", "DOUBLE F: twice the purchase of a settlement"),
    ("reroll", "two dice again in battle (DOCTRINE REROLL), or one by LUCK"),
    ("back", "a target at the back (DOCTRINE SNIPE)"),
    ("rival", "RIVAL P: a new rival"),
    ("cheap_mercenaries", "cheap mercenaries, where the faction may"),
    ("toil", "TOIL: double work"),
    ("force", "FORCE: special moves for all"),
    ("corsairs", "BUY CO: corsairs"),
)
DICE = {
    SPRING: "no dice: nothing is left to chance before summer",
    SUMMER: "each sown field throws for its weather: one grain more or less",
    AUTUMN: "ships on stormy seas are lost on a 6",
    WINTER: "a bad winter bars the land of a climate to all movement; a good one feeds the herds there",
}


def planning(desk: Desk) -> Iterator[AnySection]:
    season = desk.world.season
    title = f"{PLAN}: {season_and_year(desk.world.turn)}"
    yield Facts("season", f"What {season} brings", tuple(brings(desk)), under=title, side="left", page=True)
    yield Facts("prestige", "What your prestige can buy", tuple(prestige(desk)), under=title, side="right")
    if season == SPRING and desk.farms:
        yield sowing(desk)
    yield market(desk)
    if desk.farms:
        yield prices(desk)


def brings(desk: Desk) -> Iterator[Fact]:
    season = desk.world.season
    if season == SPRING:
        yield from spring(desk)
    elif season == SUMMER:
        yield Fact("taxes", "Taxes", f"{taxes(desk)} gold as things stand")
    elif season == AUTUMN:
        yield from autumn(desk)
    else:
        yield from winter(desk)
    if pay := pay_of(desk.world):
        men = sum(number(units, "ME") for _, _, units in desk.world.stands(desk.who))
        commanders = tables().command.get(desk.realm.command, (0, 0))[1] if desk.world.on("command") else 0
        if due := men * pay + commanders:
            yield Fact("pay", "Pay due", f"{due} gold after trade: KEEP {due} keeps it for them")
    yield Fact("after", "Then", next_seasons(season))
    if desk.world.on("weather"):
        yield Fact("dice", "Dice", DICE[season])


def next_seasons(season: str) -> str:
    index = SEASONS.index(season)
    return listed([*SEASONS[index + 1 :], *SEASONS[:index]][:2])


def taxes(desk: Desk) -> int:
    return yield_of(desk.board, desk.who) + desk.world.faction(desk.who).tax_bonus


def spring(desk: Desk) -> Iterator[Fact]:
    yield Fact("grain", "Grain at hand", str(desk.home.grain))
    if desk.world.year > 1:
        pairs = [
            f"{HERD_WORDS[kind]} {count // 2}" for kind, count in herds_of(desk.world, desk.who).items() if count > 1
        ]
        yield Fact("calves", "Calves to come", listed(pairs))
    if desk.world.faction(desk.who).muster:
        yield Fact("muster", "Muster", "up to 2 HI overseas, 2 gold each")


def autumn(desk: Desk) -> Iterator[Fact]:
    stands = sum(
        there.sown.grain for there in desk.world.fields.values() if there.sown and there.sown.owner == desk.who
    )
    room = sum(own.room("grain") - own.grain for code in desk.home.cus if (own := desk.world.fields[code].settlement))
    yield Fact("harvest", "Harvest", f"{stands} grain stand on the fields; room for {room}")
    able = [code for code in desk.board.land(desk.who) if not recruit_refusal(desk.scene, code)]
    free = desk.world.settings.unit_limit - desk.world.unit_count(desk.who)
    most = f"at most {free} by the unit limit" if free > 0 else "none more by the unit limit"
    if desk.world.faction(desk.who).no_recruit:
        yield Fact("recruit", "Recruits", "your faction may not recruit")
    else:
        yield Fact("recruit", "Recruits", f"{listed(able)}; 1 gold each, {most}")


def winter(desk: Desk) -> Iterator[Fact]:
    pp = yield_of(desk.board, desk.who)
    for times, size in enumerate(SIZES, 1):
        price = festival_cost(desk.board, desk.who, size)
        yield Fact(size, f"FESTIVAL {size}", f"{pp * times} PP for {price or 'no'} grain")
    need = desk.home
    herds = sum(tables().herds[kind].feed for kind in need.herds.values())
    yield Fact(
        "food", "Food", f"{need.grain} grain and {need.fish} fish; needed {need.mouths} for people, {herds} for herds"
    )


def sowing(desk: Desk) -> Grid:
    """The fields that may be sown, best first, as SOW ALL takes them."""
    able = [code for code in desk.board.land(desk.who) if not sowing_refusal(desk.scene, code)]
    there, chart = desk.world.fields, desk.world.chart
    order = sorted(able, key=lambda code: (-chart[code].grain, there[code].looted, code))
    rows = tuple(
        Row(
            (
                code,
                desk.name(code),
                ground_of(chart[code]),
                chart[code].climate,
                chart[code].grain,
                1 + there[code].looted,
            )
        )
        for code in order
    )
    return Grid("sowing", "Fields that may be sown, best first", SOWING, rows, empty="No field may be sown.", flow=2)


def prestige(desk: Desk) -> Iterator[Fact]:
    have = desk.realm.pp
    yield Fact("have", "PP now", str(have))
    for key, words in SPENT:
        price = tables().prestige[key]
        yield Fact(key, f"{price} PP", words + ("" if have >= price else " (not enough)"))
    if have >= tables().prestige["price_less_at"]:
        yield Fact("cheaper", "Held", "buildings cost you 1 gold less")
    if have >= tables().prestige["double_work_at"]:
        yield Fact("work", "Held", "your builders do double work")


def market(desk: Desk) -> Grid:
    rows = tuple(stall(desk, code) for code in desk.board.own_cus(desk.who))
    houses = ", ".join(f"{BUILDINGS[kind]} {price_of(desk.world, desk.who, kind)}" for kind in BUILDINGS)
    caption = f"{unit_prices(desk)} Buildings: {houses} gold. You have {desk.realm.gold or 'no'} gold."
    return Grid(
        "market", "What may be bought where", MARKET, rows, empty="You have no open settlement.", caption=caption
    )


def unit_prices(desk: Desk) -> str:
    rows, faction = tables().units, desk.world.faction(desk.who)
    fast = desk.world.settings.is_fast
    riders = f"CV {rows['CV'].upgrade_fast}" if fast else f"CV {rows['CV'].upgrade} and a herd of horses"
    hired = f"ME {rows['ME'].buy_fast} gold" if fast else f"ME {rows['ME'].buy} gold and {rows['ME'].buy_pp} PP"
    ships = ", ".join(f"{kind} {max(0, (rows[kind].upgrade or 0) - faction.ship_discount)}" for kind in ("TS", "WS"))
    first = "LI by RECRUIT only" if faction.recruit_only else f"LI {rows['LI'].buy} gold"
    return (
        f"{first}, {hired}; upgrades of LI: HI {rows['HI'].upgrade}, {riders}, SM {rows['SM'].upgrade}, {ships} gold."
    )


def stall(desk: Desk, code: str) -> Row:
    there, rows = desk.world.fields[code], tables().buildings
    own, yard = there.settlement, there.yard
    assert own
    buy, up = rows[own.kind].buy, rows[own.kind].upgrade
    kinds = "HI or CV" if own.kind == "CTY" else "CV"
    ships = f"{rows[yard.kind].upgrade} {'TS or WS' if yard.kind == 'PRT' else 'TS'}" if yard else "-"
    li = 0 if desk.world.faction(desk.who).recruit_only else buy
    return Row(
        (code, desk.name(code), li, buy, f"{up} {kinds}", ships, "port prices" if port_near(desk, code) else "no port")
    )


def port_near(desk: Desk, code: str) -> bool:
    part: Part | None = desk.board.part(desk.who, code)
    return part is not None and desk.board.has_port(desk.who, part)


def prices(desk: Desk) -> Grid:
    rows = tuple(
        Row((good, price(tables().buys(good, False)), price(tables().sells(good, False)),
             price(tables().buys(good, True)), price(tables().sells(good, True))))
        for good in (GRAIN, FISH, *HERDS)
    )  # fmt: skip
    meat = tables().meat(desk.world.season)
    caption = f"Meat of culled herds brings {meat} gold in {desk.world.season}. 2 fish feed as much as 1 grain."
    return Grid("prices", "Prices of goods", PRICES, rows, caption=caption, side="left")


def price(value: object) -> str:
    return "-" if value is None else str(value)
