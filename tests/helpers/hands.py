"""Hands that write random orders, legal and illegal, for every action there is."""

import random
from collections.abc import Callable

from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import ALL, Line, Number, Sheet
from pbm.rulesets import load
from pbm.rulesets.darkage.action import ACTIONS, GONE, Action
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import World

SECRET = b"a secret for tests"
NATURAL = 0.85
"""How often a box is filled in with something that could make sense."""

RARE = ("DISOWN", "EXCHANGE", "VIKING", "DISBAND")
COMMON = (
    "MOVE",
    "ASSAULT",
    "RAID",
    "SIEGE",
    "LAUNCH",
    "FLEET",
    "SHIPS",
    "CONVOY",
    "LAND",
    "SETTLE",
    "KILL",
    "LOAN",
)

DARKAGE = load("darkage")
KINDS = list({**ACTIONS, **GONE}.values())
WEIGHTS = [1 if kind.word in RARE else 12 if kind.word in COMMON else 6 for kind in KINDS]


def fresh_world() -> World:
    world, _ = DARKAGE.state.setup(DARKAGE.state.settings(), Dice(SECRET, 0), {"STR": "dummy", "VIK": "dummy"})
    assert isinstance(world, World)
    return world


def views(world: World, journal: list[Event]) -> dict[str, View]:
    """The view of every kingdom in play."""
    told = DARKAGE.views(world, journal)
    return {who: told[who] for who in world.order}


def copied(world: World) -> World:
    copy = DARKAGE.state.read(DARKAGE.state.write(world), world.settings)
    assert isinstance(copy, World)
    return copy


class Hand:
    """One kingdom's writer: mostly of its own areas, their neighbours and small numbers."""

    def __init__(self, world: World, who: str, chance: random.Random) -> None:
        self.world, self.who, self.chance = world, who, chance
        self.own = [code for code, _ in world.owned(who)]
        self.codes = sorted(world.map)
        self.seas = [code for code in self.own if world.map[code].is_sea] or self.codes

    def natural(self) -> bool:
        return self.chance.random() < NATURAL

    def place(self) -> str:
        return self.chance.choice(self.own if self.own and self.natural() else self.codes)

    def sea(self) -> str:
        return self.chance.choice(self.seas) if self.natural() else self.place()

    def beside(self, where: str) -> str:
        return self.chance.choice(sorted(self.world.map[where].near) if self.natural() else self.codes)

    def kingdom(self) -> str:
        return self.chance.choice(sorted(self.world.kingdoms) if self.natural() else sorted(nations()))

    def number(self) -> Number | None:
        return self.chance.choice([None, ALL, Number(1), Number(2), Number(3), Number(1, True), Number(0), Number(-1)])

    def order(self) -> Action:
        (kind,) = self.chance.choices(KINDS, WEIGHTS)
        first = self.sea() if kind.word in ("SHIPS", "CONVOY") else self.place()
        fill: dict[str, Callable[[], object]] = {
            "number": self.number,
            "sea": self.sea,
            "kingdom": self.kingdom,
            "target": lambda: self.beside(first),
            "against": lambda: self.beside(first),
            "toward": lambda: self.chance.choice([None, self.beside(first)]),
        }
        boxes = {box: fill.get(box, self.place)() for box in kind.boxes}
        for pair in (("origin", "sea"), ("hinterland", "city"), ("sea", "where")):
            if all(box in boxes for box in pair):
                boxes[pair[1]] = self.beside(str(boxes[pair[0]]))
        if "origin" in boxes:
            boxes["origin"] = first
        return kind(**boxes)

    def sheet(self) -> Sheet:
        orders = {number: self.order() for number in range(1, 17) if self.chance.random() < 0.95}
        lines = {n: Line(n, str(order), order) for n, order in orders.items()}
        return Sheet(self.who, lines)


def random_sheets(world: World, chance: random.Random) -> dict[str, Sheet]:
    return {who: Hand(world, who, chance).sheet() for who in world.order}
