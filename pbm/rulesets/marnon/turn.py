"""A turn of Marnon, step by step [4]."""

from collections.abc import Iterator

from pbm.rules import roster
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rules.playing import turn_over
from pbm.rulesets.marnon import doctrine, setup
from pbm.rulesets.marnon.sheet import leftovers, unread
from pbm.rulesets.marnon.world import World

PARTS = (START, ORDERS, END)


def computer_plays(turn: Turn) -> Iterator[Event]:
    return roster.computer_plays(turn, turn.world.senders())


def sequence(world: World) -> tuple[Step, ...]:
    return SET_UP if world.turn == 0 else SEQUENCE


SET_UP = (
    Step(START, "8.3", "new players", roster.new_players),
    Step(ORDERS, "3.5", "lines that cannot be read", unread),
    Step(ORDERS, "3.3", "standing orders", doctrine.standing_orders),
    Step(ORDERS, "8.3", "forces are placed", setup.place_all),
    Step(ORDERS, "3.5", "answers", leftovers),
    Step(END, "10", "messages", roster.messages),
    Step(END, "4.10", "the turn is over", turn_over),
)
SEQUENCE = (
    Step(START, "4.2", "new players", roster.new_players),
    Step(START, "4.2", "powers that the computer plays", computer_plays),
    Step(ORDERS, "3.5", "lines that cannot be read", unread),
    Step(ORDERS, "3.3", "standing orders", doctrine.standing_orders),
    Step(ORDERS, "3.5", "answers", leftovers),
    Step(END, "10", "messages", roster.messages),
    Step(END, "4.10", "the turn is over", turn_over),
)
