"""Cavalry screens: they see, fight each other, and hold nothing [5.82]."""

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.marnon.land.ways import allowance
from pbm.rulesets.marnon.map import RIVER, adjacent, borders, by_number
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action, first_reason, no_force
from pbm.rulesets.marnon.pieces import Screen
from pbm.rulesets.marnon.realm.doctrine import StandingOrder
from pbm.rulesets.marnon.relations import at_war, may_enter
from pbm.rulesets.marnon.tables import half_up, tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.retreat import open_areas
from pbm.rulesets.marnon.world import World

SCREENS = "screens"
EACH = 500
SCOUTS = 3
Unit = tuple[str, str]


class ScreenWent(OfPower, frozen=True):
    screen: str
    target: Place
    text: ClassVar = "{screen} rode to {target}"

    def apply(self, world: World) -> None:
        world.powers[self.who].screens[self.screen].at = self.target


class ScreenSplit(OfPower, frozen=True):
    screen: str
    new: str
    number: int
    text: ClassVar = "{number} of {screen} became {new}"

    def apply(self, world: World) -> None:
        screens = world.powers[self.who].screens
        old = screens[self.screen]
        old.n -= self.number
        screens[self.new] = Screen(old.at, self.number, old.hidden)


class ScreensLost(OfPower, frozen=True):
    screen: str
    number: int
    text: ClassVar = "{screen} lost {number:screen/screens}"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        row = power.screens[self.screen]
        row.n -= self.number
        power.screens_lost += self.number
        if row.n <= 0:
            del power.screens[self.screen]


class ScreensCame(OfPower, frozen=True):
    screen: str
    where: Place
    number: int
    found: int = 0
    text: ClassVar = "{number:screen/screens} joined {screen} at {where}"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.screens.setdefault(self.screen, Screen(self.where)).n += self.number
        power.screens_lost -= self.found


class Scouted(OfPower, frozen=True):
    """What scouts believe of a force."""

    unit: str
    where: Place
    points: int
    text: ClassVar = "scouts: {unit} at {where} has {points} points or so"


@action("5.82", form="SCREEN {screen}< {number}> {areas}", meaning="send {screen}< ({number})> to {areas}")
class MoveScreen(MarnonOrder, frozen=True):
    """Move cavalry screens."""

    step: ClassVar = SCREENS
    screen: str
    number: Number | None
    areas: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.settings.movement != "hidden":
            return Refusal("5.82", "this game is played without screens")
        found = self.screen in world.powers[who].screens
        return None if found else Refusal("5.82", f"you have no {self.screen}")

    def plan(self, at: Scene) -> Done:
        reason = self.wrong(at.world, at.who) or no_ride(at.world, at.who, self)
        return refused(reason) if reason else Done("ok", self.ridden(at))

    def ridden(self, at: Scene) -> Iterator[Event]:
        row = at.power.screens[self.screen]
        if rest := row.n - self.number.of(row.n) if self.number else 0:
            yield ScreenSplit(at.who, self.screen, at.world.free_code(at.who, "S"), rest)
        yield Remember("moved", (at.who, self.screen))
        for area in map(str, self.areas):
            came_from = row.at or ""
            yield ScreenWent(at.who, self.screen, area)
            goes_on = yield from rides_in(at.turn, at.who, self.screen, area, came_from)
            if not goes_on:
                return


@action("5.82", form="BLUFF {unit} {sign}", meaning="tell scouts of {unit} a figure that is {sign}")
class Bluff(StandingOrder, frozen=True):
    """Whether scouts are told too much (+) or too little (-) of a force."""

    unit: str
    sign: str

    def said(self, number: int) -> Mapping[str, object]:
        return {"unit": self.unit, "sign": {"+": "too high", "-": "too low"}.get(self.sign, "true")}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.settings.movement != "hidden":
            return Refusal("5.82", "this game is played without screens")
        return no_force(world, who, self.unit, "5.82")


@first_reason
def no_ride(world: World, who: str, order: MoveScreen) -> Iterator[Refusal | None]:
    row = world.powers[who].screens[order.screen]
    path = [str(area) for area in order.areas]
    steps = list(zip([row.at or "", *path], path, strict=False))
    if (who, order.screen) in world.now.moved:
        yield Refusal("5.82", f"{order.screen} has moved")
    if not all(adjacent(here, there) for here, there in steps):
        yield Refusal("5.82", "the areas are not next to each other")
    if len(path) > allowance(world, who, [row.at or "", *path]):
        yield Refusal("5.82", "that is too far")
    if len(path) > 1 and any(borders()[here][there] == RIVER for here, there in steps):
        yield Refusal("5.12", "to cross a river takes a whole move")
    if not all(may_enter(world, who, area) for area in path):
        yield Refusal("5.3", "you are at peace with the owner of an area on the way")
    if order.number and not 0 < order.number.of(row.n) <= row.n:
        yield Refusal("5.82", f"{order.screen} has {row.n} screens")


def enemy_screens(world: World, who: str, area: str) -> list[Unit]:
    return [
        (other, code)
        for other in world.ranked(world.powers)
        if other != who and at_war(world, who, other)
        for code in world.numbered(other, "screens")
        if world.powers[other].screens[code].at == area
    ]


def rides_in(turn: Turn[World], who: str, code: str, area: str, came_from: str) -> Generator[Event, None, bool]:
    """Fights with enemy screens, then a look at enemy forces; whether the screens ride on."""
    world = turn.world
    for other, unit in enemy_screens(world, who, area):
        yield from skirmish(turn, (who, code), (other, unit), area, came_from)
        row = world.powers[who].screens.get(code)
        if row is None or row.at != area:
            return False
    if not world.powers[who].screens[code].hidden:
        yield from looked(turn, who, code, area)
    return True


def exchanged(turn: Turn[World], mover: Unit, other: Unit, area: str) -> Iterator[Event]:
    """One round, which both fight with what they had at its start."""
    row, hits = tables().screens, dict[Unit, int]()
    sizes = {unit: number(turn.world, unit) for unit in (mover, other)}
    for unit, enemy in ((mover, other), (other, mover)):
        needs = row.two_to_one_on if sizes[unit] >= 2 * sizes[enemy] else row.kills_on
        dice = tuple(turn.dice.roll("screen.fight") for _ in range(sizes[unit]))
        yield Thrown(unit[0], f"screens fight at {area}", dice, unit[1])
        hits[enemy] = min(sum(die >= needs for die in dice), sizes[enemy])
    for unit in (mover, other):
        if hits[unit]:
            yield ScreensLost(*unit, hits[unit])


def skirmish(turn: Turn[World], mover: Unit, other: Unit, area: str, came_from: str) -> Iterator[Event]:
    """Two rounds; a side under half after the first withdraws."""
    world, row = turn.world, tables().screens
    first = {unit: number(world, unit) for unit in (mover, other)}
    for part in range(1, row.rounds + 1):
        yield from exchanged(turn, mover, other, area)
        if not number(world, mover) or not number(world, other):
            return
        if part == 1:
            going = [unit for unit in (mover, other) if 2 * number(world, unit) < first[unit]]
            for unit in going:
                yield from rides_off(world, unit, area, came_from if unit == mover else None)
            if going:
                return


def number(world: World, unit: Unit) -> int:
    row = world.powers[unit[0]].screens.get(unit[1])
    return row.n if row else 0


def rides_off(world: World, unit: Unit, area: str, back: str | None) -> Iterator[Event]:
    target = back or next(iter(open_areas(world, unit[0], area)), None)
    if target:
        yield ScreenWent(*unit, target)
    else:
        yield ScreensLost(*unit, number(world, unit))


def screens_met(turn: Turn[World], who: str, code: str) -> Iterator[Event]:
    """A declared force drives off the enemy's screens."""
    world = turn.world
    force = world.force(who, code)
    if force.hidden:
        return
    area = force.at or ""
    for unit in enemy_screens(world, who, area):
        if world.powers[unit[0]].screens[unit[1]].hidden:
            killed = min(turn.dice.roll("screen.fight"), number(world, unit))
            yield ScreensLost(*unit, killed)
        if number(world, unit):
            yield from rides_off(world, unit, area, None)


def looked(turn: Turn[World], who: str, code: str, area: str) -> Iterator[Event]:
    """What declared screens make of the largest enemy force [6.10]."""
    world, row = turn.world, tables().intelligence
    enemies = [(o, c, f) for o, c, f in world.forces_in(area) if o != who and at_war(world, who, o)]
    if not enemies:
        return
    other, unit, force = min(enemies, key=lambda e: (-e[2].points, world.rank(e[0]), by_number(e[1])))
    dice = turn.dice.roll("screen.intel") + turn.dice.roll("screen.intel")
    dice += row.three_screens if world.powers[who].screens[code].n >= SCOUTS else 0
    share = row.wrong_pct[min(dice, 12)]
    signed = -share if force.bluff == "-" else share
    yield Scouted(who, f"{other}.{unit}", area, half_up(force.points * (100 + signed), 100))


def screens_return(turn: Turn[World]) -> Iterator[Event]:
    """8a: lost screens come back on 5+; new ones for new troops."""
    world = turn.world
    if world.settings.movement != "hidden":
        return
    for who in sorted(world.powers):
        power = world.powers[who]
        if power.status not in ("player", "dropout") or power.seat is None:
            continue
        dice = [turn.dice.roll("screen.back") for _ in range(power.screens_lost)]
        back = sum(die >= tables().screens.back_on for die in dice)
        have = sum(row.n for row in power.screens.values()) + power.screens_lost
        fresh = max(power.points // EACH * world.settings.screens_per_500 - have, 0)
        if back + fresh:
            here = [code for code in world.numbered(who, "screens") if power.screens[code].at == power.seat]
            yield ScreensCame(who, next(iter(here), world.free_code(who, "S")), power.seat, back + fresh, back)
