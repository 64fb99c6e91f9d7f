"""The manifest of a turn: the seals of its inputs and outputs, chained to the turn before."""

import hashlib
from pathlib import Path

import msgspec


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seals of all inputs and outputs of a turn, chained to the turn before."""

    game: str
    turn: int
    ruleset: str
    version: str
    secret: str
    """The hash of the secret, which stays private."""
    previous: str | None
    """The hash of the manifest of the turn before."""
    files: dict[str, str]
    replaces: str | None = None
    """The hash of what it replaces: the manifest of the result before it, or the mark that undid that."""
    seal: str = ""


class Undone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mark that a turn was undone."""

    turn: int
    edition: int
    """This result, and those before it, no longer count."""
    manifest: str
    """The hash of its manifest."""
    reason: str
    seal: str = ""


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def file_hash(path: Path) -> str | None:
    return digest(path.read_bytes()) if path.is_file() else None
