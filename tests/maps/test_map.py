"""The map of darkage: its data, its outlines, and the pictures drawn from them."""

import ast
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbm import fonts
from pbm.maps.data.atlas import Atlas, read_atlas
from pbm.maps.data.outlines import edges
from pbm.maps.data.projection import Projection
from pbm.maps.data.style import Extent
from pbm.maps.geometry import curve, inside
from pbm.maps.land.compose import compose
from pbm.maps.letters.typeface import typeface
from pbm.maps.mapdata import CITY, FERRY, LAND, SEA, SEA_ROUTE
from pbm.maps.scene import Scene, Text
from pbm.maps.writers.drawing import draw
from pbm.maps.writers.pdf import write_pdf
from pbm.maps.writers.png import write_png
from pbm.maps.writers.svg import write_svg
from tests import ROOT

PACKAGE = ROOT / "pbm"
DATA = PACKAGE / "rulesets" / "darkage" / "data"
MAPS = PACKAGE / "maps"
WINDOW = Extent(west=60.0, south=-60.0, east=260.0, north=60.0, scale=2.0)
FIGURES = {LAND: 120, CITY: 29, SEA: 28}
LINKS = {"land": 244, FERRY: 8, "gate": 29, SEA_ROUTE: 114}
LIMIT = 393
KINDS = {
    "land": {(LAND, LAND)},
    FERRY: {(LAND, LAND)},
    "gate": {(CITY, LAND), (LAND, CITY)},
    SEA_ROUTE: {(SEA, SEA), (SEA, LAND), (SEA, CITY)},
}


@cache
def atlas() -> Atlas:
    return read_atlas(DATA)


@cache
def whole() -> Scene:
    return compose(atlas())


@cache
def window() -> Scene:
    return compose(atlas(), fills={"YOS": "#cc8866"}, extent=WINDOW)


def kind(code: str) -> str:
    return atlas().map.by_code[code].kind


# The data.


def test_no_code_and_no_name_twice_within_a_kind() -> None:
    codes = Counter(area.code for area in atlas().map.areas)
    names = Counter((area.kind, area.name) for area in atlas().map.areas)
    assert max(codes.values()) == max(names.values()) == 1


def test_areas_are_as_many_as_the_design_says() -> None:
    assert Counter(area.kind for area in atlas().map.areas) == FIGURES


def test_links_are_as_many_as_the_design_says() -> None:
    assert Counter(link.via for link in atlas().map.links) == LINKS


def test_each_link_stands_once_and_joins_two_areas() -> None:
    pairs = [tuple(sorted((link.a, link.b))) for link in atlas().map.links]
    assert len(set(pairs)) == len(pairs)
    assert all(one != other for one, other in pairs)


def test_links_join_areas_of_the_right_kinds() -> None:
    wrong = [link for link in atlas().map.links if (kind(link.a), kind(link.b)) not in KINDS[link.via]]
    assert wrong == []


def test_each_city_has_one_gate_into_its_own_area() -> None:
    content = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
    hinterlands = {area["code"]: area["in"] for area in content["areas"] if area["kind"] == CITY}
    gates = [(link.a, link.b) if kind(link.a) == CITY else (link.b, link.a) for link in atlas().map.via("gate")]
    assert dict(gates) == hinterlands
    assert len(set(hinterlands.values())) == len(hinterlands) == len(gates)


def test_limits_of_the_legend_add_up() -> None:
    legend = atlas().style.legend
    assert legend
    limits = {row.mark: int(row.figure) for row in legend.terrains}
    on_land = [area for area in atlas().map.areas if area.kind != SEA]
    assert sum(limits[area.terrain] for area in on_land) == LIMIT


def test_every_terrain_of_the_land_has_a_fill() -> None:
    assert {area.terrain for area in atlas().map.of_kind(LAND)} == set(atlas().style.terrain)


# The outlines.


def test_every_land_area_has_an_outline() -> None:
    assert list(atlas().outlines.areas) == [area.code for area in atlas().map.of_kind(LAND)]


def test_every_ring_is_closed() -> None:
    rings = [ring for rings in atlas().outlines.areas.values() for ring in rings] + atlas().outlines.background
    assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in rings)


def test_an_edge_has_at_most_two_sides() -> None:
    assert max(len(codes) for codes in edges(atlas().outlines.areas).values()) == 2


def test_areas_that_touch_on_the_map_touch_in_the_data() -> None:
    touching = {tuple(sorted(codes)) for codes in edges(atlas().outlines.areas).values() if len(codes) == 2}
    linked = {tuple(sorted((link.a, link.b))) for link in atlas().map.via("land")}
    assert linked <= touching
    assert len(touching - linked) <= 6  # short contacts across a strait or at a corner of four areas


def test_areas_hold_their_own_seeds() -> None:
    lands = [area for area in atlas().map.of_kind(LAND) if area.terrain != "islands"]
    outside = [area.code for area in lands if not inside(area.at, atlas().outlines.areas[area.code])]
    assert outside == []


def test_projection_there_and_back() -> None:
    projection = Projection(-4.0, 54.5)
    assert projection.forward(54.5, -4.0) == pytest.approx((0.0, 0.0))
    assert projection.backward(*projection.forward(58.2, -7.0)) == pytest.approx((58.2, -7.0))


# The picture.


def test_every_area_is_labelled() -> None:
    assert [area.code for area in atlas().map.areas if area.code not in whole().labels] == []


@pytest.mark.parametrize("scene", [whole, window])
def test_labels_never_collide(scene: Callable[[], Scene]) -> None:
    pairs = combinations(scene().labels.items(), 2)
    assert [(one, other) for (one, box), (other, second) in pairs if box.overlaps(second)] == []


def test_every_text_lies_on_the_sheet() -> None:
    texts = [item for item in whole().items if isinstance(item, Text)]
    assert all(0 < text.at[0] < whole().width and 0 < text.at[1] < whole().height for text in texts)


def test_every_letter_is_in_its_font() -> None:
    letters = {(item.face, letter) for item in whole().items if isinstance(item, Text) for letter in item.content}
    assert [pair for pair in sorted(letters) if ord(pair[1]) not in typeface(pair[0]).characters] == []


def test_the_serif_has_the_old_letters() -> None:
    assert all(ord(letter) in typeface("serif").characters for letter in "þÞðÐæÆŵŷ")


def test_the_same_scene_each_time() -> None:
    again = compose(read_atlas(DATA), fills={"YOS": "#cc8866"}, extent=WINDOW)
    assert (again.items, again.labels) == (window().items, window().labels)


def test_a_window_has_no_legend_and_takes_fills() -> None:
    assert "legend" not in window().labels
    assert any(getattr(item, "fill", "") == "#cc8866" for item in window().items)


def test_a_curve_passes_through_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, -5.0)]
    assert [curve(points)[place] for place in (0, 10, 20)] == [pytest.approx(point) for point in points]


# The files.


@pytest.mark.parametrize("write", [write_pdf, write_svg, write_png])
def test_the_same_bytes_each_time(write: Callable[[Scene, Path], None], tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(window(), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_svg_is_well_formed_and_needs_no_other_file(tmp_path: Path) -> None:
    (written,) = draw(DATA, tmp_path, ("svg",))
    root = ElementTree.fromstring(written.read_bytes())
    references = [value for element in root.iter() for key, value in element.items() if key.endswith("href")]
    names = {element.get("id") for element in root.iter()}
    assert references
    assert {reference.removeprefix("#") for reference in references} <= names


@pytest.mark.slow
def test_draw_writes_three_files_alike_each_time(tmp_path: Path) -> None:
    """Pixels take long: that they are the same each time is tried with a window of the map."""
    first, second = draw(DATA, tmp_path / "one"), draw(DATA, tmp_path / "two", ("pdf", "svg"))
    assert [path.name for path in first] == ["darkage.pdf", "darkage.svg", "darkage.png"]
    assert [path.read_bytes() for path in first[:2]] == [path.read_bytes() for path in second]


def test_fonts_are_true_type_and_small() -> None:
    files = [fonts.path(face) for face in fonts.FACES]
    assert all(file.read_bytes()[:4] == b"\x00\x01\x00\x00" for file in files)
    assert sum(file.stat().st_size for file in files) < 2_000_000


# The code.


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    return plain | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("path", sorted(MAPS.glob("*.py")), ids=lambda path: path.stem)
def test_drawing_needs_neither_shapely_nor_numpy_nor_a_game(path: Path) -> None:
    forbidden = ("shapely", "numpy", "pbm.maps.build", "pbm.rulesets.darkage", "pbm.rules.engine")
    assert [name for name in sorted(imported(path)) if name.startswith(forbidden)] == []
