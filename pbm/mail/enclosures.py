"""Files that came with a letter, saved for the game master to look at."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from pbm.files import put
from pbm.reading.letter import MOST_PARTS, SILENT, name_of, safely, too_large

UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")
LONGEST = 60
PICTURE = "a picture"
KINDS = {"image": PICTURE, "audio": "a sound", "video": "a film"}


def attachments(raw: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The safe name, the kind and the content of every file in a letter, also of pictures within its text."""
    if too_large(raw):
        return
    leaves = [part for part in message_from_bytes(raw).walk() if not part.is_multipart()]
    for number, part in enumerate(leaves[:MOST_PARTS], 1):
        kind = part.get_content_type()
        content = safely(lambda part=part: part.get_payload(decode=True), None)  # type: ignore[misc]
        if is_a_file(part, kind) and isinstance(content, bytes):
            yield safe_name(number, name_of(part), kind), KINDS.get(kind.partition("/")[0], "a file"), content


def is_a_file(part: Message, kind: str) -> bool:
    return kind not in SILENT and (bool(name_of(part)) or not kind.startswith("text/"))


def safe_name(number: int, name: str, kind: str) -> str:
    """A name that no letter can choose freely: it begins with a digit and has no path in it."""
    plain = UNSAFE.sub("-", name or kind.replace("/", ".")).strip("-.") or "file"
    return f"{number}-{plain[-LONGEST:]}"


def save(raw: bytes, folder: Path) -> list[tuple[Path, str]]:
    """Save the files of a letter; return where each is, and what it is."""
    saved = []
    for name, kind, content in attachments(raw):
        put(folder / name, content, private=True)
        saved.append((folder / name, kind))
    return saved
