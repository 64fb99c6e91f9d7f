"""Steps 0 to 2: sieges lifted, weather, initiative [4.2, 4.3, 5.45, 5.88]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.marnon.codes import INVADER
from pbm.rulesets.marnon.map import regions, seas
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.setup import rolled_order, two
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.war.gates import ends
from pbm.rulesets.marnon.world import World

LIFTING = "lifting"


class InitiativeRolled(Event, frozen=True):
    """The order of this turn."""

    order: tuple[Power, ...]
    rolls: tuple[int, ...]
    verb: ClassVar = "initiative"
    text: ClassVar = "the order of the turn: {order}"

    def apply(self, world: World) -> None:
        world.order = list(self.order)


def initiative(turn: Turn[World]) -> Iterator[Event]:
    """2D6 each, from high to low; the highest goes first or last as ordered [4.3]."""
    world = turn.world
    names = sorted(world.players()) + ([INVADER] if INVADER in world.powers else [])
    first: dict[str, int] = {}

    def roll(who: str) -> int:
        found = two(turn.dice, f"initiative.{who}")
        first.setdefault(who, found)
        return found

    order = rolled_order(names, roll)
    if len(order) > 1 and world.powers[order[0]].initiative == "LAST":
        order = [*order[1:], order[0]]
    yield InitiativeRolled(tuple(order), tuple(first.get(who, 0) for who in order))


@action("5.45", form="LIFT {castle}", meaning="end the siege of {castle}")
class Lift(MarnonOrder, frozen=True):
    """End a siege of yours, and begin none there this turn."""

    step: ClassVar = LIFTING
    kept: ClassVar = True
    castle: Place

    def wrong(self, world: World, who: str) -> Refusal | None:
        siege = world.siege(self.castle)
        return None if siege and siege.by == who else Refusal("5.45", f"you do not besiege {self.castle}")

    def plan(self, at: Scene) -> Done:
        reason = self.wrong(at.world, at.who)
        return refused(reason) if reason else Done("ok", self.lifted(at))

    def lifted(self, at: Scene) -> Iterator[Event]:
        yield Remember("lifted", (at.who, self.castle))
        yield ends(at.world, self.castle, "it was lifted")


class Weather(Told, frozen=True):
    """Mud in regions, storms at sea."""

    mud: tuple[str, ...]
    storms: tuple[str, ...]
    verb: ClassVar = "weather"
    text: ClassVar = "the weather is bad<; mud in {mud}><; storms in {storms}>"

    def apply(self, world: World) -> None:
        world.now.mud, world.now.storms = {*self.mud}, {*self.storms}


def weather(turn: Turn[World]) -> Iterator[Event]:
    """A 1 for a region is mud, for a sea storms [5.88]."""
    if not turn.world.settings.weather:
        return
    mud = tuple(code for code in sorted(regions()) if turn.dice.roll(f"weather.{code}") == 1)
    storms = tuple(code for code in sorted(seas()) if turn.dice.roll(f"weather.{code}") == 1)
    if mud or storms:
        yield Weather(mud, storms)
