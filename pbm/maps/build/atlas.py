"""The coastlines: TopoJSON from the npm package `world-atlas` (Natural Earth, public domain)."""

import subprocess
import tarfile
import tempfile
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
from shapely import MultiPolygon, Polygon

PACKAGE = "world-atlas@2"
MEMBER = "package/countries-10m.json"
CORNERS = 4  # of a closed ring

Arc = list[tuple[float, float]]


def read_countries(atlas: Path | None, numbers: list[str]) -> dict[str, MultiPolygon]:
    """Country number to its land, in degrees (longitude, latitude), all countries if none is named; without a file,
    it is fetched."""
    return decode(msgspec.json.decode(atlas.read_bytes() if atlas else fetch()), numbers)


def fetch() -> bytes:
    """The atlas from the package registry, through `npm pack` in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", PACKAGE]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = next(Path(folder).glob("*.tgz"))
        with tarfile.open(archive) as package:
            member = package.extractfile(MEMBER)
            assert member is not None, MEMBER
            return member.read()


def decode(topology: dict[str, Any], numbers: list[str]) -> dict[str, MultiPolygon]:
    """The countries asked for, out of a TopoJSON topology."""
    arcs = [decode_arc(arc, topology["transform"]) for arc in topology["arcs"]]
    countries = topology["objects"]["countries"]["geometries"]
    chosen = [country for country in countries if not numbers or country.get("id") in numbers]
    return {country.get("id", country["properties"]["name"]): land(country, arcs) for country in chosen}


def decode_arc(arc: list[list[int]], transform: dict[str, list[float]]) -> Arc:
    """Positions are stored as whole-number steps from the position before."""
    (across, up), (west, south) = transform["scale"], transform["translate"]
    eastings = accumulate(step[0] for step in arc)
    northings = accumulate(step[1] for step in arc)
    return [(x * across + west, y * up + south) for x, y in zip(eastings, northings, strict=True)]


def land(country: dict[str, Any], arcs: list[Arc]) -> MultiPolygon:
    """A country's polygons, with their holes, but for islets of which the atlas keeps too few points."""
    parts = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
    rings = [[join(ring, arcs) for ring in part] for part in parts]
    return MultiPolygon([Polygon(shell, holes) for shell, *holes in rings if len(shell) >= CORNERS])


def join(numbers: list[int], arcs: list[Arc]) -> Arc:
    """One ring from its arcs; a number below zero means that arc backwards, counted from ~n."""
    ring: Arc = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        ring += arc[1:] if ring else arc
    return ring
