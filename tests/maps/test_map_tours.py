"""The field of Tours as it is drawn: every hex with its number, counters, the wall, trails, shots and fights."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.maps.hexes.counters import Counter, drawn_stack
from pbm.maps.hexes.frame import MARGIN
from pbm.maps.hexes.marks import HexMarks
from pbm.maps.hexes.plate import NUMBER, read_hex_plate
from pbm.maps.hexes.scene import cut_short, hex_scene, hexside
from pbm.maps.hexes.sights import blocking, in_words, sights
from pbm.maps.letters.typeface import text_width
from pbm.maps.scene import Text
from pbm.reports.figures import scene
from pbm.reports.hexpictures import hexes, layers
from pbm.reports.sections import Map
from pbm.rulesets.tours.forces import UNITS
from pbm.rulesets.tours.ground import DATA, GRID, distance
from pbm.rulesets.tours.results import Eliminated
from tests.games.test_tours_reports import FOUGHT, battle

PLATE = read_hex_plate(DATA)
A4 = 555.0
"""The breadth of a printed plate in points."""


def plates(prefix: str) -> list[Map]:
    return [section for section in battle(FOUGHT)[2].of(Map) if section.key.startswith(prefix)]


def words(section: Map, saving: bool = False) -> list[str]:
    return [item.content for item in scene(section, DATA, saving=saving).items if isinstance(item, Text)]


def test_every_hex_has_its_number() -> None:
    written = [item.content for item in hex_scene(PLATE).items if isinstance(item, Text)]
    assert sorted(word for word in written if re.fullmatch(r"\d{4}", word)) == sorted(GRID)


@pytest.mark.parametrize("saving", [False, True])
def test_every_unit_stands_on_the_plate(saving: bool) -> None:
    world = battle(FOUGHT)[0]
    [whole] = plates("map")
    written = words(whole, saving)
    assert all(code in written for code in (*world.units, *world.wagons, "CHA", "ABD"))
    assert {token.place for token in whole.tokens if token.label in world.units} == set(world.standing)


def test_states_are_letters_too() -> None:
    world = battle(FOUGHT)[0]
    [whole] = plates("map")
    states = {token.label: token.states for token in whole.tokens}
    for code, unit in world.units.items():
        assert ("disordered" in states[code]) == unit.dis
        assert ("engaged" in states[code]) == unit.eng


def test_sheets_show_all_units_and_can_be_read_in_print() -> None:
    world = battle(FOUGHT)[0]
    shown = [word for sheet in plates("sheet") for word in words(sheet)]
    assert set(world.units) <= set(shown)
    for sheet in plates("sheet"):
        codes = [item for item in hexes(sheet, DATA, A4).items if isinstance(item, Text) and item.content in UNITS]
        assert min(item.size for item in codes) >= 6.0
        assert sorted(item.size for item in codes)[len(codes) // 2] >= 7.5


def test_sheets_are_twice_the_plate_and_name_what_they_show() -> None:
    [whole] = plates("map")
    single = hexside(PLATE, A4)
    assert hexes(whole, DATA, A4).width == pytest.approx(A4, abs=1)
    world = battle(FOUGHT)[0]
    places = [GRID.place(place) for place in (*world.standing, *world.wagons.values())]
    for sheet in plates("sheet"):
        found = [int(word) for word in re.findall(r"\d+", sheet.title)]
        shown = [place for place in places if found[0] <= place[0] <= found[1] and found[2] <= place[1] <= found[3]]
        assert shown
        numbers = [item for item in hexes(sheet, DATA, A4).items if isinstance(item, Text) and item.content in GRID]
        assert numbers[0].size / NUMBER >= 1.9 * single
        assert {GRID.place(item.content)[0] for item in numbers} == set(range(found[0], found[1] + 1))
    assert all(any(covers(sheet, place) for sheet in plates("sheet")) for place in places)


def covers(sheet: Map, place: tuple[int, int]) -> bool:
    left, right, top, bottom = (int(word) for word in re.findall(r"\d+", sheet.title))
    return left <= place[0] <= right and top <= place[1] <= bottom


def test_names_of_places_are_not_cut_off() -> None:
    for sheet in plates("sheet"):
        drawing = hexes(sheet, DATA, A4)
        for item in drawing.items:
            if isinstance(item, Text) and item.content in PLATE.map.names.values():
                half = text_width(item.content, item.face, item.size, item.spacing) / 2
                assert item.at[0] - half >= MARGIN
                assert item.at[0] + half <= drawing.width - MARGIN


def test_nothing_on_a_slim_card_lies_over_anything_else() -> None:
    """Three in a hex, one of them disordered: sign, code and mark stand beside each other."""
    stack = [
        Counter("1707", "YC1", "YEL", 5, "horse", states=("disordered",)),
        Counter("1707", "ABD", "MUS", sign="crown"),
    ]
    for more in ((), (Counter("1707", "H10", "FRA", sign="cross", states=("fallen",)),)):
        texts = [item for item in drawn_stack(PLATE, [*stack, *more]) if isinstance(item, Text) and item.content]
        boxes = [room(item) for item in texts]
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        assert min(item.size for item in texts if len(item.content) > 1) >= 0.3 * PLATE.side


def room(item: Text) -> tuple[float, float, float, float]:
    wide = text_width(item.content, item.face, item.size)
    left = item.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * wide
    return left, left + wide, item.at[1] - 0.7 * item.size, item.at[1]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def test_trails_lead_from_neighbour_to_neighbour_to_where_units_stand() -> None:
    world = battle(FOUGHT)[0]
    [whole] = plates("map")
    fallen = {token.place for token in whole.tokens if "fallen" in token.states}
    leaders = {leader.hex for leader in world.leaders.values()}
    assert whole.trails
    for trail in whole.trails:
        assert all(distance(one, other) == 1 for one, other in pairwise(trail))
        assert trail[-1] in {*world.standing, *fallen, *leaders}


def test_the_fallen_lie_where_they_fell_and_fights_are_between_neighbours() -> None:
    journal = battle(FOUGHT)[1]
    [whole] = plates("map")
    lost = {event.unit for event in journal if isinstance(event, Eliminated)}
    assert {token.label for token in whole.tokens if "fallen" in token.states} == lost
    assert whole.fights
    assert all(distance(*pair) == 1 for pair in whole.fights)
    assert all(1 <= distance(*pair) <= 3 for pair in whole.shots)


def test_the_wall_is_drawn_before_the_heavy_infantry() -> None:
    [whole] = [section for section in battle(1)[2].of(Map) if section.key == "map"]
    world = battle(1)[0]
    assert world.wall
    assert len(whole.sides) == 2 * len(world.of("FRA", "HI"))


def test_no_text_of_the_ground_lies_over_a_counter() -> None:
    [whole] = plates("map")
    items = hexes(whole, DATA, A4).items
    assert [item for layer in layers(items) for item in layer] == items
    for layer in layers(items):
        kinds = [isinstance(item, Text) for item in layer]
        assert kinds == sorted(kinds)


def test_a_trail_is_cut_where_a_part_ends() -> None:
    trail = ["2019", "1919", "1819", "1719"]
    assert cut_short(trail, {"1819", "1719"}) == ["1819", "1719"]
    assert cut_short(trail, {"2019", "1919"}) == []
    assert cut_short(trail, {"2019", "1819", "1719"}) == ["1819", "1719"]


def test_a_part_has_no_key() -> None:
    part = hex_scene(PLATE, HexMarks(), ["1509", "1812"])
    assert "water meadow" not in [item.content for item in part.items if isinstance(item, Text)]


# lines of sight


def test_sight_over_the_height() -> None:
    assert not blocking(PLATE, "1509", "1809")
    assert blocking(PLATE, "0912", "1812")


def test_a_line_of_sight_is_told_in_words() -> None:
    [clear], [barred] = (list(sights(PLATE, asked)) for asked in ("1509-1809", "1010-1310"))
    assert in_words(PLATE, clear) == "1509-1809: 3 hexes, clear"
    assert in_words(PLATE, barred) == "1010-1310: 3 hexes, blocked by 1210 (height 2)"


def test_all_lines_from_a_hex() -> None:
    found = list(sights(PLATE, "2013"))
    assert {sight.end for sight in found} == {name for name in GRID if 0 < distance("2013", name) <= 3}
    assert all(sight.clear for sight in found)


def test_lines_of_sight_are_drawn_on_request(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["map", "tours", "--format", "svg", "--out", str(tmp_path), "--sight", "1509-1809"]
    )
    assert result.exit_code == 0
    assert "1509" in (tmp_path / "tours-sight.svg").read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["map", "tours", "--sight", "9999"]).exit_code == 1
    assert CliRunner().invoke(main, ["map", "darkage", "--sight", "1509"]).exit_code == 1
