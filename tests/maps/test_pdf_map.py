"""The map that reports print: kept up to date, and its owners told apart without colour and by all eyes."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from pbm.maps.land.plate import FILE, Layout, make_layout, read_plate
from pbm.maps.land.political import Holdings, land, pattern_of, tint
from pbm.maps.marks.hatching import PATTERNS, hatched
from pbm.maps.scene import Polyline
from pbm.maps.writers.svg import write_svg
from pbm.reports.figures import scene
from pbm.rulesets.darkage.map import DATA, britain, nations
from tests.helpers.report_turns import game

SIGHTS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""How light is seen: the three common colour blindnesses after Machado, Oliveira and Fernandes, and no colour."""
APART = 7.0
"""A difference of lightness or colour (CIE 1976) that is seen at a glance on two large patches."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(light: list[float]) -> tuple[float, float, float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0) / w for row, w in zip(rows, white, strict=True)
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    light = linear(colour)
    return lab([sum(a * b for a, b in zip(row, light, strict=True)) for row in SIGHTS[sight]])


def distance(one: str, other: str, sight: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_owners_of_one_pattern_differ_in_tint_for_all_eyes(sight: str) -> None:
    for one, other in combinations(read_plate(DATA).owner.values(), 2):
        if one.pattern == other.pattern:
            assert distance(tint(one, False), tint(other, False), sight) > APART, (one, other)


def test_every_kingdom_has_a_letter_of_its_own() -> None:
    owners = read_plate(DATA).owner
    assert set(owners) == set(nations())
    assert len({owner.letter for owner in owners.values()}) == len(owners)
    assert {owner.pattern for owner in owners.values()} <= set(PATTERNS)


def test_every_owner_has_a_pattern_of_its_own_where_ink_is_saved() -> None:
    """Nobody's land has none."""
    patterns = [pattern_of(owner, True) for owner in read_plate(DATA).owner.values()]
    assert len({*patterns}) == len(patterns)
    assert "plain" not in patterns
    assert {*patterns} <= {*PATTERNS}
    assert len({*PATTERNS.values()}) == len(PATTERNS)


def test_a_letter_in_its_disc_is_easily_read() -> None:
    for owner in read_plate(DATA).owner.values():
        assert distance(owner.ink, "#ffffff", "grey") > 40


def test_patterns_stay_within_their_area() -> None:
    square = (((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0), (0.0, 0.0)),)
    for pattern in PATTERNS:
        lines = list(hatched(square, pattern, "#000000", 1.0))
        assert bool(lines) == (pattern != "plain")
        assert all(-0.01 <= value <= 40.01 for line in lines for point in line.points for value in point)


def test_every_area_has_its_place_on_the_plate() -> None:
    assert set(read_plate(DATA).layout.labels) == set(britain())


@pytest.mark.slow
def test_the_plate_is_up_to_date() -> None:
    assert make_layout(DATA) == msgspec.json.decode((DATA / FILE).read_bytes(), type=Layout)


def test_borders_between_two_owners_are_heavier() -> None:
    plain_widths = {item.width for item in land(DATA, Holdings((("STS", "MER"),))) if isinstance(item, Polyline)}
    even_widths = {item.width for item in land(DATA, Holdings(())) if isinstance(item, Polyline)}
    assert max(plain_widths - even_widths) > 2


def test_the_map_of_a_turn_as_svg(tmp_path: Path) -> None:
    *_, last = game(5, 1)
    target = tmp_path / "map.svg"
    write_svg(scene(last.reports()[0].section("map"), DATA), target)
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
