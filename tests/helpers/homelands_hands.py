"""Hands that write random orders for Homelands: mostly of a power's own fields and their neighbours, for every word."""

import random
from collections.abc import Callable
from typing import Any

from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.homelands.world import World

HOMELANDS = load("homelands")
LINES = 14
NATURAL = 0.9
TYPES = ("LI", "LI", "LI", "HI", "SM", "CV", "TS", "TS", "WS", "ME", "CO", "WE", "LI.x")
GOODS, HERDS, KINDS = (
    ("GRAIN", "FISH", "MEAT"),
    ("SHEEP", "PIGS", "CATTLE", "HORSE"),
    ("VIL", "CTY", "DCK", "PRT", "FRT"),
)
BOUGHT = ("LI", "LI", "ME", "CO", "WE", *GOODS, *HERDS)
DOCTRINES = (
    "BREAK 60", "BREAK 100", "TARGET CV HI", "SPARE SHIELD", "REROLL 2", "SNIPE SM", "RALLY", "ENGAGE ALL 80",
    "ENGAGE HOME", "ENGAGE OFF", "ROADS RISK",
)  # fmt: skip


class Hand:
    def __init__(self, world: World, who: str, chance: random.Random) -> None:
        self.world, self.who, self.chance = world, who, chance
        self.codes = list(world.chart.codes)
        self.own = sorted({code for code, _, _ in world.stands(who)} | set(world.settlements(who))) or self.codes

    def pick(self, items: Any) -> Any:
        return self.chance.choice(items)

    def place(self) -> str:
        return str(self.pick(self.own if self.chance.random() < NATURAL else self.codes))

    def beside(self, code: str) -> str:
        near = self.world.chart.near[code]
        return str(self.pick(near if near and self.chance.random() < NATURAL else self.codes))

    def power(self) -> str:
        return str(self.pick([*self.world.codes]))

    def number(self) -> str:
        return str(self.pick(("1", "1", "2", "3", "ALL", "ALL", "AB-1", "10")))

    def homes(self) -> str:
        """Two fields of one's own, perhaps the same."""
        return f"{self.place()} {self.place()}"

    def herd(self) -> str:
        """A herd of one's own where it stands, and where it may go."""
        fields = self.world.fields
        own = [code for code in self.own if (herd := fields[code].herd) and herd.owner == self.who]
        code = str(self.pick(own)) if own else self.place()
        standing = fields[code].herd
        return (
            f"{code} {self.pick((self.beside(code), self.place()))} {standing.kind if standing else self.pick(HERDS)}"
        )

    def quay(self) -> str:
        """A field with ships of one's own, and the next."""
        found = [code for code, _, units in self.world.stands(self.who) if {"TS", "WS"} & {key[:2] for key in units}]
        code = str(self.pick(found)) if found else self.place()
        return f"{code} {self.beside(code)}"

    def pair(self) -> str:
        code = self.place()
        return f"{code} {self.beside(code)}"

    def loads(self) -> str:
        ships = f"{self.pick(('TS', 'WS'))} {self.number()}"
        return ships + (f" LI {self.number()}" if self.chance.random() < 0.5 else "")

    def line(self) -> str:
        small = self.pick(("1", "2", "3", "5"))
        some: dict[str, Callable[[], str]] = {
            "START": lambda: f"{self.pair()} {self.place()}",
            "OPTION": lambda: self.pick((*self.world.chart.factions, "CITY", "PORT_OF_CARTHAGE")),
            "PLACE": lambda: self.pick((f"LI {self.place()} 1", f"SHEEP {self.place()}", f"GRAIN {self.place()} 2")),
            "RIVAL": self.power, "TRUCE": self.power, "ENDTRUCE": self.power, "VASSAL": self.power,
            "TAKEVASSAL": self.power, "REBEL": self.power, "TAKE": self.power,
            "TRIBUTE": lambda: f"{self.power()} 3", "REDEEM": lambda: f"{self.power()} 5",
            "GIVE": lambda: f"{self.power()} {small}",
            "SOW": lambda: self.pick(("ALL", "ALL 2", self.place(), self.pair())),
            "CALF": lambda: f"{self.pick(HERDS)} {self.pick((self.place(), 'NONE'))}",
            "MUSTER": lambda: small,
            "HARVEST": lambda: f"{self.place()} {self.place()} {self.number()}",
            "RECRUIT": lambda: self.pick(("ALL", "ALL 2", self.place(), self.pair())),
            "FESTIVAL": lambda: self.pick(("SMALL", "DOUBLE", "TRIPLE")),
            "FORCE": lambda: "", "TOIL": lambda: "",
            "MOVE": lambda: f"{self.pair()} {self.pick((f'{self.pick(TYPES)} {self.number()}', 'ALL'))}",
            "MARCH": lambda: f"{self.pair()} {self.pick((f'{self.pick(TYPES)} {self.number()}', 'ALL'))}",
            "RETREAT": lambda: f"{self.pair()} {self.pick((f'{self.pick(TYPES)} {self.number()}', 'ALL IF 1'))}",
            "SAIL": lambda: f"{self.quay()} {self.loads()}", "FLEET": lambda: f"{self.quay()} {self.loads()}",
            "FERRY": lambda: f"{self.place()} {self.place()} LI {self.number()}",
            "DRIVE": self.herd,
            "CART": lambda: f"{self.homes()} {self.pick(('GRAIN', 'FISH'))} {self.number()}",
            "RELEASE": lambda: f"{self.place()} {self.number()}",
            "WITHDRAW": lambda: f"{self.place()} {self.pick(('ALL', 'HERD', 'LI 1', 'ALL IF 2', 'TS ALL'))}",
            "ATTACK": lambda: f"{self.place()} {self.pick((self.power(), 'ANY', 'ANY ROUNDS 3'))}",
            "SALLY": lambda: f"{self.place()} {self.pick((self.power(), 'ANY'))}",
            "SIEGE": lambda: f"{self.place()} {self.pick(('', 'DEGRADE', 'ROUNDS 5 DESTROY'))}",
            "LOOT": self.place, "STEAL": self.place, "BURN": self.place, "HASTEN": self.place, "CANCEL": self.place,
            "BUILD": lambda: f"{self.place()} {self.pick(KINDS)} {self.pick('1234')}",
            "ASSIGN": lambda: f"{self.place()} {self.number()}",
            "BUY": lambda: f"{self.pick(BOUGHT)} {self.place()} {self.number()}",
            "SELL": lambda: f"{self.pick((*GOODS, *HERDS))} {self.place()} {self.number()}",
            "CULL": self.place, "DOUBLE": self.place, "DISMANTLE": self.place,
            "UPGRADE": lambda: f"{self.place()} {self.pick(('HI', 'CV', 'SM', 'TS', 'WS'))} {self.number()}",
            "DEGRADE": lambda: f"{self.place()} {self.pick(TYPES)} {self.number()}",
            "DISBAND": lambda: f"{self.place()} {self.pick(TYPES)} {self.number()}",
            "KEEP": lambda: small,
            "COMMAND": lambda: self.pick(("BAD", "AVERAGE", "BETTER", "BRILLIANT")),
            "DIET": lambda: self.pick(("GRAIN FISH", "FISH MEAT GRAIN")),
            "HERDSFIRST": lambda: self.pick(("ON", "OFF")),
            "LUCK": lambda: f"{self.pick(('WEATHER', 'FISH', 'WRECK', 'ATTRITION'))} {small}",
            "DOCTRINE": lambda: self.pick(DOCTRINES),
            "CLAIM": lambda: self.pick(("DOMINANCE", "MIGHT A B", "MIGHT D E")),
        }  # fmt: skip
        word = self.pick(list(some))
        return f"{word} {some[word]()}".strip()

    def sheet(self) -> Sheet:
        lines = [self.line() for _ in range(LINES)]
        if self.world.season == "spring" and self.world.turn:
            lines.append("SOW ALL")
        return HOMELANDS.language.reader(self.world).lines(self.who, lines)


def random_sheets(world: World, chance: random.Random) -> dict[str, Sheet]:
    return {who: Hand(world, who, chance).sheet() for who in world.codes}
