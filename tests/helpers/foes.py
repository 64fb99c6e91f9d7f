"""A kingdom at home among enemies who want nothing but to upset its plans."""

import random
from collections import deque
from itertools import pairwise

from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import ALL, Line, Number, Sheet
from pbm.rulesets.darkage.action import ACTIONS, Action
from pbm.rulesets.darkage.view import View, view
from pbm.rulesets.darkage.world import Household, Kingdom, Spy, World
from tests.helpers.hands import Hand, fresh_world

REALM = (1, 2, 3)
"""The land of the kingdom: so many steps around its first area."""
STRENGTH = 12
RARELY = 0.05
MARCHES = ("MOVE", "OVERRUN", "ASSAULT", "PROBE")
AT_HOME = (
    "TAX", "CASH", "STASH", "ORDER", "GIFT", "LEVY", "RESERVE", "FORTIFY", "RAZE", "BUILD", "GROW", "MIGRATE", "MOVE",
    "DEFEND", "RETREAT", "AMBUSH", "PASSAGE", "HOUSE", "KING", "SPY", "WATCH", "WAIT", "PILLAGE", "OVERLORD", "BORROW",
    "DISBAND", "DISOWN", "POP", "ARM", "PROBE", "OVERRUN", "LAUNCH", "FLEET", "SHIPS", "CONVOY", "SETTLE", "LAND",
    "SABOTAGE", "LOAN", "RETURN", "RECALL", "RAID", "ASSAULT", "SIEGE", "INVADE", "FIND", "KILL", "EXCHANGE", "VIKING",
)  # fmt: skip
SPITE = (
    "SABOTAGE", "SABOTAGE", "SPY", "GIFT", "KILL", "INVADE", "SIEGE", "RAID", "FLEET", "LOAN", "RECALL", "LEVY",
    "RESERVE", "OVERLORD", "EXCHANGE", "LAUNCH", "SHIPS", "MOVE", "ASSAULT", "DISOWN", "WATCH",
)  # fmt: skip
COMMON = AT_HOME[:23]
"""What a prudent king orders most."""


def rigged(who: str, chance: random.Random) -> World:
    """Everyone strong, the kingdom wide, spies in it everywhere, and the order of play anyhow."""
    world = fresh_world()
    for code in realm(world, who, chance.choice(REALM)):
        world.areas[code].owner = who
    for code, area in world.areas.items():
        figures(world, code, chance)
        area.toward = chance.choice([None, *sorted(world.map[code].near)])
        area.mode = chance.choice(["retreat", "retreat", "defend"])
    chance.shuffle(world.order)
    for kingdom in world.kingdoms.values():
        enrich(kingdom, chance)
    bind(world, who, chance)
    return world


def infest(world: World, who: str, focus: list[str], chance: random.Random) -> None:
    """Spies where it hurts, and the household there too."""
    around = sorted({near for code in focus for near in world.map[code].near} | set(focus))
    for code, kingdom in world.kingdoms.items():
        place = chance.choice(around)
        kingdom.spy = chance.choice([None, Spy(place, who if world.areas[place].owner == code else None)])
        kingdom.watchers = [chance.choice(around)]
    world.kingdoms[who].household = Household(chance.randrange(4), chance.choice([None, *focus]))


def cluster(world: World, who: str, chance: random.Random) -> list[str]:
    """A few areas of its own that lie together: where everything is going to happen."""
    own = [code for code, _ in world.owned(who)]
    heart = chance.choice(own)
    near = [code for code in sorted(world.map[heart].near) if code in own]
    return [heart, *chance.sample(near, min(len(near), 3))]


def realm(world: World, who: str, steps: int) -> list[str]:
    start = next(code for code, _ in world.owned(who))
    found = {start: 0}
    queue = deque([start])
    while queue:
        code = queue.popleft()
        for near in sorted(world.map[code].near):
            if near not in found and found[code] < steps:
                found[near] = found[code] + 1
                queue.append(near)
    return [code for code in found if world.areas[code].owner in (None, who)]


def figures(world: World, code: str, chance: random.Random) -> None:
    area, place = world.areas[code], world.map[code]
    if place.is_sea:
        area.ships = chance.randrange(STRENGTH) if area.owner else 0
        area.armies = chance.randint(0, area.ships)
        return
    area.population = chance.randint(0, place.limit)
    area.forts = chance.randrange(3)
    area.trade = chance.randrange(3) if place.is_city else 0
    area.armies = chance.choice([0, 0, 1, STRENGTH, 3 * STRENGTH])


def enrich(kingdom: Kingdom, chance: random.Random) -> None:
    kingdom.bp, kingdom.treasury, kingdom.vp = chance.randint(5, 60), chance.randrange(20), chance.randrange(30)
    kingdom.reserve, kingdom.fleet = chance.randrange(10), chance.randrange(5)


def bind(world: World, who: str, chance: random.Random) -> None:
    """A loan and an overlord, sometimes."""
    other = chance.choice([code for code in world.order if code != who])
    if chance.random() < 0.2:
        world.kingdoms[who].borrows_from = other
    if chance.random() < 0.2:
        world.kingdoms[other].overlord = world.kingdoms[who].overlord = other


class King(Hand):
    """Orders of the kingdom itself: mostly at home, in a few of its own areas."""

    def __init__(self, world: World, who: str, chance: random.Random, focus: list[str]) -> None:
        super().__init__(world, who, chance)
        self.own = focus
        self.common = chance.sample(COMMON, 6)

    def order(self) -> Action:
        words = self.common if self.chance.random() < 0.6 else AT_HOME
        return self.filled(self.chance.choice(words))

    def filled(self, word: str) -> Action:
        kind = ACTIONS[word]
        where = self.place()
        near = sorted(self.world.map[where].near)
        boxes: dict[str, object] = {
            "number": self.chance.choice([None, ALL, Number(1), Number(1), Number(2), Number(3)]),
            "kingdom": self.chance.choice([*self.world.order, self.who]),
            "target": self.chance.choice(near),
            "city": where,
            "against": self.chance.choice(near),
            "toward": self.chance.choice([None, *near]),
            "sea": self.chance.choice(near) if word == "LAUNCH" else self.sea(),
        }
        return kind(**{box: boxes.get(box, where) for box in kind.boxes})


class Foe(Hand):
    """Orders against one kingdom: long marches into it, spies, gifts, and whatever else may upset it."""

    def __init__(self, world: World, who: str, chance: random.Random, victim: str, focus: list[str]) -> None:
        super().__init__(world, who, chance)
        self.victim = victim
        self.prey = focus
        self.bases = [code for code in self.own if self.distance(code) <= 3] or self.own

    def distance(self, code: str) -> int:
        return len(way(self.world, code, self.prey[0])) - 1

    def sheet(self) -> Sheet:
        orders: list[Action] = [*self.march(), *self.march()]
        while len(orders) < 16:
            orders.insert(self.chance.randint(0, len(orders)), self.spite())
        return sheet_of(self.who, orders[:16])

    def march(self) -> list[Action]:
        """From one of his areas as far into the victim's land as it goes."""
        if not self.own or not self.prey:
            return []
        path = way(self.world, self.chance.choice(self.bases), self.chance.choice(self.prey))
        return [self.step(a, b) for a, b in pairwise(path)]

    def step(self, origin: str, target: str) -> Action:
        sea, from_sea = self.world.map[target].is_sea, self.world.map[origin].is_sea
        word = "CONVOY" if sea and from_sea else "MOVE" if sea else self.chance.choice(MARCHES)
        return ACTIONS[word](number=self.chance.choice([None, ALL, Number(1, True)]), origin=origin, target=target)

    def spite(self) -> Action:
        if not self.prey or self.chance.random() < RARELY:
            return self.order()
        where, own = self.chance.choice(self.prey), self.chance.choice(self.own or self.prey)
        near = self.chance.choice(sorted(self.world.map[where].near))
        word = self.chance.choice(SPITE)
        boxes: dict[str, object] = {
            "number": self.chance.choice([None, Number(1), Number(2)]),
            "kingdom": self.victim if word != "EXCHANGE" else self.kingdom(),
            "origin": None if word == "SPY" else near,
            "target": where,
            "hinterland": self.world.map[where].hinterland or near,
            "city": where,
            "sea": near,
            "where": where if word in ("KILL", "LEVY", "RESERVE") else own,
        }
        if word == "GIFT":
            boxes["number"] = Number(self.chance.randint(1, 9))
        kind = ACTIONS[word]
        return kind(**{box: boxes[box] for box in kind.boxes})


def way(world: World, start: str, end: str) -> list[str]:
    """The shortest way over the map."""
    came: dict[str, str] = {start: start}
    queue = deque([start])
    while queue and end not in came:
        code = queue.popleft()
        for near in sorted(world.map[code].near):
            if near not in came:
                came[near] = code
                queue.append(near)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def sheet_of(who: str, orders: list[Action]) -> Sheet:
    return Sheet(who, {n: Line(n, str(order), order) for n, order in enumerate(orders, 1)})


def beset(seed: int, who: str = "MER") -> tuple[World, View, dict[str, Sheet]]:
    """A world with a kingdom in distress, what it sees, and everybody's orders."""
    chance = random.Random(seed)
    world = rigged(who, chance)
    focus = cluster(world, who, chance)
    infest(world, who, focus, chance)
    sheets = {code: Foe(world, code, chance, who, focus).sheet() for code in world.order if code != who}
    sheets[who] = King(world, who, chance, focus).sheet()
    return world, view(world, [], who), sheets


Answer = tuple[Answered, tuple[Event, ...]]


def answers(journal: list[Event]) -> dict[tuple[str, int], Answer]:
    """What came of each line: the answer, and the events up to the next one."""
    found: dict[tuple[str, int], tuple[Answered, list[Event]]] = {}
    current: list[Event] = []
    for event in journal:
        if isinstance(event, Answered):
            current = []
            found[event.sheet, event.number] = (event, current)
        elif isinstance(event, Phase):
            current = []
        else:
            current.append(event)
    return {key: (answer, tuple(events)) for key, (answer, events) in found.items()}
