"""Hidden forces, and the ambushes into which they fall [5.81]."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, unless
from pbm.rulesets.marnon.changes.forces import FellBack, Lost, Shown
from pbm.rulesets.marnon.land.screens import screens_met
from pbm.rulesets.marnon.map import is_area
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.relations import enemies_in, has_enemy
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.retreat import driven_off
from pbm.rulesets.marnon.world import World

TRAP = 6
SHOWING = "showing"


class Showing(MarnonOrder, frozen=True):
    """At the number of the unit, before it moves."""

    step: ClassVar = SHOWING
    hides: ClassVar[bool]
    unit: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.settings.movement != "hidden":
            return Refusal("5.81", "this game is played without hidden movement")
        power = world.powers[who]
        known = self.unit in power.forces or self.unit in power.screens
        return None if known else Refusal("5.81", f"you have no {self.unit}")

    def plan(self, at: Scene) -> Done:
        reason = self.wrong(at.world, at.who)
        return unless(reason, Shown(at.who, self.unit, self.hides))


@action("5.81", form="DECLARE {unit}", meaning="show {unit} to all")
class Declare(Showing, frozen=True):
    """Show a hidden force."""

    hides: ClassVar = False


@action("5.81", form="HIDE {unit}", meaning="hide {unit} from all others")
class Hide(Showing, frozen=True):
    """Hide a force."""

    hides: ClassVar = True


def is_on(world: World) -> bool:
    return world.settings.movement == "hidden"


# ambushes


def ambushed(turn: Turn[World], who: str, code: str) -> Generator[Event, None, bool]:
    """A force has entered: ambushes between declared and hidden forces. Whether its march is over."""
    world = turn.world
    if not is_on(world):
        return False
    area = world.force(who, code).at or ""
    for other, unit, _ in enemies_in(world, who, area):
        if code not in world.powers[who].forces or unit not in world.powers[other].forces:
            continue
        mine, theirs = world.force(who, code), world.force(other, unit)
        if mine.hidden == theirs.hidden:
            continue
        victim = (who, code) if mine.hidden else (other, unit)
        die = yield from surprised(turn, *victim)
        if victim[1] not in world.powers[victim[0]].forces:
            continue
        if die == TRAP:
            yield from thrown_back(world, area, victim, moved=victim == (who, code))
    force = world.powers[who].forces.get(code)
    if force is None or force.at != area:
        return True
    yield from screens_met(turn, who, code)
    return False


def surprised(turn: Turn[World], who: str, code: str) -> Generator[Event, None, int]:
    """The hidden force loses points by the table and is declared [6.10]."""
    table, die = tables().ambush, turn.dice.roll("ambush")
    row = table.result[die]
    dice = tuple(turn.dice.roll("ambush.loss") for _ in range(row.dice))
    loss = min(sum(dice) * table.times + row.plus, turn.world.force(who, code).points)
    yield Thrown(who, "ambush", (die, *dice), code)
    yield Shown(who, code, False)
    yield Lost(who, code, loss, "ambush")
    return die


def thrown_back(world: World, area: str, unit: tuple[str, str], moved: bool) -> Iterator[Event]:
    """The mover goes back where it came from, the other by the rules of retreat, not into its castle."""
    force = world.force(*unit)
    if moved and is_area(force.origin) and not has_enemy(world, unit[0], str(force.origin)):
        yield FellBack(*unit, str(force.origin), "fell back to")
    else:
        yield from driven_off(world, area, unit)
