"""What is filled in comes out as filled in, in the block it was filled in under, and no line of ours is ever an error,
a warning or an order: for every game and every way of replying."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from random import Random

import pytest

from pbm.reading.recall import Correspondence
from tests.helpers.long import LONG, crossed
from tests.helpers.round_trip import (
    GAMES,
    PLAIN,
    TYPED,
    Order,
    Sent,
    complaints,
    mail,
    mails,
    played,
    received,
    with_remark,
    with_values,
)

WAYS = {**PLAIN, **TYPED}
SEEDS = 5 if LONG else 1
LEAST = 25


def some(name: str, number: int) -> list[Sent]:
    """The mails to try: all of them in a long run, else another one for each way."""
    every = mails(name)
    return every if LONG else [every[number % len(every)]]


def letters(name: str, kind: str) -> Iterator[tuple[Sent, Random]]:
    for sent in some(name, [*WAYS].index(kind)):
        for seed in range(SEEDS):
            yield sent, Random(f"{name} {sent.power} {kind} {seed}")


def by_power(orders: list[Order]) -> list[Order]:
    return sorted(orders, key=lambda order: order[0])


def test_there_are_many_ways() -> None:
    assert len(WAYS) >= LEAST


@pytest.mark.parametrize("kind", PLAIN)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_filled_in_comes_out_as_filled_in(name: str, kind: str) -> None:
    for sent, random in letters(name, kind):
        answer = sent.filled(random)
        found = received(sent, PLAIN[kind](answer))
        if found.letter.problems:  # longer than any letter that is read, once every cell has its line
            assert played(sent, found) == []
            continue
        assert played(sent, found) == answer.orders, found.judged
        assert complaints(found) == []


@pytest.mark.parametrize("kind", TYPED)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_typed_beside_the_quotation_comes_out_as_typed(name: str, kind: str) -> None:
    for sent, random in letters(name, kind):
        answer = sent.filled(random)
        found = received(sent, TYPED[kind](answer))
        assert by_power(played(sent, found)) == by_power([*answer.orders]), found.judged
        assert complaints(found) == []


@pytest.mark.parametrize(("name", "kind"), crossed(GAMES, PLAIN, 2))
def test_a_blank_sheet_gives_no_order_and_no_question(name: str, kind: str) -> None:
    for sent in some(name, [*PLAIN].index(kind)):
        found = received(sent, PLAIN[kind](sent.blank()))
        assert (played(sent, found), complaints(found)) == ([], [])
        assert not any(verdict.accepted for _, verdict in found.judged)


IN_TEXT = [kind for kind in PLAIN if not any(word in kind for word in ("HTML", "alone", "cut"))]


@pytest.mark.parametrize(("name", "kind"), crossed(GAMES, IN_TEXT, 2))
def test_a_remark_in_the_report_is_never_played(name: str, kind: str) -> None:
    for sent, random in letters(name, kind):
        found = received(sent, PLAIN[kind](with_remark(sent, random)))
        assert not any(verdict.accepted for _, verdict in found.judged)
        assert played(sent, found) == []
        noted = [line for filled, _ in found.judged if filled for line in filled.beside]
        assert any("<-" in line for line in noted), "a person reads it"


@pytest.mark.parametrize("name", ["tours732", "marnon1", "britannia1"])
def test_a_line_above_a_row_of_boxes_is_not_taken_for_a_part_of_it(name: str) -> None:
    """Not even if it says what the row says, or may go on for ever as the words of a message may."""
    sent = mails(name)[0]
    above = [at for at in sent.room if at + 1 in sent.rows]
    for at in above:
        same = with_values(sent.lines[at + 1])[1][0]
        for line in dict.fromkeys((same, max(sent.stock, key=len))):
            answer = sent.answer({at: line}, [at + 1])
            found = received(sent, PLAIN["inside the quotation, typed lines without a mark"](answer))
            assert (played(sent, found), complaints(found)) == ([*answer.orders], [])
    assert above or name == "tours732"


@pytest.mark.parametrize("kind", ["the sheet alone, copied into a new mail", "inside the quotation, marks kept"])
@pytest.mark.parametrize("name", GAMES)
def test_two_sheets_of_ours_in_one_letter_are_two_sheets(name: str, kind: str) -> None:
    """Of one player with two powers: each is judged by its own code, and nothing of either is an error."""
    one, other = mails(name)[:2]
    answers = [sent.filled(Random(f"{name} {sent.power}")) for sent in (one, other)]
    parts = [message_from_bytes(PLAIN[kind](answer), policy=default).get_content() for answer in answers]
    found = received(one, mail("\n".join(parts)), Correspondence((*one.earlier.sent, *other.earlier.sent)))
    wanted = [order for answer in answers for order in answer.orders]
    assert by_power(played(one, found)) == by_power(wanted)
    assert complaints(found) == []
