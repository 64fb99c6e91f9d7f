"""Orders for this turn: markers, leaders, moves, fire and attacks."""

from collections.abc import Mapping

from pbm.rules.action import Action, Reasons
from pbm.rules.hexes import Hex
from pbm.rules.order import Refusal, lasting
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, HI, LEADERS, UNITS, con_called, piece_called
from pbm.rulesets.tours.ground import is_passable
from pbm.rulesets.tours.order import UnitOrder, action, is_hex, no_contingent, no_hex, no_unit
from pbm.rulesets.tours.selectors import ALL, Found, is_own, spans
from pbm.rulesets.tours.world import World

ANY, BACK, STAY = "ANY", "BACK", "STAY"
REFORM = "REFORM"
NEAR, STOP, HOLD = "NEAR", "STOP", "HOLD"
OTHERWISE = {NEAR: "go as near as possible", STOP: "stop there", HOLD: "do not set out"}


MARKERS = {
    "MOVE": "move",
    REFORM: "reform",
    "NONE": "do nothing",
    "WALL": "form the Shield Wall",
    "UNWALL": "leave the Shield Wall",
}


@action(
    "5.2",
    form="MARK {contingent} {marker}",
    meaning="mark {contingent} to {marker}",
    values="MOVE, REFORM, NONE; for HI also WALL, WALL REFORM, UNWALL, UNWALL MOVE or UNWALL REFORM",
)
class Mark(Action, frozen=True):
    """What a contingent is to do this turn: MOVE, REFORM, NONE; the heavy infantry may also form or leave the wall."""

    contingent: str
    marker: tuple[str, ...]

    def said(self, number: int) -> Mapping[str, object]:
        con = "all contingents" if self.contingent == ALL else self.contingent
        return {"contingent": con, "marker": " and ".join(MARKERS[word] for word in self.marker)}

    def flaw(self) -> str:
        return "" if self.contingent == ALL else no_contingent(self.contingent)

    @property
    def walls(self) -> bool:
        return self.marker[0] in ("WALL", "UNWALL")

    def check(self, world: World, who: str) -> Reasons:
        own = self.contingent == ALL or self.contingent in CONTINGENTS[who]
        strange = None if own else lasting("5.1", f"{con_called(self.contingent)} are no contingent of yours")
        wall = (
            lasting("5.2.6", "only the heavy infantry form a Shield Wall")
            if self.walls and self.contingent != HI
            else None
        )
        return strange, wall

    def in_vain(self, world: World, who: str) -> Refusal | None:
        """To reform, while nobody can [10.0]."""
        if self.marker != (REFORM,):
            return None
        tired = [code for code in world.of(who) if self.names(code) and world.units[code].dis]
        if not tired:
            return Refusal("10.0", "none of them is disordered as things stand")
        if any(not world.enemies_beside(world.units[code].hex, who) for code in tired):
            return None
        return Refusal("10.0", f"nobody reforms with an enemy beside them, as {spans(tired)} as things stand")

    def names(self, code: str) -> bool:
        return self.contingent in (ALL, UNITS[code].con)


@action("12.0", form="LEAD {leader} {goal}", meaning="{leader} {goal}")
class Lead(Action, frozen=True):
    """Move your leader to a hex or to a unit of yours; with STAY the leader stays behind when the unit goes."""

    leader: str
    goal: str

    def said(self, number: int) -> Mapping[str, object]:
        goal = "stays behind if the unit there moves" if self.goal == STAY else f"rides to {self.goal}"
        return {"leader": self.leader, "goal": goal}

    def flaw(self) -> str:
        if self.leader not in FORCES.leaders:
            return f"no leader is called {self.leader}"
        if is_hex(self.goal):
            return no_hex(self.goal)
        return "" if self.goal == STAY else no_unit(self.goal)

    def check(self, world: World, who: str) -> Reasons:
        leader = (
            None if self.leader == LEADERS[who] else lasting("12.0", f"{piece_called(self.leader)} is not your leader")
        )
        own = is_hex(self.goal) or self.goal == STAY or is_own(who, self.goal)
        unit = piece_called(self.goal)
        strange = None if own else lasting("12.0", f"{unit} {unit:is/are} not yours")
        river = is_hex(self.goal) and not is_passable(self.goal)
        return leader, strange, lasting("12.0", f"nobody can enter {self.goal}") if river else None


@action(
    "6.0",
    form="MOVE {units}< AB-{but}> {route}< {face}>< ELSE {otherwise}>",
    meaning="move {units}< without {but}> {route}<, facing {face}><; if the way is blocked, {otherwise}>",
    costs="terrain",
)
class Move(UnitOrder, frozen=True):
    """Go to a hex, along hexes, or by steps such as /656; several units only by steps."""

    route: str
    face: str | None
    otherwise: str | None

    def said(self, number: int) -> Mapping[str, object]:
        route = f"to {self.route}" if self.is_single else f"by {'the steps ' if self.is_steps else ''}{self.route}"
        return {**super().said(number), "route": route, "otherwise": otherwise_in_words(self.otherwise)}

    def flaw(self) -> str:
        return super().flaw() or no_hex(*self.waypoints, self.otherwise if is_hex(self.otherwise) else None)

    @property
    def is_steps(self) -> bool:
        return self.route.startswith("/")

    @property
    def waypoints(self) -> tuple[Hex, ...]:
        return () if self.is_steps else tuple(self.route.split("-"))

    @property
    def is_single(self) -> bool:
        """Whether it is one hex, to which the way is found."""
        return len(self.waypoints) == 1

    @property
    def fallback(self) -> str:
        """What to do when the way is blocked [16.7]."""
        return self.otherwise or (NEAR if self.is_single else STOP)


@action("3.3.2", form="FACE {units}< AB-{but}> {face}", meaning="turn {units}< without {but}> to {face}")
class Face(UnitOrder, frozen=True):
    """Turn without moving."""

    face: str


@action("7.0", form="FIRE {units}< AB-{but}> {enemy}", meaning="let {units}< without {but}> fire at {enemy}", costs="1")
class Fire(UnitOrder, frozen=True):
    """Shoot from where they stand, at a unit or at ANY, the best target."""

    enemy: str

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "enemy": target_in_words(self.enemy)}

    def flaw(self) -> str:
        return super().flaw() or ("" if self.enemy == ANY else no_unit(self.enemy))

    def check(self, world: World, who: str) -> Reasons:
        return *UnitOrder.check(self, world, who), not_foe(self.enemy, who), no_bows(self.chosen(world, who))


@action(
    "7.1",
    form="HARRY {units}< AB-{but}> {hex} {enemy} {back}< {face}>< ELSE {otherwise}>",
    meaning="let {units}< without {but}> ride to {hex}, fire at {enemy} and ride {back}<, facing {face}><; if the way "
    "is blocked, {otherwise}>",
    costs="terrain + 1",
)
class Harry(UnitOrder, frozen=True):
    """One archer rides to a hex, fires, and rides BACK or to another hex."""

    hex: Hex
    enemy: str
    back: str
    face: str | None
    otherwise: str | None

    def said(self, number: int) -> Mapping[str, object]:
        back = "back" if self.back == BACK else f"on to {self.back}"
        way = otherwise_in_words(self.otherwise)
        return {**super().said(number), "enemy": target_in_words(self.enemy), "back": back, "otherwise": way}

    def flaw(self) -> str:
        places = [place for place in (self.hex, self.back, self.otherwise) if is_hex(place)]
        return super().flaw() or no_hex(*places) or ("" if self.enemy == ANY else no_unit(self.enemy))

    def check(self, world: World, who: str) -> Reasons:
        found = self.chosen(world, who)
        several = isinstance(found, list) and len(found) > 1
        one = lasting("7.1", "HARRY is for one archer") if several else None
        return *UnitOrder.check(self, world, who), one, not_foe(self.enemy, who), no_bows(found)


@action(
    "8.2",
    form="ATTACK {units}< AB-{but}> {targets}< ADV {unit}>< {face}>",
    meaning="let {units}< without {but}> attack {targets}<; {unit} advances><, facing {face}>",
)
class Attack(UnitOrder, frozen=True):
    """Attack named enemies in front, joined by +; ADV says who advances, and how they then face."""

    targets: str
    unit: str | None
    face: str | None

    @property
    def enemies(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.targets.split("+")))

    def flaw(self) -> str:
        return super().flaw() or no_unit(*self.enemies, self.unit)

    def check(self, world: World, who: str) -> Reasons:
        return *UnitOrder.check(self, world, who), *(not_foe(code, who) for code in self.enemies)


def target_in_words(enemy: str) -> str:
    return "the best target" if enemy == ANY else enemy


def otherwise_in_words(way: str | None) -> str:
    return OTHERWISE.get(way or "", f"go to {way}")


def not_foe(code: str, who: str) -> Refusal | None:
    unit, own = piece_called(code), code in UNITS and UNITS[code].side == who
    return lasting("8.2", f"{unit} {unit:is/are} no enemy of yours") if own else None


def no_bows(found: Found) -> Refusal | None:
    """Of units on the roll none of which is an archer."""
    if isinstance(found, Refusal) or any(UNITS[code].is_archer for code in found):
        return None
    return lasting("7.0", "none of its units has bows")
