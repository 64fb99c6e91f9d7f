"""The actions and conditions of the language for tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbm.reading.language import Reader
from pbm.reading.words import Words
from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.condition import Condition
from pbm.rules.doctrine import Doctrine
from pbm.rules.order import Lines, Number, Refusal, Shape
from tests import TESTS

GRAMMAR = TESTS / "helpers" / "tongue.lark"
AREAS = {"FRC": "Francia", "LOT": "Lotharingia", "SER": "North March", "PAR": ""}
POWERS = {"BYZ": "Byzantium", "LOM": "Lombardy", "PAP": "Papal States"}
UNITS = {"H01": "", "H02": "", "H05": "", "RC1": "", "RED": "the red wing", "BYZ.A2": ""}
HEXES = dict.fromkeys(("1807", "1907", "2007", "0101"), "")
PURSE = "crowns"
Part = str | tuple[str, str]
action: Actions[Action] = Actions(needs=("meaning",))


@dataclass
class World:
    crowns: int = 5
    doctrine: dict[str, Doctrine] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=lambda: {"FRC": "LOM", "SER": "BYZ"})
    won: bool = False


@action("1", form="FOR {power}", meaning="for {power}", opens=True)
class For(Action, frozen=True):
    """What follows is for another power."""

    power: str


@action("2", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}", costs="2 crowns")
class Levy(Action, frozen=True):
    """Raise armies where you rule."""

    where: str
    number: Number | None

    def check(self, world: World, who: str) -> Reasons:
        return (None if world.held.get(self.where) == who else Refusal("2", f"{self.where} is not yours"),)

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {PURSE: 2 * self.number.of(world.crowns // 2) if self.number else 2}


@action("2", form="FORCE {force} {where}< {units}>< AB-{but}>", meaning="form force {force} in {where}< of {units}>")
class Force(Action, frozen=True):
    """Name a force."""

    force: int
    where: str
    units: tuple[str, ...] | None = None
    but: tuple[str, ...] | None = None


@action("3", form="MOVE {units:,|..}< AB-{but:,|..}> {route:-}< ELSE {otherwise}>", meaning="move {units} to {route}")
class Move(Action, frozen=True):
    """Move units along a way."""

    units: tuple[Part, ...]
    but: tuple[Part, ...] | None
    route: tuple[str, ...] | str
    otherwise: str | None = None


@action("3", form="MARCH {unit} {path}", meaning="march {unit} to {path}")
class March(Action, frozen=True):
    """March from area to area, picking others up."""

    unit: str
    path: tuple[Part, ...]


@action("3", form="SAIL {origin} {target} {cargo}", meaning="sail from {origin} to {target}")
class Sail(Action, frozen=True):
    """Ships, then what they carry."""

    origin: str
    target: str
    cargo: tuple[tuple[str, int], ...]


@action(
    "4", form="ATTACK {force} {where} {enemy:/} {table}< {times}>< MIN {least}>", meaning="attack {enemy} in {where}"
)
class Attack(Action, frozen=True):
    """Attack whoever is there."""

    force: int
    where: str
    enemy: tuple[str, int | None] | str
    table: str
    times: int | None = None
    least: int | None = None


@action("5", form="LOSSES {types}", meaning="lose {types} first", standing="LOSSES")
class Losses(Action, frozen=True):
    """Which units die first."""

    types: tuple[str, ...]


@action("5", form="PERMIT {power} {area}", meaning="let {power} through {area}", standing="PERMIT {power} {area}")
class Permit(Action, frozen=True):
    """Let a power through."""

    power: str
    area: str


@action("6", form="MESSAGE {power} {text}", meaning="tell {power}")
class Message(Action, frozen=True):
    """A word to one power."""

    power: str
    text: str


@action("6", form="PASS", meaning="do nothing")
class Pass(Action, frozen=True):
    """Nothing this time."""


@action.condition("WON")
class Won(Condition, frozen=True):
    def holds(self, world: World, who: str) -> bool:
        return world.won


@action.condition("ENEMY {where}< {power}>", meaning="an enemy in {where}")
class Enemy(Condition, frozen=True):
    where: str
    power: str | None = None

    def holds(self, world: World, who: str) -> bool:
        there = world.held.get(self.where)
        return there not in (None, who) and self.power in (None, there)


@action.condition("OP>={least}")
class Op(Condition, frozen=True):
    least: int

    def holds(self, world: World, who: str) -> bool:
        return world.crowns >= self.least


WORDS = Words(
    kinds={"area": AREAS, "power": POWERS, "unit": UNITS, "hex": HEXES},
    mixed={"reader": ("power",)},
    aliases={"the marches": "SER"},
    rule="0",
    code_rule="0.1",
)


def reader(shape: Shape | None = None) -> Reader:
    return Reader(WORDS, GRAMMAR, action, shape or Lines(40))
