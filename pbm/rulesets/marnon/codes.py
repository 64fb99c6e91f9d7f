"""Codes of powers and units, and the names behind them."""

from pbm.rules.names import Names, with_article
from pbm.rulesets.marnon.map import areas, regions, seas
from pbm.rulesets.marnon.tables import mercenaries

INVADER = "INV"
CASTELLAN = "CAS"
"""The seat whose player orders for castles that have none [5.78]."""
GARRISON, RAID = "A1", "A2"


def unplaced(who: str) -> str:
    """Regions without a player by number, then castles by number."""
    homes = {region.power: region.code for region in regions().values()}
    return homes.get(who, f"S{who}")


def is_castle_power(who: str) -> bool:
    return len(who) == 2 and who[0] == "N" and who[1].isdigit()


def castle_power(castle: str) -> str:
    """N4 for C4."""
    return f"N{castle[1:]}"


def castle_of(who: str) -> str:
    return f"C{who[1:]}"


def is_war_fleet(code: str) -> bool:
    return code.startswith("F")


PLURAL = ("Golden Dunes", "Dread Moors", "Brecknock Heights", "Melting Sands", "the Free Castles")
"""The names that are plural."""


def all_names() -> Names:
    powers = {region.power: region.name for region in regions().values()}
    castle_powers = {
        castle_power(code): f"the garrison of {area.name}" for code, area in areas().items() if area.castle
    }
    found = {
        **{code: area.name for code, area in areas().items()},
        **{code: sea.name for code, sea in seas().items()},
        **{code: region.name for code, region in regions().items()},
        **powers,
        **castle_powers,
        **{code: f"{card.name} ({code})" for code, card in mercenaries().items()},
        INVADER: "the Invader",
        CASTELLAN: "the Free Castles",
    }
    seas_of = [code for code, name in found.items() if name.startswith("Sea of ")]
    return Names(found, (code for code, name in found.items() if name in PLURAL), with_article(found, (), seas_of))


NAMES = all_names()


def is_castellan(who: str) -> bool:
    """Whether a sheet is one for castles without a player [5.78]."""
    return who == CASTELLAN or is_castle_power(who)
