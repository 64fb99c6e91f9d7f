"""A text as its words, so that it can be laid beside another: marks, signs, spaces and capitals do not count, and
neither does where its lines are broken."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from pbm.reading.quoting import QUOTE
from pbm.reading.sheet_lines import in_lines, visible

WORD = re.compile(r"[^\W_]+")
LINKED = re.compile(r"<(?:mailto:|https?:)[^<>\s]*>", re.IGNORECASE)
"""What mail programs add behind an address or a link."""
GROUP = 3
"""So many words in a row are compared as one."""
LEAST = 2
"""Fewer words in a row are no sign that they were quoted, unless they are a whole line."""
MOST_COMPARED = 400_000
"""Two stretches of text whose lengths have a larger product are not compared word by word."""
Words = tuple[str, ...]
Group = tuple[str, str, str]


def unquoted(line: str) -> str:
    """A line without its quote marks."""
    mark = QUOTE.match(line)
    return line[mark.end() :] if mark else line


def words_of(line: str) -> Words:
    text = unicodedata.normalize("NFKC", LINKED.sub("", visible(line))).casefold()
    return tuple(WORD.findall(text))


class Printed:
    """A text, line by line, each as its words."""

    def __init__(self, text: str) -> None:
        self.raw = [unquoted(line) for line in in_lines(text)]
        self.lines: list[Words] = [words_of(line) for line in self.raw]

    @cached_property
    def words(self) -> list[str]:
        return [word for line in self.lines for word in line]

    @cached_property
    def starts(self) -> list[int]:
        """The place of the first word of each line, and of the end."""
        found = [0]
        for line in self.lines:
            found.append(found[-1] + len(line))
        return found

    @cached_property
    def begins(self) -> frozenset[int]:
        return frozenset(self.starts)

    @cached_property
    def groups(self) -> frozenset[Group]:
        return frozenset(groups_of(self.words))

    def line_at(self, word: int) -> int:
        """The line in which a word stands."""
        return bisect_left(self.starts, word + 1) - 1


def groups_of(words: Sequence[str]) -> Iterator[Group]:
    return zip(words, words[1:], words[2:], strict=False)


def matched(ours: Printed, theirs: Printed) -> list[int | None]:
    """For each word of theirs the place of the word of ours that it is."""
    found: list[int | None] = [None] * len(theirs.words)
    at = before = 0
    for start, other, length in [*same_lines(ours, theirs), (len(ours.words), len(theirs.words), 0)]:
        for mine, yours, size in inside(ours.words[at:start], theirs.words[before:other]):
            found[before + yours : before + yours + size] = range(at + mine, at + mine + size)
        found[other : other + length] = range(start, start + length)
        at, before = start + length, other + length
    return found


def same_lines(ours: Printed, theirs: Printed) -> Iterator[tuple[int, int, int]]:
    """Runs of whole lines that are the same, as places and numbers of words."""
    mine, yours = ([at for at, line in enumerate(text.lines) if line] for text in (ours, theirs))
    compared = SequenceMatcher(None, [ours.lines[at] for at in mine], [theirs.lines[at] for at in yours], False)
    for one, other, size in compared.get_matching_blocks()[:-1]:
        first, last = mine[one], mine[one + size - 1]
        yield ours.starts[first], theirs.starts[yours[other]], ours.starts[last + 1] - ours.starts[first]


def inside(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Runs of words that are the same between two places: around groups that each text has once, and between those."""
    at = before = 0
    for one, other in [*rising(ours, theirs), (len(ours), len(theirs))]:
        if one < at or other < before:
            continue
        yield from between(ours, theirs, (at, one), (before, other))
        size = 0
        while one + size < len(ours) and other + size < len(theirs) and ours[one + size] == theirs[other + size]:
            size += 1
        yield one, other, size
        at, before = one + size, other + size


def between(
    ours: Sequence[str], theirs: Sequence[str], mine: tuple[int, int], yours: tuple[int, int]
) -> Iterator[tuple[int, int, int]]:
    (at, one), (before, other) = mine, yours
    if not 0 < (one - at) * (other - before) <= MOST_COMPARED:
        return
    compared = SequenceMatcher(None, ours[at:one], theirs[before:other], False)
    for first, second, size in compared.get_matching_blocks():
        if size >= LEAST:
            yield at + first, before + second, size


def rising(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The groups that both texts have once, as many as stand in the same order in both."""
    mine, yours = once(ours), once(theirs)
    pairs = sorted((mine[group], yours[group]) for group in mine.keys() & yours.keys())
    ends, tails, before = list[int](), list[int](), list[int]()
    for number, (_, other) in enumerate(pairs):
        at = bisect_left(ends, other)
        before.append(tails[at - 1] if at else -1)
        ends[at : at + 1], tails[at : at + 1] = [other], [number]
    chain, last = list[tuple[int, int]](), tails[-1] if tails else -1
    while last >= 0:
        chain.append(pairs[last])
        last = before[last]
    return chain[::-1]


def once(words: Sequence[str]) -> dict[Group, int]:
    found: dict[Group, int] = {}
    again = set[Group]()
    for at, group in enumerate(groups_of(words)):
        if found.setdefault(group, at) != at:
            again.add(group)
    return {group: at for group, at in found.items() if group not in again}
