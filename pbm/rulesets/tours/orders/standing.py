"""Orders that work before the first move: set-up, groups, doctrine, the order of play, staying and resigning."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pbm.rules.action import Action, Reasons
from pbm.rules.hexes import Hex
from pbm.rules.order import Refusal, lasting
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, UNITS, con_called
from pbm.rulesets.tours.orders.base import UnitOrder, action, no_contingent, no_hex
from pbm.rulesets.tours.selectors import NONE, TITLE, Found, is_title, selected, unknown
from pbm.rulesets.tours.world import Value, World

NUMBER = "n"
AT_ODDS = "{} at a net modifier of {{}} or better"
LET = "let {units}< without {but}> {value}"


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
        if not is_title(self.name):
            return f"{self.name} means something else"
        if self.units == NONE:
            return "nobody can be left out of NONE" if self.but else ""
        return unknown(self.units, self.but)

    def chosen(self, world: World, who: str) -> Found:
        return [] if self.units == NONE else selected(world, who, self.units, self.but)

    def check(self, world: World, who: str) -> Reasons:
        found = self.chosen(world, who)
        return (found if isinstance(found, Refusal) else None,)

    def said(self, number: int) -> Mapping[str, Any]:
        told = super().said(number)
        return {**told, "units": "nobody"} if self.units == NONE else told


@action("4.1", form="INIT {place}", meaning="play {place} when you win the initiative", values="FIRST or LAST")
class Init(Action, frozen=True):
    """What you choose when you win the initiative: FIRST or LAST."""

    place: str

    def said(self, number: int) -> Mapping[str, Any]:
        return {"place": self.place.lower()}


@action("5.2.2", form="SEQ {contingents}", meaning="roll for contingents in the order {contingents}")
class Seq(Action, frozen=True):
    """The order in which your contingents act; those unnamed follow in their usual order."""

    contingents: tuple[str, ...]

    def flaw(self) -> str:
        twice = len({*self.contingents}) < len(self.contingents)
        return no_contingent(*self.contingents) or ("a contingent is named twice" if twice else "")

    def check(self, world: World, who: str) -> Reasons:
        strange = [con for con in self.contingents if con not in CONTINGENTS[who]]
        return (lasting("5.1", f"{con_called(strange[0])} are no contingent of yours") if strange else None,)


class DoctrineOrder(UnitOrder, frozen=True):
    """What units do until further notice."""

    value: str | int
    key: ClassVar[str]
    deeds: ClassVar[Mapping[str, str]]
    """What each value lets the units do; with a number, what stands under NUMBER."""

    def said(self, number: int) -> Mapping[str, Any]:
        told = self.deeds.get(str(self.value)) or self.deeds[NUMBER].format(self.value)
        return {**super().said(number), "value": told}

    def stored(self) -> Value:
        """The value as it stands in the position."""
        return {"YES": True, "NO": False}.get(str(self.value), self.value)


STANCES = {
    ("HOLD", False): "hold where they are",
    ("ADVANCE", False): "advance on the nearest enemy",
    ("ADVANCE", True): "advance up to {} hexes on the nearest enemy",
    ("STRIKE", False): "strike where the odds suit SHOCK",
    ("HARRY", False): "harry: ride out, fire and ride back",
    ("WITHDRAW", True): "withdraw {} columns",
    ("GOTO", True): "go to {}",
}


@action(
    "16.6",
    form="STANCE {units}< AB-{but}> {value}",
    meaning=f"{LET} when they have no order",
    values="HOLD, ADVANCE or ADVANCE n, STRIKE, HARRY, WITHDRAW n or GOTO hex",
)
class Stance(UnitOrder, frozen=True):
    """What units without an order do when their contingent moves."""

    value: tuple[str | int, ...]
    key: ClassVar[str] = "stance"

    def flaw(self) -> str:
        word, *more = self.value
        if word == "GOTO":
            return super().flaw() or no_hex(str(more[0]))
        return super().flaw() or ("the number must be 1 or more" if more and int(more[0]) < 1 else "")

    def said(self, number: int) -> Mapping[str, Any]:
        word, *more = self.value
        return {**super().said(number), "value": STANCES[str(word), bool(more)].format(*more)}

    def stored(self) -> Value:
        return " ".join(map(str, self.value))


@action("8.0", form="SHOCK {units}< AB-{but}> {value}", meaning=LET, values="ALWAYS, NEVER or n")
class Shock(DoctrineOrder, frozen=True):
    """When units attack of their own accord: ALWAYS, NEVER, or at a net modifier of at least so much."""

    key: ClassVar[str] = "shock"
    deeds: ClassVar = {
        "ALWAYS": "attack whatever the odds",
        "NEVER": "attack only when they must",
        NUMBER: AT_ODDS.format("attack"),
    }


@action("8.1", form="EVADE {units}< AB-{but}> {value}", meaning=LET, values="YES, LIGHT, FOOT or NO")
class Evade(DoctrineOrder, frozen=True):
    """Who retreats before shock: YES all who can, LIGHT light cavalry, FOOT only without a die, NO nobody."""

    key: ClassVar[str] = "evade"
    deeds: ClassVar = {
        "YES": "evade shock whenever they can",
        "LIGHT": "evade shock if they are light cavalry or archers",
        "FOOT": "evade shock only when no die is needed",
        "NO": "never evade shock",
    }


@action("9.0", form="COUNTER {units}< AB-{but}> {value}", meaning=LET, values="YES, NO or n")
class Counter(DoctrineOrder, frozen=True):
    """When units counter-attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "counter"
    deeds: ClassVar = {
        "YES": "counter-attack whatever the odds",
        "NO": "never counter-attack",
        NUMBER: AT_ODDS.format("counter-attack"),
    }


@action("9.0", form="PRESS {units}< AB-{but}> {value}", meaning=LET, values="YES, NO or n")
class Press(DoctrineOrder, frozen=True):
    """When units continue an attack: YES, NO, or at a net modifier of at least so much."""

    key: ClassVar[str] = "press"
    deeds: ClassVar = {
        "YES": "continue an attack whatever the odds",
        "NO": "never continue an attack",
        NUMBER: AT_ODDS.format("continue an attack"),
    }


@action("8.1", form="FOLLOW {units}< AB-{but}> {value}", meaning=LET, values="YES or NO")
class Follow(DoctrineOrder, frozen=True):
    """Whether units enter a hex that an evader has left."""

    key: ClassVar[str] = "follow"
    deeds: ClassVar = {"YES": "follow evaders into their hex", "NO": "follow no evader"}


@action("7.2", form="REACT {units}< AB-{but}> {value}", meaning=LET, values="YES or NO")
class React(DoctrineOrder, frozen=True):
    """Whether archers fire at enemies who come before them."""

    key: ClassVar[str] = "react"
    deeds: ClassVar = {"YES": "fire in reaction", "NO": "not fire in reaction"}


@action(
    "7.3",
    form="AIM {units}< AB-{but}> {value}",
    meaning="let {units}< without {but}> aim at {value} first among equal targets",
    values="HI LI HC LC MA, one or more",
)
class Aim(UnitOrder, frozen=True):
    """Which types archers choose among equal targets; those unnamed follow in the usual order."""

    value: tuple[str, ...]
    key: ClassVar[str] = "aim"

    def said(self, number: int) -> Mapping[str, Any]:
        types = [FORCES.types[each].name.partition(" (")[0] for each in self.value]
        return {**super().said(number), "value": ", ".join(types)}

    def flaw(self) -> str:
        return super().flaw() or ("" if len({*self.value}) == len(self.value) else "a type is named twice")

    def stored(self) -> Value:
        return list(self.value)


@action("16.4", form="STAY {units}< AB-{but}>", meaning="set the stance of {units}< without {but}> aside this turn")
class Stay(UnitOrder, frozen=True):
    """These units do nothing of their own accord this turn, but attack as SHOCK says."""


@action("14.6", form="RESIGN", meaning="concede the battle")
class Resign(Action, frozen=True):
    """Concede: the other side wins."""


DOCTRINE = (Stance, DoctrineOrder, Aim)
