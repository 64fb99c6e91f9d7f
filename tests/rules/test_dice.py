"""Dice: fair, named, and the same for ever."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.comparing import CaseError
from pbm.rules.dice import SPAN, Dice, Streams

SECRET = b"secret"
PINNED = [1, 3, 1, 2, 6, 1, 3, 2]
SHUFFLED = "dehcfgba"


def test_throws_are_pinned_for_ever() -> None:
    dice = Dice(SECRET, 7)
    assert [dice.roll("unowned.LES") for _ in range(8)] == PINNED


def test_throws_can_be_worked_out_by_hand() -> None:
    block = hmac.new(SECRET, b"7:0:unowned.LES", hashlib.sha256).digest()
    words = [int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)]
    assert [word % 6 + 1 for word in words] == PINNED


@given(st.lists(st.sampled_from("abc")))
def test_a_draw_elsewhere_never_changes_a_stream(others: list[str]) -> None:
    alone, busy = Dice(SECRET, 1), Dice(SECRET, 1)
    for name in others:
        busy.roll(name)
    assert [alone.roll("mine") for _ in range(9)] == [busy.roll("mine") for _ in range(9)]


def test_secret_turn_and_name_all_matter() -> None:
    streams = [Dice(b"a", 1), Dice(b"b", 1), Dice(b"a", 2)]
    first = [tuple(dice.roll("x", 1000) for _ in range(5)) for dice in streams]
    second = tuple(Dice(b"a", 1).roll("y", 1000) for _ in range(5))
    assert len({*first, second}) == 4


def test_every_face_is_equally_likely() -> None:
    dice = Dice(SECRET, 1)
    throws = Counter(dice.roll("d6") for _ in range(60_000))
    chi_square = sum((throws[face] - 10_000) ** 2 for face in range(1, 7)) / 10_000
    assert chi_square < 20.5  # one in a thousand for five degrees of freedom; the throws never change


def test_words_past_the_last_whole_multiple_are_thrown_again() -> None:
    class Rigged(Dice):
        def __init__(self) -> None:
            super().__init__(SECRET, 1)
            self._streams["x"] = iter([SPAN - 1, SPAN - 4, 5])

    assert Rigged().roll("x", 6) == 6


def test_fixed_throws_come_first() -> None:
    dice = Dice(SECRET, 1, {"x": [5, 2]})
    assert [dice.roll("x"), dice.roll("x")] == [5, 2]
    assert dice.roll("x") == Dice(SECRET, 1).roll("x")


def test_a_shuffle_keeps_everyone() -> None:
    assert sorted(Dice(SECRET, 1).shuffle("order", list("abcdefgh"))) == list("abcdefgh")


def test_a_die_may_begin_at_nought() -> None:
    throws = [Dice(SECRET, turn).roll("shock", 10, low=0) for turn in range(300)]
    assert set(throws) == set(range(10))
    fixed = Dice(SECRET, 1, {"shock": [0, 9, 10]})
    assert [fixed.roll("shock", 10, low=0) for _ in range(3)] == [0, 9, 0], "0 and 10 are one face of a die of ten"


@pytest.mark.parametrize("value", [7, 12, 0, -1])
def test_a_fixed_value_that_no_face_shows_is_an_error(value: int) -> None:
    with pytest.raises(CaseError, match=f"dice tie: {value} is none of 1 to 6"):
        Dice(SECRET, 1, {"tie": [value]}).roll("tie")
    with pytest.raises(CaseError, match=f"dice tie: {value} is none of 1 to 3"):
        Dice(SECRET, 1, {"tie": [value]}).pick("tie", "abc")


def test_a_pick_takes_the_place_that_is_fixed() -> None:
    dice = Dice(SECRET, 1, {"tie": [1, 3]})
    assert [dice.pick("tie", "abc") for _ in range(2)] == ["a", "c"]


@given(st.lists(st.integers(), unique=True, max_size=9), st.integers(0, 9))
def test_a_draw_takes_nothing_twice(items: list[int], number: int) -> None:
    drawn = Dice(SECRET, 1).draw("deck", items, min(number, len(items)))
    assert len(set(drawn)) == len(drawn) == min(number, len(items))
    assert set(drawn) <= set(items)


def test_a_shuffle_is_pinned_for_ever() -> None:
    assert "".join(Dice(SECRET, 1).shuffle("order", "abcdefgh")) == SHUFFLED


def test_the_longest_fixed_name_serves_where_the_game_allows_it() -> None:
    fixed = {"attrition": [1], "attrition.march": [2, 3], "attrition.march.GOL.A1": [4]}
    dice = Dice(SECRET, 1, fixed, by_prefix=True)
    names = ["attrition.march.GOL.A1", "attrition.march.GOL.A2", "attrition.march.WHI.A1", "attrition.sea.GOL.F1"]
    assert [dice.roll(name) for name in names] == [4, 2, 3, 1]
    strict = Dice(SECRET, 1, fixed)
    assert strict.roll("attrition.sea") == Dice(SECRET, 1).roll("attrition.sea")


def test_dice_that_were_fixed_and_never_thrown_are_told() -> None:
    dice = Dice(SECRET, 1, {"x": [1, 2], "y": [3], "z": []})
    dice.roll("x")
    assert dice.spare() == {"x": [2], "y": [3]}


@pytest.mark.parametrize(
    ("name", "known", "begins"),
    [
        ("order", True, False),
        ("unowned.LES", True, False),
        ("unowned.XXX", False, False),
        ("unowned", False, True),
        ("march.GOL.A17", True, False),
        ("march.GOL", False, True),
        ("march.XXX.A1", False, False),
        ("march.GOL.A1.x", False, False),
        ("orders", False, False),
        ("unownedxLES", False, False),
    ],
)
def test_streams_are_known_by_pattern(name: str, known: bool, begins: bool) -> None:
    streams = Streams("order", "unowned.{place}", "march.{power}.{unit}", place=["LES", "TAM"], power=["GOL", "WHI"])
    assert (name in streams, streams.begins(name)) == (known, begins)
