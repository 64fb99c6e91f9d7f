"""The Vale with more: steps, a condition, a house rule, a standing order, private messages, a list of what may be
corrected, an audit."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field, structs

import toy
from pbm.rules import corrections
from pbm.rules.action import Action, Actions
from pbm.rules.code import Place, Power
from pbm.rules.condition import Condition
from pbm.rules.dice import Dice
from pbm.rules.doctrine import Doctrine
from pbm.rules.engine import ORDERS, Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.order import Line
from pbm.rules.plan import Done, Scene, ok, unless
from pbm.rules.playing import Playing
from pbm.rules.result import Result, most_points
from pbm.rulesets import contract as of

GUARD = 2
WORDS = replace(toy.WORDS, mixed={"reader": ("power",)})
PARAGRAPHS = {
    "2.3": "guarding a field until further notice",
    "2.4": "telling one power something",
    "2.5": "what an order may hang on",
}


class Settings(Struct, frozen=True):
    turns: Annotated[int, Meta(ge=1, description="The turn after which the fields are counted.")] = toy.LAST_TURN


class World(toy.World):
    doctrine: dict[str, Doctrine] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)

    def walls(self, where: str) -> int:
        orders = self.doctrine.get(self.fields[where].owner or "", {})
        return toy.WALLS + GUARD * (orders.get("GUARD") == f"GUARD {where}")


def set_up(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    world, told = toy.set_up(settings, dice, dummies)
    return World(world.powers, world.fields, settings=settings), told


def ending(world: World) -> Result | None:
    return most_points(world.score(), toy.POWERS) if world.turn > world.settings.turns else None


# Orders that stand until further notice, orders with words of one's own, and what any of them may hang on.

action: Actions[Action] = Actions()
action.kinds.update(toy.action.kinds)


@action("2.3", form="GUARD {where}", meaning="guard {where} until further notice", standing="GUARD")
class Guard(Action, frozen=True):
    """Two more for the defence of one field, until you guard another."""

    where: Place

    def plan(self, at: Scene[World]) -> Done:
        return unless(toy.not_yours(at, self.where, "2.3"))


@action("2.4", form="TELL {power} {text}", meaning="tell {power}: {text}")
class Tell(Action, frozen=True):
    """A message that one power alone will read."""

    power: Power
    text: str

    def plan(self, at: Scene[World]) -> Done:
        return ok(Said(at.who, self.text, self.power))


@action.condition("MINE {where}", meaning="{where} is yours", otherwise="{where} is not yours", rule="2.5")
class IsMine(Condition, frozen=True):
    where: Place

    def holds(self, world: World, who: str) -> bool:
        return world.fields[self.where].owner == who


# Lines in two steps: first what everybody does at home, all at the same time; then the marches, one after the other.

AT_HOME, MARCHES = "at home", "marches"


class Steps(Playing[World, Scene[World]]):
    def step_of(self, world: World, who: str, order: Action) -> str:
        return MARCHES if order.word == "MARCH" else AT_HOME


def fewest_fields(turn: Turn[World], who: str, line: Line) -> int:
    return turn.world.score()[who]


PLAYING = Steps()
SEQUENCE = (
    toy.SEQUENCE[0],
    Step(ORDERS, "1", "lines that cannot be read", PLAYING.unplayed),
    Step(ORDERS, "2.1", "levies, guards and words, all at the same time", PLAYING.at_once(AT_HOME)),
    Step(ORDERS, "2.2", "marches, those with the fewest fields first", PLAYING.one_a_go(fewest_fields, MARCHES)),
    Step(ORDERS, "1", "lines that no step has played", PLAYING.left_over),
    *toy.SEQUENCE[2:],
)


# A player also knows their own standing orders.


class View(toy.View, frozen=True):
    standing: Doctrine
    settings: Settings


def view(world: World, journal: list[Event], who: str) -> View:
    known = structs.asdict(toy.view(world, journal, who))
    return View(**known, standing=world.doctrine.get(who, {}), settings=world.settings)


def known(view: View) -> World:
    world = toy.known(view)
    return World(world.powers, world.fields, world.turn, {view.who: view.standing}, view.settings)


# What the game master may correct, and what must hold in every turn of self-play.


class Corrected(corrections.Corrected, frozen=True):
    rule: ClassVar = "1"
    parts: ClassVar = {
        "SEAT": corrections.Part("powers", ("gold", "control")),
        "FIELD": corrections.Part("fields", ("owner", "armies")),
    }
    public: ClassVar = ("owner", "control")
    example: ClassVar = "FIELD ASH armies=3"


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    paid = sum(event.gold for event in journal if isinstance(event, toy.Paid))
    spent = sum(event.gold for event in journal if isinstance(event, toy.Levied))
    had, has = (sum(side.gold for side in world.powers.values()) for world in (before, after))
    if has != had + paid - spent:
        yield "gold came or went by itself"


VALE = toy.RULESET
RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="toy_more",
    title="The Vale with more",
    version="1",
    data=VALE.data,
    book=replace(
        VALE.book,
        paragraphs={**VALE.book.paragraphs, **PARAGRAPHS},
        actions=action,
        events=(*VALE.book.events, Corrected),
        sequence=SEQUENCE,
        doctrine=lambda world, who: world.doctrine.get(who, {}),
    ),
    state=of.State(World, VALE.state.seats, set_up, ending, Settings),
    language=of.Language(toy.HERE / "more.lark", action, lambda world: WORDS, VALE.language.shape),
    sight=of.Sight(View, view, known),
    reports=of.Reports(rule=VALE.reports.rule),
    seats=of.Seats(
        resigned=lambda power: f"SEAT {power} control=dropout",
        correct=partial(corrections.corrected, Corrected),
    ),
    cases=of.Cases(VALE.cases.streams),
    computer=of.Computer(("captain",), toy.write, audit=audit),
)
