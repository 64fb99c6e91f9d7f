"""Reports of Homelands: accounts that add up, a forecast that holds, a sheet that reads back, the map of one era."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.kit.play import Played, game
from pbm.reports.sections import Account, Map, Orders
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.cases import documents
from pbm.rulesets.cases import played as played_case
from pbm.rulesets.homelands.forecast import forecast
from pbm.rulesets.homelands.report.form import filled, form
from pbm.rulesets.homelands.report.glance import OUT
from pbm.rulesets.homelands.report.ledger import GOLD, PP, VP, entries
from pbm.rulesets.homelands.report.words import Author
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.stock import Perished
from pbm.rulesets.homelands.tables import WINTER
from pbm.rulesets.homelands.world import World, copied
from tests.helpers.play import CASES

HOMELANDS = load("homelands")
SECRET = b"a secret for reports"


def fresh(**house: Any) -> World:
    world: World = HOMELANDS.state.setup(Settings(**house), Dice(SECRET, 0), {})[0]
    return world


@cache
def turns() -> list[Played]:
    """A year and a round of a game at random, with five powers on a part of the map."""
    return list(game(HOMELANDS, 7, 6, fresh(powers=5)))


def written(view: Any, temper: str) -> list[str]:
    return [str(order) for order, _ in HOMELANDS.computer.write(view, temper, Dice(SECRET, view.turn))]


def by_computer(world: World, rounds: int) -> tuple[World, list[Any]]:
    """The world and the last journal after some rounds of warlords."""
    journal: list[Any] = []
    for _ in range(rounds):
        views = HOMELANDS.views(world, journal)
        reader = HOMELANDS.language.reader(world)
        sheets = {who: reader.lines(who, written(view, "warlord")) for who, view in views.items()}
        journal = play(Turn(world, sheets, Dice(SECRET, world.turn)), HOMELANDS.book.steps(world))
    return world, journal


# accounts


@pytest.mark.parametrize("account", [GOLD, PP, VP])
def test_accounts_tell_every_change_of_gold_prestige_and_points(account: str) -> None:
    for played in turns():
        for who, view in played.views().items():
            before = getattr(played.opening.powers[who], account)
            told = sum(entry.amount for entry in entries(Author(view), account))
            assert before + told == getattr(played.world.powers[who], account), (view.turn, who)


def test_accounts_end_with_what_a_power_has() -> None:
    last = turns()[-1]
    for who, report in last.reports()[1].items():
        own = {account.key: account.total for account in report.of(Account)}
        realm = last.world.powers[who]
        assert (own["gold_account"], own["pp_account"], own["vp_account"]) == (realm.gold, realm.pp, realm.vp)


# what happened


def test_every_line_is_told_and_every_sentence_says_something() -> None:
    for played in turns()[1:]:
        for who, report in played.reports()[1].items():
            orders = next(iter(report.of(Orders)))
            numbers = {deed.number for deed in orders.deeds if deed.by == "self"}
            assert numbers == set(played.sheets[who].lines)
            assert all(len(told.text) > 3 for deed in orders.deeds for told in deed.lines)


def test_a_report_has_all_that_the_next_sheet_needs() -> None:
    for who, report in turns()[-1].reports()[1].items():
        keys = {section.key for section in report.sections}
        assert keys >= {"figures", "brief", "orders", "turn_map", "fields", "units", "food", "hunger", "winter"}, who
        assert keys >= {"towns", "crops", "herds", "season", "market", "prices", "pacts", "goals", "standing", "sheet"}
        assert {section.key for section in report.roundup.sections} >= {"powers", "state", "realms", "map"}


# the forecast


class Middling(Dice):
    """Every die shows the same: normal weather, a catch, no storm."""

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        return min(4, sides + low - 1)


def test_a_forecast_in_winter_is_what_feeding_then_does() -> None:
    """With silence all round, in a winter that is neither good nor bad."""
    world, _ = by_computer(fresh(powers=5), 4)
    assert world.season == WINTER
    tried = copied(world)
    sheets = {who: Sheet(who, {}, (), (), {}) for who in world.codes}
    play(Turn(tried, sheets, Middling(b"", tried.turn)), HOMELANDS.book.steps(tried))
    assert {tried.winter["temperate"], tried.winter["cold"]} == {"normal"}
    for who in world.codes:
        mine = sum(own.grain for code in tried.settlements(who) if (own := tried.fields[code].settlement))
        assert forecast(world, who).left == mine, who


def test_hunger_is_foretold_in_spring_summer_and_autumn() -> None:
    world, _ = by_computer(fresh(powers=5), 2)
    for code in world.settlements("ROM"):
        settlement = world.fields[code].settlement
        assert settlement
        settlement.grain = 0
    for there in world.fields.values():
        there.sown = there.herd = None
    ahead = forecast(world, "ROM")
    assert ahead.is_hungry
    assert set(ahead.settlements) == set(world.settlements("ROM"))
    assert ahead.lost_units


# the sheet


def test_the_sheet_reads_back_as_the_standing_orders_in_force() -> None:
    last = turns()[-1]
    reader = HOMELANDS.language.reader(last.world)
    for who, view in last.views().items():
        boxes = [box for row in form(view) for box in row.boxes if box.value]
        assert {box.words for box in boxes} >= {"DOCTRINE BREAK", "DOCTRINE ENGAGE", "DIET", "FESTIVAL"}, who
        assert all(reader.order(f"{box.words} {box.value}") for box in boxes)
        lines = reader.lines(who, [line for line in filled(view) if line]).lines
        assert not any(line.order for line in lines.values())


def test_the_set_up_sheet_names_fields_and_options() -> None:
    world = fresh(era="orient", powers=8)
    text = "\n".join(filled(HOMELANDS.views(world, [])["BBL"]))
    assert "BAB Babylon, SIP Sippar, URU Uruk" in text
    assert "CITY" in text


# the map


def test_only_the_map_of_the_era_is_drawn_and_what_is_not_in_play_is_grey() -> None:
    world, journal = by_computer(fresh(era="vikings", powers=3), 2)
    view = HOMELANDS.views(world, journal)["DAN"]
    history = (HOMELANDS.reports.chapter(world), HOMELANDS.reports.chapter(world))
    assert HOMELANDS.reports.roundup
    whole = next(one for one in HOMELANDS.reports.roundup(view, history) if isinstance(one, Map))
    assert whole.plate == "vikings"
    grey = {code for code, owner in whole.owners.items() if owner == OUT}
    assert grey
    assert not grey & set(world.chart.fields)


def test_under_fog_the_roundup_shows_buildings_alone() -> None:
    world, journal = by_computer(fresh(powers=5, fog="adjacent"), 3)
    history = (HOMELANDS.reports.chapter(world), HOMELANDS.reports.chapter(world))
    assert HOMELANDS.reports.roundup
    told = {
        who: [one for one in HOMELANDS.reports.roundup(view, history) if one.key in ("map", "realms")]
        for who, view in HOMELANDS.views(world, journal).items()
    }
    assert all(one == told["ROM"] for one in told.values())
    tokens = [token for one in told["ROM"] if isinstance(one, Map) for token in one.tokens]
    assert tokens
    assert {token.sign for token in tokens} <= {"house", "tower", "anchor", "boat", "flame"}


def test_a_view_without_fields_still_makes_a_report() -> None:
    last = turns()[-1]
    view = last.views()["ROM"]
    bare = replace(view, fields={}, control={})
    history = (HOMELANDS.reports.chapter(last.world), HOMELANDS.reports.chapter(last.world))
    assert HOMELANDS.reports.report
    assert {"brief", "pacts"} <= {section.key for section in HOMELANDS.reports.report(bare, history)}


# the set-up sheet


@pytest.mark.parametrize("era", ["britannia", "huns", "orient"])
def test_the_set_up_sheet_says_what_there_is_to_place_and_every_line_fits_a_mail(era: str) -> None:
    for view in HOMELANDS.views(fresh(era=era, powers=4), []).values():
        lines = filled(view)
        assert any(line.startswith("; yours to place: 5 LI") for line in lines)
        assert all(len(line) <= 68 for line in lines), "a broken remark would be read as an order"
        assert all(line.startswith(";") or not line for line in lines)


# causes


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("5.14.2c-surrender", "encircled and unfed, they surrender; the Saxon Shore stands in Londinium"),
        ("5.14.2d-far-from-home", "cut off and unfed; the Picts stand in Eboracum"),
    ],
)
def test_units_that_are_lost_say_who_bars_their_way(case: str, said: str) -> None:
    [found] = [each for each in documents(CASES[0] / "homelands/5.14-feeding.yaml") if each["case"] == case]
    if case.endswith("home"):
        found["position"]["powers"]["PIC"] = {}
        found["position"]["fields"]["EBO"]["units"]["PIC"] = {"LI": 1}
    turn = played_case(HOMELANDS, found)[0]
    told = [event.sentence(HOMELANDS.state.names(turn.world)) for event in turn.journal if isinstance(event, Perished)]
    assert any(said in line for line in told), told
