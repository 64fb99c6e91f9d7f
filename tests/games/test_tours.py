"""The battle of Tours beyond its cases: its field, its language, random play, self-play and secrets."""

import random
import re
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.balance_tours import Trial
from pbm.computer.simulate.game import faults, play_game
from pbm.kit.play import SECRET, copied, game
from pbm.receipts.foresee import foresee
from pbm.rules.condition import Condition, If, Not
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Order
from pbm.rulesets import load
from pbm.rulesets.stand_ins import all_sheets
from pbm.rulesets.tours import conditions, doctrine, field, opening, set_up
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.command import Acts, Fails
from pbm.rulesets.tours.doctrine import in_force
from pbm.rulesets.tours.fire import sight
from pbm.rulesets.tours.first_turn import SHEETS
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, SIDES, TYPES, UNITS, unit_word
from pbm.rulesets.tours.ground import FACINGS, GRID, MAP, beside, costs, distance, exits, is_passable
from pbm.rulesets.tours.march import Moved
from pbm.rulesets.tours.reach import ways
from pbm.rulesets.tours.strike import best_stand
from pbm.rulesets.tours.world import Settings, World, new_unit

TOURS = load("tours")
FIXED = Settings(setup="fixed")
ENEMIES = [code for code, row in UNITS.items() if row.side == "FRA"]


def battle(house: Settings = FIXED) -> World:
    world: World = TOURS.state.setup(house, Dice(SECRET, 0), {})[0]
    return world


# the field


def test_the_field_has_its_figures() -> None:
    playable = [place for place in GRID if is_passable(place)]
    borders = {frozenset((place, other)) for place in GRID for other in beside(place)}
    assert (len(list(GRID)), len(playable), len(borders)) == (884, 742, 2533)
    assert sum(all(map(is_passable, pair)) for pair in borders) == 2111
    assert len(GRID.reach(playable[0], exits(foot=True).__getitem__)) == len(playable)


def test_everybody_is_set_up_on_clear_ground() -> None:
    places = [hex for zone in FORCES.zones.values() for hex in zone]
    assert {MAP.terrain_of[hex] for hex in places} == {"clear"}
    assert len({row.hex for row in UNITS.values()}) == len(UNITS) == 75


def test_a_sealed_set_up_without_sheets_is_the_fixed_one() -> None:
    world = battle(Settings())
    play(Turn(world, {}, Dice(SECRET, 1)), TOURS.book.steps(world))
    assert TOURS.state.show(world) == TOURS.state.show(battle())


@given(st.sampled_from(sorted(costs(foot=True))), st.integers(1, 8))
@settings(max_examples=60, deadline=None)
def test_no_way_costs_more_than_the_points_or_passes_an_enemy(step: tuple[str, str], points: int) -> None:
    world = battle()
    start = step[0]
    threatened = world.threatened("MUS")
    for place, way in ways(world, "RC1", start, points).items():
        route = GRID.route(start, way)
        assert route[-1] == place
        assert sum(costs(foot=False)[pair] for pair in pairwise(route)) == way.cost <= points
        assert not any(hex in threatened for hex in route[1:-1])
        assert not any(hex in world.standing for hex in route[1:] if hex != world.units["RC1"].hex)


@given(st.sampled_from([place for place in GRID if is_passable(place)]), st.sets(st.integers(0, 17), max_size=6))
@settings(max_examples=100, deadline=None)
def test_nobody_is_held_or_kept_out_by_an_enemy_nearby(start: str, numbers: set[int]) -> None:
    """No zones of control [3.2]: whatever stands around, a unit can go to every free hex beside it."""
    around = [*beside(start), *GRID.ring(start, 2)]
    places = sorted({around[n] for n in numbers if n < len(around) and is_passable(around[n])})
    units = {"RC1": new_unit("RC1", start, "W")}
    units |= {code: new_unit(code, place, "E") for code, place in zip(ENEMIES, places, strict=False)}
    found = ways(World(units=units), "RC1", start, 6)
    free = [place for place in beside(start) if is_passable(place) and place not in places]
    assert all(place in found for place in free)


@given(st.sampled_from(sorted(GRID)), st.integers(0, 17), st.integers(1, 3))
@settings(max_examples=200, deadline=None)
def test_without_units_sight_is_the_same_both_ways(start: str, number: int, far: int) -> None:
    ring = GRID.ring(start, far)
    end = ring[number % len(ring)]
    assert sight(World(), "MUS", start, end) == sight(World(), "FRA", end, start)


# the language

unit = st.sampled_from(list(UNITS))
hexes = st.sampled_from(sorted(GRID))
face = st.sampled_from(list(FACINGS))
con = st.sampled_from(list(FORCES.contingents))
name = st.from_regex(r"[A-Z][A-Z0-9]{1,7}", fullmatch=True).filter(
    lambda text: not doctrine.Group(text, "ALL", None).flaw() and text != "NONE"
)
part = st.one_of(
    unit, con, name, st.just("ALL"), st.builds("{}.{}".format, con, st.sampled_from(TYPES)), st.just("H01..H05")
)
selector = st.lists(part, min_size=1, max_size=3).map(",".join)
but = st.none() | selector
otherwise = st.none() | hexes | st.sampled_from(("NEAR", "STOP", "HOLD"))
route = st.lists(hexes, min_size=1, max_size=4).map("-".join) | st.from_regex(r"/[1-6]{1,6}", fullmatch=True)
odds = st.integers(-9, 9)
types = st.permutations(TYPES).flatmap(lambda row: st.integers(1, 5).map(lambda n: tuple(row[:n])))
posture = st.one_of(
    st.sampled_from((("HOLD",), ("ADVANCE",), ("STRIKE",), ("HARRY",))),
    st.tuples(st.sampled_from(("ADVANCE", "WITHDRAW")), st.integers(1, 20)),
    st.tuples(st.just("GOTO"), hexes),
)
marker = st.sampled_from(
    [("MOVE",), ("REFORM",), ("NONE",), ("WALL",), ("WALL", "REFORM"), ("UNWALL",), ("UNWALL", "MOVE")]
)
yes_no = st.sampled_from(("YES", "NO"))
advancing = st.none() | unit


def attack(units: str, left: str | None, targets: list[str], adv: str | None, facing: str | None) -> field.Attack:
    return field.Attack(units, left, "+".join(targets), adv, facing if adv else None)


STANDING = st.one_of(
    st.builds(set_up.Setup, unit, hexes, st.none() | face),
    st.builds(doctrine.Group, name, selector, but),
    st.builds(opening.Init, st.sampled_from(("FIRST", "LAST"))),
    st.builds(opening.Seq, st.lists(con, min_size=1, unique=True).map(tuple)),
    st.builds(doctrine.Stance, selector, but, posture),
    st.builds(doctrine.Shock, selector, but, odds | st.sampled_from(("ALWAYS", "NEVER"))),
    st.builds(doctrine.Evade, selector, but, yes_no | st.sampled_from(("LIGHT", "FOOT"))),
    st.builds(doctrine.Counter, selector, but, odds | yes_no),
    st.builds(doctrine.Press, selector, but, odds | yes_no),
    st.builds(doctrine.Follow, selector, but, yes_no),
    st.builds(doctrine.React, selector, but, yes_no),
    st.builds(doctrine.Aim, selector, but, types),
    st.builds(opening.Stay, selector, but),
    st.builds(opening.Resign),
)
TIMED = st.one_of(
    st.builds(field.Mark, con | st.just("ALL"), marker),
    st.builds(field.Lead, st.sampled_from(list(FORCES.leaders)), unit | hexes | st.just("STAY")),
    st.builds(field.Move, selector, but, route, st.none() | face, otherwise),
    st.builds(field.Face, selector, but, face),
    st.builds(field.Fire, selector, but, unit | st.just("ANY")),
    st.builds(
        field.Harry, selector, but, hexes, unit | st.just("ANY"), hexes | st.just("BACK"), st.none() | face, otherwise
    ),
    st.builds(attack, selector, but, st.lists(unit, min_size=1, max_size=2), advancing, st.none() | face),
)
COUNTS = (
    conditions.Disordered,
    conditions.Engaged,
    conditions.Near,
    conditions.Far,
    conditions.Lost,
    conditions.Killed,
)
PLAIN: st.SearchStrategy[Condition] = st.one_of(
    st.builds(conditions.IsFirst),
    st.builds(conditions.IsLast),
    *(st.builds(kind, st.integers(0, 9)) for kind in COUNTS),
    st.builds(conditions.HasActed, con),
    st.builds(conditions.StandsAt, unit, hexes),
)
CONDITIONAL = st.builds(lambda one, order: If((one,), order, True), PLAIN | st.builds(Not, PLAIN), TIMED)


@given(STANDING | TIMED | CONDITIONAL)
@settings(max_examples=400, deadline=None)
def test_what_is_printed_reads_back_as_it_was(order: Order) -> None:
    reader, printed = TOURS.language.reader(World()), str(order)
    assert reader.read(printed) == (order, None)
    assert reader.read(printed.lower()) == (order, None)


@pytest.mark.parametrize(
    "line",
    [
        "STAY RED, YEL", "MARK RED WALK", "MOVE RC1", "MOVE RC1 9999", "SHOCK RED +1", "STANCE RED ADVANCE 0",
        "AIM RED LI LI", "SEQ RED RED", "STAY RED IF FIRST", "MARK RED MOVE IF DIS", "HARRY RA1 2012 H01",
        "GROUP A RED", "GROUP RED RC1", "MARK RED MOVE IF FIRST AND LAST", "FIRE RA1 H99", "LEAD ABX 2012",
    ],
)  # fmt: skip
def test_a_line_with_anything_wrong_fails_whole(line: str) -> None:
    order, refusal = TOURS.language.reader(World()).read(line)
    assert order is None
    assert refusal


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("MARK BANANA MOVE", "no contingent is called BANANA"),
        ("SEQ HI BANANA", "no contingent is called BANANA"),
        ("MARK HI MOVE IF ACT BANANA", "no contingent is called BANANA"),
        ("STANCE H01..H99 HOLD", "H01..H99 is no unit, range, contingent or group"),
        ("MOVE HI.BOW /2", "HI.BOW is no unit, range, contingent or group"),
        ("STAY LEFT.HI", "LEFT.HI is no unit, range, contingent or group"),
        ("FACE HI AB-CHA E", "CHA is no unit, range, contingent or group"),
        ("SHOCK H01,BACK 2", "BACK is no unit, range, contingent or group"),
        ("GROUP LEFT H01,CENTURIONS", "CENTURIONS is no unit, range, contingent or group"),
    ],
)
def test_a_name_that_can_mean_nobody_is_refused_when_the_line_is_read(line: str, flaw: str) -> None:
    order, refusal = TOURS.language.reader(World()).read(line)
    assert order is None
    assert refusal
    assert refusal.text == flaw


@pytest.mark.parametrize("line", ["STAY LEFT", "GROUP LEFT H01..H03", "GROUP LEFT NONE", "STAY HI.HI,RED,K01 AB-LEFT"])
def test_a_name_that_a_group_may_have_is_read(line: str) -> None:
    assert TOURS.language.reader(World()).read(line)[0]


@pytest.mark.parametrize(
    ("line", "meant", "listed"),
    [
        ("STANCE HI STRIK", ("STRIKE",), "HOLD, ADVANCE, STRIKE, HARRY, WITHDRAW or GOTO"),
        ("SHOCK HI ALLWAYS", ("ALWAYS",), "a number, ALWAYS or NEVER"),
        ("EVADE HC", (), "YES, NO, LIGHT or FOOT"),
        ("MARK HI MOOVE", ("MOVE",), "MOVE, REFORM, NONE, WALL or UNWALL"),
        ("MOVE H01 1707 ELSE HODL", ("HOLD",), "NEAR, STOP, HOLD or 4 digits"),
        ("INIT FRIST", ("FIRST",), "FIRST or LAST"),
        ("MARK HI MOVE IF NERA 3", ("NEAR", "FAR"), "NOT, DIS, ENG, NEAR, FAR, LOST, KILLED, ACT or AT"),
    ],
)
def test_a_wrong_value_is_answered_with_those_there_are(line: str, meant: tuple[str, ...], listed: str) -> None:
    _, refusal = TOURS.language.reader(World()).read(line)
    assert refusal
    assert refusal.choices[:1] == meant[:1]
    assert f"{listed} here" in refusal.text


@pytest.mark.parametrize(
    ("tail", "told"), [("ELSE HOLD", "do not set out"), ("ELSE 1708", "go to 1708"), ("ELSE STOP", "stop there")]
)
def test_what_else_to_do_is_told_in_words(tail: str, told: str) -> None:
    order, _ = TOURS.language.reader(World()).read(f"MOVE H01 1707 {tail}")
    assert isinstance(order, field.Move)
    assert order.said(1)["otherwise"] == told


def test_units_have_names_with_their_number() -> None:
    names = {code: unit_word(code, UNITS[code]) for code in ("H01", "H02", "GC3", "L04")}
    assert [str(name) for name in names.values()] == [
        "the 1st heavy infantry (H01)",
        "the 2nd heavy infantry (H02)",
        "the 3rd Grey heavy cavalry (GC3)",
        "the 4th light infantry (L04)",
    ]


def test_standing_orders_are_printed_as_lines() -> None:
    world = World(doctrine={"RED": {"aim": ["LI", "HC"], "react": False}, "RC1": {"shock": 2}, "RC2": {"shock": 2}})
    lines = in_force(world, "MUS").values()
    assert [*lines][2:] == ["AIM RED LI HC", "REACT RED NO", "SHOCK RC1..RC2 2"]


def test_a_side_without_a_player_is_the_computers() -> None:
    world: World = TOURS.state.setup(FIXED, Dice(SECRET, 0), {"FRA": "dummy"})[0]
    assert [world.sides[side].control for side in ("FRA", "MUS")] == ["dropout", "player"]


def test_every_value_in_the_table_of_actions_can_be_read() -> None:
    reader = TOURS.language.reader(World())
    for kind in TOURS.book.actions.values():
        for words in re.findall(r"[A-Z]{2,}(?: (?:n|hex|[A-Z]{2,}))*", kind.values.replace("for HI", "")):
            value = words.replace("hex", "1707").replace(" n", " 3")
            named = "HI " if "units" in kind.boxes or "contingent" in kind.boxes else ""
            assert reader.read(f"{kind.word} {named}{value}")[0], (kind.word, value)


# play


@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_the_books(seed: int) -> None:
    for played in game(TOURS, seed, 8):
        opening = TOURS.state.write(played.opening)
        assert not list(faults(TOURS, opening, played.journal, played.world, Settings()))


@pytest.mark.parametrize("seed", range(3))
def test_no_two_units_share_a_hex_even_for_a_moment(seed: int) -> None:
    """Event by event [3.1.2]: no order can ever bring that about."""
    for played in game(TOURS, seed, 6):
        world = copied(TOURS, played.opening)
        for event in played.journal:
            event.apply(world)
            assert len({unit.hex for unit in world.units.values()}) == len(world.units), event


@pytest.mark.parametrize("seed", range(3))
def test_only_a_hex_beside_an_enemy_ends_a_move(seed: int) -> None:
    """Event by event [3.2, 6.1]: whoever moves on had nobody beside them, except where the move began."""
    for played in game(TOURS, seed, 6):
        world, stopped = copied(TOURS, played.opening), list[str]()
        for event in played.journal:
            if isinstance(event, Acts | Fails | Phase):
                stopped.clear()
            if isinstance(event, Moved):
                assert event.unit not in stopped, event
            event.apply(world)
            if isinstance(event, Moved) and world.enemies_beside(event.target, UNITS[event.unit].side):
                stopped.append(event.unit)


@pytest.mark.parametrize("seed", range(2))
def test_every_line_has_one_answer(seed: int) -> None:
    for played in game(TOURS, seed, 5):
        answers = [(e.sheet, e.number) for e in played.journal if isinstance(e, Answered)]
        written = [(side, number) for side, sheet in played.sheets.items() for number in sheet.lines]
        assert sorted(answers) == sorted(written)


def fought(seed: int, by: dict[str, str]) -> World:
    """A game between computer players, to its end."""
    world, journal = battle(), list[Event]()
    while not TOURS.state.result(world):
        dice = Dice(SECRET + bytes([seed]), world.turn)
        sheets = all_sheets(TOURS, world, journal, by, dice)
        assert all(len(sheet.lines) <= 14 for sheet in sheets.values())
        journal = play(Turn(world, sheets, dice), TOURS.book.steps(world))
    return world


@pytest.mark.parametrize("by", [{}, {"FRA": "warden"}, {"MUS": "warden"}])
def test_computer_players_end_every_battle_by_nightfall(by: dict[str, str]) -> None:
    world = fought(1, by)
    assert world.turn <= 19
    assert world.winner in (*SIDES, "DRAW")


def test_what_the_computer_writes_can_be_read() -> None:
    world, journal = battle(), list[Event]()
    for number in range(4):
        dice = Dice(SECRET, number)
        sheets, reader = all_sheets(TOURS, world, journal, {}, dice), TOURS.language.reader(world)
        for side, sheet in sheets.items():
            assert reader.lines(side, [line.text for line in sheet.lines.values()]).lines == sheet.lines
        journal = play(Turn(world, sheets, dice), TOURS.book.steps(world))


@pytest.mark.parametrize(
    ("side", "line", "rule"),
    [
        ("FRA", "FIRE HI ANY", "7.0"),
        ("MUS", "FIRE RED.HC H01", "7.0"),
        ("FRA", "HARRY J01 1807 RC1 BACK", "7.0"),
        ("FRA", "LEAD CHA {river}", "12.0"),
        ("FRA", "LEAD CHA 2717", "12.0"),
        ("FRA", "MOVE H01,H02 1807", "5.2.1"),
        ("FRA", "MOVE RED 1807", "16.3"),
        ("FRA", "MOVE L01 1807", "5.2.1"),
    ],
)
def test_a_receipt_says_what_fails(side: str, line: str, rule: str) -> None:
    world = battle()
    river = next(place for place in GRID if not is_passable(place))
    sheet = TOURS.language.reader(world).lines(side, [line.format(river=river)])
    (told,) = foresee(TOURS, "game1", TOURS.sight.view(world, [], side), sheet, world.turn).lines
    assert told.fails
    assert rule in [error.rule for error in told.errors]


def test_a_receipt_shows_the_standing_orders_that_the_sheet_leaves() -> None:
    world = battle()
    sheet = TOURS.language.reader(world).lines(
        "FRA", ["INIT FIRST", "SHOCK HI 3", "STANCE K01..K03 STRIKE", "AIM HI XX"]
    )
    told = foresee(TOURS, "game1", TOURS.sight.view(world, [], "FRA"), sheet, world.turn)
    assert {"INIT FIRST", "SHOCK HI 3", "STANCE K01..K03 STRIKE"} <= {*told.standing}


# what a player may know


@pytest.mark.parametrize("seed", range(2))
def test_the_enemys_doctrine_groups_and_plans_stay_secret(seed: int) -> None:
    *_, played = game(TOURS, seed, 4)
    other = copied(TOURS, played.world)
    other.doctrine["RED"] = {"shock": "NEVER"}
    other.doctrine.pop("YEL", None)
    other.groups["MUS"] = {"SECRET": ["RC1"]}
    other.sides["MUS"].init, other.sides["MUS"].seq = "LAST", list(reversed(CONTINGENTS["MUS"]))
    one, two = (msgspec.json.encode(TOURS.sight.view(world, [], "FRA")) for world in (played.world, other))
    assert one == two
    assert msgspec.json.encode(TOURS.sight.view(other, [], "MUS")) != two


def test_a_view_is_the_whole_field() -> None:
    world = battle()
    world.doctrine["RED"] = {"shock": 3}
    assert TOURS.sight.known(TOURS.sight.view(world, [], "MUS")) == world
    assert TOURS.sight.known(TOURS.sight.view(world, [], "FRA")).doctrine == {}


# reckoning


def test_a_strike_is_reckoned_without_changing_anything() -> None:
    world = battle()
    world.wall = False
    before, chance = TOURS.state.write(world), random.Random(1)
    world.now.active.update(CONTINGENTS["MUS"])
    bout = Bout(world, "MUS", Dice(SECRET, 0))
    found = [best_stand(bout, code, least=-9) for code in chance.sample(world.of("MUS"), 8)]
    assert any(found)
    for stand in filter(None, found):
        assert all(distance(stand.hex, world.units[enemy].hex) == 1 for enemy in stand.enemies)
    assert TOURS.state.write(world) == before


# the first sheet


def test_the_first_sheet_for_the_muslims_moves_more_than_archers() -> None:
    world, dice = battle(), {f"act.{con}": [0] for con in CONTINGENTS["MUS"]}
    sheet = TOURS.language.reader(world).lines("MUS", [str(order) for order in SHEETS["MUS"]])
    journal = play(Turn(world, {"MUS": sheet}, Dice(SECRET, 1, dice)), TOURS.book.steps(world))
    moved = {
        UNITS[event.unit].type for event in journal if isinstance(event, Moved) and UNITS[event.unit].side == "MUS"
    }
    assert moved == {"HC", "LI", "MA"}


# self-play

REPLAYED = {
    ("captain", "captain"): "MUS 14, MUS 8, MUS 18, FRA 7, FRA 9, FRA 9",
    ("captain", "silent"): "FRA 17, FRA 18, FRA 18",
    ("silent", "captain"): "MUS 17, MUS 18, MUS 18",
}
"""The first battles in the table of docs/balance.md: who won, and in which turn."""


@pytest.mark.slow
@pytest.mark.parametrize("by", REPLAYED)
def test_battles_of_the_table_come_out_as_before(by: tuple[str, str]) -> None:
    """If the rules have changed, the table must be made anew."""
    plan, expected = Trial(*by, games=0).plan(), REPLAYED[by].split(", ")
    records = [play_game(plan, number) for number in range(len(expected))]
    assert [fault for record in records for fault in record.faults] == []
    endings = [record.endings[0] for record in records]
    assert [f"{ending.winners[0]} {ending.turns - 1}" for ending in endings] == expected
