"""The index of a book, and the places that its links lead to."""

from collections import defaultdict
from collections.abc import Iterator

from pbm.rulebook.blocks import Block, Card, IndexRow, Paragraph, Point, Spans, Volume, Words
from pbm.rules.action import paragraph


def index(book: Volume) -> Iterator[IndexRow]:
    """Terms, the titles of paragraphs and the words of orders, each with the paragraphs where it is explained."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    actions = {block.word for block in book.blocks() if isinstance(block, Card)}
    spelt = {stem(word): word for word in actions}
    for chapter in book.chapters:
        rule = ""
        for block in chapter.blocks:
            rule = block.number if isinstance(block, Paragraph) else rule
            for term in terms(block) if rule else ():
                found[spelt.setdefault(stem(term), term)].append(rule)
    for term in sorted(found, key=lambda term: (term.casefold(), term)):
        yield IndexRow(term, tuple(sorted(set(found[term]), key=paragraph)), term in actions)


def stem(term: str) -> str:
    """What one term in its singular and plural, as a heading and in a text, have in common."""
    return term.casefold().removesuffix("s")


def terms(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [block.title]
    if isinstance(block, Card):
        return [block.word]
    return [span.text for span in spans_of(block) if span.look == "term"]


def spans_of(block: Block) -> Spans:
    return block.spans if isinstance(block, Words | Point) else ()


def names(book: Volume) -> set[str]:
    """Everything that a link may lead to."""
    found = {chapter.name for chapter in book.chapters}
    for block in book.blocks():
        if isinstance(block, Paragraph):
            found.add(block.number)
        elif isinstance(block, Card):
            found.add(block.word)
    return found


def strays(book: Volume) -> Iterator[str]:
    """Links that lead to nothing, each with its chapter."""
    known = names(book)
    for chapter in book.chapters:
        links = {span.to for block in chapter.blocks for span in spans_of(block)} - known - {""}
        yield from (f"{link} in the chapter {chapter.title}" for link in sorted(links))
