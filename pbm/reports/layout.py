"""How sections are laid out: their headings, and which of them stand side by side on paper."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from msgspec import Struct

from pbm.reports import Report, Roundup
from pbm.reports.sections import AnySection, Brief, Ending, Map, Side

SIDES: tuple[Side, ...] = ("left", "middle", "right")


class Laid(Struct, frozen=True):
    """A section, and the heading over it and its neighbours if it is the first of them."""

    section: AnySection
    part: str
    level: int
    """Of its own title: 1, or 2 under the heading of a part."""


class Band(Struct, frozen=True):
    """A strip of the page: one section, or stacks of sections side by side."""

    stacks: tuple[tuple[Laid, ...], ...]

    @property
    def floats(self) -> bool:
        """Whether all of it is pictures that stand where they find room."""
        return all(one.section.floats for stack in self.stacks for one in stack)


def laid(sections: Iterable[AnySection]) -> Iterator[Laid]:
    part = ""
    for section in sections:
        under = section.under
        yield Laid(section, under if under != part else "", 2 if under else 1)
        part = under or section.title or part


def bands(sections: Iterable[AnySection]) -> Iterator[Band]:
    """Neighbours with a side share a band."""
    for sided, group in groupby(laid(sections), lambda one: bool(one.section.side)):
        if not sided:
            yield from (Band(((one,),)) for one in group)
            continue
        beside = list(group)
        stacks = [tuple(one for one in beside if one.section.side == side) for side in SIDES]
        shown = Band(tuple(stack for stack in stacks if stack))
        yield from rows(shown) if shown.floats else (shown,)


def rows(band: Band) -> Iterator[Band]:
    """Pictures side by side, row by row, so that each row finds its own room."""
    for row in zip_longest(*band.stacks):
        yield Band(tuple((one,) for one in row if one))


def body(sections: Sequence[AnySection]) -> list[AnySection]:
    """All but those that stand at the end of a report."""
    return [section for section in sections if not section.last]


def tail(sections: Sequence[AnySection]) -> list[AnySection]:
    return [section for section in sections if section.last]


def shown(told: Report | Roundup) -> list[AnySection]:
    """All sections in the order of the letter; where the reader has a map of their own, everyone's is not shown too."""
    if isinstance(told, Roundup):
        return list(told.sections)
    own = set(whole_maps(told.sections))
    everyones = [one for one in public(told.roundup, told.ending) if not own.intersection(whole_maps([one]))]
    return [*body(told.sections), *everyones, *tail(told.sections)]


def whole_maps(sections: Iterable[AnySection]) -> Iterator[str]:
    """The plates of which there is a map that shows all."""
    return (section.plate for section in sections if isinstance(section, Map) and section.is_whole)


def public(roundup: Roundup, ended: Ending | None = None) -> list[AnySection]:
    """What a report shows of the roundup: its notices stand in the report's own brief, and so may the end of the game
    stand in a section of the report's own."""
    told_already = Brief | Ending if ended else Brief
    return [section for section in roundup.sections if not isinstance(section, told_already)]
