"""What receipts say of lines that do nothing, or less than was asked: why, by what rule, and at what cost."""

from typing import Any

import pytest

from pbm.kit.play import begun, fresh
from pbm.receipts.foresee import foresee
from pbm.rehearsal.outcome import battles
from pbm.rehearsal.play import Played
from pbm.rulesets import load
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.marnon.war.battle import Fought


def receipt(name: str, who: str, *lines: str, world: Any = None) -> list[Foreseen]:
    rules = load(name)
    world = world or begun(rules)
    sheet = rules.language.reader(world).lines(who, lines)
    return list(foresee(rules, "game1", rules.sight.view(world, [], who), sheet, world.turn).lines)


def reasons(line: Foreseen) -> list[str]:
    return [f"{error.text} [{error.rule}]" for error in line.errors]


# lines that do not arise


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("FOR LGE", "LEVY SAX W"), "Louis the German is played by another player, and cannot be won [24.1]"),
        (("FOR WSX", "LEVY HOME W"), "you did not have Wessex when this line came up [24.1]"),
        (("FOR RB9", "LEVY HOME W"), "Rebels 9 are not in play [24.1]"),
        (("IF ENEMY PAR : LEVY PAR W",), "its condition does not hold [H4]"),
        (("FUND WSX 1",), "Wessex held no levy of which you could pay [7.0]"),
    ],
)
def test_twilight_says_why_a_line_did_not_arise(lines: tuple[str, ...], reason: str) -> None:
    line = receipt("twilight", "CHB", *lines)[-1]
    assert line.came
    assert line.came.always == "void"
    assert reasons(line) == [reason]


# lines that count as done and do nothing


@pytest.mark.parametrize(
    ("name", "line", "warning"),
    [
        ("twilight", "FOR LGE", "Louis the German is played by another player, and cannot be won [24.1]"),
        ("twilight", "PERMIT SLA LOT", "Lotharingia is no sea: "),
        ("twilight", "PERMIT CHB NSE", "your own power needs no permission [19.1]"),
    ],
)
def test_a_line_that_counts_as_done_and_does_nothing_is_marked(name: str, line: str, warning: str) -> None:
    (said,) = receipt(name, "CHB", line)
    assert said.came
    assert said.came.always == "ok"
    assert said.warnings[0].startswith(warning)


def test_a_row_of_the_set_up_that_is_not_filled_in_says_where_the_piece_stays() -> None:
    (said,) = receipt("marnon", "GOL", "PLACE A1", world=fresh(load("marnon")))
    assert said.warnings == ("nothing is filled in: A1 stays in R1T4 [8.3]",)


# lines that are done in part, and what they cost


def test_a_bid_costs_what_is_paid_and_is_cut_to_what_there_is() -> None:
    first, second = receipt("twilight", "CHB", "BID INIT 1", "BID MUS 99")
    assert first.came
    assert first.came.always == "ok"
    assert first.cost == {"DP": 1}
    assert second.came
    assert set(second.came.outcomes) == {"partial"}
    assert reasons(second)[0] == f"Charles the Bald has only {first.left['DP']} DP for it [8.0]"
    assert second.left["DP"] == 0


def test_a_levy_says_how_many_units_came() -> None:
    (said,) = receipt("twilight", "CHB", "LEVY PAR W 3")
    assert said.came
    assert said.came.always == "partial"
    assert reasons(said) == ["only 1 of 3: one unit a year is raised in Paris [12.0.4]"]


def test_a_marker_that_is_not_held_is_said() -> None:
    said = receipt("twilight", "CHB", "FORCE 1 PAR LD2", "MOVE 1 PAR FRC", "MOVE 2 PAR FRC")
    assert "Charles the Bald does not hold Leadership 2 [20.1]" in reasons(said[0])
    assert reasons(said[2])[0] == "force 2 was not formed [14.0]"


def test_points_beyond_the_purse_are_said() -> None:
    (said,) = receipt("marnon", "GOL", "BUY ARMY 99000 C1")
    assert said.came
    assert said.came.always == "partial"
    assert said.warnings[0].startswith("only ")
    assert said.warnings[0].endswith(" of 99000 points")


# orders in words


@pytest.mark.parametrize(
    ("name", "who", "line", "said"),
    [
        ("twilight", "CHB", "FORCE 1 PAR AB-1", "Gather force 1 in Paris (PAR): all but 1."),
        ("twilight", "CHB", "FORCE 1 PAR W1 M2", "Gather force 1 in Paris (PAR): 1 warrior and 2 militia."),
        ("twilight", "CHB", "BID INIT 0", "Bid no DP for the initiative."),
        ("twilight", "CHB", "CAP 0", "Spend no DP on Majors."),
        ("twilight", "CHB", "HOLD ALL", "Keep all DP back from this levy."),
        (
            "homelands",
            "ROM",
            "DOCTRINE ENGAGE ALL 110",
            "Until further notice attack enemies everywhere if you have at least 110 per cent of their number.",
        ),
        (
            "homelands",
            "ROM",
            "DOCTRINE TARGET HI LI",
            "Until further notice hit these first: heavy infantry (HI), light infantry (LI).",
        ),
        ("homelands", "ROM", "DOCTRINE RALLY", "Until further notice escape homewards."),
        ("marnon", "GOL", "PATROL F1 ZD ODDS", "Patrol with F1 in Sea Zone D (ZD), and stop others if the odds allow."),
    ],
)
def test_orders_are_said_in_plain_words(name: str, who: str, line: str, said: str) -> None:
    (found,) = receipt(name, who, line)
    assert found.sentence == said


def test_a_receipt_calls_its_power_as_sentences_do() -> None:
    rules, world = load("tours"), begun(load("tours"))
    sheet = rules.language.reader(world).lines("FRA", ["STAY ALL"])
    assert foresee(rules, "game1", rules.sight.view(world, [], "FRA"), sheet, world.turn).name == "the Franks"


# what may come of it


def test_battles_are_told_beside_what_is_won_and_lost() -> None:
    lost = Fought("R2T1", ("GOL",), ("WHI",), ("WHI",), 1000, 3000, 200, 100)
    plays = [Played(None, [lost, lost], {}, {}, True), Played(None, [], {}, {}, True)]
    assert battles(plays, "GOL", won=False) == {"R2T1": 1}
    assert battles(plays, "GOL", won=True) == {}
    assert battles(plays, "WHI", won=True) == {"R2T1": 1}
    assert battles(plays, "HEM", won=True) == {}


# what stands in the way, and how a line is written


def test_a_unit_that_does_not_get_there_says_who_stands_in_the_way() -> None:
    """K01 rides as near as it can: done in part, whenever its contingent obeys."""
    world = begun(load("tours"))
    taken = world.units["L08"].hex
    _, said = receipt("tours", "FRA", "MARK HC MOVE", f"MOVE K01 {taken}", world=world)
    assert said.came
    assert said.came.goes_with == 1
    assert set(said.came.outcomes) <= {"partial", "not obeyed"}
    assert any(f"{taken} is taken by L08" in reason for reason in reasons(said))


def test_marks_of_two_contingents_have_nothing_to_do_with_each_other() -> None:
    said = receipt("tours", "FRA", "MARK HC MOVE", "MARK LC MOVE", "MARK LI MOVE")
    assert [line.came.goes_with for line in said if line.came] == [0, 0, 0]


@pytest.mark.parametrize("line", ["SOW LON 1", "SOW 1", "RECRUIT LON 1"])
def test_a_number_behind_a_field_is_not_how_it_is_written(line: str) -> None:
    word = line.split(maxsplit=1)[0]
    (said,) = receipt("homelands", "ROM", line)
    assert f"it is written: {word} fields, or ALL [number]" in said.errors[0].text


@pytest.mark.parametrize(
    ("line", "warning"),
    [
        ("CLAIM DOMINANCE", "you have 0 VP, and it takes 10 at the end of the next round [5.15.2]"),
        ("LUCK WEATHER 1", "no weather is thrown for in spring [5.12.4]"),
    ],
)
def test_a_claim_or_luck_that_can_hardly_help_is_marked(line: str, warning: str) -> None:
    (said,) = receipt("homelands", "ROM", line)
    assert said.warnings[0].startswith(warning)


@pytest.mark.parametrize(
    ("name", "who", "line", "form"),
    [
        ("tours", "FRA", "GROUP GX K01 K02", "GROUP name unit,unit,... [AB-but]"),
        ("twilight", "CHB", "REVEAL PAR", "REVEAL where or MARKS power or ALL"),
    ],
)
def test_a_line_that_cannot_be_read_says_how_it_is_written(name: str, who: str, line: str, form: str) -> None:
    (said,) = receipt(name, who, line)
    assert form in said.errors[0].text


def test_what_a_line_brings_in_is_said_beside_it() -> None:
    line = Foreseen(1, "SELL 1", cost={"amber": 1}, gain={"silver": 2}, left={"amber": 0, "silver": 6})
    assert line.bill == "It costs 1 amber (nothing left), and brings 2 silver (6 then)."
