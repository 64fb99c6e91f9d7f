"""Dark Age played by the computer against itself."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets.contract import Standing
from pbm.rulesets.darkage.computer import sheet
from pbm.rulesets.darkage.view import views
from pbm.rulesets.darkage.world import World

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


def sheets(world: World, journal: list[Event], by: Mapping[str, str], dice: Dice) -> dict[str, Sheet]:
    """A sheet for every kingdom in play, written from its own view, as a player would send it."""
    known = views(world, journal)
    return {who: replace(sheet(view, by.get(who, USUAL), dice), by="") for who, view in known.items()}


def standings(world: World) -> dict[str, Standing]:
    return {code: standing(world, code) for code in world.kingdoms}


def standing(world: World, code: str) -> Standing:
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
    return Standing(kingdom.vp, world.in_play(code), figures)


def won(world: World) -> tuple[str, str] | None:
    return (world.won.who, world.won.how) if world.won else None


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    from pbm.rulesets.darkage.audit import audit

    return audit(before, journal, after)
