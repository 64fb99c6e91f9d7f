"""Worlds as a player may imagine them, and what everyone may order in them."""

from collections.abc import Mapping
from typing import Any

from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import drawn_up


def middle(rules: AnyRuleset, view: Any) -> Any:
    """The world as the player knows it, with the middle of what they may guess; to be changed freely."""
    return copied(rules.sight.known(view))


def imagined(rules: AnyRuleset, view: Any, dice: Dice) -> Any:
    """A world in which the dice fill in what the player cannot know, if the game can imagine that."""
    return rules.sight.imagined(view, dice) if rules.sight.imagined else rules.sight.known(view)


def everyone(rules: AnyRuleset, world: Any, dice: Dice, given: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Sheets for all: those given, and for the rest what computer players would order from what they know there."""
    computer, found = rules.computer, dict(given)
    for who in rules.state.players(world) if computer.players else ():
        if who not in given:
            found[who] = drawn_up(rules, world, [], who, computer.usual, dice)
    return found
