"""Chapters in Markdown, as far as a rulebook needs it.

# N Moving and attacking      a chapter; a number is not needed
## N.N Moving                 a numbered paragraph
### Words                     a heading within it
- item, 1. item               lists
**term** *words* `LEVY`       a term for the index, words that stand out, orders; a word of orders leads to its card
[N.N] [N.N, N.N]              other paragraphs
[[terrain]]                   a section of the game's, by its key, alone on a line
```case ... ```               an example, in the words of a rule case
``` ... ```                   lines of orders
```first RED 1 ... ```        lines of a first sheet, with its power and turn (0: the set-up): they are rehearsed
"""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from pbm.errors import GameError
from pbm.rulebook.blocks import Block, Case, Chapter, Lines, Named, Paragraph, Point, Span, Spans, Subhead, Words
from pbm.rulesets.cases import Loader

NUMBER = r"\d[\w.]*|H\d+"
HEADING = re.compile(rf"(#{{1,3}}) (?:({NUMBER}) )?(.+)")
ITEM = re.compile(r"(-|\d+\.) (.+)")
NAMED = re.compile(r"\[\[([\w-]+)\]\]")
INLINE = re.compile(rf"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[((?:{NUMBER})(?:, (?:{NUMBER}))*)\]")
FENCE = "```"


def chapters(folder: Path) -> tuple[tuple[Spans, ...], list[Chapter]]:
    """What stands before the first heading, and the chapters, from the files of a folder by their names."""
    opening: list[Spans] = []
    found: list[Chapter] = []
    for path in sorted(folder.glob("*.md")):
        for block in blocks(path):
            if isinstance(block, Chapter):
                found.append(block)
            elif found:
                found[-1] = Chapter(found[-1].number, found[-1].title, (*found[-1].blocks, block))
            elif isinstance(block, Words):
                opening.append(block.spans)
            else:
                raise GameError(f"{path}: only plain text may stand before the first chapter.")
    return tuple(opening), found


def blocks(path: Path) -> Iterator[Block | Chapter]:
    """The blocks of a file; lines that follow each other are one."""
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    held = ""
    for line in lines:
        begins = line.startswith((FENCE, "#")) or NAMED.fullmatch(line) or ITEM.match(line) or not line.strip()
        if begins and held:
            yield flowing(path, held)
            held = ""
        if line.startswith(FENCE):
            yield fenced(path, line.removeprefix(FENCE).strip(), lines)
        elif match := HEADING.fullmatch(line):
            yield heading(len(match[1]), match[2] or "", match[3])
        elif match := NAMED.fullmatch(line):
            yield Named(match[1])
        else:
            held = f"{held} {line.strip()}".strip()
    if held:
        yield flowing(path, held)


def flowing(path: Path, text: str) -> Block:
    if inner := NAMED.search(text):
        raise GameError(f"{path}: {inner[0]} must stand alone on a line; a text cannot have a table in it.")
    if match := ITEM.fullmatch(text):
        return Point("·" if match[1] == "-" else match[1], spans(match[2]))
    return Words(spans(text))


def heading(level: int, number: str, title: str) -> Block | Chapter:
    if level == 1:
        return Chapter(number, title, ())
    return Paragraph(number, title) if number else Subhead(title)


def fenced(path: Path, what: str, lines: Iterator[str]) -> Block:
    held = []
    for line in lines:
        if line.startswith(FENCE):
            break
        held.append(line)
    if what != "case":
        return Lines(tuple(held), what.removeprefix("first").strip())
    try:
        case = yaml.load("\n".join(held), Loader)
    except yaml.YAMLError as error:
        raise GameError(f"{path}: an example cannot be read: {error}") from None
    if not isinstance(case, dict):
        raise GameError(f"{path}: an example must be a case.")
    return Case(case)


def spans(text: str) -> Spans:
    """A text with its inner marks."""
    found, done = [], 0
    for match in INLINE.finditer(text):
        found.append(Span(text[done : match.start()]))
        found += marked(match)
        done = match.end()
    return tuple(span for span in (*found, Span(text[done:])) if span.text)


def marked(match: re.Match[str]) -> list[Span]:
    term, soft, code, rules = match.groups()
    if rules:
        cited = [Span(rule, "rule", rule) for rule in rules.split(", ")]
        return [part for rule in cited for part in (rule, Span(", "))][:-1]
    return [Span(term, "term") if term else Span(soft, "soft") if soft else Span(code, "code")]
