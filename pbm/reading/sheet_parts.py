"""The lines of a letter: the sender's own, and those that are quoted or below the signature."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import msgspec

from pbm.reading.language import Reader
from pbm.reading.laying import laid
from pbm.reading.parted_lines import BOTH, Parted, in_order
from pbm.reading.quoted_sheet import from_quotation
from pbm.reading.quoting import Zone, pieces
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet_bounds import PASSED_OVER, heads, is_order_line, meant_in, orders_in
from pbm.reading.sheet_lines import HEADINGS, MOVES, ORDER_LINES, SheetLine, entries, in_lines
from pbm.reading.wishes import with_passes

OF_A_SHEET = ("passes", "final", "not_yet")


def parted(text: str, reader: Reader, earlier: Correspondence = NOTHING) -> Parted:
    """The parts of a text. What is quoted is known from earlier letters; its marks and phrases are a second sign."""
    if beside := laid(text, reader, earlier):
        found = from_quotation(text, beside, reader)
        return replace(found, own=list(slotted(found, reader)))
    lines = pieces(in_lines(text))
    own = "\n".join(piece.text if piece.zone is Zone.OWN else "" for piece in lines)
    aside = "\n".join("" if piece.zone is Zone.OWN else piece.text for piece in lines)
    found = Parted(list(entries(own)), [entry for entry in entries(aside) if entry.kind != "blank"])
    found = answered(without_old(found, reader, earlier), reader, earlier)
    return replace(found, own=list(slotted(found, reader)), doubt=under_quoted_opener(found, reader))


def slotted(found: Parted, reader: Reader) -> Iterator[SheetLine]:
    """Give an order the number of the empty quoted line above it."""
    printed = [*found.ours, *found.aside]
    slots = {entry.line: entry.number for entry in printed if entry.kind == "action" and not entry.value}
    slot: int | None = None
    for entry in found.own:
        slot = slots.get(entry.line, slot)
        if entry.kind == "other" and slot is not None and reader.may_be_meant(entry.value):
            yield msgspec.structs.replace(entry, kind="action", number=slot, dotted=True)
        else:
            yield entry
        slot = slot if entry.kind in PASSED_OVER else None


def under_quoted_opener(found: Parted, reader: Reader) -> str:
    """Where marks alone tell what is quoted: an order typed below a quoted FOR may be for that power or not."""
    under, lines = "", in_order([*found.own, *(entry for entry in found.aside if entry not in found.own)])
    own = {entry.line for entry in found.own if entry.kind not in PASSED_OVER}
    for entry in lines:
        if reader.opens_block(entry.value) or entry.kind in {*HEADINGS, "end"}:
            under = entry.value if reader.opens_block(entry.value) and entry.line not in own else ""
        elif under and entry.line in own and orders_in([entry], reader):
            return f'"{entry.value}" is below the quoted line {under}'
    return ""


def without_old(found: Parted, reader: Reader, earlier: Correspondence) -> Parted:
    """Set aside what the sender quotes without marks: an old sheet beside a new one, and our own text."""
    if earlier is NOTHING:
        return found
    own = found.own
    spans = [span for span in sections(own) if wanted_in(own[slice(*span)], reader)]
    old = [span for span in spans if earlier.holds(of_the_sheet(own[slice(*span)], reader))]
    fresh = [span for span in spans if span not in old]
    kept = {at for span in fresh or old for at in range(*span)}
    known = {at for at in earlier.runs([entry.raw for entry in own]) if at not in kept}
    dropped = known | ({at for span in old for at in range(*span)} if fresh else set())
    dropped |= {at for span in fresh for at in tail(own, span, reader, earlier)}
    lines = [entry for at, entry in enumerate(own) if at not in dropped]
    below = [own[at] for at in sorted(dropped) if own[at].kind != "blank"]
    blank = [SheetLine("blank", "", own[at].line) for at in sorted(dropped)]
    return Parted(in_order([*lines, *blank]), in_order([*found.aside, *below]))


def sections(own: Sequence[SheetLine]) -> list[tuple[int, int]]:
    """The text above the first headings, and below each."""
    return [(start, stop) for start, stop in pairwise([0, *heads(own), len(own)]) if start < stop]


def of_the_sheet(lines: Sequence[SheetLine], reader: Reader) -> list[str]:
    headings = [entry.raw for entry in lines if entry.kind in HEADINGS]
    return [*headings, *(entry.raw for entry in wanted_in(lines, reader))]


def wanted_in(lines: Sequence[SheetLine], reader: Reader) -> list[SheetLine]:
    """Orders, right or wrong, changes of address, a pass, and a last word."""
    others = (entry for entry in with_passes(lines, reader.order) if entry.kind in {*MOVES, *OF_A_SHEET})
    return [*attempts_in(lines, reader), *others]


def attempts_in(lines: Sequence[SheetLine], reader: Reader) -> list[SheetLine]:
    """Lines that stand where orders stand, right or wrong."""
    return [entry for entry in lines if entry.kind in ORDER_LINES and entry.value and is_order_line(entry, reader)]


def tail(own: Sequence[SheetLine], span: tuple[int, int], reader: Reader, earlier: Correspondence) -> range:
    """The old orders below a new sheet, from the words that introduce them."""
    start, stop = span
    orders = [at for at in range(start, stop) if own[at].kind in ORDER_LINES and reader.order(own[at].value)]
    new = [at for at in orders if not earlier.holds([own[at].raw])]
    introduced = [at for at in range(new[-1] + 1 if new else stop, stop) if is_prose(own[at], reader)]
    after = [at for at in orders if introduced and at > introduced[0]]
    if len(after) > 1 and earlier.holds(own[at].raw for at in after):
        return range(introduced[0], stop)
    return range(0)


def is_prose(entry: SheetLine, reader: Reader) -> bool:
    return entry.kind in {"other", "end"} and not reader.resembles(entry.value)


def answered(found: Parted, reader: Reader, earlier: Correspondence) -> Parted:
    """Our own blank sheet that was filled in inside the quotation is the sender's."""
    spans = [span for span in sheets_in(found.aside) if is_answered(found.aside[slice(*span)], reader, earlier)]
    if not spans:
        return found
    start, stop = spans[0]
    block = found.aside[start:stop]
    first, last = block[0].line, block[-1].line
    rest = [entry for entry in found.aside if entry not in block]
    outside = [entry for entry in found.own if not first <= entry.line <= last]
    rival = BOTH if len(spans) > 1 or orders_in(outside, reader) else ""
    taken = {entry.line for entry in block}
    return Parted(in_order([*(entry for entry in found.own if entry.line not in taken), *block]), rest, rival)


def sheets_in(aside: Sequence[SheetLine]) -> Iterator[tuple[int, int]]:
    """The sheets among quoted lines, each from its headings to its End."""
    for start, stop in pairwise([*heads(aside), len(aside)]):
        end = next((at for at in range(start, stop) if aside[at].kind == "end"), stop - 1)
        yield start, end + 1


def is_answered(block: Sequence[SheetLine], reader: Reader, earlier: Correspondence) -> bool:
    """Whether the sheet was blank when we sent it, and its orders stood under its code in no earlier letter."""
    codes = [entry for entry in block if entry.kind == "code"]
    ours = any(earlier.sent_by_us(entry.raw) for entry in codes)
    written = meant_in(block, reader)
    return ours and bool(written) and not earlier.holds(entry.raw for entry in (*codes, *written))
