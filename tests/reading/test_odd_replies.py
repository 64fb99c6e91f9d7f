"""Rarer ways of quoting: what is filled in comes out as filled in, or the player is asked; nothing else is played."""

from random import Random

import pytest

from tests.helpers.odd_replies import ODD
from tests.helpers.round_trip import GAMES, complaints, mails, played, received


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", GAMES)
def test_rarer_replies_come_home(name: str, kind: str) -> None:
    random = Random(f"{name} {kind}")
    sent = random.choice(mails(name))
    answer = sent.filled(random)
    found = received(sent, ODD[kind](answer))
    assert complaints(found) == []
    assert sorted(map(str, played(sent, found))) == sorted(map(str, answer.orders))
