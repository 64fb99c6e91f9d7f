"""What a faction can do, in words for the rulebook and for reports [5.18]."""

from collections.abc import Iterator

from pbm.rulesets.homelands.factions import Faction
from pbm.rulesets.homelands.units import SEVERAL_UNITS

ABILITIES = {
    "home_villages": ("so many start fields at home: {}", "5.2.2"),
    "start": ("another start", "5.18.11"),
    "start_option": ("options {}", "5.2.4"),
    "tax_bonus": ("{} gold more in taxes", "5.18.2"),
    "port_yield": ("{} gold from a port", "5.18.2"),
    "no_recruit": ("no recruits", "5.18.3"),
    "recruit_only": ("light infantry by recruiting alone", "5.18.3"),
    "cheap_mercs": ("cheap mercenaries", "5.18.4"),
    "merc_income": ("gold when others hire", "5.18.4"),
    "fleet": ("fleets of {}", "5.18.5"),
    "cross_black": ("crosses black lines", "5.18.6"),
    "lf_full": ("other walls on {}", "5.18.7"),
    "lf_part": ("walls in part on {}", "5.18.7"),
    "extra_die": ("more dice for {}", "5.18.8"),
    "li_reroll": ("second throws for light infantry", "5.18.8"),
    "loot_abroad": ("{} PP for loot abroad", "5.18.9"),
    "loot_colours": ("PP for loot on some colours", "5.18.9"),
    "loot_side": ("PP for loot on a bank", "5.18.9"),
    "build_base": ("smaller crews", "5.18.10"),
    "builders": ("{} build", "5.18.10"),
    "sure_fishing": ("sure fishing", "5.18.12"),
    "pp_abroad": ("{} per cent more PP abroad", "5.18.13"),
    "rivals_all": ("all {} are rivals", "5.18.13"),
    "no_wreck": ("no storms in {}", "5.18.14"),
    "muster": ("muster", "5.18.15"),
    "ships_on_land": ("ships on shores", "5.18.16"),
    "river_ships": ("ships on rivers", "5.18.16"),
    "sell_li": ("{} gold for a man disbanded", "5.18.17"),
    "dismantle": ("{} gold for a village pulled down", "5.18.17"),
    "horse_trade": ("horses without a port", "5.18.18"),
    "ship_discount": ("ships {} gold cheaper", "5.18.18"),
    "late": ("enters in year {}", "5.18.19"),
    "no_attrition_years": ("no hardship for {} year", "5.18.19"),
    "safe": ("safe on {}", "5.18.20"),
    "li_third_free": ("the third man free", "5.18.21"),
    "elephants": ("elephants in cities", "5.18.22"),
    "cav_life": ("other lives of cavalry", "5.18.23"),
    "transhumance": ("pastures", "5.18.24"),
    "redeem_forever": ("redemption for good from {}", "5.18.25"),
    "lord_of": ("lord of {}", "5.18.26"),
    "vassal_of": ("vassal of {}", "5.18.26"),
    "cross_river": ("crosses the {}", "5.18.27"),
}
"""What a faction can do, by the keys of its data, and the paragraph behind it."""
WRITTEN = ("start_option", "builders")
"""Those that name what is written on a sheet."""


def abilities(faction: Faction) -> Iterator[tuple[str, str]]:
    """Each of its abilities with the paragraph behind it."""
    for key, (words, rule) in ABILITIES.items():
        value = getattr(faction, key)
        if value != getattr(Faction(), key):
            told = " and ".join(map(str, value)) if isinstance(value, list | tuple | dict) else str(value)
            is_name = told.isupper() and key not in WRITTEN
            name = SEVERAL_UNITS.get(told) or told.replace("_", " ").capitalize()
            yield words.format(name if is_name else told), rule
