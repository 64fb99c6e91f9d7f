"""The planning page: what next year brings if nothing changes, and what lies within reach [10]."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.rulesets.twilight.levy import Bill, bills, burg_levy, income_of, land_levy
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moves import cost
from pbm.rulesets.twilight.raising import cannot_raise, price
from pbm.rulesets.twilight.report.words import Author, spoilt, worth
from pbm.rulesets.twilight.report.year import ending_rule
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.units import FLEET, Stack

PLAN = "Planning page"
NEXT = columns("_<4# power< land> burgs> loot> upkeep> LP_left>! DP_now> DP_income>")
BILL = columns("_<4# place<23 units< each> upkeep>!")
REACH = columns("_<4# place<23 OP>! value< held_by<# looks<")
LEVY = columns("_<4# place<23 may_be_raised,_with_its_price<")
MAJORS = columns("_<4# Major< now< last< price>")
RAISED = "MWNF"
REACH_RULE = "OP for one step, with what stands there now; a force throws 1d6 OP, and one more with its leader."
LEVY_RULE = "One land unit in an area a year, a fleet in a sea; any number at home. Prices in LP, then DP."


def planning(author: Author) -> Iterator[AnySection]:
    rows = tuple(budget(author, power) for power in author.mine)
    yield Grid("budget", "Next year, if nothing changes", NEXT, rows, under=PLAN, page=True)
    yield Grid("bill", "The upkeep bill", BILL, tuple(bill(author)), under=PLAN, flow=2)
    yield Grid("reach", "Within reach", REACH, tuple(reach(author)), under=PLAN, flow=2, caption=REACH_RULE)
    yield Grid("levy", "Where you may levy", LEVY, tuple(levy(author)), under=PLAN, flow=2, caption=LEVY_RULE)
    yield Grid("majors", "Majors to bid for", MAJORS, tuple(majors(author)), under=PLAN)
    yield Facts("end", "The end of the game", (Fact("end", "When", ending_rule(author)),), under=PLAN)


def budget(author: Author, power: str) -> Row:
    world, state = author.world, author.world.powers[power]
    land, towns = land_levy(world, power), burg_levy(world, power)
    upkeep = sum(line.points for line in bills(world, power))
    income = income_of(world, power) if state.kind == "pp" else None
    dp = state.dp if state.kind == "pp" else None
    left = land + towns + state.loot - upkeep
    return Row((power, author.name(power), land, towns, state.loot, -upkeep, left, dp, income), who=power)


def bill(author: Author) -> Iterator[Row]:
    """Like units of a place in one row; a free militia stands by itself."""
    for power in author.mine:
        sums: dict[tuple[str, str, int], int] = {}
        for line in sorted(bills(author.world, power), key=by_place):
            key = line.place, line.unit, line.points
            sums[key] = sums.get(key, 0) + 1
        for (place, unit, each), number in sums.items():
            cells = (place, author.name(place), f"{unit}{number}", each or "free", each * number)
            yield Row(cells, group=author.named(power))


def by_place(line: Bill) -> tuple[str, str, int]:
    return line.place, line.unit, line.points


def reach(author: Author) -> Iterator[Row]:
    for power in author.mine:
        for place in dict.fromkeys(place for place, _ in author.world.stands(power)):
            yield from beside(author, power, place)


def beside(author: Author, power: str, place: str) -> Iterator[Row]:
    world, fleet = author.world, chart()[place].kind == "sea"
    stack = Stack({FLEET: 1} if fleet else {"W": 1})
    group = f"{power} from {author.named(place)}: {author.stacks(place, power)}"
    for target in sorted(chart()[place].links):
        spot = chart()[target]
        if fleet != (spot.kind == "sea") and (fleet or not world.number(target, power)):
            continue
        if world.owners(target) and power not in world.owners(target):
            continue
        points = cost(world, power, stack, place, target, None)
        holder = world.holder(target) if spot.kind != "sea" else None
        shared = " ".join(world.sharers(target)) if spot.is_area else ""
        cells = (
            target,
            spot.name,
            points,
            worth(target),
            holder or shared or "-",
            looks(author, target),
        )
        yield Row(cells, group=group)


def looks(author: Author, place: str) -> str:
    """Who stands there, how large they look, and what spoils the place."""
    return "; ".join(filter(None, (author.standing_there(place), *spoilt(author.world, place))))


def levy(author: Author) -> Iterator[Row]:
    for power in author.mine:
        seg = Segment(power, None)
        for place, spot in chart().items():
            letters = FLEET if spot.kind == "sea" else RAISED
            found = [
                f"{unit} {price(author.world, power, place, unit)}"
                for unit in letters
                if cannot_raise(author.world, seg, place, unit) is None
            ]
            if found:
                yield Row((place, spot.name, ", ".join(found)), group=author.named(power))


def majors(author: Author) -> Iterator[Row]:
    world, auction = author.world, author.view.auction
    for code in world.of_kind("major"):
        state = world.powers[code]
        cells = (code, author.name(code), state.player or "-", state.last or "-", auction.prices.get(code))
        yield Row(cells, who=code)
