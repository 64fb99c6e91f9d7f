"""The code on a turnsheet: nobody can make one, and no slip of the pen goes unseen."""

from hypothesis import given
from hypothesis import strategies as st

from pbm.reading.sheet_code import LETTERS, is_well_formed, plain, same, sheet_code

SECRETS = st.binary(min_size=1, max_size=32)
GAMES = st.sampled_from(["game42", "x", "spring-2027"])
TURNS = st.integers(1, 300)
POWERS = st.sampled_from(["MER", "WSX", "VIK"])
CODES = st.builds(sheet_code, SECRETS, GAMES, TURNS, POWERS)


def test_a_code_stays_as_it_is() -> None:
    """A sheet that was printed yesterday must be good tomorrow."""
    assert sheet_code(b"secret", "game42", 7, "MER") == "SR6-C4F-Q"


@given(CODES)
def test_a_code_is_nothing_but_letters_and_digits(code: str) -> None:
    assert len(plain(code)) == 7
    assert set(plain(code)) <= set(LETTERS)
    assert is_well_formed(code)


@given(CODES, st.integers(0, 6), st.sampled_from(LETTERS))
def test_one_wrong_letter_is_seen(code: str, at: int, letter: str) -> None:
    letters = plain(code)
    slip = letters[:at] + letter + letters[at + 1 :]
    assert is_well_formed(slip) == (slip == letters)


@given(CODES, st.integers(0, 4))
def test_two_letters_swapped_are_seen(code: str, at: int) -> None:
    letters = plain(code)
    slip = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
    assert is_well_formed(slip) == (slip == letters)


@given(CODES, st.integers(0, 6), st.sampled_from(LETTERS))
def test_a_letter_lost_or_added_is_seen(code: str, at: int, letter: str) -> None:
    letters = plain(code)
    assert not is_well_formed(letters[:at] + letters[at + 1 :])
    assert not is_well_formed(letters[:at] + letter + letters[at:])


@given(CODES)
def test_a_code_may_be_typed_as_people_type(code: str) -> None:
    for typed in (code.lower(), code.replace("-", ""), code.replace("-", " "), code.replace("-", "–"), f" {code}. "):
        assert same(typed, code)
    assert same(code.replace("0", "O").replace("1", "l"), code)


@given(SECRETS, GAMES, TURNS, POWERS)
def test_every_sheet_has_a_code_of_its_own(secret: bytes, game: str, turn: int, power: str) -> None:
    code = sheet_code(secret, game, turn, power)
    others = [
        sheet_code(secret + b"!", game, turn, power),
        sheet_code(secret, game + "1", turn, power),
        sheet_code(secret, game, turn + 1, power),
        sheet_code(secret, game, turn, "KNT"),
    ]
    assert code not in others
