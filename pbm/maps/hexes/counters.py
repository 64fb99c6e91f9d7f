"""Counters on a plate of hexes: a card with sign, code and states, and a tick at the corner it faces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbm.maps.geometry import Box, box_about
from pbm.maps.hexes.plate import HexPlate, State
from pbm.maps.land.political import BLACK, GREY, WHITE, tint
from pbm.maps.letters.typeface import text_width
from pbm.maps.marks.signs import sign_shape
from pbm.maps.scene import Item, Panel, Shape, Text
from pbm.rules.hexes import Hex

WIDE, HIGH = 1.36, 1.08  # of a counter, in hexsides
SINK = 0.19  # how far below the middle of its hex it lies, so that the number stays clear
SLIM, STACK = 1.64, 1.14  # the breadth and the height of all counters in one hex, if there are several
BORDER = 0.13  # what they leave free along the hexsides, for fights
CODE, SMALL, ROW = 0.50, 0.36, 0.42
SIGN = 0.050  # the size of a sign
SIGN_ROOM, MARK, GAP = 0.95, 0.8, 0.12  # on a slim card, for a letter of 1: a sign, a mark, and the gap before it
STRIPE = 0.17
TIP, TICK = 1.08, 0.3  # where the point of the facing tick is, and how long it is
DARK = 50  # owners with more ink than this in their tint have white letters


@dataclass(frozen=True)
class Counter:
    """A unit: where it stands, its code, its owner, and what else its player may know of it."""

    hex: Hex
    code: str
    owner: str = ""
    facing: int | None = None
    sign: str = ""
    figure: str = ""
    states: tuple[str, ...] = ()


def drawn_stack(plate: HexPlate, stack: Sequence[Counter]) -> Iterator[Item]:
    """One counter as a card of two rows; several as slim cards in two rows, the upper the broader."""
    if len(stack) == 1:
        yield from drawn_card(plate, stack[0])
        return
    upper = (len(stack) + 1) // 2
    rows = stack[:upper], stack[upper:]
    (x, y), size, high = plate.shapes.centre(stack[0].hex), plate.side, STACK / len(rows)
    for place, row in enumerate(rows):
        down = SINK - STACK / 2 + (place + 0.5) * high
        wide = min(SLIM, 2 * (plate.shapes.reach(down) - BORDER)) * size / len(row)
        for beside, counter in enumerate(row):
            middle = x + (beside + 0.5 - len(row) / 2) * wide, y + down * size
            yield from slim_card(plate, counter, box_about(middle, wide, high * size))


def drawn_card(plate: HexPlate, counter: Counter) -> Iterator[Item]:
    (x, y), size = plate.shapes.centre(counter.hex), plate.side
    card = box_about((x, y + SINK * size), WIDE * size, HIGH * size)
    fill, ink = colours(plate, counter)
    yield from frame(plate, counter, card)
    at = (card.left + card.right + stripe_room(plate, counter)) / 2, card.bottom - 0.11 * size
    yield Text(at, counter.code, "sans-bold", CODE * size, ink)
    yield from upper_row(plate, counter, card, ink, fill)


def frame(plate: HexPlate, counter: Counter, card: Box, rim: str = "") -> Iterator[Item]:
    """The card itself, its tick and its stripe."""
    (fill, ink), size = colours(plate, counter), plate.side
    edge = ink if ink != WHITE else fill
    if counter.facing is not None:
        yield tick(plate, counter, edge)
    yield Panel(card, 0.1 * size, fill, rim or edge, 0.07 * size)
    if room := stripe_room(plate, counter):
        inner = Box(card.left + 0.05 * size, card.top + 0.05 * size, card.left + room, card.bottom - 0.05 * size)
        yield Panel(inner, 0.05 * size, plate.ink(plate.style.owner[counter.owner].stripe, WHITE))


def stripe_room(plate: HexPlate, counter: Counter) -> float:
    owner = plate.style.owner.get(counter.owner)
    return STRIPE * plate.side if owner and owner.stripe else 0.0


def slim_card(plate: HexPlate, counter: Counter, card: Box) -> Iterator[Item]:
    """Half a row has no room for a sign and a stripe."""
    if card.right - card.left < plate.side:
        counter = replace(counter, sign="", owner=plain_owner(plate, counter.owner))
    ink = colours(plate, counter)[1]
    yield from frame(plate, counter, card, WHITE if ink == WHITE else "")
    yield from slim_row(plate, counter, card, ink)


def plain_owner(plate: HexPlate, code: str) -> str:
    """An owner who looks the same but for the stripe, if there is one."""
    own = plate.style.owner.get(code)
    looks = ((name, owner) for name, owner in plate.style.owner.items() if own and not owner.stripe)
    return next((name for name, owner in looks if own and (owner.ink, owner.depth) == (own.ink, own.depth)), code)


def slim_row(plate: HexPlate, counter: Counter, card: Box, ink: str) -> Iterator[Item]:
    """Sign and code at the left, strength and states at the right."""
    marks = counter.figure + "".join(state.letter for state in states(plate, counter))
    left, right = card.left + 0.07 * plate.side + stripe_room(plate, counter), card.right - 0.07 * plate.side
    letter = slim_letter(plate, card, right - left, (counter.sign, counter.code, marks))
    foot = (card.top + card.bottom) / 2 + 0.35 * letter
    if counter.sign:
        yield sign_shape(counter.sign, (left + 0.45 * letter, foot - 0.35 * letter), letter / 11.0, ink)
        left += SIGN_ROOM * letter
    yield Text((left, foot), counter.code, "sans-bold", letter, ink, "start")
    yield Text((right, foot), marks, "sans-bold", MARK * letter, ink, "end")


def slim_letter(plate: HexPlate, card: Box, room: float, row: tuple[str, str, str]) -> float:
    """The largest letters with which sign, code and marks stand beside each other."""
    sign, code, marks = row
    wide = SIGN_ROOM * bool(sign) + text_width(code, "sans-bold", 1.0)
    wide += GAP + MARK * text_width(marks, "sans-bold", 1.0) if marks else 0.0
    return min(ROW * plate.side, 0.8 * (card.bottom - card.top), room / wide)


def colours(plate: HexPlate, counter: Counter) -> tuple[str, str]:
    """The card and what is printed on it: a state may colour both."""
    if any(state.faded for state in states(plate, counter)):
        return WHITE, GREY
    owner = plate.style.owner.get(counter.owner)
    dark = owner is not None and owner.depth >= DARK
    if plate.saving or owner is None:
        return (BLACK, WHITE) if dark else (WHITE, BLACK)
    shout = next((state.colour for state in states(plate, counter) if state.colour), "")
    if dark:
        return (shout or tint(owner, False)), WHITE
    return (WHITE, shout) if shout else (tint(owner, False), owner.ink)


def states(plate: HexPlate, counter: Counter) -> list[State]:
    return [plate.style.state.get(word) or State(word[:1].upper()) for word in counter.states]


def tick(plate: HexPlate, counter: Counter, colour: str) -> Shape:
    """A triangle whose point lies beyond the corner faced, clear of the number."""
    facing, size = counter.facing or 0, plate.side
    tip = plate.shapes.away(counter.hex, 2 * facing - 1, TIP)
    foot = plate.shapes.away(counter.hex, 2 * facing - 1, TIP - TICK)
    across, down = (tip[1] - foot[1]) * 0.55, (foot[0] - tip[0]) * 0.55
    wings = ((foot[0] + across, foot[1] + down), (foot[0] - across, foot[1] - down))
    return Shape(((tip, *wings),), colour, WHITE, 0.03 * size)


def upper_row(plate: HexPlate, counter: Counter, card: Box, ink: str, fill: str) -> Iterator[Item]:
    """The sign and the strength, and the letters of all states at the right; a sign alone stands in the middle."""
    size, left = plate.side, card.left + 0.1 * plate.side + stripe_room(plate, counter)
    base, letters = card.top + 0.42 * size, "".join(state.letter for state in states(plate, counter))
    if counter.sign:
        alone = not (counter.figure or letters)
        x = (left + card.right - 0.1 * size) / 2 if alone else left + 0.26 * size
        yield sign_shape(counter.sign, (x, base - 0.13 * size), SIGN * size, ink)
        left += 0.56 * size
    if counter.figure:
        yield Text((left, base), counter.figure, "sans", SMALL * size, ink, "start")
    if letters:
        wide = text_width(letters, "sans-bold", SMALL * size) + 0.14 * size
        right = card.right - 0.06 * size
        yield Panel(Box(right - wide, card.top + 0.07 * size, right, base + 0.05 * size), 0.05 * size, ink)
        yield Text((right - wide / 2, base - 0.02 * size), letters, "sans-bold", SMALL * size, fill)
