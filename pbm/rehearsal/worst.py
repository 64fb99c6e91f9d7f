"""What a power may lose at worst: each other power in turn does all it can, as any computer player would."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.rehearse import GUESSES, Stage
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import drawn_up

THROWS = (0, GUESSES)
"""Each temperament of each other power is played by two throws of the dice, in the middle of what may be guessed."""


def worst(rules: AnyRuleset, game: str, view: Any, sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """The places that others can take in what the player knows, each with those who can; what is lost with everybody
    else silent is nobody's doing."""
    found, stage = dict[str, dict[str, None]](), Stage.of(rules, game, view, sheet)
    now = stage.held(rules.sight.known(view))
    for number in THROWS:
        silent = left(stage, number, {}) or ()
        for who, other in foes(stage, number):
            held = left(stage, number, {who: other})
            for code in now:
                if held is not None and code in silent and code not in held:
                    found.setdefault(code, {})[who] = None
    return {code: tuple(found[code]) for code in now if code in found}


def foes(stage: Stage, number: int) -> Iterator[tuple[str, Sheet]]:
    """Every sheet that a computer player could write for another power, in what the player knows."""
    rules, world = stage.rules, stage.world(number)
    others = [who for who in rules.state.players(world) if who != stage.sheet.player]
    written = set[tuple[str, ...]]()
    for who, temperament in product(others, rules.computer.players):
        try:
            sheet = drawn_up(rules, world, [], who, temperament, stage.dice(number))
        except Exception as error:
            dropped(rules, error)
            continue
        lines = who, *(line.text for line in sheet.lines.values())
        if lines not in written:
            written.add(lines)
            yield who, sheet


def left(stage: Stage, number: int, others: Mapping[str, Sheet]) -> tuple[str, ...] | None:
    """What the power holds after such a turn, if it can be played."""
    play = stage.play(number, others=others)
    return stage.held(play.world) if play else None
