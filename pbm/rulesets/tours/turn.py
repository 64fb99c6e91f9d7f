"""A game turn: standing orders, initiative, two player turns of five phases, and the victory check [4.0]."""

from pbm.rules import roster
from pbm.rules.engine import END, ORDERS, START, Step
from pbm.rulesets.tours import missed, set_up, victory
from pbm.rulesets.tours.world import World

SEATS = (
    Step(START, "16.8", "new players", roster.new_players),
    Step(START, "16.8", "sides the computer plays", missed.computer_plays),
)
SET_UP_TURN = (
    *SEATS,
    Step(ORDERS, "13.1", "set-up", set_up.set_up_turn),
    Step(END, "16.1", "messages", roster.messages),
    Step(END, "16.8", "missed turns", missed.missed_turns),
    Step(END, "4.0", "the turn ends", victory.close),
)
TURN = (
    *SEATS,
    Step(END, "14.3", "the victory check", victory.check),
    Step(END, "16.1", "messages", roster.messages),
    Step(END, "16.8", "missed turns", missed.missed_turns),
    Step(END, "4.0", "the turn ends", victory.close),
)
SEQUENCE = (*SET_UP_TURN, *TURN)


def sequence(world: World) -> tuple[Step, ...]:
    return SET_UP_TURN if world.turn == 0 else TURN
