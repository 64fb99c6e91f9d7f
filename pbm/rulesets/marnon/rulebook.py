"""The tables and the map of the rulebook, all of them from the data."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.reports.sections import AnySection, Column, Grid, Map, Row, columns
from pbm.rulesets.contract import Rulebook
from pbm.rulesets.marnon.map import Area, areas, island, regions, seas
from pbm.rulesets.marnon.tables import DICE, Card, Needs, cards, mercenaries, tables
from pbm.rulesets.marnon.turn import SEQUENCE
from pbm.rulesets.marnon.wishes import CASTLES

BORDERS = {"land": "", "river": "~", "bridge": "="}
PRICES = {
    "army_per_10": "10 army points",
    "general": "general",
    "fleet": "war fleet",
    "merchant": "merchant fleet",
    "caravan": "caravan",
    "fort": "fort",
}
BILLS = {
    "army_per_100": "100 army points",
    "fleet": "war fleet",
    "fort": "fort",
    "siege": "siege",
    "repair": "repair of a fleet",
}
RESULTS = {
    "level-1": "level falls by 1",
    "no quarter": "no quarter",
    "goes on": "it goes on",
    "level+1": "level rises by 1",
    "terms": "terms",
    "surrender": "surrender",
}
MODIFIERS = (
    ("larger strength", "5:4 +1, 3:2 +2, 2:1 +3, 3:1 +4, 4:1 +6"),
    ("best general", "rating less 8; none -2"),
    ("his skill", "6.11"),
    ("leaders, round 1", "+1"),
    ("defender's ground", "see 5.33"),
    ("fort, defender", "+2"),
    ("over a river, from ships", "-1"),
    ("twice the cavalry, open ground", "+1"),
    ("mercenaries with an edge", "+1"),
)
ACTS = {
    "castle": "towards the nearest castle",
    "one": "into one territory next to them",
    "two": "into two territories next to them",
    "consolidate": "they stay",
    "build up": "all gather at the base, and more come",
    "raid": "one to six into the next sea, looking for a fight",
    "spread": "over the seas of its land",
    "hunt": "two thirds against the strongest fleet",
}
SCOPES = {
    "territory": "territories",
    "region": "a region's power",
    "port": "ports",
    "sea": "a sea",
    "dust": "R1, R4 or R6",
    "siege": "a siege",
    "alliance": "an alliance",
    "all": "everyone",
    "none": "everyone",
}


def sections() -> Iterator[AnySection]:
    yield sequence()
    yield from (prices(), attrition(), permanent(), levies(), ground(), battle(), rounds(), siege(), result())
    yield from (castles(), exile(), ambush(), terrain(), intrigue(), coasts(), invader())
    yield from (event_cards(), mercenary_cards(), places(), powers())


def sequence() -> Grid:
    rows = tuple(Row((step.name, step.rule)) for step in SEQUENCE if step.name[0].isdigit())
    return Grid("sequence", "The sequence of play", columns("step<40 rule>8~"), rows, flow=2)


def prices() -> Grid:
    table = tables()
    rows = [Row((name, table.prices[key]), group="To buy") for key, name in PRICES.items()]
    rows += [Row((name, table.upkeep[key]), group="A turn") for key, name in BILLS.items()]
    return Grid("prices", "Prices and bills", columns("_<26 crowns>8"), tuple(rows), side="left")


def by_dice(key: str, title: str, rows: Mapping[str, list[Any]], note: str = "") -> Grid:
    heads = (Column("2D6"), *(Column(str(dice), right=True) for dice in DICE))
    lines = tuple(Row((name, *map(str, figures))) for name, figures in rows.items())
    return Grid(key, title, heads, lines, caption=note)


def attrition() -> Grid:
    table = tables().attrition
    rows = {"fleets lost": table.fleets_lost, "supply %": table.pct["supply"], "force march %": table.pct["march"]}
    return by_dice("attrition", "Attrition", rows)


def permanent() -> Grid:
    table = tables().permanent_losses
    return by_dice("permanent", "Permanent losses, %", {"winner": table.winner_pct, "loser": table.loser_pct})


def levies() -> Grid:
    table = tables().levies
    rows = tuple(
        Row((kind.lower(), points, "horse" if kind in table.horse else "")) for kind, points in table.points.items()
    )
    return Grid("levies", "Levies", columns("type<16 points>8 _<8"), rows, side="left")


def ground() -> Grid:
    rows = tuple(Row((kind.lower(), f"+{plus}" if plus else "0")) for kind, plus in tables().battle.ground.items())
    return Grid("ground", "Ground, for the defender", columns("type<16 plus>8"), rows, side="left")


def battle() -> Grid:
    return Grid("battle", "What is added", columns("for<28 plus<"), tuple(map(Row, MODIFIERS)), side="left")


def rounds() -> Grid:
    table = tables().battle.round_losses_pct
    rows = tuple(Row((apart, f"{higher} %", f"{lower} %")) for apart, (higher, lower) in table.items())
    return Grid("rounds", "Losses of a round", columns("difference<14 higher>10 lower>10"), rows, side="left")


def siege() -> Grid:
    rows = tuple(Row((str(die), *dice)) for die, dice in tables().siege.losses.items())
    return Grid("siege", "Dice of losses", columns("die<# besieger>12 garrison>12"), rows, side="left")


def result() -> Grid:
    rows = tuple(Row((str(dice), RESULTS[said])) for dice, said in tables().siege.result.items())
    return Grid("result", "The siege", columns("2D6<# result<24"), rows, side="left")


def castles() -> Grid:
    rows = tuple(Row((str(die), kind.lower())) for die, kind in tables().np_castle.kind.items())
    return Grid("castles", "Castles without a player", columns("die<# kind<24"), rows, side="left")


def exile() -> Grid:
    rows = tuple(Row((str(die), *got)) for die, got in tables().exile.result.items())
    return Grid("exile", "In exile", columns("die<# crowns>10 points>10"), rows, side="left")


def ambush() -> Grid:
    lost, wrong = tables().ambush.result, tables().intelligence.wrong_pct
    rows = [Row((str(die), f"{row.dice}D6 x 10 + {row.plus}"), group="Ambush, 1D6") for die, row in lost.items()]
    rows += [Row((dice, f"{wrong[dice]} %"), group="Scouts are wrong by, 2D6") for dice in DICE]
    return Grid("ambush", "Ambush and scouting", columns("dice<# points<24"), tuple(rows), side="left")


def terrain() -> Grid:
    rows = tuple(Row((str(dice), piece)) for dice, piece in tables().terrain.items())
    return Grid("terrain", "Pieces of terrain", columns("2D6<# piece<24"), rows, side="left")


def intrigue() -> Grid:
    rows = tuple(Row((str(die), said)) for die, said in tables().intrigue.result.items())
    return Grid("intrigue", "Intrigue", columns("die<# what_happens<30"), rows, side="left")


def coasts() -> Grid:
    rows = [Row((dice, f"{port} ({sea})"), group="Port, 1D10") for dice, (port, sea) in island().random_ports.items()]
    rows += [Row((dice, sea), group="Sea, 1D6") for dice, sea in island().random_seas.items()]
    rows += [Row((dice, " ".join(landed)), group="Landing, 2D6") for dice, landed in island().invasion.items()]
    return Grid("coasts", "Ports, seas and landings", columns("dice<# where<24"), tuple(rows), side="left")


def invader() -> Grid:
    table = tables().invader
    rows = [Row((str(die), ACTS[said]), group="Armies, 1D6") for die, said in table.land.items()]
    rows += [Row((str(die), ACTS[said]), group="Fleets, 1D6") for die, said in table.fleet.items()]
    rows += [Row((str(dice), sent(said)), group="Needs, 2D6") for dice, said in table.needs.items()]
    rows += [Row((str(die), sent(said)), group="The emperor dies, 1D6") for die, said in table.emperor.items()]
    return Grid("invader", "The invader", columns("dice<# what<30"), tuple(rows), side="left")


def sent(said: Needs) -> str:
    if isinstance(said, str):
        return {"emperor": "the emperor dies", "home": "all go home"}.get(said, said)
    fleets, points = said
    return f"{fleets:+d} fleets, {points:+d} points" if fleets or points else "nothing"


def event_cards() -> Grid:
    rows = tuple(Row((card.no, card.title, struck(card), worded(card))) for card in cards().values())
    note = "Out: leaves the game after its turn. All: the discards come back."
    return Grid("cards", "The 52 event cards", columns("_># card<20! strikes<~ effect<"), rows, caption=note)


def struck(card: Card) -> str:
    return f"{card.count} {SCOPES[card.scope]}" if card.count > 1 else SCOPES[card.scope]


def worded(card: Card) -> str:
    order = card.choice.get("order", "").replace("<", "").replace(">", "").replace("|", " or ")
    choice = f" {order}; unsaid: {card.choice['default']}." if order else ""
    return f"{card.text}{choice}{' Out.' if card.remove else ''}{' All.' if card.reshuffle else ''}"


def mercenary_cards() -> Grid:
    rows = tuple(
        Row((code, card.name, card.points, card.kind, "edge" if card.edge else "", card.text))
        for code, card in mercenaries().items()
    )
    heads = columns("_<6# card<! points> kind<~ _<~ _<")
    return Grid("mercenaries", "The 18 mercenary cards", heads, rows)


def places() -> Grid:
    rows = [Row(row_of(area), group=group_of(area)) for area in sorted(areas().values(), key=lambda one: one.code)]
    rows += [
        Row((sea.code, sea.name, "", "sea", " ".join((*sea.neighbours, *sea.ports))), group="Seas")
        for sea in seas().values()
    ]
    note = "~ river, = bridge; * port. Behind a sea: the seas next to it, and its ports."
    heads = columns("_<6# place<! pays> type<~ next_to<")
    return Grid("places", "Places", heads, tuple(rows), caption=note)


def row_of(area: Area) -> tuple[str, str, int, str, str]:
    near = " ".join(f"{link.to}{BORDERS[link.border]}" for link in area.neighbours)
    kind = "/".join(area.types).lower() + ("*" if area.port else "")
    return area.code, area.name, area.value, kind, " ".join((*area.coast, near))


def group_of(area: Area) -> str:
    row = regions().get(area.region or "")
    return f"{row.name} ({row.power})" if row else "Castles"


def powers() -> Map:
    owners = {area.code: regions()[area.region].power for area in areas().values() if area.region}
    owners |= {castle: power for power, castle in CASTLES.items()}
    names = {row.power: row.name for row in regions().values()}
    return Map("map", "Marnon", caption="Six regions and their castles", owners=owners, names=names, page=True)


RULEBOOK = Rulebook(sections=sections)
