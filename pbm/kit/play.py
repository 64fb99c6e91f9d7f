"""Any game, played at random: what every suite needs.

Random orders are made from the actions' forms and the game's vocabulary, so a new game gets them for nothing; a game
may bring hands that write orders which make better sense.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pbm.kit.brought import brought
from pbm.reports import Chapter, Frame, Report, Roundup
from pbm.reports.sections import Fact
from pbm.rules.condition import Condition, If
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import ALL, Lines, Number, Order, Shape, Sheet, Slots
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import reports
from pbm.rulesets.stand_ins import all_sheets

SECRET = b"a secret for tests"
LINES = 10
"""So many lines a random sheet of a list has."""
TRIES = 8
"""So often a random line is written anew because it cannot be read, before it stays as it is."""
NUMBERS = (Number(1), Number(2), Number(3), ALL, Number(1, True), Number(0), Number(-1))
CONDITIONAL, TALKATIVE, CALLABLE = 0.15, 0.3, 0.2

Writes = Callable[[Any, list[Event], Dice], Mapping[str, Sheet]]
"""How everyone writes their sheet."""

FRAME = Frame(
    game="game1",
    date="1 Dec 2026",
    player="The player of Mercia",
    address=("1 The Street", "Tamworth"),
    gm="The game master",
    orders_to="orders@example.org",
    post_to=("2 The Lane", "London"),
    deadline="Fri 11 Dec 2026, 18:00 UTC",
    sheet_code="K7Q-2MX-F",
    facts=(Fact("credits", "Turn credits", "2"), Fact("discounts", "Discounts", "1")),
    warnings=("Only 2 turns are paid for.",),
    closing=("2 turns paid for and not played go with you into your next game.",),
    receipt="ab12cd34",
    note="A word to everyone.",
)


@dataclass(frozen=True)
class Played:
    """A turn that has been played: before, after, and all that came of it."""

    rules: AnyRuleset
    opening: Any
    world: Any
    journal: list[Event]
    past: tuple[Chapter, ...]
    sheets: Mapping[str, Sheet]

    def views(self) -> dict[str, Any]:
        return dict(self.rules.views(self.world, self.journal))

    def reports(
        self, frame: Frame = FRAME, sheets: dict[str, Sheet] | None = None
    ) -> tuple[Roundup, dict[str, Report]]:
        frames = dict.fromkeys([*self.rules.state.names(self.world), ""], frame)
        return reports(self.rules, self.world, self.journal, frames, self.past, sheets)


def fresh(rules: AnyRuleset) -> Any:
    """The first position of a game."""
    return rules.state.setup(rules.state.settings(), Dice(SECRET, 0), {})[0]


def begun(rules: AnyRuleset) -> Any:
    """The first position in which every order may count: after the set-up, if that is a turn."""
    world = fresh(rules)
    if world.turn == 0:
        play(Turn(world, {}, Dice(SECRET, 0)), rules.book.steps(world))
    return world


@cache
def begun_once(name: str) -> Any:
    """The same for tests that leave it alone."""
    return begun(load(name))


def copied(rules: AnyRuleset, world: Any) -> Any:
    return rules.state.read(rules.state.write(world), getattr(world, "settings", rules.state.settings()))


def game(rules: AnyRuleset, seed: int, turns: int, world: Any = None) -> Iterator[Played]:
    """Turns of a random game, up to its end."""
    chance = random.Random(seed)

    def write(world: Any, journal: list[Event], dice: Dice) -> Mapping[str, Sheet]:
        return with_talk(rules, world, random_sheets(rules, world, chance), chance)

    return turns_of(rules, turns, fresh(rules) if world is None else world, write)


def self_play(rules: AnyRuleset, seed: int, turns: int) -> Iterator[Played]:
    """Turns of a game of the usual computer players, up to its end."""

    def write(world: Any, journal: list[Event], dice: Dice) -> Mapping[str, Sheet]:
        return all_sheets(rules, world, journal, {}, dice)

    return turns_of(rules, turns, fresh(rules), write, bytes([seed]))


def turns_of(rules: AnyRuleset, turns: int, world: Any, write: Writes, secret: bytes = SECRET) -> Iterator[Played]:
    past, journal = tuple[Chapter, ...](), list[Event]()
    for _ in range(turns):
        opening, dice = copied(rules, world), Dice(secret, world.turn)
        past = (*past, rules.reports.chapter(world))
        sheets = write(world, journal, dice)
        journal = play(Turn(world, sheets, dice), rules.book.steps(world))
        yield Played(rules, opening, copied(rules, world), journal, past, sheets)
        if rules.state.result(world) or not rules.state.players(world):
            return


def with_talk(rules: AnyRuleset, world: Any, sheets: Mapping[str, Sheet], chance: random.Random) -> dict[str, Sheet]:
    """Some say something, some write lines that cannot be read."""
    reader, written = rules.language.reader(world), {}
    for who, sheet in sheets.items():
        lines, number = dict(sheet.lines), extra(rules.language.shape, sheet)
        if chance.random() < TALKATIVE and (line := reader.line("XYZZY ON ROME", number)):
            lines[number] = line
        messages = (f"{who} greets you all.",) if chance.random() < TALKATIVE else ()
        contacts = {"PHONE": f"01 {who}"} if "PHONE" in reader.words.contacts and chance.random() < CALLABLE else {}
        written[who] = Sheet(who, lines, (), messages, contacts)
    return written


def extra(shape: Shape, sheet: Sheet) -> int:
    """Where one more line goes: the last slot, or the end of the list."""
    return shape.most if isinstance(shape, Slots) else min(len(sheet.lines) + 1, shape.most)


# random orders


def random_sheets(rules: AnyRuleset, world: Any, chance: random.Random) -> dict[str, Sheet]:
    hands = brought(rules.name).hands
    return dict(hands(world, chance)) if hands else plain_sheets(rules, world, chance)


def plain_sheets(rules: AnyRuleset, world: Any, chance: random.Random) -> dict[str, Sheet]:
    """A sheet for everyone in play, from forms and vocabulary alone."""
    reader, shape = rules.language.reader(world), rules.language.shape
    number = LINES if isinstance(shape, Lines) else shape.most
    return {
        who: reader.lines(who, [random_line(rules, world, chance) for _ in range(min(number, shape.most))])
        for who in rules.state.players(world)
    }


def random_line(rules: AnyRuleset, world: Any, chance: random.Random) -> str:
    reader, text = rules.language.reader(world), ""
    for _ in range(TRIES):
        text = str(random_order(rules, world, chance))
        if reader.order(text):
            break
    return text


def random_order(rules: AnyRuleset, world: Any, chance: random.Random) -> Order:
    actions, codes = rules.book.actions, sorted(rules.language.words(world).all_codes)
    order = filled(chance.choice(list(actions.values())), codes, chance)
    if not actions.conditions or chance.random() > CONDITIONAL:
        return order
    condition = filled(chance.choice(list(actions.conditions.values())), codes, chance)
    assert isinstance(condition, Condition)
    return If((condition,), order, chance.random() < 0.5)


def filled(kind: type[Order], codes: list[str], chance: random.Random) -> Order:
    return kind(
        **{box: random_box(hint, codes, chance) for box, hint in get_type_hints(kind).items() if box in kind.boxes}
    )


def random_box(hint: Any, codes: list[str], chance: random.Random) -> Any:
    if get_origin(hint) in (Union, UnionType):
        return random_box(chance.choice(get_args(hint)), codes, chance)
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        items = [inner[0]] * chance.randint(1, 3) if inner[-1] is ... else inner
        return tuple(random_box(item, codes, chance) for item in items)
    if hint is type(None):
        return None
    if hint is Number:
        return chance.choice(NUMBERS)
    return chance.randint(0, 9) if hint is int else chance.choice(codes)
