"""The state of a game of Carolingian Twilight, and the questions the rules ask of it [3.1, 5.3]."""

from collections.abc import Container, Iterator
from fractions import Fraction
from functools import cache

from pbm.rules.names import Names, PluralWord, Word, with_article
from pbm.rules.order import Refusal
from pbm.rules.position import fields_of
from pbm.rulesets.twilight.diplomacy import Diplomacy
from pbm.rulesets.twilight.map import Chart, area_of, burgs, chart, home_of, listed
from pbm.rulesets.twilight.position import Doctrine, Player, Position, PowerKind, Settings
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack, added, stacks, write

RAIDERS = "VIK"
NOTHING, WHOLE = Fraction(0), Fraction(1)
OF_A_YEAR = ("begun", "rested", "heard", "fell", "diplomacy", "segment")
"""What is known only until the year is over."""
BULGARIA, BULGARS, MAGYARS = "PBU", "BUL", "MAG"


class World(Position, kw_only=True):
    """A game under way; only events change it."""

    settings: Settings
    forces: dict[str, dict[str, list[Stack]]]  # type: ignore[assignment]
    begun: list[str] = []
    """Powers whose operations have begun this year."""
    rested: list[str] = []
    """Powers whose campaigns are over this year."""
    heard: bool = False
    """The sheets were read this year."""
    fell: bool = False
    """A leader fell this year: only then may the last one have fallen."""
    diplomacy: Diplomacy | None = None
    """How Viking Diplomacy steers the raid of the year."""
    segment: Segment | None = None
    """The segment under way."""

    @property
    def map(self) -> Chart:
        return chart()

    # who is who

    def in_play(self, power: str) -> bool:
        return power in self.powers and not self.powers[power].out

    def player_of(self, power: str) -> str | None:
        """The seat that controls a power."""
        return self.powers[power].player if power in self.powers else None

    def seat(self, who: str) -> Player:
        return self.players[who]

    def own_power(self, seat: str) -> str | None:
        return self.players[seat].pp if seat in self.players else None

    def powers_of(self, seat: str | None) -> list[str]:
        """Every power of a seat, by code."""
        return sorted(code for code, power in self.powers.items() if seat and power.player == seat and not power.out)

    def kin(self, one: str, other: str) -> bool:
        """Whether two powers belong to one player."""
        return one == other or (self.player_of(one) is not None and self.player_of(one) == self.player_of(other))

    def is_frankish(self, power: str) -> bool:
        return power in self.powers and self.powers[power].frankish

    def of_kind(self, kind: PowerKind) -> list[str]:
        return sorted(code for code, power in self.powers.items() if power.kind == kind and not power.out)

    def doctrine(self, power: str) -> Doctrine:
        """Its standing orders; the defaults where it has none, or no player."""
        return (self.doctrines.get(power) if self.player_of(power) else None) or Doctrine()

    def segment_of(self, power: str) -> Segment | None:
        """The segment under way, if it is the power's."""
        return self.segment if self.segment and self.segment.power == power else None

    def minors_of(self, seat: str | None) -> list[str]:
        """By code."""
        return [code for code in self.powers_of(seat) if self.powers[code].kind == "minor"]

    # who stands where

    def stacks(self, place: str, power: str) -> list[Stack]:
        return self.forces.get(place, {}).get(power, [])

    def present(self, place: str) -> list[str]:
        """The powers with units in that very place, by code."""
        there = self.forces.get(place)
        return [power for power in sorted(there) if there[power]] if there else []

    def units(self, place: str, power: str) -> dict[str, int]:
        return added(*(stack.units for stack in self.stacks(place, power)))

    def number(self, place: str, power: str) -> int:
        return sum(stack.size for stack in self.stacks(place, power))

    def stands(self, power: str) -> Iterator[tuple[str, Stack]]:
        """Every stack of a power, by place code and stack order."""
        for place in self.places(power):
            for stack in self.forces[place][power]:
                yield place, stack

    def places(self, power: str) -> list[str]:
        """Every place with units of a power, by code."""
        return sorted([place for place, there in self.forces.items() if power in there])

    def reach(self, power: str) -> list[str]:
        """The areas in which a power may control anything: it has units there or in the burg, or it is its home."""
        areas = {area_of(place) for place in self.places(power)}
        return sorted(areas | ({home} if (home := self.home(power)) else set()))

    def strength(self, power: str) -> int:
        return sum(stack.size for _, stack in self.stands(power))

    def leader_at(self, power: str) -> str | None:
        return next((place for place, stack in self.stands(power) if stack.units.get("L")), None)

    def foreign(self, place: str, power: str) -> list[str]:
        """Powers other than this one with units in that very place."""
        return [other for other in self.present(place) if other != power]

    # whose it is

    def owners(self, place: str) -> list[str]:
        """Whose a peripheral area is; Bulgars and Magyars may both own Bulgaria [27.10]."""
        spot = chart()[area_of(place)]
        if spot.owner == BULGARS:
            both = [power for power in (BULGARS, MAGYARS) if self.in_play(power)]
            return both or [BULGARS]
        return [spot.owner] if spot.owner else []

    def home(self, power: str) -> str | None:
        """The power's own peripheral area."""
        return BULGARIA if power == MAGYARS and self.in_play(power) else home_of(power)

    def full(self, area: str) -> str | None:
        """The one power in full control of an area."""
        if owners := self.owners(area):
            return owners[0] if len(owners) == 1 else None
        inside = self.present(area)
        if inside:
            return inside[0] if len(inside) == 1 else None
        burg = burgs().get(area)
        held = self.present(burg) if burg else []
        return held[0] if held else None

    def sharers(self, area: str) -> list[str]:
        """Every power that controls an area, alone or with others."""
        if owners := self.owners(area):
            return owners
        return self.present(area) or [power for power in (self.full(area),) if power]

    def holder(self, place: str) -> str | None:
        """The power that controls a burg, or an area in full."""
        spot = chart()[place]
        if spot.kind != "burg":
            return self.full(place) if spot.is_area else None
        if owners := self.owners(place):
            return owners[0]
        inside = self.present(place)
        if inside:
            return inside[0]
        around = self.present(spot.within or "")
        return around[0] if len(around) == 1 else None

    def controls(self, power: str, place: str) -> bool:
        """Alone or shared."""
        if chart()[place].kind == "burg":
            return self.holder(place) == power
        return power in self.sharers(place)

    def share(self, power: str, area: str) -> Fraction:
        """The part of an area's levy value that is a power's."""
        sharers = self.sharers(area)
        if power not in sharers:
            return NOTHING
        return WHOLE if len(sharers) == 1 or self.owners(area) else Fraction(1, len(sharers))

    def levy_value(self, area: str) -> int:
        return 0 if area in self.pillaged else chart()[area].value

    def diplomatic_value(self, burg: str) -> int:
        return 0 if burg in self.pillaged or burg in self.plague else chart()[burg].value

    def names(self) -> Names:
        """Every code with its full name."""
        new = {code: arisen(code, self.powers) for code in self.powers if code not in known_names()}
        names, plural = known_names() | new, (*PLURAL, *(code for code in new if code.startswith("RB")))
        return Names(names, plural, with_article(names, PLURAL, SINGLE) | OTHERWISE)


PLURAL = ("SLA", "BUL", "MUS", "MAG", "VIK", "IRS", "SCO", "DUV", "BRT", "PAP", "PSL", "BAL", "AVA")
"""Powers and places whose names are plural."""
OTHERWISE = {"DUV": PluralWord("the settled Vikings"), "AVA": Word("the land of the Avars")}
"""What sentences call powers and places whose names in a table would not do."""
SINGLE = ("UMA", "SPM", "EAM", "EXA", "NSE", "CHA", "IRI", "MED", "LIG", "TYR", "ION", "ADR")
"""Places that a sentence gives an article though they are not plural."""


TABLES = {"SHOCK": "Shock", "RAID": "Raid", "ENGAGE": "Engagement"}


@cache
def known_names() -> dict[str, str]:
    """The names of places, powers, markers and combat tables."""
    places, powers = chart().items(), listed().items()
    found = {code: spot.name for code, spot in places} | {code: row.name for code, row in powers}
    return found | {row.code: row.name for row in tables().markers} | TABLES


def called(code: str) -> str:
    """The name of a place, a power or a marker."""
    return known_names().get(code) or arisen(code)


def subject(power: str, one: str, many: str) -> str:
    """The name of a power with the form of a verb that agrees with it: Slavs have, Byzantium has."""
    return f"{called(power)} {many if power in PLURAL or power.startswith('RB') else one}"


def lacking(power: str, marker: str) -> Refusal:
    return Refusal("20.1", f"{subject(power, 'does', 'do')} not hold {called(marker)}")


def not_held(world: World, who: str, marker: str) -> Refusal | None:
    return None if marker in world.powers[who].markers else lacking(who, marker)


def arisen(code: str, among: Container[str] = ()) -> str:
    """The name of a power that arose in the game: rebels, or an heir of one of those whose code begins alike."""
    if code.startswith("RB"):
        return f"Rebels {code[2:]}"
    like = [parent for parent, row in listed().items() if parent[:2] == code[:2] and row.frankish]
    parents = [parent for parent in like if parent in among] or like
    first = dict.fromkeys(listed()[parent].name.split()[0] for parent in parents)
    return f"Heir {code[2:]} of {' or '.join(first)}" if first else code


def meanwhile(world: World) -> list[object]:
    """What is known only until the year is over."""
    return [getattr(world, name) for name in OF_A_YEAR]


def opened(position: Position, settings: Settings) -> World:
    """The world of a position."""
    forces = {
        place: {power: found for power, given in there.items() if (found := stacks(given))}
        for place, there in position.forces.items()
    }
    return World(**fields_of(position) | {"forces": forces}, settings=settings)


def closed(world: World) -> Position:
    """A world as it is kept: forces in order of place and power, without empty ones."""
    forces = {
        place: {power: [write(stack.units) for stack in there[power]] for power in sorted(there) if there[power]}
        for place, there in sorted(world.forces.items())
    }
    kept = {
        "doctrines": dict(sorted(world.doctrines.items())),
        "forces": {place: there for place, there in forces.items() if there},
    }
    return Position(**fields_of(world, Position) | kept)
