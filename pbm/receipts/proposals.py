"""The nearest lines to those that could not be read, each rehearsed: nobody is offered a line that fails unawares."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pbm.reading.sheet_filling import Question
from pbm.rehearsal.single import Singles, Verdict
from pbm.rehearsal.tried import Tried
from pbm.rules.order import Order, Sheet
from pbm.rulesets.contract import AnyRuleset

WORD = re.compile(r"[^\W\d_][^\s,;]*")
MOST = 6
"""So many lines are rehearsed for one receipt."""


def proposals(rules: AnyRuleset, view: Any, sheet: Sheet, questions: Iterable[Question]) -> list[str]:
    """What a receipt says of lines that may be sent instead."""
    reader = rules.language.reader(rules.sight.known(view))
    lines = ((written, line) for written, choice in nearest(sheet, questions) for line in whole(written, choice))
    offered = ((written, line, reader.order(line)) for written, line in lines)
    read = ((written, line, order) for written, line, order in offered if isinstance(order, Order))
    orders = [*islice(dict.fromkeys(read), MOST)]
    if not orders:
        return []
    rest = [line.order for _, line in sorted(sheet.lines.items()) if line.order]
    found = Singles(rules, view, sheet.player, rest).verdicts({Tried(order): None for _, _, order in orders})
    return [f'For "{written}" you may send {line}: {forecast(found[Tried(order)])}' for written, line, order in orders]


def nearest(sheet: Sheet, questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
    """Lines that could not be read, each with the lines or words that may be meant."""
    refused = [line for line in (*sheet.lines.values(), *sheet.stray) if line.refusal]
    asked = [*((line.text, line.refusal.choices) for line in refused if line.refusal)]
    asked += [(question.written, question.choices) for question in questions]
    yield from ((written, choice) for written, choices in asked for choice in choices)


def whole(written: str, choice: str) -> Iterator[str]:
    """The lines that a choice may mean: itself, or the line as it was written with another word: TRUCE PIC."""
    if " " in choice:
        yield choice
    else:
        yield from (written[: word.start()] + choice + written[word.end() :] for word in WORD.finditer(written))


def forecast(verdict: Verdict) -> str:
    if verdict.why is None:
        return "as things stand it is done."
    fails = "fails" if verdict.fails else "may fail"
    return f"it can be read, but as things stand it {fails}: {verdict.why.text}."
