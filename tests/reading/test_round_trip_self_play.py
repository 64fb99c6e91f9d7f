"""The law of the round trip over positions of self-play: in every form, as far as the game goes."""

from random import Random

import pytest

from pbm.rulesets import names
from tests.helpers.long import LONG, crossed, times
from tests.helpers.round_trip import PLAIN, TYPED, Sent, complaints, played, received
from tests.helpers.self_played import self_played
from tests.reading.test_round_trip import by_power
from tests.reading.test_round_trip_forms import comes_out_of_its_form, comes_out_of_paper, says_nothing_untouched

WAYS = {**PLAIN, **TYPED}
TURNS = times(2, 8)


def some(rules: str, number: int) -> list[Sent]:
    """The mails to try: all of them in a long run, else another one for each way."""
    every = self_played(rules, TURNS)
    return every if LONG else [every[number % len(every)]]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "kind"), crossed(names(), WAYS, 4))
def test_what_is_written_comes_out_as_written(rules: str, kind: str) -> None:
    for number, sent in enumerate(some(rules, [*WAYS].index(kind))):
        answer = sent.filled(Random(f"{rules} {sent.power} {kind} {number}"))
        found = received(sent, WAYS[kind](answer))
        if found.letter.problems:  # longer than any letter that is read, once every cell has its line
            assert played(sent, found) == []
            continue
        assert by_power(played(sent, found)) == by_power([*answer.orders])
        assert complaints(found) == []


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "kind"), crossed(names(), PLAIN, 4))
def test_a_blank_sheet_says_nothing(rules: str, kind: str) -> None:
    for sent in some(rules, [*PLAIN].index(kind)):
        found = received(sent, PLAIN[kind](sent.blank()))
        assert (played(sent, found), complaints(found)) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("rules", names())
def test_forms_and_paper_come_out_as_filled_in(rules: str) -> None:
    for sent in some(rules, 1):
        comes_out_of_its_form(sent, Random(f"{rules} {sent.power}"))
        says_nothing_untouched(sent)
        comes_out_of_paper(sent)
