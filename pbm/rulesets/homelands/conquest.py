"""What becomes of a settlement that is taken, destroyed or starved [5.8.6, 5.8.7, 5.14.2c, 5.15.1, 5.15.8]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rulesets.homelands.honours import worth
from pbm.rulesets.homelands.stock import Earned, Points, tidy
from pbm.rulesets.homelands.tables import BUILDINGS, CTY, HERD_WORDS, VIL, tables
from pbm.rulesets.homelands.units import put
from pbm.rulesets.homelands.world import Field, Herd, HerdKind, SettlementKind, World

SEIZE, DEGRADE, DESTROY = "SEIZE", "DEGRADE", "DESTROY"


class Taken(OfPower, frozen=True):
    """A settlement is seized, degraded and kept, or destroyed with all in it."""

    owner: Power
    where: Place
    kind: SettlementKind
    fate: str
    parties: ClassVar = ("who", "owner")
    verb: ClassVar = "taken"
    captures: ClassVar = True
    text: ClassVar = "{who} {who:takes/take} {where} from {owner}: the {kind} is {fate}"
    words: ClassVar = BUILDINGS | {SEIZE: "seized", DEGRADE: "degraded to a village", DESTROY: "destroyed"}

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        site_gone(there, self.owner)
        if self.fate == DESTROY:
            there.settlement = there.yard = None
        else:
            self.kept(there)
        there.lost.pop(self.who, None)
        there.lost[self.owner] = world.turn

    def kept(self, there: Field) -> None:
        own, yard = there.settlement, there.yard
        assert own
        own.owner, own.inside, own.herds = self.who, {}, []
        if self.fate == DEGRADE:
            own.kind, own.fort = "VIL", False
            own.grain = min(own.grain, own.room("grain"))
        if yard:
            yard.owner = self.who
            if self.fate == DEGRADE:
                yard.kind = "DCK"
                yard.fish = min(yard.fish, yard.room("fish"))


class HerdSeized(OfPower, frozen=True):
    """A herd inside falls to the taker: it stays inside, comes onto the field, or is lost."""

    owner: Power
    where: Place
    kind: HerdKind
    goes: str
    parties: ClassVar = ("who", "owner")
    text: ClassVar = "{who} {who:takes/take} the {kind} inside {where}: {goes}"
    words: ClassVar = HERD_WORDS | {
        "inside": "they stay inside", "onto the field": "they come onto the field", "lost": "they are lost",
    }  # fmt: skip

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        if self.goes == "inside" and there.settlement:
            there.settlement.herds.append(self.kind)
        elif self.goes == "onto the field":
            there.herd = Herd(self.who, self.kind)


class Ruined(OfPower, frozen=True):
    """A settlement is gone with its yard, its site and all inside; nobody took it."""

    where: Place
    why: str
    verb: ClassVar = "ruined"
    captures: ClassVar = True
    text: ClassVar = "the settlement of {who} in {where} is lost: {why}"

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        there.settlement = there.yard = None
        site_gone(there, self.who)


def site_gone(there: Field, owner: str) -> None:
    """The site of an owner goes; its builders are idle."""
    if there.site and there.site.owner == owner:
        there.site = None
        if idle := there.builders.pop(owner, None):
            put(there.units.setdefault(owner, {}), idle)
            tidy(there, owner)


def ruined(world: World, code: str, why: str) -> Iterator[Event]:
    """A settlement lost to hunger costs its owner points."""
    settlement = world.fields[code].settlement
    assert settlement
    _, lost = tables().vp.of(settlement.kind)
    yield Ruined(settlement.owner, code, why)
    yield Points(settlement.owner, lost, "loss of", where=code)


class Conquest:
    """A settlement changes hands."""

    def __init__(self, world: World, code: str, who: str, fate: str) -> None:
        there = world.fields[code]
        assert there.settlement
        self.world, self.code, self.who, self.there = world, code, who, there
        self.settlement, self.yard, self.owner = there.settlement, there.yard, there.settlement.owner
        self.kind = there.settlement.kind
        self.fate = DESTROY if fate == DEGRADE and self.kind == VIL else fate

    @property
    def is_retaken(self) -> bool:
        """Taking back what was lost not long ago only cancels the loss [5.15.8]."""
        rounds, lost = self.world.settings.retake_rounds, self.there.lost.get(self.who)
        return bool(rounds) and lost is not None and self.world.turn - lost <= rounds

    def prestige(self) -> int:
        """PP for settlement and yard by the kind they were."""
        if self.is_retaken:
            return 0
        rows = tables().prestige
        return rows["city" if self.kind == CTY else "village"] + (rows["yard"] if self.yard else 0)

    def ships_lost(self) -> int:
        """The PP value of ships that are destroyed with their yard."""
        return worth(self.yard.ships) if self.yard and self.fate == DESTROY else 0

    def gold(self) -> int:
        if self.fate != DESTROY:
            return 0
        rows = tables().buildings
        return rows[self.kind].loot + (rows[self.yard.kind].loot if self.yard else 0)

    def events(self) -> Iterator[Event]:
        won, lost = tables().vp.of(self.kind)
        gold, herds = self.gold(), list(self.settlement.herds)
        gain = -lost if self.is_retaken else won
        yield Taken(self.who, self.owner, self.code, self.kind, self.fate)
        yield Points(self.who, gain, "capture of", where=self.code)
        yield Points(self.owner, lost, "loss of", where=self.code)
        if gold:
            yield Earned(self.who, gold, "plunder of", self.code)
        yield from self.herds_taken(herds)

    def herds_taken(self, herds: list[HerdKind]) -> Iterator[Event]:
        won, _, lost = tables().vp.herd
        for herd in herds:
            yield HerdSeized(self.who, self.owner, self.code, herd, self.place_for_herd())
            yield Points(self.who, won, "a herd stolen")
            yield Points(self.owner, lost, "a herd lost")

    def place_for_herd(self) -> str:
        own = self.there.settlement
        if own and len(own.herds) < own.room("herds"):
            return "inside"
        free = not self.there.herd and not self.there.sown
        return "onto the field" if free and not own else "lost"
