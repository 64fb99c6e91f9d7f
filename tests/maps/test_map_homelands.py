"""The six maps of Homelands: outlines against the borders of the game, labels, and the looks of the powers."""

import tomllib
from collections import defaultdict
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from pbm.maps.data.atlas import Atlas, layers, plates, read_atlas
from pbm.maps.data.outlines import edges
from pbm.maps.land.compose import compose
from pbm.maps.land.plate import FILE, owners_of, read_plate, read_plate_style
from pbm.maps.mapdata import LAND, SEA
from pbm.maps.marks.signs import SIGNS
from pbm.rulesets import load
from pbm.rulesets.homelands.chart import ERAS, chart, map_file
from pbm.rulesets.homelands.report.glance import KEY, OUT

DATA = load("homelands").data
PLATES = plates(DATA)
CORNER = 1.2
"""Kilometres of border, in parts of a hundred of the sheet's breadth, at a corner of four fields."""
NOT_A_BORDER = ("coast", "sea")


@cache
def atlas(era: str) -> Atlas:
    return read_atlas(PLATES[era])


def touching(era: str) -> dict[frozenset[str], float]:
    """Kilometres of border for each two fields of land."""
    found: dict[frozenset[str], float] = defaultdict(float)
    forward = atlas(era).projection.forward
    for (start, end), codes in edges(atlas(era).outlines.areas).items():
        if len(codes) == 2:
            found[frozenset(codes)] += dist(forward(*start), forward(*end))
    return found


def joined(era: str) -> set[frozenset[str]]:
    """Fields of land with a border of any kind in the game."""
    plan = chart(era, "L")
    return {
        frozenset((code, other))
        for code, spot in plan.fields.items()
        for other, kind in spot.borders.items()
        if kind not in NOT_A_BORDER and not plan[other].is_sea and not spot.is_sea
    }


def told_apart(era: str) -> set[frozenset[str]]:
    """Pairs that the recipe says touch without a border, and links that cross water or another field."""
    recipe = tomllib.loads((PLATES[era] / "outlines.toml").read_text(encoding="utf-8"))
    rows = [*recipe.get("closed", []), *recipe.get("apart", [])]
    return {frozenset(row) for row in rows}


def test_there_is_a_plate_for_every_era() -> None:
    assert sorted(PLATES) == sorted(ERAS)
    assert set(SIGNS) >= {sign for sign, _ in KEY} - {"own", "march", "changed"}


@pytest.mark.parametrize("era", ERAS)
def test_every_field_has_an_outline_and_every_border_of_the_game_can_be_seen(era: str) -> None:
    lands = {area.code for area in atlas(era).map.of_kind(LAND)}
    assert set(atlas(era).outlines.areas) == lands
    assert {area.code for area in atlas(era).map.of_kind(SEA)} == set(chart(era, "L").seas)
    apart = {frozenset((link.a, link.b)) for link in atlas(era).apart} | told_apart(era)
    assert sorted(map(sorted, joined(era) - set(touching(era)) - apart)) == []


@pytest.mark.parametrize("era", ERAS)
def test_fields_that_touch_have_a_border_in_the_game_or_are_closed(era: str) -> None:
    box = atlas(era).extent
    corner = CORNER * (box.east - box.west) / 100
    strange = {pair: far for pair, far in touching(era).items() if pair not in joined(era) | told_apart(era)}
    assert {tuple(sorted(pair)): round(far) for pair, far in strange.items() if far > corner} == {}


@pytest.mark.parametrize("era", ["britannia", pytest.param("huns", marks=pytest.mark.slow)])
def test_everything_is_labelled_and_nothing_collides(era: str) -> None:
    labels = compose(atlas(era)).labels
    assert [area.code for area in atlas(era).map.areas if area.code not in labels] == []
    pairs = [(a, b) for (a, one), (b, other) in combinations(labels.items(), 2) if one.grown(-1.0).overlaps(other)]
    assert [pair for pair in pairs if pair[0] != f"{pair[1]} sign"] == []


@pytest.mark.parametrize("era", ERAS)
def test_the_powers_of_an_era_differ_in_letter_and_look(era: str) -> None:
    owners = owners_of(PLATES[era])
    powers = [start.power for start in map_file(era).starts]
    assert set(owners) == {*powers, OUT}
    assert len({owner.letter for owner in owners.values()}) == len(owners)
    assert len({(owner.ink, owner.pattern) for owner in owners.values()}) == len(owners)


@pytest.mark.parametrize("era", ERAS)
def test_a_plate_is_prepared_for_printing(era: str) -> None:
    assert (PLATES[era] / FILE).exists()
    plate = read_plate(PLATES[era])
    assert set(plate.layout.labels) == {area.code for area in plate.atlas.map.areas}


def test_a_plate_adds_to_the_common_file() -> None:
    files = layers(PLATES["huns"], "plate.toml")
    assert files == [DATA / "plate.toml", PLATES["huns"] / "plate.toml"]
    assert read_plate_style(PLATES["huns"]).letters == read_plate_style(PLATES["italia"]).letters
    assert layers(Path("somewhere"), "plate.toml") == []
