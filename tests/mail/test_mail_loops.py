"""Mail loops cannot start."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail.loops import automatic, bounced, headers, listed, reply_address, sender, unanswerable
from pbm.mail.settings import Post, checked_address
from tests.helpers.posting import letter

POST = Post(address="orders@example.org", copy_to="orders+sent@example.org")


def why(**more: str) -> tuple[str, str]:
    found = headers(letter("text\n", more.pop("sender", "mercia@example.org"), 1, **more))
    return automatic(found, POST), listed(found) or unanswerable(reply_address(found, True), POST)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"Auto_Submitted": "auto-replied"}, "an automatic reply"),
        ({"Auto_Submitted": "Auto-Generated; owner-email=x"}, "an automatic reply"),
        ({"auto_submitted": "AUTO-NOTIFIED"}, "an automatic reply"),
        ({"X_Autoreply": "yes"}, "an automatic reply"),
        ({"Return_Path": "<>"}, "a bounce"),
        ({"sender": "MAILER-DAEMON@mx.example.net"}, "a bounce"),
        ({"sender": "postmaster@example.net"}, "a bounce"),
        ({"sender": "bounces+123@lists.example.net"}, "a bounce"),
        ({"Content_Type": "multipart/report; report-type=delivery-status; boundary=x"}, "a bounce"),
        ({"sender": "orders@example.org"}, "our own mail"),
        ({"sender": "The Game Master <ORDERS@Example.org>"}, "our own mail"),
        ({"sender": "orders+sent@example.org"}, "our own mail"),
    ],
)
def test_a_machines_letter(more: dict[str, str], what: str) -> None:
    assert why(**more)[0] == what


@pytest.mark.parametrize(
    "more",
    [
        {"Precedence": "bulk"},
        {"Precedence": "List"},
        {"Precedence": "junk"},
        {"Precedence": "auto_reply"},
        {"X_Loop": "robot@example.org"},
        {"X_Auto_Response_Suppress": "All"},
        {"List_Id": "<players.example.org>"},
        {"sender": ""},
        {"sender": "a@example.org, b@example.org"},
        {"sender": "noreply@example.org"},
        {"sender": "no-reply+7@example.org"},
        {"Reply_To": "orders@example.org"},
        {"Reply_To": "not an address", "sender": "nor this"},
    ],
)
def test_a_persons_letter_that_is_not_answered(more: dict[str, str]) -> None:
    reasons = why(**more)
    assert reasons[0] == ""
    assert reasons[1] != ""


@pytest.mark.parametrize(
    "more", [{}, {"Auto_Submitted": "no"}, {"Precedence": "first-class"}, {"Return_Path": "<mercia@example.org>"}]
)
def test_a_persons_letter(more: dict[str, str]) -> None:
    assert why(**more) == ("", "")


@given(st.emails() | st.text(max_size=80))
def test_whoever_is_answered_can_be_written_to(address: str) -> None:
    found = reply_address(headers(letter("", sender=" ".join(address.split()))), True)
    assert not found or checked_address(found, "") == found


def test_who_is_answered() -> None:
    found = headers(letter("", sender='"Lord, of Mercia" <mercia@example.org>', Reply_To="home@example.org"))
    assert (sender(found), reply_address(found, True)) == ("mercia@example.org", "home@example.org")
    assert reply_address(found, False) == "mercia@example.org"


@given(st.binary(max_size=400))
def test_no_bytes_make_it_fail(raw: bytes) -> None:
    found = headers(raw)
    automatic(found, POST)
    unanswerable(reply_address(found, True), POST)
    bounced(raw)


HEADERS = ["From", "Reply-To", "Auto-Submitted", "Precedence", "Return-Path", "Content-Type", "Message-ID"]


@given(st.lists(st.tuples(st.sampled_from(HEADERS), st.text(max_size=60) | st.binary(max_size=60)), max_size=6))
def test_no_headers_make_it_fail(pairs: list[tuple[str, str | bytes]]) -> None:
    values = [(name, value if isinstance(value, bytes) else value.encode(errors="replace")) for name, value in pairs]
    raw = b"".join(name.encode() + b": " + value + b"\n" for name, value in values) + b"\ntext"
    found = headers(raw)
    automatic(found, POST)
    bounced(raw)
    address = reply_address(found, True)
    unanswerable(address, POST)
    assert not address or checked_address(address, "") == address


def test_a_bounce_in_plain_words_names_who_was_not_reached() -> None:
    said = (
        "From: MAILER-DAEMON@mx.example.org\nTo: orders@example.org\nSubject: failure notice\n\n"
        "I was not able to deliver your message.\n\n<bob@example.org>:\nno mailbox here by that name\n\n"
        "ann@example.org: mailbox full\n\n--- Below this line is a copy of the message.\n\nTo: cid@example.org\n"
    )
    assert bounced(said.encode()) == [
        ("bob@example.org", "no mailbox here by that name"),
        ("ann@example.org", "mailbox full"),
    ]
    assert bounced(said.replace("MAILER-DAEMON", "dora").encode()) == [], "a person who names it reports nothing"
