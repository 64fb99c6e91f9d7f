"""A position: powers with their forces, generals, fleets and caravans, areas, cards, and what is going on [9].

A castle without a player is a power of its own, N4 for C4: its garrison is its force A1, a raid its force A2.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.rulesets.marnon.codes import CASTELLAN, NAMES, unplaced
from pbm.rulesets.marnon.house import USUAL, Settings, under_scenario
from pbm.rulesets.marnon.map import area_codes, areas, by_number
from pbm.rulesets.marnon.now import Now
from pbm.rulesets.marnon.ongoing import CardInPlay, Deck, Mercs, NPCastle, NPRegion, Ongoing
from pbm.rulesets.marnon.pieces import AreaState, Fleet, Force, General, PowerState, Siege

WAR, PEACE, ALLY = "WAR", "PEACE", "ALLY"
UNITS = {
    "A": "forces",
    "G": "generals",
    "F": "fleets",
    "M": "fleets",
    "V": "caravans",
    "D": "diplomats",
    "S": "screens",
}
CASTLE_STATUS = "castle"


class World(Struct, omit_defaults=True):
    """A position. `settings` are kept apart: they are the game's house rules."""

    turn: int = 1
    order: list[str] = field(default_factory=list)
    deck: Deck = field(default_factory=Deck)
    event: CardInPlay | None = None
    ongoing: Ongoing = field(default_factory=Ongoing)
    powers: dict[str, PowerState] = field(default_factory=dict)
    areas: dict[str, AreaState] = field(default_factory=dict)
    np_castles: dict[str, NPCastle] = field(default_factory=dict)
    np_regions: dict[str, NPRegion] = field(default_factory=dict)
    mercs: Mercs = field(default_factory=Mercs)
    track: dict[str, dict[str, int]] = field(default_factory=dict)
    winner: str | None = None
    pending: list[str] = field(default_factory=list)
    reports: dict[str, Any] | None = None
    """Results of table battles given with a position; None: the game master is asked."""
    settings: Settings = USUAL
    memory: Now | None = None
    """What is remembered until the turn is over: see `now`."""

    @property
    def now(self) -> Now:
        if self.memory is None:
            self.memory = Now()
        return self.memory

    # who is who

    def seat(self, who: str) -> PowerState:
        return self.powers[who]

    def names(self) -> Mapping[str, str]:
        return NAMES

    def in_play(self, who: str) -> bool:
        """Whether a power is in the game, with a player or without."""
        return who in self.powers and self.powers[who].status != "out"

    def players(self) -> list[str]:
        """Powers that began with a player and are not out: players, drop-outs and exiles."""
        return [who for who, power in self.powers.items() if power.status in ("player", "dropout", "exile")]

    def senders(self) -> list[str]:
        """The powers that may send a sheet."""
        more = [who for who, power in self.powers.items() if self.has_second_sheet(who, power)]
        return [*self.players(), *more]

    def has_second_sheet(self, who: str, power: PowerState) -> bool:
        if power.status == "invader":
            return self.settings.invader_player != "none"
        if power.status == CASTLE_STATUS:
            return self.settings.np_castles == "player" and CASTELLAN not in self.powers
        if power.status == "castellan":
            return True
        return power.status == "np" and bool(
            self.np_regions[power.home or ""].keeper if power.home in self.np_regions else ""
        )

    def rank(self, who: str) -> tuple[int, str]:
        """The place of a power in the order of this turn; those without a place come after all others."""
        order = self.order
        return (order.index(who), "") if who in order else (len(order), unplaced(who))

    def ranked(self, who: Iterable[str]) -> list[str]:
        return sorted(dict.fromkeys(who), key=self.rank)

    def needs_no_general(self, who: str) -> bool:
        return self.powers[who].status in ("np", "invader", CASTLE_STATUS)

    # units by the codes that others use, such as WHI.A2

    @property
    def own_forces(self) -> dict[str, Force]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.forces.items()}

    @property
    def own_fleets(self) -> dict[str, Fleet]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.fleets.items()}

    @property
    def own_generals(self) -> dict[str, General]:
        return {f"{who}.{code}": row for who, power in self.powers.items() for code, row in power.generals.items()}

    # what stands where

    def force(self, who: str, code: str) -> Force:
        return self.powers[who].forces[code]

    def forces(self) -> Iterator[tuple[str, str, Force]]:
        for who, power in self.powers.items():
            for code, force in power.forces.items():
                yield who, code, force

    def forces_in(self, area: str) -> list[tuple[str, str, Force]]:
        """Every force in an area, by power and number."""
        found = [
            (who, code, force)
            for who, power in self.powers.items()
            for code, force in power.forces.items()
            if force.at == area and force.points > 0
        ]
        if len(found) > 1:
            found.sort(key=lambda row: (self.rank(row[0]), by_number(row[1])))
        return found

    def own_in(self, who: str, area: str) -> dict[str, Force]:
        """The forces of a power in an area, by number."""
        found = {
            code: force for code, force in self.powers[who].forces.items() if force.at == area and force.points > 0
        }
        return dict(sorted(found.items(), key=lambda row: by_number(row[0])))

    def powers_in(self, area: str) -> list[str]:
        return list(dict.fromkeys(who for who, _, _ in self.forces_in(area)))

    def points_in(self, who: str, area: str) -> int:
        return sum(force.points for force in self.own_in(who, area).values())

    def largest(self, who: str, area: str) -> str | None:
        """The largest force of a power in an area, the lowest number on a tie."""
        return largest_of(self.own_in(who, area))

    def numbered(self, who: str, what: str) -> list[str]:
        """The units of a kind, by number."""
        return sorted(getattr(self.powers[who], what), key=by_number)

    def generals_with(self, who: str, force: str) -> list[str]:
        generals = self.powers[who].generals
        return [code for code in sorted(generals, key=by_number) if generals[code].place == force]

    def free_code(self, who: str, letter: str, taken: Iterable[str] = ()) -> str:
        """The lowest number not in use."""
        used, number = {*getattr(self.powers[who], UNITS[letter]), *taken}, 1
        while f"{letter}{number}" in used:
            number += 1
        return f"{letter}{number}"

    def fleets_in(self, who: str, place: str) -> list[str]:
        fleets = self.powers[who].fleets
        return [code for code in sorted(fleets, key=by_number) if fleets[code].at == place]

    # areas

    def area(self, code: str) -> AreaState:
        return self.areas.setdefault(code, AreaState())

    def owner(self, code: str | None) -> str | None:
        found = self.areas.get(code or "")
        return found.owner if found else None

    def siege(self, code: str | None) -> Siege | None:
        found = self.areas.get(code or "")
        return found.siege if found else None

    def owned(self, who: str) -> list[str]:
        """The areas of a power by code, castles first."""
        rows = self.areas
        return [code for code in area_codes() if code in rows and rows[code].owner == who]

    def ports_of(self, who: str) -> list[str]:
        return [code for code in self.owned(who) if areas()[code].port]

    def castles_of(self, who: str) -> list[str]:
        return [code for code in self.owned(who) if areas()[code].castle]

    def is_besieged(self, force: Force) -> bool:
        return force.inside and self.siege(force.at) is not None

    def is_original(self, who: str, area: str) -> bool:
        power = self.powers[who]
        if power.status == "invader":
            return self.owner(area) == who
        return area == power.castle or (power.home is not None and areas()[area].region == power.home)

    def score(self, who: str) -> int:
        return len(self.owned(who))

    def card(self, number: int) -> CardInPlay | None:
        """The card of this turn, if it is that one."""
        return self.event if self.event and self.event.card == number else None

    def card_of(self, who: str, number: int) -> bool:
        """Whether this turn's card is that one and concerns the power."""
        found = self.card(number)
        return found is not None and found.power == who


def largest_of(forces: Mapping[str, Force]) -> str | None:
    return min(forces, key=lambda code: (-forces[code].points, by_number(code)), default=None)


def opened(world: World, settings: Settings) -> World:
    """A position under its house rules."""
    world.settings = under_scenario(settings)
    return world


def closed(world: World) -> World:
    """A position as it is kept: neither the house rules nor what a turn remembers are in it."""
    return replace(world, settings=USUAL, memory=None)
