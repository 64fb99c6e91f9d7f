"""Reports of Marnon: all that the next sheet needs, sums that add up, and nothing that others may not know."""

from functools import cache

import pytest

from pbm.kit import play
from pbm.record.game import find
from pbm.reports import Report
from pbm.reports.sections import Account, Grid, Hand, Map, Orders, Turnsheet
from pbm.rules.event import Answered, Event
from pbm.rulesets.marnon import RULESET as MARNON
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.sight import view
from pbm.rulesets.marnon.world import World
from pbm.rulesets.reporting import reports
from tests import ROOT

GAME = find(ROOT / "games", "marnon1")
SEATS = ("GOL", "HEM", "DRE", "SPR")
LAST = 5
WIDTH = 68
"""Of a mail: a remark that is broken would be read as an order."""


@cache
def world_after(turn: int) -> World:
    return MARNON.state.under(MARNON.state.read(GAME.position(turn), Settings()), Settings(scenario="four"))


@cache
def journal_of(turn: int) -> tuple[Event, ...]:
    return tuple(MARNON.book.journal.read(GAME.journal(turn)))


@cache
def made() -> dict[str, Report]:
    past = [MARNON.reports.chapter(world_after(turn)) for turn in range(LAST)]
    return reports(MARNON, world_after(LAST), list(journal_of(LAST)), {}, past)[1]


@pytest.mark.parametrize("seat", SEATS)
def test_a_report_has_all_that_the_next_sheet_needs(seat: str) -> None:
    keys = {section.key for section in made()[seat].sections}
    assert keys >= {"brief", "card", "mercenaries", "ongoing", "standing", "treasury", "orders", "forces", "ships"}
    assert keys >= {"castles", "relations", "seen", "room", "expected", "reach", "your_map", "sheet"}
    public = {section.key for section in made()[seat].roundup.sections}
    assert public >= {"powers", "state", "relations", "battles", "places", "map", "areas_chart"}


@pytest.mark.parametrize("seat", SEATS)
def test_the_treasury_adds_up_from_last_turn_to_this(seat: str) -> None:
    treasury = made()[seat].section("treasury")
    assert isinstance(treasury, Account)
    assert treasury.entries[0].amount == world_after(LAST - 1).powers[seat].cash
    assert treasury.total == world_after(LAST).powers[seat].cash


@pytest.mark.parametrize("seat", SEATS)
def test_every_line_of_a_sheet_is_told(seat: str) -> None:
    orders = made()[seat].section("orders")
    assert isinstance(orders, Orders)
    answers = {event.number for event in journal_of(LAST) if isinstance(event, Answered) and event.sheet == seat}
    assert {deed.number for deed in orders.deeds if deed.by == "self"} == answers


@pytest.mark.parametrize("seat", SEATS)
def test_points_of_others_are_shown_only_where_they_are_known(seat: str) -> None:
    known = view(world_after(LAST), list(journal_of(LAST)), seat).points
    seen = made()[seat].section("seen")
    assert isinstance(seen, Grid)
    shown = {part.split()[0]: part.split()[1] for row in seen.rows for part in str(row.cells[-1]).split(", ")}
    assert shown
    assert all(points == str(known.get(unit, "?")) for unit, points in shown.items())


@pytest.mark.parametrize("seat", SEATS)
def test_the_sheet_has_a_row_for_each_force_and_no_remark_that_a_mail_would_break(seat: str) -> None:
    sheet = made()[seat].section("sheet")
    assert isinstance(sheet, Turnsheet)
    forces = world_after(LAST).powers[seat].forces
    assert [row.title for row in sheet.form if row.title in forces] == sorted(forces)
    assert all(len(row) < WIDTH for row in sheet.rows)


def test_the_card_of_the_coming_turn_shows_its_choice_to_those_it_asks() -> None:
    """The hunt asks everyone."""
    for seat in SEATS:
        card = made()[seat].section("card")
        assert isinstance(card, Hand)
        assert [one.name for one in card.cards] == ["27 Hunt Them Down!"]
        assert card.cards[0].order == "HUNT fleet or force"


def test_every_crown_of_random_games_is_told() -> None:
    for played in play.game(MARNON, 5, 6):
        for who, report in played.reports()[1].items():
            treasury = report.section("treasury")
            assert isinstance(treasury, Account)
            assert treasury.entries[0].amount == played.opening.powers[who].cash, (who, treasury)


def test_the_map_shows_plague_rebellion_and_sieges() -> None:
    world = play.copied(MARNON, world_after(LAST - 1))
    world.ongoing.plague, world.ongoing.rebellion = {"R1T3": 0}, {"R3T5": 1}
    past = [MARNON.reports.chapter(world_after(turn)) for turn in range(LAST - 1)]
    report = reports(MARNON, world, list(journal_of(LAST - 1)), {}, past)[1]["GOL"]
    section = report.section("your_map")
    assert isinstance(section, Map)
    assert {*section.covers} >= {("R1T3", "plague"), ("R3T5", "rebellion"), ("C6", "siege")}
    turn_map = report.section("turn_map")
    assert isinstance(turn_map, Map)
    assert (turn_map.own, turn_map.covers) == ("GOL", section.covers)
    assert {move.who for move in turn_map.moves} == {"GOL"}
