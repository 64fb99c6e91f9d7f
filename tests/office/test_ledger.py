"""Turn credits: double entry that always adds up to nothing, append-only, and chained."""

import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.errors import GameError
from pbm.files import put
from pbm.office import credits
from pbm.office.credits import Clerk, accounts, balance, discount, path_of, read, spoken


@pytest.fixture
def clerk(tmp_path: Path) -> Clerk:
    return Clerk(tmp_path, "2026-11-16")


def test_ten_bought_at_once_bring_the_discounts_bonus(clerk: Clerk) -> None:
    clerk.award("mercia", 3, "old")
    clerk.buy("mercia", 9)
    assert balance(read(clerk.games), "mercia") == 90
    clerk.buy("mercia", 25)
    assert balance(read(clerk.games), "mercia") == 90 + 250 + 60


def test_a_turn_is_charged_once_and_may_leave_a_debt(clerk: Clerk) -> None:
    assert clerk.charge("mercia", "g", 1)
    assert not clerk.charge("mercia", "g", 1)
    assert clerk.charge("mercia", "h", 1)
    assert balance(read(clerk.games), "mercia") == -20


def test_discounts_stop_at_ten_and_are_forfeited_whole(clerk: Clerk) -> None:
    for game in range(5):
        clerk.award("mercia", 3, f"g{game}")
    assert discount(read(clerk.games), "mercia") == 10
    assert not clerk.award("mercia", 2, "g0")
    clerk.forfeit("mercia")
    assert discount(read(clerk.games), "mercia") == 0


def test_no_more_is_paid_back_than_there_is(clerk: Clerk) -> None:
    clerk.buy("mercia", 3)
    with pytest.raises(GameError, match="has 3 turns"):
        clerk.refund("mercia", 4)
    clerk.refund("mercia", 3)
    assert balance(read(clerk.games), "mercia") == 0


ACTS = st.lists(
    st.tuples(st.sampled_from(["buy", "charge", "earn", "forfeit"]), st.sampled_from("ab"), st.integers(1, 30))
)


@given(ACTS)
@settings(max_examples=20, deadline=None)
def test_everything_adds_up_to_nothing(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str, int]]
) -> None:
    clerk = Clerk(tmp_path_factory.mktemp("l"), "2026-01-01")
    for place, (kind, who, number) in enumerate(acts):
        if kind == "buy":
            clerk.buy(who, number)
        elif kind == "charge":
            clerk.charge(who, "g", number)
        elif kind == "earn":
            clerk.award(who, 2, f"g{place}")
        else:
            clerk.forfeit(who)
    entries = read(clerk.games)
    assert sum(accounts(entries).values()) == 0
    assert all(0 <= discount(entries, who) <= 10 for who in "ab")


def test_a_changed_line_is_found(clerk: Clerk) -> None:
    for _ in range(3):
        clerk.buy("mercia", 1)
    path = path_of(clerk.games)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"tenths":10', b'"tenths":90', 1))
    with pytest.raises(GameError, match="line 2 does not follow"):
        read(clerk.games)


def test_turns_and_their_bonus_are_posted_together_or_not_at_all(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    clerk.award("mercia", 2, "spring")
    writes: list[int] = []

    def watched(path: Path, content: bytes, private: bool) -> None:
        writes.append(content.count(b"\n"))
        put(path, content, private)

    monkeypatch.setattr(credits, "put", watched)
    clerk.buy("mercia", 10)
    assert writes == [3]


def test_accounts_are_for_the_game_master_alone(clerk: Clerk) -> None:
    clerk.buy("mercia", 1)
    assert stat.S_IMODE(path_of(clerk.games).stat().st_mode) == 0o600
    assert stat.S_IMODE(path_of(clerk.games).parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(("tenths", "words"), [(10, "1 turn"), (120, "12 turns"), (5, "0.5 turns"), (-10, "-1 turn")])
def test_spoken(tenths: int, words: str) -> None:
    assert spoken(tenths) == words
