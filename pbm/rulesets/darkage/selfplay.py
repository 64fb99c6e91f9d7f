"""Dark Age played by the computer against itself."""

from collections.abc import Iterator

from pbm.rules.event import Event
from pbm.rulesets.contract import SeatScore
from pbm.rulesets.darkage.world import World

TEMPERAMENTS = ("steward", "warlord", "random", "idle")
USUAL = "warlord"
FIGURES = (
    "areas",
    "people",
    "armies",
    "ships",
    "forts",
    "trade",
    "bp",
    "treasury",
    "reserve",
    "fleet",
    "household",
)


def standings(world: World) -> dict[str, SeatScore]:
    return {code: standing(world, code) for code in world.kingdoms}


def standing(world: World, code: str) -> SeatScore:
    kingdom, areas = world.kingdoms[code], [area for _, area in world.owned(code)]
    figures = (
        len(areas),
        sum(area.population for area in areas),
        sum(area.armies for area in areas),
        sum(area.ships for area in areas),
        sum(area.forts for area in areas),
        sum(area.trade for area in areas),
        kingdom.bp,
        kingdom.treasury,
        kingdom.reserve,
        kingdom.fleet,
        kingdom.household.troops,
    )
    return SeatScore(kingdom.vp, world.in_play(code), figures)


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    from pbm.rulesets.darkage.audit import audit

    return audit(before, journal, after)
