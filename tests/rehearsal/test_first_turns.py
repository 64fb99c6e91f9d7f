"""First orders, in letters and in rulebooks, for every start of every game: they are rehearsed, and none fails."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbm.errors import GameError
from pbm.office import first_turn
from pbm.office.first_turn import afterwards, samples
from pbm.rulebook.volume import failing_here, volume
from pbm.rules.copying import copied
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered
from pbm.rules.order import Sheet
from pbm.rulesets import RULESETS, load
from pbm.rulesets.contract import AnyRuleset
from tests.helpers.long import LONG, times
from tests.helpers.play import GAMES
from tests.helpers.starts import SECRET, House, begun, houses, is_lawful, seats_of

DICE = 3
LATE = ("VIK",)
"""A power that enters later has nothing to order yet."""
FEW = 2
SEATS = 3
STARTS = ("scenario", "era", "mode", "setup", "powers", "start_spread")
"""House rules on which a start hangs: some seats are tried under each, one under the others."""


def badly(rules: AnyRuleset, house: House, who: str, absent: int = 0) -> list[str]:
    """The sample lines that are not done in the real position, whatever the dice, and what follows a set-up."""
    world, journal = begun(rules, house, absent)
    lines = samples(rules, "first", rules.sight.view(world, journal, who), 1)
    assert lines or not rules.computer.players or who in LATE, who
    set_up = world.turn == 0 and not {*house} - {*STARTS}
    then = afterwards(rules, "first", rules.sight.view(world, journal, who), lines, 1) if set_up else ()
    wrong = [f"{who}: {line.order}: {line.verdict}" for line in then if line.may_fail]
    sheet = rules.language.reader(world).lines(who, [line.order for line in lines])
    undone = [not_done(rules, copied(world), sheet, number) for number in range(1, DICE + 1)]
    return wrong + sorted({*undone[0]}.intersection(*undone))


def not_done(rules: AnyRuleset, world: Any, sheet: Sheet, number: int) -> list[str]:
    """The lines that fail, or are done in part, if the sheet is played alone."""
    played = play(Turn(world, {sheet.player: sheet}, Dice(SECRET, number)), rules.book.steps(world))
    answers = [event for event in played if isinstance(event, Answered) and event.sheet == sheet.player]
    return [f"{sheet.player}: {event.order}" for event in answers if event.outcome in ("failed", "partial")]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_sample_orders_are_done_in_every_start(name: str) -> None:
    rules = load(name)
    for turn, house in enumerate(house for house in houses(rules) if is_lawful(rules, house)):
        players = rules.state.players(begun(rules, house)[0])
        several = SEATS if not {*house} - {*STARTS} else 1
        for who in players[turn % len(players) :: 1 + len(players) // SEATS][:several]:
            assert not badly(rules, house, who), house


@pytest.mark.parametrize("name", RULESETS)
def test_sample_orders_are_done_however_many_play(name: str) -> None:
    """The seats of those who are not there are nobody's."""
    rules = load(name)
    seats = len(rules.state.seats(rules.state.settings()))
    for absent in {seats - FEW, seats // 2} - {0, seats}:
        who = rules.state.players(begun(rules, {}, absent)[0])[0]
        assert not badly(rules, {}, who, absent)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_sample_orders_are_done_in_every_start_with_every_number_of_players(name: str) -> None:
    """In a long run with every number, and for all who begin; else with some, and for two."""
    rules = load(name)
    for house in (house for house in houses(rules) if not {*house} - {*STARTS} and is_lawful(rules, house)):
        for absent in range(0, len(seats_of(rules, house)) - 1, times(6, 1)):
            players = rules.state.players(begun(rules, house, absent)[0])
            for who in players[: None if LONG else FEW]:
                assert not badly(rules, house, who, absent), (house, absent)


def test_a_sample_order_that_fails_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody sorted out what fails in rehearsals."""
    rules = load("darkage")
    world, _ = begun(rules, {})
    (line,) = rules.language.reader(world).lines("MER", ["MOVE TAM LON"]).lines.values()
    monkeypatch.setattr(first_turn, "suggested", lambda *given: [line.order])
    monkeypatch.setattr(first_turn, "goes_well", lambda line: True)
    assert badly(rules, {}, "MER") == ["MER: MOVE TAM LON"]


OTHER_STARTS: dict[str, tuple[House, ...]] = {
    "darkage": ({"terrain_bonus": "table"}, {"plunder_limit": False}),
    "twilight": ({"vikings": False}, {"dp_as_vp": "all"}, {"feudalism": True}),
    "tours": ({"setup": "fixed"}, {"nightfall": 0}),
    "marnon": tuple({"scenario": word} for word in ("five", "four", "three", "two")),
    "homelands": tuple({"powers": number} for number in ("2", "3", "6", "9")),
}


@pytest.mark.parametrize("name", RULESETS)
def test_the_first_turn_of_a_rulebook_holds_in_other_starts_too(name: str) -> None:
    rules = load(name)
    for house in OTHER_STARTS[name]:
        assert failing_here(rules, house) == [], house


def test_a_letter_says_which_lines_of_the_book_would_fail_in_this_game() -> None:
    """Without the gift of the first turn, Mercia cannot pay for all that the book orders."""
    assert "SPY STS LES" in [line.order for line in failing_here(load("darkage"), {"start_bonus": 0})]


def test_a_book_with_a_first_sheet_that_fails_is_not_made(tmp_path: Path) -> None:
    rules = load("darkage")
    (tmp_path / "00.md").write_text("A game.\n\n# Your first turn\n\n```first MER 1\nMOVE TAM LON\n```\n")
    planted = replace(rules, rulebook=replace(rules.rulebook, text=tmp_path))
    with pytest.raises(GameError, match="MOVE TAM LON"):
        volume(planted)
