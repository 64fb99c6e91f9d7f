"""The turnsheet: the boxes of standing orders with their values, the season's box, and room for every step [10.5]."""

from collections.abc import Iterator

from pbm.reports.sections import Box, FormRow
from pbm.rulesets.homelands.income import SIZES
from pbm.rulesets.homelands.report.words import Desk
from pbm.rulesets.homelands.sight import View
from pbm.rulesets.homelands.tables import AUTUMN, SPRING, WINTER, tables
from pbm.rulesets.homelands.world import DIET, full

PACTS = ("; pacts and rival: TRUCE, VASSAL, TRIBUTE, REDEEM, TAKE, GIVE, RIVAL", 2)
SEASON = {
    SPRING: ("; spring: SOW fields or SOW ALL, CALF kind field", 3),
    AUTUMN: ("; autumn: HARVEST field store n, RECRUIT fields or RECRUIT ALL", 3),
    WINTER: ("; winter: FESTIVAL SMALL, DOUBLE or TRIPLE", 1),
}
BLOCKS = (
    ("; MOVE from to [type] n, SAIL from to ships n cargo n", 12),
    ("; MARCH, FLEET, FERRY, RETREAT from to [type] n [IF n]", 6),
    ("; DRIVE from to kind, CART from to GRAIN n", 2),
    ("; WITHDRAW field type n, RELEASE field n", 4),
    ("; ATTACK or SALLY field power/ANY [ROUNDS n], SIEGE field [DEGRADE]", 4),
    ("; LOOT, STEAL, BURN field", 4),
    ("; BUILD field kind n, ASSIGN field n, HASTEN field, CANCEL field", 4),
    ("; BUY, SELL, UPGRADE, DEGRADE, DISBAND, CULL, DOUBLE; KEEP gold", 7),
    ("; LUCK kind n, FORCE, TOIL, CLAIM", 2),
)
"""The steps of a round with a word on what is written there, and how many blank lines each has."""
SET_UP_ROWS = 10


def filled(view: View) -> tuple[str, ...]:
    if view.result:
        return ()
    desk = Desk(view)
    return tuple(set_up(desk) if view.turn == 0 else season(desk))


def season(desk: Desk) -> Iterator[str]:
    own = SEASON.get(desk.world.season)
    blocks = (PACTS, *([own] if own and (desk.farms or desk.world.season == AUTUMN) else []), *BLOCKS)
    for heading, lines in blocks:
        yield heading
        yield from [""] * lines


def set_up(desk: Desk) -> Iterator[str]:
    start = desk.world.chart.starts[desk.who]
    yield "; the set-up: what you leave out is done for you"
    if start.fields:
        yield f"; your fields: {' '.join(start.fields)}; others by START F F F"
    options = [*desk.world.faction(desk.who).start_option, *choices(desk)]
    if options:
        yield f"; OPTION {', '.join(options)}"
    yield "; PLACE LI field n, PLACE SHEEP field, PLACE GRAIN field n, PLACE DCK field"
    yield from [""] * SET_UP_ROWS


def choices(desk: Desk) -> list[str]:
    """Other factions that the seat may play [5.2.4]."""
    own, factions = desk.world.faction(desk.who), desk.world.chart.factions
    if not own.choice:
        return []
    return [
        code for code, row in factions.items() if row.choice == own.choice and row.homes == own.homes and row != own
    ]


def form(view: View) -> tuple[FormRow, ...]:
    """Boxes for the standing orders, with the values in force; nothing in the set-up or after the end."""
    return () if view.result or view.turn == 0 else tuple(rows(Desk(view)))


def rows(desk: Desk) -> Iterator[FormRow]:
    doctrine, realm = desk.realm.doctrine, desk.realm
    yield FormRow(
        "Battle",
        (
            Box("break off at %", "DOCTRINE BREAK", str(doctrine.breaks)),
            Box("spare", "DOCTRINE SPARE", doctrine.spare, 7),
            Box("re-rolls", "DOCTRINE REROLL", str(doctrine.reroll)),
            Box("snipe", "DOCTRINE SNIPE", doctrine.snipe or "OFF"),
            Box("engage", "DOCTRINE ENGAGE", doctrine.engage, 9),
        ),
    )
    yield FormRow(
        "",
        (
            Box("targets", "DOCTRINE TARGET", " ".join(full(doctrine.target, tables().targets)), 27),
            Box("rally on", "DOCTRINE RALLY", " ".join(doctrine.rally), 12),
        ),
    )
    house = [Box("keep gold", "KEEP"), Box("claim", "CLAIM", room=14)]
    if desk.farms:
        house = [
            Box("diet", "DIET", " ".join(full(realm.diet, DIET)), 16),
            Box("herds first", "HERDSFIRST", "ON" if realm.herdsfirst else "OFF"),
            Box("festival", "FESTIVAL", realm.festival, max(map(len, SIZES))),
            *house,
        ]
    yield FormRow("House", tuple(house))
