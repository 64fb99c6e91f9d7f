"""Pacts and offers, goals, standing orders, and what is seen of others [10.2]."""

from collections.abc import Iterator

from pbm.reports.author import listed
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, Standing, columns
from pbm.rulesets.homelands.abilities import abilities
from pbm.rulesets.homelands.report.round import answer_to, offered, open_offers
from pbm.rulesets.homelands.report.words import Author, season_and_year
from pbm.rulesets.homelands.standing import in_force
from pbm.rulesets.homelands.tables import BUILDINGS, HERD_WORDS, tables
from pbm.rulesets.homelands.units import written
from pbm.rulesets.homelands.victory import counting_points, goals, is_fed
from pbm.rulesets.homelands.world import Field, Pact

GOALS = {
    "A": "land fields controlled",
    "B": "open settlements",
    "C": "agriculture points",
    "D": "open cities",
    "E": "prestige",
}
LABELS = {
    "BREAK": "Break off", "TARGET": "Hit first", "SPARE": "Spare swords", "REROLL": "Re-rolls", "SNIPE": "Snipe",
    "RALLY": "Rally on", "ENGAGE": "Engage", "ROADS": "On roads", "FESTIVAL": "Festivals", "DIET": "Diet",
    "HERDSFIRST": "Herds first",
}  # fmt: skip
REALMS = columns("_<4# field<18 buildings<20 what_stands_there<")


def dealings(author: Author) -> Iterator[AnySection]:
    yield Facts("pacts", "Pacts, offers and your rival", tuple(pacts(author)), side="left")
    yield Facts("goals", "How you could win", tuple(aims(author)), side="right")
    yield Facts("people", "What your people can do", tuple(people(author)), side="left")
    yield standing(author)
    if author.world.settings.fog != "open":
        yield others(author)


# pacts


def pacts(author: Author) -> Iterator[Fact]:
    mine = [pact for pact in author.view.pacts if author.who in (pact.a, pact.b)]
    for pact in mine:
        yield Fact("pact", author.named(pact.b if pact.a == author.who else pact.a), bond(author, pact))
    if not mine:
        yield Fact("pact", "Pacts", "none: everybody is hostile to you")
    for offer in open_offers(author):
        yield Fact("offer", "Offer", f"{offered(author, offer)} Write {answer_to(offer)}")
    for offer in author.view.offers:
        if offer.giver == author.who:
            gold = f" for {offer.gold} gold" if offer.gold else ""
            yield Fact("mine", "Your offer", f"{offer.kind} to {author.named(offer.to)}{gold} stands one round more")
    rival = author.realm.rival
    yield Fact("rival", "Your rival", author.named(rival) if rival else "none: the first costs nothing, write RIVAL")
    against = [code for code in author.others if author.world.powers[code].rival == author.who]
    if against:
        yield Fact("rivals", "You are the rival of", author.all_named(against))


def bond(author: Author, pact: Pact) -> str:
    until = f", to the end of {season_and_year(pact.until)}" if pact.until else ""
    first = pact.a == author.who
    words = {
        "TRUCE": "truce, until one of you ends it",
        "TRIBUTE": ("pays you tribute" if first else "you pay it tribute") + ", until the next New Year",
        "REDEEM": ("has redeemed peace from you" if first else "you have redeemed peace") + (until or ", for good"),
        "VASSAL": "your vassal" if first else "your lord",
    }
    return words[pact.kind]


# goals


def aims(author: Author) -> Iterator[Fact]:
    world, who, least = author.world, author.who, tables().vp.dominance
    counts = counting_points(world, who)
    more = f" of your {author.realm.vp}" if counts != author.realm.vp else ""
    yield Fact("dominance", "DOMINANCE", f"{counts}{more} VP count, {least} are needed")
    for goal, have in goals(author.board, who).items():
        yield Fact(goal, f"MIGHT {goal}", f"{have} of {tables().might[goal]} {GOALS[goal]}")
    bound = {pact.b for pact in world.pacts if pact.a == who and pact.kind != "TRUCE"}
    free = [code for code in author.others if world.is_active(code) and code not in bound]
    yield Fact("sovereignty", "SOVEREIGNTY", f"not bound to you: {listed(map(author.named, free))}")
    yield Fact("food", "Food for a win", "enough" if is_fed(world, who) else "too little for your settlements")
    claim = author.realm.claim
    yield Fact("claim", "Your claim", f"{claim.kind} {' '.join(claim.goals)}".strip() if claim else "none")
    yield Fact("end", "Last round", season_and_year(world.last_turn))


def people(author: Author) -> Iterator[Fact]:
    found = list(abilities(author.world.faction(author.who)))
    yield from (Fact(rule, rule, words) for words, rule in found)
    if not found:
        yield Fact("none", "5.18", "nothing that others cannot")


# standing orders


def standing(author: Author) -> Standing:
    orders = (Fact(key, LABELS[key], line) for key, line in in_force(author.world, author.who).items())
    return Standing("standing", "Standing orders in force", tuple(orders), side="right")


# others


def others(author: Author) -> Grid:
    """What lies near one's own; on an open board the roundup tells it of everybody."""
    rows = tuple(row for who in author.others for row in realm_rows(author, who, seen=True))
    caption = "You see the fields where you have units or a settlement, and those beside them."
    return Grid("others", "What you see of others", REALMS, rows, empty="Nobody is in sight.", caption=caption, flow=2)


def realm_rows(author: Author, who: str, seen: bool) -> Iterator[Row]:
    """What is known of a power, field by field; `seen`: units, herds and crops too."""
    for code, there in author.world.fields.items():
        houses = buildings(there, who)
        found = (in_the_open(there, who), farmed(there, who)) if seen else ()
        stands = ", ".join(filter(None, (site_of(there, who), *found)))
        if houses or stands:
            yield Row((code, author.name(code), houses, stands), group=author.named(who))


def buildings(there: Field, who: str) -> str:
    found = []
    if there.settlement and there.settlement.owner == who:
        found.append(BUILDINGS[there.settlement.kind] + (", fort" if there.settlement.fort else ""))
    if there.yard and there.yard.owner == who:
        found.append(BUILDINGS[there.yard.kind])
    return ", ".join(found)


def site_of(there: Field, who: str) -> str:
    return f"site {there.site.kind} {there.site.work}" if there.site and there.site.owner == who else ""


def in_the_open(there: Field, who: str) -> str:
    found = [written(there.units[who])] if there.units.get(who) else []
    found += [f"{written(there.builders[who])} building"] if there.builders.get(who) else []
    found += (
        [f"yard {written(there.yard.ships)}"] if there.yard and there.yard.owner == who and there.yard.ships else []
    )
    return ", ".join(found)


def farmed(there: Field, who: str) -> str:
    found = [HERD_WORDS[there.herd.kind]] if there.herd and there.herd.owner == who else []
    found += [f"crop {there.sown.grain}"] if there.sown and there.sown.owner == who else []
    return ", ".join(found)
