"""The sheet that comes back inside a quotation: our own lines in it say only where the sender's lines stand."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

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
    """Why it cannot be told to which power a line belongs: the line that began its block was taken out, and others of
    that block, or of one below it, are still there. Whoever cuts off all that is below means the block that is left."""
    missing, last = "", -1
    for entry in lines:
        if places[entry.line - 1] is not Place.SHEET:
            at = beside.after[entry.line - 1]
            here = last if at is None else at
            since = max([last + 1, *(start for start, stop in beside.sheets if start <= here < stop)])
            missing = opener_in(beside.sent[since : here + 1], reader) if here > since else missing
            missing = "" if reader.opens_block(entry.value) else missing
            last = here
        elif reader.opens_block(entry.value):
            missing = ""
        elif entry.kind in ORDER_LINES and (opener := missing or cut_above(beside, entry.line - 1, reader)):
            return WHOSE.format(line=entry.value, opener=opener)
    return ""


def opener_in(lines: Sequence[SheetLine], reader: Reader) -> str:
    return next((each.value for each in reversed(lines) if reader.opens_block(each.value)), "")


def cut_above(beside: Laid, at: int, reader: Reader) -> str:
    """The line that began a block and is missing around a line, if something of a block stands below, if what stood
    directly above that line stands above, or if the room of the block above was left empty."""
    below, skipped = beside.before[at], beside.skipped(at)
    goes_on = below is not None and beside.sent[below].kind in {*ORDER_LINES, "remark"}
    room = len(list(takewhile(lambda each: each.kind == "blank", skipped)))
    first = skipped[room].value if room < len(skipped) else ""
    above = list(takewhile(lambda each: beside.after[each] == beside.after[at], range(at - 1, -1, -1)))
    left_empty = 0 < room <= sum(not beside.lines[each].strip() for each in above)
    return opener_in(skipped, reader) if goes_on or left_empty or reader.opens_block(first) else ""
