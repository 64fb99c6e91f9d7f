"""Computer players: order-writers that know what their kingdom may know, and nothing else."""

from collections.abc import Callable, Mapping

from pbm.darkage.computer.chance import idle, random
from pbm.darkage.computer.draft import Advice, Draft
from pbm.darkage.computer.steward import steward
from pbm.darkage.computer.warlord import warlord
from pbm.darkage.view import View
from pbm.dice import Dice
from pbm.order import Line, Sheet

Writer = Callable[[Draft, Dice], None]

TEMPERAMENTS: Mapping[str, Writer] = {"steward": steward, "warlord": warlord, "random": random, "idle": idle}


def write(view: View, temperament: str, dice: Dice) -> list[Advice]:
    """The orders a temperament gives, each with its reason, for the turn after the one in the view."""
    draft = Draft(view)
    TEMPERAMENTS[temperament](draft, dice)
    return draft.advice


def sheet(view: View, temperament: str, dice: Dice) -> Sheet:
    """The same as a sheet, ready to be played: no text is parsed."""
    advice = write(view, temperament, dice)
    lines = {number: Line(number, str(order), order) for number, (order, _) in enumerate(advice, 1)}
    return Sheet(view.who, lines, by=temperament)
