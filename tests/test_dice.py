"""Dice: fair, named, and the same for ever."""

import hashlib
import hmac
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.dice import SPAN, Dice

SECRET = b"secret"
PINNED = [1, 3, 1, 2, 6, 1, 3, 2]


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


def test_fixed_throws_come_first_and_wrap() -> None:
    dice = Dice(SECRET, 1, {"x": [5, 8]})
    assert [dice.roll("x"), dice.roll("x")] == [5, 2]
    assert dice.roll("x") == Dice(SECRET, 1).roll("x")


def test_a_shuffle_keeps_everyone() -> None:
    assert sorted(Dice(SECRET, 1).shuffle("order", list("abcdefgh"))) == list("abcdefgh")
