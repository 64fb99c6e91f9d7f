"""What a page is made of. A block knows how high it is at a width, may be split, and draws itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from reportlab.pdfgen.canvas import Canvas

from pbm.reports.pdf.sheet import Sheet
from pbm.reports.pdf.type import Run, SetLine, Theme, broken

Paint = Callable[[Canvas, Theme, float, float, float, float], None]
"""Draws a picture: on a canvas, in a theme, at left and bottom, in a width and height."""
FEW = 2
"""A text is not split so that fewer lines than this stand alone."""
NEAR = 0.1
"""How exactly the height of columns is found: a block that just fits must not be sent to the next page."""
FILLED = 0.55
"""How much of a page is filled before a late break ends it."""
LEAST_SHARE = 0.85
"""A picture that is made smaller keeps this much of its height."""
TAIL = 64.0
"""The least height of columns that run over from another page."""


@dataclass
class Block:
    """Nothing of a height; what else is on a page is more of the kind."""

    before: float = 0.0
    """Room above, except at the top of a page."""
    keep: bool = False
    """Never the last thing on a page."""

    def measure(self, width: float) -> float:
        return 0.0

    def least(self, width: float) -> float:
        """The height of the smallest beginning that may stand on a page."""
        return self.measure(width)

    def split(self, width: float, room: float) -> "tuple[Block, Block] | None":
        return None

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        """On a sheet, from its top left corner."""


@dataclass
class Gap(Block):
    height: float = 0.0

    def measure(self, width: float) -> float:
        return self.height


@dataclass
class Rule(Block):
    weight: float = 0.5
    ink: str = "#000000"
    after: float = 0.0

    def measure(self, width: float) -> float:
        return self.weight + self.after

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        sheet.rule(x, y + self.weight / 2, x + width, self.weight, self.ink)


@dataclass
class Prose(Block):
    """Text that runs over lines; `hang` indents all but the first."""

    runs: Sequence[Run] = ()
    leading: float = 11.0
    align: str = "l"
    hang: float = 0.0
    title: str = ""
    """Its entry in the outline of the document."""
    level: int = 0
    name: str = ""
    """What links call it."""
    carry: Sequence[Run] = ()
    """What stands over the rest of what it heads, where a column or a page ends in between."""
    goes_on: bool = False
    """It is the rest of a text that was split."""
    _lines: dict[float, list[SetLine]] = field(default_factory=dict)

    @property
    def carried(self) -> "Prose":
        return Prose(0.0, True, self.carry, self.leading, self.align)

    def lines(self, width: float) -> list[SetLine]:
        if width not in self._lines:
            self._lines[width] = broken(self.runs, width - self.hang)
        return self._lines[width]

    def measure(self, width: float) -> float:
        return len(self.lines(width)) * self.leading

    def least(self, width: float) -> float:
        lines = len(self.lines(width))
        return (lines if lines < 2 * FEW else FEW) * self.leading

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        lines = self.lines(width)
        fit = min(int(room // self.leading), len(lines) - FEW)
        if fit < FEW:
            return None
        return self.part(lines[:fit], width), self.part(lines[fit:], width, first=False)

    def part(self, lines: list[SetLine], width: float, first: bool = True) -> "Prose":
        title, name = (self.title, self.name) if first else ("", "")
        piece = Prose(
            self.before, False, (), self.leading, self.align, self.hang, title, self.level, name, goes_on=not first
        )
        piece._lines[width] = lines
        return piece

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        if self.title:
            sheet.outline.append((self.title, self.level, y))
        if self.name:
            sheet.names.append((self.name, y))
        for number, line in enumerate(self.lines(width)):
            spare = width - line.width
            across = {"r": spare, "c": spare / 2}.get(self.align, self.hang if number or self.goes_on else 0.0)
            sheet.line(line, x + across, y + (number + 0.8) * self.leading)


@dataclass
class Stack(Block):
    """Blocks under each other that stay together, on a tint if it has one."""

    blocks: Sequence[Block] = ()
    tint: str = ""
    edge: str = ""
    padding: float = 0.0
    _height: dict[float, float] = field(default_factory=dict)

    def measure(self, width: float) -> float:
        if width not in self._height:
            self._height[width] = stacked(self.blocks, width - 2 * self.padding) + 2 * self.padding
        return self._height[width]

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        if self.tint or self.edge:
            sheet.panel(x, y, x + width, y + self.measure(width), self.tint, self.edge)
        inner, down = width - 2 * self.padding, y + self.padding
        for number, block in enumerate(self.blocks):
            down += block.before if number else 0.0
            block.draw(sheet, x + self.padding, down, inner)
            down += block.measure(inner)


@dataclass
class Beside(Block):
    """Blocks side by side in shares of the width, with a hairline between them if it has an ink."""

    parts: Sequence[Stack] = ()
    shares: Sequence[float] = ()
    gap: float = 14.0
    ink: str = ""

    def places(self, width: float) -> list[tuple[float, float]]:
        free, whole = width - self.gap * (len(self.parts) - 1), sum(self.shares)
        places, x = [], 0.0
        for share in self.shares:
            places.append((x, free * share / whole))
            x += free * share / whole + self.gap
        return places

    def measure(self, width: float) -> float:
        return max(part.measure(room) for part, (_, room) in zip(self.parts, self.places(width), strict=True))

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        height = self.measure(width)
        for part, (across, room) in zip(self.parts, self.places(width), strict=True):
            if across and self.ink:
                edge = x + across - self.gap / 2
                sheet.stroke(edge, y, edge, y + height, 0.4, self.ink)
            part.draw(sheet, x + across, y, room)


@dataclass
class Figure(Block):
    """A picture that is painted straight on the canvas; one that stretches takes what is left of its page."""

    paint: Paint = lambda *_: None
    height: float = 0.0
    stretches: bool = False
    most: float = 0.0
    """How high it gets if it stretches; 0: as high as the page."""
    shrinks: bool = False
    """It may be made a little smaller to fit on a page."""
    shape: Callable[[float], float] = lambda width: 0.0
    """How high it is at a width, if it has no height of its own."""
    _heights: dict[float, float] = field(default_factory=dict)

    def measure(self, width: float) -> float:
        if self.height:
            return self.height
        if width not in self._heights:
            self._heights[width] = self.shape(width)
        return self._heights[width]

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        height, theme = self.measure(width), sheet.theme
        bottom = sheet.up(y + height)
        sheet.content.append(lambda canvas: self.paint(canvas, theme, x, bottom, width, height))


@dataclass
class Float(Stack):
    """A picture with its heading: where it finds no room, what follows it comes first."""

    def within(self, width: float, room: float) -> "Float | None":
        """Itself with its picture a little smaller, if then it fits."""
        at, picture = next(((at, one) for at, one in enumerate(self.blocks) if isinstance(one, Figure)), (0, Figure()))
        height = picture.measure(width)
        lower = height - (self.measure(width) - room)
        if not picture.shrinks or not LEAST_SHARE * height <= lower < height:
            return None
        smaller = replace(picture, height=lower, _heights={})
        return Float(self.before, blocks=[*self.blocks[:at], smaller, *self.blocks[at + 1 :]])


@dataclass
class Pinned(Stack):
    """Blocks that stand where an envelope has its window, at the top of a page; what follows begins below."""

    left: float = 0.0
    top: float = 0.0
    width: float = 0.0
    bottom: float = 0.0
    """From the top of the text on a page."""

    def measure(self, width: float) -> float:
        return self.bottom

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        super().draw(sheet, self.left, self.top, self.width)


@dataclass
class Break(Block):
    """What follows begins a new page; on paper, if it is to be torn off, a new sheet."""

    front: bool = False
    late: bool = False
    """Only where a good part of the page is filled: a heading or a few lines are not left alone on it."""


Placed = list[tuple[float, Block]]


def stacked(blocks: Sequence[Block], width: float) -> float:
    return sum(block.measure(width) + (block.before if number else 0.0) for number, block in enumerate(blocks))


def filled_round(blocks: Sequence[Block], width: float, room: float) -> tuple[Placed, list[Block], float]:
    """As `filled`, but what stands after a float that finds no room comes before it."""
    placed, rest, used = filled(blocks, width, room)
    waiting: list[Block] = []
    while placed and rest and isinstance(rest[0], Float):
        waiting.append(rest[0])
        more, rest, used = filled(rest[1:], width, room, used)
        placed += more
    return placed, [*waiting, *rest], used


def filled(blocks: Sequence[Block], width: float, room: float, used: float = 0.0) -> tuple[Placed, list[Block], float]:
    """As many blocks as fit in a height, some of it used, each with its place; those left over; the height used."""
    placed: Placed = []
    y, queue = used, list(blocks)
    while queue:
        block = queue[0]
        if isinstance(block, Break) and block.late and y < FILLED * room:
            queue.pop(0)
            continue
        before = block.before if y else 0.0
        if isinstance(block, Break) or y + before + needed(queue, width) > room + 0.01:
            if isinstance(block, Float) and (smaller := block.within(width, room - y - before)):
                queue[0] = smaller
                continue
            parts = None if isinstance(block, Break) else block.split(width, room - y - before)
            if parts:
                placed.append((y + before, parts[0]))
                return placed, [parts[1], *queue[1:]], y + before + parts[0].measure(width)
            return placed, queue, y
        placed.append((y + before, block))
        y += before + block.measure(width)
        queue.pop(0)
    return placed, [], y


def needed(queue: Sequence[Block], width: float) -> float:
    """The height of the first block, and if it must not stand last, of the beginning of what follows."""
    height = 0.0
    for block, after in zip(queue, [*queue[1:], None], strict=True):
        height += block.measure(width) if block.keep or not height else block.least(width)
        if not block.keep or after is None or isinstance(after, Break):
            return height
        height += after.before
    return height


def continued(blocks: list[Block], under: Prose | None) -> list[Block]:
    """Blocks that go on in another column, under a heading that says so.

    They have none if they begin with one of their own, or in the middle of a sentence, which it would break in two.
    """
    first = blocks[0] if blocks else None
    without = isinstance(first, Prose) and (first.carry or first.goes_on)
    return [under.carried, *blocks] if under and first and not without else blocks


def last_heading(placed: Placed, under: Prose | None) -> Prose | None:
    found = [block for _, block in placed if isinstance(block, Prose) and block.carry]
    return found[-1] if found else under


@dataclass
class Flow(Block):
    """Blocks in columns of equal height, filled one after the other."""

    blocks: Sequence[Block] = ()
    columns: int = 2
    gap: float = 16.0
    ink: str = ""
    start: float = 0.0
    """The least room for its beginning, if it does not all fit on a page."""
    under: Prose | None = None
    """The heading that it goes on under."""
    _height: dict[float, float] = field(default_factory=dict)

    def room(self, width: float) -> float:
        return (width - self.gap * (self.columns - 1)) / self.columns

    def fill(self, width: float, height: float) -> tuple[list[Placed], list[Block]]:
        columns, left, under = [], list(self.blocks), self.under
        for _ in range(self.columns):
            queue = continued(left, under)
            placed, rest, _used = filled(queue, self.room(width), height)
            headed = len(queue) > len(left)  # a heading alone is not carried on
            left = rest[1:] if headed and not placed else rest
            under = last_heading(placed, under)
            columns.append(placed)
        return columns, left

    def measure(self, width: float) -> float:
        """The lowest height at which all columns together hold everything."""
        if width not in self._height:
            high = stacked(self.blocks, self.room(width))
            low = high / self.columns * 0.9
            while high - low > NEAR:
                middle = (low + high) / 2
                low, high = (middle, high) if self.fill(width, middle)[1] else (low, middle)
            self._height[width] = high
        return self._height[width]

    def least(self, width: float) -> float:
        first = self.blocks[0].least(self.room(width)) * 3 if self.blocks else 0.0
        return min(self.measure(width), max(first, self.start))

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        columns, left = self.fill(width, room)
        if not columns[0] or not left:
            return None
        if room > 2 * TAIL and Flow(blocks=left, columns=self.columns, gap=self.gap).measure(width) < TAIL:
            room -= TAIL
            columns, left = self.fill(width, room)
        first = Flow(self.before, False, self.blocks, self.columns, self.gap, self.ink, under=self.under)
        first._height[width] = room
        under = self.under
        for placed in columns:
            under = last_heading(placed, under)
        return first, Flow(0.0, self.keep, left, self.columns, self.gap, self.ink, under=under)

    def draw(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        height = self.measure(width)
        for number, placed in enumerate(self.fill(width, height)[0]):
            left = x + number * (self.room(width) + self.gap)
            if number and placed and self.ink:
                sheet.stroke(left - self.gap / 2, y, left - self.gap / 2, y + height, 0.4, self.ink)
            for down, block in placed:
                block.draw(sheet, left, y + down, self.room(width))
