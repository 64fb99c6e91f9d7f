"""Where in a letter the sheet begins and ends, and what is outside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

import msgspec

from pbm.reading.language import Reader
from pbm.reading.quoting import Zone, pieces
from pbm.reading.sheet_filling import Question
from pbm.reading.sheet_lines import HEADINGS, MOVES, WISHES, SheetLine, entries, in_lines, visible

OPENING = {*HEADINGS, "message", "phone", "email"}
CLOSING = {*HEADINGS, "end"}
LINES = {"action", "other"}
PASSED_OVER = {"blank", "remark"}
BESIDE = PASSED_OVER | {"phone", "email", *WISHES}
RULED = re.compile(r"\s*[-_=*~]{3,}")
AGAIN = "if you want it played, send it again inside the sheet"
ASKS = {
    "quoted": f"ignored, because it is in quoted lines or below the signature{{more}}: {AGAIN}",
    "above": f"ignored, because it is above the headings of the sheet{{more}}: {AGAIN}",
    "message above": f"this message was ignored, because it is above the headings of the sheet: {AGAIN}",
    "move": "ignored, because it must be directly below the code among the headings, and only once",
    "below message": "ignored{more}, because the message ends at the first empty line when no End closes it: "
    "if it belongs to the message, send the sheet again with End below it",
    "signature": f"ignored, because it is below the sheet, as in a signature: {AGAIN}",
}


@dataclass(frozen=True)
class Parted:
    """The lines of a letter: the sender's own, and those quoted or below the signature."""

    own: list[SheetLine]
    aside: list[SheetLine]


def parted(text: str) -> Parted:
    lines = pieces(in_lines(text))
    own = "\n".join(piece.text if piece.zone is Zone.OWN else "" for piece in lines)
    aside = "\n".join("" if piece.zone is Zone.OWN else piece.text for piece in lines)
    found = Parted(list(entries(own)), [entry for entry in entries(aside) if entry.kind != "blank"])
    return Parted(list(slotted(found)), found.aside)


def slotted(found: Parted) -> Iterator[SheetLine]:
    """Give an order the number of the empty quoted line above it."""
    slots = {entry.line: entry.number for entry in found.aside if entry.kind == "action" and not entry.value}
    slot: int | None = None
    for entry in found.own:
        slot = slots.get(entry.line, slot)
        if entry.kind == "other" and slot is not None:
            yield msgspec.structs.replace(entry, kind="action", number=slot, dotted=True)
        else:
            yield entry
        slot = slot if entry.kind in PASSED_OVER else None


def extent(own: Sequence[SheetLine], reader: Reader) -> tuple[int, int]:
    """The first line of the sheet among the sender's own lines, and the line after its last. If there are several, the
    one that End closes, else the last."""
    places = [at for at, entry in enumerate(own) if of_a_sheet(entry, reader)]
    headings = [at for at in heads(own) if any(place > at and own[place].kind in LINES for place in places)]
    closed = [start for start, stop in filled_in(own, reader) if any(entry.kind == "end" for entry in own[start:stop])]
    start = closed[0] if closed else headings[-1] if headings else next((at for at in places), len(own))
    last = max((at for at in places if at >= start and own[at].kind not in BESIDE), default=start - 1)
    if in_message(own[start : last + 1]):
        return start, unclosed(own, start, last, reader)
    return start, last + 1 + len(list(takewhile(lambda entry: entry.kind in BESIDE, own[last + 1 :])))


def unclosed(own: Sequence[SheetLine], start: int, last: int, reader: Reader) -> int:
    """Where a message ends that nothing closes: at an empty line or a ruled one, for below it may stand a signature or
    a quotation in any language. One that stands above all orders goes on to the last of them."""
    first = max(at for at in range(start, last + 1) if own[at].kind == "message")
    if orders_in(own[first:], reader) and not orders_in(own[start:first], reader):
        return last + 1
    said = next((at for at in range(first, len(own)) if own[at].value and own[at].kind != "blank"), len(own))
    ends = (at for at in range(said + 1, len(own)) if own[at].kind == "blank" or RULED.match(own[at].raw))
    return next(ends, len(own))


def of_a_sheet(entry: SheetLine, reader: Reader) -> bool:
    if entry.kind in LINES:
        return not entry.value or is_order_line(entry, reader)
    return entry.kind in OPENING | CLOSING


def is_order_line(entry: SheetLine, reader: Reader) -> bool:
    """Whether a line is meant as an order: a number with a point before a word, or something like an order."""
    return (entry.dotted and entry.value[:1].isalpha()) or reader.resembles(entry.value)


def heads(own: Sequence[SheetLine]) -> list[int]:
    """Whether a sheet's headings begin here: two of them together, or the code."""
    return [block[0] for block in blocks(own) if len(block) > 1 or own[block[0]].kind == "code"]


def filled_in(own: Sequence[SheetLine], reader: Reader) -> list[tuple[int, int]]:
    """Every sheet among the lines: headings with an order directly below them, up to the next headings."""
    spans = pairwise([*heads(own), len(own)])
    return [(start, stop) for start, stop in spans if begins_with_order(own[start:stop], reader)]


def begins_with_order(lines: Sequence[SheetLine], reader: Reader) -> bool:
    first = next((entry for entry in lines if entry.kind in LINES and entry.value), None)
    return first is not None and is_order_line(first, reader)


def up_to_end(own: Sequence[SheetLine], start: int) -> Sequence[SheetLine]:
    """The lines down to the End of the sheet: nothing below it belongs to the sheet."""
    end = next((at for at in range(start, len(own)) if own[at].kind == "end"), len(own))
    return own[:end]


def rival_orders(own: Sequence[SheetLine], start: int, reader: Reader) -> str:
    """Other orders above the sheet: numbered ones, or another sheet."""
    lines = up_to_end(own, start)
    sheets = {at for first, stop in filled_in(own[:start], reader) for at in range(first, stop)}
    above = [entry for at, entry in enumerate(lines[:start]) if entry.dotted or at in sheets]
    others, taken = said(orders_in(above, reader)), said(orders_in(lines[start:], reader))
    return f"{others[0]} is above its headings, and {taken[0]} below" if others and taken not in ([], others) else ""


def said(orders: Sequence[SheetLine]) -> list[str]:
    return [f"{entry.number}. {entry.value.upper()}" if entry.number else entry.value.upper() for entry in orders]


def blocks(entries: Sequence[SheetLine]) -> list[list[int]]:
    """The places of adjoining headings; a heading that comes a second time starts a new group."""
    found: list[list[int]] = [[]]
    for at, entry in enumerate(entries):
        if entry.kind in HEADINGS:
            if any(entries[place].kind == entry.kind for place in found[-1]):
                found.append([])
            found[-1].append(at)
        elif entry.kind not in PASSED_OVER | {*MOVES, *WISHES}:
            found.append([])
    return [block for block in found if block]


def in_message(entries: Sequence[SheetLine]) -> bool:
    """Whether the sheet ends with a message, which runs to the end of the letter."""
    closing = [entry.kind for entry in entries if entry.kind in {*CLOSING, "message", "phone", "email"}]
    return closing[-1:] == ["message"]


def moves(own: Sequence[SheetLine], start: int) -> dict[str, str]:
    """The changes of address among the headings of the sheet, if its code is there too.

    Only there are they surely the player's own: above the headings may be the end of someone else's message.
    """
    among = [*takewhile(lambda entry: entry.kind in {*HEADINGS, *MOVES, *WISHES, *PASSED_OVER}, own[start:])]
    if not any(entry.kind == "code" and entry.value for entry in among) or among[0].kind not in HEADINGS:
        return {}
    given = {kind: {entry.value for entry in among if entry.kind == kind and entry.value} for kind in MOVES}
    return {kind: values.pop() for kind, values in given.items() if len(values) == 1}


def orders_in(entries: Sequence[SheetLine], reader: Reader) -> list[SheetLine]:
    """Lines that are correct orders."""
    return [entry for entry in entries if entry.kind in LINES and reader.order(entry.value)]


def quoted_headings(aside: Sequence[SheetLine]) -> dict[str, str]:
    """The first code among quoted lines, and the headings next to it: those of one sheet, never of two."""
    found = [{aside[at].kind: aside[at].value for at in block if aside[at].value} for block in blocks(aside)]
    code = next((headings["code"] for headings in found if "code" in headings), None)
    first: dict[str, str] = {}
    for headings in found:
        if code is not None and headings.get("code") == code:
            first = headings | first
    return first


def outside(
    own: Sequence[SheetLine], aside: Sequence[SheetLine], span: tuple[int, int], reader: Reader
) -> list[Question]:
    """Questions about lines outside the sheet that may have been meant."""
    start, stop = span
    found = {
        "quoted": orders_in(aside, reader),
        "above": orders_in(own[:start], reader),
        "move": [entry for entry in own if entry.kind in MOVES and entry.value not in moves(own, start).values()],
        "message above": [entry for entry in own[:start] if entry.kind == "message"],
        "below message": [
            entry for entry in own[stop:] if in_message(own[start:stop]) and entry.kind not in {"blank", *WISHES}
        ],
        "signature": [entry for entry in own[stop:] if entry.kind in {"phone", "email"} and entry.value],
    }
    return [question(about, those) for about, those in found.items() if those]


def question(about: str, those: Sequence[SheetLine]) -> Question:
    more = f", with {len(those) - 1} more" if len(those) > 1 else ""
    return Question(about, those[0].line, visible(those[0].raw).strip(), ASKS[about].format(more=more))
