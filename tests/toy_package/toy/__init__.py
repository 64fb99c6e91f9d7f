"""The Vale, a toy game for four: levy armies, march with a die, guard, and hold the most fields at the end."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field, structs

from pbm.maps.mapdata import read_map
from pbm.reading.words import Words
from pbm.reports import Chapter
from pbm.rules import corrections, roster, sight
from pbm.rules.action import Actions, Reasons
from pbm.rules.code import Place, Power
from pbm.rules.comparing import over
from pbm.rules.dice import Dice, Streams
from pbm.rules.doctrine import EVENTS as STANDING
from pbm.rules.doctrine import Doctrine
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.order import ALL, Lines, Number, Order, Refusal, lasting
from pbm.rules.playing import Deed, power_by_power
from pbm.rules.position import read_position
from pbm.rules.result import Result
from pbm.rulesets import contract as of

HERE = Path(__file__).parent
MAP = read_map(HERE / "data" / "map.json")
FIELDS = {area.code: area.name for area in MAP.areas}
LINKS = {frozenset((link.a, link.b)) for link in MAP.links}
POWERS = {"RED": "Red", "BLU": "Blue", "GRN": "Green", "YLW": "Yellow"}
HOMES = {"RED": "ASH", "BLU": "ELM", "GRN": "COP", "YLW": "GLE"}
NAMES = FIELDS | POWERS
PRICE, ARMIES, GOLD, WALLS, GUARD, DROPOUT_AFTER = 2, 3, 4, 3, 2, 2
PARAGRAPHS = {
    "1": "what a sheet may say, and who plays",
    "2.1": "levying armies",
    "2.2": "marching, and battle by one die",
    "2.3": "guarding a field until further notice",
    "2.4": "telling one power something",
    "3": "every field pays one gold",
    "4": "the end: most fields after the last turn",
}


class Settings(Struct, frozen=True):
    turns: Annotated[int, Meta(ge=1, description="The turn after which the fields are counted.")] = 6


class Side(roster.Seat):
    gold: int = GOLD


class Field(Struct):
    owner: Power | None = None
    armies: int = 0


class World(Struct):
    powers: dict[str, Side] = field(default_factory=lambda: {who: Side() for who in POWERS})
    fields: dict[str, Field] = field(default_factory=lambda: {code: Field() for code in FIELDS})
    doctrine: dict[str, Doctrine] = field(default_factory=dict)
    turn: int = 1
    last: int = 6

    def seat(self, who: str) -> Side:
        return self.powers[who]

    def owned(self, who: str) -> list[str]:
        return [code for code, field in self.fields.items() if field.owner == who]


def setup(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    world = World({who: Side("dummy" if who in dummies else "player") for who in POWERS}, last=settings.turns)
    world.fields.update({HOMES[who]: Field(who, ARMIES) for who in POWERS})
    return world, []


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
    text: ClassVar = "{who} marched {armies} from {origin} to {target}< and threw {die}>; it is held by {owner}"
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
    parties: ClassVar = ()
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.turn += 1


class Corrected(corrections.Corrected, frozen=True):
    parts: ClassVar = {
        "SEAT": corrections.Part("powers", ("gold", "control")),
        "FIELD": corrections.Part("fields", ("owner", "armies")),
    }
    homes: ClassVar = {"place": "fields", "power": "powers"}
    public: ClassVar = ("owner", "control")
    rule: ClassVar = "1"
    example: ClassVar = "FIELD ASH armies=3"


EVENTS = (Levied, Marched, Paid, TurnEnded, Corrected, *STANDING)

# Actions look at the world in `check` and tell events in `run`.

action: Actions[Deed] = Actions()


def not_yours(world: World, who: str, where: str, rule: str) -> Refusal | None:
    return None if world.fields[where].owner == who else Refusal(rule, f"{where} is not yours")


@action("2.1", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}", costs="2 gold each")
class Levy(Deed, frozen=True):
    """Raise armies in a field of yours."""

    where: Place
    number: Number

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"gold": PRICE * self.number.of(world.powers[who].gold // PRICE)}

    def check(self, world: World, who: str) -> Reasons:
        price, gold = self.spends(world, who)["gold"], world.powers[who].gold
        bad = None if 0 < price <= gold else Refusal("2.1", f"it costs {price}, and you have {gold} gold", kind="purse")
        return not_yours(world, who, self.where, "2.1"), bad

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        price = self.spends(turn.world, who)["gold"]
        yield Levied(who, self.where, price // PRICE, price)


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
        guarded = turn.world.doctrine.get(there.owner, {}).get("GUARD") == f"GUARD {self.target}"
        won = armies + die > there.armies + WALLS + GUARD * guarded
        yield told(die=die, left=max(1, abs(armies - there.armies)), owner=who if won else there.owner)


@action("2.3", form="GUARD {where}", meaning="guard {where} until further notice", standing="GUARD")
class Guard(Deed, frozen=True):
    """Two more for the defence of one field, until you guard another."""

    where: Place

    def check(self, world: World, who: str) -> Reasons:
        return (not_yours(world, who, self.where, "2.3"),)


@action("2.4", form="TELL {power} {text}", meaning="tell {power}: {text}")
class Tell(Deed, frozen=True):
    """A message that one power alone will read."""

    power: Power
    text: str

    def run(self, turn: Turn, who: str) -> Iterator[Event]:
        yield Said(who, self.text, self.power)


# The sequence of play, and the end.


def missed(turn: Turn) -> Iterator[Event]:
    yield from roster.computer_plays(turn, POWERS)
    yield from roster.missed_turns(turn, POWERS, DROPOUT_AFTER)


def income(turn: Turn) -> Iterator[Event]:
    return (Paid(who, gold) for who in POWERS if (gold := len(turn.world.owned(who))))


def ending(world: World) -> Result | None:
    fields = {who: len(world.owned(who)) for who in POWERS}
    first = [who for who, number in fields.items() if number == max(fields.values())]
    if world.turn <= world.last:
        return None
    return Result("fields", f"{POWERS[first[0]]} won", (first[0],)) if len(first) == 1 else Result("draw", "nobody won")


SEQUENCE = (
    Step(START, "1", "new players", roster.new_players),
    Step(ORDERS, "2.1", "orders, power by power", power_by_power),
    Step(END, "1", "messages", roster.messages),
    Step(END, "1", "missed turns", missed),
    Step(END, "3", "income", income),
    Step(END, "4", "the turn is over", lambda turn: iter((TurnEnded(),))),
)

# What a player may know: who holds which field, their own armies, gold and standing orders.


class View(sight.View, frozen=True):
    gold: int
    fields: dict[str, Field]
    standing: Doctrine
    last: int


def view(world: World, journal: list[Event], who: str) -> View:
    told = sight.telling(journal, POWERS, NAMES).of(who)
    fields = {code: Field(one.owner, one.armies if one.owner == who else 0) for code, one in world.fields.items()}
    gold, mine = world.powers[who].gold, world.doctrine.get(who, {})
    return View(who, world.turn - 1, **told, gold=gold, fields=fields, standing=mine, last=world.last)


def known(view: View) -> World:
    powers = {who: Side(gold=view.gold if who == view.who else 0) for who in POWERS}
    return World(powers, view.fields, {view.who: view.standing}, view.turn + 1, view.last)


# A computer player, and the books of self-play.


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    own = [code for code, field in view.fields.items() if field.owner == view.who]
    if own and view.gold >= PRICE:
        yield Levy(dice.pick(f"captain.{view.who}", own), ALL), "armies win fields"
    for code in own:
        beside = [other for other in FIELDS if {code, other} in LINKS and other not in own]
        if view.fields[code].armies and beside:
            yield March(code, dice.pick(f"captain.{view.who}", beside), Number(1, True)), "there is more to hold"


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    paid, spent = (sum(event.gold for event in journal if isinstance(event, kind)) for kind in (Paid, Levied))
    had, has = (sum(side.gold for side in world.powers.values()) for world in (before, after))
    if has != had + paid - spent:
        yield "gold came or went by itself"


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="toy",
    title="The Vale",
    version="1",
    data=HERE / "data",
    book=of.Book(
        PARAGRAPHS,
        action,
        EVENTS,
        SEQUENCE,
        purses=lambda world, who: {"gold": world.powers[who].gold},
        doctrine=lambda world, who: world.doctrine.get(who, {}),
    ),
    state=of.State(
        Settings,
        seats=lambda settings: POWERS,
        setup=setup,
        read=read_position(World),
        players=lambda world: list(POWERS),
        names=lambda world: NAMES,
        result=ending,
    ),
    language=of.Language(
        HERE / "toy.lark",
        action,
        lambda world: Words(
            {"area": FIELDS, "power": POWERS}, {"area": "field"}, {"reader": ("power",)}, rule="1", code_rule="1"
        ),
        Lines(12),
    ),
    sight=of.Sight(View, view, known),
    reports=of.Reports(
        chapter=lambda world: Chapter(
            world.turn - 1,
            {"fields": {who: len(world.owned(who)) for who in POWERS}},
            {code: field.owner for code, field in world.fields.items()},
        ),
        rule="Twelve lines at most, carried out in their order.",
    ),
    seats=of.Seats(correct=partial(corrections.corrected, Corrected)),
    cases=of.Cases(
        over(World),
        lambda world: Streams("battle.{place}", "captain.{power}", place=FIELDS, power=POWERS),
        position=lambda world: {**structs.asdict(world), "result": ending(world)},
    ),
    computer=of.Computer(
        players=("captain",),
        usual="captain",
        stand_in=lambda world, who, joining: "captain",
        write=write,
        standings=lambda world: {
            who: of.SeatScore(len(world.owned(who)), True, (side.gold,)) for who, side in world.powers.items()
        },
        figures=("gold",),
        audit=audit,
    ),
)
