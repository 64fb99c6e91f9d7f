"""What no rule case of Carolingian Twilight can see of its world."""

from pbm.kit.play import begun, fresh
from pbm.rulesets import load
from pbm.rulesets.twilight.calamities import TurnedMilitia
from pbm.rulesets.twilight.endgame import ended_early
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.world import arisen, closed, opened

GAME = load("twilight")


def test_powers_that_arise_have_names() -> None:
    assert [arisen(code) for code in ("RB1", "RB12", "XX2")] == ["Rebels 1", "Rebels 12", "XX2"]
    assert [arisen("LO3", among) for among in (["LO1", "LGE"], ["LOP"])] == ["Heir 3 of Lothar", "Heir 3 of Louis"]
    assert [arisen(code) for code in ("CH2", "LO3")] == ["Heir 2 of Charles", "Heir 3 of Louis or Lothar"]


def test_a_stack_of_nobody_is_not_kept() -> None:
    world = fresh(GAME)
    position = closed(world)
    position.forces["FRC"] = {"LGE": "", "CHB": "W1 M2"}  # type: ignore[dict-item]
    there = opened(position, world.settings).forces["FRC"]
    assert {power: [stack.units for stack in stacks] for power, stacks in there.items()} == {"CHB": [{"W": 1, "M": 2}]}


def test_who_has_operated_has_operated_as_militia_too() -> None:
    for done, now in (({"W": 1}, {"M": 1}), ({}, {})):
        world = fresh(GAME)
        world.forces["FRC"] = {"CHB": [Stack({"W": 2, "M": 1}, dict(done))]}
        TurnedMilitia("CHB", "FRC", 0, "W", 4).apply(world)
        (stack,) = world.stacks("FRC", "CHB")
        assert (stack.units, {unit: count for unit, count in stack.done.items() if count}) == ({"W": 1, "M": 2}, now)


def test_an_agreed_end_is_won_by_whoever_has_most_points() -> None:
    world = begun(GAME)
    result = ended_early(world)
    assert (result.how, result.winners) == ("Decline", ("LO1",))
    assert result.text == "CHB Decline, LGE Decline, LO1 Decline"
