"""A kingdom's lands, others' as it saw them at the end of the turn, and the map of both [1.10, 7.1]."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import Cell, Grid, Row, columns
from pbm.rules.event import counted
from pbm.rulesets.darkage.closing import Dispersed
from pbm.rulesets.darkage.map import Place, britain
from pbm.rulesets.darkage.report.danger import is_blockaded, others_area
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, defence_level

OWN = columns(
    "_<4# _< _<~ people|ppl> armies|army>! ships|ship> forts|fort> trade|trd> income|inc> upkeep|upk> defence|def>"
)
OTHERS = columns(
    "_<3# _< owner|own<# people|ppl> armies|arm>! ships|shi> forts|for> trade|tra> defence|def> falls_to<11 by<7~"
)
FRONTIER, INTERIOR = "On the frontier", "In the interior"
LOST_SIGHT = "No longer seen, as they stood then"


def lands(view: View, history: History) -> Iterator[Grid]:
    owners = history[-2].owners if len(history) > 1 else view.owners
    dispersed = {event.where: event.armies for event in view.events if isinstance(event, Dispersed)}
    codes = sorted(view.areas, key=lambda code: (not is_frontier(view, code), code))
    rows = tuple(own(view, code, owners.get(code) != view.who, dispersed.get(code, 0)) for code in codes)
    seen = tuple(sighting(view, code, glimpse, how_seen(view, code)) for code, glimpse in sorted(view.seen.items()))
    lost = (
        sighting(view, code, glimpse, f"turn {turn}", LOST_SIGHT) for code, (turn, glimpse) in view.remembered.items()
    )
    yield Grid(
        "lands",
        "Your lands",
        OWN,
        rows,
        "next to",
        total(view) if rows else (),
        "You own no area.",
        caption=feeding(view),
    )
    title = "What you saw, as at the end of the turn"
    note = "Falls to: the fewest armies that take it as it was seen, by the best action, and how many of them are left."
    yield Grid(
        "seen", title, OTHERS, (*seen, *lost), flow=2, empty="Nothing beyond your own lands.", caption=note * bool(seen)
    )


def is_frontier(view: View, code: str) -> bool:
    """Whether another kingdom's land touches it."""
    place = britain()[code]
    return any(view.owners[other] not in (view.who, None) for other in place.near)


def total(view: View) -> tuple[Cell, ...]:
    areas = view.areas.values()
    sums = [
        sum(getattr(area, field) for area in areas) for field in ("population", "armies", "ships", "forts", "trade")
    ]
    income = sum(area.population for code, area in view.areas.items() if not is_blockaded(view, code))
    return ("", "in all", "", *sums, income, sum(area.upkeep for area in areas), None)


def feeding(view: View) -> str:
    """How many more armies the lands feed, and what more than those cost [2.12]."""
    room = {code: free(area) for code, area in sorted(view.areas.items()) if not britain()[code].is_sea and free(area)}
    if not view.areas or view.won:
        return ""
    more = " ".join(f"{code} {number}" for code, number in room.items())
    price = "every second one in an area costs 1 BP a turn."
    if not room:
        return f"Your lands feed no more armies at no cost: {price}"
    fed = counted(sum(room.values()), "more army", "more armies")
    return f"Your lands feed {fed} at no cost ({more}); beyond that {price}"


def free(area: Area) -> int:
    """How many more armies cost nothing there."""
    over = area.armies + area.forts + area.ships - area.population
    return 1 - over if over <= 1 else int(over % 2 == 0)


def own(view: View, code: str, gained: bool, dispersed: int) -> Row:
    area, place, shut = view.areas[code], britain()[code], is_blockaded(view, code)
    people = f"{area.population}/{place.limit}" if place.limit else area.population
    aim = {"retreat": area.toward, "ambush": area.against}.get(area.mode)
    remarks = (
        "" if place.is_sea else f"{area.mode} {aim}" if aim else area.mode,
        "gained this turn" * gained,
        "blockaded" * shut,
        f"{dispersed} dispersed to the reserve" * bool(dispersed),
        f"scouted by {' '.join(view.scouts.get(code, ()))}" * (code in view.scouts),
    )
    return Row(
        (
            code, place.name, place.terrain, people, area.armies, area.ships, area.forts, area.trade,
            0 if shut else area.population, area.upkeep, defence(view, place, area),
        ),
        mark="gain" if gained else "",
        note="; ".join(filter(None, (*neighbours(view, code), *remarks))),
        group=FRONTIER if is_frontier(view, code) else INTERIOR,
    )  # fmt: skip


def neighbours(view: View, code: str) -> Iterator[str]:
    """Others' areas with their owner and last known strength, then its own."""
    near = sorted(britain()[code].near)
    yield ", ".join(beside(view, other) for other in near if other not in view.areas)
    yield " ".join(other for other in near if other in view.areas)


def beside(view: View, code: str) -> str:
    owner = view.owners[code] or "-"
    if code in view.seen:
        there = view.seen[code]
        return f"{code} {owner} {there.ships if britain()[code].is_sea else there.armies}"
    if code in view.remembered:
        turn, then = view.remembered[code]
        return f"{code} {owner} {then.ships if britain()[code].is_sea else then.armies} in turn {turn}"
    return f"{code} {owner} ?"


def sighting(view: View, code: str, area: Glimpse, how: str, group: str = "") -> Row:
    place, fall = britain()[code], others_area(view, code, area)
    return Row(
        (
            code, place.name, area.owner or "-", area.population, area.armies, area.ships, area.forts, area.trade,
            defence(view, place, area), f"{fall.armies} {fall.word}, {fall.left}" if fall else "-", how,
        ),
        group=group,
    )  # fmt: skip


def defence(view: View, place: Place, area: Area | Glimpse) -> int:
    if place.is_sea:
        return area.armies + area.ships
    stands = Area(population=area.population, forts=area.forts, trade=area.trade)
    return defence_level(stands, area.armies, place.bonuses[view.settings.terrain_bonus])


def how_seen(view: View, code: str) -> str:
    kingdom = view.kingdom
    if kingdom.spy and kingdom.spy.at == code:
        return "spy"
    if code in kingdom.watchers:
        return "watcher"
    near = britain()[code].near
    return "scouted" if any(other in near and area.armies for other, area in view.areas.items()) else "visited"
