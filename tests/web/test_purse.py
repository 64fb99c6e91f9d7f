"""The purse and the prices of an order desk are those of a receipt, and both are what the rules take."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from pbm.desk.page import desk_page
from pbm.desk.prospects import REST
from pbm.kit.play import Played, self_play
from pbm.receipts.foresee import foresee
from pbm.reports import Report
from pbm.reports.sections import Turnsheet
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.foresight import Foreseen, Foresight
from tests.helpers.long import LONG
from tests.helpers.play import GAMES
from tests.web.test_order_desk import data_of, read_back, written_out

SOME = 40
"""So many of the lines that a desk offers are held against a receipt of each alone."""
FEW = 5
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
    """What a line of a receipt costs, less what it brings, by the purses of a desk."""
    nothing = dict.fromkeys(line.left, 0)
    brought = named(nothing | line.gain)
    return {each: amount - brought.get(each, 0) for each, amount in named(nothing | line.cost).items()}


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_spent_is_the_same_for_every_sheet_and_on_the_desk(name: str) -> None:
    last, report, data = desk_of(name, TURNS[-1])
    chance = random.Random(name)
    offered = [texts for texts, _ in lines_of(data, chance)]
    sheets = [(), *(chance.choice(offered) for _ in range(FEW)), tuple(line for each in offered[:FEW] for line in each)]
    heads = [receipt(last, report, *texts).purses for texts in sheets]
    assert all(head == heads[0] for head in heads)
    assert last.rules.desk.purses(heads[0]) == data["purses"]


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("name", PAYING)
def test_prices_are_those_of_a_receipt(name: str, turns: int) -> None:
    last, report, data = desk_of(name, turns)
    chance = random.Random(turns)
    offered = list(lines_of(data, chance))
    costly = [row for row in offered if any(row[1].values())]
    differ = []
    for texts, price in (row for rows in (costly, offered) for row in chance.sample(rows, min(SOME, len(rows)))):
        line = receipt(last, report, *texts).lines[-1]
        if line.came and line.came.always == "ok":
            real = {each: sum_ for each, sum_ in taken(line, last.rules.desk.purses).items() if sum_}
            shown = {each: sum_ for each, sum_ in price.items() if sum_ > 0 or (sum_ and line.gain)}
            if {each: sum_ for each, sum_ in real.items() if each in data["purses"]} != shown:
                differ.append((texts, price, real))
    assert not differ
