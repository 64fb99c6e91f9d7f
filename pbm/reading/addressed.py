"""Messages to one power: a line `TO MER: ...` begins one, and `TO ALL: ...` begins one for everyone.

Whoever mistypes a name must not see the message published: a line that looks addressed, to a name that is nobody's,
begins a message that goes nowhere, and its writer is asked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from pbm.reading.sheet_lines import SheetLine, plainly, visible
from pbm.reading.spelling import nearest

ADDRESSED = re.compile(
    r"[\s*•·|-]*(?P<to>to)\s+(?P<names>[^\W\d][^:=\n]{0,80}?)\s*:(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
PARTS = re.compile(r"\s*(?:,|&|\+|/|\band\b)\s*", re.IGNORECASE)
EVERYONE = {"all", "everyone", "everybody", "all players", "the world"}
NOBODY = "?"
"""Stands before the name of an addressee that no power is called."""
MOVABLE = ("other", "action", "continued")


class Names(Protocol):
    """The powers of a game."""

    @property
    def powers(self) -> Mapping[str, str]: ...
    @property
    def power_names(self) -> Mapping[str, str]: ...
    def power_called(self, name: str) -> str | None: ...


def addressed(entries: Iterable[SheetLine], names: Names) -> Iterator[SheetLine]:
    """The lines of a sheet, with those that address a power turned into the first line of a message to it."""
    for entry in entries:
        found = address_of(entry.raw, names) if entry.kind in MOVABLE and not barred(entry) else None
        yield entry if found is None else msgspec.structs.replace(entry, kind="message", value=found[1], to=found[0])


def barred(entry: SheetLine) -> bool:
    """Whether a bar marks the line as a part of the message above it, whatever it says."""
    return entry.kind == "continued" and bool(entry.line)


def address_of(line: str, names: Names) -> tuple[tuple[str, ...], str] | None:
    """Whom a line addresses (nobody in particular if everyone) and the words after it; None if it addresses nobody."""
    match = ADDRESSED.fullmatch(plainly(visible(line)))
    if not match:
        return None
    names_given, words = match["names"].strip(" .*"), match["rest"].strip()
    if names_given.casefold() in EVERYONE:
        return (), words
    found = {part: names.power_called(part) for part in PARTS.split(names_given) if part}
    if not any(found.values()) and not looks_meant(names_given, match["to"].isupper(), names):
        return None
    return tuple(dict.fromkeys(code or NOBODY + part for part, code in found.items())), words


def looks_meant(name: str, loud: bool, names: Names) -> bool:
    """Whether a name that is nobody's is a name after all rather than prose: close to one, or written like one. After
    TO in capitals, King Offa is a name too."""
    words = name.split()
    like_a_name = all(word[0].isupper() for word in words)
    if len(words) > 1:
        return loud and like_a_name and not name.isupper()
    return loud or like_a_name or bool(nearest(name, names.powers, {}, names.power_names))


def known(to: Iterable[str]) -> list[str]:
    """The powers among addressees."""
    return [code for code in to if not code.startswith(NOBODY)]


def unknown(to: Iterable[str]) -> list[str]:
    """The names among addressees that are nobody's."""
    return [name.removeprefix(NOBODY) for name in to if name.startswith(NOBODY)]
