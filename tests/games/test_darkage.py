"""What no rule case of Dark Age can see: the set-up, prizes, the GM's tables, what an account is made of, real dice."""

from typing import Any

import pytest

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered
from pbm.rules.sight import Stretch
from pbm.rulesets import load
from pbm.rulesets.cases import played
from pbm.rulesets.darkage.battle import Round
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.closing import LeftoversSpent
from pbm.rulesets.darkage.kings import Exchanged
from pbm.rulesets.darkage.map import britain, starts
from pbm.rulesets.darkage.prizes import prizes
from pbm.rulesets.darkage.tables import tables
from pbm.rulesets.darkage.world import Victory, World, fraction

GAME = load("darkage")
FLAT = {"areas": {"AAA": {"terrain": "lowlands"}, "BBB": {"terrain": "lowlands"}}, "links": ["AAA-BBB"]}


def begun(seats: dict[str, str] | None = None, seed: int = 1) -> World:
    world: World = GAME.state.setup(GAME.state.settings(), Dice(bytes([seed]), 0), seats or {})[0]
    return world


def turn_of(**more: Any) -> Turn[Any]:
    case = {"ruleset": "darkage", "map": FLAT, "position": {"areas": {"AAA": {"owner": "MER", "population": 1}}}}
    return played(GAME, case | more)[0]


# the set-up [1.2, 1.3]


def test_every_kingdom_begins_with_its_income_and_five_and_five_in_the_treasury() -> None:
    world = begun()
    for code, kingdom in world.kingdoms.items():
        people = sum(area.population for _, area in world.owned(code))
        assert (kingdom.bp, kingdom.treasury, kingdom.vp) == (people + 5, 5, 0), code
        assert kingdom.control == "player"
    assert (world.turn, world.census.taken, sorted(world.order)) == (1, 0, sorted(world.kingdoms))


def test_the_land_begins_as_the_start_table_has_it() -> None:
    world, begin = begun(), starts()
    held = {code: nation for nation in begin.kingdoms for code in nation.areas}
    for code, area in world.areas.items():
        nation = held.get(code)
        assert area.owner == (nation.code if nation else None)
        assert area.population == begin.population.get(code, 0)
        assert area.forts == (1 if britain()[code].is_city else 0)
        assert area.armies == (nation.armies.get(code, 0) if nation else 0)
        assert area.ships == (nation.ships.get(code, 0) if nation else 0)


def test_the_first_census_comes_in_turn_three_to_five_and_the_next_three_to_five_later() -> None:
    worlds = [begun(seed=seed) for seed in range(40)]
    assert {world.census.next for world in worlds} == {3, 4, 5}
    gaps = set()
    for seed, world in enumerate(worlds):
        world.turn = world.census.next
        play(Turn(world, {}, Dice(bytes([seed]), world.turn)), GAME.book.steps(world))
        gaps.add(world.census.next - world.census.taken)
    assert gaps == {3, 4, 5}


def test_a_dummy_is_one_from_the_start_and_nothing_else_can_be_said_of_a_seat() -> None:
    assert begun({"STR": "dummy"}).kingdoms["STR"].control == "dummy"
    for wrong in ({"XXX": "dummy"}, {"STR": "dropout"}):
        with pytest.raises(GameError, match="is not understood"):
            begun(wrong)


# prizes [4.4]


@pytest.mark.parametrize(("how", "winner", "alive"), [("runaway", 3, 0), ("knockout", 3, 0), ("points", 2, 1)])
def test_prizes(how: Any, winner: int, alive: int) -> None:
    world = begun({"STR": "dummy"})
    assert prizes(world) == {}
    world.won = Victory("MER", how)
    world.order.remove("KNT")
    found = prizes(world)
    assert {who: found.get(who, 0) for who in ("MER", "KNT", "WSX", "STR")} == {
        "MER": winner,
        "KNT": 1,
        "WSX": alive,
        "STR": 0,
    }
    assert all(found.values())


# what the GM is shown


def test_the_standings_of_the_gm() -> None:
    world = begun({"STR": "dummy"})
    world.kingdoms["KNT"].vp, world.kingdoms["MER"].household.at = 9, "TAM"
    world.order.remove("ESX")
    table = tables(world)[0]
    rows = {row[0]: row for row in table.rows}
    assert table.title.startswith("Turn 1 is next. Order of play: ")
    assert (table.rows[0][0], table.rows[-1][0], len(rows)) == ("KNT", "ESX", 16)
    assert [rows[who][2] for who in ("MER", "STR", "ESX")] == ["player", "dummy", "out"]
    assert (rows["MER"][8], rows["WSX"][8]) == ("0 TAM", "0 -")
    world.turn, world.won = 9, Victory("KNT", "points")
    assert tables(world)[0].title.startswith("After turn 8, the last. ")


def test_the_lands_of_each_owner() -> None:
    world = begun()
    world.areas["TAM"].mode, world.areas["TAM"].against = "ambush", "STS"
    shown = {table.title: {row[0]: row for row in table.rows} for table in tables(world)[1:]}
    assert shown["Mercia"]["TAM"][-1] == "ambush STS"
    for code, area in world.areas.items():
        assert code in shown["Unowned" if area.owner is None else world.names()[area.owner]]
        if world.map[code].is_sea:
            assert shown["Unowned" if area.owner is None else world.names()[area.owner]][code][-1] == ""
    assert sum(len(rows) for rows in shown.values()) == len(world.areas)


# what accounts are made of


def test_leftovers_add_up_to_the_bps_that_were_left() -> None:
    for bp, cashed in ((1, 0), (3, 0), (8, 2), (23, 4)):
        kingdoms = {"MER": {"bp": bp, "cashed": cashed}}
        after = turn_of(position={"kingdoms": kingdoms, "areas": {"AAA": {"owner": "MER"}}}, until="turn")
        (spent,) = (event for event in after.journal if isinstance(event, LeftoversSpent))
        assert spent.bps == bp
        assert spent.saved == after.world.kingdoms["MER"].treasury


def test_what_a_king_leaves_behind() -> None:
    moved = Exchanged("MER", "WSX", stashed=2, treasury=5, troops=0, armies=0, ships=0, abandoned=False)
    assert (moved.stash_cost, moved.left_behind) == (6, -3)


def test_the_answer_says_what_is_left_and_what_could_not_be_read() -> None:
    position = {"kingdoms": {"MER": {"bp": 5}}, "areas": {"AAA": {"owner": "MER", "population": 3}}}
    journal = turn_of(position=position, orders={"MER": ["LEVY AAA 1", "SING"]}).journal
    done, failed = (event for event in journal if isinstance(event, Answered))
    assert (done.price, done.left) == (3, 2)  # type: ignore[attr-defined]
    assert [(refusal.rule, "SING" in refusal.text) for refusal in failed.refusals] == [("1.8", True)]


@pytest.mark.parametrize("text", ["1", "2/1", "0/0", "a/b", ""])
def test_a_share_is_a_fraction_up_to_one(text: str) -> None:
    assert fraction("1/1") == (1, 1)
    with pytest.raises(ValueError, match="must be a fraction"):
        fraction(text)


# what is shown


def test_a_battle_with_two_figures_on_both_sides_is_great() -> None:
    """Those are underlined in the actions report [1.11]."""

    def great(*rounds: tuple[int, int]) -> bool:
        fought = tuple(Round(attack, defence, 0, 0) for attack, defence in rounds)
        return Fought("MER", "NHS", "WAR", "WSX", fought, 0, 0, 0, 0, 0, 0, False, True).great

    assert great((10, 10))
    assert not great((10, 9))
    assert not great((9, 30))
    assert great((10, 12), (3, 9))


def test_the_table_of_actions_says_what_each_of_them_costs() -> None:
    assert GAME.book.actions["LEVY"].usual_costs() == "3 each"
    assert GAME.book.actions["ASSAULT"].usual_costs() == "2"


def test_a_position_that_brings_no_map_is_played_in_britain() -> None:
    world = begun()
    assert GAME.state.read(GAME.state.write(world), GAME.state.settings()).map == britain()


@pytest.mark.parametrize(("line", "word"), [("assault BRG MTH", "ASSAULT"), ("we assault Brega", ""), ("", "")])
def test_what_a_line_begins_with_counts_only_as_an_action(line: str, word: str) -> None:
    assert Stretch("round 1", 1, Answered("MER", "MER", 1, line), ()).word(GAME.book.actions) == word
    assert Stretch("round 1", 1, None, ()).word(GAME.book.actions) == ""
