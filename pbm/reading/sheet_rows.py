"""Rows of boxes on a sheet: `MARK RED > MOVE | STANCE RED (HOLD) > | SHOCK RED (1) > 0`.

A box has the words of a line, the value in force in brackets, and behind `>` the value that is wanted: a box that is
filled in is the line with that value, and a box left as it is writes none. In a PDF a box is a field of its own, whose
name has the words and the value that was printed.
"""

import re
from collections.abc import Mapping, Sequence

from pbm.reading.sheet_lines import REMARK

BOX = re.compile(r"\s*([^\s()|>][^()|>]*?)\s*(?:\(([^()|>]*)\))?\s*>((?:\s[^|>]*)?)")
FIELD = re.compile(r"x(\d+)\|([^|]+)\|([^|]*)")


def row_lines(text: str) -> list[str] | None:
    """The lines that a row stands for; None if the text is no row."""
    found = boxes_in(text)
    return None if found is None else [f"{words} {wanted}" for words, _, wanted in found if wanted.strip("_. ")]


def boxes_in(text: str) -> list[tuple[str, str, str]] | None:
    """The words of each box of a row, its value, and what is written behind its arrow; None if the text is no row."""
    if ">" not in text:
        return None
    found = [BOX.fullmatch(part) for part in REMARK.sub("", text).strip().strip("|").split("|")]
    return [(box[1], box[2] or "", box[3].strip()) for box in found if box] if all(found) else None


def is_row(text: str) -> bool:
    return boxes_in(text) is not None


def with_changes(printed: str, parts: Sequence[str]) -> str:
    """A row that may have been broken, as one line. A value in force that was overwritten is what is wanted; an arrow
    at the beginning of a line may have been taken for a quote mark."""
    before, plain = boxes_in(printed) or [], " ".join(parts)
    ways = (f"{sign.join(parts)}{end}" for end in ("", " >") for sign in (" ", " > "))
    now = next((boxes for way in ways if (boxes := boxes_in(way)) and len(boxes) == len(before)), None)
    if now is None:
        return plain
    wanted = [
        f"{words} ({value}) > {said or (value if value != old else '')}".rstrip()
        for (words, value, said), (_, old, _) in zip(now, before, strict=True)
    ]
    return " | ".join(wanted)


def field_name(number: int, words: str, value: str) -> str:
    return f"x{number:03}|{words}|{value}"


def field_lines(fields: Mapping[str, str]) -> list[str]:
    """The lines of the boxes that were changed, in their order on the page."""
    found = sorted((int(match[1]), match[2], match[3], value) for match, value in named(fields))
    return [
        f"{words.upper()} {value}"
        for _, words, printed, value in found
        if value and " ".join(value.split()).casefold() != printed.casefold()
    ]


def named(fields: Mapping[str, str]) -> list[tuple[re.Match[str], str]]:
    return [(match, value) for name, value in fields.items() if (match := FIELD.fullmatch(name))]
