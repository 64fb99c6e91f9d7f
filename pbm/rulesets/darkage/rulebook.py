"""The tables and the map of the rulebook."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Grid, Map, Row, columns
from pbm.rulesets.contract import Rulebook
from pbm.rulesets.darkage import battle
from pbm.rulesets.darkage.battle import Battle
from pbm.rulesets.darkage.map import Nation, britain, nations, starts, terrains

FRACTIONS = {0: "nothing", 2: "half", 3: "a third"}
BATTLES = {
    "MOVE, SHIPS, CONVOY": battle.MOVE,
    "PROBE": battle.PROBE,
    "ASSAULT": battle.ASSAULT,
    "OVERRUN": battle.OVERRUN,
}


def sections() -> Iterator[AnySection]:
    yield kingdoms()
    yield terrain()
    yield battles()
    yield areas()
    yield beginnings()


def kingdoms() -> Grid:
    rows = tuple(Row((nation.code, nation.name, lands(nation)), group=nation.nationality)
                 for nation in nations().values())  # fmt: skip
    return Grid("kingdoms", "The kingdoms", columns("code<# kingdom<! first_areas<60"), grouped(rows))


def lands(nation: Nation) -> str:
    return ", ".join(f"{britain()[code].name} {code}" for code in nation.areas) or "from the sea, later in the game"


def grouped(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows of one nationality together, in the order in which each first comes."""
    names = list(dict.fromkeys(row.group for row in rows))
    return tuple(sorted(rows, key=lambda row: names.index(row.group)))


def terrain() -> Grid:
    rows = tuple(
        Row((name, row["limit"], row["bonus"]["text"], row["bonus"]["table"], loss(row), hold(row)))
        for name, row in terrains().items()
    )
    heads = columns("ground< people|limit>6 defence|def.>6 by_table>6~ defender_loses|losses<~ holds<~")
    note = "Defence as in 2.5, and as in the printed table if the house rule terrain_bonus says so."
    return Grid("terrain", "Terrain", heads, rows, caption=note, side="left")


def loss(row: dict[str, object]) -> str:
    return "one less" if row.get("shelter") else ""


def hold(row: dict[str, object]) -> str:
    return "sticky" if row.get("sticky") else ""


def battles() -> Grid:
    rows = tuple(Row((word, share(row.losses, row.of), share(row.difference, row.of), ends(row)))
                 for word, row in BATTLES.items())  # fmt: skip
    heads = columns("action<# each_loses<# the_weaker_also<# and_then<30")
    note = "Each side loses a share of the other's strength, the weaker side also a share of the difference."
    return Grid("battles", "Battles", heads, rows, caption=note)


def share(part: int, of: int) -> str:
    return FRACTIONS[of if part else 0]


def ends(row: Battle) -> str:
    if row.then:
        return f"as an assault, the attacker losing {row.then.extra} more in each round"
    return "on until one side has none" if row.to_the_end else "the attacker gives up if a defender is left"


def areas() -> Grid:
    people = starts().population
    rows = tuple(
        Row((code, place.name, place.terrain, people.get(code, 0), " ".join(sorted(place.near))))
        for code, place in sorted(britain().items())
    )
    heads = columns("code<# area<! ground<~ people|p.>2 neighbours<20")
    return Grid("areas", "The areas", heads, rows, caption="With their people at the start.", flow=2)


def beginnings() -> Map:
    owners = {area: nation.code for nation in starts().kingdoms for area in nation.areas}
    names = {nation.code: nation.name for nation in starts().kingdoms}
    return Map("map", "The map", caption="The kingdoms at the start", owners=owners, names=names, page=True)


RULEBOOK = Rulebook(sections=sections)
