"""What a power begins with, and where it stands if nobody says otherwise [5.2.1, 5.2.3]."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rulesets.homelands.factions import Option
from pbm.rulesets.homelands.order import no_room, still_left
from pbm.rulesets.homelands.stock import raised
from pbm.rulesets.homelands.tables import BUILDINGS, DCK, FRT, GRAIN, HERD_WORDS, HERDS, tables
from pbm.rulesets.homelands.world import Herd, HerdKind, Settlement, SettlementKind, World, Yard, YardKind

RULE = "5.2.5"
UNITS = ("LI", "CV")
"""What is placed unit by unit."""


class Endowed(OfPower, frozen=True):
    gold: int
    pp: int
    text: ClassVar = "{who} {who:begins/begin} with {gold} gold and {pp} PP"

    def apply(self, world: World) -> None:
        realm = world.powers[self.who]
        realm.gold, realm.pp = self.gold, self.pp


class Founded(OfPower, frozen=True):
    """A settlement that stands from the start."""

    where: Place
    kind: SettlementKind
    fort: bool
    grain: int
    herds: tuple[HerdKind, ...]
    text: ClassVar = "{who} {who:has/have} a {kind} in {where}"
    words: ClassVar = BUILDINGS

    def apply(self, world: World) -> None:
        world.fields[self.where].settlement = Settlement(
            self.who, self.kind, self.fort, self.grain, herds=list(self.herds)
        )


class YardFounded(OfPower, frozen=True):
    where: Place
    kind: YardKind
    text: ClassVar = "{who} {who:has/have} a {kind} in {where}"
    words: ClassVar = BUILDINGS

    def apply(self, world: World) -> None:
        world.fields[self.where].yard = Yard(self.who, self.kind)


class HerdPlaced(OfPower, frozen=True):
    where: Place
    kind: HerdKind
    text: ClassVar = "{who} {who:has/have} {kind} in {where}"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        world.fields[self.where].herd = Herd(self.who, self.kind)


def option_of(world: World, who: str) -> Option | None:
    name = world.round.options.get(who, "")
    return world.faction(who).start_option.get(name)


def villages_of(world: World, who: str, fields: list[str]) -> list[str]:
    """The fields with a settlement: three, or as an option or another outfit has it [5.2.4]."""
    option, instead = option_of(world, who), world.faction(who).start.instead
    if world.faction(who).late or not fields:
        return []
    if option and option.city_for_villages:
        return fields[:1]
    if option and option.port_for_villages:
        start = world.chart.starts.get(who)
        port = (
            start.port
            if start and start.port in fields
            else next((code for code in fields if world.chart[code].is_coastal), fields[0])
        )
        return [str(port), *(code for code in fields if code != port)][:2]
    return fields[: instead.get("villages", 0)] if instead else fields


class Outfitter:
    """What a power still has to place, and what stands where."""

    def __init__(self, world: World, who: str, fields: list[str], villages: Mapping[str, list[str]]) -> None:
        self.world, self.who, self.chart = world, who, world.chart
        self.fields, self.villages = fields, villages.get(who, [])
        self.starts: dict[str, list[str]] = {}
        """Who will have a village where."""
        for power, own in villages.items():
            for code in own:
                self.starts.setdefault(code, []).append(power)
        self.option = option_of(world, who)
        self.figures = self.outfit()
        self.units: dict[str, dict[str, int]] = {}
        self.herds: dict[str, str] = {}
        self.grain: dict[str, int] = dict.fromkeys(self.villages, 0)
        self.inside: dict[str, list[str]] = {code: [] for code in self.villages}
        self.forts: list[str] = []
        self.dock: str | None = None
        self.outlying: list[str] = []
        """Outlying fields filled by the default."""

    def outfit(self) -> dict[str, int]:
        """The figures of the start [5.2.1]."""
        rows, start = tables(), self.world.faction(self.who).start
        if start.instead is not None:
            figures: dict[str, int] = {"dock": 0, "TS": 0, **start.instead}
        else:
            figures = dict(rows.setup)
            if not any(self.chart[code].is_coastal for code in self.villages):
                figures |= rows.setup_inland
            given = {"LI": start.LI, "TS": start.TS, "dock": start.dock}
            figures |= {name: value for name, value in given.items() if value is not None}
            figures |= start.herds
        if self.option:
            figures |= self.option.herds
            figures["LI"] += self.option.LI
        if not self.world.on("agriculture"):
            figures |= dict.fromkeys((*HERDS, "grain"), 0)
        return figures

    @property
    def is_port(self) -> bool:
        return bool(self.option and self.option.port_for_villages)

    def forts_left(self) -> int:
        return self.world.faction(self.who).start.forts - len(self.forts)

    # what a sheet places

    def place(self, what: str, where: str, number: int) -> Refusal | None:
        """Place a thing, or say why not; it is all or nothing."""
        if self.chart[where].is_neutral:
            return Refusal(RULE, "nobody starts on a neutral field", kind="lasting")
        if what in (DCK, FRT):
            return self.place_building(what, where)
        if what == GRAIN:
            return self.place_grain(where, number)
        if what in HERDS:
            return self.place_herd(what, where, number)
        if what in UNITS:
            return self.place_units(what, where, number)
        return Refusal(RULE, f"{what} is not yours to place", kind="lasting")

    def barred(self, where: str) -> Refusal | None:
        """Men and herds stand on own village fields, and on fields beside them where nobody else stands."""
        if where in self.villages:
            return None
        if where not in self.near():
            return Refusal(RULE, f"{self.world.called(where)} is not yours")
        others = self.others(where)
        return (
            Refusal(RULE, f"{self.world.called(others[0])} came first to {self.world.called(where)}")
            if others
            else None
        )

    def near(self) -> list[str]:
        """The land beside own villages."""
        near = {code for village in self.villages for code in self.chart.steps[village]}
        return [code for code in sorted(near) if self.chart[code].is_land]

    def beside(self) -> list[str]:
        """The outlying fields that others have left free."""
        return [code for code in self.near() if code not in self.villages and not self.others(code)]

    def others(self, code: str) -> list[str]:
        """Who else will have a village there, or stands there."""
        there = self.world.fields[code]
        herd = [there.herd.owner] if there.herd else []
        return [who for who in (*self.starts.get(code, ()), *there.units, *herd) if who != self.who]

    def place_units(self, unit: str, where: str, number: int) -> Refusal | None:
        if reason := self.barred(where):
            return reason
        if self.figures.get(unit, 0) < number:
            return Refusal(RULE, f"{still_left(self.figures.get(unit, 0))} to place")
        self.put(unit, where, number)
        return None

    def put(self, unit: str, where: str, number: int = 1) -> None:
        self.figures[unit] -= number
        there = self.units.setdefault(where, {})
        there[unit] = there.get(unit, 0) + number

    def place_herd(self, herd: str, where: str, number: int) -> Refusal | None:
        if reason := self.barred(where):
            return reason
        if self.figures.get(herd, 0) < number:
            return Refusal(RULE, f"{still_left(self.figures.get(herd, 0))} to place")
        if where in self.herds or number > 1:
            return Refusal(RULE, "a field takes one herd")
        self.figures[herd] -= 1
        self.herds[where] = herd
        return None

    def place_grain(self, where: str, number: int) -> Refusal | None:
        if where not in self.villages:
            return Refusal(RULE, f"no village of yours will stand in {self.world.called(where)}")
        if self.figures.get("grain", 0) < number:
            return Refusal(RULE, f"{still_left(self.figures.get('grain', 0))} to place")
        if self.room(where) < number:
            return Refusal(RULE, no_room(self.room(where)))
        self.figures["grain"] -= number
        self.grain[where] += number
        return None

    def place_building(self, what: str, where: str) -> Refusal | None:
        if where not in self.villages:
            return Refusal(RULE, f"no village of yours will stand in {self.world.called(where)}")
        if what == DCK:
            if not self.figures.get("dock") or self.dock:
                return Refusal(RULE, "not so many docks")
            if not self.chart[where].is_coastal:
                return Refusal(RULE, f"{self.world.called(where)} is not coastal", kind="lasting")
            self.dock = where
            return None
        if self.forts_left() <= 0 or where in self.forts:
            return Refusal(RULE, "not so many forts")
        self.forts.append(where)
        return None

    def room(self, where: str) -> int:
        rows = tables().buildings
        fort = rows[FRT].grain if where in self.forts else 0
        return rows[self.kind].grain + fort - self.grain[where]

    @property
    def kind(self) -> SettlementKind:
        return "CTY" if self.option and self.option.city_for_villages else "VIL"

    # the rest, by default

    def finished(self) -> Iterator[Event]:
        self.default_forts()
        self.default_units()
        self.default_herds()
        self.default_grain()
        yield Endowed(self.who, self.figures.get("gold", 0), self.figures.get("pp", 0))
        for code in self.villages:
            herds: Any = tuple(self.inside[code])
            yield Founded(self.who, code, self.kind, code in self.forts, self.grain[code], herds)
        if dock := self.default_dock():
            yield YardFounded(self.who, dock, "PRT" if self.is_port else "DCK")
            if self.figures.get("TS"):
                yield raised(self.who, dock, "yard", {"TS": self.figures["TS"]})
        for code in sorted(self.units):
            yield raised(self.who, code, "open", self.units[code])
        for code in sorted(self.herds):
            yield HerdPlaced(self.who, code, self.herds[code])  # type: ignore[arg-type]

    def default_forts(self) -> None:
        start = self.world.faction(self.who).start
        rest = [code for code in self.villages if code not in self.forts]
        self.forts += rest[: max(0, self.forts_left())]
        sections = [code for code, row in self.chart.sections.items() if row.river == start.forts_on_river]
        beside = [code for code in self.villages if any(section in self.chart.coasts[code] for section in sections)]
        self.forts += [code for code in beside if code not in self.forts]

    def default_units(self) -> None:
        """A man in each village, the others one each around, then in the first village."""
        for code in self.villages:
            if code not in self.units and self.figures.get("LI", 0):
                self.put("LI", code)
        free = [code for code in self.beside() if code not in self.units and not self.world.fields[code].units]
        for unit in UNITS:
            for _ in range(self.figures.get(unit, 0)):
                if free:
                    self.outlying.append(free[0])
                    self.put(unit, free.pop(0))
                elif self.villages:
                    self.put(unit, self.villages[0])

    def default_herds(self) -> None:
        spots = [code for code in (*sorted(self.outlying), *reversed(self.villages)) if code not in self.herds]
        room = [code for code in self.villages for _ in range(tables().buildings[self.kind].herds)]
        for herd in HERDS:
            for _ in range(self.figures.get(herd, 0)):
                if spots:
                    self.herds[spots.pop(0)] = herd
                elif room:
                    self.inside[room.pop(0)].append(herd)

    def default_grain(self) -> None:
        """One each in turn until it is gone."""
        left = self.figures.get("grain", 0)
        while left and (open_stores := [code for code in self.villages if self.room(code) > 0]):
            for code in open_stores[:left]:
                self.grain[code] += 1
            left -= len(open_stores[:left])

    def default_dock(self) -> str | None:
        if not self.figures.get("dock"):
            return None
        start = self.chart.starts.get(self.who)
        if self.is_port:
            return self.villages[0]
        if self.dock:
            return self.dock
        if start and start.dock in self.villages:
            return start.dock
        return next((code for code in self.villages if self.chart[code].is_coastal), None)
