"""The Vale, a toy game for four: levy armies, march with a die, and hold the most fields at the end."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from msgspec import Struct, field

from pbm.maps.mapdata import read_map
from pbm.reading.words import Words
from pbm.rules import roster, sight
from pbm.rules.action import Action, Actions
from pbm.rules.code import Place, Power
from pbm.rules.dice import Dice, Streams
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rules.order import ALL, Lines, Number, Order, Refusal, lasting
from pbm.rules.plan import Done, Scene, ok, refused
from pbm.rules.playing import in_turn, turn_over
from pbm.rules.result import Result, most_points
from pbm.rulesets import contract as of

HERE = Path(__file__).parent
MAP = read_map(HERE / "data" / "map.json")
FIELDS = {area.code: area.name for area in MAP.areas}
LINKS = {frozenset((link.a, link.b)) for link in MAP.links}
POWERS = {"RED": "Red", "BLU": "Blue", "GRN": "Green", "YLW": "Yellow"}
HOMES = {"RED": "ASH", "BLU": "ELM", "GRN": "COP", "YLW": "GLE"}
WORDS = Words({"area": FIELDS, "power": POWERS}, {"area": "field"}, rule="1", code_rule="1")
PRICE, ARMIES, GOLD, WALLS, LAST_TURN = 2, 3, 4, 3, 6


class Side(roster.Seat):
    gold: int = GOLD


class Field(Struct):
    owner: Power | None = None
    armies: int = 0


class World(Struct):
    powers: dict[str, Side] = field(default_factory=lambda: {who: Side() for who in POWERS})
    fields: dict[str, Field] = field(default_factory=lambda: {code: Field() for code in FIELDS})
    turn: int = 1

    def names(self) -> Mapping[str, str]:
        return FIELDS | POWERS

    def walls(self, where: str) -> int:
        return WALLS

    def score(self) -> dict[str, int]:
        return {who: sum(field.owner == who for field in self.fields.values()) for who in self.powers}


def set_up(settings: object, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    world = World({who: Side("dummy" if who in dummies else "player") for who in POWERS})
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
    owner: Power | None
    left: int
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


# Actions look at their scene and plan: the events that come of them, or every reason why they fail.

action: Actions[Action] = Actions()


def not_yours(at: Scene[World], where: str, rule: str) -> Refusal | None:
    return None if at.world.fields[where].owner == at.who else Refusal(rule, f"{where} is not yours")


@action("2.1", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}", costs="2 gold each")
class Levy(Action, frozen=True):
    """Raise armies in a field of yours."""

    where: Place
    number: Number

    def spends(self, world: World, who: str) -> Mapping[str, int]:
        return {"gold": PRICE * self.number.of(world.powers[who].gold // PRICE)}

    def plan(self, at: Scene[World]) -> Done:
        price, gold = self.spends(at.world, at.who)["gold"], at.world.powers[at.who].gold
        bad = None if 0 < price <= gold else Refusal("2.1", f"it costs {price}, and you have {gold} gold", kind="purse")
        if any(reasons := (not_yours(at, self.where, "2.1"), bad)):
            return refused(*reasons)
        return ok(Levied(at.who, self.where, price // PRICE, price))


@action("2.2", form="MARCH {origin} {target} {number}", meaning="march {number:army/armies} from {origin} to {target}")
class March(Action, frozen=True):
    """Go to the field beside; whoever is there is fought with one die."""

    origin: Place
    target: Place
    number: Number

    def plan(self, at: Scene[World]) -> Done:
        have = at.world.fields[self.origin].armies
        armies = self.number.of(have)
        far = None if {self.origin, self.target} in LINKS else lasting("2.2", f"{self.target} is not beside it")
        few = None if 0 < armies <= have else Refusal("2.2", f"{have} armies are there")
        if any(reasons := (not_yours(at, self.origin, "2.2"), far, few)):
            return refused(*reasons)
        return ok(self.battle(at, armies))

    def battle(self, at: Scene[World], armies: int) -> Marched:
        there = at.world.fields[self.target]
        if not there.armies or there.owner == at.who:
            return Marched(at.who, there.owner, self.origin, self.target, armies, 0, at.who, armies + there.armies)
        die = at.dice.roll(f"battle.{self.target}")
        owner = at.who if armies + die > there.armies + at.world.walls(self.target) else there.owner
        left = max(1, abs(armies - there.armies))
        return Marched(at.who, there.owner, self.origin, self.target, armies, die, owner, left)


# The sequence of play, and the end.


def income(turn: Turn[World]) -> Iterator[Event]:
    return (Paid(who, gold) for who, gold in turn.world.score().items() if gold)


SEQUENCE = (
    Step(START, "1", "new players", roster.new_players),
    Step(ORDERS, "2", "orders, power by power", in_turn()),
    Step(END, "1", "messages", roster.messages),
    Step(END, "1", "missed turns", roster.missed),
    Step(END, "3", "income", income),
    Step(END, "4", "the turn is over", turn_over),
)


def ending(world: World) -> Result | None:
    return most_points(world.score(), POWERS) if world.turn > LAST_TURN else None


# What a player may know: who holds which field, and their own armies and gold.


class View(sight.View, frozen=True):
    gold: int
    fields: dict[str, Field]


def view(world: World, journal: list[Event], who: str) -> View:
    told = sight.telling(journal, POWERS, world.names()).of(who)
    fields = {code: Field(one.owner, one.armies if one.owner == who else 0) for code, one in world.fields.items()}
    return View(who, world.turn - 1, **told, gold=world.powers[who].gold, fields=fields)


def known(view: View) -> World:
    powers = {who: Side(gold=view.gold if who == view.who else 0) for who in POWERS}
    return World(powers, view.fields, view.turn + 1)


# A computer player.


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    own = [code for code, field in view.fields.items() if field.owner == view.who]
    if own and view.gold >= PRICE:
        yield Levy(dice.pick(f"captain.{view.who}", own), ALL), "armies win fields"
    for code in own:
        beside = [other for other in FIELDS if {code, other} in LINKS and other not in own]
        if view.fields[code].armies and beside:
            yield March(code, dice.pick(f"captain.{view.who}", beside), Number(1, True)), "there is more to hold"


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="toy",
    title="The Vale",
    version="1",
    data=HERE / "data",
    book=of.Book(
        actions=action,
        events=(Levied, Marched, Paid),
        sequence=SEQUENCE,
        purses=lambda world, who: {"gold": world.powers[who].gold},
    ),
    state=of.State(kind=World, seats=lambda settings: POWERS, setup=set_up, result=ending),
    language=of.Language(HERE / "toy.lark", action, lambda world: WORDS, Lines(12)),
    sight=of.Sight(View, view, known),
    reports=of.Reports(rule="Twelve lines at most, carried out in their order."),
    cases=of.Cases(lambda world: Streams("battle.{place}", "captain.{power}", place=FIELDS, power=POWERS)),
    computer=of.Computer(("captain",), write),
)
