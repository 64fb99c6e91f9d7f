"""Letters broken in every way chance can think of: never a traceback, never a sheet accepted without its code."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.reading.sheet import find_sheet, written
from pbm.reading.sheet_code import same, sheet_code
from pbm.reading.verdict import Policy, Received, receive
from tests.helpers.letters import SECRET, SERVER, corpus, game42, raw, reader
from tests.helpers.long import times

NAMES = sorted(corpus())
CHUNKS = [
    b"\n--=_b1\n", b"\n--=_b1--\n", b"Content-Type: multipart/mixed; boundary=x\n\n", b"Content-Type: text/html\n\n",
    b"Content-Transfer-Encoding: base64\n", b"\n-- \n", b"\n> ", b"<blockquote>", b"<ol start=16>", b"\0", b"\xff\xfe",
    b"\r", b"=\n", b"=?utf-8?q?=", "\u202e".encode(), b"9" * 5000, b"\nEnd\n", b"\nMessage:\n", b"%PDF-1.7\n", b"()",
    b"\nCode: 000-000-0\n", b"\nKingdom: WSX\n", b"\nGame: game42 Turn: 7\n", b"\n1. TAX\n",
]  # fmt: skip
MUCH = settings(max_examples=times(500, 1500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SOME = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def sound(received: Received) -> None:
    """Every sheet has one verdict, and whoever was accepted had the code of his kingdom for this turn."""
    for filled, verdict in received.judged:
        assert verdict.accepted or verdict.text
        if verdict.accepted:
            assert filled
            assert verdict.power
            assert verdict.proof is Policy.CODE
            assert same(filled.code or "", sheet_code(SECRET, "game42", 7, verdict.power))
        if filled:
            assert all(1 <= number <= 16 for number in filled.sheet.lines)
            assert all(question.text for question in filled.questions)
            assert reader().sheet(filled.sheet.player, written(filled)) == filled.sheet


def broken(letter: bytes, chance: random.Random, blows: int) -> bytes:
    """The letter after some blows: bytes lost, changed, doubled, moved, and rubbish put in between."""
    for _ in range(blows):
        at, length = chance.randrange(len(letter) + 1), chance.choice([1, 1, 2, 8, 60])
        piece = letter[at : at + length]
        put = chance.choice([b"", piece * 2, chance.choice(CHUNKS), chance.randbytes(length), piece.swapcase()])
        letter = letter[:at] + put + letter[at + len(piece) * chance.randrange(2) :]
    return letter


@given(st.binary(max_size=400))
@SOME
def test_any_bytes(letter: bytes) -> None:
    sound(receive(letter, reader(), game42(), SERVER))


@given(st.text(max_size=400), st.sampled_from(["plain", "html"]))
@SOME
def test_any_text(text: str, kind: str) -> None:
    letter = f"Content-Type: text/{kind}; charset=utf-8\n\n{text}".encode("utf-8", "replace")
    sound(receive(letter, reader(), game42(), SERVER))


LINES = f"""\
Game: game42|Turn: 7|Kingdom: MER|Kingdom: WSX|Code:|Code: {sheet_code(SECRET, "game42", 7, "MER")}
1. TAX|2. LEVY TAM|TAX|,. TAX|-TAX|3. ,- TAX|0. TAX|17. TAX|9999.|-|----|# 6. TAX|hello||> 3.|> 4. TAX|> TAX|-- |End
Message: hello|\u007c 5. TAX|Phone: 1|On Monday the master wrote:|-----Original Message-----""".replace(
    "\n", "|"
).split("|")


@given(st.lists(st.sampled_from(LINES), max_size=25))
@SOME
def test_any_lines_of_a_sheet(lines: list[str]) -> None:
    sound(receive(("\n\n" + "\n".join(lines)).encode(), reader(), game42(), SERVER))


@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.integers(1, 6))
@SOME
def test_broken_letters(name: str, seed: int, blows: int) -> None:
    sound(receive(broken(raw(name), random.Random(seed), blows), reader(), game42(), SERVER))


@pytest.mark.slow
@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 2**32), st.integers(1, 40))
@MUCH
def test_badly_broken_letters(name: str, other: str, seed: int, blows: int) -> None:
    chance = random.Random(seed)
    one, two = raw(name), raw(other)
    spliced = one[: chance.randrange(len(one) + 1)] + two[chance.randrange(len(two) + 1) :]
    sound(receive(broken(spliced, chance, blows), reader(), game42(), SERVER))


@pytest.mark.parametrize("name", NAMES)
def test_no_code_of_another_secret_is_accepted(name: str) -> None:
    strange = game42().__class__(**{**vars(game42()), "secret": b"another"})
    assert not [verdict for _, verdict in receive(raw(name), reader(), strange, SERVER).judged if verdict.accepted]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("plain-")])
def test_what_is_quoted_whole_gives_no_order(name: str) -> None:
    head, _, body = raw(name).replace(b"\r\n", b"\n").partition(b"\n\n")
    quoted = b"\n".join(b"> " + line for line in body.split(b"\n"))
    received = receive(head + b"\n\n" + quoted, reader(), game42(), SERVER)
    assert not [filled for filled in find_sheet(received.letter.texts, reader()).sheets if filled.sheet.lines]
    assert not [verdict for _, verdict in received.judged if verdict.accepted]
