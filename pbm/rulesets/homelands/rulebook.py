"""The tables and the maps of the rulebook, all of them from the data."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Fact, Facts, Grid, Map, Row, columns
from pbm.rulesets.contract import Rulebook
from pbm.rulesets.homelands import turn
from pbm.rulesets.homelands.abilities import abilities
from pbm.rulesets.homelands.chart import ERAS, map_file
from pbm.rulesets.homelands.factions import Faction, eras
from pbm.rulesets.homelands.tables import SEASONS, Money, Weather, tables

UNIT_NAMES = {
    "LI": "light infantry", "HI": "heavy infantry", "SM": "siege machine", "CV": "cavalry", "TS": "transport",
    "WS": "warship", "ME": "mercenary", "CO": "corsair", "WE": "war elephant",
}  # fmt: skip
BUILDING_NAMES = {"VIL": "village", "CTY": "city", "DCK": "dock", "PRT": "port", "FRT": "fort"}
SPENT = {
    "double": "buy twice as many at a settlement",
    "reroll": "two dice of a battle again, or one of LUCK",
    "back": "a target at the back",
    "rival": "another rival",
    "cheap_mercenaries": "a cheap mercenary, for some peoples",
    "toil": "double work on all sites",
    "force": "special moves for all",
    "corsairs": "a corsair",
}
GOALS = {
    "A": "land fields controlled", "B": "open settlements", "C": "agriculture points", "D": "open cities", "E": "PP",
}  # fmt: skip
COUNTED = {
    "sea": "a sea controlled", "looted": "a land field that is looted", "land": "a land field without a settlement",
    "cus": "a land field with an open settlement", "tribute": "a tribute received, or less if paid",
    "bond": "a vassal or a redemption received, or less if given",
}  # fmt: skip
MARKS = "4.1"
"""The paragraph of steps that only keep count."""


def sections() -> Iterator[AnySection]:
    yield steps()
    yield from (outfit(), weather("summer", "Summer"), weather("winter", "Winter"), wreck(), dice(), buildings())
    yield from (units(), goods(), herds(), prestige(), points(), might(), importance(), command(), overview())
    yield from (seats(era) for era in ERAS)
    yield from (plate(era) for era in ERAS)


def steps() -> Grid:
    """The steps of a round; what a season brings stands under its name."""
    groups = (("Every round", turn.BEFORE), *((f"In {name}", row) for name, row in turn.SEASONS.items()))
    rows = [
        Row((step.rule, step.name), group=title)
        for title, found in (*groups, ("Every round, then", turn.AFTER))
        for step in found
        if step.rule != MARKS
    ]
    return Grid("round", "The round, step by step", columns("_<# step<20"), tuple(rows), flow=3)


def outfit() -> Grid:
    usual = tables().setup
    rows = tuple(Row((name, number, tables().setup_inland.get(name, number))) for name, number in usual.items())
    return Grid("outfit", "What a power begins with", columns("_< usual>6 inland>6"), rows, side="left")


def faces(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def weather(key: str, title: str) -> Grid:
    found: dict[str, Weather] = getattr(tables(), key)
    rows = tuple(Row((climate, faces(row.bad), faces(row.normal), faces(row.good))) for climate, row in found.items())
    return Grid(key, title, columns("climate<! bad< normal< good<"), rows, side="left")


def wreck() -> Grid:
    heads = [key for key in tables().wreck["stormy"] if key not in SEASONS[:2]]
    titles = " ".join(f"{head}<" for head in heads)
    rows = tuple(Row((water, *(faces(row[head]) for head in heads))) for water, row in tables().wreck.items())
    return Grid("wreck", "Dice that sink a ship", columns(f"water<! {titles}"), rows, side="left")


def dice() -> Grid:
    rows = tuple(Row((colour.replace("_", " "), *map(str, swords))) for colour, swords in tables().dice.items())
    return Grid("dice", "Swords on the dice", columns("die<! 1> 2> 3> 4> 5> 6>"), rows, side="left")


def buildings() -> Grid:
    rows = tuple(
        Row(
            (code, BUILDING_NAMES[code], row.price, row.base, row.grain, row.units, row.fish, row.tax, row.feed, row.lf)
        )
        for code, row in tables().buildings.items()
    )
    heads = columns("_<# building<! gold> crew> grain> units> fish> tax> eats> LF>")
    return Grid("buildings", "Buildings", heads, rows)


def units() -> Grid:
    rows = tuple(
        Row((code, UNIT_NAMES[code], row.buy, row.buy_pp or None, row.upgrade, (row.die or "-").replace("_", " "),
             row.lives, row.size, row.feed, row.feed_grain, row.at or "-"))
        for code, row in tables().units.items()
    )  # fmt: skip
    heads = columns("_<# unit<! buy> PP> upgrade|up> die< lives> aboard> eats> grain> where<~")
    return Grid("units", "Units", heads, rows)


def goods() -> Grid:
    rows = tuple(
        Row((good, *(price(value) for value in row))) for good, row in tables().goods.items() if isinstance(row, tuple)
    )
    meat = ", ".join(f"{season} {worth}" for season, worth in tables().meat_prices.items())
    heads = columns("goods<! buy> sell> with_port> sell>")
    return Grid("goods", "Prices", heads, rows, caption=f"Meat is sold: {meat}.", side="left")


def price(value: Money) -> str:
    return "-" if value is None else str(value)


def herds() -> Grid:
    rows = tuple(Row((kind, row.feed, row.lean, row.full, row.ap)) for kind, row in tables().herds.items())
    heads = columns("herd<! feed> lean> full> points>")
    note = "Grain in winter, meat if unfed or slaughtered in time, agriculture points."
    return Grid("herds", "Herds", heads, rows, caption=note, side="left")


def prestige() -> Grid:
    rows = tuple(Row((tables().prestige[key], words)) for key, words in SPENT.items())
    return Grid("prestige", "What prestige buys", columns("PP>4 for<30"), rows, side="left")


def points() -> Grid:
    vp = tables().vp
    rows = [Row((f"{BUILDING_NAMES[kind]} taken, lost", *map(str, vp.of(kind)))) for kind in ("CTY", "VIL")]
    rows += [Row(("vassal, redemption, tribute: to whom, by whom", *map(str, vp.bond)))]
    rows += [
        Row((f"{what} stolen", str(row[0]), str(row[2]))) for what, row in (("herd", vp.herd), ("grain", vp.grain))
    ]
    rows += [Row(("battle won, lost", str(vp.battle[0]), str(vp.battle[2])))]
    return Grid("points", "Victory points", columns("for<30 winner>6 loser>6"), tuple(rows), side="left")


def might() -> Grid:
    rows = tuple(Row((goal, tables().might[goal], words)) for goal, words in GOALS.items())
    return Grid("might", "Goals of might", columns("_<# at_least>8 what<20"), rows, side="left")


def importance() -> Grid:
    rows = tuple(Row((tables().importance[key], words)) for key, words in COUNTED.items())
    return Grid("importance", "Importance", columns("points>6 for<30"), rows, side="left")


def command() -> Grid:
    rows = tuple(Row((level.lower(), gold, pay)) for level, (gold, pay) in tables().command.items())
    return Grid("command", "Commanders", columns("level<! gold>6 pay>6"), rows, side="left")


# eras


def overview() -> Grid:
    rows = tuple(Row((era, titled(era), len(map_file(era).starts), size(era))) for era in ERAS)
    heads = columns("era<# title<! seats>6 land_fields_with_border_S,_M,_L<")
    return Grid("eras", "Eras", heads, rows)


def size(era: str) -> str:
    spots = [spot for spot in map_file(era).fields.values() if spot.is_land]
    return ", ".join(str(sum(spot.tier in allowed for spot in spots)) for allowed in ("S", "SM", "SML"))


def seats(era: str) -> Facts:
    factions = eras()[era].factions
    facts = tuple(
        Fact(
            start.power,
            f"{start.seat} {start.power} {start.name}",
            seat(factions[start.faction], start.fields, start.sea),
        )
        for start in sorted(map_file(era).starts, key=lambda start: start.seat)
    )
    return Facts(f"seats_{era}", f"Seats of {titled(era)}", facts)


def seat(faction: Faction, fields: list[str], sea: str | None) -> str:
    """Where it begins, and what it can do."""
    able = [f"{words} [{rule}]" for words, rule in abilities(faction)]
    where = " ".join(fields) or f"from the sea {sea}"
    return f"{where}; {faction.name or 'its people'}: {', '.join(able) or 'no ability of its own'}"


def titled(era: str) -> str:
    """Britannia 410 AD."""
    name, *rest = map_file(era).title.split()
    return " ".join([name.capitalize(), *rest])


def plate(era: str) -> Map:
    """The map with the seats' first fields."""
    source = map_file(era)
    owners = {code: start.power for start in source.starts for code in start.fields}
    names = {start.power: start.name for start in source.starts if start.fields}
    return Map(f"map_{era}", titled(era), plate=era, owners=owners, names=names, page=True)


RULEBOOK = Rulebook(sections=sections)
