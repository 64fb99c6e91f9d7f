"""Random sheets for Tours that make some sense: most lines can be read, and many can be carried out."""

import random
from collections.abc import Callable

from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, LEADERS, TYPES, enemy_of, zone_of
from pbm.rulesets.tours.ground import FACINGS, GRID
from pbm.rulesets.tours.set_up import side_of
from pbm.rulesets.tours.world import World

LINES = 16
TOURS = load("tours")
HEXES = sorted(GRID)
Chance = random.Random
Writer = Callable[[World, str, Chance], str]


def some(chance: Chance, *words: str) -> str:
    return chance.choice(words)


def unit(world: World, side: str, chance: Chance) -> str:
    return chance.choice([code for code, row in FORCES.units.items() if row.side == side])


def selector(world: World, side: str, chance: Chance) -> str:
    con = chance.choice(CONTINGENTS[side])
    one, other = sorted((unit(world, side, chance), unit(world, side, chance)))
    name = chance.choice([*world.groups[side], con])
    parts = (con, "ALL", f"{con}.{chance.choice(TYPES)}", f"ALL.{chance.choice(TYPES)}", f"{one}..{other}", one, name)
    text = ",".join(chance.choices(parts, k=chance.choice((1, 1, 1, 2))))
    return f"{text} AB-{other}" if chance.random() < 0.1 else text


def near(world: World, code: str, chance: Chance, far: int = 4) -> str:
    found = GRID.within(world.units[code].hex, far) if code in world.units else HEXES
    return chance.choice(found)


def face(chance: Chance) -> str:
    return f" {chance.choice(list(FACINGS))}" if chance.random() < 0.4 else ""


def otherwise(world: World, code: str, chance: Chance) -> str:
    words = some(chance, "NEAR", "STOP", "HOLD", near(world, code, chance))
    return f" ELSE {words}" if chance.random() < 0.4 else ""


def condition(world: World, side: str, chance: Chance) -> str:
    if chance.random() > 0.2:
        return ""
    number, foe = chance.randint(0, 5), unit(world, enemy_of(side), chance)
    word = some(chance, "DIS", "ENG", "NEAR", "FAR", "LOST", "KILLED")
    con, place = chance.choice(CONTINGENTS[side]), near(world, foe, chance, 0)
    text = some(chance, "FIRST", "LAST", f"{word} {number}", f"ACT {con}", f"AT {foe} {place}")
    return f" IF {some(chance, '', 'NOT ')}{text}"


def mark(world: World, side: str, chance: Chance) -> str:
    con = chance.choice((*CONTINGENTS[side], "ALL"))
    words = ("MOVE", "MOVE", "MOVE", "REFORM", "NONE", "WALL", "WALL REFORM", "UNWALL MOVE", "UNWALL MOVE")
    return f"MARK {con} {chance.choice(words)}{condition(world, side, chance)}"


def move(world: World, side: str, chance: Chance) -> str:
    code, tail = unit(world, side, chance), condition(world, side, chance)
    if chance.random() < 0.4:
        steps = "".join(chance.choices("123456", k=chance.randint(1, 4)))
        return f"MOVE {selector(world, side, chance)} /{steps}{face(chance)}{otherwise(world, code, chance)}{tail}"
    route = "-".join(near(world, code, chance) for _ in range(chance.choice((1, 1, 2, 3))))
    return f"MOVE {code} {route}{face(chance)}{otherwise(world, code, chance)}{tail}"


def turn(world: World, side: str, chance: Chance) -> str:
    return f"FACE {selector(world, side, chance)} {chance.choice(list(FACINGS))}{condition(world, side, chance)}"


def fire(world: World, side: str, chance: Chance) -> str:
    target = some(chance, "ANY", unit(world, enemy_of(side), chance))
    return f"FIRE {selector(world, side, chance)} {target}{condition(world, side, chance)}"


def harry(world: World, side: str, chance: Chance) -> str:
    code = unit(world, side, chance)
    target, back = some(chance, "ANY", unit(world, enemy_of(side), chance)), near(world, code, chance)
    ride = f"{near(world, code, chance)} {target} {some(chance, 'BACK', back)}"
    return f"HARRY {code} {ride}{face(chance)}{otherwise(world, code, chance)}{condition(world, side, chance)}"


def attack(world: World, side: str, chance: Chance) -> str:
    code = unit(world, side, chance)
    ahead = world.in_front(code) if code in world.units else ()
    targets = "+".join(ahead) or unit(world, enemy_of(side), chance)
    tail = f" ADV {code}{face(chance)}" if chance.random() < 0.3 else ""
    return f"ATTACK {code} {targets}{tail}{condition(world, side, chance)}"


def lead(world: World, side: str, chance: Chance) -> str:
    goal = some(chance, unit(world, side, chance), chance.choice(HEXES), "STAY")
    return f"LEAD {LEADERS[side]} {goal}{condition(world, side, chance)}"


def stance(world: World, side: str, chance: Chance) -> str:
    number, place = chance.randint(1, 5), chance.choice(HEXES)
    words = ("HOLD", "ADVANCE", f"ADVANCE {number}", "STRIKE", "STRIKE", "HARRY", f"WITHDRAW {number}", f"GOTO {place}")
    return f"STANCE {selector(world, side, chance)} {chance.choice(words)}"


def doctrine(world: World, side: str, chance: Chance) -> str:
    number = str(chance.randint(-4, 3))
    word, values = chance.choice(
        [
            ("SHOCK", ("ALWAYS", "NEVER", number)),
            ("EVADE", ("YES", "LIGHT", "FOOT", "NO")),
            ("COUNTER", ("YES", "NO", number)),
            ("PRESS", ("YES", "NO", number)),
            ("FOLLOW", ("YES", "NO")),
            ("REACT", ("YES", "NO")),
            ("AIM", (" ".join(chance.sample(TYPES, chance.randint(1, 5))),)),
        ]
    )
    return f"{word} {selector(world, side, chance)} {chance.choice(values)}"


def other(world: World, side: str, chance: Chance) -> str:
    cons = " ".join(chance.sample(CONTINGENTS[side], chance.randint(1, 4)))
    name = some(chance, "LEFT", "WING2", "HOLD")
    group = f"GROUP {name} {some(chance, selector(world, side, chance), 'NONE')}"
    stay = f"STAY {selector(world, side, chance)}"
    return some(chance, f"INIT {some(chance, 'FIRST', 'LAST')}", f"SEQ {cons}", group, stay)


WRITERS: list[Writer] = [move, move, turn, fire, harry, attack, lead, stance, stance, doctrine, doctrine, other, mark]


def setup(world: World, side: str, chance: Chance) -> str:
    piece = chance.choice([code for code in (*FORCES.units, *FORCES.wagons) if side_of(code) == side])
    return f"SETUP {piece} {chance.choice(zone_of(piece))}{face(chance)}"


def lines(world: World, side: str, chance: Chance) -> list[str]:
    if world.turn == 0:
        return [setup(world, side, chance) for _ in range(LINES)]
    marks = [f"MARK {con} {'UNWALL ' if con == 'HI' and world.wall else ''}MOVE" for con in CONTINGENTS[side]]
    written = [writer(world, side, chance) for writer in chance.choices(WRITERS, k=LINES)]
    return [*written, *(text for text in marks if chance.random() < 0.7)]


def random_sheets(world: World, chance: Chance) -> dict[str, Sheet]:
    reader = TOURS.language.reader(world)
    return {side: reader.lines(side, lines(world, side, chance)) for side in TOURS.state.players(world)}
