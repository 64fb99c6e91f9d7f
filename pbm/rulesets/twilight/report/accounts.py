"""The levy of each power line by line, and the victory count [12.0, 26.1]."""

from collections.abc import Iterator
from fractions import Fraction

from pbm.reports.sections import Account, Entry, account
from pbm.rules.event import Event
from pbm.rulesets.twilight.feudalism import Enfeoffed
from pbm.rulesets.twilight.forces import Raised
from pbm.rulesets.twilight.hands import Bought
from pbm.rulesets.twilight.levy import Maintained, Mustered, Spent, income_of, land_shares
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.raising import Restored
from pbm.rulesets.twilight.report.words import Author

LEVIES, COUNT = "Your levies", "Your victory count"
PAID = (Maintained, Raised, Restored, Enfeoffed, Bought, Spent)


def levies(author: Author) -> Iterator[Account]:
    """What every power had and what it went on, as at its levy."""
    for event in author.view.events:
        if isinstance(event, Mustered):
            lines = list(entries(author, event))
            yield account(f"levy_{event.who}", author.named(event.who), lines, "LP left, and lost", LEVIES, "right")


def entries(author: Author, mustered: Mustered) -> Iterator[Entry]:
    whole = Fraction(0)
    for area, share in mustered.shares:
        whole += Fraction(share)
        yield Entry(area, author.named(area), int(Fraction(share)), share if "/" in share else "")
    odd = mustered.land - sum(int(Fraction(share)) for _, share in mustered.shares)
    sums = (
        ("shares", "shared areas, together", odd),
        ("burgs", "burgs", mustered.burgs),
        ("loot", "loot", mustered.loot),
        ("more", "harvest and gifts", mustered.more),
    )
    yield from (Entry(key, label, amount) for key, label, amount in sums if amount)
    for event in author.view.events:
        if isinstance(event, PAID) and event.who == mustered.who and event.points:
            yield spent(author, event)


def spent(author: Author, event: Event) -> Entry:
    match event:
        case Spent():
            return Entry("dp", "paid from DP", event.points)
        case Maintained():
            return Entry("upkeep", "upkeep", -event.points)
        case Raised():
            return Entry("raised", f"{event.units} in {event.where}", -event.points)
        case Bought():
            return Entry("bought", "markers", -event.points)
        case Restored():
            return Entry("restored", f"restored {event.where}", -event.points)
    assert isinstance(event, Enfeoffed)
    return Entry("feudalism", f"feudalism in {event.where}", -event.points)


def victory(author: Author) -> Iterator[Account]:
    """The count of one's own power, as 26.1 has it."""
    if author.own and author.own in author.view.vp:
        lines = list(points(author, author.own))
        rest = author.view.vp[author.own] - sum(line.amount for line in lines)
        lines += [Entry("shares", "shared areas, together", rest)] if rest else []
        yield account("victory", "Victory points", lines, "victory points", COUNT, "right")


def points(author: Author, own: str) -> Iterator[Entry]:
    world = author.world
    for area, share in land_shares(world, own).items():
        yield Entry(area, author.named(area), int(share), str(share) if share.denominator > 1 else "")
    burgs = income_of(world, own)
    yield Entry("burgs", "burgs", burgs)
    dp = world.powers[own].dp
    counted = dp if world.settings.dp_as_vp == "all" else min(dp, burgs)
    yield Entry("dp", f"{dp} DP" + (f", of which {counted} count" if counted < dp else ""), counted)
    seas = [code for code, spot in chart().items() if spot.kind == "sea" and world.number(code, own)]
    if seas:
        yield Entry("seas", f"seas with your fleets: {' '.join(seas)}", len(seas))
    feudal = int(sum((world.share(own, area) for area in world.feudal), Fraction(0)))
    if feudal:
        yield Entry("feudal", "feudalism", feudal)
