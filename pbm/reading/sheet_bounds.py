"""Where in a letter the sheet begins and ends, and what is outside it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

import msgspec

from pbm.reading.language import Reader
from pbm.reading.sheet_filling import Question
from pbm.reading.sheet_lines import HEADINGS, MOVES, ORDER_LINES, WISHES, SheetLine, visible
from pbm.rules.order import Slots
from pbm.rules.turn_names import is_set_up

OPENING = {*HEADINGS, "message", "phone", "email"}
CLOSING = {*HEADINGS, "end", "closed"}
PASSED_OVER = {"blank", "remark"}
BESIDE = PASSED_OVER | {"phone", "email", *WISHES}
FAREWELL = "thanks thank thx cheers regards best kind yours greetings sincerely bye love many all with sent see take"
FAREWELLS = frozenset(FAREWELL.split())
"""The first words of a line that ends a letter."""
NAMED = 3
"""A signature below the orders has at most so many words."""
TURN_DIGITS = 8
LONG = 15
"""Above a sheet so far down stands a report, whose sentences are not meant as orders."""
TWICE = 2
"""So many numbers given twice are a second list, not a slip."""
RULED = re.compile(r"\s*[-_=*~]{3,}")
AGAIN = "if you want it played, send it again inside the sheet"
ASKS = {
    "quoted": f"ignored, because it is in quoted lines or below the signature{{more}}: {AGAIN}",
    "above": f"ignored, because it is above the headings of the sheet{{more}}: {AGAIN}",
    "below": f"not understood as an order, and ignored, because it is below the sheet{{more}}: {AGAIN}",
    "message above": f"this message was ignored, because it is above the headings of the sheet: {AGAIN}",
    "move": "ignored, because it must be directly below the code among the headings, and only once",
    "below message": "ignored{more}, because the message ends at the first empty line when no End closes it: "
    "if it belongs to the message, send the sheet again with End below it",
    "signature": f"ignored, because it is below the sheet, as in a signature: {AGAIN}",
}


def closed(own: Sequence[SheetLine], reader: Reader) -> Iterator[SheetLine]:
    """The lines, with an End that closes a message alone marked as such: the next line below it is a message to
    somebody, or an order when none stands above. Any other End is the end of the sheet."""
    for at, entry in enumerate(own):
        if entry.kind != "end" or not in_message(own[:at]):
            yield entry
            continue
        below = next((other for other in own[at + 1 :] if other.kind not in PASSED_OVER), None)
        goes_on = below and (below.to or (orders_in([below], reader) and not orders_in(own[:at], reader)))
        yield msgspec.structs.replace(entry, kind="closed") if goes_on else entry


def extent(own: Sequence[SheetLine], reader: Reader) -> tuple[int, int]:
    """The first line of the sheet among the sender's own lines, and the line after its last."""
    start = first_line(own, reader)
    last = last_order(own, start, reader)
    if in_message(own[start : last + 1]):
        return start, unclosed(own, start, last, reader)
    if not any(is_filled(entry) for entry in own[start : last + 1]):
        return start, start + len(without_name(up_to_end(own, start)[start:])) + 1
    if own[last].kind in ORDER_LINES:
        last += len(list(takewhile(goes_on, own[last + 1 :])))
    return start, last + 1 + len(list(takewhile(lambda entry: entry.kind in BESIDE, own[last + 1 :])))


def first_line(own: Sequence[SheetLine], reader: Reader) -> int:
    """Where the sheet begins; of several the one for the latest turn, else the one that End closes, else the last."""
    if (sure := begins(own, reader)) is not None:
        return sure
    places = [at for at, entry in enumerate(own) if of_a_sheet(entry, reader)]
    orders = [at for at in places if own[at].kind in ORDER_LINES]
    headed = [at for at in heads(own) if orders and at < orders[-1]]
    return [*headed[-1:], *places[:1], *heads(own)[-1:], len(own)][0]


def last_order(own: Sequence[SheetLine], start: int, reader: Reader) -> int:
    """The last line that is surely of the sheet, down to the sheet of another turn; the line above if there is none."""
    stop = next((at for at, _ in filled_in(own, reader) if at > start and is_other_turn(own, start, at)), len(own))
    places = [at for at in range(start, stop) if own[at].kind not in BESIDE and may_belong(own[at], reader)]
    return places[-1] if places else start - 1


def may_belong(entry: SheetLine, reader: Reader) -> bool:
    return of_a_sheet(entry, reader) or (entry.kind in ORDER_LINES and reader.may_be_meant(entry.value))


def is_filled(entry: SheetLine) -> bool:
    return entry.kind in ORDER_LINES and bool(entry.value)


def without_name(lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
    """A sheet without orders up to the name below its last wish; without a wish, or with a message, as it stands."""
    if any(entry.kind == "message" for entry in lines):
        return lines
    wishes = [at for at, entry in enumerate(lines) if entry.kind in WISHES]
    below = [entry for entry in lines[wishes[-1] + 1 :] if entry.kind not in BESIDE] if wishes else []
    return lines[: wishes[-1] + 1] if below and not any(map(goes_on, below)) else lines


def goes_on(entry: SheetLine) -> bool:
    """Whether a line directly below the orders belongs to them, because nobody signs with such a line."""
    words = entry.value.split()
    named = len(words) <= NAMED and all(word[:1].isupper() for word in words)
    return entry.kind in ORDER_LINES and bool(words) and not named and words[0].casefold().strip(",.!") not in FAREWELLS


def begins(own: Sequence[SheetLine], reader: Reader) -> int | None:
    """Where the sheet begins that is surely meant: for the latest turn, or closed by End."""
    sheets = filled_in(own, reader)
    turns = {start: turn_in(own[start:stop]) for start, stop in sheets}
    latest = max(turns.values(), default="")
    if latest and len(set(turns.values())) > 1:
        return next(start for start, turn in turns.items() if turn == latest)
    return next((start for start, stop in sheets if any(entry.kind == "end" for entry in own[start:stop])), None)


def is_other_turn(own: Sequence[SheetLine], start: int, other: int) -> bool:
    return turn_in(own[start:]) != turn_in(own[other:])


def turn_in(lines: Sequence[SheetLine]) -> str:
    """The turn that a sheet gives first, as digits that can be compared."""
    first = next((entry.value for entry in lines if entry.kind == "turn" and entry.value), "")
    return ("0" if is_set_up(first) else first).rjust(TURN_DIGITS) if first else ""


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
    if entry.kind in ORDER_LINES:
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
    first = next((entry for entry in lines if entry.kind in ORDER_LINES and entry.value), None)
    return first is not None and is_order_line(first, reader)


def up_to_end(own: Sequence[SheetLine], start: int) -> Sequence[SheetLine]:
    """The lines down to the End of the sheet: nothing below it belongs to the sheet."""
    end = next((at for at in range(start, len(own)) if own[at].kind == "end"), len(own))
    return own[:end]


def rival_orders(own: Sequence[SheetLine], start: int, reader: Reader) -> str:
    """Other orders beside the sheet: numbered ones above it, another sheet for its turn, or its numbers twice."""
    lines = up_to_end(own, start)
    sheets = {at for first, stop in filled_in(own[:start], reader) for at in range(first, stop)}
    sheets -= {at for at in sheets if turn_in(own) != turn_in(own[start:])}
    above = [entry for at, entry in enumerate(lines[:start]) if entry.dotted or at in sheets]
    others, taken = said(orders_in(above, reader)), said(orders_in(lines[start:], reader))
    if others and taken not in ([], others):
        return f"{others[0]} is above its headings, and {taken[0]} below"
    below = [said(orders_in(own[at:stop], reader)) for at, stop in filled_in(own, reader) if is_below(own, start, at)]
    other = next((orders for orders in below if orders not in ([], taken)), [])
    return f"it has {taken[0]}, and another sheet has {other[0]}" if other and taken else twice(lines[start:], reader)


def is_below(own: Sequence[SheetLine], start: int, at: int) -> bool:
    return at >= len(up_to_end(own, start)) and not is_other_turn(own, start, at)


def twice(lines: Sequence[SheetLine], reader: Reader) -> str:
    """Whether several actions are given twice, differently: then two lists of orders stand in one text."""
    first: dict[int, str] = {}
    again: dict[int, str] = {}
    for entry in orders_in(lines, reader) if isinstance(reader.shape, Slots) else []:
        if entry.number is not None and first.setdefault(entry.number, entry.value.upper()) != entry.value.upper():
            again.setdefault(entry.number, entry.value.upper())
    if len(again) < TWICE:
        return ""
    number = min(again)
    return f"action {number} is given as {first[number]} and as {again[number]}, and others twice too"


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
    """Lines that are correct orders, one or several."""
    lines = [entry for entry in entries if entry.kind in ORDER_LINES]
    return [entry for entry in lines if reader.order(entry.value) or reader.several(entry.value)]


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
    below_message, headed = in_message(own[start:stop]), any(entry.kind in HEADINGS for entry in own)
    meant = mentioned_in if not headed and orders_in(own[start:stop], reader) else meant_in
    found = {
        "quoted": orders_in(aside, reader),
        "above": (meant if start < LONG else orders_in)(own[:start], reader),
        "below": [] if below_message else meant(own[stop : len(up_to_end(own, start))], reader),
        "move": [entry for entry in own if entry.kind in MOVES and entry.value not in moves(own, start).values()],
        "message above": [entry for entry in own[:start] if entry.kind == "message"],
        "below message": [entry for entry in own[stop:] if below_message and entry.kind not in {"blank", *WISHES}],
        "signature": [entry for entry in own[stop:] if entry.kind in {"phone", "email"} and entry.value],
    }
    return [question(about, those) for about, those in found.items() if those]


def meant_in(entries: Sequence[SheetLine], reader: Reader) -> list[SheetLine]:
    """Lines that are orders, or may be meant as orders."""
    return [entry for entry in entries if entry.kind in ORDER_LINES and reader.may_be_meant(entry.value)]


def mentioned_in(entries: Sequence[SheetLine], reader: Reader) -> list[SheetLine]:
    """Lines with a word of the orders: without headings nothing tells a letter from its sheet."""
    meant = meant_in(entries, reader)
    return [entry for entry in entries if entry in meant or (goes_on(entry) and reader.mentions(entry.value))]


def question(about: str, those: Sequence[SheetLine]) -> Question:
    more = f", with {len(those) - 1} more" if len(those) > 1 else ""
    first, *also = (visible(entry.raw).strip() for entry in those)
    return Question(about, those[0].line, first, ASKS[about].format(more=more), also=tuple(also))
