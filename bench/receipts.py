"""How true receipts are: sheets of many kinds are foreseen, then played, and every line held against what came of it.

python -m bench.receipts SHEETS GAME...
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
from pbm.rulesets.stand_ins import all_sheets, as_sheet
from tests.play import random_line, random_sheets

TURNS = 8
SPOILT, REPLACED = 0.25, 0.1
"""How many lines of a sheet with planted mistakes have one, or are written anew at random."""
HANDS = ("usual", "random", "mistaken")
TENTHS = 10
OTHER_DICE = 4
"""In so many plays alone a line must fail for a reason that was there when the sheet was read."""


class Held(NamedTuple):
    """A line as the receipt told of it, and what came of it."""

    said: Foreseen
    came: str
    there: bool
    """Whether it fails in the real position with everyone else silent, whatever the dice: its reason was there."""


class Truth:
    """What is counted over many lines."""

    def __init__(self) -> None:
        self.sheets = 0
        self.broken = 0
        self.counts = Counter[str]()
        self.tenths: dict[int, Counter[bool]] = {}

    def add(self, line: Held) -> None:
        said, failed = line.said, line.came == "failed"
        self.counts["lines"] += 1
        if failed and line.there:
            self.counts["there"] += 1
            self.counts["warned"] += said.may_fail or not said.order
        elif failed:
            self.counts["came later"] += 1
        if line.came in ("ok", "partial"):
            self.counts["done"] += 1
            self.counts["false alarm"] += said.fails
        came = said.came
        if came and 0 < came.failed < came.plays and line.came in ("ok", "partial", "failed"):
            tried = came.plays - came.outcomes.get("void", 0)
            self.tenths.setdefault(TENTHS * came.failed // tried, Counter())[failed] += 1

    def share(self, part: str, whole: str) -> float:
        return self.counts[part] / max(1, self.counts[whole])


def measured(name: str, sheets: int, seed: int = 0) -> Truth:
    """Play games until so many sheets are foreseen."""
    rules, truth = load(name), Truth()
    while truth.sheets < sheets:
        for lines in game(rules, seed):
            truth.sheets += 1
            for line in lines:
                truth.add(line)
            if truth.sheets == sheets:
                break
        seed += 1
    return truth


def game(rules: AnyRuleset, seed: int) -> Iterator[list[Held]]:
    """A game in which some sheets of each turn are foreseen."""
    chance, secret = random.Random(seed), f"receipts {seed}".encode()
    world, journal = rules.state.setup(rules.state.settings(), Dice(secret, 0), {})
    for number in range(1, TURNS + 1):
        if rules.state.result(world):
            return
        dice = Dice(secret, number)
        sheets = written(rules, world, journal, chance, dice)
        views = rules.views(world, journal)
        asked = [who for who in sheets if who in views and sheets[who].lines]
        chosen = chance.sample(asked, min(3, len(asked)))
        told = {who: foresee(rules, f"game{seed}", views[who], sheets[who], views[who].turn + 1) for who in chosen}
        there = {who: failing(rules, world, sheets[who], secret, number) for who in chosen}
        journal = play(Turn(world, sheets, dice), rules.book.steps(world))
        came = {(event.sheet, event.number): event.outcome for event in journal if isinstance(event, Answered)}
        for who in chosen:
            yield [
                Held(line, came[who, line.number], line.number in there[who])
                for line in told[who].lines
                if (who, line.number) in came
            ]


def failing(rules: AnyRuleset, world: Any, sheet: Sheet, secret: bytes, number: int) -> set[int]:
    """The lines that fail in the real position if everyone else is silent, with the real dice and with others."""
    who, found = sheet.player, list[set[int]]()
    for dice in (Dice(secret, number), *(Dice(b"other dice", number + TURNS * each) for each in range(1, OTHER_DICE))):
        answers = played(rules, copied(world), who, {who: sheet}, dice).answers
        found.append({line for line, answer in answers.items() if answer.outcome == "failed"})
    return found[0].intersection(*found)


def written(rules: AnyRuleset, world: Any, journal: list[Event], chance: random.Random, dice: Dice) -> dict[str, Sheet]:
    """Sheets of usual players, at random, and of usual players who make mistakes."""
    usual = dict(all_sheets(rules, world, journal, {}, dice))
    wild = random_sheets(rules, world, chance)
    return {who: by_hand(chance.choice(HANDS), rules, world, sheet, wild, chance) for who, sheet in usual.items()}


def by_hand(
    hand: str, rules: AnyRuleset, world: Any, sheet: Sheet, wild: dict[str, Sheet], chance: random.Random
) -> Sheet:
    if hand == "random":
        return wild.get(sheet.player, sheet)
    return sheet if hand == "usual" else mistaken(rules, world, sheet.player, sheet, chance)


def mistaken(rules: AnyRuleset, world: Any, who: str, sheet: Sheet, chance: random.Random) -> Sheet:
    """A sheet some of whose lines name other places, too many, or orders of another time."""
    reader = rules.language.reader(world)
    texts = [spoilt(rules, world, line.text, chance) for line in sheet.lines.values()]
    return reader.lines(who, texts) if texts else as_sheet(who, ())


def spoilt(rules: AnyRuleset, world: Any, text: str, chance: random.Random) -> str:
    if chance.random() < REPLACED:
        return random_line(rules, world, chance)
    words = text.split()
    if chance.random() > SPOILT or len(words) < 2:
        return text
    at = chance.randrange(1, len(words))
    kinds = rules.language.words(world).kinds.values()
    alike = next((list(kind) for kind in kinds if words[at] in kind), None)
    words[at] = chance.choice(alike) if alike else "999" if words[at].isdigit() else words[at]
    return " ".join(words)


HEADER = (
    "| game | sheets | lines | failed, the reason was there | warned of | failed for a later reason | done "
    "| of these called failing |\n|---|---|---|---|---|---|---|---|"
)
COLOURS = ("#7a1f1f", "#1f4e7a", "#3f7a1f", "#7a5c1f", "#5a1f7a")
SIDE, EDGE, FEW = 360, 40, 20
"""The sides of the plot and its margin; what so few lines say is left out of it."""


def row(name: str, truth: Truth) -> str:
    count = truth.counts
    figures = (truth.sheets, count["lines"], count["there"], f"{truth.share('warned', 'there'):.2%}")
    figures += (count["came later"], count["done"], f"{truth.share('false alarm', 'done'):.2%}")  # type: ignore[assignment]
    return f"| {name} | {' | '.join(map(str, figures))} |"


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
    if len(found) > 1:
        Path("docs/images/receipts-calibration.svg").write_text(plot(found) + "\n")
