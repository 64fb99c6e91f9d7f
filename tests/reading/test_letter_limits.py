"""The limits of letters, each to the last byte, line and part; and which texts of a letter are twins of others."""

from collections.abc import Callable
from email.message import EmailMessage, Message
from typing import Any

import pytest

from pbm.reading import letter as letters
from pbm.reading.letter import Opening, addresses_in, read_file, read_letter, too_large, uncommented

Patch = pytest.MonkeyPatch
LIMITS: dict[str, Callable[[int], bytes]] = {
    "MOST_BYTES": lambda number: b"x" * number,
    "MOST_NESTINGS": lambda number: b"Content-Type: multipart/mixed " * number,
    "MOST_RAW_LINES": lambda number: b"\n" * number,
    "MOST_SEPARATORS": lambda number: b"\n--" * number,
}
"""For each limit of a whole letter, a letter with so many of them."""


@pytest.mark.parametrize("limit", LIMITS)
def test_a_letter_is_parsed_up_to_its_limit(limit: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(letters, limit, 40)
    assert too_large(LIMITS[limit](40)) == ""
    assert too_large(LIMITS[limit](41))


@pytest.mark.parametrize(("limit", "fill"), [("LONGEST_ADDRESS", "x"), ("MOST_BRACKETS", "("), ("MOST_BRACKETS", ":")])
def test_a_header_of_addresses_is_read_up_to_its_limit(limit: str, fill: str, monkeypatch: Patch) -> None:
    value = "a@example.org " + fill * 6
    size = len(value) if limit == "LONGEST_ADDRESS" else 6
    monkeypatch.setattr(letters, limit, size)
    assert addresses_in([value])
    monkeypatch.setattr(letters, limit, size - 1)
    assert addresses_in([value]) == []


@pytest.mark.parametrize("limit", ["MOST_LINES", "MOST_CHARACTERS", "MOST_HTML"])
def test_a_text_is_read_up_to_its_limit(limit: str, monkeypatch: Patch) -> None:
    content = "<p>1. TAX</p>" if limit == "MOST_HTML" else "1. TAX\n2. TAX"
    size, name = 2 if limit == "MOST_LINES" else len(content), "orders.html" if limit == "MOST_HTML" else "orders.txt"
    monkeypatch.setattr(letters, limit, size)
    assert read_file(name, content.encode()).texts
    monkeypatch.setattr(letters, limit, size - 1)
    assert read_file(name, content.encode()).texts == ()


def parted(kind: str, *inner: EmailMessage) -> EmailMessage:
    whole = EmailMessage()
    whole["Content-Type"] = f"multipart/{kind}"
    whole.set_payload(list(inner))
    return whole


def text(content: str, kind: str = "plain") -> EmailMessage:
    part = EmailMessage()
    part.set_content(content, subtype=kind)
    return part


@pytest.mark.parametrize(("limit", "size"), [("DEEPEST", 2), ("MOST_PARTS", 3)])
def test_parts_are_read_up_to_their_limit(limit: str, size: int, monkeypatch: Patch) -> None:
    raw = bytes(parted("mixed", parted("mixed", text("1. TAX\n"))))
    monkeypatch.setattr(letters, limit, size)
    assert read_letter(raw).texts
    monkeypatch.setattr(letters, limit, size - 1)
    found = read_letter(raw)
    assert (found.texts, found.problems) == ((), ("it has too many parts; some were not read",))


PLAIN, HTML = text("1. TAX\n"), text("<p>1. TAX</p>", "html")
TWINS = {
    "an alternative to a plain text": (parted("alternative", PLAIN, HTML), [False, True]),
    "below the alternative": (parted("alternative", PLAIN, parted("related", HTML, PLAIN)), [False, True, True]),
    "an alternative to nothing": (parted("alternative", HTML, HTML), [False, False]),
    "no alternative": (parted("mixed", PLAIN, HTML), [False, False]),
}


@pytest.mark.parametrize("what", TWINS)
def test_only_an_alternative_to_plain_text_is_its_twin(what: str) -> None:
    whole, spare = TWINS[what]
    assert [each.spare for each in read_letter(bytes(whole)).texts] == spare


class Broken(Message):
    def get_payload(self, i: Any = None, decode: Any = False) -> Any:
        raise ValueError


@pytest.mark.parametrize(("name", "called"), [("", "a part of it"), ("orders.bin", "orders.bin")])
def test_a_part_that_cannot_be_decoded_is_told_by_name(name: str, called: str) -> None:
    part, opening = Broken(), Opening()
    if name:
        part["Content-Disposition"] = f'attachment; filename="{name}"'
    opening.part(part)
    assert opening.problems == [f"{called} cannot be decoded"]


def test_the_subject_is_kept_for_people() -> None:
    assert read_letter(b"Subject: =?utf-8?q?Orders_f=C3=BCr?=\n turn 2\n\n").subject == "Orders für turn 2"


@pytest.mark.parametrize(
    ("header", "bare"),
    [
        (r"a (b \) c) d", "a  d"),
        (r"a \(b) c", "a  c"),
        (r'"a \" ;b" c', 'a\0"\0\0b c'),
    ],
)
def test_a_backslash_counts_only_in_comments_and_quotes(header: str, bare: str) -> None:
    assert uncommented(header) == bare
