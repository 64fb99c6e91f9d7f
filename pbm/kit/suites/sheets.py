"""The sheet comes home: orders above a quoted report are read as they were written, and a blank sheet says nothing."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbm.kit.play import Played, game, random_line
from pbm.reading.letter import read_file
from pbm.reading.recall import Correspondence, Past
from pbm.reading.sheet import find_sheet
from pbm.reports import Report
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_sections, render_text
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset

WRITTEN = 5


def sent(rules: AnyRuleset) -> Iterator[tuple[Played, Report]]:
    """Reports of random turns, with a sheet in each."""
    for played in game(rules, 8, 2):
        yield from ((played, report) for report in played.reports()[1].values() if any(report.of(Turnsheet)))


def orders_in(rules: AnyRuleset, world: Any, reply: str, report: str) -> list[str]:
    """The orders that the office reads in the reply to a report."""
    reader, earlier = rules.language.reader(world), Correspondence((Past(report),))
    found = find_sheet(read_file("letter.txt", reply.encode()).texts, reader, earlier)
    return [str(line.order) for filled in found.sheets for line in filled.sheet.lines.values()]


def quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


@pytest.mark.parametrize("way", [str, quoted])
def test_a_sheet_that_comes_back_untouched_orders_nothing(name: str, way: Any) -> None:
    rules = load(name)
    for played, report in sent(rules):
        text = render_text(report)
        assert orders_in(rules, played.world, way(text), text) == []


def test_a_printed_sheet_says_nothing_by_itself(name: str) -> None:
    rules = load(name)
    for played, report in sent(rules):
        reader, text = rules.language.reader(played.world), render_sections(report.of(Turnsheet), report.masthead)
        rows = [row for sheet in report.of(Turnsheet) for row in sheet.rows]
        sheet = reader.sheet(report.masthead.who, text)
        assert [line.text for line in sheet.lines.values() if not line.order or line.text not in rows] == []
        for filled in find_sheet(read_file("sheet.txt", text.encode()).texts, reader).sheets:
            assert (filled.sheet.lines, filled.questions, filled.ignored) == (sheet.lines, (), ())


def test_orders_above_the_quoted_report_are_read_as_they_were_written(name: str) -> None:
    rules, chance = load(name), random.Random(8)
    for played, report in sent(rules):
        reader, text = rules.language.reader(played.world), render_text(report)
        lines = [random_line(rules, played.world, chance) for _ in range(min(WRITTEN, rules.language.shape.most))]
        meant = [str(order) for line in lines if (order := reader.order(line))]
        reply = "\n".join(f"{number}. {line}" for number, line in enumerate(meant, 1)) + "\n\n" + quoted(text)
        assert orders_in(rules, played.world, reply, text) == meant
