"""Mail loops cannot start: what no person wrote is not read as orders, and what no person reads is not answered."""

import re
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser

from pbm.errors import GameError
from pbm.mail.settings import Post, checked_address
from pbm.reading.letter import addresses_in, safely, too_large

ROBOTS = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|bounces?(?:[-+].*)?)@", re.IGNORECASE)
DEAF = re.compile(r"(?:no-?reply|do-?not-?reply)(?:[-+.].*)?@", re.IGNORECASE)
LISTS = ("bulk", "list", "junk", "auto_reply")
UNANSWERED = ("List-Id", "X-Loop", "X-Auto-Response-Suppress")
MOST_HEADERS = 256_000
"""What comes after so many bytes is no header of a letter."""
MOST_BOUNCED = 20
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
    """Why the letter cannot be from a player: it is a machine's. Empty if a person may have written it."""
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
    """Why a person's letter gets no answer at all, though its orders count."""
    if letter.get("Precedence").casefold() in LISTS or any(name in letter for name in UNANSWERED):
        return "it came through a list or asks for no answers"
    return ""


def unanswerable(address: str, post: Post) -> str:
    """Why nothing is sent to who wrote it; the player it is from may still be told."""
    if not address:
        return "it gives no address to answer to"
    return "its answer would come back to us" if post.own(address) or DEAF.match(address) else ""


def sender(letter: Headers) -> str:
    return first_address(letter.all("From"))


def reply_address(letter: Headers, is_player: bool) -> str:
    """Whom to answer. A stranger's Reply-To is ignored: it could turn our answers against anybody."""
    return (is_player and first_address(letter.all("Reply-To"))) or sender(letter)


def first_address(values: list[str]) -> str:
    """The one address a header names; a header that names several names none."""
    found = {address for address in addresses_in(values[:1]) if address}
    if len(found) != 1:
        return ""
    try:
        return checked_address(found.pop(), "")
    except GameError:
        return ""


def bounced(raw: bytes) -> list[tuple[str, str]]:
    """The addresses that a bounce says were not reached, each with the server's words."""
    found: list[tuple[str, str]] = []
    if too_large(raw):
        return found
    for part in message_from_bytes(raw).walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            for group in part.get_payload():
                if isinstance(group, Message) and "Final-Recipient" in group:
                    address = str(group["Final-Recipient"]).rpartition(";")[2].strip()
                    found.append((address, " ".join(str(group.get("Diagnostic-Code", "")).split())))
    return found[:MOST_BOUNCED]
