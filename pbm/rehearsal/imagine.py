"""Worlds as a player may imagine them, and what others may order in them."""

from collections.abc import Mapping
from typing import Any

from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import as_sheet


def middle(rules: AnyRuleset, view: Any) -> Any:
    """The world as the player knows it, with the middle of what they may guess; to be changed freely."""
    return copied(rules.sight.known(view))


def imagined(rules: AnyRuleset, view: Any, dice: Dice) -> Any:
    """A world in which the dice fill in what the player cannot know, if the game can imagine that."""
    return copied(rules.sight.imagined(view, dice)) if rules.sight.imagined else middle(rules, view)


def others(rules: AnyRuleset, world: Any, who: str, dice: Dice) -> dict[str, Sheet]:
    """What computer players would order for everyone else in that world, each from what they would know there."""
    computer, found = rules.computer, dict[str, Sheet]()
    for other in rules.state.players(world) if computer.players else ():
        if other != who:
            view = rules.sight.view(world, [], other)
            found[other] = as_sheet(other, computer.write(view, computer.usual, dice), computer.usual)
    return found


def everyone(rules: AnyRuleset, world: Any, dice: Dice, given: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Sheets for all: those given, and computer players' for the rest."""
    return {**others(rules, world, "", dice), **given}
