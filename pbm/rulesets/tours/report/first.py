"""The first report, before anybody is on the field: where the armies may stand, and where they usually do [13]."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Brief, Grid, Notice, Row, columns
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, LEADERS, MUS, SHORT, TYPES, UNITS, zone_of
from pbm.rulesets.tours.report.words import Author, contingent, joined, leader_name
from pbm.rulesets.tours.selectors import spans

ZONES = columns("_<6# pieces<# may_stand_in<24")
TASK = (
    "This sheet places your army: one SETUP line for each piece that is not to stand in its usual place. The enemy "
    "does the same unseen. Then the battle begins with turn 1, and the Muslims play first [13.1, 13.2, 4.1]."
)


def first_report(author: Author) -> Iterator[AnySection]:
    yield Brief("brief", "In brief", (Notice("task", TASK), Notice("leader", leader_place(author.side))))
    for side, key, title in (
        (author.side, "zones", "Where you set up"),
        (author.foe, "foe_zones", "Where the enemy sets up"),
    ):
        yield Grid(key, title, ZONES, tuple(zones(side)), note="usually:")


def leader_place(side: str) -> str:
    leader = LEADERS[side]
    unit = FORCES.leaders[leader].with_
    return f"{leader_name(leader)} ({leader}) leads {SHORT[side]}, usually with {unit} in {UNITS[unit].hex}."


def zones(side: str) -> Iterator[Row]:
    """Every contingent, by type where the types have zones of their own; then the wagons."""
    for con in CONTINGENTS[side]:
        for kind in TYPES:
            places = {code: row.hex for code, row in UNITS.items() if (row.con, row.type) == (con, kind)}
            if places:
                yield zone(con if con in FORCES.zones else f"{con}.{kind}", places, contingent(con))
    if side == MUS:
        yield zone("TR", FORCES.wagons, "Wagons")


def zone(name: str, places: dict[str, str], group: str) -> Row:
    usual = joined(f"{code} {place}" for code, place in places.items())
    return Row((name, spans(places), spans(zone_of(next(iter(places))))), note=usual, group=group)
