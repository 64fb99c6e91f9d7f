"""The island of Marnon: outlines made from its polygons, and the pictures drawn from them."""

import tomllib
from functools import cache
from itertools import combinations

import msgspec
import pytest

from pbm.maps.data.atlas import Atlas, read_atlas
from pbm.maps.data.outlines import edges
from pbm.maps.geometry import inside
from pbm.maps.land.compose import area_shapes, compose
from pbm.maps.land.plate import make_layout, read_plate
from pbm.maps.land.political import Holdings, over_land
from pbm.maps.mapdata import LAND, SEA, read_groups
from pbm.maps.scene import Polyline, Scene, Text
from pbm.reports.figures import scene
from pbm.reports.sections import Map
from pbm.rulesets.marnon.map import areas, borders, seas
from tests import ROOT

DATA = ROOT / "pbm" / "rulesets" / "marnon" / "data"


@cache
def atlas() -> Atlas:
    return read_atlas(DATA)


@cache
def whole() -> Scene:
    return compose(atlas())


def test_the_picture_has_the_areas_of_the_game() -> None:
    assert {area.code for area in atlas().map.of_kind(LAND)} == set(areas())
    assert {area.code for area in atlas().map.of_kind(SEA)} == set(seas())
    assert set(atlas().outlines.areas) == set(areas())


def test_borders_are_links() -> None:
    shared = {frozenset(codes) for codes in edges(atlas().outlines.areas).values() if len(codes) == 2}
    assert shared == {frozenset((code, other)) for code, links in borders().items() for other in links}


def test_every_area_holds_its_own_point_or_lies_near_it() -> None:
    found = [code for code, area in areas().items() if inside(area.pos, atlas().outlines.areas[code])]
    assert len(found) >= 36


def test_outlines_are_those_of_the_recipe() -> None:
    pytest.importorskip("shapely")
    from pbm.maps.build.invented import Invention, build

    text = (DATA / "outlines.toml").read_text(encoding="utf-8")
    polygons = {area["code"]: area["polygon"] for _, area in read_groups(DATA / "map.json") if "polygon" in area}
    made = build(polygons, msgspec.convert(tomllib.loads(text), Invention))
    assert made.areas == atlas().outlines.areas


def test_every_name_has_a_place_and_none_collide() -> None:
    names = {code: box for code, box in whole().labels.items() if code in areas() or code in seas()}
    assert set(names) == {*areas(), *seas()}
    assert not [(a, b) for a, b in combinations(names, 2) if names[a].overlaps(names[b])]


def test_the_plate_is_the_one_that_would_be_made() -> None:
    assert msgspec.to_builtins(read_plate(DATA).layout) == msgspec.to_builtins(make_layout(DATA))


def test_all_six_powers_the_invader_and_castles_have_a_look() -> None:
    owners = read_plate(DATA).owner
    assert {"GOL", "WHI", "HEM", "DRE", "SPR", "BRE", "INV", *(f"N{number}" for number in range(1, 9))} <= set(owners)
    looks = [owners[code].letter for code in ("GOL", "WHI", "HEM", "DRE", "SPR", "BRE", "INV")]
    assert len(set(looks)) == len(looks)


def lines(cover: str, saving: bool) -> list[Polyline]:
    """What is drawn over one area, and no other."""
    bare, covered = (
        over_land(DATA, Holdings((("R2T2", "WHI"),), saving=saving, covers=covers))
        for covers in ((), (("R2T2", cover),))
    )
    assert bare == []
    return [item for item in covered if isinstance(item, Polyline)]


@pytest.mark.parametrize("saving", [False, True], ids=["colour", "saving"])
def test_plague_and_rebellion_are_hatched_and_a_siege_is_a_ring(saving: bool) -> None:
    spots, strokes, ring = lines("plague", saving), lines("rebellion", saving), lines("siege", saving)
    outlines = area_shapes(read_plate(DATA).atlas, read_plate(DATA).page)["R2T2"]
    assert {line.dash for line in spots} != {line.dash for line in strokes}
    assert len(spots) > 10 < len(strokes)
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in (line.points for line in (*spots, *strokes))]
    assert all(inside(middle, outlines) for middle in middles)
    assert [line.points for line in ring] == [*outlines, *outlines]
    assert ({line.colour for line in (*spots, *strokes)} == {"#000000"}) == saving


def test_the_key_names_what_lies_over_the_land_and_nothing_else() -> None:
    section = Map("map", "The island", owners={"R2T2": "WHI"}, covers=(("R2T2", "plague"),), names={"WHI": "Meadow"})
    words = [item.content for item in scene(section, DATA).items if isinstance(item, Text)]
    assert "plague" in words
    assert "rebellion" not in words
