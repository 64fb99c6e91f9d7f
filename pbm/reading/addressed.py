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

ADDRESSED = re.compile(r"[\s*•·|-]*to\s+(?P<names>[^\W\d][^:=\n]{0,80}?)\s*:(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
PARTS = re.compile(r"\s*(?:,|&|\+|/|\band\b)\s*", re.IGNORECASE)
EVERYONE = {"all", "everyone", "everybody", "all players", "the world"}
NOBODY = "?"
"""Stands for an addressee that no power is called."""
MOVABLE = ("other", "action", "continued")
CODE = 3


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
    found = [names.power_called(part) for part in PARTS.split(names_given) if part]
    if all(found):
        return tuple(dict.fromkeys(code for code in found if code)), words
    return ((NOBODY,), words) if any(found) or looks_meant(names_given, names) else None


def looks_meant(name: str, names: Names) -> bool:
    """Whether a name that is nobody's is a name mistyped rather than prose: a code, or close to one or to a name."""
    if " " in name:
        return False
    return (len(name) == CODE and name.isupper()) or bool(nearest(name, names.powers, {}, names.power_names))
