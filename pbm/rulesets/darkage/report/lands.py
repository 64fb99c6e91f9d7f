"""Your lands whole, and others' as you saw them at the end of the turn [1.10, 7.1]."""

from collections.abc import Mapping

from pbm.reports import Chapter
from pbm.rulesets.darkage.closing import Dispersed
from pbm.rulesets.darkage.map import Place, britain
from pbm.rulesets.darkage.report.shape import Holding, Sighting
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area, defence_level


def holdings(view: View, before: Chapter | None) -> tuple[Holding, ...]:
    dispersed = {event.where: event.armies for event in view.events if isinstance(event, Dispersed)}
    owners = before.owners if before else view.owners
    return tuple(
        holding(view, code, owners.get(code) != view.who, dispersed.get(code, 0)) for code in sorted(view.areas)
    )


def holding(view: View, code: str, gained: bool, dispersed: int) -> Holding:
    area, place, shut = view.areas[code], britain()[code], is_blockaded(view, code)
    return Holding(
        code=code,
        name=place.name,
        terrain=place.terrain,
        people=area.population,
        limit=place.limit,
        armies=area.armies,
        ships=area.ships,
        forts=area.forts,
        trade=area.trade,
        income=0 if shut else area.population,
        upkeep=max(0, area.armies + area.forts + area.ships - area.population) // 2,
        defence=defence(view, place, area),
        mode="" if place.is_sea else area.mode,
        aim={"retreat": area.toward, "ambush": area.against}.get(area.mode),
        near=tuple(sorted(place.near)),
        gained=gained,
        dispersed=dispersed,
        blockaded=shut,
        scouts=view.scouts.get(code, ()),
    )


def defence(view: View, place: Place, area: Area | Glimpse) -> int:
    if place.is_sea:
        return area.armies + area.ships
    stands = Area(population=area.population, forts=area.forts, trade=area.trade)
    return defence_level(stands, area.armies, place.bonuses[view.settings.terrain_bonus])


def is_blockaded(view: View, code: str) -> bool:
    """As far as the armies around the city can be seen from here [2.16]."""
    hinterland, inside = britain()[code].hinterland, view.areas[code]
    around = view.seen.get(hinterland) if hinterland else None
    return bool(around and around.owner and 2 * around.armies > inside.population + inside.armies)


def sightings(view: View) -> tuple[Sighting, ...]:
    return tuple(sighting(view, code, view.seen) for code in sorted(view.seen))


def sighting(view: View, code: str, seen: Mapping[str, Glimpse]) -> Sighting:
    area, place = seen[code], britain()[code]
    return Sighting(
        code=code,
        name=place.name,
        terrain=place.terrain,
        owner=area.owner,
        people=area.population,
        armies=area.armies,
        ships=area.ships,
        forts=area.forts,
        trade=area.trade,
        defence=defence(view, place, area),
        how=how_seen(view, code),
    )


def how_seen(view: View, code: str) -> str:
    kingdom = view.kingdom
    if kingdom.spy and kingdom.spy.at == code:
        return "spy"
    if code in kingdom.watchers:
        return "watcher"
    near = britain()[code].near
    return "scouted" if any(other in near and area.armies for other, area in view.areas.items()) else "visited"
