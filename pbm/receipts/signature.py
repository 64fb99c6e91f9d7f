"""The signed part of a receipt: whose orders were received, and when, under the game's Ed25519 key."""

import re

from msgspec import Struct

from pbm.errors import GameError
from pbm.rules.turn_names import SET_UP

SCHEMA = "pbm-receipt/1"
FIELD = re.compile(r"^[ \t>]*(game|turn|power|received)[ \t]+(\S.*?)[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
DIGITS = re.compile(r"(orders|record hash|signature)[\s>:]+((?:[0-9a-f][\s>]*)+)(?![0-9a-z])", re.IGNORECASE)
BEGINS = re.compile(r"signed by the game", re.IGNORECASE)
TURN = re.compile(rf"\d+|{SET_UP}")
LENGTHS = {"orders": 64, "record hash": 64, "signature": 128}


class Statement(Struct, frozen=True):
    """What the game signs."""

    game: str
    turn: str
    """As it stands on the sheet: its number, or set-up."""
    power: str
    received: str
    """The time of arrival in UTC: 2026-11-20 18:00:00."""
    orders: str
    """The whole order fingerprint."""
    record: str
    """The record hash of the turn before."""

    @property
    def content(self) -> bytes:
        """The bytes that are signed."""
        parts = [SCHEMA, self.game, self.turn, self.power, self.received, self.orders, self.record]
        return "".join(f"{part}\n" for part in parts).encode()


class Signed(Struct, frozen=True):
    statement: Statement
    signature: str
    """128 hexadecimal digits."""


def sign(statement: Statement, private: bytes) -> Signed:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # slow to import

    key = Ed25519PrivateKey.from_private_bytes(private)
    return Signed(statement, key.sign(statement.content).hex())


def public_of(private: bytes) -> str:
    """The public key: 64 hexadecimal digits."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw().hex()


def is_genuine(signed: Signed, public: str) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    except ValueError:
        raise GameError(f"{public} is not a public key: a public key has 64 hexadecimal digits.") from None
    try:
        key.verify(bytes.fromhex(signed.signature), signed.statement.content)
    except InvalidSignature:
        return False
    return True


def signed_lines(signed: Signed) -> list[str]:
    """As it is printed in a receipt."""
    said = signed.statement
    facts = {"Game": said.game, "Turn": said.turn, "Power": said.power, "Received": f"{said.received} UTC"}
    digits = {"Orders": said.orders, "Record hash": said.record, "Signature": signed.signature}
    lines = [f"{label:12} {text}" for label, text in facts.items()]
    for label, text in digits.items():
        lines += [label, *(f"  {part}" for part in re.findall(".{1,64}", text))]
    return lines


def read_signed(text: str, where: str) -> Signed:
    """The signed part of a receipt as text; above it a player's own message may look like one."""
    found = [read_part(text[begin.end() :]) for begin in BEGINS.finditer(text)]
    if not any(found):
        raise GameError(f"{where} contains no complete signed receipt.")
    return [each for each in found if each][-1]


def read_part(part: str) -> Signed | None:
    """What stands below the heading; lines that a mail program quoted or folded are read as well."""
    facts = {match[1].lower(): match[2] for match in reversed(list(FIELD.finditer(part)))}
    digits = {match[1].lower(): "".join(re.findall("[0-9a-f]", match[2].lower())) for match in DIGITS.finditer(part)}
    lengths = {name: len(found) for name, found in digits.items()}
    if len(facts) < 4 or lengths != LENGTHS or not TURN.fullmatch(facts["turn"]):
        return None
    received = facts["received"].removesuffix("UTC").strip()
    said = Statement(facts["game"], facts["turn"], facts["power"], received, digits["orders"], digits["record hash"])
    return Signed(said, digits["signature"])
