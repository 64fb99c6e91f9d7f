"""What the coming season brings and allows: its own box, what may be bought and where, what prestige buys [10.2]."""

from collections.abc import Iterator

from pbm.reports.author import listed
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.rulesets.homelands.board import Part
from pbm.rulesets.homelands.building import price_of
from pbm.rulesets.homelands.fields import sowing_refusal
from pbm.rulesets.homelands.income import SIZES, festival_cost, recruit_refusal, yield_of
from pbm.rulesets.homelands.newyear import herds_of
from pbm.rulesets.homelands.report.holdings import ground_of
from pbm.rulesets.homelands.report.words import Author, season_and_year
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


def planning(author: Author) -> Iterator[AnySection]:
    season = author.world.season
    title = f"{PLAN}: {season_and_year(author.world.turn)}"
    yield Facts("season", f"What {season} brings", tuple(brings(author)), under=title, side="left", page=True)
    yield Facts("prestige", "What your prestige can buy", tuple(prestige(author)), under=title, side="right")
    if season == SPRING and author.farms:
        yield sowing(author)
    yield market(author)
    if author.farms:
        yield prices(author)


def brings(author: Author) -> Iterator[Fact]:
    season = author.world.season
    if season == SPRING:
        yield from spring(author)
    elif season == SUMMER:
        yield Fact("taxes", "Taxes", f"{taxes(author)} gold as things stand")
    elif season == AUTUMN:
        yield from autumn(author)
    else:
        yield from winter(author)
    if pay := pay_of(author.world):
        men = sum(number(units, "ME") for _, _, units in author.world.stands(author.who))
        commanders = tables().command.get(author.realm.command, (0, 0))[1] if author.world.on("command") else 0
        if due := men * pay + commanders:
            yield Fact("pay", "Pay due", f"{due} gold after trade: KEEP {due} keeps it for them")
    yield Fact("after", "Then", next_seasons(season))
    if author.world.on("weather"):
        yield Fact("dice", "Dice", DICE[season])


def next_seasons(season: str) -> str:
    index = SEASONS.index(season)
    return listed([*SEASONS[index + 1 :], *SEASONS[:index]][:2])


def taxes(author: Author) -> int:
    return yield_of(author.board, author.who) + author.world.faction(author.who).tax_bonus


def spring(author: Author) -> Iterator[Fact]:
    yield Fact("grain", "Grain at hand", str(author.home.grain))
    if author.world.year > 1:
        pairs = [
            f"{HERD_WORDS[kind]} {count // 2}"
            for kind, count in herds_of(author.world, author.who).items()
            if count > 1
        ]
        yield Fact("calves", "Calves to come", listed(pairs))
    if author.world.faction(author.who).muster:
        yield Fact("muster", "Muster", "up to 2 HI overseas, 2 gold each")


def autumn(author: Author) -> Iterator[Fact]:
    stands = sum(
        there.sown.grain for there in author.world.fields.values() if there.sown and there.sown.owner == author.who
    )
    room = sum(
        own.room("grain") - own.grain for code in author.home.cus if (own := author.world.fields[code].settlement)
    )
    yield Fact("harvest", "Harvest", f"{stands} grain stand on the fields; room for {room}")
    able = [code for code in author.board.land(author.who) if not recruit_refusal(author.scene, code)]
    free = author.world.settings.unit_limit - author.world.unit_count(author.who)
    most = f"at most {free} by the unit limit" if free > 0 else "none more by the unit limit"
    if author.world.faction(author.who).no_recruit:
        yield Fact("recruit", "Recruits", "your faction may not recruit")
    else:
        yield Fact("recruit", "Recruits", f"{listed(able)}; 1 gold each, {most}")


def winter(author: Author) -> Iterator[Fact]:
    pp = yield_of(author.board, author.who)
    for times, size in enumerate(SIZES, 1):
        price = festival_cost(author.board, author.who, size)
        yield Fact(size, f"FESTIVAL {size}", f"{pp * times} PP for {price or 'no'} grain")
    need = author.home
    herds = sum(tables().herds[kind].feed for kind in need.herds.values())
    yield Fact(
        "food", "Food", f"{need.grain} grain and {need.fish} fish; needed {need.mouths} for people, {herds} for herds"
    )


def sowing(author: Author) -> Grid:
    """The fields that may be sown, best first, as SOW ALL takes them."""
    able = [code for code in author.board.land(author.who) if not sowing_refusal(author.scene, code)]
    there, chart = author.world.fields, author.world.chart
    order = sorted(able, key=lambda code: (-chart[code].grain, there[code].looted, code))
    rows = tuple(
        Row(
            (
                code,
                author.name(code),
                ground_of(chart[code]),
                chart[code].climate,
                chart[code].grain,
                1 + there[code].looted,
            )
        )
        for code in order
    )
    return Grid("sowing", "Fields that may be sown, best first", SOWING, rows, empty="No field may be sown.", flow=2)


def prestige(author: Author) -> Iterator[Fact]:
    have = author.realm.pp
    yield Fact("have", "PP now", str(have))
    for key, words in SPENT:
        price = tables().prestige[key]
        yield Fact(key, f"{price} PP", words + ("" if have >= price else " (not enough)"))
    if have >= tables().prestige["price_less_at"]:
        yield Fact("cheaper", "Held", "buildings cost you 1 gold less")
    if have >= tables().prestige["double_work_at"]:
        yield Fact("work", "Held", "your builders do double work")


def market(author: Author) -> Grid:
    rows = tuple(stall(author, code) for code in author.board.own_cus(author.who))
    houses = ", ".join(f"{BUILDINGS[kind]} {price_of(author.world, author.who, kind)}" for kind in BUILDINGS)
    caption = f"{unit_prices(author)} Buildings: {houses} gold. You have {author.realm.gold or 'no'} gold."
    return Grid(
        "market", "What may be bought where", MARKET, rows, empty="You have no open settlement.", caption=caption
    )


def unit_prices(author: Author) -> str:
    rows, faction = tables().units, author.world.faction(author.who)
    fast = author.world.settings.is_fast
    riders = f"CV {rows['CV'].upgrade_fast}" if fast else f"CV {rows['CV'].upgrade} and a herd of horses"
    hired = f"ME {rows['ME'].buy_fast} gold" if fast else f"ME {rows['ME'].buy} gold and {rows['ME'].buy_pp} PP"
    ships = ", ".join(f"{kind} {max(0, (rows[kind].upgrade or 0) - faction.ship_discount)}" for kind in ("TS", "WS"))
    first = "LI by RECRUIT only" if faction.recruit_only else f"LI {rows['LI'].buy} gold"
    return (
        f"{first}, {hired}; upgrades of LI: HI {rows['HI'].upgrade}, {riders}, SM {rows['SM'].upgrade}, {ships} gold."
    )


def stall(author: Author, code: str) -> Row:
    there, rows = author.world.fields[code], tables().buildings
    own, yard = there.settlement, there.yard
    assert own
    buy, up = rows[own.kind].buy, rows[own.kind].upgrade
    kinds = "HI or CV" if own.kind == "CTY" else "CV"
    ships = f"{rows[yard.kind].upgrade} {'TS or WS' if yard.kind == 'PRT' else 'TS'}" if yard else "-"
    li = 0 if author.world.faction(author.who).recruit_only else buy
    return Row(
        (
            code,
            author.name(code),
            li,
            buy,
            f"{up} {kinds}",
            ships,
            "port prices" if port_near(author, code) else "no port",
        )
    )


def port_near(author: Author, code: str) -> bool:
    part: Part | None = author.board.part(author.who, code)
    return part is not None and author.board.has_port(author.who, part)


def prices(author: Author) -> Grid:
    rows = tuple(
        Row((good, price(tables().buys(good, False)), price(tables().sells(good, False)),
             price(tables().buys(good, True)), price(tables().sells(good, True))))
        for good in (GRAIN, FISH, *HERDS)
    )  # fmt: skip
    meat = tables().meat(author.world.season)
    caption = f"Meat of culled herds brings {meat} gold in {author.world.season}. 2 fish feed as much as 1 grain."
    return Grid("prices", "Prices of goods", PRICES, rows, caption=caption, side="left")


def price(value: object) -> str:
    return "-" if value is None else str(value)
