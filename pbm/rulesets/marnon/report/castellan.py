"""The report and the sheet of whoever orders for castles without a player [5.78]."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.author import listed
from pbm.reports.sections import AnySection, Box, Brief, Episodes, FormRow, Grid, Notice, Orders, Row, columns
from pbm.reports.tell import private_messages
from pbm.rulesets.marnon.codes import castle_power
from pbm.rulesets.marnon.map import borders
from pbm.rulesets.marnon.pieces import PowerState
from pbm.rulesets.marnon.realm.doctrine import castles_under
from pbm.rulesets.marnon.relations import says, trades_with
from pbm.rulesets.marnon.report.maps import plate
from pbm.rulesets.marnon.report.state import castles, event_card, going_on
from pbm.rulesets.marnon.report.turned import drawn_card, fights, lines, warnings
from pbm.rulesets.marnon.report.words import Author

OWN = columns("_<4# kind<10 garrison>! raiders> fleets> gate<# siege< next_to<#")
WITH = columns("_<4# power<20 you_say<# they_say<# they_may_trade|trade<")
LINES = 4
TREATIES = (Box("war with", "WAR", "", 5), Box("peace with", "PEACE", "", 5), Box("alliance with", "ALLY", "", 5))
SENT = "Raiders go out at the end of a turn, on 5+ of a die. MARCH A2 area says where they go; else a die does."


def report(author: Author, history: History) -> Iterator[AnySection]:
    done = lines(author)
    yield Brief("brief", "In brief", tuple(brief(author)), tuple(warnings(author, done)))
    yield Grid("own", "The castles", OWN, tuple(own_row(author, code) for code in under(author)), caption=SENT)
    yield Grid("with", "How they stand with others", WITH, tuple(dealings(author)))
    if not author.over:
        yield event_card(author)
    if found := going_on(author):
        yield found
    if author.view.turn:
        yield Orders("orders", "Your turn, line by line", done)
    if told := tuple(fights(author)):
        yield Episodes("fights", "Battles, sieges and fights at sea", told, caption="Paragraphs 5.25 to 5.50.", flow=2)
    if any(said.to for said in author.view.messages):
        yield private_messages(author.view, author.names)
    yield castles(author)
    yield plate(author, history, "your_map", "The island as you know it")


def under(author: Author) -> list[str]:
    return castles_under(author.world, author.who)


def power_of(author: Author, castle: str) -> PowerState:
    return author.world.powers[castle_power(castle)]


def brief(author: Author) -> Iterator[Notice]:
    troops = {castle: power_of(author, castle).points for castle in under(author)}
    shown = listed(f"{castle} {points}" for castle, points in troops.items())
    yield Notice("standing", f"Castles without a player, with their points: {shown}.")
    yield from drawn_card(author)


def own_row(author: Author, castle: str) -> Row:
    power, siege = power_of(author, castle), author.world.siege(castle)
    points = {code: force.points for code, force in power.forces.items()}
    kind = author.world.np_castles[castle].type.lower()
    besieged = f"by {siege.by}, level {siege.level}" if siege else ""
    gate = power.walls.get(castle, "WALLS")
    beside = " ".join(borders()[castle])
    return Row((castle, kind, points.get("A1", 0), points.get("A2", 0), len(power.fleets), gate, besieged, beside))


def dealings(author: Author) -> Iterator[Row]:
    world, first = author.world, next(map(castle_power, under(author)), "")
    for who in world.players():
        allowed = [castle for castle in under(author) if trades_with(world, who, castle_power(castle))]
        yield Row((who, author.name(who), says(world, first, who), says(world, who, first), " ".join(allowed) or "no"))


def rows(author: Author) -> Iterator[FormRow]:
    gates = (
        Box(f"{castle} gate", f"CASTLE {castle}", power_of(author, castle).walls.get(castle, "WALLS"), 6)
        for castle in under(author)
    )
    yield FormRow("", tuple(gates))
    yield FormRow("", TREATIES)


def sheet(author: Author) -> Iterator[str]:
    yield "; TRADE power YES or NO; MARCH A2 area for a raid"
    for castle in under(author):
        if author.world.np_castles[castle].type == "RAIDER":
            yield f"; raiders of {castle}, next to {' '.join(borders()[castle])}"
    yield from [""] * LINES
