"""Garbage in: whatever somebody writes, in whatever game, no line, sheet, letter or turn ever breaks."""

import random
import string

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.kit.facts import assert_within_bounds
from pbm.kit.play import SECRET, begun_once, copied, random_line
from pbm.reading.letter import read_file
from pbm.reading.sheet import find_sheet
from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import receipt, receipt_text
from pbm.rules.answers import outcomes
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rulesets import load

SIGNS = string.printable + "–—’“”ŵ漢\u202e\x00\x85"
LINES = st.one_of(st.text(max_size=120), st.text(SIGNS, max_size=60), st.integers(0, 2**32))
"""Any text, or a number from which a spoiled order is made."""


def written(name: str, line: str | int) -> str:
    return line if isinstance(line, str) else spoiled(name, random.Random(line))


def spoiled(name: str, chance: random.Random) -> str:
    """An order with some of its letters changed, gone or doubled."""
    text = list(random_line(load(name), begun_once(name), chance))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        text[at : at + chance.randint(0, 2)] = chance.choice(["", " ", chance.choice(SIGNS), "".join(text[:at])])
    return "".join(text)


@given(line=LINES)
@settings(max_examples=80, deadline=None)
def test_a_line_is_an_order_or_is_refused(name: str, line: str | int) -> None:
    reader, text = load(name).language.reader(begun_once(name)), written(name, line)
    order, refusal = reader.read(text)
    assert not (order and refusal)
    assert refusal is None or (refusal.text and refusal.kind == "read")
    reader.resembles(text)


@given(lines=st.lists(LINES, max_size=20))
@settings(max_examples=30, deadline=None)
def test_a_sheet_of_anything_is_adjudicated_and_answered(name: str, lines: list[str | int]) -> None:
    rules = load(name)
    world = copied(rules, begun_once(name))
    who = rules.state.players(world)[0]
    text = "\n".join(written(name, line) for line in lines)
    find_sheet(read_file("sheet.txt", text.encode(errors="replace")).texts, rules.language.reader(world))
    sheet = rules.language.reader(world).sheet(who, text)
    journal = play(Turn(world, {who: sheet}, Dice(SECRET, world.turn)), rules.book.steps(world))
    assert outcomes(journal, {who: sheet})[who].keys() == sheet.lines.keys()
    foresight = foresee(rules, "game1", rules.sight.view(begun_once(name), [], who), sheet, begun_once(name).turn)
    assert_within_bounds(receipt_text(receipt(rules.title, "game1", 1, sheet, foresight)))
