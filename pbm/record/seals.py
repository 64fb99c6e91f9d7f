"""Seals, which prove a file without showing it, and tokens, which replace players' contact lines in the record.

A seal is a MAC under the game's secret, so that nobody can guess a short sheet from its hash while the game goes on;
once the secret is published, anyone can check every seal.
"""

import hmac
import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

R = TypeVar("R", bound=msgspec.Struct)
MARK = 20
"""The length of what makes a token: 80 bits, and short enough to stand in a contact line itself."""
TOKEN = re.compile(rb"sealed-[0-9a-f]{%d}" % MARK)
GONE = b"withdrawn"
"""The text shown for an erased contact line."""


class Contact(msgspec.Struct, frozen=True):
    """What a token stands for."""

    who: str
    text: str


def seal(secret: bytes, what: str, content: bytes) -> str:
    return hmac.digest(secret, f"seal:{what}:".encode() + content, "sha256").hex()


def promise(commitment: str) -> str:
    """The sentence about the secret in the first report."""
    return (
        "All dice of this game come from a secret that was drawn before it began. When the game is over the secret is "
        "published, and anyone can check every die. This SHA-256 hash proves that it is the same secret: "
        f"{commitment}"
    )


def kept_promise(secret: str, commitment: str) -> str:
    """The sentence about the secret in the last report."""
    return (
        f"All dice of this game came from this secret, written in hexadecimal: {secret}. The SHA-256 hash of its bytes "
        f"is {commitment}, as your first report has it. With the record of the game, which the game master gives to "
        "anyone who asks, the command pbm verify throws every die again."
    )


def written(record: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def signed(record: R, secret: bytes) -> R:
    """The record with its own seal added."""
    return msgspec.structs.replace(record, seal=seal(secret, "record", written(unsigned(record))))


def unsigned(record: R) -> R:
    return msgspec.structs.replace(record, seal="")


def is_genuine(record: msgspec.Struct, content: bytes, secret: bytes) -> bool:
    """Whether a record read from that content is exactly what was written."""
    return content == written(signed(record, secret))


def token(secret: bytes, player: str, turn: int, kind: str) -> str:
    """The record's stand-in for a contact line; nobody without the secret can write one into a message."""
    return f"sealed-{seal(secret, f'contact:{player}:{turn}:{kind}', b'')[:MARK]}"


def unsealed(content: bytes, contacts: Mapping[str, Contact]) -> bytes:
    """JSON with contact lines for tokens, as far as they are still known."""

    def told(match: re.Match[bytes]) -> bytes:
        contact = contacts.get(match[0].decode())
        return msgspec.json.encode(contact.text)[1:-1] if contact else GONE

    return TOKEN.sub(told, content)
