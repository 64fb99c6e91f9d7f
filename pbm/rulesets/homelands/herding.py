"""DRIVE and CART: herds, grain and fish within a connection [5.5.5]."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, partly, refused
from pbm.rulesets.homelands.board import Part
from pbm.rulesets.homelands.causes import locked, unconnected
from pbm.rulesets.homelands.chart import COAST, OPEN
from pbm.rulesets.homelands.crossing import is_barred
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.tables import GOODS_WORDS, GRAIN, HERD_WORDS
from pbm.rulesets.homelands.world import Herd, HerdKind, World

RULE, STEP = "5.5.5", "3d"


class LocksSeen(OfPower, frozen=True):
    """The fields on which a power is locked when step 3 begins, and by whom: so it still is when herds are driven."""

    locked: dict[Place, str]
    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.round.locked[self.who] = dict(self.locked)


class Driven(OfPower, frozen=True):
    """A herd goes to another field, or out of a settlement onto its field."""

    origin: Place
    target: Place
    kind: HerdKind
    inside: bool
    text: ClassVar = "the {kind} of {who} are driven from {origin} to {target}"
    words: ClassVar = HERD_WORDS

    def apply(self, world: World) -> None:
        there = world.fields[self.origin]
        if self.inside:
            assert there.settlement
            there.settlement.herds.remove(self.kind)
        else:
            there.herd = None
        world.fields[self.target].herd = Herd(self.who, self.kind, driven=True)


class Carted(OfPower, frozen=True):
    origin: Place
    target: Place
    good: str
    amount: int
    text: ClassVar = "{who} {who:carts/cart} {amount} {good} from {origin} to {target}"
    words: ClassVar = GOODS_WORDS

    def apply(self, world: World) -> None:
        store(world, self.origin, self.good, -self.amount)
        store(world, self.target, self.good, self.amount)


def store(world: World, code: str, good: str, amount: int) -> None:
    """Grain into or out of a settlement, fish into or out of a yard."""
    there = world.fields[code]
    if good == GRAIN:
        assert there.settlement
        there.settlement.grain += amount
    else:
        assert there.yard
        there.yard.fish += amount


def wrong_way(at: Scene, origin: str, target: str) -> Refusal | None:
    """Why nothing goes from one field to another."""
    for code in (origin, target):
        if at.locked(code):
            return Refusal(RULE, locked(at, code))
    part = at.board.part(at.who, origin)
    if part is None:
        return Refusal(RULE, unconnected(at.board, at.who, origin))
    if target not in part:
        return Refusal(RULE, f"{at.world.called(origin)} and {at.world.called(target)} are not connected")
    if origin != target and not reachable(at, part, origin, target):
        return Refusal(RULE, "no way leads there by land, or over one sea to its shore")
    return None


def reachable(at: Scene, part: Part, origin: str, target: str) -> bool:
    """Any distance by land; over one sea of the component, then the landing field is the end."""
    land, edge = {origin}, [origin]
    while edge:
        code = edge.pop()
        near = [other for other in at.chart.over(code, OPEN) if other in part and other not in land]
        near = [other for other in near if not is_barred(at.world, code, other)]
        land.update(near)
        edge += near
    if target in land:
        return True
    seas = {sea for code in land for sea in at.chart.over(code, COAST) if sea in part}
    return any(at.chart.border(sea, target) == COAST for sea in seas)


@action(RULE, form="DRIVE {origin} {target} {kind}", meaning="drive {kind} from {origin} to {target}")
class Drive(HomeOrder, frozen=True):
    """A herd goes to a field without herd or sown grain; the same field twice brings it out of the settlement."""

    origin: Place
    target: Place
    kind: str
    step: ClassVar = STEP
    switches: ClassVar = ("agriculture",)

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "kind": HERD_WORDS.get(self.kind, self.kind)}

    def plan(self, at: Scene) -> Done:
        there, goal = at.at(self.origin), at.at(self.target)
        if reason := wrong_way(at, self.origin, self.target):
            return refused(reason)
        if not at.chart[self.target].is_land:
            return failed(RULE, "herds stand on land")
        herd, settlement = there.herd, there.settlement
        outside = bool(herd and herd.owner == at.who and herd.kind == self.kind and self.origin != self.target)
        if herd and outside and herd.driven:
            return failed(RULE, "that herd has moved in this round")
        inside = bool(settlement and settlement.owner == at.who and self.kind in settlement.herds)
        if not (outside or inside):
            where = f"inside {at.world.called(self.origin)}" if self.origin == self.target else "there"
            return failed(RULE, f"no {HERD_WORDS[self.kind]} of yours are {where}")
        if goal.herd or goal.sown:
            taken = "a herd stands there" if goal.herd else "it is sown"
            return failed(RULE, f"{at.world.called(self.target)} is taken: {taken}")
        return ok(Driven(at.who, self.origin, self.target, self.kind, not outside))  # type: ignore[arg-type]


@action(RULE, form="CART {origin} {target} {good} {number}", meaning="cart {number} {good} from {origin} to {target}")
class Cart(HomeOrder, frozen=True):
    """Grain goes from store to store, fish from yard to yard."""

    origin: Place
    target: Place
    good: str
    number: Number
    step: ClassVar = STEP
    switches: ClassVar = ("agriculture",)

    def flaw(self) -> str:
        return super().flaw() or ("the two fields are the same" if self.origin == self.target else "")

    def plan(self, at: Scene) -> Done:
        if reason := wrong_way(at, self.origin, self.target):
            return refused(reason)
        there, room = amounts(at, self.origin, self.good), amounts(at, self.target, self.good)
        if there is None or room is None:
            lacking = self.origin if there is None else self.target
            store = "settlement" if self.good == GRAIN else "yard"
            return failed(RULE, f"no {store} of yours is in {at.world.called(lacking)}")
        asked = max(0, self.number.of(there[0]))
        amount = min(asked, there[0], room[1])
        text = (
            "nothing of it is there"
            if not there[0]
            else "there is no more room"
            if room[1] < asked
            else "not so much is there"
        )
        event = Carted(at.who, self.origin, self.target, self.good, amount)
        return partly(amount, max(1, asked), [event], Refusal(RULE, text))


def amounts(at: Scene, code: str, good: str) -> tuple[int, int] | None:
    """What is in the store of a field, and the room left; nothing if there is no store."""
    there = at.at(code)
    if good == GRAIN:
        own = there.settlement if at.board.cus(code, at.who) else None
        return (own.grain, own.room("grain") - own.grain) if own else None
    yard = there.yard if at.board.yard(code, at.who) else None
    return (yard.fish, yard.room("fish") - yard.fish) if yard else None
