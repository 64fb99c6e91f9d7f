"""Some plays of a sheet in what its player knows, as many as are needed."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self

import msgspec

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.imagine import everyone, imagined
from pbm.rehearsal.links import links
from pbm.rehearsal.outcome import After, after, came
from pbm.rehearsal.play import Played, played
from pbm.rehearsal.spread import Spread
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.event import Answered
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import FAILED, Came

PLAYS = 8
AGREE = 4
"""If so many plays agree in every line, there is no need for more, unless other dice may yet save one that fails."""
ALONE = (0, 2, 5)
"""The plays in which everyone else is silent: the first shows how things stand, the others what the dice do."""
GUESSES = 3
"""So many worlds are imagined, the first with the middle of every guess; plays share them, and the sheets of others."""


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
    worlds: dict[int, Any] = field(default_factory=dict)
    """The worlds imagined so far: a play has a copy."""
    written: dict[int, dict[str, Sheet]] = field(default_factory=dict)
    """The sheets of all in such a world."""

    def dice(self, number: int, turn: int = 0) -> Dice:
        return Spread(self.seed, turn, number)

    @classmethod
    def of(cls, rules: AnyRuleset, game: str, view: Any, sheet: Sheet, turn: int = 0) -> Self:
        """For the next turn, or a later one."""
        turn = turn or view.turn + 1
        return cls(rules, view, sheet, fingerprint(game, turn, sheet), max(0, turn - view.turn - 1))

    def play(self, number: int, sheet: Sheet | None = None, others: Mapping[str, Sheet] | None = None) -> Played | None:
        """A play of the sheet, or of another by the same dice, alone, among the others or among those given; none if
        it breaks."""
        rules, who = self.rules, self.sheet.player
        try:
            world = self.opening(number)
            if others is None:
                others = {} if number in ALONE else self.sheets(world, number)
            sheets = {**others, who: sheet or self.sheet}
            return replace(played(rules, world, who, sheets, self.dice(number)), number=number)
        except Exception as error:
            dropped(rules, error)
            return None

    def opening(self, number: int) -> Any:
        """A world in which the turn of the sheet begins, to be changed freely."""
        world = self.world(number)
        for turn in range(1, self.ahead + 1):
            before = self.dice(number, turn)
            played(self.rules, world, self.sheet.player, everyone(self.rules, world, before, {}), before)
        return world

    def held(self, world: Any) -> tuple[str, ...]:
        return holdings(self.rules, self.sheet.player, world)

    def without(self, play: Played, line: int) -> Played | None:
        """A play once more without a line."""
        lines = {number: each for number, each in self.sheet.lines.items() if number != line}
        return self.play(play.number, msgspec.structs.replace(self.sheet, lines=lines))

    def world(self, number: int) -> Any:
        """A world for a play, to be changed freely."""
        guess = number % GUESSES
        if guess not in self.worlds:
            known = self.rules.sight.known
            self.worlds[guess] = imagined(self.rules, self.view, self.dice(guess)) if guess else known(self.view)
        return copied(self.worlds[guess])

    def sheets(self, world: Any, number: int) -> dict[str, Sheet]:
        """What all order; in the same world they need not write anew for every play."""
        guess, own = number % GUESSES, {self.sheet.player: self.sheet}
        if self.ahead:
            return everyone(self.rules, world, self.dice(number), own)
        if guess not in self.written:
            self.written[guess] = everyone(self.rules, world, self.dice(guess), own)
        return self.written[guess]


def fingerprint(game: str, turn: int, sheet: Sheet) -> bytes:
    """What the dice of a rehearsal are made from: the game's name, the turn, the power and its lines."""
    lines = [(number, str(line.order or line.text)) for number, line in sorted(sheet.lines.items())]
    return hashlib.sha256(msgspec.json.encode([game, turn, sheet.player, lines])).digest()


def rehearse(rules: AnyRuleset, game: str, view: Any, sheet: Sheet, turn: int = 0, agree: int = AGREE) -> Rehearsal:
    """Play the sheet until so many plays agree; a play that breaks is dropped and counted."""
    stage, plays, tried = Stage.of(rules, game, view, sheet, turn), list[Played](), 0
    for tried in range(1, PLAYS + 1):
        if play := stage.play(tried - 1):
            plays.append(play)
        if len(plays) == agree and alike(plays):
            break
    return told(rules, view, sheet, tuple(plays), tried - len(plays), links(plays, stage.without))


def alike(plays: list[Played]) -> bool:
    first = outcomes(plays[0])
    return all(outcomes(play) == first for play in plays) and all(map(is_settled, plays[0].answers.values()))


def is_settled(answer: Answered) -> bool:
    """Whether a line that failed fails for good."""
    return answer.outcome != FAILED or any(why.kind == "lasting" for why in answer.refusals)


def outcomes(play: Played) -> dict[int, str]:
    return {number: answer.outcome for number, answer in play.answers.items()}


def told(
    rules: AnyRuleset,
    view: Any,
    sheet: Sheet,
    plays: tuple[Played, ...],
    broken: int,
    links: Mapping[int, int] | None = None,
) -> Rehearsal:
    who = sheet.player
    orders = [number for number, line in sheet.lines.items() if line.order]
    lines = {number: came(plays, number, (links or {}).get(number, 0)) for number in orders} if plays else {}
    held, purse = partial(holdings, rules, who), partial(purses, rules, who)
    return Rehearsal(plays, lines, after(plays, who, held(rules.sight.known(view)), held, purse), broken)


def holdings(rules: AnyRuleset, who: str, world: Any) -> tuple[str, ...]:
    if rules.book.holdings:
        return tuple(rules.book.holdings(world, who))
    return tuple(code for code, owner in rules.reports.chapter(world).owners.items() if owner == who)


def purses(rules: AnyRuleset, who: str, world: Any) -> Mapping[str, int]:
    return dict(rules.book.purses(world, who))
