"""By The Sword says why: a surrender, a line of supply that is cut, a pursuit that was not made, a line not needed."""

from typing import Any

import pytest

from pbm.rules.engine import Turn
from pbm.rules.event import Answered
from pbm.rulesets.cases import documents, played
from pbm.rulesets.marnon.realm.doctrine import Peace, Trade, War
from pbm.rulesets.marnon.realm.placing import PlaceStart
from pbm.rulesets.marnon.war.battle import CasualtiesCounted
from pbm.rulesets.marnon.world import World
from tests.helpers.marnon_hands import MARNON
from tests.helpers.play import CASES

SIEGES, CARDS, AGAIN = "5.45-sieges", "5.98-cards", "second-reading"


def turn_of(file: str, name: str) -> Turn[Any]:
    [case] = [case for case in documents(CASES[0] / f"marnon/{file}.yaml") if case["case"] == name]
    return played(MARNON, case)[0]


def told(turn: Turn[Any], who: str) -> list[str]:
    names = MARNON.state.names(turn.world)
    return [event.sentence(names) for event in turn.journal if who in event.known_to()]


def test_a_force_that_surrenders_says_who_holds_every_way() -> None:
    said = told(turn_of(SIEGES, "5.45-surplus-surrenders"), "HEM")
    [why] = [line for line in said if "no way back" in line]
    assert why == (
        "A2 has no way back: Pembroke is nobody's; South Hemp is nobody's; "
        "Dragonhead is held by Dread Moors; no fleet near it has room"
    )
    assert "A2 lost 400 points: surrendered" in said


def test_a_force_out_of_supply_says_where_its_line_is_cut() -> None:
    said = told(turn_of(CARDS, "5.98-39-no-way"), "DRE")
    assert "A1 is out of supply: the nearest source, Castle 8, is 3 areas away, and two are the most" in said
    said = told(turn_of(AGAIN, "5.98-39-by-sea"), "DRE")
    assert "A1 is out of supply: the way to Radner Fen is cut at Dragonhead, which is held by Hempen Wood" in said


def test_no_pursuit_has_a_reason_that_does_not_tell_the_beaten_what_was_ordered() -> None:
    turn = turn_of(AGAIN, "5.37-shares-before-rounding")
    assert "no pursuit from Heatherlawn: the order was PURSUE NO" in told(turn, "GOL")
    assert "no pursuit from Heatherlawn: the enemy held back" in told(turn, "WHI")
    assert "no pursuit from Castle 6: nobody fled by land" in told(
        turn_of(AGAIN, "5.36-all-inside-are-not-pursued"), "HEM"
    )


def test_public_losses_count_those_who_surrendered() -> None:
    turn = turn_of(AGAIN, "5.97-taken-aboard-and-put-ashore")
    [none] = [event for event in turn.journal if isinstance(event, CasualtiesCounted)]
    assert (none.loser_loss, none.surrendered) == (0, 0)
    turn = turn_of("5.30-combat", "5.34-surrender")
    [counted] = [event for event in turn.journal if isinstance(event, CasualtiesCounted)]
    assert counted.surrendered
    assert counted.loser_loss >= counted.surrendered
    assert f"by surrender {counted.surrendered}" in counted.sentence(MARNON.state.names(turn.world), public=True)


def test_a_line_that_was_not_needed_is_no_mistake() -> None:
    answers = [event for event in turn_of(AGAIN, "3.5-not-needed").journal if isinstance(event, Answered)]
    found = {event.number: (event.outcome, event.refusals[0].text) for event in answers}
    assert found[2] == ("not needed", "its condition does not hold")
    assert found[4] == ("failed", "its condition names something that is not in the game")


@pytest.mark.parametrize("order", [War("INV"), Peace("INV"), Trade("INV", "YES")])
def test_words_for_the_invader_have_a_hint(order: War | Peace | Trade) -> None:
    world = turn_of(AGAIN, "5.3-oneself-and-the-invader").world
    reason = order.wrong(world, "GOL")
    assert reason
    assert "INVADER IGNORE, OPPOSE or JOIN" in reason.text


@pytest.mark.parametrize(
    ("what", "where", "why"),
    [
        ("A1", "R2T1", "not in your own region"),
        ("FORT", "C1", "in a territory"),
        ("F1", "R1T3", "no port"),
        ("A3", "R1T3", "not yours to place"),
        ("CULTURE", "WET", "cannot be"),
    ],
)
def test_a_set_up_line_that_cannot_be_done_is_seen_before_it_is_played(what: str, where: str, why: str) -> None:
    world: World = turn_of(AGAIN, "5.3-oneself-and-the-invader").world
    world.turn, world.powers["GOL"].fleets = 0, turn_of(AGAIN, "5.98-39-by-sea").world.powers["DRE"].fleets
    reason = PlaceStart(what, where).wrong(world, "GOL")
    assert reason
    assert why in reason.text
    assert PlaceStart("A1", "R1T3").wrong(world, "GOL") is None
