"""Rows of boxes on a sheet: `MARK RED > MOVE | STANCE RED (HOLD) > | SHOCK RED (1) > 0`.

A box has the words of a line, the value in force in brackets, and behind `>` the value that is wanted: a box that is
filled in is the line with that value, and a box left as it is writes none. In a PDF a box is a field of its own, whose
name has the words and the value that was printed.
"""

import re
from collections.abc import Mapping, Sequence

from pbm.reading.sheet_lines import REMARK

BOX = re.compile(r"\s*([^\s()|>][^()|>]*?)\s*(?:\(([^()|>]*)\))?\s*(?<![-=])>(?!=)([^|>]*)")
BEHIND = re.compile(r"\s*(?:\((?P<value>[^()|]*)\))?[\s>]*(?P<said>[^|>]*?)[\s>]*")
"""What stands behind the words of a box, in a row whose arrows may be lost."""
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
    return [(single(box[1]), single(box[2]), single(box[3])) for box in found if box] if all(found) else None


def single(text: str | None) -> str:
    return " ".join((text or "").split())


def is_row(text: str) -> bool:
    return boxes_in(text) is not None


def words_in(text: str) -> tuple[str, ...]:
    """The words of each box, by which a row is known; none if the text is no row."""
    return tuple(words for words, _, _ in boxes_in(text) or ())


def with_changes(printed: str, parts: Sequence[str]) -> str:
    """A row that may have been broken, as one line. A value in force that was overwritten is what is wanted; an arrow
    at the beginning of a line may have been taken for a quote mark, or left out."""
    before, text = boxes_in(printed) or [], " ".join(parts)
    columns = [single(column) for column in text.strip().strip("|").split("|")]
    if len(columns) != len(before):
        return text
    found = [behind(words, column) for (words, _, _), column in zip(before, columns, strict=True)]
    rows = [(words, old, box) for (words, old, _), box in zip(before, found, strict=True) if box]
    if len(rows) != len(before):
        return text
    return " | ".join(changed(words, old, single(box["value"]), box["said"]) for words, old, box in rows)


def behind(words: str, column: str) -> re.Match[str] | None:
    """What a column has behind the words that were printed in it."""
    return BEHIND.fullmatch(column[len(words) :]) if column.casefold().startswith(words.casefold()) else None


def changed(words: str, old: str, value: str, said: str) -> str:
    wanted = said or (value if value.casefold() != old.casefold() else "")
    return f"{words} ({value}) > {wanted}".rstrip()


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
