"""A kingdom's lands, others' as it saw them at the end of the turn, and the map of both [1.10, 7.1]."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import Grid, Row, columns
from pbm.rulesets.darkage.closing import Dispersed
from pbm.rulesets.darkage.map import Place, britain
from pbm.rulesets.darkage.report.danger import is_blockaded
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, defence_level

OWN = columns(
    "_<4# _< _<~ people|ppl> armies|army>! ships|ship> forts|fort> trade|trd> income|inc> upkeep|upk> defence|def>"
)
OTHERS = columns(
    "_<4# _< _<~ owner|own<# people|peo.> armies|arm.>! ships|shi.> forts|for.> trade|tra.> defence|def.> by<~"
)


def lands(view: View, history: History) -> Iterator[Grid]:
    owners = history[-2].owners if len(history) > 1 else view.owners
    dispersed = {event.where: event.armies for event in view.events if isinstance(event, Dispersed)}
    rows = tuple(own(view, code, owners.get(code) != view.who, dispersed.get(code, 0)) for code in sorted(view.areas))
    seen = tuple(sighting(view, code, glimpse) for code, glimpse in sorted(view.seen.items()))
    yield Grid("lands", "Your lands", OWN, rows, "next to", empty="You own no area.")
    yield Grid(
        "seen", "What you saw, as at the end of the turn", OTHERS, seen, flow=2, empty="Nothing beyond your own lands."
    )


def own(view: View, code: str, gained: bool, dispersed: int) -> Row:
    area, place, shut = view.areas[code], britain()[code], is_blockaded(view, code)
    people = f"{area.population}/{place.limit}" if place.limit else area.population
    upkeep = max(0, area.armies + area.forts + area.ships - area.population) // 2
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
            0 if shut else area.population, upkeep, defence(view, place, area),
        ),
        mark="gain" if gained else "",
        note="; ".join(filter(None, (" ".join(sorted(place.near)), *remarks))),
    )  # fmt: skip


def sighting(view: View, code: str, area: Glimpse) -> Row:
    place = britain()[code]
    return Row(
        (
            code, place.name, place.terrain, area.owner or "-", area.population, area.armies, area.ships, area.forts,
            area.trade, defence(view, place, area), how_seen(view, code),
        )
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
