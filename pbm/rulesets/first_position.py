"""What can be seen of a game only in its first position: its seats, the steps of its first turn, the kinds of boxes."""

from collections.abc import Iterator, Mapping
from typing import Any

from lark import Lark

from pbm.reading.grammar import built
from pbm.reading.words import POWER, Words
from pbm.rules.dice import Dice
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.sequence import unknown_parts

NAMED = {"NAME", "CODE", "WORD"}
"""What a box consists of that takes the code or the name of something."""


def of_first_position(ruleset: AnyRuleset) -> Iterator[str]:
    state = ruleset.state
    try:
        settings = state.settings()
        if not isinstance(seats := state.seats(settings), Mapping):
            yield f"state.seats gives a {type(seats).__name__}, and has to give codes of powers with their names"
            return
        world: Any = state.setup(settings, Dice(b"0", 0), {})[0]
        words, steps = ruleset.language.words(world), ruleset.book.steps(world)
    except Exception as error:
        yield f"no game can be set up by the usual house rules ({type(error).__name__}: {error})"
        return
    if callable(ruleset.book.sequence):
        yield from unknown_parts(ruleset.book, steps)
    yield from unknown_kinds(built(ruleset.language.grammar, lambda terminal: None), words)


def unknown_kinds(lark: Lark, words: Words) -> Iterator[str]:
    """Boxes for codes of a kind that the game's `Words` lacks: no line with one could be read."""
    ways = ((str(way.origin.name), way.expansion) for way in lark.rules)
    boxes = {name for name, parts in ways if len(parts) == 1 and parts[0].name in NAMED}
    for kind in sorted(boxes | {POWER}):
        if kind not in words.boxes:
            yield f"the words of order lines have no kind {kind}"
