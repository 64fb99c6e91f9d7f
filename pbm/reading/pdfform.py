"""Reads a filled-in PDF turnsheet: its fields by name, as the lines of a sheet.

The fields: a01.. (the action), b01.. and c01.. (its boxes), d01.. (its number), or l01.. for the lines of a list;
x001|.. (a box of a row, with its words and what was printed in it);
message, phone, email, final or not_yet (a box to mark), agree2 and oppose2 (boxes to mark for a vote), and game, turn,
power, code.
"""

import io
import logging
import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from pbm.reading.sheet_lines import HEADINGS, SheetLine, in_lines, plainly, visible
from pbm.reading.sheet_rows import field_lines

MOST_BYTES = 5_000_000
MOST_FIELDS = 400
NUMBERED = re.compile(r"[al](\d{2,3})")
VOTE = re.compile(r"(agree|oppose)(\d{1,4})")
BOXES, WHOLE = "abcd", "l"
ENCRYPTED = "it is encrypted: save it without a password"
NO_FORM = "it has no filled-in form; a scan or a printed page cannot be read: type the orders into the mail"
UNMARKED = frozenset({"no", "n", "not", "off", "false", "0"})
"""What leaves a box without its mark, as a blank does."""
DAMAGED = "it is damaged and cannot be read"


class Form(Struct, frozen=True):
    entries: tuple[SheetLine, ...] = ()
    problems: tuple[str, ...] = ()


def read_form(content: bytes) -> Form:
    """The sheet in a PDF, or what is wrong with it."""
    if len(content) > MOST_BYTES:
        return Form((), (f"it has more than {MOST_BYTES // 1_000_000} MB",))
    fields = form_fields(content)
    if isinstance(fields, str):
        return Form((), (fields,))
    entries = tuple(on_sheet(fields))
    return Form(entries, () if entries else (NO_FORM,))


def form_fields(content: bytes) -> Mapping[str, str] | str:
    """Every field of the form, or what is wrong."""
    from pypdf import PdfReader  # slow to import, and most letters bring no PDF

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return ENCRYPTED
        fields = list((reader.get_fields() or {}).items())[:MOST_FIELDS]
        values = {name.casefold(): shown(field.get("/V")) for name, field in fields}
        printed = {name.casefold(): shown(field.get("/DV")) for name, field in fields}
        return without_printed(values, printed)
    except Exception as error:  # pypdf raises many kinds of error on damaged files
        return ENCRYPTED if "crypt" in f"{type(error).__name__} {error}".casefold() else DAMAGED


def without_printed(values: dict[str, str], printed: Mapping[str, str]) -> dict[str, str]:
    """The fields without lines that we printed, if all lines are as we printed them: then nothing was filled in."""
    lines = [name for name in values if NUMBERED.fullmatch(name) and name.startswith(WHOLE)]
    if any(values[name] != printed[name] for name in lines):
        return values
    return values | dict.fromkeys(lines, "")


def shown(value: object) -> str:
    """A field's value; a choice or box that is not text is shown as its name."""
    lines = [visible(line) for line in in_lines("" if value is None else str(value))]
    return "\n".join(lines).removeprefix("/").strip()


def on_sheet(fields: Mapping[str, str]) -> Iterator[SheetLine]:
    """The fields in the order of a sheet; a line break in a box never starts a new line of the sheet."""
    filled = {name: value for name, value in fields.items() if value}
    for kind in HEADINGS:
        if kind in filled:
            yield entry(kind, filled[kind])
    for number, text in enumerate(field_lines(fields), 1):
        yield entry("action", text, number)
    for number in sorted({int(match[1]) for name in fields if (match := NUMBERED.fullmatch(name))}):
        boxes = [filled.get(f"{letter}{number:02}", "") for letter in BOXES]
        if text := filled.get(f"{WHOLE}{number:02}") or " ".join(row(boxes)):
            yield entry("action", text, number)
    yield from (entry(kind, "") for kind in ("final", "not_yet") if is_marked(filled, kind))
    yield from votes_on(filled)
    for kind in ("phone", "email"):
        if kind in filled:
            yield entry(kind, filled[kind])
    if "message" in filled:
        yield entry("message", "")
        yield from (entry("continued", line, raw=f"| {line}") for line in in_lines(filled["message"]))


def is_marked(filled: Mapping[str, str], name: str) -> bool:
    return filled.get(name, "no").strip(" .-_").casefold() not in {"", *UNMARKED}


def votes_on(filled: Mapping[str, str]) -> Iterator[SheetLine]:
    """The votes that are marked, as lines of their own below all others."""
    marked = [match for name in sorted(filled) if (match := VOTE.fullmatch(name)) and is_marked(filled, name)]
    for place, match in enumerate(marked, MOST_FIELDS + 1):
        yield SheetLine("other", f"{match[1]} {match[2]}".upper(), place, raw=match[0])


def row(boxes: list[str]) -> list[str]:
    """The boxes of a line, with a dash for one left blank before another."""
    while boxes and not boxes[-1]:
        boxes = boxes[:-1]
    return [box or "-" for box in boxes]


def entry(kind: str, value: str, number: int | None = None, raw: str = "") -> SheetLine:
    return SheetLine(kind, plainly(value), number or 0, number, number is not None, raw or value)
