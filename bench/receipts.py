"""How true receipts are: sheets of many kinds are foreseen, then played, and every line held against what came of it.

python -m bench.receipts SHEETS GAME...
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
TENTHS = 10
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


class Truth:
    """What is counted over many lines."""

    def __init__(self) -> None:
        self.sheets = 0
        self.broken = 0
        self.counts = Counter[str]()
        self.tenths: dict[int, Counter[bool]] = {}
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
        came = said.came
        if came and 0 < came.failed < came.plays and line.came in ("ok", "partial", "failed"):
            tried = sum(came.outcomes.get(each, 0) for each in ("ok", "partial", "failed"))
            self.tenths.setdefault(TENTHS * came.failed // tried, Counter())[failed] += 1

    def share(self, part: str, whole: str) -> float:
        return self.counts[part] / max(1, self.counts[whole])


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
        journal = play(Turn(world, sheets, dice), rules.book.steps(world))
        came = {(event.sheet, event.number): event.outcome for event in journal if isinstance(event, Answered)}
        for who in chosen:
            alone, always = fails[who]
            yield (
                [
                    Held(line, came[who, at], at in alone, at in always, planted.get((who, at), ""))
                    for line in told[who].lines
                    if (who, at := line.number) in came
                ],
                told[who].broken,
            )


def failing(rules: AnyRuleset, world: Any, sheet: Sheet, secret: bytes, number: int) -> tuple[set[int], set[int]]:
    """The lines that fail in the real position if everyone else is silent: with the real dice, and with others too."""
    who, found = sheet.player, list[set[int]]()
    for dice in (Dice(secret, number), *(Dice(b"other dice", number + TURNS * each) for each in range(1, OTHER_DICE))):
        answers = played(rules, copied(world), who, {who: sheet}, dice).answers
        found.append({line for line, answer in answers.items() if answer.outcome == "failed"})
    return found[0], found[0].intersection(*found)


def written(
    rules: AnyRuleset, world: Any, journal: list[Event], chance: random.Random, dice: Dice
) -> tuple[dict[str, Sheet], dict[tuple[str, int], str]]:
    """Sheets of usual players, at random, and of usual players who make mistakes; and these mistakes."""
    sheets, planted = dict(all_sheets(rules, world, journal, {}, dice)), dict[tuple[str, int], str]()
    wild = random_sheets(rules, world, chance)
    for who, sheet in sheets.items():
        match chance.choice(HANDS):
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
COLOURS = ("#7a1f1f", "#1f4e7a", "#3f7a1f", "#7a5c1f", "#5a1f7a")
SIDE, EDGE, FEW = 360, 40, 20
"""The sides of the plot and its margin; what so few lines say is left out of it."""


def row(name: str, truth: Truth) -> str:
    count, share = truth.counts, truth.share
    figures = [truth.sheets, truth.broken, count["lines"], count["there"], f"{share('warned', 'there'):.2%}"]
    figures += [count["alone"], f"{share('alone, warned', 'alone'):.2%}", count["came later"], count["done"]]
    return f"| {name} | {' | '.join(map(str, figures))} | {share('false alarm', 'done'):.2%} |"


def mistakes(name: str, truth: Truth) -> str:
    """Of the lines that failed with a planted mistake, how many were warned of."""
    rows = [f"{kind} {told[True]} of {told.total()}" for kind, told in sorted(truth.planted.items())]
    return f"{name}, warned of: {', '.join(rows)}"


def plot(truths: dict[str, Truth]) -> str:
    """For every game, of the lines said to fail in so many tenths of the rehearsals the share that did."""
    marks = [
        f'<circle cx="{at(min(1, (tenth + 0.5) / TENTHS)):.0f}" cy="{at(1 - share):.0f}" r="4" fill="{colour}"/>'
        for colour, truth in zip(COLOURS, truths.values(), strict=False)
        for tenth, share in shares(truth)
    ]
    words = [
        f'<text x="{EDGE + 8}" y="{EDGE + 16 + 16 * place}" fill="{colour}">{name}</text>'
        for place, (colour, name) in enumerate(zip(COLOURS, truths, strict=False))
    ]
    whole = SIDE + 2 * EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-size="13">',
            f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
            f'<rect x="{EDGE}" y="{EDGE}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>',
            f'<line x1="{EDGE}" y1="{EDGE + SIDE}" x2="{EDGE + SIDE}" y2="{EDGE}" stroke="#888" stroke-dasharray="4"/>',
            f'<text x="{EDGE}" y="{whole - 12}">share of the rehearsals in which a line failed, 0 to 1</text>',
            f'<text transform="translate(24 {EDGE + SIDE}) rotate(-90)">share that failed in play, 0 to 1</text>',
            *words,
            *marks,
            "</svg>",
        ]
    )


def calibration(name: str, truth: Truth) -> str:
    rows = [f"{tenth / TENTHS:.0%} {told[True]} of {told.total()}" for tenth, told in sorted(truth.tenths.items())]
    return f"{name}, said to fail in so many rehearsals, failed: {', '.join(rows)}"


def at(share: float) -> float:
    return EDGE + SIDE * share


def shares(truth: Truth) -> Iterator[tuple[int, float]]:
    for tenth, counted in sorted(truth.tenths.items()):
        if counted.total() >= FEW:
            yield tenth, counted[True] / counted.total()


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
        Path("docs/images/receipts-calibration.svg").write_text(plot(found) + "\n")
