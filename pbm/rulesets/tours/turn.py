"""A game turn: standing orders, initiative, two player turns of five phases, and the victory check [4.0]."""

from collections.abc import Iterator
from functools import partial

from pbm.rules import roster
from pbm.rules.condition import bare
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rules.order import Line
from pbm.rules.playing import every_line, of_kind
from pbm.rulesets.tours import command, missed, opening, set_up, shock, victory
from pbm.rulesets.tours.bout import FIRST, PLACES, Bout
from pbm.rulesets.tours.declare import attack_answers, declared
from pbm.rulesets.tours.field import Attack
from pbm.rulesets.tours.forces import SIDES, enemy_of
from pbm.rulesets.tours.playing import PLAYING
from pbm.rulesets.tours.reform import reform
from pbm.rulesets.tours.results import loosened
from pbm.rulesets.tours.unit_lines import GONE, LINES, inactive, refusals, units_of
from pbm.rulesets.tours.world import World

BOUT = "bout"


def bout_of(turn: Turn[World], place: str) -> tuple[Bout, list[Line]] | None:
    """The player turn in progress and the lines of its sheet; None once the battle is over."""
    world = turn.world
    if world.winner or world.first is None:
        return None
    if (BOUT, place) not in turn.kept:
        side = world.first if place == FIRST else enemy_of(world.first)
        turn.kept[BOUT, place] = Bout(world, side, turn.dice, place, [*opening.staying(turn)])
    bout: Bout = turn.kept[BOUT, place]
    return bout, every_line(turn, bout.side)


def markers(turn: Turn[World], place: str) -> Iterator[Event]:
    if now := bout_of(turn, place):
        yield from command.markers(*now)


def leaders(turn: Turn[World], place: str) -> Iterator[Event]:
    if now := bout_of(turn, place):
        yield from command.leads(*now)


def movement(turn: Turn[World], place: str) -> Iterator[Event]:
    if now := bout_of(turn, place):
        yield from command.activations(*now)
        yield from command.mark_answers(*now)
        yield from unit_answers(*now)


def unit_answers(bout: Bout, lines: list[Line]) -> Iterator[Event]:
    """Of every line for units, and of the units whose contingents did not move."""
    for line in lines:
        order = bare(line.order)
        if not isinstance(order, LINES):
            continue
        wrong = refusals(bout, line)
        for code in [] if wrong else units_of(bout, order):
            if not bout.is_active(code):
                bout.leave_out(line, code, *inactive(bout, code))
        yield bout.answer(line, *(wrong or [GONE]))


def shock_phase(turn: Turn[World], place: str) -> Iterator[Event]:
    if now := bout_of(turn, place):
        bout, lines = now
        fights = declared(bout, lines)
        attack_answers(bout, lines, fights)
        yield from (bout.answer(line) for line, _ in of_kind(lines, Attack))
        yield from shock.resolved(bout, fights)


def reforming(turn: Turn[World], place: str) -> Iterator[Event]:
    if now := bout_of(turn, place):
        yield from reform(now[0])
        yield from loosened(turn.world)


PHASES = (
    ("5.2.1", "orders markers", markers),
    ("12.0", "leaders move", leaders),
    ("5.2.2", "contingents move and fire", movement),
    ("8.3", "shock", shock_phase),
    ("10.0", "reform", reforming),
)
PLAYER_TURNS = tuple(
    Step(ORDERS, rule, name, partial(run, place=place), round=number)
    for number, place in enumerate(PLACES, 1)
    for rule, name, run in PHASES
)
SEATS = (
    Step(START, "16.8", "new players", roster.new_players),
    Step(START, "16.8", "sides the computer plays", roster.computers(lambda world: SIDES)),
)
CLOSE = (
    Step(END, "16.1", "messages", roster.messages),
    Step(END, "16.8", "missed turns", missed.missed_turns),
    Step(END, "4.0", "the turn ends", victory.close),
)
SET_UP_TURN = (
    *SEATS,
    Step(ORDERS, "13.1", "set-up", set_up.set_up_turn),
    *CLOSE,
)
TURN = (
    *SEATS,
    Step(ORDERS, "16.4", "standing orders", opening.standing_orders),
    Step(ORDERS, "4.1", "initiative", opening.initiative),
    *PLAYER_TURNS,
    Step(ORDERS, "16.1", "answers", PLAYING.left_over),
    Step(END, "14.3", "the victory check", victory.check),
    *CLOSE,
)
SEQUENCE = (*SET_UP_TURN, *TURN)


def sequence(world: World) -> tuple[Step[World], ...]:
    """A set-up turn places the armies; every other turn is fought."""
    return SET_UP_TURN if world.turn == 0 else TURN
