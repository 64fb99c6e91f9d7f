"""The turnsheet: doctrine in boxes with the values in force, then lines to write on [10]."""

from collections.abc import Iterator
from functools import partial

from pbm.reports import author
from pbm.reports.sections import Box, FormRow
from pbm.rulesets.marnon.map import borders, is_area
from pbm.rulesets.marnon.realm.standing import spaced
from pbm.rulesets.marnon.report import castellan
from pbm.rulesets.marnon.report.castellan import TREATIES
from pbm.rulesets.marnon.report.planning import expected
from pbm.rulesets.marnon.report.state import fleets
from pbm.rulesets.marnon.report.words import Author, choice_line, has_choice, levy
from pbm.rulesets.marnon.sight import View
from pbm.rulesets.marnon.tables import cards, price

WIDTH = 58
notes = partial(author.notes, width=WIDTH)
SIGNS = {"land": "", "river": "~", "bridge": "="}
PRICED = (("general", "fleet"), ("merchant", "caravan", "fort"))
YES, NO = "YES", "NO"
MARCHES, VOYAGES, PURCHASES, REST = 5, 2, 4, 2


def form(view: View) -> tuple[FormRow, ...]:
    """Nothing for the set-up and once the game is over."""
    author = Author(view)
    if author.over or view.turn == 0 or author.own.status == "out":
        return ()
    return tuple(castellan.rows(author) if author.own.status == "castellan" else rows(author))


def rows(author: Author) -> Iterator[FormRow]:
    for code, force in author.forces():
        levies = " ".join(levy(each) for each in force.terr)
        yield FormRow(
            code,
            (
                Box("stance", f"STANCE {code}", spaced(force.stance), 9),
                Box("pursue", f"PURSUE {code}", force.pursue, 5),
                Box("ground", f"GROUND {code}", str(force.ground), 3),
                Box("retreat", f"RETREAT {code}", " ".join(force.retreat), 14),
                Box("levies", f"ASSIGN {code}", levies, 16),
            ),
        )
    own = author.own
    gates = [
        Box(f"{code} gate", f"CASTLE {code}", own.walls.get(code, "ODDS"), 6)
        for code in author.world.castles_of(author.who)
    ]
    navy = f"ROUNDS {own.navy.rounds} CHASE {own.navy.chase}"
    yield FormRow("", (Box("initiative", "INITIATIVE", own.initiative, 6), Box("navy", "NAVY", navy, 20), *gates[:3]))
    others = [who for who in author.world.players() if who != author.who]
    trade = (Box(f"trade {who}", f"TRADE {who}", YES if who in own.trade else NO, 5) for who in others)
    yield FormRow("", (*TREATIES, Box("reserve", "RESERVE", "", 5), *trade))
    if author.world.mercs.offer:
        yield FormRow("bids", tuple(Box(code, f"BID {code}") for code in author.world.mercs.offer))


def filled(view: View) -> tuple[str, ...]:
    author = Author(view)
    if author.over or author.own.status == "out":
        return ()
    if author.own.status == "castellan":
        return tuple(castellan.sheet(author))
    return tuple(first(author) if view.turn == 0 else turn(author))


def turn(author: Author) -> Iterator[str]:
    if author.own.status == "exile":
        yield "; in exile: RETURN coast, RETURN A1 area of your host, BUY ARMY n EXILE, EXILE HOST power"
    yield from choice(author)
    yield from notes("MARCH force [n] area area [IF ..]; REACT for the reserve")
    yield from (note for line in neighbours(author) for note in notes(line))
    yield from [""] * max(MARCHES, len(author.own.forces))
    yield from voyages(author)
    left = max(0, expected(author).total)
    cheap, dear = (", ".join(f"{word} {price(word)}" for word in words) for words in PRICED)
    yield from notes(f"about {left} crowns; {price('army_per_10')} for 10 points, {cheap}")
    yield from notes(f"{dear}: BUY ARMY n force")
    yield from [""] * PURCHASES
    yield from notes("TREK, TRIBUTE, STORM, LIFT, SPLIT, JOIN, LEAD")
    yield from [""] * REST


def choice(author: Author) -> Iterator[str]:
    drawn = author.world.event
    if drawn and has_choice(author, drawn):
        card = cards()[drawn.card]
        yield from notes(f"card {card.no}: {choice_line(drawn)}; unsaid: {card.choice['default']}")
        yield ""


def neighbours(author: Author) -> Iterator[str]:
    for code, force in author.forces():
        if force.at and is_area(force.at):
            beside = " ".join(f"{other}{SIGNS[border]}" for other, border in borders()[force.at].items())
            yield f"{code} {force.points} at {force.at}, next to {beside}"


def voyages(author: Author) -> Iterator[str]:
    if author.own.fleets:
        ports = dict.fromkeys(fleet.at for _, fleet in fleets(author))
        for port in ports:
            lie = " ".join(code for code, fleet in fleets(author) if fleet.at == port)
            yield from notes(f"at {port or 'the hunt'}: {lie}")
        yield from notes("PATROL F1 sea; SAIL F1 seas port; .. CARRY A1 LAND area")
        yield from [""] * VOYAGES


def first(author: Author) -> Iterator[str]:
    """The sheet of the set-up."""
    yield from notes("where things stand at the start; what you leave out is placed for you [8.3]")
    yield from notes(f"territories of {author.own.home}, or castle {author.own.castle}")
    for unit in ("A1", "A2"):
        yield f"PLACE {unit} "
    if author.own.fleets:
        yield "PLACE F1 "
    yield "PLACE FORT "
    yield "PLACE CULTURE MIXED"
    yield "RESERVE A2"
    yield from notes("ASSIGN A1 territories, STANCE, RETREAT, PEACE, ALLY, TRADE, MESSAGE")
    yield from [""] * REST
