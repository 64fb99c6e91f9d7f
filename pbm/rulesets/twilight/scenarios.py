"""The ten scenarios: who plays, who stands where, how many years [27.0]."""

from functools import cache

import msgspec
from msgspec import Struct

from pbm.rulesets.twilight.map import DATA


class Extra(Struct, frozen=True):
    """Units placed by turns with another power [27.10]."""

    units: str
    areas: list[str]
    alternate_with: str
    exclude: list[str] = []


class Heir(Struct, frozen=True):
    """A Frankish power and what it may place where."""

    power: str
    leader: str
    units: str
    areas: list[str]
    exclude: list[str]
    emperor: bool = False
    fixed: dict[str, str] = {}
    extra: Extra | None = None


class Fewer(Struct, frozen=True):
    """A power that is a Major when no more than so many play."""

    players: int
    power: str
    set_up_by: str | None = None
    fixed: dict[str, str] = {}


class FullTable(Struct, frozen=True):
    players: int
    place: dict[str, str]


class Magyars(Struct, frozen=True):
    turn: int
    full_table: FullTable


class Scenario(Struct, frozen=True):
    ref: str
    name: str
    first_year: int
    players: tuple[int, int]
    turns: tuple[int, int]
    minor: dict[str, dict[str, str]]
    major: dict[str, dict[str, str]]
    frankish: list[Heir]
    npp_if_fewer: list[Fewer] = []
    magyars: Magyars | None = None

    def majors_for(self, players: int) -> dict[str, Fewer]:
        """The Frankish powers that nobody plays when so few do."""
        return {row.power: row for row in self.npp_if_fewer if players <= row.players}


@cache
def scenarios() -> dict[str, Scenario]:
    return msgspec.json.decode((DATA / "scenarios.json").read_bytes(), type=dict[str, Scenario])


def scenario(name: str) -> Scenario:
    return scenarios()[name]
