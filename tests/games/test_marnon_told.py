"""What By The Sword tells and asks beside its rules: scouts, the losses of a storm, standing orders, whom a battle at
the table concerns, what a rehearsal counts to a line, and what a game with options begins with."""

import pytest

from pbm.kit.play import SECRET, begun
from pbm.rehearsal.play import Watch
from pbm.rules.dice import Dice
from pbm.rules.event import Answered, Event
from pbm.rulesets.marnon.cards.deals import INVASION, first_decks
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.crowns.purchase import Awaited
from pbm.rulesets.marnon.crowns.supply import Gap, Lines, LinesAfterCount
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.land.march import Marching, held_back
from pbm.rulesets.marnon.map import areas, borders
from pbm.rulesets.marnon.ongoing import NPRegion
from pbm.rulesets.marnon.pieces import Caravan, Force, Navy, PowerState
from pbm.rulesets.marnon.realm.standing import in_force
from pbm.rulesets.marnon.tables import cards
from pbm.rulesets.marnon.war.at_table import side_lines, speaker
from pbm.rulesets.marnon.war.battle import CasualtiesCounted, Fought
from pbm.rulesets.marnon.war.sides import Side
from pbm.rulesets.marnon.wishes import read_castles
from pbm.rulesets.marnon.world import World
from tests.games.test_marnon_causes import SIEGES, told, turn_of
from tests.helpers.marnon_hands import MARNON


def test_scouts_tell_what_the_dice_and_the_bluff_make_of_the_largest_force() -> None:
    for file, name, seen in (
        ("5.81-options", "5.82-declared-screens-look", "WHI.A1 at Heatherlawn has 525"),
        ("5.82-screens", "5.82-two-screens-see-less", "HEM.A2 at Heatherlawn has 1300"),
        ("5.82-screens", "5.82-three-screens-and-twelve", "WHI.A1 at Heatherlawn has 1000"),
    ):
        said = told(turn_of(file, name), "GOL")
        assert [line for line in said if line.startswith("scouts")] == [f"scouts: {seen} points or so"]


def test_each_side_is_told_the_dice_of_its_own_screens() -> None:
    turn = turn_of("5.82-screens", "5.82-no-third-round")
    for who in ("GOL", "SPR"):
        assert told(turn, who).count("screens fight at Spruceton (S1): 1 1") == 2


def test_the_losses_of_a_storm_count_the_garrison_only_if_the_castle_falls() -> None:
    for name, loss in (("5.50-each-level-takes-one-off", 1000), ("5.50-storm-at-level-one", 0)):
        turn = turn_of(SIEGES, name)
        [counted] = [event for event in turn.journal if isinstance(event, CasualtiesCounted)]
        assert (name, counted.surrendered) == (name, loss)


def test_standing_orders_are_written_as_they_could_be_sent_again() -> None:
    force = Force(
        "R1T4", 1500, stance="ODDS2", pursue="NO", ground=7, retreat=["R1T3", "C1"], terr=["R1T1", ["R1T4", "TOWN"]]
    )
    power = PowerState(home="R1", castle="C1", forces={"A1": Force("C1", 500), "A2": force}, walls={"C1": "WALLS"})
    power.navy, power.pay, power.relations = Navy(3, "YES"), ["SIEGES", "ARMIES"], {"WHI": "PEACE", "HEM": "WAR"}
    power.trade, power.host, power.exile_to, power.initiative = ["WHI"], ["SPR"], "NONE", "FIRST"
    power.caravans = {"V1": Caravan("R1T1", "C1", 0, "C3", ["R2T2"])}
    world = World(powers={"GOL": power, "WHI": PowerState(home="R2"), "SPR": PowerState(home="R5")})
    lines = [*in_force(world, "GOL")]
    assert lines == [
        "STANCE A2 ODDS 2",
        "PURSUE A2 NO",
        "GROUND A2 7",
        "RETREAT A2 R1T3 C1",
        "ASSIGN A2 R1T1 R1T4 TOWN",
        "CASTLE C1 WALLS",
        "NAVY ROUNDS 3 CHASE YES",
        "PAY SIEGES ARMIES",
        "PEACE WHI",
        "TRADE WHI YES",
        "HOST SPR YES",
        "EXILE NONE",
        "INITIATIVE FIRST",
        "TREK V1 C3 VIA R2T2",
    ]
    reader = MARNON.language.reader(world)
    assert [str(reader.order(line)) for line in lines] == lines
    assert [*in_force(World(), "GOL")] == []


def test_a_battle_at_the_table_asks_whoever_orders_for_the_power() -> None:
    world = World(settings=Settings(invader_player="DRE"), np_regions={"R2": NPRegion(keeper="SPR"), "R3": NPRegion()})
    world.powers = {
        "WHI": PowerState(status="np", home="R2"),
        "HEM": PowerState(status="np", home="R3"),
        "GOL": PowerState(home="R1"),
        "INV": PowerState(status="invader"),
    }
    assert {who: speaker(world, who) for who in (*world.powers, "N4")} == {
        "WHI": "SPR", "HEM": "HEM", "GOL": "GOL", "INV": "DRE", "N4": "N4",
    }  # fmt: skip
    world.settings = Settings()
    assert speaker(world, "INV") == "INV"


def test_the_bills_of_a_turn_are_no_part_of_what_a_line_costs() -> None:
    """Two bills after a tribute: one is paid for every power, the other by the line."""
    world = World(powers={"GOL": PowerState(cash=50)})
    watch = Watch("GOL", lambda: {"crowns": world.powers["GOL"].cash})
    events: list[Event] = [
        Answered("GOL", "GOL", 1, "TRIBUTE WHI 5"),
        Paid("GOL", 5, "tribute"),
        Paid("GOL", 8, "forts"),
    ]
    for event in events:
        event.apply(world)
        watch.see(event)
    assert {number: bill.cost for number, bill in watch.bills.items()} == {1: {"crowns": 5}}


def test_diplomats_and_screens_are_there_from_the_start_where_they_are_played_with() -> None:
    for house, diplomats, screens in (
        (Settings(), 0, 0),
        (Settings(diplomacy="envoys"), 3, 0),
        (Settings(movement="hidden", screens_per_500=2), 0, 14),
    ):
        power = MARNON.state.setup(house, Dice(SECRET, 0), {})[0].powers["GOL"]
        assert {code: row.at for code, row in power.diplomats.items()} == {
            f"D{number}": "C1" for number in range(1, diplomats + 1)
        }
        assert sum(row.n for row in power.screens.values()) == screens


def test_the_sheet_of_a_battle_names_mercenaries_where_there_are_some() -> None:
    world = World(
        powers={"GOL": PowerState(forces={"A1": Force("R1T3", 600), "A2": Force("R1T3", 500, mercs=["MC13"])})}
    )
    assert [*side_lines(world, Side(["GOL"], [("GOL", "A1"), ("GOL", "A2")]))] == [
        "GOL.A1: 600 points, no general",
        "GOL.A2: 500 points, no general, mercenaries MC13",
    ]


def test_only_merchant_castles_with_a_port_begin_with_a_fleet() -> None:
    house, seen = Settings(castles="WHI:C3"), set()
    for number in range(12):
        world = MARNON.state.setup(house, Dice(bytes([number]) * 32, 0), {})[0]
        for castle, row in world.np_castles.items():
            able = row.type == "MERCHANT" and bool(areas()[castle].port)
            assert len(world.powers[f"N{castle[1:]}"].fleets) == able
            seen.add((row.type == "MERCHANT", bool(areas()[castle].port)))
    assert seen >= {(True, True), (False, True)}, "else this would show nothing"


def test_a_spread_army_is_led_where_land_is_most_valuable() -> None:
    world = MARNON.state.setup(Settings(start_spread=True), Dice(SECRET, 0), {})[0]
    power = world.powers["GOL"]
    assert [general.place for general in power.generals.values()] == ["A4", "A1", "A7"]
    assert [power.forces[code].at for code in ("A4", "A1", "A7")] == ["R1T4", "R1T1", "C1"]


def test_why_a_force_starves_names_the_nearest_source_and_who_bars_the_way() -> None:
    lines = Lines(begun(MARNON), "GOL")
    assert lines.cut("R5T2") == Gap("C1", "R5T1", "SPR", 2)
    assert lines.cut("R5T4") == Gap("C1", None, None, 3)
    assert Lines(World(powers={"GOL": PowerState()}), "GOL").cut("R1T1") == Gap(None, None, None, 0)


def test_a_fort_without_a_link_serves_for_one_turn() -> None:
    world = begun(MARNON)
    fort = world.area("R4T5")
    fort.owner, fort.fort = "GOL", True
    serves = {}
    for fort.cut in (0, 1, 2):
        serves[fort.cut] = [kind(world, "GOL").fort_serves("R4T5") for kind in (Lines, LinesAfterCount)]
    assert serves == {0: [True, True], 1: [False, True], 2: [False, False]}


def test_a_fort_that_is_paid_as_ever_is_not_told() -> None:
    said = told(turn_of("5.81-options", "5.84-trained-regiment"), "GOL")
    assert "Golden Dunes paid 3 crowns: forts" in said
    assert not [line for line in said if line.startswith("the fort of")]


def test_what_is_told_of_a_battle_has_each_sides_own_losses() -> None:
    for name in ("5.50-each-level-takes-one-off", "5.50-storm-at-level-one"):
        [fought] = [event for event in turn_of(SIEGES, name).journal if isinstance(event, Fought)]
        won = fought.winners == fought.attackers
        assert (fought.attacker_loss < fought.defender_loss) == won, name


def test_the_invasion_is_in_the_deck_or_not() -> None:
    for invasion in (True, False):
        events, mercenaries = first_decks(invasion, Dice(SECRET, 0))
        assert (INVASION in events.draw, len(events.draw)) == (invasion, len(cards()) - (not invasion))
        assert mercenaries.draw


def test_castles_are_read_as_a_power_and_a_castle_each() -> None:
    assert read_castles("WHI:C3 BRE:C8") == {"WHI": "C3", "BRE": "C8"}
    for wrong in ("WHI", "WHI:R2T1", "XXX:C3"):
        with pytest.raises(ValueError, match="is not a power and a castle"):
            read_castles(wrong)


def test_who_has_a_second_sheet() -> None:
    asleep, kept = NPRegion(), NPRegion(awake=True, keeper="GOL")
    land = PowerState(home="R2", status="np")
    assert not World(np_regions={"R2": asleep}).has_second_sheet("WHI", land)
    assert World(np_regions={"R2": kept}).has_second_sheet("WHI", land)
    assert not World().has_second_sheet("WHI", land)
    assert not World(np_regions={"R2": kept}).has_second_sheet("WHI", PowerState(home="R2"))
    invader, castle = PowerState(status="invader"), PowerState(status="castle")
    for seat in ("none", "HEM"):
        led = World(settings=Settings(invader_player=seat)).has_second_sheet("INV", invader)
        assert led == (seat == "HEM")
    assert World(settings=Settings(np_castles="player")).has_second_sheet("N3", castle)
    assert not World().has_second_sheet("N3", castle)


def test_a_march_is_refused_for_its_part_and_for_its_way() -> None:
    world = begun(MARNON)
    reader, near = MARNON.language.reader(world), next(area for area in borders()["R1T4"] if world.owner(area) == "GOL")

    def refused(line: str) -> bool:
        order = reader.order(line)
        assert isinstance(order, Marching)
        return held_back(world, "GOL", order) is not None

    ways = (near, f"1200 {near}", "R3T1", f"600 {near}")
    assert [refused(f"MARCH A1 {way}") for way in ways] == [False, True, True, False]


def test_what_is_paid_in_parts_is_awaited_with_the_parts_that_are_left() -> None:
    turn = turn_of("5.81-options", "5.85-part-payment")
    [awaited] = [event for event in turn.journal if isinstance(event, Awaited)]
    assert (awaited.what, awaited.number, awaited.turn - turn.world.turn, awaited.left) == ("FLEET", 1, 1, 1)
