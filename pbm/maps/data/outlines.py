"""The outlines of a map's areas: how they are kept, and which of their edges are coast or border."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import msgspec

Position = tuple[float, float]  # latitude, longitude
Ring = list[Position]  # closed: the last position is the first
Edge = tuple[Position, Position]


class Outlines(msgspec.Struct, frozen=True):
    """outlines.json: every area's rings, one per island, and the coasts that only frame the map."""

    areas: dict[str, list[Ring]]
    background: list[Ring]
    seas: dict[str, list[Ring]] = {}
    """Only where the seas' shapes follow from their points."""


def read_outlines(path: Path) -> Outlines:
    """The outlines kept in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Outlines)


def write_outlines(outlines: Outlines, path: Path) -> None:
    """One area, or one ring of the background, a line, so that changes can be read."""
    background = [compact(ring) for ring in outlines.background]
    text = '{\n"areas": {\n' + by_code(outlines.areas) + '\n},\n"background": [\n' + ",\n".join(background) + "\n]"
    text += ',\n"seas": {\n' + by_code(outlines.seas) + "\n}\n}\n" if outlines.seas else "\n}\n"
    path.write_bytes(text.encode())


def by_code(shapes: Mapping[str, list[Ring]]) -> str:
    return ",\n".join(f'"{code}": {compact(rings)}' for code, rings in shapes.items())


def compact(value: object) -> str:
    """JSON without spaces."""
    return msgspec.json.encode(value).decode()


def edges(areas: Mapping[str, list[Ring]]) -> dict[Edge, list[str]]:
    """Every edge, in one direction, with the areas on its sides: one at the coast, two at a border."""
    found: dict[Edge, list[str]] = {}
    for code, rings in areas.items():
        for ring in rings:
            for start, end in pairwise(ring):
                edge = (start, end) if start < end else (end, start)
                found.setdefault(edge, []).append(code)
    return found


def chains(areas: Mapping[str, list[Ring]]) -> Iterator[tuple[tuple[str, ...], Ring]]:
    """Runs of edges with the same areas on their sides: stretches of coast and of border, each once."""
    sides = edges(areas)
    for code, rings in areas.items():
        for ring in rings:
            for codes, run in runs(ring, sides):
                if codes[0] == code:
                    yield codes, run


def runs(ring: Ring, sides: Mapping[Edge, list[str]]) -> Iterator[tuple[tuple[str, ...], Ring]]:
    """One ring cut where the area on its other side changes."""
    run: Ring = ring[:1]
    before: tuple[str, ...] = ()
    for start, end in pairwise(ring):
        codes = tuple(sides[(start, end) if start < end else (end, start)])
        if before and codes != before:
            yield before, run
            run = [start]
        before = codes
        run.append(end)
    yield before, run
