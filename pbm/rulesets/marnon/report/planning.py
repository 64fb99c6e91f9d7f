"""The planning page: what the next turn brings if nothing changes, and where everything can go [10]."""

from collections.abc import Iterator

from pbm.reports.author import listed
from pbm.reports.sections import Account, AnySection, Entry, Fact, Facts, Grid, Row, account, columns
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.crowns.bills import besieges
from pbm.rulesets.marnon.crowns.income import caravan_limit, from_areas, merchant_limit, merchants, without_dice
from pbm.rulesets.marnon.map import areas, borders, region_of, seas
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import enemies_in, may_enter
from pbm.rulesets.marnon.report.state import fleets
from pbm.rulesets.marnon.report.words import Author
from pbm.rulesets.marnon.sea.harbours import may_use
from pbm.rulesets.marnon.tables import LEAST_FORCE, cards, up, upkeep

PLAN = "Planning page"
REACH = columns("_<5# place<! border<~ pays> held_by|by<# who_is_there<")
SAILS = columns("_<4# lies_at<# seas<# ports_within_reach<#")
SIGNS = {"land": "", "river": "river", "bridge": "bridge"}
HARD = "R6"
REACH_RULE = "Two areas, a third by force march; one in R6 unless it is home. A river is a whole move."
SAIL_RULE = "Three points: one out of port, one for each change of sea, one into port or to land."


def planning(author: Author) -> Iterator[AnySection]:
    yield Facts("room", "What there is room for", tuple(room(author)), under=PLAN)
    yield expected(author)
    rows = tuple(row for code, force in author.forces() for row in beside(author, code, force))
    yield Grid("reach", "Next to your forces", REACH, rows, caption=REACH_RULE, under=PLAN, flow=2)
    if author.own.fleets:
        yield Grid("sails", "Where your fleets can go", SAILS, tuple(sails(author)), caption=SAIL_RULE, under=PLAN)


def expected(author: Author) -> Account:
    """Income and bills at this position, without trade and cards that throw dice."""
    world, who = author.world, author.who
    lines = [Entry("cash", "crowns now", author.own.cash)]
    lines.append(Entry("areas", "areas", sum(crowns for _, crowns in from_areas(world, who))))
    if event := world.event:
        lines += [Entry("card", cards()[event.card].title, n) for n in without_dice(world, who, event) if n]
    lines += [Entry(key, label, -crowns) for key, label, crowns in bills(author) if crowns]
    left = "left to spend" if sum(line.amount for line in lines) >= 0 else "lacking for the bills"
    return account("expected", "Next turn, if nothing changes", lines, left, under=PLAN)


def bills(author: Author) -> Iterator[tuple[str, str, int]]:
    world, who, fleets = author.world, author.who, author.own.fleets
    yield "armies", "armies", up(world.powers[who].points, 100) * upkeep("army_per_100")
    sound = [code for code, fleet in fleets.items() if is_war_fleet(code) and not fleet.damaged and not fleet.merc]
    yield "fleets", "war fleets", len(sound) * upkeep("fleet")
    yield "repairs", "repairs", sum(fleet.damaged for fleet in fleets.values()) * upkeep("repair")
    yield "forts", "forts", sum(world.area(code).fort for code in world.owned(who)) * upkeep("fort")
    yield "sieges", "sieges", sum(besieges(world, who, code) for code in areas()) * upkeep("siege")
    yield "mercenaries", "mercenaries", sum(row.fee for row in world.mercs.hired.values() if row.power == who)


def room(author: Author) -> Iterator[Fact]:
    world, who = author.world, author.who
    codes = [world.free_code(who, letter) for letter in "AGFMV"]
    yield Fact("codes", "Next new units", listed(codes))
    yield Fact("merchants", "Merchant fleets", limit(len(merchants(world, who)), merchant_limit(world, who)))
    yield Fact("caravans", "Caravans", limit(len(author.own.caravans), caravan_limit(world, who)))
    home = [code for code in world.owned(who) if world.is_original(who, code) and not world.siege(code)]
    yield Fact("ports", "New fleets at", listed(code for code in home if areas()[code].port))
    staged = [code for code in home if world.area(code).fort or code == author.own.castle]
    led = [code for code, force in author.forces() if force.at in home and not world.is_besieged(force)]
    yield Fact("armies", "Army points to", listed([*led, *staged]))
    yield Fact("seat", "Seat", author.named(author.own.seat) if author.own.seat else "none")


def limit(now: int, most: int | None) -> str:
    return f"{now} of {most}" if most is not None else f"{now}, no limit"


def beside(author: Author, code: str, force: Force) -> Iterator[Row]:
    if force.at not in areas():
        return
    group = f"{code}, {force.points} points at {author.named(force.at)}{state(author, code, force)}"
    for target, border in borders()[force.at].items():
        closed = "" if may_enter(author.world, author.who, target) else "closed to you "
        cells = (
            target, author.name(target), SIGNS[border], areas()[target].value, author.owner(target),
            closed + author.there(target),
        )  # fmt: skip
        yield Row(cells, group=group)


def state(author: Author, code: str, force: Force) -> str:
    """What keeps it from marching, or how far it goes."""
    world, who = author.world, author.who
    assert force.at
    if world.is_besieged(force):
        return ": besieged"
    if force.points < LEAST_FORCE:
        return ": too few to march"
    if not world.generals_with(who, code) and not world.needs_no_general(who):
        return ": no general"
    far = "1 area" if region_of(force.at) == HARD and author.own.home != HARD else "2 areas"
    held = ", in contact" if any(not one.inside for _, _, one in enemies_in(world, who, force.at)) else ""
    return f": {'reserve, ' if force.reserve else ''}{far}{held}"


def sails(author: Author) -> Iterator[Row]:
    for code, fleet in fleets(author):
        if fleet.at not in areas():
            continue
        near = areas()[fleet.at].coast
        zones = dict.fromkeys([*near, *(beside for zone in near for beside in seas()[zone].neighbours)])
        ports = dict.fromkeys(port for zone in zones for port in seas()[zone].ports)
        open_to = [port for port in ports if port != fleet.at and may_use(author.world, author.who, port, code)]
        yield Row((code, fleet.at, " ".join(zones), " ".join(open_to)))
