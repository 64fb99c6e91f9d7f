"""The roundup: what everyone may know [10]. It reads the public parts of a view and no others."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.author import listed
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.reports.tell import chart, messages, sorted_news
from pbm.rulesets.marnon.map import areas, by_number, is_castle, value_of
from pbm.rulesets.marnon.relations import says
from pbm.rulesets.marnon.report.maps import is_open, plate
from pbm.rulesets.marnon.report.state import ongoing
from pbm.rulesets.marnon.report.turned import GOAL, last_turn
from pbm.rulesets.marnon.report.words import Author, card_title, struck
from pbm.rulesets.marnon.sight import View
from pbm.rulesets.marnon.tables import cards, mercenaries

POWERS = columns(
    "_<4# power<18 state<9~ territories|terr.>! castles|cas.> value|val.> forces|arm.> fleets|fl.> caravans|car.>"
)
PLACES = columns("_<5# place<! held_by|by<# who_and_what_is_there<")
STATES = {"player": "", "np": "no player", "dropout": "computer"}
FIGHTS = (
    "battle",
    "losses",
    "withdrawal",
    "capture",
    "castle",
    "siege",
    "level",
    "relief",
    "seafight",
    "sunk",
    "conquered",
)
CALAMITIES = ("outbreak", "truce", "hunt", "crusade", "king", "declared", "invasion", "attitude", "weather")
COLUMNS = (
    ("battles", "Battles, sieges and conquests", FIGHTS),
    ("cards", "Cards and calamities", CALAMITIES),
)
"""The public news by the verbs of its events; what is in none of these is the rest."""
IN_TABLES = ("initiative", "card", "offer")
"""What the state of the game tells."""
HISTORY = "Turn by turn"
SHARED = ("player", "dropout", "exile", "np", "invader")


def roundup(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    yield Grid("powers", "The powers", POWERS, tuple(powers(author)), page=True)
    yield Facts("state", "The state of the game", tuple(state(author)))
    yield relations(author)
    yield from sorted_news(view, COLUMNS, IN_TABLES)
    if any(not said.to for said in view.messages):
        yield messages(view, author.names)
    if len(history) > 2:
        figures = [one.figures.get("areas", {}) for one in history]
        shown = {who: author.name(who) for who in figures[-1]}
        yield chart("areas_chart", "Territories and castles", history, figures, shown, under=HISTORY)
    if is_open(author):
        yield Grid("places", "Who stands where", PLACES, tuple(places(author)), caption="* A general.", flow=2)
    yield plate(author, history, "map", "The island", public=True)


def powers(author: Author) -> Iterator[Row]:
    world = author.world
    for who, power in world.powers.items():
        if power.status not in (*SHARED, "out"):
            continue
        own = world.owned(who)
        castles = sum(map(is_castle, own))
        cells = (
            who, author.name(who), STATES.get(power.status, power.status), len(own) - castles, castles,
            sum(map(value_of, own)), len(power.forces) if is_open(author) else None, len(power.fleets),
            len(power.caravans),
        )  # fmt: skip
        yield Row(cells, who, "out" if power.status == "out" else "")


def state(author: Author) -> Iterator[Fact]:
    world = author.world
    if world.winner:
        yield Fact("winner", "The winner", author.name(world.winner))
    else:
        yield Fact("goal", "The goal", f"{GOAL[world.settings.victory]}{last_turn(author)}.")
    if world.event and not world.winner:
        text = f"{card_title(world.event)}: {struck(author, world.event)}. {cards()[world.event.card].text}"
        yield Fact("card", "Card of the coming turn", text)
    if world.mercs.offer and not world.winner:
        names = (f"{code} {mercenaries()[code].name}" if code in mercenaries() else code for code in world.mercs.offer)
        yield Fact("offer", "Mercenaries on offer", listed(names))
    if world.mercs.hired:
        hired = (f"{code} by {row.power} for {row.fee}" for code, row in world.mercs.hired.items())
        yield Fact("hired", "Mercenaries hired", listed(hired))
    if world.order:
        yield Fact("order", "Order of the turn just played", " ".join(world.order))
    yield from ongoing(author)
    castles = (f"{code} {row.type.lower()}" for code, row in world.np_castles.items())
    if world.np_castles:
        yield Fact("castles", "Castles without a player", listed(castles))
    for code, row in world.np_regions.items():
        yield Fact(f"region {code}", author.name(code), "awake" if row.awake else "asleep")


def relations(author: Author) -> Grid:
    """What each power says of each."""
    shown = author.talkers
    heads = columns(" ".join(["_<5#", "says_of<20", *(f"{who}<6" for who in shown)]))
    rows = tuple(
        Row((who, author.name(who), *("" if other == who else says(author.world, who, other) for other in shown)))
        for who in shown
    )
    return Grid("relations", "Relations", heads, rows, caption="The worse of what two say is true.")


def places(author: Author) -> Iterator[Row]:
    """Every area that somebody holds or stands in."""
    world = author.world
    for code in areas():
        fort = ["fort"] if world.area(code).fort else []
        units, ships = standing(author, code, "forces"), standing(author, code, "fleets", "caravans")
        if fort or units or ships or world.owner(code):
            yield Row((code, author.name(code), author.owner(code), listed([*fort, *units, *ships], "")))


def standing(author: Author, place: str, *kinds: str) -> list[str]:
    """The units of each power in a place: GOL A1* A2."""
    found = []
    for who, power in sorted(author.world.powers.items()):
        here = [
            f"{unit}{led(author, who, unit)}"
            for kind in kinds
            for unit, row in sorted(getattr(power, kind).items(), key=lambda row: by_number(row[0]))
            if row.at == place
        ]
        found += [" ".join((who, *here))] if here else []
    return found


def led(author: Author, who: str, unit: str) -> str:
    """A star for each general."""
    return "*" * sum(general.place == unit for general in author.world.powers[who].generals.values())
