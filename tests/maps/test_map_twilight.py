"""The map of twilight: its outlines against the game's own map, its relief, and the pictures drawn from them."""

import json
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pbm.maps.build.fill import spread
from pbm.maps.build.raster import Grid, walled
from pbm.maps.build.recipe import Wall
from pbm.maps.data.atlas import Atlas, read_atlas
from pbm.maps.data.outlines import Position, edges
from pbm.maps.data.page import MapPage, page_for
from pbm.maps.geometry import inside
from pbm.maps.land.compose import compose
from pbm.maps.land.landscape import Neighbourhood, rivers, stretches
from pbm.maps.land.plate import FILE, every_owner, read_plate, read_plate_style
from pbm.maps.land.political import FRONTIER_EDGE, FRONTIER_SIZE, Holdings
from pbm.maps.land.turnmap import turn_map
from pbm.maps.letters.lettering import Tokens
from pbm.maps.mapdata import CITY, LAND, SEA, read_map
from pbm.maps.marks.signs import SIGNS
from pbm.maps.scene import Polyline, Scene, Text
from pbm.maps.writers.drawing import draw
from pbm.rulesets.twilight import arising
from tests import ROOT

DATA = ROOT / "pbm" / "rulesets" / "twilight" / "data"
FIGURES = {LAND: 45 + 5, CITY: 33, SEA: 9}
CLOSED = {("PBU", "PBZ"), ("PBU", "PSL"), ("PSC", "SAX"), ("DAL", "PBZ")}
ON_THE_SHORE = 15.0  # kilometres
CORNER = 7.0  # kilometres of border at a corner of four areas
SMALLEST = 6.0  # points, on a sheet of A4
SHEET = (806.0, 559.0)  # what the margins of A4 leave
SMALL_FILE = 200_000


@cache
def game_map() -> dict[str, dict[str, Any]]:
    content: dict[str, dict[str, Any]] = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
    return content


@cache
def atlas() -> Atlas:
    return read_atlas(DATA)


@cache
def page() -> MapPage:
    return page_for(atlas())


@cache
def whole() -> Scene:
    return compose(atlas())


def pairs_by_length() -> dict[tuple[str, ...], float]:
    """Kilometres of border for each two areas."""
    found: dict[tuple[str, ...], float] = defaultdict(float)
    for (start, end), codes in edges(atlas().outlines.areas).items():
        if len(codes) == 2:
            found[tuple(sorted(codes))] += dist(atlas().projection.forward(*start), atlas().projection.forward(*end))
    return found


def at_home(position: Position, code: str) -> bool:
    """Whether a position lies in an area's outline, or so near to it as a simplified coast may be."""
    rings, forward = atlas().outlines.areas[code], atlas().projection.forward
    away = min(dist(forward(*position), forward(*point)) for ring in rings for point in ring)
    return inside(position, rings) or away < ON_THE_SHORE


def linked() -> set[tuple[str, ...]]:
    lands = {area.code for area in atlas().map.of_kind(LAND)}
    return {tuple(sorted((link.a, link.b))) for link in atlas().map.links if {link.a, link.b} <= lands}


# The data.


def test_areas_are_as_many_as_the_design_says() -> None:
    assert Counter(area.kind for area in atlas().map.areas) == FIGURES


def test_links_of_a_map_by_codes_stand_once() -> None:
    pairs = [frozenset((link.a, link.b)) for link in atlas().map.links]
    both_ways = {frozenset((code, other)) for code, place in game_map().items() for other in place["links"]}
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == both_ways


def test_borders_keep_their_kinds() -> None:
    assert read_map(DATA / "map.json").borders[frozenset(("LOT", "FRN"))] == "river"
    assert read_map(DATA / "map.json").borders[frozenset(("LAN", "SWA"))] == "mountain"


def test_frankish_areas_and_ports_look_it() -> None:
    lands, cities = atlas().map.of_kind(LAND), atlas().map.of_kind(CITY)
    assert {a.code for a in lands if a.terrain == "frankish"} == {
        code for code, place in game_map().items() if place.get("frankish") and place["kind"] == "land"
    }
    assert {a.code for a in cities if a.sign == "anchor"} == {a.code for a in cities if game_map()[a.code].get("port")}


# The outlines.


def test_every_area_on_land_has_an_outline_around_its_point() -> None:
    outlines, lands = atlas().outlines.areas, atlas().map.of_kind(LAND)
    assert set(outlines) == {area.code for area in lands}
    on_the_map = [area for area in lands if area.terrain != "peripheral"]
    assert [area.code for area in on_the_map if not at_home(area.at, area.code)] == []


def test_every_burg_stands_in_its_area_or_on_its_shore() -> None:
    assert [burg.code for burg in atlas().map.of_kind(CITY) if not at_home(burg.at, burg.inside)] == []


def test_areas_joined_by_land_touch() -> None:
    assert linked() - set(pairs_by_length()) == set()


def test_areas_that_touch_are_joined_or_closed_to_each_other() -> None:
    strange = {pair: length for pair, length in pairs_by_length().items() if pair not in linked() | CLOSED}
    assert max(strange.values(), default=0.0) < CORNER


def test_borders_come_to_lie_on_a_wall() -> None:
    grid = Grid(west=0.0, south=0.0, pixel=1.0, rows=9, columns=30)
    land = np.zeros((grid.rows, grid.columns), dtype=bool)
    land[1:-1, 1:-1] = True
    costs = walled(np.ones(land.shape), grid, [[(22.0, -1.0), (22.0, 10.0)]], Wall(breadth=3.0, cost=50.0))
    labels = spread(land, costs, [(4 * 30 + 2, 1), (4 * 30 + 28, 2)])
    assert set(labels[1:-1, 20]) == {1}
    assert set(labels[1:-1, 24]) == {2}


def test_the_file_is_small() -> None:
    assert (DATA / "outlines.json").stat().st_size < SMALL_FILE


# The picture.


def test_everything_is_labelled_and_nothing_collides() -> None:
    labels = whole().labels
    assert [area.code for area in atlas().map.areas if area.code not in labels] == []
    touching = [(a, b) for (a, one), (b, other) in combinations(labels.items(), 2) if one.grown(-1.0).overlaps(other)]
    assert [pair for pair in touching if pair[0] != f"{pair[1]} sign"] == []


def test_rivers_end_where_a_river_is_the_border() -> None:
    course = [(float(x), 0.0) for x in range(0, 100, 2)]
    near = Neighbourhood([(50.0, 3.0)], 4.0)
    parts = list(stretches(course, near))
    assert [part[-1] for part in parts[:1]] == [(50.0, 3.0)]
    assert near.nearest((0.0, 0.0)) is None


def test_rivers_are_drawn_but_not_where_they_are_borders() -> None:
    drawn = [point for line in rivers(atlas(), page()) for point in line]
    paris, dusseldorf = page().at((48.86, 2.33)), page().at((51.22, 6.76))
    assert min(dist(paris, point) for point in drawn) < 5.0
    assert [point for point in drawn if dist(point, dusseldorf) < 3.0] == []


def test_values_stand_behind_names() -> None:
    texts = [item.content for item in whole().items if isinstance(item, Text)]
    assert "Lotharingia\N{NO-BREAK SPACE}3" in texts


@pytest.mark.slow
def test_all_three_forms_are_drawn(tmp_path: Path) -> None:
    files = draw(DATA, tmp_path)
    assert [file.suffix for file in files] == [".pdf", ".svg", ".png"]
    assert all(file.stat().st_size > SMALL_FILE for file in files)


# The map of a turn.


HELD = Holdings((("FRC", "CHB"), ("PAR", "CHB"), ("LOT", "LO1"), ("AAC", "LO1"), ("VEN", "BYZ"), ("TYR", "MUS")))
TOKENS: Tokens = {
    "LOT": [("crown", "LO1 many"), ("shield", "CHB few")],
    "FRC": [("crown", "host"), ("flame", "")],
    "PAR": [("shield", "one"), ("cross", "")],
    "TYR": [("boat", "one")],
}


@pytest.mark.parametrize("saving", [False, True])
def test_stacks_pillage_and_plague_are_shown(saving: bool) -> None:
    scene = turn_map(DATA, Holdings(HELD.owned, saving=saving), TOKENS)
    texts = Counter(item.content for item in scene.items if isinstance(item, Text))
    assert {"LO1 many", "CHB few", "host", "one"} <= set(texts)
    assert all(texts[area.code] for area in atlas().map.areas)
    assert {sign for row in TOKENS.values() for sign, _ in row} <= set(SIGNS)


def test_frontiers_over_a_river_are_heavier() -> None:
    heavy = atlas().style.border["river"].width * FRONTIER_SIZE + FRONTIER_EDGE

    def frontiers(held: Holdings) -> int:
        return sum(isinstance(item, Polyline) and item.width == heavy for item in turn_map(DATA, held).items)

    assert frontiers(HELD) > frontiers(Holdings(())) == 0


def test_every_power_has_a_look_and_players_of_a_scenario_differ() -> None:
    owners = every_owner(read_plate_style(DATA).owner)
    assert set(owners) >= {*json.loads((DATA / "powers.json").read_text(encoding="utf-8")), *arising()}
    assert owners["LO2"].letter == "T"
    assert (owners["LO3"].letter, owners["RB1"].letter) == ("3", "1")
    for scenario in json.loads((DATA / "scenarios.json").read_text(encoding="utf-8")).values():
        franks = [owners[power["power"]] for power in scenario["frankish"]]
        letters = [owner.letter for owner in franks] + [
            owners[p].letter for p in (*scenario["major"], *scenario["minor"])
        ]
        assert len(set(letters)) == len(letters), scenario["name"]
        assert len({owner.pattern for owner in franks}) == len(franks), scenario["name"]


def test_codes_can_be_read_on_a_sheet_of_paper() -> None:
    plate = read_plate(DATA)
    shrink = min(SHEET[0] / plate.page.width, SHEET[1] / plate.page.height)
    letters = plate.atlas.style.letters
    assert min(letters.code.size, letters.city.size, letters.sea_code.size) * shrink >= SMALLEST


def test_the_kept_layout_is_that_of_the_map() -> None:
    kept = json.loads((DATA / FILE).read_text(encoding="utf-8"))
    assert set(kept["labels"]) == set(game_map())
