"""The turnsheet: the boxes of standing orders with their values, the season's box, and room for every step [10.5]."""

from collections.abc import Iterator
from functools import partial

from pbm.reports import author
from pbm.reports.sections import Box, FormRow
from pbm.rulesets.homelands.income import SIZES
from pbm.rulesets.homelands.outfit import Outfitter
from pbm.rulesets.homelands.report.words import Author
from pbm.rulesets.homelands.setup import fields_of, in_turn_of, start_villages
from pbm.rulesets.homelands.sight import View
from pbm.rulesets.homelands.tables import AUTUMN, HERDS, SPRING, WINTER, tables
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
WIDTH = 68
notes = partial(author.notes, width=WIDTH)
PLACED = ("LI", "CV", *HERDS, "grain", "dock")
"""What a set-up sheet places, in the order of the outfit."""


def filled(view: View) -> tuple[str, ...]:
    if view.result:
        return ()
    author = Author(view)
    return tuple(set_up(author) if view.turn == 0 else season(author))


def season(author: Author) -> Iterator[str]:
    own = SEASON.get(author.world.season)
    blocks = (PACTS, *([own] if own and (author.farms or author.world.season == AUTUMN) else []), *BLOCKS)
    for heading, lines in blocks:
        yield heading
        yield from [""] * lines


def set_up(author: Author) -> Iterator[str]:
    start, faction = author.world.chart.starts[author.who], author.world.faction(author.who)
    if faction.late:
        yield from notes("you enter the game later, and have nothing to place now [5.2.6]")
        return
    yield "; the set-up: what you leave out is done for you"
    if start.fields:
        yield from notes(
            f"your fields: {named(author, start.fields)}; START and three codes: others in your home [5.2.2]"
        )
    options = [*faction.start_option, *choices(author)]
    if options:
        yield from notes(f"OPTION {', '.join(options)}")
    yield from outfit(author)
    yield from notes("PLACE LI field n, PLACE SHEEP field, PLACE GRAIN field n, PLACE DCK field")
    yield from [""] * SET_UP_ROWS


def outfit(author: Author) -> Iterator[str]:
    """What there is to place, and where it may stand [5.2.1, 5.2.5]."""
    who = author.who
    world = in_turn_of(author.world, who)
    outfitter = Outfitter(world, who, fields_of(world, who), start_villages(world))
    figures = {**outfitter.figures, "fort": outfitter.forts_left()}
    things = [f"{figures[name]} {name}" for name in (*PLACED, "fort") if figures.get(name)]
    yield from notes(f"yours to place: {', '.join(things)}")
    if beside := outfitter.beside():
        yield from notes(
            f"men and herds may also stand on {named(author, beside)}, unless others have come there first"
        )


def named(author: Author, codes: list[str]) -> str:
    """`LON Londinium, REG Regnia`."""
    return ", ".join(f"{code} {author.world.chart[code].name.split(' (')[0]}" for code in codes)


def choices(author: Author) -> list[str]:
    """Other factions that the seat may play [5.2.4]."""
    own, factions = author.world.faction(author.who), author.world.chart.factions
    if not own.choice:
        return []
    return [
        code for code, row in factions.items() if row.choice == own.choice and row.homes == own.homes and row != own
    ]


def form(view: View) -> tuple[FormRow, ...]:
    """Boxes for the standing orders, with the values in force; nothing in the set-up or after the end."""
    return () if view.result or view.turn == 0 else tuple(rows(Author(view)))


def rows(author: Author) -> Iterator[FormRow]:
    doctrine, realm = author.realm.doctrine, author.realm
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
    if author.farms:
        house = [
            Box("diet", "DIET", " ".join(full(realm.diet, DIET)), 16),
            Box("herds first", "HERDSFIRST", "ON" if realm.herdsfirst else "OFF"),
            Box("festival", "FESTIVAL", realm.festival, max(map(len, SIZES))),
            *house,
        ]
    yield FormRow("House", tuple(house))
