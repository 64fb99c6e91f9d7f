"""Computer players: order-writers that know what their kingdom may know, and nothing else."""

from collections.abc import Callable, Mapping

from pbm.rules.dice import Dice
from pbm.rulesets.darkage.computer.chance import idle, random
from pbm.rulesets.darkage.computer.draft import Advice, Draft
from pbm.rulesets.darkage.computer.steward import steward
from pbm.rulesets.darkage.computer.warlord import warlord
from pbm.rulesets.darkage.view import View

Writer = Callable[[Draft, Dice], None]

WRITERS: Mapping[str, Writer] = {"steward": steward, "warlord": warlord, "random": random, "idle": idle}


def write(view: View, temperament: str, dice: Dice) -> list[Advice]:
    """The orders a temperament gives, each with its reason, for the turn after the one in the view."""
    draft = Draft(view)
    WRITERS[temperament](draft, dice)
    return draft.advice
