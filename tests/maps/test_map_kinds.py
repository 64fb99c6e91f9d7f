"""Maps of other kinds than Britain's: hexes with counters, and areas of which only points are known."""

from collections import Counter as Count
from itertools import combinations, pairwise
from math import dist, hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from pbm.errors import GameError
from pbm.maps.data.atlas import find, plates, read_atlas
from pbm.maps.data.cells import cells
from pbm.maps.data.outlines import edges
from pbm.maps.geometry import Box, inside
from pbm.maps.hexes.counters import Counter
from pbm.maps.hexes.marks import HexMarks, Sight, marked
from pbm.maps.hexes.plate import HexPlate, read_hex_plate
from pbm.maps.hexes.scene import framed, hex_scene
from pbm.maps.hexes.shapes import HexShapes
from pbm.maps.land.compose import compose
from pbm.maps.land.plate import read_plate
from pbm.maps.land.political import CONQUERED, Holdings
from pbm.maps.land.turnmap import turn_map
from pbm.maps.letters.lettering import Tokens
from pbm.maps.mapdata import Area
from pbm.maps.marks.strokes import Stroke, length_of, stroked
from pbm.maps.scene import Panel, Polyline, Scene, Shape, Text
from pbm.maps.writers.drawing import draw
from pbm.maps.writers.svg import write_svg
from pbm.rules.hexes import Grid, turned
from pbm.rules.hexmap import read_hexes
from tests import TESTS

MAPS = TESTS / "maps"
FIELD, ISLES = MAPS / "field", MAPS / "isles"
GRIDS = [Grid((1, 6), (1, 5)), Grid((1, 6), (1, 5), "even"), Grid((1, 6), (1, 5), "odd", "pointed")]
MARKS = HexMarks(
    counters=[
        Counter("0203", "H01", "WEST", 2, "shield", "4"),
        Counter("0302", "A02", "WEST", 3, "bow", "2", ("disordered",)),
        Counter("0402", "K07", "EAST", 5, "horse", "5", ("engaged", "disordered")),
        Counter("0404", "TR1", "EAST", None, "wagon"),
        Counter("0404", "ABD", "EAST", 6, "crown", states=("wounded",)),
    ],
    trails=[("0603", "0503", "0402")],
    fights=[("0402", "0302")],
    sights=[Sight("0302", "0501"), Sight("0203", "0404", clear=False)],
    sides=[("0203", 2, "wall"), ("0203", 3, "wall")],
)
HELD = Holdings((("NOR", "RED"), ("KEP", "RED"), ("EAS", "BLU"), ("GRE", "BLU")), (("EAS", "RED"),))
TOKENS: Tokens = {"NOR": [("shield", 12), ("tower", "")], "EAS": [("boat", 2), ("", "siege")], "GRE": [("boat", 4)]}


def field(saving: bool = False) -> HexPlate:
    return read_hex_plate(FIELD, saving)


def texts(scene: Scene) -> list[str]:
    return [item.content for item in scene.items if isinstance(item, Text)]


# Hexes.


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_share_their_hexside_and_no_others_touch(grid: Grid) -> None:
    shapes = HexShapes(grid, 10.0)
    for name in grid:
        for side, other in grid.neighbours(name).items():
            mine, theirs = shapes.hexside(name, side), shapes.hexside(other, turned(side, 3))
            assert mine[0] == pytest.approx(theirs[1])
            assert mine[1] == pytest.approx(theirs[0])
        beyond = [other for other in grid if grid.distance(name, other) > 1]
        assert all(dist(shapes.centre(name), shapes.centre(other)) > 29.9 for other in beyond)


def test_a_facing_points_between_its_front_hexes() -> None:
    grid, shapes = field().map.grid, field().shapes
    for facing in range(1, 7):
        corner = shapes.corner("0303", facing)
        front = grid.faced("0303", facing)
        assert [dist(corner, shapes.centre(name)) for name in front] == pytest.approx([field().side] * 2)


def test_every_hex_has_its_number_and_its_terrain() -> None:
    assert Count(texts(hex_scene(field())))["0303"] == 1
    assert set(texts(hex_scene(field()))) >= set(field().map.grid)
    terrain = read_hexes(FIELD / "hexes.json")
    assert (terrain.terrain_of["0101"], terrain.terrain_of["0301"]) == ("wood", "clear")
    assert (terrain.height_of["0403"], terrain.height_of["0101"]) == (2, 0)
    assert (terrain.side("0202", "0102"), terrain.side("0301", "0302")) == ("brook", "")


def test_counters_carry_what_the_caller_knows() -> None:
    told = texts(hex_scene(field(), MARKS))
    assert {"H01", "A02", "K07", "TR1", "ABD", "4", "2", "5", "D", "ED", "W"} <= set(told)


def test_only_counters_with_a_facing_have_a_tick() -> None:
    def ticks(facing: int | None) -> int:
        items = marked(field(), HexMarks([Counter("0303", "X", "WEST", facing)]))
        return sum(isinstance(item, Shape) for item in items)

    assert (ticks(None), ticks(2)) == (0, 1)


def test_counters_in_one_hex_do_not_hide_each_other() -> None:
    cards = [item.box for item in marked(field(), MARKS) if isinstance(item, Panel) and item.corner > 3]
    assert len(cards) == len(MARKS.counters)
    assert not any(one.grown(-0.01).overlaps(other) for one, other in combinations(cards[-2:], 2))


def test_in_black_and_white_there_is_no_colour() -> None:
    scene = hex_scene(field(saving=True), MARKS)
    inks = {getattr(item, key, "") for item in scene.items for key in ("fill", "stroke", "colour")} - {""}
    assert all(ink[1:3] == ink[3:5] == ink[5:7] for ink in inks)


def test_a_close_up_shows_its_hexes_and_one_more_all_round() -> None:
    names = framed(field(), ["0302", "0403"])
    scene = hex_scene(field(), MARKS, ["0302", "0403"], 300)
    assert len(names) == 16
    assert scene.width == pytest.approx(300)
    assert {told for told in texts(scene) if told.isdigit() and len(told) == 4} == set(names)


def test_marks_outside_a_close_up_are_left_out() -> None:
    told = texts(hex_scene(field(), HexMarks([Counter("0605", "FAR"), Counter("0202", "NEAR")]), ["0202"]))
    assert "NEAR" in told
    assert "FAR" not in told


def test_a_blocked_line_of_sight_is_broken() -> None:
    dashes = [item.dash for item in marked(field(), HexMarks(sights=MARKS.sights)) if isinstance(item, Polyline)]
    assert [bool(dash) for dash in dashes] == [False, True]


def test_no_arrow_where_nobody_touches() -> None:
    assert not list(marked(field(), HexMarks(fights=[("0101", "0505")])))


# Areas of which only points are known.

spots = st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99)), min_size=2, max_size=12, unique=True)


@settings(deadline=None)
@given(spots, st.tuples(st.integers(0, 100), st.integers(0, 100)))
def test_the_ground_belongs_to_the_nearest_point(points: list[tuple[float, float]], place: tuple[float, float]) -> None:
    at = place[0] + 0.123, place[1] * 0.99 + 0.217
    rings = cells(points, Box(0.0, 0.0, 101.0, 101.0), [1000.0] * len(points))
    away = sorted((dist(at, point), number) for number, point in enumerate(points))
    if away[1][0] - away[0][0] > 1e-3:
        assert [number for number, ring in enumerate(rings) if inside(at, [ring])] == [away[0][1]]


@settings(deadline=None)
@given(spots)
def test_a_cell_keeps_within_its_reach(points: list[tuple[float, float]]) -> None:
    for point, ring in zip(points, cells(points, Box(0.0, 0.0, 100.0, 100.0), [20.0] * len(points)), strict=True):
        assert ring[0] == ring[-1]
        assert inside((point[0] + 1e-4, point[1] + 1e-4), [ring])
        assert all(dist(point, corner) < 20.001 for corner in ring)


def test_cells_that_touch_share_their_border_point_for_point() -> None:
    atlas = read_atlas(plates(ISLES)["cells"])
    touching = Count(frozenset(codes) for codes in edges(atlas.outlines.areas).values() if len(codes) == 2)
    assert touching == Count(
        map(frozenset, (["NOR", "WES"], ["NOR", "EAS"], ["WES", "EAS"], ["EAS", "SOU"], ["WES", "SOU"]))
    )


def test_a_link_that_the_picture_does_not_show_gets_a_line() -> None:
    cells_only, discs = (read_atlas(plates(ISLES)[name]) for name in ("cells", "discs"))
    assert [(link.a, link.b) for link in cells_only.apart] == [("NOR", "SOU")]
    assert len(discs.apart) == len(discs.map.links)


def test_places_without_a_position_stand_apart_in_their_area() -> None:
    atlas = read_atlas(plates(ISLES)["cells"])
    keep, haven, smithy = (atlas.map.by_code[code] for code in ("KEP", "HAV", "SMI"))
    assert (keep.kind, keep.sign, haven.sign) == ("city", "tower", "anchor")
    assert haven.at != smithy.at
    assert all(inside(place.at, atlas.outlines.areas[place.inside]) for place in (keep, haven, smithy))


def test_an_area_without_a_place_is_an_error_of_the_data() -> None:
    with pytest.raises(GameError, match="XXX has no place"):
        _ = Area("XXX", "Nowhere").at


def test_plates_share_what_lies_above_them() -> None:
    assert list(plates(ISLES)) == ["cells", "discs"]
    assert plates(FIELD) == {"field": FIELD}
    folder = plates(ISLES)["discs"]
    assert find(folder, "map.json") == ISLES / "map.json"
    assert find(folder, "style.toml") == folder / "style.toml"


@pytest.mark.parametrize("name", ["cells", "discs"])
def test_every_area_of_a_sketch_is_labelled(name: str) -> None:
    atlas = read_atlas(plates(ISLES)[name])
    assert {area.code for area in atlas.map.areas} <= set(compose(atlas).labels)


def test_an_area_alone_at_sea_touches_nothing(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text('name = "three"\ntitle = "Three"\n', "utf-8")
    areas = ", ".join(
        f'{{"code": "{code}", "name": "{code}", "lat": 50, "lon": {lon}}}'
        for code, lon in (("AAA", 1), ("BBB", 2), ("CCC", 3))
    )
    (tmp_path / "map.json").write_text(f'{{"areas": [{areas}], "links": [{{"a": "AAA", "b": "BBB"}}]}}', "utf-8")
    sides = [set(codes) for codes in edges(read_atlas(tmp_path).outlines.areas).values() if len(codes) == 2]
    assert sides == [{"AAA", "BBB"}]


# Kinds of borders.


@pytest.mark.parametrize("line", ["solid", "double", "dashed", "wavy", "bridged", "toothed"])
def test_a_border_of_any_kind_keeps_to_its_line(line: str) -> None:
    path = ((0.0, 0.0), (60.0, 0.0), (60.0, 45.0))
    for item in stroked(path, Stroke(line)):  # type: ignore[arg-type]
        points = item.points if isinstance(item, Polyline) else item.rings[0] if isinstance(item, Shape) else ()
        assert points
        assert all(-8 < x < 68 and -8 < y < 53 for x, y in points)


def test_waves_meet_the_ends_of_their_line() -> None:
    path = ((0.0, 0.0), (60.0, 80.0))
    (wave,) = (item for item in stroked(path, Stroke("wavy")) if isinstance(item, Polyline))
    assert [wave.points[0], wave.points[-1]] == [pytest.approx(end) for end in path]
    assert length_of(wave.points) > hypot(60, 80)


def test_kinds_of_borders_stand_on_the_map_and_in_the_key() -> None:
    scene = compose(read_atlas(plates(ISLES)["cells"]))
    assert {"river", "river with a bridge", "ridge", "no way through"} <= set(texts(scene))
    closed = [item for item in scene.items if isinstance(item, Polyline) and item.width == 5.0]
    assert len(closed) == 2  # between two areas that no link joins, and in the key


# A turn.


@pytest.mark.parametrize("name", ["cells", "discs"])
def test_owners_and_units_are_drawn_beside_their_places(name: str) -> None:
    scene = turn_map(plates(ISLES)[name], HELD, TOKENS)
    assert {"12", "siege", "R", "B", "4"} <= set(texts(scene))
    assert set(read_plate(plates(ISLES)[name]).layout.labels) >= {"NOR", "KEP", "GRE"}


def test_no_units_where_nothing_is_known() -> None:
    assert "siege" not in texts(turn_map(plates(ISLES)["cells"], HELD))


def test_a_part_of_a_turn_map() -> None:
    scene = turn_map(plates(ISLES)["cells"], HELD, TOKENS, Box(300.0, 100.0, 700.0, 500.0), 800.0)
    assert (scene.width, scene.height) == (800.0, 800.0)
    stripes = [item for item in scene.items if isinstance(item, Polyline) and item.width == CONQUERED[2] * 2]
    assert stripes, "what changed hands has stripes of its old owner"
    assert "WES" not in texts(scene)


# Files.


@pytest.mark.slow
@pytest.mark.parametrize("folder", [FIELD, ISLES], ids=lambda folder: folder.name)
def test_drawing_writes_every_plate_alike_each_time(folder: Path, tmp_path: Path) -> None:
    first, second = (draw(folder, tmp_path / name) for name in ("one", "two"))
    names = ["isles-cells", "isles-discs"] if folder == ISLES else ["field"]
    assert [path.name for path in first] == [f"{name}.{kind}" for name in names for kind in ("pdf", "svg", "png")]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


DISCS = """
name = "pond"
title = "The Pond"
shape = "discs"
reach = 0.8
[letters]
code = { face = "sans-bold", size = 17.0 }
name = { face = "serif", size = 14.0 }
[terrain]
fields = { fill = "#eeeebd" }
"""


def pond(folder: Path, a: str, b: str, style: str = DISCS) -> Path:
    shores = [{"code": code, "name": code.title(), "terrain": "fields", "x": x, "y": 0} for code, x in SHORES.items()]
    sea = {"code": "SEA", "name": "The Sea", "kind": "sea", "x": 3, "y": 3}
    folder.mkdir()
    (folder / "map.json").write_bytes(
        json.encode({"areas": [*shores, sea], "links": [{"a": a, "b": b, "via": "searoute"}]})
    )
    (folder / "style.toml").write_text(style, encoding="utf-8")
    return folder


SHORES = {"ALD": 0, "BIT": 6}


def test_a_sea_route_ends_at_the_shore_whichever_end_is_written_first(tmp_path: Path) -> None:
    one, other = (compose(read_atlas(pond(tmp_path / a, a, b))) for a, b in (("ALD", "SEA"), ("SEA", "ALD")))
    assert one == other


def test_a_glyph_that_nobody_draws_is_refused(tmp_path: Path) -> None:
    style = DISCS.replace('"#eeeebd" }', '"#eeeebd", glyph = "reeds" }')
    with pytest.raises(GameError, match=r"the terrain fields has the glyph reeds, and no \[glyph.reeds\] draws it"):
        read_atlas(pond(tmp_path / "pond", "ALD", "SEA", style))


def test_hexes_with_counters_as_svg(tmp_path: Path) -> None:
    write_svg(hex_scene(field(), MARKS), tmp_path / "field.svg")
    assert ElementTree.parse(tmp_path / "field.svg").getroot().tag.endswith("svg")


def test_lines_have_at_least_two_points() -> None:
    for scene in (hex_scene(field(), MARKS), *(turn_map(path, HELD, TOKENS) for path in plates(ISLES).values())):
        lines = [item.points for item in scene.items if isinstance(item, Polyline)]
        assert all(any(a != b for a, b in pairwise(points)) for points in lines)
