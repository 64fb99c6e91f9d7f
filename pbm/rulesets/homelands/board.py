"""Who stands where, and what follows from it: encirclement, control, holding, connection, locks [5.1].

A board is looked at as long as nothing changes; it works out what it is asked for and remembers it. A step that is
played by all at the same time is judged by the board at its start.
"""

from collections.abc import Iterator
from functools import cached_property

from pbm.rulesets.homelands.tables import FRT, PRT, tables
from pbm.rulesets.homelands.units import AFLOAT, SHIPS, number
from pbm.rulesets.homelands.world import Settlement, World, Yard, places

Part = frozenset[str]
"""Connected fields."""


class Board:
    def __init__(self, world: World) -> None:
        self.world = world
        self.chart = world.chart
        self.friends = {pair for pact in world.pacts for pair in ((pact.a, pact.b), (pact.b, pact.a))}
        self._open: dict[str, dict[str, int]] = {}
        self._encircler: dict[str, str | None] = {}
        self._controller: dict[str, str | None] = {}
        self._parts: dict[str, list[Part]] = {}

    def hostile(self, one: str, other: str) -> bool:
        return one != other and (one, other) not in self.friends

    # who stands where

    def open(self, code: str) -> dict[str, int]:
        """How many units of each power are in the open; at sea with corsairs and cargo [5.1.2]."""
        found = self._open.get(code)
        if found is None:
            there, found = self.world.fields[code], {}
            for rows in (there.units, there.builders, there.cargo):
                for who, units in rows.items():
                    found[who] = found.get(who, 0) + sum(units.values())
            self._open[code] = found = dict(sorted(found.items())) if len(found) > 1 else found
        return found

    def against(self, who: str, code: str) -> int:
        """Hostile units in the open."""
        there = self.open(code)
        if not there or (len(there) == 1 and who in there):
            return 0
        return sum(count for other, count in self.open(code).items() if self.hostile(who, other))

    def ships(self, who: str, code: str, *types: str) -> int:
        return number(self.world.fields[code].units.get(who, {}), *(types or SHIPS))

    def hostile_ships(self, who: str, code: str) -> int:
        """Hostile ships and corsairs on a field [5.1.1]."""
        there = self.world.fields[code]
        return sum(number(units, *AFLOAT) for other, units in there.units.items() if self.hostile(who, other))

    def is_there(self, who: str, code: str) -> bool:
        """Whether a power has a unit anywhere on a field."""
        return any(True for _ in places(self.world.fields[code], who))

    def is_locked(self, who: str, code: str) -> bool:
        """Units of its own anywhere, and hostile ones in the open [5.1.7]."""
        return self.against(who, code) > 0 and self.is_there(who, code)

    # settlements

    def lf(self, code: str, settlement: Settlement | None = None) -> int:
        """The level of fortification of the settlement on a field [5.1.4, 5.18.7]."""
        settlement = settlement or self.world.fields[code].settlement
        if not settlement:
            return 0
        rows = tables().buildings
        walls = rows[settlement.kind].lf + (rows[FRT].lf if settlement.fort else 0)
        return walls + self.lf_of_ground(code, settlement.owner)

    def lf_of_ground(self, code: str, who: str) -> int:
        spot, faction = self.chart[code], self.world.faction(who)
        able = not faction.limits or spot.region in faction.limits
        whole = not spot.part
        usual = tables().colours[spot.colour].lf if spot.colour and whole else 0
        if not able:
            return usual
        if whole:
            return faction.lf_full.get(spot.colour or "", usual)
        return max((faction.lf_part.get(colour, 0) for colour in (spot.colour or "", *spot.part)), default=0)

    def encircler(self, code: str) -> str | None:
        """Who encircles the settlement on a field [5.1.3]."""
        if code not in self._encircler:
            self._encircler[code] = self._encircled_by(code)
        return self._encircler[code]

    def _encircled_by(self, code: str) -> str | None:
        settlement = self.world.fields[code].settlement
        if not settlement:
            return None
        there, owner = self.open(code), settlement.owner
        around = {who: count for who, count in there.items() if self.hostile(owner, who)}
        if owner in there or sum(around.values()) < max(1, self.lf(code)):
            return None
        return min(around, key=lambda who: (-around[who], who))

    def cus(self, code: str, who: str | None = None) -> Settlement | None:
        """The completed settlement that is not encircled, of a power if one is named."""
        settlement = self.world.fields[code].settlement
        if not settlement or (who is not None and settlement.owner != who) or self.encircler(code):
            return None
        return settlement

    def yard(self, code: str, who: str, *kinds: str) -> Yard | None:
        """A shipyard of a power that is not shut [5.1.3]."""
        yard = self.world.fields[code].yard
        if not yard or yard.owner != who or (kinds and yard.kind not in kinds) or self.encircler(code):
            return None
        return yard

    def own_cus(self, who: str) -> list[str]:
        return [code for code in self.world.settlements(who) if self.cus(code)]

    def ports(self, who: str) -> list[str]:
        return [code for code in self.world.fields if self.yard(code, who, PRT)]

    # control

    def controller(self, code: str) -> str | None:
        """Who controls a field [5.1.5]."""
        if code not in self._controller:
            there, spot = self.world.fields[code], self.chart[code]
            if not (there.is_peopled or there.settlement):
                self._controller[code] = None
                return None
            rule = self._land if spot.is_land else self._sea if spot.is_sea else None
            self._controller[code] = rule(code) if rule else None
        return self._controller[code]

    def _land(self, code: str) -> str | None:
        there, cus = self.open(code), self.cus(code)
        claims = [*there, *([cus.owner] if cus else [])]
        able = [who for who in dict.fromkeys(claims) if not self.against(who, code)]
        if cus:
            able = [who for who in able if not self.hostile(who, cus.owner)]
            if cus.owner in able:
                return cus.owner
        return most(able, there)

    def _sea(self, code: str) -> str | None:
        units = self.world.fields[code].units
        ships = {who: count for who in sorted(units) if (count := self.ships(who, code))}
        able = [who for who in ships if not self.hostile_ships(who, code)]
        return most(able, ships)

    def controls(self, who: str, code: str) -> bool:
        return self.controller(code) == who

    def holds(self, who: str, code: str) -> bool:
        """The larger side on a contested field holds it [5.1.6]."""
        spot = self.chart[code]
        if self.world.settings.contested != "held" or spot.is_neutral or self.controls(who, code):
            return False
        if spot.is_sea:
            against = self.hostile_ships(who, code)
            return bool(against) and self.ships(who, code) > against
        cus = self.cus(code)
        against = self.against(who, code)
        kept_off = against > 0 or bool(cus and self.hostile(who, cus.owner))
        return kept_off and self.open(code).get(who, 0) > against

    def land(self, who: str) -> list[str]:
        """The land fields that a power controls, by code."""
        return [code for code in self.own.get(who, ()) if self.chart[code].is_land]

    def seas(self, who: str) -> list[str]:
        return [code for code in self.own.get(who, ()) if self.chart[code].is_sea]

    @cached_property
    def own(self) -> dict[str, list[str]]:
        """The fields that each power controls, by code."""
        found: dict[str, list[str]] = {}
        for code, there in self.world.fields.items():
            if (there.is_peopled or there.settlement) and (who := self.controller(code)):
                found.setdefault(who, []).append(code)
        return found

    # connection

    def parts(self, who: str) -> list[Part]:
        """The components of a power that have a CUS, by their first field [5.1.6]."""
        if who not in self._parts:
            self._parts[who] = [part for part in self._components(who) if any(self.cus(code, who) for code in part)]
        return self._parts[who]

    def _components(self, who: str) -> Iterator[Part]:
        left = dict.fromkeys(self._joined(who))
        while left:
            first = next(iter(left))
            found, edge = {first}, [first]
            del left[first]
            while edge:
                near = [code for code in self.chart.joined[edge.pop()] if code in left]
                for code in near:
                    del left[code]
                found.update(near)
                edge += near
            yield frozenset(found)
        for code in self.own_cus(who):
            if not (self.controls(who, code) or self.holds(who, code)):
                yield frozenset([code])

    def _joined(self, who: str) -> list[str]:
        """The fields that a power controls or holds: it has units or a settlement there, or it is not there at all."""
        return [
            code
            for code, there in self.world.fields.items()
            if (there.is_peopled and who in self.open(code)) or (there.settlement and there.settlement.owner == who)
            if self.controls(who, code) or self.holds(who, code)
        ]

    def part(self, who: str, code: str) -> Part | None:
        """The connected component that a field is in."""
        return next((part for part in self.parts(who) if code in part), None)

    def connected(self, who: str, code: str) -> bool:
        return self.part(who, code) is not None

    def lgf(self, who: str) -> list[str]:
        """The land fields that are controlled and connected."""
        return [code for code in self.land(who) if self.connected(who, code)]

    def stores(self, who: str, part: Part) -> list[str]:
        """The CUS of a component, by code."""
        return [code for code in sorted(part) if self.cus(code, who)]

    def yards(self, who: str, part: Part) -> list[str]:
        return [code for code in sorted(part) if self.yard(code, who)]

    def has_port(self, who: str, part: Part) -> bool:
        return any(self.yard(code, who, PRT) for code in part)


def most(able: list[str], counts: dict[str, int]) -> str | None:
    """Whoever has the most units; a tie is nobody's."""
    if not able:
        return None
    best = max(counts.get(who, 0) for who in able)
    first = [who for who in able if counts.get(who, 0) == best]
    return first[0] if len(first) == 1 and best > 0 else None
