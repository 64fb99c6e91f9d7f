"""Reading order lines beside a bare regular expression that splits them and knows nothing."""

import random
import re

from bench.clock import best
from pbm.reading.grammar import parsed
from pbm.rulesets import load
from tests.hands import fresh_world, random_sheets

LINE = re.compile(r"\s*(?:\d+[.):]?)?\s*([A-Z]+)\s*(\w{3})?\s*(\w{3})?\s*(AB-?\d+|ALL|\d+)?", re.IGNORECASE)


def report() -> None:
    world = fresh_world()
    sheets = random_sheets(world, random.Random(1))
    lines = [f"{line.number}. {line.text}" for sheet in sheets.values() for line in sheet.lines.values()]
    reader = load("darkage").language.reader(world)

    def work() -> None:
        """Every line as if for the first time."""
        parsed.cache_clear()
        reader.forget()
        for line in lines:
            reader.line(line)

    read = best(work)
    split = best(lambda: [LINE.match(line) for line in lines * 20]) / 20
    print(f"parsing: {len(lines) / read:,.0f} lines a second, {read / split:.0f} times a bare split")
