"""The rules of the Vale: its world, its events, its actions and its sequence of play."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from pbm.maps.mapdata import read_map
from pbm.rules import corrections, roster
from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.code import Place, Power
from pbm.rules.condition import Condition, If, bare
from pbm.rules.dice import Dice
from pbm.rules.doctrine import Doctrine, DoctrineSet
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Answered, Event, Said
from pbm.rules.order import Line, Number, Refusal, lasting

# What is where, and what things cost.

DATA = Path(__file__).parent / "data"
MAP = read_map(DATA / "map.json")
FIELDS = {area.code: area.name for area in MAP.areas}
LINKS = {frozenset((link.a, link.b)) for link in MAP.links}
POWERS = {"RED": "Red", "BLU": "Blue", "GRN": "Green", "YLW": "Yellow"}
HOMES = {"RED": "ASH", "BLU": "ELM", "GRN": "COP", "YLW": "GLE"}
PARAGRAPHS = {
    "1": "what a sheet may say, and who plays",
    "2.1": "levying armies",
    "2.2": "marching, and battle by one die",
    "2.3": "guarding a field until further notice",
    "2.4": "telling one power something",
    "3": "every field pays one gold",
    "4": "the end: most fields after the last turn",
}
PRICE, ARMIES, GOLD, WALLS, GUARD, DROPOUT_AFTER = 2, 3, 4, 3, 2, 2


class Settings(Struct, frozen=True):
    powers: Annotated[int, Meta(ge=2, le=4, description="How many powers play.")] = 4
    turns: Annotated[int, Meta(ge=1, description="The turn after which the fields are counted.")] = 6


class Side(roster.Seat):
    gold: int = GOLD


class Field(Struct):
    owner: Power | None = None
    armies: int = 0


class World(Struct):
    powers: dict[str, Side]
    fields: dict[str, Field]
    doctrine: dict[str, Doctrine] = field(default_factory=dict)
    turn: int = 1
    last: int = 6
    over: bool = False
    winner: Power | None = None

    def seat(self, who: str) -> Side:
        return self.powers[who]

    def owned(self, who: str) -> list[str]:
        return [code for code, field in self.fields.items() if field.owner == who]


# Events alone change the world.


class Levied(Event, frozen=True):
    who: Power
    where: Place
    armies: int
    gold: int
    text: ClassVar = "{who} levied {armies:army/armies} in {where} for {gold} gold"

    def apply(self, world: World) -> None:
        world.fields[self.where].armies += self.armies
        world.powers[self.who].gold -= self.gold


class Marched(Event, frozen=True):
    who: Power
    defender: Power | None
    origin: Place
    target: Place
    armies: int
    die: int
    left: int
    owner: Power | None
    parties: ClassVar = ("who", "defender")
    verb: ClassVar = "march"
    text: ClassVar = (
        "{armies:army/armies} of {who} marched from {origin} to {target}< and threw {die}>; it is held by {owner}"
    )
    news: ClassVar = "{who} marched to {target}; it is held by {owner}"

    def apply(self, world: World) -> None:
        world.fields[self.origin].armies -= self.armies
        world.fields[self.target] = Field(self.owner, self.left)


class Paid(Event, frozen=True):
    who: Power
    gold: int
    text: ClassVar = "the fields of {who} paid {gold} gold"

    def apply(self, world: World) -> None:
        world.powers[self.who].gold += self.gold


class TurnEnded(Event, frozen=True):
    over: bool
    winner: Power | None
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.turn += 1
        world.over, world.winner = self.over, self.winner


class Corrected(corrections.Corrected, frozen=True):
    parts: ClassVar = {
        "SEAT": corrections.Part("powers", ("gold", "control")),
        "FIELD": corrections.Part("fields", ("owner", "armies")),
    }
    homes: ClassVar = {"place": "fields", "power": "powers"}
    public: ClassVar = ("owner", "control")
    rule: ClassVar = "1"
    example: ClassVar = "FIELD ASH armies=3"


# Actions look at the world in `check` and tell events in `run`.

action: Actions["Deed"] = Actions()


class Deed(Action, frozen=True):
    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        return iter(())


def not_yours(world: World, who: str, where: str, rule: str) -> Refusal | None:
    return None if world.fields[where].owner == who else Refusal(rule, f"{where} is not yours")


@action("2.1", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}", costs="2 gold each")
class Levy(Deed, frozen=True):
    """Raise armies in a field of yours."""

    where: Place
    number: Number

    def armies(self, world: World, who: str) -> int:
        return self.number.of(world.powers[who].gold // PRICE)

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"gold": PRICE * self.armies(world, who)}

    def check(self, world: World, who: str) -> Reasons:
        armies, gold = self.armies(world, who), world.powers[who].gold
        none = Refusal("2.1", "that is no army at all", kind="purse") if armies < 1 else None
        dear = Refusal("2.1", f"you have {gold} gold", kind="purse") if armies * PRICE > gold else None
        return not_yours(world, who, self.where, "2.1"), none, dear

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        armies = self.armies(turn.world, who)
        yield Levied(who, self.where, armies, armies * PRICE)


@action("2.2", form="MARCH {origin} {target} {number}", meaning="march {number:army/armies} from {origin} to {target}")
class March(Deed, frozen=True):
    """Go to the field beside; whoever is there is fought with one die."""

    origin: Place
    target: Place
    number: Number

    def check(self, world: World, who: str) -> Reasons:
        there = world.fields[self.origin].armies
        far = None if {self.origin, self.target} in LINKS else lasting("2.2", f"{self.target} is not beside it")
        few = None if 0 < self.number.of(there) <= there else Refusal("2.2", f"{there} armies are there")
        return not_yours(world, who, self.origin, "2.2"), far, few

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        there, armies = turn.world.fields[self.target], self.number.of(turn.world.fields[self.origin].armies)
        told = partial(Marched, who, None if there.owner == who else there.owner, self.origin, self.target, armies)
        if there.owner == who or not there.armies:
            yield told(die=0, left=armies + there.armies, owner=who)
            return
        die = turn.dice.roll(f"battle.{self.target}")
        guarded = there.owner and turn.world.doctrine.get(there.owner, {}).get("GUARD") == f"GUARD {self.target}"
        won = armies + die > there.armies + WALLS + (GUARD if guarded else 0)
        yield told(die=die, left=max(1, abs(armies - there.armies)), owner=who if won else there.owner)


@action("2.3", form="GUARD {where}", meaning="guard {where} until further notice", standing="GUARD")
class Guard(Deed, frozen=True):
    """Two more for the defence of one field, until you guard another."""

    where: Place

    def check(self, world: World, who: str) -> Reasons:
        return (not_yours(world, who, self.where, "2.3"),)

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        yield DoctrineSet(who, self.standing, str(self))


@action("2.4", form="TELL {power} {text}", meaning="tell {power}: {text}")
class Tell(Deed, frozen=True):
    """A message that one power alone will read."""

    power: Power
    text: str

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        yield Said(who, self.text, self.power)


@action.condition("GOLD {least}", meaning="you have {least} gold")
class Gold(Condition, frozen=True):
    least: int

    def holds(self, world: World, who: str) -> bool:
        return world.powers[who].gold >= self.least


# The sequence of play.


def orders(turn: Turn) -> Iterator[Event]:
    for who in turn.world.powers:
        for line in turn.sheets[who].lines.values() if who in turn.sheets else ():
            yield from act(turn, who, line)


def act(turn: Turn, who: str, line: Line) -> Iterator[Event]:
    answer, deed = partial(Answered, who, who, line.number, line.text), bare(line.order)
    if isinstance(line.order, If) and not line.order.holds(turn.world, who):
        yield answer("void")
    elif refusals := tuple(filter(None, deed.check(turn.world, who) if isinstance(deed, Deed) else (line.refusal,))):
        yield answer("failed", refusals)
    elif isinstance(deed, Deed):
        yield answer()
        yield from deed.run(turn, who)


def income(turn: Turn) -> Iterator[Event]:
    return (Paid(who, gold) for who in turn.world.powers if (gold := len(turn.world.owned(who))))


def end(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    fields = {who: len(world.owned(who)) for who in world.powers}
    most = max(fields.values())
    first = [who for who, number in fields.items() if number == most]
    over = world.turn >= world.last or most == len(FIELDS)
    yield TurnEnded(over, first[0] if over and len(first) == 1 else None)


def missed(turn: Turn) -> Iterator[Event]:
    yield from roster.computer_plays(turn, turn.world.powers)
    yield from roster.missed_turns(turn, turn.world.powers, DROPOUT_AFTER)


SEQUENCE = (
    Step(START, "1", "new players", roster.new_players),
    Step(ORDERS, "2.1", "orders, power by power", orders),
    Step(END, "1", "messages", roster.messages),
    Step(END, "1", "missed turns", missed),
    Step(END, "3", "income", income),
    Step(END, "4", "the end", end),
)


def setup(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    powers = {who: Side("dummy" if who in dummies else "player") for who in list(POWERS)[: settings.powers]}
    fields = {code: Field() for code in FIELDS}
    fields.update({HOMES[who]: Field(who, ARMIES) for who in powers})
    return World(powers, fields, last=settings.turns), []
