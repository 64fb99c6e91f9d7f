"""Rarer ways of quoting: what is filled in comes out as filled in, and only what is said beside it is asked about."""

from random import Random

import pytest

from tests.helpers.long import LONG
from tests.helpers.odd_replies import CHAT, ODD
from tests.helpers.round_trip import GAMES, complaints, mails, played, received


def games(kind: str) -> tuple[str, ...]:
    """The games to try a way of quoting in: another one for each, or all of them in a long run."""
    return GAMES if LONG else (GAMES[[*ODD].index(kind) % len(GAMES)],)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in ODD for name in games(kind)])
def test_rarer_replies_come_home(kind: str, name: str) -> None:
    random = Random(f"{name} {kind}")
    sent = random.choice(mails(name))
    answer = sent.filled(random)
    found = received(sent, ODD[kind](answer))
    assert all(any(words in each for words in CHAT) for each in complaints(found))
    assert sorted(map(str, played(sent, found))) == sorted(map(str, answer.orders))
