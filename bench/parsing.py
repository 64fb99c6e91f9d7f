"""Reading order lines beside a bare regular expression that splits them and knows nothing."""

import random
import re

from bench.clock import best
from pbm.reading.language import Reader
from pbm.rulesets import load
from tests.helpers.hands import fresh_world, random_sheets

LINE = re.compile(r"\s*(?:\d+[.):]?)?\s*([A-Z]+)\s*(\w{3})?\s*(\w{3})?\s*(AB-?\d+|ALL|\d+)?", re.IGNORECASE)


def report() -> None:
    world = fresh_world()
    sheets = random_sheets(world, random.Random(1))
    lines = [f"{line.number}. {line.text}" for sheet in sheets.values() for line in sheet.lines.values()]
    language = load("darkage").language

    def work() -> None:
        """A new reader has read no line before."""
        reader = Reader(language.words(world), language.grammar, language.actions, language.shape)
        for line in lines:
            reader.line(line)

    read = best(work)
    split = best(lambda: [LINE.match(line) for line in lines * 20]) / 20
    print(f"parsing: {len(lines) / read:,.0f} lines a second, {read / split:.0f} times a bare split")
