"""Supply by search over friendly areas [5.66]."""

from typing import NamedTuple

from pbm.rulesets.marnon.map import areas, borders, castles, distances, is_area, is_sea, region_of, shortest
from pbm.rulesets.marnon.pieces import Force
from pbm.rulesets.marnon.relations import enemy_areas, friendly, holder_of
from pbm.rulesets.marnon.world import World

REACH = 2
"""So many areas a force may be from its source."""


class Gap(NamedTuple):
    """The nearest source of supply, where the way to it is cut and by whom, or how far it is."""

    source: str | None
    cut: str | None
    by: str | None
    far: int


class Lines:
    """The supply of one power in a position: worked out once, as the position stands."""

    def __init__(self, world: World, who: str) -> None:
        self.world, self.who = world, who
        self._open: dict[str, bool] = {}
        self._enemies: set[str] | None = None
        self._heads: list[str] | None = None
        self._linked: set[str] | None = None
        self._sources: set[str] | None = None

    def is_open(self, area: str) -> bool:
        """Friendly, and without an enemy force."""
        if area not in self._open:
            self._open[area] = friendly(self.world, self.who, area, supply=True) and area not in self.enemies()
        return self._open[area]

    def enemies(self) -> set[str]:
        """The areas with an enemy force."""
        if self._enemies is None:
            self._enemies = enemy_areas(self.world, self.who)
        return self._enemies

    def heads(self) -> list[str]:
        """The seat, and castles that are not besieged."""
        if self._heads is None:
            world, who = self.world, self.who
            found = [code for code in castles() if friendly(world, who, code, supply=True) and not world.siege(code)]
            seat = world.powers[who].seat
            more = [seat] if seat and world.owner(seat) == who and not world.siege(seat) else []
            self._heads = found + more
        return self._heads

    def linked(self) -> set[str]:
        """The open areas that other open areas join to a castle or the seat."""
        if self._linked is None:
            found = {code for code in self.heads() if self.is_open(code)}
            queue = sorted(found)
            while queue:
                for beside in borders()[queue.pop()]:
                    if beside not in found and self.is_open(beside):
                        found.add(beside)
                        queue.append(beside)
            self._linked = found
        return self._linked

    def is_linked(self, area: str) -> bool:
        """Whether a fort or port there is linked: the areas on the way count, not the first [5.66]."""
        return area in self.heads() or any(beside in self.linked() for beside in borders()[area])

    def castle_port(self) -> bool:
        return any(areas()[code].port for code in self.heads() if areas()[code].castle)

    def fort_serves(self, area: str) -> bool:
        row = self.world.area(area)
        if not row.fort or row.unpaid or not friendly(self.world, self.who, area, supply=True):
            return False
        return self.is_linked(area) or row.cut <= self.patience()

    def patience(self) -> int:
        """A fort that is not linked serves with cut 0 before the count of 6c, and with cut 1 after it."""
        return 0

    def port_serves(self, area: str) -> bool:
        """A besieged castle's port is no source, but for those inside."""
        if not areas()[area].port or not friendly(self.world, self.who, area, supply=True) or self.world.siege(area):
            return False
        return self.castle_port() or self.is_linked(area)

    def sources(self) -> set[str]:
        if self._sources is None:
            more = {code for code in self.places() if self.fort_serves(code) or self.port_serves(code)}
            self._sources = {*self.heads(), *more}
        return self._sources

    def places(self) -> list[str]:
        """Areas with an owner that have a fort or a port."""
        rows, ground = self.world.areas, areas()
        return [code for code, row in rows.items() if row.owner and (row.fort or ground[code].port)]

    def reaches(self, area: str) -> bool:
        """Whether a force in an area is at most two areas from a source, by open areas, the source included."""
        return bool(self.trace(area))

    def trace(self, area: str) -> list[str]:
        """The areas from a force to its source; empty if there is none."""
        if area in self.sources():
            return [area]
        ways = [[area]]
        for _ in range(REACH):
            ways = [[*way, beside] for way in ways for beside in borders()[way[-1]] if self.is_open(beside)]
            for way in ways:
                if way[-1] in self.sources():
                    return way
        return []

    def cut(self, area: str) -> Gap:
        """Where the line of a force that is not supplied is cut."""
        far = distances(area)
        source = min(self.sources(), key=lambda code: (far[code], code), default=None)
        if source is None or far[source] > REACH:
            return Gap(source, None, None, far[source] if source else 0)
        closed = next((code for code in shortest(area, source) if not self.is_open(code)), None)
        return Gap(source, closed, holder_of(self.world, self.who, closed) if closed else None, far[source])


class LinesAfterCount(Lines):
    """As the forts are counted in 6c [5.66]."""

    def patience(self) -> int:
        return 1


def is_supplied(
    world: World, who: str, force: Force, code: str = "", at: str | None = None, lines: Lines | None = None
) -> bool:
    """Whether a force is in supply, where it stands or in another area."""
    place = at or force.at
    if always_supplied(world, who, code) or place is None or is_sea(place) or force.joins:
        return True
    if world.is_besieged(force) and at is None:
        return True
    return is_area(place) and (lines or Lines(world, who)).reaches(place)


def always_supplied(world: World, who: str, code: str = "") -> bool:
    """The invader, regions and castles without a player; by card 34; a crusade in its first turns [5.95]."""
    if world.powers[who].status in ("np", "invader", "castle") or world.card_of(who, 34):
        return True
    crusade = world.ongoing.crusade
    if crusade is None or crusade.power != who or crusade.force != code or not code:
        return False
    return crusade.left > 0


def is_home(world: World, who: str, area: str | None) -> bool:
    """The home region and the starting castle."""
    power = world.powers[who]
    return area is not None and (region_of(area) == power.home or area == power.castle)
