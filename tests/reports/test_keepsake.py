"""The end of every game: what everyone gets is made by the engine from chapters and annals."""

from typing import Any

import pytest

from pbm.kit.play import FRAME, game
from pbm.maps import RECIPE
from pbm.reports import Chapter
from pbm.reports.keepsake import BATTLE, FOUGHT, Past, annals, awards
from pbm.reports.sections import Facts, Grid, Map
from pbm.rules.turn_names import TurnNames
from pbm.rulesets import load
from pbm.rulesets.darkage.battle import Round
from pbm.rulesets.darkage.battle_events import Fought as DarkageFought
from pbm.rulesets.darkage.report.keepsake import annals as darkage_annals
from pbm.rulesets.darkage.world import Victory
from pbm.rulesets.homelands.battle import Fought
from pbm.rulesets.homelands.world import Ending
from pbm.rulesets.reporting import Memory, reports

TURNS = 4


def end(name: str, world: Any) -> None:
    """The game is over, whatever the position."""
    if name == "darkage":
        world.won = Victory("MER", "points")
    elif name == "twilight":
        world.over, world.levels = True, dict.fromkeys(world.vp, "decisive")
    elif name == "homelands":
        world.result = Ending(world.codes[0], "IMPORTANCE")
    elif name == "marnon":
        world.winner = "GOL"
    else:
        world.winner, world.ending = "FRA", "night"


@pytest.mark.parametrize("name", ["darkage", "homelands", "marnon", "tours", "twilight"])
def test_every_game_ends_with_its_story(name: str) -> None:
    rules, memory = load(name), Memory()
    played = list(game(rules, 3, TURNS))
    for number, turn in enumerate(played[:-1], 1):
        memory.note(rules, number, turn.world, turn.journal)
    last, turns = played[-1], TurnNames(rules.state.set_up_sheet(rules.state.settings()))
    before, _ = reports(rules, last.world, last.journal, {"": FRAME}, last.past, turns=turns, memory=memory)
    assert not [each for each in before.sections if each.key in ("rise", "story_1")]
    end(name, last.world)
    public, _ = reports(rules, last.world, last.journal, {"": FRAME}, last.past, turns=turns, memory=memory)
    rise = public.section("rise")
    assert isinstance(rise, Grid)
    assert {row.who for row in rise.rows} <= {*rules.state.names(last.world)}
    maps = [each for each in public.of(Map) if each.key.startswith("story_")]
    if (rules.data / RECIPE).exists():
        assert maps[0].title == "At the beginning"
        assert maps[0].owners
    else:
        assert not maps
    told = [fact.label for each in public.of(Facts) if each.key == "great" for fact in each.facts]
    first, final = public.history[0].turn, public.history[-1].turn
    assert all(first <= int(label.removeprefix("turn ")) <= final for label in told)


def test_of_the_battles_of_a_place_the_greatest_is_told() -> None:
    small = Fought("ROM", "SAX", "CAN", "ROM", 1, "1 LI", "", 1)
    great = Fought("ROM", "SAX", "CAN", None, 4, "3 LI, 2 HC", "4 LI", 9)
    *fought, told = annals([small, great, small], {"ROM": "Londinium"})
    assert [(one.kind, one.who) for one in fought] == [(FOUGHT, "ROM"), (FOUGHT, "SAX")] * 3
    assert (told.kind, told.who, told.weight) == (BATTLE, "ROM", 10)
    assert "Londinium lost 3 LI, 2 HC" in told.text


def test_most_battles_counts_every_battle_of_both_sides() -> None:
    """The greatest of a place is told, and small ones are not; all are counted."""
    rounds = (Round(3, 1, 0, 0),)
    small = DarkageFought("MER", "NHS", "WAR", "WSX", rounds, 0, 0, 0, 0, 0, 0, False, True)
    told = list(darkage_annals(None, [small, small]))  # type: ignore[arg-type]
    assert [(one.kind, one.who) for one in told] == [("fought", "MER"), ("fought", "WSX")] * 2
    chapters = tuple(Chapter(turn, {"points": {"MER": 1, "WSX": 2}}, {}) for turn in (0, 1))
    given = {fact.label: fact.text for fact in awards(Past(chapters, {}, [*told, told[0]]))}
    assert given["Most battles"] == "MER, 3 battles"
