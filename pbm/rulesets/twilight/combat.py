"""Combat: one attack, its results from left to right, and counterattacks until none is left [17.0 to 17.9, 19.0]."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from pbm.rules.code import Place, Power, Term
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower, counted, enumerated
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.forces import Sallied, chosen, loses, place_of
from pbm.rulesets.twilight.hands import draws, plays
from pbm.rulesets.twilight.leaders import fallen, vanished
from pbm.rulesets.twilight.map import area_of, chart
from pbm.rulesets.twilight.tables import Crt, column, result
from pbm.rulesets.twilight.units import Stack, in_words, read, write
from pbm.rulesets.twilight.world import RAIDERS, World, called

LEADERSHIP = {"LD1": 1, "LD2": 2, "LD3": 3}
GREEK_FIRE = "GRF"
FIRE_BONUS, BYZANTINE_FIRE = 1, 2
GARRISON_LOSS = 2
BESIEGED_LOSE = "{against} {against:loses/lose} {loss}"
RESULTS = {
    "NE": "no effect",
    "A1": "{who} {who:loses/lose} 1 unit",
    "D1": "{against} {against:loses/lose} 1 unit",
    "D2": "{against} {against:loses/lose} 2 units",
    "DH": "{against} {against:loses half its/lose half their} units",
    "EX": "each side loses 1 unit",
    "DV": "the force of {against} is destroyed",
    "CA": "{against} may strike back",
    "F": "{who} may move free",
}
"""What the codes of the tables mean."""
IN_SIEGE = {"EX": RESULTS["A1"], **dict.fromkeys(("D1", "D2", "DH", "DV"), BESIEGED_LOSE)}
"""What they mean where a burg is besieged."""
"""What a rout costs a garrison behind its walls."""


@dataclass
class Side:
    """A force in a combat, with what markers add to it."""

    who: str
    stack: Stack
    bonus: int = 0
    asked: bool = False
    """Whether its standing orders for a defender's marker were looked at."""

    @property
    def alive(self) -> bool:
        return self.stack.size > 0

    def where(self, world: World) -> str | None:
        found = place_of(world, self.who, self.stack)
        return found[0] if found else None


@dataclass
class Course:
    """What an attack brought besides losses."""

    stalled: bool = False
    """Somebody threw no effect."""
    free: bool = False
    """The attacker may move free."""


class Fought(OfPower, frozen=True):
    """One throw on a combat table."""

    against: Power
    where: Place
    table: Term
    column: str
    roll: int
    results: tuple[str, ...]
    siege: bool
    counter: bool
    strength: int
    """The attacking units, and what markers add; this and the units are for the two sides alone."""
    units: str
    theirs: str
    parties: ClassVar = ("who", "against")
    verb: ClassVar = "combat"
    text: ClassVar = (
        "{who} ({units}) attacked {against} ({theirs}) in {where}, on {table}, {strength} strong; "
        "threw {roll}: {results}"
    )
    news: ClassVar = "{who} attacked {against} in {where}, on {table}, column {column}; threw {roll}: {results}"

    @property
    def greatness(self) -> int:
        return 0 if self.counter else self.strength

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        """A counterattack and a siege have verbs of their own."""
        verb = "struck back at" if self.counter else "besieged" if self.siege else "attacked"
        wording = (self.news if public else self.text).replace("attacked", verb).replace("{results}", self.meant())
        units = {f"{{{field}}}": in_words(read(getattr(self, field))) for field in ("units", "theirs")}
        for field, words in {**units, "{table}": called(self.table)}.items():
            wording = wording.replace(field, words)
        return self.said(wording, names)

    def meant(self) -> str:
        """The codes of the table in words [17.6]."""
        return enumerated(self.meaning(code) for code in self.results)

    def meaning(self, code: str) -> str:
        if not self.siege or code not in IN_SIEGE:
            return RESULTS[code]
        return IN_SIEGE[code].replace("{loss}", counted(toll(0, self.table, code, True), "unit", "units"))


def tables_for(stack: Stack) -> tuple[Crt, ...]:
    """The tables a force may fight on, the one it must use last [17.4]."""
    units, number = stack.units, stack.size
    if stack.is_fleet:
        return ("SHOCK", "RAID", "ENGAGE")
    if 2 * units.get("N", 0) >= number:
        return ("RAID",)
    elite = 2 * (units.get("L", 0) + units.get("F", 0)) >= number
    shock = elite and not units.get("N") and not units.get("M")
    return ("SHOCK", "RAID", "ENGAGE") if shock else ("RAID", "ENGAGE")


def table_of(stack: Stack, wanted: Iterable[str]) -> Crt:
    """The first table wanted that the force may use, else the one it must."""
    allowed = tables_for(stack)
    return next((table for word in wanted for table in allowed if table == word), allowed[-1])


def is_siege(world: World, defender: Side) -> bool:
    place = defender.where(world)
    return place is not None and chart()[place].kind == "burg"


def attack(turn: Turn[World], att: Side, dfn: Side, table: Crt) -> Generator[Event, None, Course]:
    """One attack, with all that comes of it; the markers of DEFEND are the defender's alone [17.5]."""
    course = Course()
    att.asked = True
    yield from exchange(turn, att, dfn, table, course, counter=False)
    return course


def exchange(turn: Turn[World], att: Side, dfn: Side, table: Crt, course: Course, counter: bool) -> Iterator[Event]:
    """A throw of one side against the other; a counterattack is another one, the other way round."""
    siege, where = is_siege(turn.world, dfn), dfn.where(turn.world) or ""
    strength = att.stack.size + att.bonus
    roll = turn.dice.roll("viking.combat" if att.who == RAIDERS else f"combat.{att.who}")
    results = result(table, strength, roll)
    units, theirs = write(att.stack.units), write(dfn.stack.units)
    yield Fought(
        att.who, dfn.who, where, table, column(strength), roll, results, siege, counter, strength, units, theirs
    )
    for code in results:
        yield from outcome(turn, att, dfn, table, code, siege, course, counter)


def outcome(
    turn: Turn[World], att: Side, dfn: Side, table: Crt, code: str, siege: bool, course: Course, counter: bool
) -> Iterator[Event]:
    """One result: it falls on whoever attacks or defends in this throw [17.6]."""
    if code == "NE":
        course.stalled = True
    elif code == "A1":
        yield from reduced(turn, att, 1)
    elif code == "EX":
        yield from reduced(turn, att, 1)
        yield from reduced(turn, dfn, 0 if siege else 1)
    elif code == "CA":
        yield from struck_back(turn, att, dfn, course)
    elif code == "F":
        yield from let_go(turn, att, course, counter)
    else:
        yield from reduced(turn, dfn, toll(dfn.stack.size, table, code, siege))
        if code == "DV" and not siege and att.who in turn.world.powers:
            yield from draws(turn, att.who)


def toll(size: int, table: str, code: str, siege: bool) -> int:
    """How many units a result costs the defender."""
    if siege:
        return GARRISON_LOSS if code == "DV" else 0 if table == "RAID" and code != "DH" else 1
    return {"D1": 1, "D2": 2, "DH": (size + 1) // 2, "DV": size}[code]


def reduced(turn: Turn[World], side: Side, number: int) -> Iterator[Event]:
    """A side loses units in the order of its standing orders, and whatever follows from that."""
    units = chosen(turn.world, side.who, side.stack, number)
    yield from loses(turn.world, side.who, side.stack, units, "combat")
    if "L" in units:
        yield from fallen(turn, side.who)
    yield from vanished(turn, side.who)


def struck_back(turn: Turn[World], att: Side, dfn: Side, course: Course) -> Iterator[Event]:
    """A free counterattack on the table of its standing orders [17.8]."""
    if not (att.alive and dfn.alive):
        return
    if not dfn.asked:
        dfn.asked = True
        yield from defended(turn, dfn)
    if att.alive and dfn.alive:
        yield from exchange(turn, dfn, att, counter_table(turn.world, dfn), course, counter=True)


def counter_table(world: World, side: Side) -> Crt:
    """Raiders always fight on Shock [10.4]."""
    return "SHOCK" if side.who == RAIDERS else table_of(side.stack, world.doctrine(side.who).crt)


def let_go(turn: Turn[World], att: Side, course: Course, counter: bool) -> Iterator[Event]:
    """F: the attacker may move free; a counterattacking garrison may only come out [17.7, 17.8]."""
    world = turn.world
    place = att.where(world)
    if not counter:
        course.free = True
    elif place and chart()[place].kind == "burg" and att.who in world.powers and world.doctrine(att.who).sortie:
        yield Sallied(att.who, place, area_of(place))


def defended(turn: Turn[World], side: Side) -> Iterator[Event]:
    """A defender's markers, at the first counterattack [17.5]."""
    world = turn.world
    if side.who not in world.powers:
        return
    wanted, place = world.doctrine(side.who).defend, side.where(world)
    held = sorted(world.powers[side.who].markers)
    leadership = next((marker for word in wanted for marker in held if answers(marker, word)), None)
    if leadership and not (yield from plays(turn, side.who, leadership)):
        side.bonus += LEADERSHIP[leadership]
    if GREEK_FIRE in wanted and GREEK_FIRE in held and place and chart()[place].kind == "sea":
        yield from burned(turn, side)


def answers(marker: str, word: str) -> bool:
    return marker in LEADERSHIP and word in (marker, ANY)


def led(turn: Turn[World], side: Side, marker: str) -> Iterator[Event]:
    """A Leadership marker adds its value for this combat."""
    if not (yield from plays(turn, side.who, marker)):
        side.bonus += LEADERSHIP[marker]


def burned(turn: Turn[World], side: Side) -> Iterator[Event]:
    """Greek Fire at sea [28.GRF]."""
    if not (yield from plays(turn, side.who, GREEK_FIRE)):
        side.bonus += BYZANTINE_FIRE if side.who == "BYZ" else FIRE_BONUS
