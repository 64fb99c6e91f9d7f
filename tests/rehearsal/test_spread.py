"""Dice of the plays of one sheet: together they show every face, and two throws do not rise and fall together."""

from collections import Counter
from itertools import pairwise

import pytest

from pbm.kit.play import self_play
from pbm.rehearsal.rehearse import PLAYS
from pbm.rehearsal.single import Singles
from pbm.rehearsal.spread import Spread
from pbm.rehearsal.tried import Tried
from pbm.rulesets import load

THROWS = 200


def thrown(sides: int) -> list[tuple[int, ...]]:
    """Some throws, each with its face in every play."""
    plays = [Spread(b"a sheet", 1, number) for number in range(PLAYS)]
    return [tuple(play.roll("a die", sides) for play in plays) for _ in range(THROWS)]


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_eight_plays_show_every_face_as_often_as_can_be(sides: int) -> None:
    for faces in thrown(sides):
        counts = Counter(faces)
        assert len(counts) == sides
        assert max(counts.values()) - min(counts.values()) <= 1


def test_the_first_two_plays_differ_and_the_first_four_show_every_quarter() -> None:
    for faces in thrown(4):
        assert faces[0] != faces[1]
        assert {*faces[:4]} == {1, 2, 3, 4}


def test_two_throws_do_not_go_together() -> None:
    """Of eight plays two coins agree in none, some or all: in half of them in the mean."""
    coins = thrown(2)
    agreed = [sum(one == other for one, other in zip(*pair, strict=True)) for pair in pairwise(coins)]
    assert {0, 2, 4, 6, 8} == {*agreed}
    assert 3.5 < sum(agreed) / len(agreed) < 4.5


def test_the_sum_of_two_dice_is_not_that_of_one_die_twice() -> None:
    dice = thrown(6)
    sums = Counter(one + other for pair in pairwise(dice) for one, other in zip(*pair, strict=True))
    assert {*sums} == {*range(2, 13)}
    assert sums[7] > 3 * sums[2]


def test_what_one_winter_in_four_bars_hangs_on_the_dice() -> None:
    """Lines that were done by two throws are thrown for again: each power may find its land snowed up."""
    rules = load("homelands")
    *_, last = self_play(rules, 5, 4)
    world = last.world
    for who in ("CNV", "DMN", "EBR"):
        reader = rules.language.reader(world)
        near = reader.words.near
        texts = [f"MOVE {one} {other} ALL" for one in sorted(near) for other in sorted(near[one])]
        tried = [Tried(order) for text in texts if (order := reader.read(text)[0])]
        told = Singles(rules, last.views()[who], who).verdicts(tried).values()
        assert "winter" in " ".join(verdict.why.text for verdict in told if verdict.why and verdict.saved), who
