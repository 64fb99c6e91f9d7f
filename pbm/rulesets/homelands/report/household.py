"""The household page: what there is to eat, what winter will ask, and what it will cost if nothing changes [10.2]."""

from collections.abc import Iterator

from pbm.reports.author import listed
from pbm.reports.sections import Account, AnySection, Brief, Entry, Fact, Facts, Grid, Notice, Row, account, columns
from pbm.rulesets.homelands.forecast import FISH_PER_POINT, Forecast, forecast, stored
from pbm.rulesets.homelands.report.holdings import crops, herds, towns
from pbm.rulesets.homelands.report.words import Author
from pbm.rulesets.homelands.tables import HERD_WORDS, SPRING, SUMMER, tables
from pbm.rulesets.homelands.units import told

PAGE = "Your household"
WINTERS = columns("if<24 harvest> spoilt> eaten> left>! units> herds> settlements|settl.<")
RULE = "Grain, then losses, by the rules of feeding: {diet}; herds {herds}. Nobody moves, buys or culls."


def household(author: Author) -> Iterator[AnySection]:
    if not author.farms:
        yield from pay(author)
        return
    cases = list(outcomes(author))
    main = cases[0][1]
    yield food(author, main)
    yield lost(author, main)
    rows = tuple(outcome(author, title, found) for title, found in cases)
    yield Grid("winter", "What winter leaves", WINTERS, rows, under=PAGE, caption=RULE.format(**habits(author)))
    yield from (section for section in (towns(author), crops(author), herds(author)))


def outcomes(author: Author) -> Iterator[tuple[str, Forecast]]:
    """The cases that the coming season leaves open, the likeliest first."""
    world, who, season = author.world, author.who, author.world.season
    if season == SPRING:
        yield "you sow nothing", forecast(world, who)
        yield "SOW ALL, normal summer", forecast(world, who, sow=True)
        yield "SOW ALL, bad everywhere", forecast(world, who, "bad", sow=True)
        yield "SOW ALL, good everywhere", forecast(world, who, "good", sow=True)
    elif season == SUMMER:
        yield "normal weather", forecast(world, who)
        yield "bad everywhere", forecast(world, who, "bad")
        yield "good everywhere", forecast(world, who, "good")
    else:
        yield "normal winter", forecast(world, who)
        yield "good winter", forecast(world, who, winter="good")


def habits(author: Author) -> dict[str, str]:
    diet = [*author.realm.diet, *(good for good in ("MEAT", "FISH", "GRAIN") if good not in author.realm.diet)]
    return {"diet": f"people eat {', then '.join(good.lower() for good in diet)}",
            "herds": "first" if author.realm.herdsfirst else "after the people's need"}  # fmt: skip


def food(author: Author, found: Forecast) -> Account:
    """From the stores of today to what is left or missing if everybody and every herd were fed."""
    need, now = found.need, stored(author.world, author.who)
    before = need.grain + found.feast - found.gathered
    entries = [
        Entry("grain", "grain in the stores", now),
        Entry("sown", "sown before", before - now),
        Entry("harvest", "harvest that finds room", found.gathered),
        Entry("feast", "festivals", -found.feast),
        Entry("fish", f"{need.fish} fish, {FISH_PER_POINT} for 1", need.fish // FISH_PER_POINT),
        Entry("towns", "villages and cities", -need.towns),
        Entry("units", "units", -need.units),
        Entry("fodder", "fodder of riders and elephants", -need.fodder),
        Entry("herds", "herds, if all are fed", -need.herds),
    ]
    kept = [entry for entry in entries if entry.amount or entry.key in ("grain", "towns", "units")]
    return account("food", "Food for the winter", kept, "over, or missing", PAGE, "left")


def lost(author: Author, found: Forecast) -> Brief:
    """What winter takes if nothing changes, by name."""
    notices = []
    for code, units in found.units.items():
        ends = "dissolves" if sum(units.values()) == 1 else "dissolve"
        notices.append(Notice("units", f"{told(units)} in {author.named(code)} {ends} unfed.", "loss"))
    for code in found.settlements:
        notices.append(Notice("settlement", f"{author.named(code)} is lost for want of food.", "loss"))
    for code in found.shrunk:
        notices.append(Notice("shrunk", f"The city of {author.named(code)} becomes a village.", "loss"))
    for herd in found.herds:
        notices.append(
            Notice("herds", f"{HERD_WORDS[herd.kind].capitalize()} in {author.named(herd.where)} are not fed.", "loss")
        )
    if found.spoilt:
        text = f"{found.spoilt} grain on the fields find no room in your stores, or you do not control the field."
        notices.append(Notice("spoilt", text, "warning"))
    if found.parts > 1:
        notices.append(
            Notice("parts", f"Your stores lie in {found.parts} parts that do not feed each other.", "warning")
        )
    return Brief("hunger", "If nothing changes", tuple(notices), tuple(remedies(author, found)),
                 empty="Everybody is fed, and every herd.", under=PAGE, side="right")  # fmt: skip


def remedies(author: Author, found: Forecast) -> Iterator[Notice]:
    """Lines that would help."""
    if not found.is_hungry and not found.herds:
        return
    if author.world.season == SPRING:
        yield Notice("sow", "SOW ALL in spring: what is not sown now cannot be harvested.", "warning")
    grain = tables().buys("GRAIN", False)
    yield Notice("buy", f"BUY GRAIN costs {grain} gold each; BUY FISH 1 gold, and 2 fish feed 1.", "warning")
    if author.home.herds:
        yield Notice("cull", "CULL in winter: a herd of your own choice gives its full meat.", "warning")


def outcome(author: Author, title: str, found: Forecast) -> Row:
    gone = [*found.settlements, *(f"{code} shrinks" for code in found.shrunk)]
    eaten = found.need.grain - found.left
    cells = (title, found.gathered, found.spoilt, eaten, found.left, found.lost_units, len(found.herds), listed(gone))
    return Row(cells, mark="loss" if found.is_hungry else "")


def pay(author: Author) -> Iterator[AnySection]:
    """Without agriculture everybody is paid at the end of winter [5.14.3]."""
    rows, world = tables(), author.world
    towns_pay = sum(
        rows.buildings[own.kind].feed
        for code in world.settlements(author.who)
        if (own := world.fields[code].settlement)
    )
    units_pay = sum(
        count * rows.units[key.partition(".")[0]].pay_fast
        for _, _, units in world.stands(author.who)
        for key, count in units.items()
    )
    facts = (
        Fact("gold", "Gold now", str(author.realm.gold)),
        Fact("towns", "Pay of settlements", str(towns_pay)),
        Fact("units", "Pay of units", str(units_pay)),
        Fact("left", "Left, or missing", str(author.realm.gold - towns_pay - units_pay)),
    )
    yield Facts("pay", "Pay at the end of winter", facts, under=PAGE, side="left")
    yield towns(author)
