"""The tables and the map of the rulebook, all of them from the data."""

from collections.abc import Iterator
from itertools import pairwise

from pbm.reports.sections import AnySection, Column, Fact, Facts, Grid, Map, Row, columns
from pbm.rulesets.contract import Rulebook
from pbm.rulesets.twilight.map import Spot, chart, listed
from pbm.rulesets.twilight.scenarios import Scenario, scenarios
from pbm.rulesets.twilight.tables import column, tables

SHOWN = "843"
"""The scenario whose realms the map shows."""
BORDERS = {"open": "", "river": "~", "mountain": "^", "sea": "*"}
KINDS = {"player": "Frankish heirs", "major": "Majors", "minor": "Minors", "system": "Moved by the rules"}
CRT_NAMES = {"ENGAGE": "Engagement", "SHOCK": "Shock", "RAID": "Raid"}
OPERATIONS = {
    "land_area": "enter a neighbouring area",
    "river_or_mountain": "more over a river or mountains",
    "leave_enemies": "more to leave enemies behind",
    "burg_in_or_out": "enter or leave a burg",
    "own_peripheral": "enter the own peripheral area",
    "fleet_to_sea": "a fleet to the next sea",
    "embarked_from_port_per_sea": "each sea, embarked from a port",
    "embarked_from_land_per_sea": "each sea, embarked from an area",
    "land_in_friendly_port": "land in a friendly port",
    "land_in_area": "land in an area",
    "land_in_own_peripheral": "land in the own peripheral area",
    "attack": "attack or besiege",
    "pillage": "pillage",
}
RESULTS = (
    ("NE", "nothing", "nothing"),
    ("A1", "the attacker loses 1", "the same"),
    ("D1, D2", "the defender loses 1 or 2", "1 on Shock and Engagement, nothing on Raid"),
    ("DH", "the defender loses half, rounded up", "1"),
    ("EX", "each side loses 1", "the attacker loses 1"),
    ("DV", "the defender is destroyed, the attacker draws a marker", "the defender loses 2, no marker"),
    ("CA", "the defender strikes back", "the same"),
    ("F", "the attacker may move free", "the same"),
)


def sections() -> Iterator[AnySection]:
    yield all_powers()
    yield from (units(), vikings(), operations(), *combat(), results(), subversion(), victory(), markers())
    yield from (succession(), sizes(), overview())
    yield from (placements(name, one) for name, one in scenarios().items())
    yield places()
    yield realms()


def units() -> Grid:
    rows = tuple(
        Row((letter, unit.name, "" if unit.price is None else str(unit.price), unit.maintain, raisers(unit.who)))
        for letter, unit in tables().units.items()
    )
    note = f"A pillaged place adds {tables().pillaged_extra}. The Magyars raise M and N only, at 2 each."
    heads = columns("_<# unit<! raise>5 keep>5 who_may_raise_it<12~")
    return Grid("units", "Units", heads, rows, caption=note, side="left")


def raisers(who: str | list[str]) -> str:
    return who if isinstance(who, str) else ", ".join(who)


def all_powers() -> Facts:
    named = [
        Fact(kind, title, ", ".join(f"{row.name} {code}" for code, row in listed().items() if row.kind == kind))
        for kind, title in KINDS.items()
    ]
    return Facts("powers", "The powers", tuple(named), side="left")


def vikings() -> Grid:
    table = tables().viking
    rows = [Row(("new raiders", *table.strength)), Row(("sail on or attack", *table.seafaring))]
    rows += [Row((chart()[sea].name, *targets), group="Where they land") for sea, targets in table.raid.items()]
    return Grid("vikings", "Raiders", (Column("die"), *map(figures, "123456")), tuple(rows), side="left")


def figures(title: str) -> Column:
    return Column(title, right=True)


def operations() -> Grid:
    rows = tuple(Row((words, tables().op_costs[key])) for key, words in OPERATIONS.items())
    return Grid("op", "What it costs", columns("operation<30 OP>4"), rows, side="left")


def combat() -> Iterator[Grid]:
    heads = [column(low) for low, _ in tables().crt_columns]
    for name, title in CRT_NAMES.items():
        rows = tuple(Row((str(die), *row)) for die, row in enumerate(tables().crt[name], 1))  # type: ignore[index]
        yield Grid(name.lower(), title, (Column("die"), *map(figures, heads)), rows, side="left")


def results() -> Grid:
    return Grid("results", "Results", columns("_<# field_battle<20 siege<20"), tuple(map(Row, RESULTS)))


def subversion() -> Grid:
    table = tables().subversion
    rows = tuple(Row((str(die), *row)) for die, row in enumerate(zip(table["SUB"], table["REL"], strict=True), 1))
    return Grid("subversion", "Subversion, conversion", columns("die<# SUB<12 REL<12"), rows, side="left")


def victory() -> Grid:
    rows = tuple(Row((f"{least} and more" if least else "0", level)) for least, level in tables().victory)
    return Grid("victory", "Levels of victory", columns("points<# level<20"), rows, side="left")


def markers() -> Grid:
    rows = tuple(Row((one.code, one.name, one.number, "at once" if one.at_once else "")) for one in tables().markers)
    return Grid("markers", "Forty markers", columns("code<# marker<20 number|no.>4 _<~"), rows, flow=3)


def succession() -> Grid:
    rows = tuple(Row((str(die), heirs)) for die, heirs in enumerate(tables().succession, 1))
    return Grid("succession", "Heirs", columns("die<# heirs>6"), rows, side="left")


def sizes() -> Grid:
    least = [size.least for size in tables().sizes]
    spans = [*(span((low, high - 1)) for low, high in pairwise(least)), f"{least[-1]} and more"]
    rows = tuple(Row((size.word, units)) for size, units in zip(tables().sizes, spans, strict=True))
    return Grid("sizes", "Sizes", columns("word<# units<20"), rows, side="left")


def overview() -> Grid:
    rows = tuple(
        Row((name, one.name, span(one.players), span(one.turns), heirs(one))) for name, one in scenarios().items()
    )
    heads = columns("year<# scenario<! players<~ years<~ heirs,_with_warriors_and_militia<30")
    return Grid("scenarios", "The scenarios", heads, rows)


def span(ends: tuple[int, int]) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}-{ends[1]}"


def heirs(one: Scenario) -> str:
    """An asterisk marks the emperor."""
    return ", ".join(f"{heir.leader}{'*' * heir.emperor} {heir.power} {heir.units}" for heir in one.frankish)


def placements(name: str, one: Scenario) -> Grid:
    rows = [Row((heir.power, lands(heir.areas, heir.exclude)), group="Frankish") for heir in one.frankish]
    for group, stacks in (("Majors", one.major), ("Minors", one.minor)):
        rows += [Row((power, standing(placed)), group=group) for power, placed in stacks.items()]
    return Grid(f"s{name}", one.name, columns("_<# _<30"), tuple(rows), side="left")


def lands(areas: list[str], exclude: list[str]) -> str:
    return " ".join(areas) + (f", not {' '.join(exclude)}" if exclude else "")


def standing(placed: dict[str, str]) -> str:
    return ", ".join(f"{where} {stack}" for where, stack in placed.items())


def places() -> Grid:
    rows = tuple(Row((code, spot.name, worth(spot), near(spot))) for code, spot in sorted(chart().items()))
    note = "LV of areas, DV of burgs with their area and P for a port. Borders: ~ river, ^ mountains, * coast."
    return Grid("places", "The places", columns("code<# place<! worth<~ neighbours<20"), rows, caption=note, flow=2)


def worth(spot: Spot) -> str:
    if spot.kind == "sea":
        return "sea"
    return f"DV {spot.value} {spot.within}{' P' if spot.port else ''}" if spot.within else f"LV {spot.value}"


def near(spot: Spot) -> str:
    return " ".join(f"{code}{BORDERS[border]}" for code, border in sorted(spot.links.items()))


def realms() -> Map:
    one = scenarios()[SHOWN]
    owners = {area: heir.power for heir in one.frankish for area in heir.areas}
    owners |= {where: power for power, placed in {**one.major, **one.minor}.items() for where in placed}
    known = {where: power for where, power in owners.items() if chart()[where].kind != "sea"}
    names = {power: listed()[power].name for power in dict.fromkeys(known.values())}
    return Map("map", "The map", caption="The Empire in 843", owners=known, names=names, page=True)


RULEBOOK = Rulebook(sections=sections)
