"""How a report speaks of powers, fields, units and goods."""

from functools import cached_property

from msgspec.structs import replace

from pbm.reports import author
from pbm.rules.names import Names
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.household import Household
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.sight import View, known
from pbm.rulesets.homelands.tables import SEASONS
from pbm.rulesets.homelands.units import written
from pbm.rulesets.homelands.world import World, in_open

PLACES = {"open": "in the open", "inside": "inside", "building": "building", "aboard": "aboard", "yard": "in the yard"}
BORDERS = {"open": "", "black": "|", "blackriver": "=", "coast": "~", "sea": "~"}
"""The sign behind a neighbour's code."""
BORDER_RULE = "Behind a code: ~ coast or sea, | black line, = black river; nothing: open land."
UNITS = {
    "LI": "light infantry", "HI": "heavy infantry", "SM": "siege machine", "CV": "cavalry", "TS": "transport",
    "WS": "warship", "ME": "mercenary", "CO": "corsair", "WE": "war elephant",
}  # fmt: skip


class Author(author.Author[View, World]):
    """What the author of a report knows: a view, and the world as its player knows it.

    The world is the one that the next sheet is written for, so its season is the coming one.
    """

    def __init__(self, view: View) -> None:
        world, self.who = known(view), view.who
        names = world.names()
        short = Names({code: name.split(" (")[0] for code, name in names.items()}, names.plural, names.told)
        super().__init__(view, world, short)
        self.realm = self.world.powers[view.who]

    @cached_property
    def board(self) -> Board:
        return Board(self.world)

    @cached_property
    def before_winter(self) -> World:
        """The world while nobody knows how the next winter will be."""
        return replace(self.world, winter={})

    @cached_property
    def home(self) -> Household:
        return Household(self.board, self.who)

    @cached_property
    def scene(self) -> Scene:
        """What an order would be judged by if it were given now."""
        return Scene(self.world, self.who, board=self.board)

    @property
    def is_over(self) -> bool:
        return self.view.result is not None

    @property
    def farms(self) -> bool:
        return bool(self.world.on("agriculture"))

    @cached_property
    def others(self) -> list[str]:
        return [code for code in self.world.codes if code != self.who]

    @cached_property
    def own_fields(self) -> list[str]:
        """Every field where the power has something, by code."""
        here = {code for code, _, _ in self.world.stands(self.who)} | set(self.board.land(self.who))
        here |= {code for code, there in self.world.fields.items() if self.owns_something(there)}
        return [code for code in self.world.chart.codes if code in here]

    def owns_something(self, there: object) -> bool:
        things = (getattr(there, name) for name in ("settlement", "yard", "site", "herd", "sown"))
        return any(thing and thing.owner == self.who for thing in things)

    def standing_there(self, code: str, but: str = "") -> str:
        """Everyone who is seen in the open on a field, with their units."""
        there = self.world.fields[code]
        found = []
        for who in sorted({*there.units, *there.builders}):
            if who != but and in_open(there, who):
                building = there.builders.get(who)
                more = f", {written(building)} building" if building else ""
                found.append(f"{who} {written(there.units.get(who, {}))}{more}".replace(" ,", ""))
        return "; ".join(found)


def season_of(turn: int) -> str:
    """The season of a round; the set-up has none."""
    return SEASONS[(turn - 1) % 4] if turn > 0 else "the set-up"


def year_of(turn: int) -> int:
    return (turn - 1) // 4 + 1


def season_and_year(turn: int) -> str:
    return f"{season_of(turn)} of year {year_of(turn)}" if turn > 0 else "the set-up"


def faction_name(faction: str) -> str:
    return " and ".join(word.capitalize() for word in faction.split("_"))


def unit_names() -> str:
    return ", ".join(f"{code} {name}" for code, name in UNITS.items())
