"""What receipts, sheets and advice say of a line is so: whether anything comes of it, and whether it can be paid."""

from dataclasses import replace
from typing import Any

import pytest

from pbm.computer.counsel import counsel
from pbm.computer.on_sheet import on_sheet
from pbm.kit.play import begun, fresh
from pbm.receipts.foresee import foresee
from pbm.rules.action import Action
from pbm.rules.answers import outcomes
from pbm.rules.event import Answered, Phase
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.homelands.outfit import Outfitter
from pbm.rulesets.homelands.report.form import filled
from pbm.rulesets.homelands.setup import fields_of, start_villages
from pbm.rulesets.marnon.map import areas
from pbm.rulesets.marnon.ongoing import CardInPlay
from pbm.rulesets.marnon.report.planning import expected
from pbm.rulesets.marnon.report.words import Author as MarnonAuthor
from pbm.rulesets.marnon.report.words import has_choice
from pbm.rulesets.tours.command import Fails, Marked
from pbm.rulesets.tours.reform import ReformTried
from pbm.rulesets.tours.report.brief import happenings, warnings
from pbm.rulesets.tours.report.form import filled as tours_filled
from pbm.rulesets.tours.report.words import Author as ToursAuthor

HOMELANDS, TOURS, MARNON = load("homelands"), load("tours"), load("marnon")


def told(rules: AnyRuleset, world: Any, who: str, *texts: str) -> tuple[Foreseen, ...]:
    sheet = rules.language.reader(world).lines(who, list(texts))
    return foresee(rules, "game1", rules.sight.view(world, [], who), sheet, world.turn + 1).lines


def advice(rules: AnyRuleset, world: Any, who: str, own: Sheet | None = None) -> list[str]:
    return [each.text for each in counsel(rules, "game1", rules.sight.view(world, [], who), own)]


def ordering(rules: AnyRuleset, world: Any, *texts: str) -> AnyRuleset:
    """The game with a computer that orders just that."""
    lines = rules.language.reader(world).lines("", list(texts)).lines.values()
    computer = replace(rules.computer, write=lambda view, how, dice: [(line.order, "") for line in lines if line.order])
    return replace(rules, computer=computer)


# lines that count as done


def test_a_condition_of_homelands_that_does_not_come_is_not_needed() -> None:
    world = begun(HOMELANDS)
    walls, none, coming = told(HOMELANDS, world, "DMN", "WITHDRAW DUM ALL IF 1", "WITHDRAW SIL ALL IF 1", "SOW ALL")
    assert walls.came
    assert walls.came.always == "not needed"
    assert not walls.warnings
    assert none.warnings == ("no completed settlement of yours is open there [5.7.1]",)
    assert coming.came
    assert coming.came.always == "ok"


def test_what_both_must_order_is_an_offer() -> None:
    for line in told(HOMELANDS, begun(HOMELANDS), "DMN", "TRUCE PIC", "VASSAL ROM", "TAKEVASSAL PIC"):
        assert line.meaning.startswith("offer ")
        assert "this is an offer" in line.warnings[0]


def test_an_offer_that_they_made_is_none_of_yours() -> None:
    world = begun(HOMELANDS)
    theirs = HOMELANDS.language.reader(world).order("TRUCE DMN")
    assert isinstance(theirs, Action)
    for event in theirs.plan(theirs.scene(world, "PIC")).events:
        event.apply(world)
    assert not told(HOMELANDS, world, "DMN", "TRUCE PIC")[0].warnings


@pytest.mark.parametrize(("gold", "reason"), [(2, "not enough gold: each costs 2"), (100, "there is room for 2 more")])
def test_goods_are_not_bought_for_want_of_what_is_shortest(gold: int, reason: str) -> None:
    world = begun(HOMELANDS)
    world.powers["DMN"].gold = gold
    order = HOMELANDS.language.reader(world).order("BUY GRAIN SUM 4")
    assert isinstance(order, Action)
    assert order.plan(order.scene(world, "DMN")).refusals[0].text == reason


def test_what_a_sale_brings_is_said() -> None:
    world = begun(HOMELANDS)
    assert told(HOMELANDS, world, "DMN", "SELL GRAIN SUM 2")[0].gain.get("gold", 0) > 0


def test_units_that_cannot_reform_are_named() -> None:
    world = begun(TOURS)
    assert "none of them is disordered" in told(TOURS, world, "FRA", "MARK HC REFORM")[0].warnings[0]
    world.units["K02"].dis = True
    assert not told(TOURS, world, "FRA", "MARK HC REFORM")[0].warnings
    foe = next(code for code in world.of("MUS"))
    beside = str(int(world.units["K02"].hex) + 1)
    del world.standing[world.units[foe].hex]
    world.units[foe].hex = beside
    world.place(foe, beside)
    assert "with an enemy beside them, as K02" in told(TOURS, world, "FRA", "MARK HC REFORM IF DIS 1")[0].warnings[0]


# the set-up


def test_places_that_others_take_first_are_not_promised() -> None:
    world = fresh(HOMELANDS)
    rows = filled(HOMELANDS.sight.view(world, [], "DMN"))
    stand = " ".join(row.removeprefix("; ") for row in rows).partition("may also stand on ")[2].partition(", unless")[0]
    assert "CNB" in stand
    assert "DOB" not in stand
    after = begun(HOMELANDS)
    first = Outfitter(after, "DMN", fields_of(world, "DMN"), start_villages(world))
    refusal = first.place("PIGS", "DOB", 1)
    assert refusal
    assert "came first to Dobunnia (DOB)" in refusal.text


def test_tours_says_how_a_set_up_is_written_and_whom_it_moves() -> None:
    world = fresh(TOURS)
    assert "SETUP H01 1606" in " ".join(tours_filled(TOURS.sight.view(world, [], "FRA")))
    assert not tours_filled(TOURS.sight.view(begun(TOURS), [], "FRA"))
    taken, own = told(TOURS, world, "FRA", "SETUP H01 1607", "SETUP H03 1608")
    assert "the place of the 2nd heavy infantry (H02)" in taken.warnings[0]
    assert not own.warnings


# words and counts


def test_a_step_is_named_without_its_number() -> None:
    assert Phase("4.10", "8f. the next card").title == "the next card"
    assert Phase("4.10", "round 3").title == "round 3"


def test_what_was_done_in_part_is_told_as_that() -> None:
    journal = [Answered("RED", "RED", 1, "BUY 3", note="1 of 3"), Answered("RED", "RED", 2, "BUY 1")]
    sheets = {"RED": Sheet("RED", {})}
    assert outcomes(journal, sheets) == {"RED": {1: "ok", 2: "ok"}}
    assert outcomes(journal, sheets, as_told=True) == {"RED": {1: "partial", 2: "ok"}}


def test_a_choice_on_a_card_is_asked_of_whom_it_concerns_alone() -> None:
    world = begun(MARNON)
    for who, region, asked in (("WHI", "R2", True), ("GOL", "R2", False)):
        world.event = CardInPlay(35, region=region, power="WHI" if asked else None)
        author = MarnonAuthor(MARNON.sight.view(world, [], who))
        assert has_choice(author, world.event) is asked


def test_crowns_that_a_card_brings_are_planned_for() -> None:
    world = begun(MARNON)
    world.event = None
    before = expected(MarnonAuthor(MARNON.sight.view(world, [], "GOL"))).total
    own = next(code for code in world.owned("GOL") if areas()[code].port)
    world.event = CardInPlay(23, ports=[own])
    assert expected(MarnonAuthor(MARNON.sight.view(world, [], "GOL"))).total == before + 10


def test_whoever_did_not_obey_or_reform_is_told_so() -> None:
    world = begun(TOURS)
    journal = [Marked("FRA", "HC", "REFORM"), Fails("HI", 9, 0, 5)]
    world.units["K02"].dis = True
    author = ToursAuthor(TOURS.sight.view(world, journal, "FRA"))
    texts = [notice.text for notice in (*happenings(author), *warnings(author, ()))]
    assert "Your contingents that did not obey: the Frankish heavy infantry." in texts
    assert [text for text in texts if text.startswith("Marked to reform, and did not") and "K02" in text]
    tried = ToursAuthor(TOURS.sight.view(world, [*journal, ReformTried("K02", 7, (), 7)], "FRA"))
    assert not [notice for notice in warnings(tried, ()) if notice.key == "unreformed"]


# advice


def test_no_more_is_advised_than_can_be_paid() -> None:
    world = begun(HOMELANDS)
    rules = ordering(HOMELANDS, world, "BUY GRAIN SUM 9")
    world.powers["DMN"].gold = 3
    found = [text for text in advice(rules, world, "DMN") if "BUY" in text]
    assert all("9" not in text for text in found)
    spent = rules.language.reader(world).lines("DMN", ["BUY LI SUM 1"])
    world.powers["DMN"].gold = 2
    assert not [text for text in advice(rules, world, "DMN", spent) if "BUY GRAIN" in text]


def test_what_is_in_force_or_changes_nothing_is_not_advised() -> None:
    world = begun(TOURS)
    rules = ordering(TOURS, world, "SHOCK ALL 1", "PRESS ALL 0", "STANCE ALL STRIKE", "MARK HI REFORM", "INIT FIRST")
    own = rules.language.reader(world).lines("FRA", ["INIT LAST"])
    assert not [text for text in advice(rules, world, "FRA", own) if "could be ordered" in text]


def test_what_hinders_a_line_of_the_sheet_is_not_advised() -> None:
    world = begun(HOMELANDS)
    rules = ordering(HOMELANDS, world, "MOVE DUM DUR LI 2")
    assert [text for text in advice(rules, world, "DMN") if "MOVE DUM DUR LI 2" in text]
    own = rules.language.reader(world).lines("DMN", ["MOVE DUM SUM LI 2"])
    assert not [text for text in advice(rules, world, "DMN", own) if "MOVE DUM DUR LI 2" in text]


def test_advice_on_a_sheet_gives_every_reason_and_calls_no_land_idle() -> None:
    world = begun(HOMELANDS)
    own = HOMELANDS.language.reader(world).lines("DMN", ["SELL PIGS DUR 1"] * 10)
    view = HOMELANDS.sight.view(world, [], "DMN")
    found = [each.text for each in on_sheet(HOMELANDS, "game1", view, own)]
    assert sum("it needs a port" in text for text in found) == 10
    assert not [text for text in found if text.startswith("Idle")]
    marks = TOURS.language.reader(begun(TOURS)).lines("FRA", ["MARK HI MOVE"])
    told = [each.text for each in on_sheet(TOURS, "game1", TOURS.sight.view(begun(TOURS), [], "FRA"), marks)]
    assert not [text for text in told if "would be done" in text]
