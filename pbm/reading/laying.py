"""A reply laid beside the mail that it answers: which of its lines are ours, and where all others stand.

What a player adds or changes in the sheet is theirs to be played. What they write into a report is a remark. Where they
write above or below all that they quote, they write freely, and marks and phrases tell what else is quoted there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pbm.reading.language import Reader
from pbm.reading.printed import Printed, matched
from pbm.reading.recall import SHORTEST_RUN, Correspondence, Past
from pbm.reading.sheet_bounds import heads
from pbm.reading.sheet_lines import HEADINGS, SheetLine, entries, unpointed
from pbm.reading.sheet_rows import is_row, with_changes, words_in

MEMORY = 8
"""So many texts are remembered: a letter is read for its requests, its sheet and its words."""
NARROWEST = 62
"""No mail program breaks lines that are shorter than this, without their marks."""
COPIED = {*HEADINGS, "message", "phone", "email", "end", "blank"}
"""Lines that people write by themselves as we print them."""
Span = tuple[int, int]


class Place(StrEnum):
    OURS = "ours"
    SHEET = "sheet"
    """Added or changed in the sheet."""
    REMARK = "remark"
    """Added or changed in the rest of our mail."""
    FREE = "free"
    QUOTED = "quoted"
    """Quoted from elsewhere, or below a signature."""


@dataclass(frozen=True)
class Laid:
    """Every line of a reply with its place; marks are gone from all lines that stand in the quotation."""

    lines: Sequence[str]
    places: Sequence[Place]
    after: Sequence[int | None]
    """The last line of ours above each line, or the line itself."""
    before: Sequence[int | None]
    """The next line of ours below each line, or the line itself."""
    sent: Sequence[SheetLine]
    """The lines of our mail."""
    sheets: Sequence[Span]

    def skipped(self, at: int) -> Sequence[SheetLine]:
        """The lines of ours that are missing where a line stands."""
        first, last = self.after[at], self.before[at]
        return self.sent[first + 1 : last] if first is not None and last is not None else ()


@lru_cache(MEMORY)
def laid(text: str, reader: Reader, earlier: Correspondence) -> Laid | None:
    """The reply beside the mail that it quotes; None if it quotes too little to tell."""
    sent = earlier.answered(reply := Printed(text)) if earlier.sent else None
    if sent is None:
        return None
    ours = sent.printed
    words = matched(ours, reply)
    known = [of_ours(ours, reply, words, at) for at in range(len(reply.lines))]
    known = [
        span if span and not is_said_again(ours, span, line, reader) else None
        for span, line in zip(known, reply.raw, strict=True)
    ]
    printed = lines_of(sent)
    copied = [span for span in known if span and any(is_surely_ours(printed[at], reader) for at in range(*span))]
    rows = rows_in(ours, reply, words, known, reader)
    changed = [row for row, found in rows.items() if not any(known[at] for at in found)]
    if len(copied) + len(changed) < SHORTEST_RUN:
        return None
    lines = with_rows_whole(ours, reply, rows, known, reader)
    return placed(reply, known, sent, lines) if any(known) else None


def is_said_again(ours: Printed, span: Span, line: str, reader: Reader) -> bool:
    """Whether a line has the words of a row of boxes, and is an order of its own."""
    return any(is_row(row) for row in ours.raw[slice(*span)]) and is_typed(line, reader)


def is_typed(line: str, reader: Reader) -> bool:
    """Whether a line is an order, and no row of boxes or part of one."""
    own = unpointed(line)
    return ">" not in own and reader.order(own) is not None


def is_surely_ours(line: SheetLine, reader: Reader) -> bool:
    """Whether nobody else writes such a line: not an order either, for a receipt repeats those of its player."""
    return line.kind not in COPIED and not reader.order(line.value)


@lru_cache(256)
def lines_of(sent: Past) -> Sequence[SheetLine]:
    found = {entry.line: entry for entry in entries(sent.text)}
    return [found.get(at + 1, SheetLine("blank", "", at + 1)) for at in range(len(sent.printed.lines))]


@lru_cache(256)
def sheets_in(sent: Past) -> Sequence[Span]:
    """The sheets of a mail of ours, each from its first heading to its End."""
    lines = lines_of(sent)
    starts = heads(lines)
    ends = [at for at, entry in enumerate(lines) if entry.kind == "end"]
    above = ((max((start for start in starts if start < end), default=None), end) for end in ends)
    return [(start, end + 1) for start, end in above if start is not None]


def of_ours(ours: Printed, reply: Printed, words: Sequence[int | None], at: int) -> Span | None:
    """The lines of ours that a line of the reply is: one, a part of one whose rest stands beside it, or several."""
    start, stop = reply.starts[at], reply.starts[at + 1]
    first = words[start] if start < stop else None
    if first is None or list(words[start:stop]) != list(range(first, first + stop - start)):
        return None
    last = first + stop - start
    begins = first in ours.begins or (start > 0 and words[start - 1] == first - 1)
    ends = last in ours.begins or (stop < len(words) and words[stop] == last)
    return (ours.line_at(first), ours.line_at(last - 1) + 1) if begins and ends else None


def with_rows_whole(
    ours: Printed, reply: Printed, parts: Mapping[int, Sequence[int]], known: list[Span | None], reader: Reader
) -> Sequence[str]:
    """The lines of a reply, with each row of boxes that was broken and changed drawn together on its first line."""
    lines = list(reply.raw)
    of_rows = {at for found in parts.values() for at in found}
    for row, found in parts.items():
        below = found[-1] + 1
        goes_on = below < len(lines) and not known[below] and below not in of_rows
        first, *rest = [*found, below] if goes_on and is_rest(ours.raw[row], lines, found, reader) else found
        if all(known[at] for at in (first, *rest)):
            continue
        lines[first], known[first] = with_changes(ours.raw[row], [lines[at] for at in (first, *rest)]), None
        for at in rest:
            lines[at], known[at] = "", (row, row + 1)
    return lines


def rows_in(
    ours: Printed, reply: Printed, words: Sequence[int | None], known: Sequence[Span | None], reader: Reader
) -> dict[int, list[int]]:
    """The lines of a reply that are parts of each row of ours: by the words of all its boxes, or by some of them."""
    parts, rows = dict[int, list[int]](), {words_in(line): at for at, line in enumerate(ours.raw) if is_row(line)}
    for at, line in enumerate(reply.raw):
        place = next((word for word in words[reply.starts[at] : reply.starts[at + 1]] if word is not None), None)
        row = rows.get(words_in(line), None if place is None else ours.line_at(place))
        if row is not None and is_row(ours.raw[row]) and (known[at] or not is_typed(line, reader)):
            parts.setdefault(row, []).append(at)
    return parts


def is_rest(row: str, lines: Sequence[str], found: Sequence[int], reader: Reader) -> bool:
    """Whether the line below a row is what was written into its last box, broken off by a mail program."""
    below = unpointed(lines[found[-1] + 1])
    if not below.strip() or reader.order(below) or is_row(below):
        return False
    last = f"{words_in(row)[-1]} {below}"
    return below.lstrip().startswith(("(", ">")) or breaks_off(lines, found[-1]) or reader.order(last) is not None


def breaks_off(lines: Sequence[str], at: int) -> bool:
    """Whether a mail program may have broken a line because it was too long, so that it goes on below."""
    below = lines[at + 1].split() if at + 1 < len(lines) else []
    return bool(below) and len(lines[at]) + len(below[0]) >= NARROWEST


def placed(reply: Printed, known: Sequence[Span | None], sent: Past, lines: Sequence[str]) -> Laid:
    sheets = sheets_in(sent)
    after = [*following(span[1] - 1 if span else None for span in known)]
    before = [*following(span[0] if span else None for span in reversed(known))][::-1]
    last = max(at for at, span in enumerate(known) if span)
    first = min(at for at, span in enumerate(known) if span)
    quoted = range(first, last + 1)
    places = [
        Place.OURS if span or (at in quoted and not words) else place(above, below, sheets)
        for at, (span, words, above, below) in enumerate(zip(known, reply.lines, after, before, strict=True))
    ]
    return Laid(lines, places, after, before, lines_of(sent), sheets)


def following(places: Iterable[int | None]) -> Iterator[int | None]:
    """Each place, or the one before it where there is none."""
    last: int | None = None
    for each in places:
        last = each if each is not None else last
        yield last


def place(above: int | None, below: int | None, sheets: Sequence[Span]) -> Place:
    """Where a line stands that is not ours, by the lines of ours above and below it."""
    if above is None:
        return Place.FREE
    if any(start <= above < stop - 1 for start, stop in sheets):
        return Place.SHEET
    if below is None:
        return Place.FREE
    return Place.SHEET if any(above < start < below < stop for start, stop in sheets) else Place.REMARK
