"""How true receipts are: sheets of many kinds are foreseen, then played, and every line held against what came of it.

python -m bench.receipts SHEETS GAME...
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.calibration import plot
from bench.mistakes import Hand, mistaken
from pbm.kit.play import random_sheets
from pbm.receipts.foresee import foresee
from pbm.rehearsal.play import played
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.stand_ins import all_sheets

TURNS = 8
HANDS = ("usual", "random", "mistaken")
EIGHTHS = 8
"""As many as there are rehearsals of a sheet at most."""
TRIED = ("ok", "partial", "failed")
Shares = dict[int, Counter[bool]]
OTHER_DICE = 4
"""In so many plays alone a line must fail for a reason that was there when the sheet was read."""


class Held(NamedTuple):
    """A line as the receipt told of it, and what came of it."""

    said: Foreseen
    came: str
    alone: bool
    """Whether it fails in the real position with everyone else silent."""
    there: bool
    """Whether it does so whatever the dice: its reason was there."""
    mistake: str = ""
    """The mistake that was planted in it."""
    usual: str = ""
    """What comes of it if everyone else orders as a usual player, which is what rehearsals imagine."""


class Truth:
    """What is counted over many lines."""

    def __init__(self) -> None:
        self.sheets = 0
        self.broken = 0
        self.counts = Counter[str]()
        self.mixed: Shares = {}
        """Of lines said to fail in so many eighths of the rehearsals, how many did; among players of all kinds."""
        self.usual: Shares = {}
        """The same among usual players."""
        self.planted: dict[str, Counter[bool]] = {}
        """Of the lines that failed with a mistake of each kind, how many were warned of."""

    def add(self, line: Held) -> None:
        said, failed = line.said, line.came == "failed"
        warned = said.may_fail or not said.order
        self.counts["lines"] += 1
        if failed and line.mistake:
            self.planted.setdefault(line.mistake, Counter())[warned] += 1
        if failed and line.alone:
            self.counts["alone"] += 1
            self.counts["alone, warned"] += warned
        if failed and line.there:
            self.counts["there"] += 1
            self.counts["warned"] += warned
        elif failed:
            self.counts["came later"] += 1
        if line.came in ("ok", "partial"):
            self.counts["done"] += 1
            self.counts["false alarm"] += said.fails
        weigh(self.mixed, said, line.came)
        weigh(self.usual, said, line.usual)

    def share(self, part: str, whole: str) -> float:
        return self.counts[part] / max(1, self.counts[whole])


def weigh(shares: Shares, said: Foreseen, played: str) -> None:
    """Count a line that failed in some rehearsals and not in others, and was tried in play."""
    came = said.came
    if came and 0 < came.failed < came.plays and played in TRIED:
        tried = sum(came.outcomes.get(each, 0) for each in TRIED)
        shares.setdefault(round(EIGHTHS * came.failed / tried), Counter())[played == "failed"] += 1


def measured(name: str, sheets: int, seed: int = 0) -> Truth:
    """Play games until so many sheets are foreseen."""
    rules, truth = load(name), Truth()
    while truth.sheets < sheets:
        for lines, broken in game(rules, seed):
            truth.sheets += 1
            truth.broken += broken
            for line in lines:
                truth.add(line)
            if truth.sheets == sheets:
                break
        seed += 1
    return truth


def game(rules: AnyRuleset, seed: int) -> Iterator[tuple[list[Held], int]]:
    """A game in which some sheets of each turn are foreseen: their lines, and the plays that broke."""
    chance, secret = random.Random(seed), f"receipts {seed}".encode()
    world, journal = rules.state.setup(rules.state.settings(), Dice(secret, 0), {})
    for number in range(1, TURNS + 1):
        if rules.state.result(world):
            return
        dice = Dice(secret, number)
        sheets, planted = written(rules, world, journal, chance, dice)
        views = rules.views(world, journal)
        asked = [who for who in sheets if who in views and sheets[who].lines]
        chosen = chance.sample(asked, min(3, len(asked)))
        told = {who: foresee(rules, f"game{seed}", views[who], sheets[who], views[who].turn + 1) for who in chosen}
        fails = {who: failing(rules, world, sheets[who], secret, number) for who in chosen}
        others = all_sheets(rules, world, journal, {}, Dice(secret, number))
        usual = {who: among(rules, world, others, sheets[who], Dice(secret, number)) for who in chosen}
        journal = play(Turn(world, sheets, dice), rules.book.steps(world))
        came = {(event.sheet, event.number): event.came for event in journal if isinstance(event, Answered)}
        for who in chosen:
            alone, always = fails[who]
            yield (
                [
                    Held(
                        line,
                        came[who, at],
                        at in alone,
                        at in always,
                        planted.get((who, at), ""),
                        usual[who].get(at, ""),
                    )
                    for line in told[who].lines
                    if (who, at := line.number) in came
                ],
                told[who].broken,
            )


def among(rules: AnyRuleset, world: Any, others: Mapping[str, Sheet], sheet: Sheet, dice: Dice) -> dict[int, str]:
    """What comes of each line of a sheet in the real position if everyone else sends these sheets."""
    who = sheet.player
    answers = played(rules, copied(world), who, {**others, who: sheet}, dice).answers
    return {number: answer.came for number, answer in answers.items()}


def failing(rules: AnyRuleset, world: Any, sheet: Sheet, secret: bytes, number: int) -> tuple[set[int], set[int]]:
    """The lines that fail in the real position if everyone else is silent: with the real dice, and with others too."""
    who, found = sheet.player, list[set[int]]()
    for dice in (Dice(secret, number), *(Dice(b"other dice", number + TURNS * each) for each in range(1, OTHER_DICE))):
        answers = played(rules, copied(world), who, {who: sheet}, dice).answers
        found.append({line for line, answer in answers.items() if answer.outcome == "failed"})
    return found[0], found[0].intersection(*found)


def written(
    rules: AnyRuleset,
    world: Any,
    journal: list[Event],
    chance: random.Random,
    dice: Dice,
    hands: Sequence[str] = HANDS,
) -> tuple[dict[str, Sheet], dict[tuple[str, int], str]]:
    """Sheets of usual players, at random, and of usual players who make mistakes; and these mistakes."""
    sheets, planted = dict(all_sheets(rules, world, journal, {}, dice)), dict[tuple[str, int], str]()
    wild = random_sheets(rules, world, chance)
    for who, sheet in sheets.items():
        match chance.choice(hands):
            case "random":
                sheets[who] = wild.get(who, sheet)
            case "mistaken":
                sheets[who], mistakes = mistaken(Hand(rules, world, who, chance), sheet)
                planted |= {(who, number): kind for number, kind in mistakes.items()}
    return sheets, planted


HEADER = (
    "| game | sheets | broken plays | lines | failed, the reason was there | warned of | failed alone | warned of "
    "| failed for a later reason | done | of these called failing |\n|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(name: str, truth: Truth) -> str:
    count, share = truth.counts, truth.share
    figures = [truth.sheets, truth.broken, count["lines"], count["there"], f"{share('warned', 'there'):.2%}"]
    figures += [count["alone"], f"{share('alone, warned', 'alone'):.2%}", count["came later"], count["done"]]
    return f"| {name} | {' | '.join(map(str, figures))} | {share('false alarm', 'done'):.2%} |"


def mistakes(name: str, truth: Truth) -> str:
    """Of the lines that failed with a planted mistake, how many were warned of."""
    rows = [f"{kind} {told[True]} of {told.total()}" for kind, told in sorted(truth.planted.items())]
    return f"{name}, warned of: {', '.join(rows)}"


def calibration(name: str, truth: Truth) -> str:
    """Of the lines said to fail in so many rehearsals, how many did, by how the others played."""
    return "\n".join(
        f"{name}, others {how}, failed of those said to fail in: {', '.join(counted(shares))}"
        for how, shares in (("usual", truth.usual), ("of all kinds", truth.mixed))
    )


def counted(shares: Shares) -> Iterator[str]:
    for eighths, told in sorted(shares.items()):
        yield f"{eighths} of {EIGHTHS} {told[True]} of {told.total()}"


if __name__ == "__main__":
    sheets, *games = sys.argv[1:]
    found = {}
    print(HEADER)
    for game_name in games:
        found[game_name] = measured(game_name, int(sheets))
        print(row(game_name, found[game_name]), flush=True)
    print(*(mistakes(game_name, truth) for game_name, truth in found.items()), sep="\n")
    print(*(calibration(game_name, truth) for game_name, truth in found.items()), sep="\n")
    if len(found) > 1:
        Path("docs/images/receipts-calibration.svg").write_text(
            plot(
                {name: truth.usual for name, truth in found.items()},
                {name: truth.mixed for name, truth in found.items()},
            )
        )
