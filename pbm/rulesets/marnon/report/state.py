"""What a power has: forces, ships and caravans, castles, crowns, relations, cards, standing orders [10]."""

from collections.abc import Iterator

from pbm.reports.author import listed
from pbm.reports.sections import Account, Card, Entry, Fact, Facts, Grid, Hand, Row, Standing, account, columns
from pbm.rules.event import counted
from pbm.rulesets.marnon.cards.king import Crowned
from pbm.rulesets.marnon.changes.crowns import Paid, Received
from pbm.rulesets.marnon.crowns.auction import HiredOut
from pbm.rulesets.marnon.crowns.gifts import Sent
from pbm.rulesets.marnon.map import areas, by_number, is_castle
from pbm.rulesets.marnon.ongoing import Hired
from pbm.rulesets.marnon.pieces import Caravan, Fleet
from pbm.rulesets.marnon.realm.standing import spaced
from pbm.rulesets.marnon.relations import says, trades_with
from pbm.rulesets.marnon.report.words import (
    Author,
    card_title,
    choice_line,
    has_choice,
    levy,
    place_name,
    struck,
)
from pbm.rulesets.marnon.spelling import spelled
from pbm.rulesets.marnon.tables import cards, mercenaries
from pbm.rulesets.marnon.telling import Reckoned

FORCES = columns("_<4# at<25! points>! supply<14~ generals_and_more<")
SHIPS = columns("_<4# kind<14~ at<25! state<")
CASTLES = columns("_<4# held_by<# siege<! troops<")
RELATIONS = columns("_<4# power<18 you_say< they_say< in_force<! they_trade< you_trade<")
HEADS = {"armies": "armies, a crown for 100 points"}
KINDS = {"F": "war fleet", "M": "merchant fleet", "V": "caravan", "D": "diplomat", "S": "screens"}


def forces(author: Author) -> Grid:
    rows = tuple(force_row(author, code) for code, _ in author.forces())
    total = ("", "", sum(force.points for _, force in author.forces()), "", "")
    return Grid("forces", "Your forces", FORCES, rows, total=total if rows else (), empty="You have no forces.")


def force_row(author: Author, code: str) -> Row:
    force = author.own.forces[code]
    at = author.named(force.at) if force.at else f"away, from {force.away}"
    return Row((code, at, force.points, supply(author, code), listed(marks(author, code), "")))


def marks(author: Author, code: str) -> Iterator[str]:
    force, crusade = author.own.forces[code], author.world.ongoing.crusade
    flags = {"reserve": force.reserve, "inside the walls": force.inside, "hidden": force.hidden}
    yield from [author.generals(code)] if author.generals(code) else []
    yield from (word for word, holds in flags.items() if holds)
    yield from (f"{card} {mercenaries()[card].name}" if card in mercenaries() else card for card in force.mercs)
    yield from [counted(force.honours, "honour", "honours")] if force.honours else []
    yield from [counted(force.leaders, "leader", "leaders")] if force.leaders else []
    yield from [f"{force.supplies} supplies"] if force.supplies else []
    yield from [f"on its way to {force.joins}"] if force.joins else []
    if crusade and crusade.power == author.who and crusade.force == code:
        yield f"on crusade to {crusade.goal}"


def supply(author: Author, code: str) -> str:
    """The way to its source."""
    force = author.own.forces[code]
    if not force.at or not author.supplied(code, force):
        return "none" if force.at else ""
    way = author.lines.trace(force.at) if force.at in areas() else []
    return " ".join(way) or "always"


def ships(author: Author) -> Grid:
    own = author.own
    rows = [
        Row((code, KINDS[code[0]], at(fleet.at), afloat(code, fleet.damaged, fleet.merc)))
        for code, fleet in fleets(author)
    ]
    rows += [
        Row(
            (
                code,
                KINDS["V"],
                at(one.at),
                on_the_road(one),
            )
        )
        for code, one in sorted(own.caravans.items(), key=lambda row: by_number(row[0]))
    ]
    rows += [Row((code, KINDS["D"], at(one.at), "")) for code, one in sorted(own.diplomats.items())]
    rows += [Row((code, KINDS["S"], at(one.at), str(one.n))) for code, one in sorted(own.screens.items())]
    return Grid("ships", "Your fleets and caravans", SHIPS, tuple(rows), empty="You have neither ships nor caravans.")


def fleets(author: Author) -> list[tuple[str, Fleet]]:
    return sorted(author.own.fleets.items(), key=lambda row: by_number(row[0]))


def at(place: str | None) -> str:
    return f"{place_name(place)} ({place})" if place else "away"


def afloat(code: str, damaged: bool, merc: str | None) -> str:
    return listed([*(["damaged"] if damaged else []), *([f"mercenary {merc}"] if merc else [])], "sound")


def castles(author: Author) -> Grid:
    """All eight, with sieges."""
    rows = tuple(castle_row(author, code) for code in areas() if is_castle(code))
    return Grid("castles", "Castles and sieges", CASTLES, rows)


def castle_row(author: Author, code: str) -> Row:
    world = author.world
    siege, kind = world.siege(code), world.np_castles.get(code)
    besieged = f"by {siege.by}, level {siege.level}" if siege else ""
    inside: list[str] = []
    outside: list[str] = []
    for who, power in world.powers.items():
        for unit, force in power.forces.items():
            if force.at == code:
                (inside if force.inside else outside).append(f"{who}.{unit} {author.points(who, unit, force)}")
    owner = world.owner(code) or (kind.type.lower() if kind else "-")
    walls = [f"inside {listed(inside)}"] if inside else []
    return Row((code, owner, besieged, "; ".join([*walls, *([listed(outside)] if outside else [])])))


def treasury(author: Author) -> Account:
    lines = list(entries(author))
    start = author.own.cash - sum(line.amount for line in lines)
    whole = [Entry("carried", "brought forward", start), *lines]
    return account("treasury", "Your crowns", whole, "crowns now", side="right")


def entries(author: Author) -> Iterator[Entry]:
    reckoned = 0
    for event in author.view.events:
        match event:
            case Reckoned(who=author.who):
                reckoned = sum(amount for _, amount in event.rows)
                yield from (Entry(key, author.name(key), amount) for key, amount in event.rows if amount)
            case Received(who=author.who) if event.what == "income":
                if event.crowns != reckoned:
                    yield Entry("kept", "not more than you had", event.crowns - reckoned)
            case Received(who=author.who):
                yield Entry("received", event.what, event.crowns)
            case Paid(who=author.who) if event.what == "losses of income":
                yield from (
                    [Entry("kept", "not more than you had", -event.crowns - reckoned)]
                    if -event.crowns != reckoned
                    else []
                )
            case Paid(who=author.who):
                yield Entry("paid", HEADS.get(event.what, spelled(event.what, author.names)), -event.crowns)
            case HiredOut(who=author.who) if event.crowns:
                yield Entry("hired", f"{event.card} hired", -event.crowns)
            case Crowned(who=author.who):
                yield Entry("crowned", "the crown of Marnon", event.crowns)
            case Sent():
                sign = -1 if event.who == author.who else 1
                yield Entry(
                    "sent", f"{event.what}, {author.name(event.to if sign < 0 else event.who)}", sign * event.crowns
                )


def relations(author: Author) -> Grid:
    rows = tuple(relation_row(author, other) for other in author.others)
    return Grid("relations", "How you stand with others", RELATIONS, rows)


def relation_row(author: Author, other: str) -> Row:
    world = author.world
    mine, theirs = says(world, author.who, other), says(world, other, author.who)
    lets = "yes" if trades_with(world, author.who, other) else "no"
    given = "yes" if other in author.own.trade else "no"
    return Row((other, author.name(other), mine, theirs, author.stands(other), lets, given), other)


def event_card(author: Author) -> Hand:
    """The card of the coming turn, with what this power may choose."""
    drawn = author.world.event
    found = () if drawn is None else (shown_card(author),)
    return Hand("card", "The card of the coming turn", found, empty="No card was drawn.", side="left")


def shown_card(author: Author) -> Card:
    drawn = author.world.event
    assert drawn
    card, concerned = cards()[drawn.card], has_choice(author, drawn)
    text = f"{card.text} It concerns {struck(author, drawn)}"
    if not concerned:
        return Card(card_title(drawn), f"{text}.")
    return Card(card_title(drawn), f"{text}; if you say nothing: {card.choice['default']}.", choice_line(drawn))


def on_the_road(caravan: Caravan) -> str:
    come = counted(caravan.moved, "area", "areas")
    return f"{come} from {caravan.origin}" + (f", bound for {caravan.to}" if caravan.to else "")


def yours(hired: Hired) -> str:
    fee = counted(hired.fee, "crown", "crowns")
    return f"yours for {fee} a turn" + (f", with {hired.force}" if hired.force else "")


def mercenary_offer(author: Author) -> Hand:
    """The three on offer, and those one has."""
    offered = [merc_card(code, f"BID {code} crowns {joins(code)}") for code in author.world.mercs.offer]
    hired = [
        merc_card(code, f"KEEP {code} NO", yours(row))
        for code, row in author.world.mercs.hired.items()
        if row.power == author.who
    ]
    return Hand("mercenaries", "Mercenaries", tuple(offered + hired), empty="None are on offer.", side="left")


def joins(code: str) -> str:
    """What a card on offer goes to."""
    card = mercenaries().get(code)
    return "port" if card and card.kind == "fleet" else "force"


def merc_card(code: str, order: str, moment: str = "") -> Card:
    card = mercenaries().get(code)
    if card is None:
        return Card(code, "a company of 250 points, for one turn", order, moment)
    edge = ", an edge in battle" if card.edge else ""
    size = f"{card.points} points, " if card.points else ""
    return Card(f"{code} {card.name}", f"{size}{card.kind}{edge}, usual fee {card.fee}", order, moment)


def going_on(author: Author) -> Facts | None:
    found = tuple(ongoing(author))
    return Facts("ongoing", "What is going on", found, side="left") if found else None


def ongoing(author: Author) -> Iterator[Fact]:
    now = author.world.ongoing
    if now.plague:
        yield Fact("plague", "Plague", listed(map(author.named, sorted(now.plague))))
    if now.rebellion:
        yield Fact("rebellion", "Rebellion", listed(map(author.named, sorted(now.rebellion))))
    if now.truce:
        yield Fact("truce", "Truce", "no battles, storms or interceptions; nothing changes hands")
    if now.hunt:
        sent = f"{counted(now.hunt.fleets, 'fleet', 'fleets')} and {counted(now.hunt.points, 'point', 'points')}"
        yield Fact("hunt", "The hunt", f"sent so far: {sent}; 20 fleets and 5,000 points end it")
    if now.crusade:
        yield Fact("crusade", "Crusade", f"{author.name(now.crusade.power)} to {author.name(now.crusade.goal)}")
    if now.king:
        sides = f"for: {listed(now.king.friends)}; against: {listed(now.king.against)}"
        yield Fact("king", "The king", f"{author.name(now.king.power)}; {sides}")
    if now.invasion:
        land = author.world.owned("INV")
        yield Fact("invasion", "The invader", f"holds {listed(land, 'no area')}")


def standing_orders(author: Author) -> Standing:
    orders = (Fact(key, key, "; ".join(found)) for key, found in in_force(author).items() if found)
    return Standing("standing", "Standing orders in force", tuple(orders), side="left")


def in_force(author: Author) -> dict[str, list[str]]:
    """Doctrine as the lines that would give it, by what it is about."""
    own = author.own
    found: dict[str, list[str]] = {"Power": list(of_power(author))}
    for code, force in author.forces():
        found[code] = [
            f"STANCE {code} {spaced(force.stance)}",
            f"PURSUE {code} {force.pursue}",
            f"GROUND {code} {force.ground}",
        ]
        found[code] += [f"RETREAT {code} {' '.join(force.retreat)}"] if force.retreat else []
        found[code] += [f"ASSIGN {code} {' '.join(levy(each) for each in force.terr)}"] if force.terr else []
    found["Caravans"] = [f"TREK {code} {one.to}" for code, one in sorted(own.caravans.items()) if one.to]
    return found


def of_power(author: Author) -> Iterator[str]:
    own = author.own
    yield f"INITIATIVE {own.initiative}"
    yield f"NAVY ROUNDS {own.navy.rounds} CHASE {own.navy.chase}"
    yield from (f"CASTLE {code} {own.walls.get(code, 'ODDS')}" for code in author.world.castles_of(author.who))
    yield from [f"PAY {' '.join(own.pay)}"] if own.pay else []
    yield from (f"{said} {other}" for other, said in sorted(own.relations.items()))
    yield from (f"TRADE {other} YES" for other in sorted(own.trade))
    yield from (f"HOST {other} YES" for other in sorted(own.host))
    yield f"EXILE {own.exile_to}"
