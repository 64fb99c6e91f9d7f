"""Measures how many typing errors are caught: clean sheets, one typing error in a line, and what the receipt says.

A slip is caught when the line is answered as unreadable. One that makes another readable order is caught only if the
receipt says that the order fails or looks wrong; it is left out of that count if the order that was meant does so too.
"""

import random
import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pbm.reading.sheet_filling import Filling
from pbm.reading.sheet_lines import entries
from pbm.receipts.foresee import foresee
from pbm.rules.dice import Dice
from pbm.rules.order import Order, Sheet
from pbm.rulesets.contract import AnyRuleset, Table

SECRET = b"typos"
CLEAN = Path(__file__).parent / "clean-sheets.txt"
PER_WORD = 1
"""The number of typing errors of each kind in every word of a line."""


def replaced(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    return word[:at] + chance.choice(string.ascii_uppercase) + word[at + 1 :]


def dropped(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    return word[:at] + word[at + 1 :]


def added(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) + 1)
    return word[:at] + chance.choice(string.ascii_uppercase) + word[at:]


def swapped(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


SLIPS: Mapping[str, Callable[[str, random.Random], str]] = {
    "one letter replaced": replaced,
    "one letter dropped": dropped,
    "one letter added": added,
    "two letters swapped": swapped,
}
CONFUSED = "city and hinterland confused"
CODES, NAMES, ACTIONS = "codes", "names", "action words"


@dataclass(frozen=True)
class Clean:
    """An order as its player meant it, and its place on his sheet."""

    power: str
    number: int
    order: Order


@dataclass(frozen=True)
class Slip:
    """The line of an order with one typing error."""

    clean: Clean
    words: str
    """What it was made in: codes, names or action words."""
    kind: str
    line: str
    right: str
    """The code or action that was meant."""


@dataclass
class Count:
    tried: int = 0
    unreadable: int = 0
    among: int = 0
    """What was meant is among the suggestions."""
    first: int = 0
    """It is the first of them."""
    judged: int = 0
    """Readable as another order, where the receipt had nothing to say of the order that was meant."""
    warned: int = 0
    """Of these, the receipt says that something is wrong."""


class Typist:
    """The clean sheets of a game's first turn, and typing errors in them."""

    def __init__(self, ruleset: AnyRuleset, seed: int, per_word: int = PER_WORD) -> None:
        self.per_word = per_word
        self.chance = random.Random(seed)
        world, journal = ruleset.state.setup(ruleset.state.settings(), Dice(SECRET, 0), {})
        self.reader = ruleset.language.reader(world)
        self.views = {power: ruleset.sight.view(world, journal, power) for power in ruleset.state.players(world)}
        self.texts = CLEAN.read_text(encoding="utf-8").split("\n\n")[1:]
        self.ruleset = ruleset

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The clean sheets, as they are read."""
        fillings = [Filling(self.reader.words, self.reader).fill(entries(text)) for text in self.texts]
        return [filling.sheet(filling.headings["power"][0].value) for filling in fillings]

    def slips(self) -> Iterator[tuple[Sheet, Slip]]:
        for sheet in self.sheets:
            for number, line in sheet.lines.items():
                if line.order:
                    clean = Clean(sheet.player, number, line.order)
                    yield from ((sheet, slip) for slip in self._slips_in(clean))

    def _slips_in(self, clean: Clean) -> Iterator[Slip]:
        words = str(clean.order).split()
        yield from self._slips_of(clean, ACTIONS, words, 0, words[0])
        for at, word in enumerate(words[1:], 1):
            if word not in self.reader.words.all_codes:
                continue
            yield from self._slips_of(clean, CODES, words, at, word)
            name = self.reader.words.name(word).upper()
            yield from self._slips_of(clean, NAMES, [*words[:at], name, *words[at + 1 :]], at, word)
            if twin := self.reader.words.pairs.get(word):
                yield Slip(clean, CODES, CONFUSED, " ".join([*words[:at], twin, *words[at + 1 :]]), word)

    def _slips_of(self, clean: Clean, target: str, words: list[str], at: int, right: str) -> Iterator[Slip]:
        for kind, slip in SLIPS.items():
            for _ in range(self.per_word):
                wrong = slip(words[at], self.chance)
                if wrong != words[at]:
                    yield Slip(clean, target, kind, " ".join([*words[:at], wrong, *words[at + 1 :]]), right)

    def warns(self, sheet: Sheet, number: int) -> bool:
        """Whether the receipt of a sheet says of that line that it fails or looks wrong."""
        view = self.views[sheet.player]
        lines = foresee(self.ruleset, "game1", view, sheet, view.turn + 1).lines
        return any(line.may_fail or line.warnings for line in lines if line.number == number)


def measure(typist: Typist, receipts: bool = True) -> dict[tuple[str, str], Count]:
    """The figures, by words and kind of typing error."""
    counts: dict[tuple[str, str], Count] = {}
    for sheet, slip in typist.slips():
        line = typist.reader.line(slip.line, slip.clean.number)
        if line is None or line.order == slip.clean.order:
            continue
        count = counts.setdefault((slip.words, slip.kind), Count())
        count.tried += 1
        if line.refusal:
            choices = list(line.refusal.choices)
            count.unreadable += 1
            count.among += slip.right in choices
            count.first += choices[:1] == [slip.right]
        elif receipts and not typist.warns(sheet, line.number):
            count.judged += 1
            count.warned += typist.warns(Sheet(sheet.player, {**sheet.lines, line.number: line}), line.number)
    return counts


def false_alarms(typist: Typist) -> tuple[int, int]:
    """How many clean lines were not understood, and how many there were."""
    lines = [line for sheet in typist.sheets for line in sheet.lines.values()]
    return sum(line.refusal is not None for line in lines), len(lines)


def table(ruleset: AnyRuleset, seed: int, receipts: bool = True) -> Table:
    typist = Typist(ruleset, seed)
    counts, (alarms, lines) = measure(typist, receipts), false_alarms(typist)
    order = [(words, kind) for words in (CODES, NAMES, ACTIONS) for kind in (*SLIPS, CONFUSED)]
    title = (
        f"{ruleset.title}, seed {seed}. Of {lines} clean lines {alarms} were not understood. Of lines with one slip:"
    )
    header = ("error in", "kind", "lines", "unreadable", "suggested", "suggested first", "receipt warns", "caught")
    return Table(title, header, [row(*key, counts[key]) for key in order if key in counts])


def row(words: str, kind: str, count: Count) -> tuple[str | int, ...]:
    known = count.unreadable + count.judged
    return (
        words,
        kind,
        count.tried,
        share(count.unreadable, count.tried),
        share(count.among, count.unreadable),
        share(count.first, count.unreadable),
        share(count.warned, count.judged),
        share(count.unreadable + count.warned, known),
    )


def share(part: int, whole: int) -> str:
    """In tenths of a per cent, without floats."""
    tenths = (part * 2000 + whole) // (2 * whole) if whole else 0
    return f"{tenths // 10}.{tenths % 10} %" if whole else "-"


if __name__ == "__main__":
    import sys

    from pbm.commands.screen import lay_out
    from pbm.rulesets import load

    print(lay_out(table(load("darkage"), int(sys.argv[1]) if sys.argv[1:] else 1)))
