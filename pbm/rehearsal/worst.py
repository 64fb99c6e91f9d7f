"""What a power may lose at worst: each other power in turn does all it can, as any computer player would."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.play import played
from pbm.rehearsal.rehearse import fingerprint, holdings
from pbm.rehearsal.spread import Spread
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import drawn_up

THROWS = 2
"""Each temperament of each other power is played with so many throws of the dice."""


def worst(rules: AnyRuleset, game: str, view: Any, sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """The places that others can take in what the player knows, each with those who can; what is lost with everybody
    else silent is nobody's doing."""
    found = dict[str, dict[str, None]]()
    seed, now = fingerprint(game, view.turn + 1, sheet), holdings(rules, sheet.player, rules.sight.known(view))
    for number in range(THROWS):
        dice = Spread(seed, view.turn + 1, number)
        silent = left(rules, view, {sheet.player: sheet}, sheet.player, dice) or ()
        for who, other in foes(rules, view, sheet.player, dice):
            held = left(rules, view, {sheet.player: sheet, who: other}, sheet.player, dice)
            taken = [code for code in now if held is not None and code in silent and code not in held]
            for code in taken:
                found.setdefault(code, {})[who] = None
    return {code: tuple(found[code]) for code in now if code in found}


def foes(rules: AnyRuleset, view: Any, own: str, dice: Spread) -> Iterator[tuple[str, Sheet]]:
    """Every sheet that a computer player could write for another power, in what the player knows."""
    world = middle(rules, view)
    others = [who for who in rules.state.players(world) if who != own]
    written = set[tuple[str, ...]]()
    for who, temperament in product(others, rules.computer.players):
        try:
            sheet = drawn_up(rules, world, [], who, temperament, dice)
        except Exception as error:
            dropped(rules, error)
            continue
        lines = who, *(line.text for line in sheet.lines.values())
        if lines not in written:
            written.add(lines)
            yield who, sheet


def left(rules: AnyRuleset, view: Any, sheets: Mapping[str, Sheet], who: str, dice: Spread) -> tuple[str, ...] | None:
    """What the power holds after such a turn, if it can be played."""
    try:
        return holdings(rules, who, played(rules, middle(rules, view), who, sheets, dice).world)
    except Exception as error:
        dropped(rules, error)
        return None
