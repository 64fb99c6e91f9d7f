"""What the game master corrects in a position [1.5]: `AREA LES armies=3`, `KINGDOM MER treasury=7 vp=2`."""

from collections.abc import Iterable
from typing import ClassVar

from pbm.rules import corrections
from pbm.rules.corrections import Part
from pbm.rulesets.darkage.world import Area, Kingdom, World

AREA_FIELDS = ("owner", "population", "armies", "ships", "forts", "trade", "mode", "toward", "against")
KINGDOM_FIELDS = ("bp", "treasury", "reserve", "fleet", "vp", "control", "overlord", "household.troops", "household.at")


class Corrected(corrections.Corrected, frozen=True):
    """The game master corrects a value."""

    rule: ClassVar = "1.5"
    parts: ClassVar = {"AREA": Part("areas", AREA_FIELDS), "KINGDOM": Part("kingdoms", KINGDOM_FIELDS)}
    homes: ClassVar = {"place": "areas", "power": "kingdoms"}
    public: ClassVar = ("owner", "treasury", "reserve", "fleet", "vp", "control", "overlord")
    example: ClassVar = 'AREA LES armies=3" or "KINGDOM MER treasury=7 vp=2'

    @classmethod
    def concerned(cls, world: World, kind: str, code: str) -> Iterable[str | None]:
        return (world.areas[code].owner if kind == "AREA" else code,)

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        if kind == "AREA":
            return unsound_area(world.areas[code], world.map[code].is_sea)
        return unsound_kingdom(world, code, world.kingdoms[code])


def unsound_area(area: Area, is_sea: bool) -> str:
    if min(area.population, area.armies, area.ships, area.forts, area.trade) < 0:
        return "no number may be below zero"
    if is_sea and (area.armies > area.ships or area.population or area.forts or area.trade):
        return "at sea there are ships, no more armies than ships, and nothing else"
    return "ships are at sea, never on land" if area.ships and not is_sea else ""


def unsound_kingdom(world: World, code: str, kingdom: Kingdom) -> str:
    stores = (kingdom.bp, kingdom.treasury, kingdom.reserve, kingdom.fleet, kingdom.household.troops)
    if min(stores) < 0 or (kingdom.vp < 0 and not world.settings.negative_vp):
        return "no number may be below zero"
    at = kingdom.household.at
    return f"{at} is not {code}'s" if at and world.areas[at].owner != code else ""
