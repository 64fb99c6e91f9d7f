"""What others can take at worst, in what a player knows, is named with those who can take it."""

import pytest

from pbm.computer.counsel import at_worst
from pbm.kit.play import self_play
from pbm.rehearsal.outcome import After
from pbm.rehearsal.rehearse import holdings
from pbm.rehearsal.worst import worst
from pbm.rules.order import Sheet
from pbm.rulesets import load
from tests.helpers.play import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_only_what_the_power_holds_and_who_else_could_take_it(name: str) -> None:
    rules = load(name)
    for turn in self_play(rules, 3, 2):
        world, views = turn.world, turn.views()
        for who in [*rules.state.players(world)][:2]:
            found = worst(rules, "game1", views[who], Sheet(who, {}))
            held = holdings(rules, who, rules.sight.known(views[who]))
            assert found.keys() <= {*held}
            assert all(by and {*by} <= {*rules.state.players(world)} - {who} for by in found.values())
            assert found == worst(rules, "game1", views[who], Sheet(who, {})), "the same advice every time"


@pytest.mark.parametrize("name", ["homelands", "marnon", "twilight", "tours"])
def test_neighbours_can_take_something_in_every_game_of_conquest(name: str) -> None:
    rules = load(name)
    found = (
        worst(rules, "game1", view, Sheet(who, {}))
        for seed in range(4)
        for turn in self_play(rules, seed, 5)
        for who, view in turn.views().items()
        if who in rules.state.players(turn.world)
    )
    assert any(found)


def test_what_was_lost_among_usual_players_is_not_told_twice() -> None:
    taken, names = {"LES": ("MER",), "MDA": ("MER", "WSX")}, {"LES": "Leicester", "MDA": "Arden", "MER": "Mercia"}
    told = [one.text for one in at_worst({**names, "WSX": "Wessex"}, taken, After(8, lost={"LES": 3}))]
    assert told == ["At worst, if others order all they can as far as you know: Arden, by Mercia and Wessex."]
