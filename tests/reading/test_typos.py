"""Slips of the pen: nothing clean is complained of, and nearly every slip is noticed and put right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.typos import ACTIONS, CODES, CONFUSED, NAMES, SLIPS, Count, Typist, false_alarms, measure, share
from pbm.reading.spelling import SUGGESTIONS, alike, nearest, slips
from tests.helpers.hands import DARKAGE
from tests.helpers.long import times

FEW = 4


@pytest.fixture(scope="module")
def typist() -> Typist:
    return Typist(DARKAGE, 1)


def few(typist: Typist, seed: int, most: int = FEW) -> Typist:
    some = Typist(DARKAGE, seed)
    some.texts = typist.texts[:most]
    return some


def test_no_clean_line_is_complained_of(typist: Typist) -> None:
    assert false_alarms(typist) == (0, 768)
    assert not [sheet for sheet in typist.sheets if sheet.stray]


def check(counts: dict[tuple[str, str], Count]) -> None:
    for (words, kind), count in counts.items():
        assert count.tried
        if kind == CONFUSED:
            assert count.unreadable == 0
            continue
        least = {CODES: 95, NAMES: 98, ACTIONS: 99}[words]
        assert count.unreadable * 100 >= least * count.tried, (words, kind)
        assert count.among * 100 >= 94 * count.unreadable, (words, kind)
        assert count.first * 100 >= 70 * count.unreadable, (words, kind)


def test_slips_are_noticed_and_put_right(typist: Typist) -> None:
    counts = measure(few(typist, 1), receipts=False)
    assert {kind for _, kind in counts} == {*SLIPS, CONFUSED}
    check(counts)


@pytest.mark.slow
def test_slips_in_many_sheets(typist: Typist) -> None:
    check(measure(few(typist, 2, times(12, len(typist.texts))), receipts=False))


def test_the_same_seed_makes_the_same_slips(typist: Typist) -> None:
    one, two, other = (list(few(typist, seed).slips()) for seed in (3, 3, 4))
    assert one == two != other


def test_the_receipt_warns_of_a_city_taken_for_its_land(typist: Typist) -> None:
    found = [(sheet, slip) for sheet, slip in few(typist, 1).slips() if slip.kind == CONFUSED]
    lines = [(sheet, typist.reader.line(slip.line, slip.clean.number)) for sheet, slip in found[:12]]
    warned = [
        typist.warns(type(sheet)(sheet.player, {**sheet.lines, line.number: line}), line.number)
        for sheet, line in lines
        if line
    ]
    assert any(warned)


def test_shares() -> None:
    assert share(1, 3) == "33.3 %"
    assert share(2, 3) == "66.7 %"
    assert share(3, 3) == "100.0 %"
    assert share(0, 0) == "-"


@pytest.mark.parametrize(
    ("text", "choices"),
    [("LEVY LSE", ("LES", "LEI")), ("MOVES LEI LES", ("MOVE",)), ("3", ()), ("MOVE LEI lincolm", ("LIN",))],
)
def test_what_an_answer_suggests_stands_in_it_as_codes(typist: Typist, text: str, choices: tuple[str, ...]) -> None:
    _, refusal = typist.reader.read(text)
    assert refusal
    assert (refusal.kind, refusal.choices[: len(choices)]) == ("read", choices)
    assert all(choice in refusal.text for choice in refusal.choices)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("MOVE", "MOVE", 0),
        ("MVOE", "MOVE", 1),
        ("MOE", "MOVE", 1),
        ("MOOVE", "MOVE", 1),
        ("MOVA", "MOVE", 1),
        ("OMEV", "MOVE", 2),
        ("", "A", 1),
        ("TAM", "STS", 3),
        ("ABCDEF", "A", 4),
    ],
)
def test_slips_between_words(one: str, other: str, expected: int) -> None:
    assert slips(one, other, 3) == expected
    assert slips(other, one, 3) == expected


WORDS = st.text("ABC", max_size=6)


@given(WORDS, WORDS, st.integers(0, 3))
def test_slips_are_counted_both_ways(one: str, other: str, most: int) -> None:
    assert slips(one, other, most) == slips(other, one, most) == min(slips(one, other, 9), most + 1)
    assert (slips(one, other, most) == 0) == (one == other)


def test_what_lies_beside_the_rest_of_the_line_comes_first(typist: Typist) -> None:
    line = typist.reader.line("MOVE LEI LXS")
    assert line
    assert line.refusal
    assert line.refusal.choices[0] == "LES"


def test_never_too_many_suggestions(typist: Typist) -> None:
    words = typist.reader.words
    assert len(nearest("XAS", words.kinds["area"], words.pairs)) <= SUGGESTIONS
    assert len(alike("TXX", ["TAX", "TXA", "TX", "TXXX", "XTX"])) <= SUGGESTIONS
    assert nearest("QQQQQQ", words.kinds["area"], words.pairs, words.names["area"]) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("MOVE New Froest HMP", 'nothing is called "NEW FROEST": did you mean NFO (New Forest)?'),
        ("GIFT West Wale 3", 'nothing is called "WEST WALE": did you mean WWL (West Wales)?'),
        ("MOVE LEI TO LES XXX", '"XXX" does not belong here; it is written: MOVE from to number'),
    ],
)
def test_names_of_several_words(typist: Typist, line: str, answer: str) -> None:
    read = typist.reader.line(line)
    assert read
    assert read.refusal
    assert read.refusal.text == answer
