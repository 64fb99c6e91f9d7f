"""What a game begins with, and what computer players reckon with: no rule case sets a game up, so the first positions
of four games have their tests here."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbm.errors import GameError
from pbm.kit.play import SECRET, begun
from pbm.record.adjudicate import new_game
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.order import Number
from pbm.rulesets import RULESETS, load
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.factions import figures
from pbm.rulesets.homelands.household import ENDLESS, Household
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.setup import PlaceThing, StartFields
from pbm.rulesets.homelands.world import Yard
from pbm.rulesets.marnon.wishes import fits, house_rules, refuse_castles
from pbm.rulesets.twilight import setup
from pbm.rulesets.twilight.forces import put
from pbm.rulesets.twilight.units import Stack

MARNON, TWILIGHT, TOURS, HOMELANDS = map(load, ("marnon", "twilight", "tours", "homelands"))


def first(rules: Any, dummies: Mapping[str, str] | None = None, **house: Any) -> Any:
    return rules.state.setup(rules.state.settings(**house), Dice(SECRET, 0), dummies or {})[0]


# By The Sword


def test_a_region_of_marnon_without_a_player_has_no_seat_and_no_money() -> None:
    every = ["GOL", "WHI", "HEM", "DRE", "SPR", "BRE"]
    assert list(MARNON.state.seats(MARNON.state.settings())) == every
    assert list(MARNON.state.seats(MARNON.state.settings(scenario="five"))) == every[:5]
    asleep = first(MARNON, scenario="five").powers["BRE"]
    assert (asleep.status, asleep.castle, asleep.seat, asleep.cash) == ("np", "C7", None, 0)


def test_the_free_castles_of_marnon_are_those_that_nobody_begins_in() -> None:
    assert list(first(MARNON).np_castles) == ["C3", "C4"]
    assert not first(MARNON, np_castles="ignore").np_castles
    assert "CAS" not in first(MARNON).powers
    assert list(MARNON.state.seats(MARNON.state.settings(np_castles="player")))[-1] == "CAS"
    assert first(MARNON, np_castles="player").powers["CAS"].status == "castellan"
    assert first(MARNON, {"CAS": "dummy"}, np_castles="player").powers["CAS"].status == "vacant"


def test_a_power_of_marnon_begins_with_its_region_its_castle_and_a_fleet() -> None:
    world = first(MARNON, {"HEM": "dummy"})
    assert world.turn == 0
    assert {who: row.status for who, row in world.powers.items() if row.home} == {
        who: "dropout" if who == "HEM" else "player" for who in ("GOL", "WHI", "HEM", "DRE", "SPR", "BRE")
    }
    castles = {"GOL": "C1", "WHI": "C2", "HEM": "C6", "DRE": "C8", "SPR": "C5", "BRE": "C7"}
    for number, (who, castle) in enumerate(castles.items(), 1):
        power = world.powers[who]
        assert (power.castle, power.seat, power.cash) == (castle, castle, 100)
        owned = {code for code, area in world.areas.items() if area.owner == who}
        assert owned == {castle, *(f"R{number}T{n}" for n in range(1, 7))}


def test_a_power_of_marnon_puts_half_its_points_on_its_two_best_areas_each() -> None:
    power = first(MARNON).powers["GOL"]
    assert {code: (force.at, force.points) for code, force in power.forces.items()} == {
        "A1": ("R1T4", 1500), "A2": ("R1T1", 1500), "A3": ("C1", 500),
    }  # fmt: skip
    assert {code: general.place for code, general in power.generals.items()} == {"G1": "A1", "G2": "A2", "G3": "A3"}
    odd = first(MARNON, start_points=2510).powers["GOL"].forces
    assert [force.points for force in odd.values()] == [1010, 1000, 500]
    few = first(MARNON, start_points=400).powers["GOL"].forces
    assert [force.points for force in few.values()] == [0, 0, 500]


@pytest.mark.parametrize(("points", "castle"), [(3000, []), (3001, [1]), (3200, [200])])
def test_a_spread_army_of_marnon_has_500_in_each_area_and_the_rest_in_its_castle(
    points: int, castle: list[int]
) -> None:
    power = first(MARNON, start_points=points, start_spread=True).powers["GOL"]
    assert [force.points for force in power.forces.values()] == [500] * 6 + castle
    assert [force.at for force in power.forces.values()] == [*(f"R1T{n}" for n in range(1, 7)), "C1"][: 6 + len(castle)]


def test_a_fleet_of_marnon_lies_in_the_port_of_its_region_else_of_its_castle() -> None:
    powers = first(MARNON).powers
    ports = {"GOL": "R1T4", "WHI": "C2", "HEM": "C6", "DRE": "R4T4", "SPR": "R5T4", "BRE": "C7"}
    assert {who: [fleet.at for fleet in powers[who].fleets.values()] for who in ports} == {
        who: [port] for who, port in ports.items()
    }


def test_castles_of_marnon_fit_if_everyone_can_still_have_one() -> None:
    rest = ["R1", "R2", "R3", "R4", "R5", "R6"]
    assert fits({}, rest)
    assert fits({"R5": "C7"}, rest)
    assert not fits({"R1": "C5"}, rest), "castle 5 is not beside the first region"
    assert not fits({"R5": "C1"}, rest), "castle 1 is kept for the first region"
    assert not fits({"R3": "C6", "R6": "C8"}, rest), "nothing is left for the fourth region"
    assert not fits({"R3": "C2", "R2": "C2"}, rest)


def test_castles_of_marnon_that_players_wish_for_become_a_house_rule() -> None:
    assert house_rules("six", "", {"WHI": ["C9", "C3"], "XYZ": ["C1"]}) == ["castles=WHI:C3"]
    assert house_rules("six", "", {"WHI": ["C2"]}) == [], "they have it in any case"
    assert house_rules("six", "BRE:C8", {"WHI": ["C3"]}) == [], "the GM has chosen"


def test_a_castle_that_cannot_be_had_is_refused() -> None:
    refuse_castles("classic", "WHI:C3")
    with pytest.raises(ValueError, match="SPR cannot have C1"):
        refuse_castles("classic", "SPR:C1")


# Carolingian Twilight


def test_the_heirs_of_a_scenario_are_seated_and_its_neighbours_stand_where_it_says() -> None:
    world = first(TWILIGHT, scenario="888")
    assert (world.turn, world.year, world.seats) == (0, 888, ["ARN", "ODO", "GUY", "BER", "RUD", "LBL"])
    assert {who: (row.kind, row.player) for who, row in world.powers.items() if who in world.seats} == {
        who: ("pp", who) for who in world.seats
    }
    assert {row.control for row in world.players.values()} == {"player"}
    assert world.forces["MOR"]["MVN"][0].size == 2


def test_with_fewer_players_an_heir_is_a_major_and_a_dummy_keeps_its_seat() -> None:
    assert first(TWILIGHT, {"LBL": "dummy"}, scenario="888").seats == ["ARN", "ODO", "GUY", "BER", "RUD"]
    world = first(TWILIGHT, {"ODO": "dummy"}, scenario="888")
    assert world.powers["LBL"].kind == "major"
    assert {who: row.control for who, row in world.players.items() if row.control != "player"} == {"ODO": "computer"}


@pytest.mark.parametrize("seats", [{"XYZ": "dummy"}, {"ODO": "asleep"}])
def test_a_seat_that_a_game_does_not_know_is_refused(seats: dict[str, str]) -> None:
    with pytest.raises(GameError, match=r'\[seats\].*Write for example LBL = "dummy"'):
        first(TWILIGHT, seats, scenario="888")
    with pytest.raises(GameError, match=r'\[seats\].*Write for example CNV = "dummy"'):
        first(HOMELANDS, {"ROM": "asleep"} if "ODO" in seats else seats)


def test_land_is_frankish_from_the_start_if_franks_alone_hold_it_and_feudal_if_one_stands_there() -> None:
    world = first(TWILIGHT, scenario="888", feudalism=True)
    for place, power in (("LAN", "GUY"), ("LAN", "BER"), ("TUS", "GUY"), ("TUS", "MVN"), ("PRO", "MVN")):
        put(world, place, power, Stack({"W": 1}))
    began = next(iter(setup.began(Turn(world, {}, Dice(SECRET, 0)))))
    assert isinstance(began, setup.GameBegan)
    assert {*began.frankish} & {"LAN", "TUS", "PRO"} == {"LAN"}
    assert {*began.feudal} & {"LAN", "TUS", "PRO"} == {"LAN", "TUS"}


# The Battle of Tours


def test_a_field_of_tours_is_empty_for_the_set_up_or_ready_for_turn_1() -> None:
    sealed, fixed = first(TOURS, {"FRA": "dummy"}), first(TOURS, setup="fixed")
    assert (sealed.turn, len(sealed.units), sealed.wall) == (0, 0, False)
    assert (fixed.turn, len(fixed.units), fixed.wall) == (1, 75, True)
    assert {side: row.control for side, row in sealed.sides.items()} == {"FRA": "dropout", "MUS": "player"}


# Homelands


def test_the_seats_of_homelands_are_the_first_of_the_map_or_those_named() -> None:
    every = list(HOMELANDS.state.seats(HOMELANDS.state.settings()))
    assert len(every) == 12
    assert list(HOMELANDS.state.seats(HOMELANDS.state.settings(powers=3))) == every[:3]
    named = HOMELANDS.state.settings(powers=f"{every[5]}, {every[2].lower()}")
    assert list(HOMELANDS.state.seats(named)) == [every[2], every[5]]
    with pytest.raises(GameError, match="no seat of britannia is called XYZ; it has ROM, "):
        HOMELANDS.state.seats(HOMELANDS.state.settings(powers="ROM XYZ"))


def test_the_border_of_homelands_has_room_for_every_seat() -> None:
    assert [first(HOMELANDS, powers=n).border for n in (1, 2, 3, 4, 7, 8)] == ["S", "S", "S", "M", "M", "L"]
    assert first(HOMELANDS, powers="ROM SCO").border == "L"
    assert first(HOMELANDS, powers=2, borders="M").border == "M"
    with pytest.raises(GameError, match=r'borders = "S" leaves [\w ]+ \(SCO\) outside: it needs L'):
        first(HOMELANDS, powers="ROM SCO", borders="S")


def test_a_power_of_homelands_is_a_players_unless_it_is_a_dummy() -> None:
    world = first(HOMELANDS, {"PIC": "dummy"}, powers="ROM PIC")
    assert (world.turn, list(world.powers)) == (0, ["PIC", "ROM"])
    assert {who: realm.control for who, realm in world.powers.items()} == {"ROM": "player", "PIC": "dummy"}


@pytest.mark.parametrize(
    ("era", "who", "fields", "why"),
    [
        ("britannia", "ROM", "LON ATR", "three fields are needed"),
        ("britannia", "ROM", "LON ATR BGC", "nobody starts on a neutral field"),
        ("britannia", "ROM", "LON ATR VOT", "your fields must lie in your homeland (Britannia)"),
        ("taifas", "VIK", "TOL CUE JAE", "this power enters later"),
    ],
)
def test_start_fields_of_homelands_are_refused_for_a_reason(era: str, who: str, fields: str, why: str) -> None:
    refused = StartFields(tuple(fields.split())).wrong(Scene.now(first(HOMELANDS, era=era), who))
    assert refused is not None
    assert (refused.rule, refused.text) == ("5.2.2", why)


def test_a_receipt_of_homelands_says_whether_a_thing_can_be_placed() -> None:
    at = Scene.now(first(HOMELANDS, era="vikings"), "FRK")
    placed = [PlaceThing("PIGS", "AQU", number).plan(at) for number in (None, Number(1), Number(2))]
    assert [done.outcome for done in placed] == ["ok", "ok", "failed"]


def test_the_figures_of_a_faction_are_its_numbers_and_switches() -> None:
    row = {"name": "Huns", "late": 3, "lives": None, "extra_die": None, "elephants": True, "start": {"forts": 1}}
    assert figures(row) == {"late": 3, "lives": None, "elephants": True, "start.forts": 1}


def test_a_household_of_homelands_counts_half_its_fish_as_food() -> None:
    world = begun(HOMELANDS)
    for fish, food in ((0, 0), (5, 2)):
        house = Household(Board(world), "ROM")
        world.fields["LON"].yard = Yard("ROM", "DCK", fish=fish)
        assert house.food == min(house.store, house.grain + house.coming) + food


@pytest.mark.parametrize(("mode", "endless"), [("FAST", True), ("BASIC", False)])
def test_without_agriculture_food_limits_no_household_of_homelands(mode: str, endless: bool) -> None:
    house = Household(Board(first(HOMELANDS, mode=mode)), "ROM")
    assert (house.more == ENDLESS, house.room == ENDLESS) == (endless, endless)


def test_a_figure_of_a_faction_is_changed_to_one_of_its_kind() -> None:
    house = "CELTS.extra_die.LI 3, CELTS.no_recruit true, GREEKS.loot_abroad -1"
    factions = first(HOMELANDS, era="italia", factions=house).chart.factions
    assert (factions["CELTS"].extra_die, factions["CELTS"].no_recruit) == ({"LI": 3}, True)
    assert factions["GREEKS"].loot_abroad == -1
    for wrong in ("GREEKS.no_recruit 1", "ETRUSCANS.tax_bonus many", "ETRUSCANS.taxes 0"):
        with pytest.raises((GameError, ValueError), match=r"cannot be|has no figure"):
            first(HOMELANDS, era="italia", factions=wrong)


@pytest.mark.parametrize("game", [*RULESETS])
def test_a_dummy_without_a_seat_is_refused(game: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="ZZZ"):
        new_game(tmp_path, "g", game, SECRET, ["ZZZ"])
    assert not (tmp_path / "g").exists()
