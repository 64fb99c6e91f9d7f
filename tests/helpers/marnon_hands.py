"""Random sheets for Marnon that make some sense: most lines can be read, and many can be carried out."""

import random
from collections.abc import Callable

from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.marnon.map import areas, borders, castles, ports, regions, seas, seas_of
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.world import World

MARNON = load("marnon")
LINES = 18
Chance = random.Random
Writer = Callable[[World, str, Chance], str]


def pick(chance: Chance, found: object, spare: str) -> str:
    """One of them, or something that is not there."""
    rows = sorted(found) if isinstance(found, (dict, set, list, tuple)) else []
    return chance.choice(rows) if rows and chance.random() < 0.95 else spare


def force(world: World, who: str, chance: Chance) -> str:
    return pick(chance, world.powers[who].forces, "A9")


def fleet(world: World, who: str, chance: Chance) -> str:
    return pick(chance, world.powers[who].fleets, "F9")


def power(world: World, who: str, chance: Chance) -> str:
    return pick(chance, [code for code in world.powers if code != who and len(code) == 3], "INV")


def area(chance: Chance) -> str:
    return chance.choice(sorted(areas()))


def near(world: World, who: str, code: str, chance: Chance) -> str:
    row = world.powers[who].forces.get(code)
    return chance.choice(sorted(borders()[row.at])) if row and row.at in areas() else area(chance)


def condition(world: World, who: str, chance: Chance) -> str:
    if chance.random() > 0.15:
        return ""
    text = chance.choice(
        [
            f"EMPTY {area(chance)}",
            f"ENEMY {area(chance)}",
            f"OWN {area(chance)}",
            f"POWER {power(world, who, chance)} {area(chance)}",
            f"WAR {power(world, who, chance)}",
            f"CASH {chance.randint(0, 120)}",
            f"LEVEL {chance.choice(castles())} {chance.randint(1, 4)}",
            f"ODDS {area(chance)} {chance.randint(1, 3)}",
        ]
    )
    return f" IF {chance.choice(('', 'NOT '))}{text}"


def march(world: World, who: str, chance: Chance) -> str:
    code = force(world, who, chance)
    first = near(world, who, code, chance)
    second = f" {chance.choice(sorted(borders()[first]))}" if chance.random() < 0.4 else ""
    part = chance.choice(("", "", "", " AB-500", " 500"))
    extra = chance.choice(("", "", " PIN", " DROP 500", f" PICK {force(world, who, chance)}"))
    word = chance.choice(("MARCH", "MARCH", "MARCH", "REACT"))
    return f"{word} {code}{part} {first}{extra}{second}{condition(world, who, chance)}"


def voyage(world: World, who: str, chance: Chance) -> str:
    code = fleet(world, who, chance)
    row = world.powers[who].fleets.get(code)
    at = row.at if row and row.at in areas() else "C1"
    first = seas_of(at)[0] if seas_of(at) else "ZA"
    if chance.random() < 0.3:
        return f"PATROL {code} {first} {chance.choice(('ALWAYS', 'ODDS', 'NEVER'))}"
    second = f" {chance.choice(seas()[first].neighbours)}" if chance.random() < 0.5 else ""
    last = second.strip() or first
    cargo = f" CARRY {force(world, who, chance)} {chance.choice(('', '500', '250'))}" if chance.random() < 0.4 else ""
    landing = f" LAND {chance.choice(seas()[last].coast)}" if cargo and chance.random() < 0.7 else ""
    port = f" {chance.choice(seas()[last].ports)}" if not landing and chance.random() < 0.6 else ""
    return f"SAIL {code} {first}{second}{port}{cargo}{landing}{chance.choice(('', ' SEEK'))}"


def purchase(world: World, who: str, chance: Chance) -> str:
    return chance.choice(
        [
            f"BUY ARMY {chance.randint(1, 60) * 10} {force(world, who, chance)}",
            f"BUY ARMY 100 {pick(chance, world.owned(who), 'C1')}",
            f"BUY FLEET {chance.choice(ports())}",
            f"BUY MERCHANT {chance.choice(ports())}",
            f"BUY CARAVAN {pick(chance, world.castles_of(who), 'C1')}",
            f"BUY FORT {pick(chance, world.owned(who), 'R1T1')}",
            f"BUY GENERAL {force(world, who, chance)}",
            f"BID {pick(chance, world.mercs.offer, chance.choice(list(mercenaries())))} {chance.randint(1, 30)}",
        ]
    ) + condition(world, who, chance)


def doctrine(world: World, who: str, chance: Chance) -> str:
    code, other = force(world, who, chance), power(world, who, chance)
    return chance.choice(
        [
            f"STANCE {code} {chance.choice(('FIGHT', 'WITHDRAW', 'ODDS 2'))}",
            f"CASTLE {pick(chance, world.castles_of(who), 'C1')} {chance.choice(('FIELD', 'WALLS', 'ODDS'))}",
            f"PURSUE {chance.choice((code, 'ALL'))} {chance.choice(('YES', 'NO', 'ODDS'))}",
            f"GROUND {code} {chance.randint(0, 11)}",
            f"RETREAT {code} {near(world, who, code, chance)} {area(chance)}",
            f"NAVY ROUNDS {chance.randint(1, 5)} CHASE {chance.choice(('YES', 'NO'))}",
            f"TRADE {other} {chance.choice(('YES', 'YES', 'NO'))}",
            f"PAY {chance.choice(('FLEETS ARMIES', 'SIEGES', 'REPAIRS FORTS'))}",
            f"{chance.choice(('WAR', 'PEACE', 'ALLY', 'ALLY'))} {other}",
            f"INITIATIVE {chance.choice(('FIRST', 'LAST'))}",
            f"EXILE {chance.choice(('OFFSHORE', 'NONE', f'HOST {other}'))}",
            f"HOST {other} {chance.choice(('YES', 'NO'))}",
        ]
    )


def admin(world: World, who: str, chance: Chance) -> str:
    code, other = force(world, who, chance), force(world, who, chance)
    general = pick(chance, world.powers[who].generals, "G9")
    return chance.choice(
        [
            f"SPLIT {code} 500{chance.choice(('', f' {general}'))}{chance.choice(('', ' AS A8'))}",
            f"JOIN {code} {other}",
            f"LEAD {general} {code}",
            f"ASSIGN {code} {chance.choice(('NONE', pick(chance, world.owned(who), 'R1T1')))}",
            f"RESERVE {chance.choice((code, 'NONE'))}",
            f"SEAT {area(chance)}",
            f"TREK {pick(chance, world.powers[who].caravans, 'V9')} {chance.choice(castles())}",
            f"REPAIR {chance.choice(('NONE', fleet(world, who, chance)))}",
            f"TRIBUTE {power(world, who, chance)} {chance.randint(1, 20)}",
            f"STORM {chance.choice(castles())}",
            f"LIFT {chance.choice(castles())}",
            "PASS",
        ]
    )


def events(world: World, who: str, chance: Chance) -> str:
    card = world.event.card if world.event else 1
    code = force(world, who, chance)
    choice = chance.choice(
        [
            code,
            f"{code} {area(chance)}",
            "FLEET",
            "MERCHANT",
            f"ARMY 100 {code}",
            power(world, who, chance),
            f"{chance.choice(sorted(regions()))} {chance.choice(('MOVES', 'BATTLES'))}",
            pick(chance, world.powers[who].generals, "G9"),
            chance.choice(ports()),
        ]
    )
    return chance.choice(
        [
            f"CARD {card} {choice}",
            f"CARD {card} {choice}",
            f"HUNT {chance.choice((code, fleet(world, who, chance)))}",
            f"CRUSADE {code}",
            f"KING {chance.choice(('FOR', 'AGAINST', 'RENOUNCE'))}",
            f"INVADER {chance.choice(('IGNORE', 'OPPOSE', 'JOIN'))}",
            f"SUPPORT {pick(chance, world.ongoing.rebellion, 'R1T1')} {chance.choice((5, 10))}",
            f"RETURN {area(chance)}",
            f"BUY ARMY {chance.randint(1, 9) * 10} EXILE",
            f"MESSAGE {chance.choice((power(world, who, chance), 'ALL'))} a word with you",
        ]
    )


def convoy(world: World, who: str, chance: Chance) -> str:
    """All fleets of a port together, with a force of one's own or of a friend, or a diplomat."""
    row = world.powers[who]
    port = pick(chance, {str(fleet.at) for fleet in row.fleets.values() if fleet.at in areas()}, "C1")
    fleets = [code for code, fleet in row.fleets.items() if fleet.at == port] or ["F9"]
    zone = chance.choice(seas_of(port) or ("ZA",))
    friend = power(world, who, chance)
    foreign = f"{friend}.{pick(chance, world.powers[friend].forces if friend in world.powers else (), 'A1')}"
    cargo = chance.choice(("", force(world, who, chance), f"{force(world, who, chance)} 300", foreign, "D1"))
    target = chance.choice(("", f" LAND {chance.choice(seas()[zone].coast)}"))
    return f"SAIL {' '.join(fleets)} {zone}{f' CARRY {cargo}' if cargo else ''}{target if cargo else ''}"


def options(world: World, who: str, chance: Chance) -> str:
    """Orders of house rules, and of cards that are hired."""
    row, other, code = world.powers[who], power(world, who, chance), force(world, who, chance)
    hired = [card for card, each in world.mercs.hired.items() if each.power == who]
    courted = pick(chance, [*world.np_castles, *world.np_regions], "C4")
    unit = pick(chance, [*row.forces, *row.screens], "S1")
    diplomat = pick(chance, row.diplomats, "D1")
    here = row.diplomats[diplomat].at if diplomat in row.diplomats else None
    screen = pick(chance, row.screens, "S1")
    there = row.screens[screen].at if screen in row.screens else None
    return chance.choice(
        [
            f"KEEP {pick(chance, hired, 'MC14')} {chance.choice(('YES', 'NO'))}",
            f"BID MC14 {chance.randint(1, 20)} {chance.choice(ports())}",
            f"BID N{chance.choice('12345678')}{chance.choice('AB')} {chance.randint(1, 9)} {code}",
            f"LOAN {other} {chance.randint(1, 20)} {chance.randint(1, 3)}",
            f"REPAY {other} {chance.randint(1, 20)}",
            f"COURT {courted} {chance.choice(('UP', f'DOWN {other}'))}",
            f"{chance.choice(('HIDE', 'DECLARE'))} {unit}",
            f"BLUFF {code} {chance.choice('+-0')}",
            f"SCREEN {screen} {chance.choice(('', '1 '))}{chance.choice(sorted(borders()[there or 'C1']))}",
            f"ENVOY {diplomat} {chance.choice(sorted(borders()[here or 'C1']))}",
            f"BUY SUPPLY {chance.randint(1, 4)} {code}",
            f"BUY {chance.choice(('FLEET', 'MERCHANT'))} {chance.choice(ports())} PAY {chance.randint(2, 3)}",
            f"BUY FORT {pick(chance, world.owned(who), 'R1T1')} PAY 2",
        ]
    )


WRITERS: tuple[Writer, ...] = (
    *(march, march, march, march, voyage, voyage, convoy),
    *(purchase, purchase, doctrine, admin, events, options),
)


def set_up(world: World, who: str, chance: Chance) -> str:
    row = world.powers[who]
    own = [code for code, each in areas().items() if each.region == row.home] + [str(row.castle)]
    what = chance.choice(("A1", "A2", "A3", "F1", "FORT"))
    words = (f"PLACE {what} {chance.choice(own)}", f"PLACE CULTURE {chance.choice(('FOOT', 'HORSE'))}")
    return chance.choice((*words, f"ASSIGN A1 {chance.choice(own)}", f"RESERVE {chance.choice(('A1', 'NONE'))}"))


def sheet(world: World, who: str, chance: Chance) -> Sheet:
    lines = [
        (set_up if world.turn == 0 else chance.choice(WRITERS))(world, who, chance)
        for _ in range(chance.randint(4, LINES))
    ]
    return MARNON.language.reader(world).lines(who, lines)


def random_sheets(world: World, chance: Chance) -> dict[str, Sheet]:
    return {who: sheet(world, who, chance) for who in MARNON.state.players(world)}
