"""The purse and the prices of an order desk are those of a receipt, and both are what the rules take."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from pbm.desk.page import desk_page
from pbm.kit.play import Played, game, self_play
from pbm.receipts.foresee import foresee
from pbm.reports import Report
from pbm.reports.sections import Turnsheet
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.foresight import Foreseen, Foresight
from tests.helpers.long import LONG
from tests.helpers.play import GAMES
from tests.web.test_order_desk import REST, data_of, read_back, written_out

SOME = 40
"""So many of the lines that a desk offers are held against a receipt of each alone."""
PAYING = [name for name in GAMES if name != "tours"]
TURNS = (2, 5) if LONG else (4,)


@cache
def desk_of(name: str, turns: int) -> tuple[Played, Report, Any]:
    """After some turns of self-play."""
    *_, last = self_play(load(name), 5, turns)
    report = next(report for report in last.reports()[1].values() if any(report.of(Turnsheet)))
    return last, report, data_of(desk_page(last.rules, report))


def receipt(last: Played, report: Report, *texts: str) -> Foresight:
    view, _, reader = read_back(last.rules, report)
    sheet = reader.lines(report.masthead.who, list(texts)) if texts else Sheet(report.masthead.who, {})
    return foresee(last.rules, "desk", view, sheet, view.turn + 1)


def priced(amount: Any, number: str) -> int:
    """What the page adds up for a number."""
    if not number.isdigit():
        return int(amount["lot"][-1] if amount["blank"] is None else amount["blank"])
    many, lot = int(number), amount["lot"]
    if not amount["more"]:
        return int(lot[min(many, len(lot)) - 1])
    whole, rest = divmod(min(many, amount["most"] or many), len(lot))
    return int(whole * amount["more"] + (lot[rest - 1] if rest else 0))


def lines_of(data: Any, chance: random.Random) -> Iterator[tuple[tuple[str, ...], dict[str, int]]]:
    """Lines that are offered unmarked, with the price of each."""
    found = data["prospects"]
    for prospect in (one for several in found["orders"].values() for one in several):
        for first, groups in found["tables"][prospect["table"]].items():
            for said, price, way, last in groups:
                if found["sayings"][said]["kind"] or REST in (first, last):
                    continue
                ways, amounts = found["ways"][way], found["prices"][price]
                tried = (ways["number"], str(chance.randint(1, 12))) if ways["number"].isdigit() else (ways["number"],)
                for number in tried:
                    codes = [code for code in (first, chance.choice(last.split(" "))) if code]
                    sheet = written_out(prospect["form"], {**ways, "number": number}, codes)
                    yield sheet, {purse: priced(amount, number) for purse, amount in amounts.items()}


def taken(line: Foreseen, named: Any) -> Mapping[str, int]:
    """What a line of a receipt costs and brings, by the purses of a desk."""
    nothing = dict.fromkeys(line.left, 0)
    return {
        purse: amount - named(nothing | line.gain).get(purse, 0) for purse, amount in named(nothing | line.cost).items()
    }


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("name", PAYING)
def test_prices_are_those_of_a_receipt(name: str, turns: int) -> None:
    last, report, data = desk_of(name, turns)
    chance = random.Random(turns)
    offered = list(lines_of(data, chance))
    costly = [row for row in offered if any(row[1].values())]
    differ = []
    for texts, price in [
        *chance.sample(costly, min(SOME, len(costly))),
        *chance.sample(offered, min(SOME, len(offered))),
    ]:
        line = receipt(last, report, *texts).lines[-1]
        if line.came and line.came.always == "ok":
            found = taken(line, last.rules.desk.purses)
            shown = {purse: amount for purse, amount in price.items() if amount > 0 or line.gain}
            if {p: a for p, a in found.items() if a and p in data["purses"]} != {p: a for p, a in shown.items() if a}:
                differ.append((texts, price, dict(found)))
    assert not differ
