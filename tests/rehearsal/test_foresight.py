"""What a player is told of his orders: what upsets them, what cannot, and what looks like a slip."""

from collections.abc import Callable

import pytest

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.order import Sheet
from pbm.rulesets.darkage.action import ACTIONS
from pbm.rulesets.darkage.foresight import PURSE, foresee
from pbm.rulesets.darkage.foresight.doubt import NONE, Doubts
from pbm.rulesets.darkage.foresight.reach import NEVER, reach
from pbm.rulesets.darkage.foresight.words import meaning
from pbm.rulesets.darkage.view import view
from pbm.rulesets.darkage.world import Household, Kingdom, Loan, Spy, World
from pbm.rulesets.foresight import Foreseen
from tests.helpers.foes import answers
from tests.helpers.hands import DARKAGE, SECRET, copied, fresh_world

ME, FOE, GAEL = "MER", "MDA", "SCO"
HOST = 40
Setup = Callable[[World], None]


def land() -> World:
    """Mercia plays last; Middle Angles, next to it, have a host in Leicestershire."""
    world = fresh_world()
    world.order.remove(ME)
    world.order.append(ME)
    world.kingdoms[ME].bp = 20
    world.areas["LES"].armies = HOST
    world.kingdoms[FOE].bp = 50
    return world


def written(world: World, who: str, *orders: str) -> Sheet:
    return DARKAGE.language.reader(world).lines(who, orders)


def told(world: World, *orders: str) -> list[Foreseen]:
    return list(foresee(view(world, [], ME), written(world, ME, *orders), world.turn).lines)


def came_of(world: World, sheets: list[Sheet], number: int) -> tuple[object, ...]:
    played = copied(world)
    journal = play(Turn(played, {sheet.player: sheet for sheet in sheets}, Dice(SECRET, 1)), DARKAGE.book.steps(world))
    answer, events = answers(journal)[ME, number]
    return answer.outcome == "failed", getattr(answer, "price", None), events


def nothing(world: World) -> None:
    pass


def spy_in(where: str, who: str = FOE) -> Setup:
    def setup(world: World) -> None:
        world.kingdoms[who].spy = Spy(where)

    return setup


def household(world: World) -> None:
    world.kingdoms[ME].household = Household(1, "ARD")
    world.areas["ARD"].toward = None
    world.areas["AMO"].owner = None


def no_guard(world: World) -> None:
    world.areas["STS"].armies = 0


def refuge(world: World) -> None:
    world.areas["STS"].armies = 0
    world.areas["DBS"].toward = "STS"
    world.areas["LES"].owner = None
    world.areas["NTS"].owner, world.areas["NTS"].armies = FOE, HOST


def borrowing(world: World) -> None:
    world.kingdoms[ME].borrows_from = FOE
    world.kingdoms[ME].reserve = 2
    world.kingdoms[FOE].loan = Loan(ME, 2)


def poor_in_points(world: World) -> None:
    world.kingdoms[ME].vp = 1
    world.areas["WOS"].armies = HOST


def trapped(world: World) -> None:
    world.kingdoms[FOE].spy = Spy("LES", ME)
    world.kingdoms[ME].spy = Spy("ARD")


def watching(world: World) -> None:
    world.kingdoms[ME].watchers = ["HFS"]
    world.kingdoms[FOE].spy = Spy("HFS")


def bowing(world: World) -> None:
    world.kingdoms[ME].overlord = world.kingdoms[FOE].overlord = FOE
    world.kingdoms["KNT"].overlord = "KNT"


def gaels_in_the_hills(world: World) -> None:
    """Scots in Amounderness, who can take the Peak and go no further, but swarm on from there."""
    for area in world.areas.values():
        area.owner = area.owner if area.owner == ME else None
    world.areas["AMO"].owner, world.areas["AMO"].armies = GAEL, HOST
    world.areas["PEK"].population, world.areas["PEK"].armies = 3, 0
    world.areas["DBS"].population, world.areas["DBS"].armies = 2, 0


def city_in_nobodys_land(world: World) -> None:
    world.areas["LEI"].owner, world.areas["LES"].owner = ME, None
    world.areas["LES"].armies = 0
    world.areas["NHS"].armies = HOST


def court_in_town(world: World) -> None:
    world.kingdoms[ME].household = Household(2, "TAM")
    world.areas["TAM"].armies = world.areas["STS"].armies = 0


UPSETS: dict[str, tuple[Setup, list[str], list[str]]] = {
    "a gift makes all of the BPs more": (nothing, ["STASH"], [f"GIFT {ME} 9"]),
    "a spy breaks up the army that was to march": (spy_in("ARD"), ["MOVE ARD STS"], ["SABOTAGE"]),
    "the land is taken": (nothing, ["FORTIFY ARD"], ["MOVE LES ARD"]),
    "the land is taken by one army after another": (nothing, ["TAX", "FORTIFY WOS"], ["MOVE LES STS", "MOVE STS WOS"]),
    "its people are raided": (no_guard, ["LEVY STS ALL"], ["RAID LES STS"]),
    "armies flee into it": (refuge, ["GROW STS"], ["MOVE NTS DBS"]),
    "the household is driven off": (household, ["KING PEK"], ["MOVE LES ARD"]),
    "the treasury falls with the household": (household, ["CASH"], ["MOVE LES ARD"]),
    "the spy is killed": (spy_in("LES", ME), ["SPY ARD"], [f"KILL LES {ME}"]),
    "the watcher is killed": (watching, ["SPY HFS"], ["WATCH"]),
    "the high king bows and rises": (
        bowing, ["TAX", "TAX", f"OVERLORD {FOE}"], ["OVERLORD KNT", f"OVERLORD {FOE}"]),
    "Gaels swarm on": (gaels_in_the_hills, ["TAX", "LEVY DBS ALL"], ["MOVE AMO PEK", "INVADE PEK DBS"]),
    "the city is cut off": (city_in_nobodys_land, ["FORTIFY LEI"], ["MOVE NHS LES"]),
    "the court takes up arms": (court_in_town, ["DISBAND TAM"], ["MOVE LES STS"]),
    "the spy walks into a trap": (trapped, ["SPY LES"], []),
    "borrowed armies are recalled": (borrowing, ["HOUSE 2"], ["RECALL"]),
    "points are lost elsewhere": (poor_in_points, ["PILLAGE WOS"], ["MOVE LES ARD"]),
    "nobody's land is taken": (nothing, ["LEVY NTS"], ["MOVE LES NTS"]),
    "a kingdom is left": (nothing, [f"GIFT {FOE} 2"], ["VIKING"]),
    "an army is gone, and people grow who cost": (
        spy_in("ARD"), ["GROW ARD", "TAX", "TAX", "STASH 8"], ["SABOTAGE"]),
}  # fmt: skip


@pytest.mark.parametrize("name", UPSETS)
def test_what_can_be_upset_is_not_sure(name: str) -> None:
    setup, mine, theirs = UPSETS[name]
    world = land()
    setup(world)
    last = told(world, *mine)[-1]
    calm = came_of(world, [written(world, ME, *mine)], len(mine))
    foe = GAEL if setup is gaels_in_the_hills else FOE
    upset = came_of(world, [written(world, ME, *mine), written(world, foe, *theirs)], len(mine))
    assert last.forecast != "sure"
    assert last.settled <= (calm[:2] == upset[:2])
    assert theirs == [] or calm != upset


def surround(world: World) -> None:
    """Everything next to Staffordshire and its city is Mercia's."""
    for code in sorted({*world.map["STS"].near, *world.map["TAM"].near}):
        world.areas[code].owner = ME


def first(world: World) -> None:
    world.order.remove(ME)
    world.order.insert(0, ME)


@pytest.mark.parametrize(
    "order", ["LEVY ARD 1", "FORTIFY STS", "DEFEND ARD", "MOVE ARD STS", "SPY ARD", "CASH", "GIFT WSX 3"]
)
def test_whoever_plays_first_is_sure_of_his_first_action(order: str) -> None:
    world = land()
    first(world)
    assert told(world, order)[0].forecast == "sure"


def test_what_concerns_nobody_else_is_sure_to_the_end() -> None:
    lines = told(land(), *["TAX"] * 7, "CASH 3", "ORDER 2", "STASH 2", "OVERLORD MER", *["TAX"] * 5)
    assert {line.forecast for line in lines} == {"sure"}
    assert lines[-1].left == {PURSE: 20 + 12 * 2 + 3 - 2 - 6}


def test_land_that_nobody_can_reach_in_time_is_sure() -> None:
    world = land()
    surround(world)
    assert told(world, "FORTIFY STS")[0].forecast == "sure"
    assert told(world, "TAX", "TAX", "TAX", "FORTIFY STS")[3].forecast == "depends"


def test_a_large_host_survives_a_few_spies() -> None:
    world = land()
    surround(world)
    world.areas["STS"].armies = 5
    assert told(world, "MOVE STS TAM 3")[0].forecast == "depends"
    world.areas["STS"].armies = HOST
    assert told(world, "MOVE STS TAM 3")[0].forecast == "sure"


def test_a_reason_in_the_map_lasts() -> None:
    line = told(land(), "MOVE STS LEI")[0]
    assert (line.forecast, line.settled) == ("fails", True)
    assert line.errors[0].rule == "3.1"


def test_a_reason_that_may_pass_does_not_last() -> None:
    line = told(land(), "GROW ARD")[0]
    assert (line.forecast, line.settled) == ("fails", False)


def test_what_cannot_be_known_is_no_failure() -> None:
    line = told(land(), f"KILL ARD {FOE}")[0]
    assert line.forecast == "depends"
    assert line.doubts


def test_an_attack_is_done_for_certain_though_its_outcome_is_not() -> None:
    world = land()
    first(world)
    line = told(world, "MOVE ARD LES")[0]
    assert (line.forecast, line.settled, line.cost) == ("depends", True, {PURSE: 1})


def test_costs_and_balance_go_on_from_line_to_line() -> None:
    lines = told(land(), "CASH", "LEVY TAM 2", "GROW PEK", "TAX")
    assert [line.cost for line in lines][:2] == [{PURSE: 0}, {PURSE: 6}]
    assert lines[1].left == {PURSE: 20 + 5 - 6}


def test_a_line_that_cannot_be_read_costs_nothing_and_hides_nothing() -> None:
    lines = told(land(), "LEVVY ARD", "TAX")
    assert lines[0].errors[0].column == 1
    assert (lines[0].order, lines[0].cost, lines[1].left) == ("", {}, {PURSE: 22})


def test_nothing_is_sure_of_a_kingdom_without_a_player() -> None:
    world = land()
    world.kingdoms[ME].control = "dropout"
    assert told(world, "TAX")[0].forecast == "depends"


def test_nothing_is_sure_of_a_sheet_that_waits_for_a_later_turn() -> None:
    world = land()
    lines = foresee(view(world, [], ME), written(world, ME, "TAX", "MOVE STS LEI"), world.turn + 1).lines
    assert [line.settled for line in lines] == [False, False]
    assert lines[0].doubts == ("how turn 1 goes",)


def test_after_an_exchange_nothing_is_known() -> None:
    lines = told(land(), "EXCHANGE STR", "TAX")
    assert (lines[1].forecast, lines[1].left) == ("depends", {})


def test_after_an_exchange_that_may_yet_succeed_nothing_is_sure() -> None:
    lines = told(land(), "EXCHANGE WSX", "TAX")
    assert [line.forecast for line in lines] == ["fails", "depends"]
    assert lines[1].left == {PURSE: 22}


def test_a_kingdom_out_of_play_has_no_receipt() -> None:
    world = land()
    world.order.remove(ME)
    with pytest.raises(GameError, match="not in play"):
        told(world, "TAX")


def test_lands_of_a_lost_kingdom_are_nobodys() -> None:
    world = land()
    world.order.remove(FOE)
    world.kingdoms[ME].overlord = FOE
    line = told(world, "LEVY LES", f"OVERLORD {FOE}")[1]
    assert "not in play" in line.errors[0].text


SLIPS = {
    "MOVE STS LEI": "did you mean Leicestershire (LES)?",
    "BUILD STS": "did you mean Tamworth (TAM)?",
    "LEVY STS 9": "there are no more",
    "FORTIFY STS 9": "there are no more",
    "CASH 9": "9 ordered, 5 as things stand",
    "GROW ARD": "move the 1 out of Arden (ARD) first",
    "ASSAULT ARD STS": "Staffordshire (STS) is your own",
    "PROBE ARD STS": "Staffordshire (STS) is your own",
    "RETREAT ARD": "no place to retreat to is set",
    "RETREAT ARD LES": "Leicestershire (LES) is not yours",
    "AMBUSH ARD STS": "Staffordshire (STS) is your own",
    "LEVY SHR": "is nobody's",
    "MOVE ARD STS": "next to it there are 40 armies of the Middle Angles in Leicestershire (LES)",
}


@pytest.mark.parametrize("order", SLIPS)
def test_what_looks_like_a_slip_is_pointed_out(order: str) -> None:
    warnings = told(land(), order)[0].warnings
    assert any(SLIPS[order] in warning for warning in warnings), warnings


LATER_SLIPS = {
    ("RESERVE ARD", "MOVE ARD STS"): "action 1 (RESERVE ARD) makes Arden (ARD) sticky",
    ("MOVE STS TAM", "MOVE TAM STS"): "makes Tamworth (TAM) sticky",
    ("ASSAULT ARD LES", "MOVE ARD STS"): "if action 1 (ASSAULT ARD LES) is beaten off",
    ("LEVY TAM 5", "LEVY STS 2", "GROW PEK", "ASSAULT ARD LES"): "your BPs run out",
    ("ORDER 20", "LEVY STS"): "action 1 spent them on other things",
}


@pytest.mark.parametrize("orders", LATER_SLIPS)
def test_a_slip_through_an_earlier_order_is_pointed_out(orders: tuple[str, ...]) -> None:
    world = land()
    world.kingdoms[ME].reserve = 2
    world.kingdoms[ME].bp = 20 if "ORDER 20" in orders or "RESERVE ARD" in orders else 16
    warnings = told(world, *orders)[-1].warnings
    assert any(LATER_SLIPS[orders] in warning for warning in warnings), warnings


def closing(world: World, *orders: str) -> tuple[str, ...]:
    return foresee(view(world, [], ME), written(world, ME, *orders), world.turn).closing


def test_every_land_left_without_an_army_is_named_in_one_line() -> None:
    world = land()
    world.areas["PEK"].armies = 1
    left = "Left without an army: Arden (ARD) by action 1 and The Peak (PEK) by action 2."
    assert closing(world, "MOVE ARD STS", "MOVE PEK STS")[0] == left
    assert not any("without an army" in line for line in closing(world, "TAX"))
    back = closing(world, "MOVE ARD STS", "LEVY ARD")
    assert not any("without an army" in line for line in back)


def test_bps_put_away_too_early_are_pointed_out() -> None:
    assert (
        "it leaves nothing for actions 3 and 4" in told(land(), "ORDER 20", "TAX", "LEVY STS", "GROW PEK")[0].warnings
    )


def test_more_people_than_the_land_feeds_are_pointed_out() -> None:
    world = land()
    world.areas["PEK"].armies, world.areas["PEK"].population = 0, world.map["PEK"].limit
    assert "is lost again, with a victory point" in told(world, "GROW PEK")[0].warnings[0]


def test_a_spy_at_home_harms_his_own_king() -> None:
    world = land()
    world.kingdoms[ME].spy = Spy("ARD")
    assert "which is your own" in told(world, "SABOTAGE")[0].warnings[0]


def test_sensible_orders_give_no_warning() -> None:
    lines = told(land(), "CASH", "LEVY ARD 1", "FORTIFY ARD", "DEFEND ARD", "TAX", "AMBUSH ARD LES", "RETREAT DBS STS")
    assert [line.warnings for line in lines] == [()] * 7


def test_an_invasion_may_call_up_a_household_where_no_army_can_come() -> None:
    world = fresh_world()
    world.order.remove("PIC")
    world.order.append("PIC")
    world.kingdoms["PIC"].household = Household(2, "MRY")
    doubts = Doubts(world, "PIC", world.areas)
    doubts.await_action(world, 1)
    assert doubts.of(world, ("PIC", "household")) == NONE
    doubts.await_action(world, 2)
    assert not doubts.taken("MRY")
    assert doubts.of(world, ("PIC", "household")) != NONE
    assert doubts.of(world, ("PIC", "treasury")) == NONE


def test_every_action_has_its_words_and_its_stakes() -> None:
    figures = {*Kingdom.__struct_fields__, "usable", "lender"}
    for word, kind in ACTIONS.items():
        assert kind.touches is not None, word
        assert all(name in kind.boxes or name.rstrip("+-") in figures for name in kind.touches), word


def test_blanks_are_said_as_what_they_mean() -> None:
    world = land()
    lines = written(world, ME, "MOVE ARD STS", "LEVY ARD", "MOVE ARD STS AB-1", "RETREAT ARD", "ORDER").lines
    said = [meaning(line.order, number) for number, line in lines.items() if line.order]  # type: ignore[arg-type]
    assert said == [
        "move all armies from Arden (ARD) to Staffordshire (STS)",
        "levy 1 army in Arden (ARD)",
        "move all but 1 army from Arden (ARD) to Staffordshire (STS)",
        "in Arden (ARD) retreat when outnumbered",
        "spend an unnamed number of BPs on the order of play",
    ]


def test_reach_stops_where_the_ground_holds_an_army() -> None:
    world = land()
    takes = reach(world, FOE).takes
    assert takes["LES"] == 0
    assert takes["ARD"] == 1
    assert all(step <= 1 for code, step in takes.items() if world.map[code].is_sea)
    assert takes["STS"] == 1
    assert takes["TAM"] == 2
    assert 1 < takes["WOS"] < NEVER
