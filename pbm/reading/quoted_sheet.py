"""The sheet that comes back inside a quotation: our own lines in it say only where the sender's lines stand."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbm.reading.language import Reader
from pbm.reading.laying import Laid, Place, breaks_off
from pbm.reading.parted_lines import BOTH, Parted, in_order
from pbm.reading.quoting import Zone, pieces
from pbm.reading.sheet_bounds import PASSED_OVER, meant_in, orders_in
from pbm.reading.sheet_lines import HEADINGS, ORDER_LINES, SheetLine, entries, in_lines, numbered
from pbm.reading.sheet_rows import is_row

WHOSE = '"{line}" may be for another power, because the line {opener} above it is missing'


def from_quotation(text: str, beside: Laid, reader: Reader) -> Parted:
    """The parts of a reply that was laid beside the mail it answers."""
    lines, places = zoned(text, beside)
    lines = mended(["" if gone(beside, places, at) else line for at, line in enumerate(lines)], places, reader)
    parts: dict[Place, list[SheetLine]] = {place: [] for place in Place}
    for entry in entries("\n".join(lines)):
        parts[places[entry.line - 1]].append(entry)
    ours, free, theirs = parts[Place.OURS], parts[Place.FREE], parts[Place.SHEET]
    said = [entry for entry in theirs if entry.kind not in PASSED_OVER]
    orders = meant_in(said, reader)
    both = bool(orders and orders_in(free, reader))
    headed = bool(orders) or not orders_in(free, reader)
    kept = [*structure(ours, theirs, headed, reader)] if said else []
    blank = [SheetLine("blank", "", at) for at in range(1, len(lines) + 1)]
    used = {entry.line for entry in (*free, *kept)}
    return Parted(
        own=in_order([*free, *kept, *(entry for entry in blank if entry.line not in used)]),
        aside=[entry for entry in parts[Place.QUOTED] if entry.kind != "blank"],
        rival=BOTH if both else "",
        ours=ours,
        remarks=[entry for entry in parts[Place.REMARK] if entry.kind != "blank"],
        doubt=unclear(beside, in_order([*ours, *said]), places, reader),
    )


def zoned(text: str, beside: Laid) -> tuple[Sequence[str], Sequence[Place]]:
    """The lines without their marks where they stand in the quotation; what is quoted or signed above and below it is
    set aside, as in every letter."""
    lines, places, sent = list(beside.lines), list(beside.places), in_lines(text)
    quoted = [at for at, place in enumerate(places) if place is Place.OURS]
    for part in (range(quoted[0]), range(quoted[-1] + 1, len(lines))):
        written = [lines[at] if places[at] is Place.SHEET else sent[at] for at in part]
        for at, piece in zip(part, pieces(written), strict=True):
            lines[at] = piece.text
            places[at] = places[at] if piece.zone is Zone.OWN else Place.QUOTED
    return lines, places


def mended(lines: list[str], places: Sequence[Place], reader: Reader) -> list[str]:
    """The lines, with orders that a mail program has broken drawn together."""
    theirs = [at for at, place in enumerate(places) if place is Place.SHEET]
    for at, below in pairwise(theirs):
        whole = f"{lines[at]} {lines[below].lstrip()}"
        if below == at + 1 and breaks_off(lines, at) and not stands_alone(lines[below], reader):
            lines[at], lines[below] = ("", whole) if is_order(whole, reader) else (lines[at], lines[below])
    return lines


def stands_alone(line: str, reader: Reader) -> bool:
    """Whether a line is more than the end of the line above it: an order, or a row of boxes."""
    return is_order(line, reader) or is_row(line)


def is_order(line: str, reader: Reader) -> bool:
    return reader.order(numbered(line)[1]) is not None


def gone(beside: Laid, places: Sequence[Place], at: int) -> bool:
    """Whether a line is ours, and outside the sheet: nothing depends on it."""
    above = beside.after[at]
    in_sheet = above is not None and any(start <= above < stop for start, stop in beside.sheets)
    return places[at] is Place.OURS and not in_sheet


def structure(
    ours: Sequence[SheetLine], theirs: Sequence[SheetLine], headed: bool, reader: Reader
) -> Iterator[SheetLine]:
    """What the sender wrote, with what we printed around it: headings, labels, and the power that a block is for."""
    last = max((entry.line for entry in theirs if entry.kind in ORDER_LINES), default=0)
    for entry in ours:
        if entry.kind in ORDER_LINES:
            if reader.opens_block(entry.value) and entry.line < last:
                yield entry
        elif entry.kind not in PASSED_OVER and (headed or entry.kind not in HEADINGS):
            yield entry
    yield from theirs


def unclear(beside: Laid, lines: Sequence[SheetLine], places: Sequence[Place], reader: Reader) -> str:
    """Why it cannot be told to which power a line belongs: the line that began its block was taken out."""
    opened = False
    for entry in lines:
        opens, theirs = reader.opens_block(entry.value), places[entry.line - 1] is Place.SHEET
        if not theirs or opens:
            opened = theirs
        elif not opened and entry.kind in ORDER_LINES:
            missing = [each for each in beside.skipped(entry.line - 1) if reader.opens_block(each.value)]
            if missing:
                return WHOSE.format(line=entry.value, opener=missing[-1].value)
    return ""
