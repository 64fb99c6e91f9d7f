"""How a report speaks of powers, places and markers."""

from collections.abc import Iterable

from pbm.reports import author
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.sight import View, known
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import TYPES
from pbm.rulesets.twilight.world import World

MOMENTS: dict[str, tuple[str, str]] = {
    "ALY": ("PLAY ALY pow", "on a Major when it is put up; on a free Minor in your operations"),
    "ASN": ("ASSASSIN mark pow", "as a standing order, after any play it names"),
    "CER": ("", "lies out until your next operations are over"),
    "ESP": ("PLAY ESP loc (or pow)", "after all operations"),
    "GRF": ("ATTACK n sea pow crt GRF", "with an attack at sea, or DEFEND GRF"),
    "HAR": ("PLAY HAR", "at the start of your levy"),
    "LD1": ("FORCE n loc units LD1", "with FORCE, ATTACK or SIEGE; in defence by DEFEND"),
    "LD2": ("FORCE n loc units LD2", "with FORCE, ATTACK or SIEGE; in defence by DEFEND"),
    "LD3": ("FORCE n loc units LD3", "with FORCE, ATTACK or SIEGE; in defence by DEFEND"),
    "MES": ("PLAY MES pow k", "when that NPP begins to operate: it stops after k forces"),
    "OAT": ("PLAY OAT pow...", "at the start of operations, with Frankish players"),
    "REL": ("PLAY REL loc pow", "where the line stands in your operations"),
    "SUB": ("PLAY SUB loc pow", "where the line stands in your operations"),
    "VKD": ("PLAY VKD STR -1 (or SEA, RAID, AIM sea area)", "before the Viking raid"),
}
"""The line that plays each marker, and when."""


class Author(author.Author[View, World]):
    """What the author of a report knows: a view, and the world as its player knows it."""

    def __init__(self, view: View) -> None:
        world = known(view)
        super().__init__(view, world, world.names())
        self.own = self.world.own_power(view.who)
        self.mine = mine_first(self.own, self.world.powers_of(view.who))

    def stacks(self, place: str, power: str) -> str:
        """Stacks in stack order: units where they are known, else size words."""
        return ", ".join(self.view.forces.get(place, {}).get(power, ()))

    def standing_there(self, place: str) -> str:
        """Everyone in a place, and how large they look."""
        return "; ".join(f"{power} {self.stacks(place, power)}" for power in self.world.present(place))


def mine_first(own: str | None, powers: Iterable[str]) -> list[str]:
    return sorted(powers, key=lambda code: (code != own, code))


def unit_names() -> str:
    return ", ".join(f"{letter} {tables().units[letter].name}" for letter in TYPES)


def worth(place: str) -> str:
    spot = chart()[place]
    return "" if spot.kind == "sea" else f"DV {spot.value}" if spot.kind == "burg" else f"LV {spot.value}"


def value_of(world: World, place: str) -> str:
    """What a place is worth, and what spoils it."""
    return " ".join([worth(place), *spoilt(world, place)])


def spoilt(world: World, place: str) -> list[str]:
    return [word for word in ("pillaged", "plague", "feudal") if place in getattr(world, word)]
