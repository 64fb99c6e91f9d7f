"""What a chapter of a rulebook is made of: data that the templates lay out."""

from typing import Any, Literal

from msgspec import Struct

from pbm.reports.sections import AnySection, Fact, Map

Look = Literal["plain", "term", "soft", "code", "rule"]
"""Words as they are, a term that the index lists, words that stand out, a word or line of orders, a paragraph."""

MANY, LONG = 8, 36
"""An example with more orders, or more lines, than this takes the whole width."""


class Span(Struct, frozen=True):
    """Words in one look, and the paragraph or card that they lead to."""

    text: str
    look: Look = "plain"
    to: str = ""


Spans = tuple[Span, ...]


class Block(Struct, frozen=True):
    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @property
    def wide(self) -> bool:
        """Whether it takes the whole width of the page, where other blocks stand in columns."""
        return False


class Paragraph(Block, frozen=True):
    """The heading of a numbered paragraph."""

    number: str
    title: str


class Subhead(Block, frozen=True):
    title: str


class Words(Block, frozen=True):
    spans: Spans


class Point(Block, frozen=True):
    """An item of a list, with its sign or number."""

    sign: str
    spans: Spans


class Lines(Block, frozen=True):
    """Lines as a player writes them."""

    lines: tuple[str, ...]
    first: str = ""
    """The power and the turn, if they are a first sheet."""


class Named(Block, frozen=True):
    """The place of a section, by its key."""

    key: str


class Case(Block, frozen=True):
    """A case as written, before it is run."""

    case: dict[str, Any]


class Card(Block, frozen=True):
    """An action: how it is written, what it does, what it costs, and where its rule stands."""

    word: str
    boxes: tuple[str, ...]
    meaning: str
    cost: str
    rule: str
    notes: tuple[str, ...] = ()
    example: str = ""
    """A line of an example in the book, and what it says in words."""
    reads: str = ""


class Ordered(Struct, frozen=True):
    """A line of an example's sheets, and what came of it."""

    who: str
    number: int
    order: str
    outcome: str
    why: str = ""
    rule: str = ""


class Example(Block, frozen=True):
    """A case that was run, and holds."""

    why: str
    before: tuple[Fact, ...]
    dice: str
    orders: tuple[Ordered, ...]
    told: tuple[str, ...]
    after: tuple[Fact, ...]

    @property
    def wide(self) -> bool:
        """Whether it stands across the page: it has many orders, or is long."""
        lines = len(self.before) + len(self.orders) + len(self.told) + len(self.after)
        return len(self.orders) > MANY or lines > LONG


class Shown(Block, frozen=True):
    """A section of the game's, or one that every book has."""

    section: AnySection

    @property
    def wide(self) -> bool:
        return not self.section.side


class Glance(Block, frozen=True):
    """All actions in a table."""

    cards: tuple[Card, ...]
    purse: str

    @property
    def wide(self) -> bool:
        return True


class IndexRow(Struct, frozen=True):
    """A line of the index: a term, and where it is explained."""

    term: str
    places: tuple[str, ...]
    is_word: bool = False
    """It is a word of orders."""


class Index(Block, frozen=True):
    entries: tuple[IndexRow, ...]

    @property
    def wide(self) -> bool:
        return True


class Strip(Struct, frozen=True):
    """Neighbouring blocks that stand in columns, or one across the page."""

    blocks: tuple[Block, ...]
    wide: bool


class Chapter(Struct, frozen=True):
    number: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        """What links call it."""
        return self.number or "-".join(self.title.lower().split())

    @property
    def alone(self) -> bool:
        """Whether it has a page to itself, as a map has."""
        return any(isinstance(block, Shown) and block.section.page for block in self.blocks)

    @property
    def strips(self) -> tuple[Strip, ...]:
        """Its blocks as they stand on the page; a heading stays with the wide block that follows it."""
        found: list[Strip] = []
        for block, after in zip(self.blocks, (*self.blocks[1:], None), strict=True):
            leads = isinstance(block, Paragraph | Subhead) and after is not None and after.wide
            wide = block.wide or leads
            if found and wide == found[-1].wide:
                found[-1] = Strip((*found[-1].blocks, block), wide)
            else:
                found.append(Strip((block,), wide))
        return tuple(found)


class Volume(Struct, frozen=True):
    """A whole rulebook."""

    ruleset: str
    title: str
    version: str
    opening: tuple[Spans, ...]
    chapters: tuple[Chapter, ...]

    def blocks(self) -> list[Block]:
        return [block for chapter in self.chapters for block in chapter.blocks]

    def sections(self) -> list[AnySection]:
        return [block.section for block in self.blocks() if isinstance(block, Shown)]

    @property
    def cover(self) -> str:
        """The key of the map on the cover: the first that shows all of its plate."""
        maps = (section for section in self.sections() if isinstance(section, Map))
        return next((section.key for section in maps if not (section.whole or section.part)), "")

    @property
    def examples(self) -> int:
        return sum(isinstance(block, Example) for block in self.blocks())
