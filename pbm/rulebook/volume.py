"""The whole book: the game's text with its cards, tables and examples in their places, and the index."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import structs

from pbm.errors import GameError
from pbm.progress import watched
from pbm.reports.forms import caps
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Map, Row, columns
from pbm.rulebook.blocks import (
    Block,
    Card,
    Case,
    Chapter,
    Glance,
    Index,
    Named,
    Paragraph,
    Point,
    Shown,
    Span,
    Volume,
    Words,
)
from pbm.rulebook.cards import cards, conditions
from pbm.rulebook.examples import Said, example
from pbm.rulebook.first_turn import failing, refuse_failing
from pbm.rulebook.index import index, strays
from pbm.rulebook.text import chapters, spans
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.reporting import has_map
from pbm.rulesets.rulings import Source

TEXT = "book"
"""The folder of a game's chapters, beside its data."""
ACTIONS = "actions"
"""The key of the table of all actions."""


def volume(ruleset: AnyRuleset) -> Volume:
    """The rulebook of a game; an example that does not hold, or a link to nowhere, is an error."""
    opening, written = chapters(folder(ruleset))
    refuse_failing(ruleset, [block for chapter in written for block in chapter.blocks])
    maker = Maker(ruleset)
    chapters_now = [*written, *maker.missing(written)]
    made = [maker.chapter(chapter) for chapter in watched(chapters_now, "Running the examples")]
    made = [maker.linked(chapter) for chapter in [*made, *maker.left()]]
    credit = (spans(ruleset.source.credit),) if ruleset.source.credit else ()
    book = Volume(ruleset.name, ruleset.title, ruleset.version, (*opening, *credit), tuple(made))
    if lost := list(strays(book)):
        raise GameError(f"The rulebook of {ruleset.title} cites {', '.join(lost)}, which it does not have.")
    return structs.replace(book, chapters=(*book.chapters, Chapter("", "Index", (Index(tuple(index(book))),))))


def folder(ruleset: AnyRuleset) -> Path:
    """Where its chapters are."""
    return ruleset.rulebook.text or ruleset.data.parent / TEXT


def failing_here(ruleset: AnyRuleset, house: Mapping[str, Any]) -> list[Foreseen]:
    """The lines of the book's first turn that would fail under other house rules."""
    blocks = [block for chapter in chapters(folder(ruleset))[1] for block in chapter.blocks]
    return list(failing(ruleset, blocks, house))


@dataclass
class Maker:
    """Puts cards, sections and examples into their places."""

    ruleset: AnyRuleset
    said: Said = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    """The keys of the sections that a chapter shows."""

    @cached_property
    def cards(self) -> list[Card]:
        return cards(self.ruleset)

    @cached_property
    def sections(self) -> dict[str, AnySection]:
        found = [*self.ruleset.rulebook.sections(), *common(self.ruleset)]
        if has_map(self.ruleset.data) and not any(isinstance(section, Map) for section in found):
            found.insert(0, Map("map", "The map", page=True))
        own = {section.key: section for section in reversed(found)}
        return {section.key: own[section.key] for section in found}

    def missing(self, written: list[Chapter]) -> Iterator[Chapter]:
        """The paragraphs that no chapter has, by their subjects."""
        there = {chapter.number for chapter in written} | {number for each in written for number in paragraphs_of(each)}
        blocks = [
            Paragraph(rule, caps(said)) for rule, said in self.ruleset.book.paragraphs.items() if rule not in there
        ]
        if blocks:
            yield Chapter("", "The rules in brief", tuple(blocks))

    def chapter(self, chapter: Chapter) -> Chapter:
        """The chapter with its examples run, its sections found, and the cards under their paragraphs; one with the
        number of a paragraph, and without that paragraph in it, is that paragraph."""
        made: list[Block] = [] if chapter.number in paragraphs_of(chapter) else [*self.cards_of(chapter.number)]
        where = chapter.title
        for block in chapter.blocks:
            made.append(self.block(block, where))
            if isinstance(block, Paragraph):
                where = block.number
                made += self.cards_of(where)
        return structs.replace(chapter, blocks=tuple(made))

    def cards_of(self, rule: str) -> list[Card]:
        return [card for card in self.cards if card.rule == rule]

    def block(self, block: Block, where: str) -> Block:
        if isinstance(block, Case):
            return example(self.ruleset, block, where, self.said)
        if not isinstance(block, Named):
            return block
        self.used.append(block.key)
        if block.key == ACTIONS:
            return Glance(tuple(sorted(self.cards, key=lambda card: card.word)), self.ruleset.reports.purse)
        if block.key not in self.sections:
            raise GameError(f"Under {where} there is no section {block.key}; there are {', '.join(self.sections)}.")
        return Shown(self.sections[block.key])

    def left(self) -> Iterator[Chapter]:
        """What the game's own chapters do not show, each in a chapter of its own."""
        for key, section in self.sections.items():
            if key not in self.used:
                yield Chapter("", section.title, (self.block(Named(key), ""),))
        if ACTIONS not in self.used:
            yield Chapter("", "All orders", (self.block(Named(ACTIONS), ""),))

    def linked(self, chapter: Chapter) -> Chapter:
        return structs.replace(chapter, blocks=tuple(self.link(block) for block in chapter.blocks))

    def link(self, block: Block) -> Block:
        """A card with a line of an example, a text whose words of orders lead to their cards."""
        if isinstance(block, Card) and block.word in self.said:
            line, reads = self.said[block.word]
            return structs.replace(block, example=line, reads=reads)
        if isinstance(block, Words | Point):
            return structs.replace(block, spans=tuple(self.leading(span) for span in block.spans))
        return block

    def leading(self, span: Span) -> Span:
        words = self.ruleset.book.actions
        return structs.replace(span, to=span.text) if span.look == "code" and span.text in words else span


def paragraphs_of(chapter: Chapter) -> list[str]:
    return [block.number for block in chapter.blocks if isinstance(block, Paragraph)]


def common(ruleset: AnyRuleset) -> Iterator[AnySection]:
    """The tables that every book has: the sequence of play, if it is always the same, and the house rules."""
    steps = ruleset.book.sequence
    if not callable(steps):
        rows = tuple(Row((step.name, step.rule), group=step.part) for step in steps)
        yield Grid("sequence", "The sequence of play", columns("step<40 rule>8~"), rows, flow=2)
    if held := conditions(ruleset):
        rows = tuple(Row((" ".join((card.word, *card.boxes)), card.meaning)) for card in held)
        yield Grid("conditions", "Conditions of orders", columns("condition<24! it_holds_if<40"), rows)
    if house := ruleset.state.house_rules():
        rows = tuple(Row((name, default.strip('"'), about)) for name, default, about in house)
        yield Grid("house", "House rules", columns("setting<# default<# what_it_decides<40"), rows)
    yield from differing(ruleset.source)


def differing(source: Source) -> Iterator[AnySection]:
    """Where the game is not what its source says."""
    if rows := source.differences:
        facts = (
            Fact(
                f"d{number}", row.rule, plain(f"{sentence(row.text)} The source: {sentence(row.source)} Why: {row.why}")
            )
            for number, row in enumerate(rows)
        )
        yield Facts("differences", "Where this game differs from its source", tuple(facts))
    if source.figure:
        ours = (
            Fact(f"f{number}", row.rule, plain(f"{row.what} ({row.where})")) for number, row in enumerate(source.figure)
        )
        yield Facts("figures", "Figures of our own", tuple(ours))


def sentence(text: str) -> str:
    """With a capital where it begins, and a stop where it ends."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def plain(text: str) -> str:
    return sentence(text.replace("`", ""))
