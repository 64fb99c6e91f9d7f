"""Some plays of a sheet in what its player knows, as many as are needed."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from pbm.rehearsal.imagine import everyone, imagined, middle, others
from pbm.rehearsal.outcome import After, after, came
from pbm.rehearsal.play import Played, played
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Came

PLAYS = 12
AGREE = 4
"""If so many plays agree in every line, there is no need for more."""
ALONE = (0, 2, 6, 9)
"""The plays in which everyone else is silent: the first shows how things stand, the others what the dice do."""
WRITTEN = 3
"""So many times computer players write the sheets of the others; plays in the same world share them."""


@dataclass(frozen=True)
class Rehearsal:
    """What came of a sheet."""

    plays: tuple[Played, ...]
    lines: Mapping[int, Came]
    after: After
    broken: int = 0
    """How many plays could not be finished, because no game could come to such a world."""


@dataclass(frozen=True)
class Stage:
    """What the plays of one sheet share."""

    rules: AnyRuleset
    view: Any
    sheet: Sheet
    seed: bytes
    ahead: int = 0
    """How many turns come before the one that the sheet is for."""
    written: dict[int, dict[str, Sheet]] = field(default_factory=dict)
    """Sheets of others that plays share."""

    def dice(self, number: int, turn: int = 0) -> Dice:
        return Dice(hashlib.sha256(self.seed + bytes([number])).digest(), turn)

    def play(self, number: int) -> Played:
        """The first is played in the middle of what the player may guess."""
        rules, who, dice = self.rules, self.sheet.player, self.dice(number)
        world = imagined(rules, self.view, dice) if number else middle(rules, self.view)
        for turn in range(1, self.ahead + 1):
            before = self.dice(number, turn)
            played(rules, world, who, everyone(rules, world, before, {}), before)
        sheets = {} if number in ALONE else self.others(world, number)
        return played(rules, world, who, {**sheets, who: self.sheet}, dice)

    def others(self, world: Any, number: int) -> dict[str, Sheet]:
        """What others order; where every world is the same, they need not write anew for every play."""
        if self.rules.sight.imagined or self.ahead:
            return others(self.rules, world, self.sheet.player, self.dice(number))
        number %= WRITTEN
        if number not in self.written:
            self.written[number] = others(self.rules, world, self.sheet.player, self.dice(number))
        return self.written[number]


def fingerprint(game: str, turn: int, sheet: Sheet) -> bytes:
    """What the dice of a rehearsal are made from: the game's name, the turn, the power and its lines."""
    lines = [(number, str(line.order or line.text)) for number, line in sorted(sheet.lines.items())]
    return hashlib.sha256(msgspec.json.encode([game, turn, sheet.player, lines])).digest()


def rehearse(rules: AnyRuleset, game: str, view: Any, sheet: Sheet, turn: int = 0, most: int = PLAYS) -> Rehearsal:
    """Play the sheet until plays agree; a play that breaks is dropped and counted."""
    turn = turn or view.turn + 1
    stage = Stage(rules, view, sheet, fingerprint(game, turn, sheet), max(0, turn - view.turn - 1))
    plays, broken = list[Played](), 0
    for number in range(most):
        try:
            plays.append(stage.play(number))
        except Exception:  # an imagined world may be one that the rules never meant
            broken += 1
        if len(plays) == AGREE and agree(plays):
            break
    return told(rules, view, sheet, tuple(plays), broken)


def agree(plays: list[Played]) -> bool:
    first = outcomes(plays[0])
    return all(outcomes(play) == first for play in plays)


def outcomes(play: Played) -> dict[int, str]:
    return {number: answer.outcome for number, answer in play.answers.items()}


def told(rules: AnyRuleset, view: Any, sheet: Sheet, plays: tuple[Played, ...], broken: int) -> Rehearsal:
    who = sheet.player
    lines = {number: came(plays, number) for number, line in sheet.lines.items() if line.order} if plays else {}
    held, purse = partial(holdings, rules, who), partial(purses, rules, who)
    return Rehearsal(plays, lines, after(plays, held(rules.sight.known(view)), held, purse), broken)


def holdings(rules: AnyRuleset, who: str, world: Any) -> tuple[str, ...]:
    if rules.book.holdings:
        return tuple(rules.book.holdings(world, who))
    return tuple(code for code, owner in rules.reports.chapter(world).owners.items() if owner == who)


def purses(rules: AnyRuleset, who: str, world: Any) -> Mapping[str, int]:
    return dict(rules.book.purses(world, who))
