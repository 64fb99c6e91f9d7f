"""The arithmetic of hexes, tried on grids of both kinds and compared with slow and obvious ways."""

from collections.abc import Mapping
from itertools import combinations, pairwise, product
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.rules.hexes import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    SIDES,
    Exits,
    Grid,
    Hex,
    Way,
    higher_than_both,
    sees,
    sides_of,
    turned,
)

SHIFTS: tuple[Literal["odd", "even"], ...] = ("odd", "even")
TOPS: tuple[Literal["flat", "pointed"], ...] = ("flat", "pointed")
FIELD = Grid((1, 34), (1, 26))
GRIDS = [Grid((1, 9), (1, 8), shifted, top) for shifted, top in product(SHIFTS, TOPS)]

grids = st.sampled_from(GRIDS)
places = st.tuples(st.integers(1, 9), st.integers(1, 8)).map(lambda place: f"{place[0]:02}{place[1]:02}")
costs = st.lists(st.sampled_from([None, 0, 1, 1, 2, 3]), min_size=72, max_size=72)


@settings(deadline=None)
@given(grids, places, st.sampled_from(SIDES))
def test_the_way_back_to_a_neighbour_is_the_opposite_direction(grid: Grid, name: Hex, side: int) -> None:
    other = grid.neighbour(name, side)
    if other is not None:
        assert grid.neighbour(other, turned(side, 3)) == name
        assert grid.direction(name, other) == side
        assert grid.distance(name, other) == 1


@settings(deadline=None)
@given(grids, places)
def test_next_directions_lead_to_hexes_that_touch(grid: Grid, name: Hex) -> None:
    near = grid.neighbours(name)
    for side, other in near.items():
        after = near.get(turned(side, 1))
        assert after is None or grid.distance(other, after) == 1


@settings(deadline=None)
@given(grids, places, places, places)
def test_distance_is_symmetric_and_no_detour_is_shorter(grid: Grid, one: Hex, two: Hex, three: Hex) -> None:
    assert grid.distance(one, two) == grid.distance(two, one)
    assert grid.distance(one, three) <= grid.distance(one, two) + grid.distance(two, three)
    assert (grid.distance(one, two) == 0) == (one == two)


@pytest.mark.parametrize("distance", range(6))
def test_rings_have_six_hexes_more_each_time(distance: int) -> None:
    ring = FIELD.ring("1713", distance)
    assert len(ring) == len(set(ring)) == max(6 * distance, 1)
    assert {FIELD.distance("1713", name) for name in ring} == {distance}


@settings(deadline=None)
@given(grids, places, st.integers(0, 5))
def test_what_is_within_a_distance(grid: Grid, centre: Hex, distance: int) -> None:
    expected = {name for name in grid if grid.distance(centre, name) <= distance}
    found = grid.within(centre, distance)
    assert set(found) == expected
    assert len(found) == len(expected)


@settings(deadline=None)
@given(grids, places, st.sampled_from(SIDES))
def test_front_flanks_and_rear_are_all_neighbours_once(grid: Grid, name: Hex, facing: int) -> None:
    parts = [grid.faced(name, facing, part) for part in (FRONT, RIGHT, LEFT, REAR)]
    assert sorted(other for part in parts for other in part) == sorted(grid.neighbours(name).values())


def test_hexsides_of_a_facing() -> None:
    assert [sides_of(6, part) for part in (FRONT, RIGHT, LEFT, REAR)] == [(6, 1), (2,), (5,), (3, 4)]


def test_the_lower_columns_are_the_odd_ones() -> None:
    assert FIELD.faced("1721", 5) == ("1622", "1621")
    assert FIELD.distance("2308", "2109") == FIELD.distance("2308", "2507") == 2
    assert FIELD.direction("2020", "2019") == 1
    assert FIELD.direction("2020", "1920") == 5


# Lines.


@settings(deadline=None)
@given(grids, places, places)
def test_a_line_goes_from_hex_to_hex(grid: Grid, start: Hex, end: Hex) -> None:
    line = grid.line(start, end)
    assert line[0] == (start,)
    assert line[-1] == (end,)
    assert sum(len(step) for step in line) >= grid.distance(start, end) + 1
    for one, two in pairwise(line):
        assert all(grid.distance(a, b) == 1 for a in one for b in two)


@settings(deadline=None)
@given(grids, places, places)
def test_a_line_back_passes_the_same_hexes(grid: Grid, start: Hex, end: Hex) -> None:
    assert grid.line(start, end) == grid.line(end, start)[::-1]


@pytest.mark.parametrize(
    ("end", "between"),
    [
        ("1711", [("1712",)]),
        ("1912", [("1813",)]),
        ("1812", [("1712", "1813")]),
        ("1913", [("1813", "1814")]),
        ("1710", [("1712",), ("1711",)]),
        ("1811", [("1712",), ("1812",)]),
    ],
)
def test_hexes_between(end: Hex, between: list[tuple[Hex, ...]]) -> None:
    assert list(FIELD.line("1713", end)[1:-1]) == between


def nearest(grid: Grid, start: Hex, end: Hex, step: int) -> set[Hex]:
    """The hexes whose middles are nearest to a point of a line, so many fortieths along it."""
    at, way = grid.cubes[start], grid.between(start, end)
    point = [40 * here + step * rate for here, rate in zip(at, way, strict=True)]
    away = {name: sum((p - 40 * c) ** 2 for p, c in zip(point, grid.cubes[name], strict=True)) for name in grid}
    return {name for name, length in away.items() if length == min(away.values())}


@settings(deadline=None)
@given(grids, places, places)
def test_every_point_of_a_line_lies_in_its_hexes(grid: Grid, start: Hex, end: Hex) -> None:
    passed = {name for step in grid.line(start, end) for name in step}
    assert all(nearest(grid, start, end, step) & passed for step in range(41))
    assert {name for step in range(41) if len(near := nearest(grid, start, end, step)) == 1 for name in near} <= passed


def test_a_long_line_misses_no_corner_it_cuts() -> None:
    wide = Grid((0, 30), (0, 40))
    start, end = "0020", wide.numbers[wide.cubes["0020"].plus((21, -8, -13))]
    assert wide.numbers[wide.cubes[start].plus((4, -1, -3))] in {
        name for step in wide.line(start, end) for name in step
    }


def test_along_a_hexside_only_both_hexes_block() -> None:
    line = FIELD.line("1713", "1913")
    (one, two) = line[1]
    assert sees(line, lambda name: name == one)
    assert not sees(line, lambda name: name in (one, two))


def test_ground_above_both_ends_blocks() -> None:
    line = FIELD.line("1713", "1710")
    for heights, seen in (({"1712": 1}, False), ({"1712": 1, "1713": 1}, True), ({}, True), ({"1710": 5}, True)):
        assert sees(line, higher_than_both(heights, "1713", "1710")) == seen


# Reach.


def best_of_each_cost(ways: list[Way]) -> list[Way]:
    return [min(way for way in ways if way.cost == cost) for cost in sorted({way.cost for way in ways})]


def exits(grid: Grid, price: Mapping[Hex, int | None]) -> Exits:
    """Every step costs what it costs to enter the hex it leads to; None: it cannot be entered."""
    return lambda name: [
        (side, other, cost) for side, other in grid.neighbours(name).items() if (cost := price[other]) is not None
    ]


def slow_reach(grid: Grid, start: Hex, price: dict[Hex, int | None], most: int, hexes: int) -> dict[Hex, Way]:
    """Every way there is, one hex longer each time."""
    found, ways = {start: Way(0, 0, ())}, {start: [Way(0, 0, ())]}
    for _ in range(hexes):
        longer: dict[Hex, list[Way]] = {}
        for name, known in ways.items():
            for side, other in grid.neighbours(name).items():
                cost = price[other]
                if cost is not None:
                    longer.setdefault(other, []).extend(
                        Way(way.cost + cost, way.hexes + 1, (*way.directions, side))
                        for way in known
                        if way.cost + cost <= most
                    )
        ways = {name: best_of_each_cost(known) for name, known in longer.items() if known}
        for name, known in ways.items():
            found[name] = min([*known, *([found[name]] if name in found else [])])
    return found


@settings(deadline=None)
@given(grids, places, costs, st.integers(0, 6), st.integers(0, 6))
def test_reach_is_what_trying_every_way_finds(
    grid: Grid, start: Hex, given_costs: list[int | None], most: int, hexes: int
) -> None:
    price = dict(zip(grid, given_costs, strict=True))
    expected = slow_reach(grid, start, price, most, hexes)
    assert grid.reach(start, exits(grid, price), most, hexes) == expected


@settings(deadline=None)
@given(grids, places, costs, st.integers(0, 5))
def test_reach_without_a_limit_of_hexes(grid: Grid, start: Hex, given_costs: list[int | None], most: int) -> None:
    price = {name: cost or None for name, cost in zip(grid, given_costs, strict=True)}
    expected = slow_reach(grid, start, price, most, most)
    assert grid.reach(start, exits(grid, price), most) == expected


@settings(deadline=None)
@given(grids, places, costs, st.integers(0, 6), st.lists(places, min_size=1, max_size=4))
def test_a_search_for_goals_finds_the_same_ways_to_them(
    grid: Grid, start: Hex, given_costs: list[int | None], most: int, goals: list[Hex]
) -> None:
    price = {name: cost or None for name, cost in zip(grid, given_costs, strict=True)}
    beyond = {name: min(grid.distance(name, goal) for goal in goals) for name in grid}
    everywhere = grid.reach(start, exits(grid, price), most)
    found = grid.reach(start, exits(grid, price), most, beyond=beyond)
    assert {goal: everywhere.get(goal) for goal in goals} == {goal: found.get(goal) for goal in goals}
    assert found.items() <= everywhere.items()


@settings(deadline=None)
@given(grids, places)
def test_a_route_is_as_long_as_its_way(grid: Grid, start: Hex) -> None:
    for name, way in grid.reach(start, exits(grid, dict.fromkeys(grid, 1)), 3).items():
        route = grid.route(start, way)
        assert route[0] == start
        assert route[-1] == name
        assert way.cost == way.hexes == len(route) - 1 == grid.distance(start, name)


def test_every_hex_has_a_number_and_a_place_of_its_own() -> None:
    assert len(FIELD.cubes) == len(FIELD.numbers) == 34 * 26
    assert all(FIELD.number(*FIELD.place(name)) == name for name in FIELD)
    assert all(FIELD.cubes[one] != FIELD.cubes[two] for one, two in combinations(["0101", "0102", "0201"], 2))


def test_hexes_left_out_are_no_neighbours() -> None:
    holed = Grid((1, 3), (1, 3), absent=frozenset({"0202"}))
    assert "0202" not in holed
    assert len(list(holed)) == 8
    assert all("0202" not in holed.neighbours(name).values() for name in holed)


def test_with_pointed_tops_the_second_direction_runs_along_the_row() -> None:
    pointed = Grid((1, 5), (1, 5), "odd", "pointed")
    assert [pointed.neighbour("0303", side) for side in SIDES] == ["0402", "0403", "0404", "0304", "0203", "0302"]
