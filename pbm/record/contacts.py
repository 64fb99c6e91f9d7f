"""Contact lines of a sheet: the record holds a token for each, so that the line itself can be erased.

The token says nothing of what the line says: nobody can work it out, even who knows the game's secret.
"""

import re
from collections.abc import Mapping

from pbm.reading.language import Reader
from pbm.reading.sheet_lines import entries, in_lines
from pbm.record.seals import Contact, token

HINT = re.compile(rb"phone|mail|[\x80-\xff]", re.IGNORECASE)
"""The words that begin contact lines; a sheet without them has none."""


def all_without_contacts(
    reader: Reader, secret: bytes, turn: int, sheets: Mapping[str, bytes]
) -> tuple[dict[str, bytes], dict[str, Contact]]:
    """Every sheet as the record keeps it, and the lines for its tokens."""
    kept: dict[str, bytes] = {}
    found: dict[str, Contact] = {}
    for name, sheet in sheets.items():
        kept[name], tokens = without_contacts(reader, secret, turn, name.split(".")[0].upper(), sheet)
        found |= tokens
    return kept, found


def without_contacts(
    reader: Reader, secret: bytes, turn: int, player: str, sheet: bytes
) -> tuple[bytes, dict[str, Contact]]:
    """A sheet with a token for every contact line that is taken, and what the tokens stand for."""
    text = sheet.decode("utf-8-sig", "replace")
    if not HINT.search(sheet) or "\ufffd" in text:
        return sheet, {}
    lines, taken = in_lines(text), dict(reader.sheet(player, text).contacts)
    found: dict[str, Contact] = {}
    for entry in entries(text):
        if (kind := entry.kind.upper()) not in reader.words.contacts:
            continue
        mark = token(secret, player, turn, kind) if taken.get(kind) == entry.value else ""
        lines[entry.line - 1] = f"{kind}: {mark}".strip()
        if mark and taken.pop(kind) != mark:
            found[mark] = Contact(player, entry.value)
    return ("\n".join(lines).encode() if lines != in_lines(text) else sheet), found
