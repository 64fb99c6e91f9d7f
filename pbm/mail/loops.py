"""Prevents mail loops: automatic mail is not read as orders, and nothing automatic gets an answer."""

import re
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from itertools import zip_longest

from pbm.errors import GameError
from pbm.mail.settings import Post, checked_address
from pbm.reading.letter import addresses_in, safely, too_large

ROBOTS = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|bounces?(?:[-+].*)?)@", re.IGNORECASE)
DEAF = re.compile(r"(?:no-?reply|do-?not-?reply)(?:[-+.].*)?@", re.IGNORECASE)
LISTS = ("bulk", "list", "junk", "auto_reply")
UNANSWERED = ("List-Id", "X-Loop", "X-Auto-Response-Suppress")
MOST_HEADERS = 256_000
"""Only this many bytes are searched for headers."""
MOST_BOUNCED = 20
MOST_OF_BOUNCE = 64_000
"""A bounce names the failed addresses at its beginning; the letter it returns is not read."""
LONGEST_LINE = 1000
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
RETURNED = re.compile(r"-{3,}|(?:return-path|received|message-id|subject):", re.IGNORECASE)
"""Where a bounce in plain words begins to return the letter."""
AUTO = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply")


class Headers:
    """The headers of a letter as plain text, however odd they are."""

    def __init__(self, message: "Message[str, str]") -> None:
        self.message = message

    def get(self, name: str, otherwise: str = "") -> str:
        found = self.all(name)
        return found[0].replace("\0", "") if found else otherwise

    def all(self, name: str) -> list[str]:
        return safely(lambda: [" ".join(str(value).split()) for value in self.message.get_all(name, [])], [])

    def __contains__(self, name: str) -> bool:
        return name in self.message


def headers(raw: bytes) -> Headers:
    return Headers(BytesHeaderParser().parsebytes(raw[:MOST_HEADERS]))


def automatic(letter: Headers, post: Post) -> str:
    """Why the letter is automatic and not from a player; empty if a person may have written it."""
    if ROBOTS.match(sender(letter)) or letter.get("Content-Type").casefold().startswith("multipart/report"):
        return "a bounce"
    if letter.get("Auto-Submitted", "no").casefold().partition(";")[0].strip() != "no":
        return "an automatic reply"
    if any(name in letter for name in AUTO):
        return "an automatic reply"
    if letter.get("Return-Path") == "<>":
        return "a bounce"
    return "our own mail" if post.own(sender(letter)) else ""


def listed(letter: Headers) -> str:
    """Why a person's letter gets no answer, although its orders count."""
    if letter.get("Precedence").casefold() in LISTS or any(name in letter for name in UNANSWERED):
        return "it came through a mailing list or asks for no answer"
    return ""


def unanswerable(address: str, post: Post) -> str:
    """Why the writer gets no answer; the player's registered address may still get one."""
    if not address:
        return "the letter has no address to answer to"
    return "the answer would come back to us" if post.own(address) or DEAF.match(address) else ""


def sender(letter: Headers) -> str:
    return first_address(letter.all("From"))


def reply_address(letter: Headers, is_player: bool) -> str:
    """The address to answer. A stranger's Reply-To is ignored: it could direct our answers at anybody."""
    return (is_player and first_address(letter.all("Reply-To"))) or sender(letter)


def first_address(values: list[str]) -> str:
    """The one address in a header; none if there are several."""
    found = {address for address in addresses_in(values[:1]) if address}
    if len(found) != 1:
        return ""
    try:
        return checked_address(found.pop(), "")
    except GameError:
        return ""


def bounced(raw: bytes) -> list[tuple[str, str]]:
    """The addresses that a bounce reports as failed, each with the server's message."""
    found: list[tuple[str, str]] = []
    if too_large(raw):
        return found
    letter = message_from_bytes(raw[:MOST_OF_BOUNCE])
    for part in letter.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            for group in part.get_payload():
                if isinstance(group, Message) and "Final-Recipient" in group:
                    address = str(group["Final-Recipient"]).rpartition(";")[2].strip()
                    found.append((address, " ".join(str(group.get("Diagnostic-Code", "")).split())))
    if not found and ROBOTS.match(sender(Headers(letter))):
        found = told_plainly(own_words(letter))
    return found[:MOST_BOUNCED]


def own_words(letter: "Message[str, str]") -> str:
    """What a letter says itself, and not the letter that it returns."""
    parts = letter.get_payload() if letter.is_multipart() else [letter]
    plain = (part for part in parts if isinstance(part, Message) and part.get_content_type() == "text/plain")
    content = next((part.get_payload(decode=True) for part in plain), b"")
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""


def told_plainly(text: str) -> list[tuple[str, str]]:
    """The addresses that a bounce without a report names in its words, each with what is said after it."""
    lines = [line.strip()[:LONGEST_LINE] for line in text.splitlines()]
    end = next((place for place, line in enumerate(lines) if RETURNED.match(line)), len(lines))
    lines = list(filter(None, lines[:end]))
    found: dict[str, str] = {}
    for line, after in zip_longest(lines, lines[1:], fillvalue=""):
        for match in ADDRESS.finditer(line):
            found.setdefault(match[0], line[match.end() :].strip(" <>:") or after)
    return list(found.items())
