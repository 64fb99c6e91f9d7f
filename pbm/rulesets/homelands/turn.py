"""A round of Homelands, step by step [4.1]: what stands side by side here happens at the same time."""

from collections.abc import Iterator

from pbm.rules import playing as common
from pbm.rules import roster
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rulesets.homelands import setup
from pbm.rulesets.homelands.playing import the_sheets
from pbm.rulesets.homelands.world import Round, World


def messages(turn: Turn) -> Iterator[Event]:
    return roster.messages(turn) if turn.world.settings.messages else iter(())


SET_UP = (
    Step(START, "11.1", "new players", roster.new_players),
    Step(ORDERS, "4.1", "the sheets", the_sheets),
    Step(ORDERS, "5.2.4", "options", setup.options),
    Step(ORDERS, "5.2.2", "start fields", setup.start_fields),
    Step(ORDERS, "5.2.3", "outfits", setup.outfits),
    Step(ORDERS, "5.18.26", "pacts from the start", setup.first_pacts),
    Step(END, "11.1", "messages", messages),
    Step(END, "4.1", "the set-up is over", common.turn_over),
)


def sequence(world: World) -> tuple[Step, ...]:
    return SET_UP


__all__ = ["Round"]
