"""Orders that work before the first move: set-up, groups, doctrine, the order of play, staying and resigning."""

import re
from typing import ClassVar

from pbm.rules.action import Action, Reasons
from pbm.rules.hexes import Hex
from pbm.rules.order import Refusal, lasting
from pbm.rulesets.tours.forces import CODES, CONTINGENTS, FORCES, UNITS
from pbm.rulesets.tours.orders.base import UnitOrder, action, no_hex
from pbm.rulesets.tours.selectors import NONE, Found, selected
from pbm.rulesets.tours.world import Value, World

TITLE = re.compile(r"[A-Z][A-Z0-9]{1,7}")
WORDS = ("ALL", "ANY", "NONE", "IF", "ELSE", "ADV", "BACK", "STAY")
"""Words of the language that cannot name a group."""


@action("13.1", form="SETUP {piece} {hex}< {face}>", meaning="set {piece} up in {hex}<, facing {face}>")
class Setup(Action, frozen=True):
    """Place a unit, a wagon or the leader before the battle; only on the set-up sheet."""

    piece: str
    hex: Hex
    face: str | None

    def flaw(self) -> str:
        known = (*UNITS, *FORCES.leaders, *FORCES.wagons)
        return no_hex(self.hex) or ("" if self.piece in known else f"nothing is called {self.piece}")


@action("16.3", form="GROUP {name} {units}< AB-{but}>", meaning="call {units}< without {but}> by the name {name}")
class Group(Action, frozen=True):
    """Give units of yours a name; the name NONE gives up a group."""

    name: str
    units: str
    but: str | None

    def flaw(self) -> str:
        if not TITLE.fullmatch(self.name):
            return "a group is named by 2 to 8 letters and digits, the first of them a letter"
        if self.name in CODES or self.name in WORDS:
            return f"{self.name} means something else"
        return "nobody can be left out of NONE" if self.units == NONE and self.but else ""

    def chosen(self, world: World, who: str) -> Found:
        return [] if self.units == NONE else selected(world, who, self.units, self.but)

    def check(self, world: World, who: str) -> Reasons:
        found = self.chosen(world, who)
        return (found if isinstance(found, Refusal) else None,)


@action("4.1", form="INIT {place}", meaning="play {place} when you win the initiative")
class Init(Action, frozen=True):
    """What you choose when you win the initiative: FIRST or LAST."""

    place: str


@action("5.2.2", form="SEQ {contingents}", meaning="contingents act in the order {contingents}")
class Seq(Action, frozen=True):
    """The order in which your contingents act; those unnamed follow in their usual order."""

    contingents: tuple[str, ...]

    def flaw(self) -> str:
        return "" if len({*self.contingents}) == len(self.contingents) else "a contingent is named twice"

    def check(self, world: World, who: str) -> Reasons:
        strange = [con for con in self.contingents if con not in CONTINGENTS[who]]
        return (lasting("5.1", f"{strange[0]} is no contingent of yours") if strange else None,)


class DoctrineOrder(UnitOrder, frozen=True):
    """What units do until further notice."""

    value: str | int
    key: ClassVar[str]

    def stored(self) -> Value:
        """The value as it stands in the position."""
        return {"YES": True, "NO": False}.get(str(self.value), self.value)


@action("16.6", form="STANCE {units}< AB-{but}> {value}", meaning="{units}< without {but}>: {value} when not ordered")
class Stance(UnitOrder, frozen=True):
    """What units without an order do when their contingent moves."""

    value: tuple[str | int, ...]
    key: ClassVar[str] = "stance"

    def flaw(self) -> str:
        word, *more = self.value
        if word == "GOTO":
            return no_hex(str(more[0]))
        return "the number must be 1 or more" if more and int(more[0]) < 1 else ""

    def stored(self) -> Value:
        return " ".join(map(str, self.value))


@action("8.0", form="SHOCK {units}< AB-{but}> {value}", meaning="{units}< without {but}> attack at {value}")
class Shock(DoctrineOrder, frozen=True):
    """When units attack of their own accord: ALWAYS, NEVER, or at a net modifier of at least so much."""

    key: ClassVar[str] = "shock"


@action("8.1", form="EVADE {units}< AB-{but}> {value}", meaning="{units}< without {but}> retreat before shock: {value}")
class Evade(DoctrineOrder, frozen=True):
    """Who retreats before shock: YES all who can, LIGHT light cavalry, FOOT only without a die, NO nobody."""

    key: ClassVar[str] = "evade"


@action("9.0", form="COUNTER {units}< AB-{but}> {value}", meaning="{units}< without {but}> counter-attack: {value}")
class Counter(DoctrineOrder, frozen=True):
    """When units counter-attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "counter"


@action("9.0", form="PRESS {units}< AB-{but}> {value}", meaning="{units}< without {but}> continue an attack: {value}")
class Press(DoctrineOrder, frozen=True):
    """When units continue an attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "press"


@action("8.1", form="FOLLOW {units}< AB-{but}> {value}", meaning="{units}< without {but}> follow evaders: {value}")
class Follow(DoctrineOrder, frozen=True):
    """Whether units enter a hex that an evader has left."""

    key: ClassVar[str] = "follow"


@action("7.2", form="REACT {units}< AB-{but}> {value}", meaning="{units}< without {but}> fire in reaction: {value}")
class React(DoctrineOrder, frozen=True):
    """Whether archers fire at enemies who come before them."""

    key: ClassVar[str] = "react"


@action("7.3", form="AIM {units}< AB-{but}> {value}", meaning="{units}< without {but}> aim at {value} first")
class Aim(UnitOrder, frozen=True):
    """Which types archers choose among equal targets; those unnamed follow in the usual order."""

    value: tuple[str, ...]
    key: ClassVar[str] = "aim"

    def flaw(self) -> str:
        return "" if len({*self.value}) == len(self.value) else "a type is named twice"

    def stored(self) -> Value:
        return list(self.value)


@action("16.4", form="STAY {units}< AB-{but}>", meaning="{units}< without {but}> leave their stance aside this turn")
class Stay(UnitOrder, frozen=True):
    """These units do nothing of their own accord this turn, but attack as SHOCK says."""


@action("14.6", form="RESIGN", meaning="concede the battle")
class Resign(Action, frozen=True):
    """Concede: the other side wins."""


DOCTRINE = (Stance, DoctrineOrder, Aim)
