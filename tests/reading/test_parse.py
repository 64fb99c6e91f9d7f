"""Order lines: tolerant where a human is, exact where meaning is at stake, and stable when printed back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.record.narrative import caret
from pbm.rules.order import ALL, Number, Order
from pbm.rulesets.darkage.attack import March, Move
from pbm.rulesets.darkage.build import Levy
from pbm.rulesets.darkage.kings import King
from pbm.rulesets.darkage.sea import Convoy
from pbm.rulesets.darkage.spying import Find, Spy
from tests import TESTS
from tests.helpers.hands import DARKAGE, KINDS, Hand, fresh_world

READER = DARKAGE.language.reader(fresh_world())
CATALOGUE = TESTS / "errors" / "darkage.txt"


def read(text: str) -> Order:
    line = READER.line(text)
    assert line, text
    assert line.order, line.refusal
    return line.order


MARCH = Move(number=Number(2, True), origin="HRS", target="BDS")


@pytest.mark.parametrize(
    "text",
    [
        "MOVE HRS BDS AB-2",
        "move hrs bds ab2",
        "Move HRS, BDS, all but 2",
        "5. MOVE HRS BDS AB - 2",
        "5) MOVE HRS BDS AB-2",
        "5: MOVE HRS BDS AB-2",
        "5 MOVE HRS BDS AB-2",
        "  MOVE\tHRS   BDS   ALL   BUT   2  ",
        "MOVE Hertfordshire Bedfordshire AB-2",
        "MOVE HRS to BDS AB-2",
        "MOVE HRS -> BDS AB-2",
        "MOVE from Herts to beds ab-2",
    ],
)
def test_one_order_many_hands(text: str) -> None:
    assert read(text) == MARCH


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("LEVY NTH", Levy(number=None, where="NTH")),
        ("LEVY NTH - 2", Levy(number=Number(2), where="NTH")),
        ("LEVY NTH -2", Levy(number=Number(-2), where="NTH")),
        ("levy northampton all", Levy(number=ALL, where="NTH")),
        ("KONVOY IRS STG", Convoy(number=None, origin="IRS", target="STG")),
        ("SPY LES", Spy(origin=None, target="LES")),
        ("SPY - LES", Spy(origin=None, target="LES")),
        ("SPY LEI LES", Spy(origin="LEI", target="LES")),
        ("KING TAM", King(origin=None, target="TAM")),
        ("FIND MER", Find(where=None, kingdom="MER")),
        ("FIND - middle angles", Find(where=None, kingdom="MDA")),
        ("FIND LEI", Find(where="LEI", kingdom=None)),
        ("FIND LEI MER", Find(where="LEI", kingdom="MER")),
        ("MOVE Sherwood  Forest Notts", Move(number=None, origin="SHW", target="NTS")),
    ],
)
def test_forms(text: str, order: Order) -> None:
    assert read(text) == order


@pytest.mark.parametrize("text", ["", "-", "--", "...", "7.", "7) -"])
def test_an_action_may_be_left_empty(text: str) -> None:
    assert READER.line(text) is None


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=60, deadline=None)
def test_what_is_printed_reads_back_as_it_was(seed: int) -> None:
    hand = Hand(fresh_world(), "MER", random.Random(seed))
    order = hand.order()
    if order.word not in ("SCOUT", "TREACHERY"):
        assert read(str(order)) == order


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_line_breaks_the_reader(text: str) -> None:
    line = READER.line(text)
    assert line is None or line.order or line.refusal


@given(st.sampled_from([kind.word for kind in KINDS]), st.lists(st.sampled_from(["TAM", "MER", "3", "-", "ALL", "x"])))
@settings(max_examples=200, deadline=None)
def test_no_box_breaks_the_reader(word: str, boxes: list[str]) -> None:
    line = READER.line(" ".join([word, *boxes]))
    assert line
    assert line.order or (line.refusal and line.refusal.rule)


def test_a_sheet_keeps_its_numbers() -> None:
    sheet = READER.sheet("MER", "2. TAX\n\n# a note\nLEVY TAM ; more\n9) GROW STS\n-\nTAX\n")
    assert {number: line.text for number, line in sheet.lines.items()} == {
        2: "TAX",
        3: "LEVY TAM",
        9: "GROW STS",
        11: "TAX",
    }


def test_a_number_given_twice_or_too_high_is_answered_and_never_played() -> None:
    sheet = READER.sheet("MER", "1. TAX\n1. LEVY TAM\n17. TAX\n")
    assert list(sheet.lines) == [1]
    assert [(line.number, line.text) for line in sheet.stray] == [(1, "LEVY TAM"), (17, "TAX")]


def catalogue() -> list[tuple[str, str]]:
    """Pairs of a bad line and the full answer to it."""
    blocks = CATALOGUE.read_text(encoding="utf-8").strip().split("\n\n")
    return [(line, answer) for line, _, answer in (block.partition("\n") for block in blocks if block[0] != "#")]


@pytest.mark.parametrize(("text", "answer"), catalogue(), ids=lambda text: str(text)[:30])
def test_catalogue_of_errors(text: str, answer: str) -> None:
    line = READER.line(text)
    assert line
    assert line.refusal
    mark = f"{caret(line.text, line.refusal)}\n" if line.refusal.column else ""
    assert f"{mark}[{line.refusal.rule}] {line.refusal.text}" == answer


def test_moves_share_their_boxes() -> None:
    assert {kind.boxes for kind in March.__subclasses__()} == {("origin", "target", "number")}
