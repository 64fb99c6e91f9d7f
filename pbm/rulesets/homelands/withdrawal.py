"""RELEASE and WITHDRAW: builders put their tools down, units and herds go behind walls [5.7.1, 5.7.11]."""

from collections.abc import Mapping
from typing import ClassVar, Self

from pbm.rules.action import Quantity
from pbm.rules.code import Place
from pbm.rules.event import OfPower
from pbm.rules.order import Box, Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.drawing import BUILDING, INSIDE, OPEN, YARD, draw
from pbm.rulesets.homelands.order import HomeOrder, Scene, action, least_one, no_more, no_room
from pbm.rulesets.homelands.stock import Changed
from pbm.rulesets.homelands.tables import HERD_WORDS
from pbm.rulesets.homelands.units import LAND, SHIPS, chosen, doing, kind, unit_words
from pbm.rulesets.homelands.world import HerdKind, Settlement, World

HERD = "HERD"
NO_WALLS = Refusal("5.7.1", "no completed settlement of yours is open there")
RELEASE, WITHDRAW = "5a", "5b"


@action(
    "5.7.11",
    form="RELEASE {where} {number}< IF {least}>",
    meaning="{number:builder/builders} put their tools down in {where}"
    "< if {least:hostile unit is/hostile units are} there>",
)
class Release(HomeOrder, frozen=True):
    """Builders become idle; the site stays."""

    where: Place
    number: Number
    least: int | None
    step: ClassVar = RELEASE

    def plan(self, at: Scene) -> Done:
        if self.least is not None and at.board.against(at.who, self.where) < self.least:
            return ok()
        drawn = draw(at, self.where, None, self.number, (BUILDING,))
        events = [
            Changed(at.who, self.where, BUILDING, OPEN, units, units, doing(units, "stops building", "stop building"))
            for _, units in drawn.groups
        ]
        return partly(drawn.number, max(1, drawn.asked), events, Refusal("5.7.11", "not so many builders are there"))


class HerdWithdrawn(OfPower, frozen=True):
    where: Place
    kind: HerdKind
    text: ClassVar = "the {kind} of {who} in {where} are brought inside"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        assert there.settlement
        there.herd = None
        there.settlement.herds.append(self.kind)


@action(
    "5.7.1",
    form="WITHDRAW {where}< {unit}>< {number}>< IF {least}>",
    meaning="withdraw {number} in {where} behind the walls< if {least:hostile unit is/hostile units are} there>",
)
class Withdraw(HomeOrder, frozen=True):
    """Units go into their settlement, ships into their yard, HERD into the settlement."""

    where: Place
    unit: str | None
    number: Number | None
    least: int | None
    step: ClassVar = WITHDRAW

    def said(self, number: int) -> Mapping[str, object]:
        of = f" of {unit_words(self.unit, 2)} ({self.unit})" if self.unit and self.unit != HERD else ""
        who = "the herd" if self.unit == HERD else f"{Quantity(self.number):unit/units}{of}"
        return {**super().said(number), "number": who}

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """`WITHDRAW LON HERD` has a word where others have a type and a number."""
        where, *rest = boxes
        if rest and rest[0] == HERD:
            rest = [HERD, None, *rest[1:]]
        return super().read(where, *rest)

    def flaw(self) -> str:
        if self.unit == HERD:
            return ""
        if self.number is None:
            return "the number is missing"
        if self.unit is None and not (self.number.all_but and not self.number.value):
            return "without a type of unit the number must be ALL"
        return least_one(self.number)

    def in_vain(self, world: World, who: str) -> Refusal | None:
        """Walls that are not there yet stand only after the step."""
        ship = self.unit and self.unit != HERD and kind(self.unit).type in SHIPS
        walled = ship or Board(world).cus(self.where, who)
        return None if walled or self.least is None else NO_WALLS

    def plan(self, at: Scene) -> Done:
        if self.least is not None and at.board.against(at.who, self.where) < self.least:
            return ok()
        if self.unit and self.unit != HERD and kind(self.unit).type in SHIPS:
            return self.ships(at)
        own = at.at(self.where).settlement if at.board.cus(self.where, at.who) else None
        if not own:
            return refused(NO_WALLS)
        if self.unit == HERD:
            return self.herd(at, own)
        if self.unit and kind(self.unit).type not in LAND:
            return failed("5.7.1", f"{unit_words(self.unit, 2)} stay outside", "lasting")
        room = own.room("units") - sum(own.inside.values())
        drawn = draw(at, self.where, self.unit, self.number or Number(0, True), (OPEN, BUILDING))
        events, done = [], 0
        for place, units in drawn.groups:
            going = chosen(units, room - done)
            if going:
                done += sum(going.values())
                events.append(
                    Changed(at.who, self.where, place, INSIDE, going, going, doing(going, "goes inside", "go inside"))
                )
        text = no_room(room, "inside") if room < drawn.number else no_more(drawn.number)
        return partly(done, max(1, drawn.asked), events, Refusal("5.7.1", text))

    def ships(self, at: Scene) -> Done:
        yard = at.at(self.where).yard if at.board.yard(self.where, at.who) else None
        if not yard or self.number is None:
            return failed("5.7.1", "no open yard of yours is there")
        room = yard.room("ships") - sum(yard.ships.values())
        drawn = draw(at, self.where, self.unit, self.number, (OPEN,), types=SHIPS)
        going = [chosen(units, room) for _, units in drawn.groups]
        events = [
            Changed(
                at.who, self.where, OPEN, YARD, units, units, doing(units, "goes into the yard", "go into the yard")
            )
            for units in going
            if units
        ]
        done = sum(sum(units.values()) for units in going)
        return partly(done, max(1, drawn.asked), events, Refusal("5.7.1", self.short_yard(room, drawn.number)))

    @staticmethod
    def short_yard(room: int, there: int) -> str:
        return no_room(room, "in the yard") if room < there else no_more(there)

    def herd(self, at: Scene, own: Settlement) -> Done:
        there = at.at(self.where)
        if not there.herd or there.herd.owner != at.who:
            return failed("5.7.1", "no herd of yours is there")
        if len(own.herds) >= own.room("herds"):
            return failed("5.7.1", "no room for a herd inside")
        return ok(HerdWithdrawn(at.who, self.where, there.herd.kind))
