"""Carolingian Twilight under wild sheets: every order printed and read back, every year audited and replayed."""

import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.computer.simulate.game import Record, faults, play_game
from pbm.computer.simulate.plan import make_plan
from pbm.rules.dice import Dice
from pbm.rules.event import Answered, Event, Journal
from pbm.rules.order import Sheet
from pbm.rulesets.cases import documents, played
from pbm.rulesets.twilight import MOST_LINES, forces, levy
from pbm.rulesets.twilight.audit import audit
from pbm.rulesets.twilight.casework import read_world
from pbm.rulesets.twilight.computer import lines_of
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.order import action
from pbm.rulesets.twilight.scenarios import scenarios
from pbm.rulesets.twilight.sight import view
from pbm.rulesets.twilight.world import World
from tests import ROOT
from tests.helpers.long import times
from tests.helpers.play import CASES
from tests.helpers.twilight_hands import LINES, TWILIGHT, Hand, new_world, play_year, random_sheets

YEARS, LONGEST = 4, 13
SEEDS = st.integers(0, 2**32)
SCENARIO = st.sampled_from(sorted(scenarios()))
MADE = "from tests.games.test_twilight import fingerprint; print(fingerprint())"


def year_faults(world: World, chance: random.Random, seed: int) -> list[str]:
    """Everything wrong with a year of wild sheets, unanswered lines too."""
    opening, sheets = TWILIGHT.state.write(world), random_sheets(world, chance)
    journal = play_year(world, sheets, seed)
    return [*faults(TWILIGHT, opening, journal, world, world.settings), *unanswered(sheets, journal)]


def unanswered(sheets: dict[str, Sheet], journal: list[Event]) -> list[str]:
    """Lines that had no answer, or more than one."""
    answers = Counter((event.sheet, event.number) for event in journal if isinstance(event, Answered))
    lines = {(seat, number): line.text for seat, sheet in sheets.items() for number, line in sheet.lines.items()}
    return [f"{key}: {text} has {answers[key]} answers" for key, text in lines.items() if answers[key] != 1]


def wild_faults(scenario: str, seed: int, years: int) -> list[str]:
    chance = random.Random(seed)
    world = new_world(scenario, chance)
    return [fault for year in range(years) if not world.over for fault in year_faults(world, chance, seed + year)]


def grown_world(scenario: str, chance: random.Random) -> World:
    """A game after its set-up and a year of wild sheets."""
    world = new_world(scenario, chance)
    for year in range(2):
        play_year(world, random_sheets(world, chance), year)
    return world


def fingerprint() -> str:
    """Some years of two scenarios as bytes: journals, positions, and what every seat sees."""
    digest = hashlib.sha256()
    for scenario in ("843", "888"):
        chance = random.Random(5)
        world = new_world(scenario, chance)
        for year in range(YEARS):
            journal = play_year(world, random_sheets(world, chance), year)
            digest.update(Journal.write(journal) + TWILIGHT.state.write(world))
            digest.update(repr([TWILIGHT.sight.view(world, journal, seat) for seat in world.seats]).encode())
    return digest.hexdigest()


# the language


def test_every_order_has_a_hand_that_writes_it() -> None:
    chance = random.Random(1)
    world = grown_world("843", chance)
    texts = [line.text for _ in range(40) for line in Hand(world, "CHB", chance).sheet().lines.values()]
    assert {text.split()[0] for text in texts} >= set(action)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_an_order_printed_and_read_back_is_the_same(seed: int) -> None:
    chance = random.Random(seed)
    hand = Hand(WORLD, chance.choice(WORLD.seats), chance)
    reader = TWILIGHT.language.reader(WORLD)
    orders = [line.order for line in hand.sheet().lines.values() if line.order]
    orders += [order for write in LINES if (order := reader.order(write(hand)))]
    for order in orders:
        assert reader.read(str(order)) == (order, None), str(order)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("play sub lot chb/2", "PLAY SUB LOT CHB/2"),
        ("PLAY REL LOT CHB", "PLAY REL LOT CHB"),
        ("PLAY MES BYZ 2", "PLAY MES BYZ 2"),
        ("attack 1 LOT chb / 2 shock 3 min 2", "ATTACK 1 LOT CHB/2 SHOCK 3 MIN 2"),
        ("IF OP>=1 AND NOT WON : MOVE 1 FRC FLA", "IF OP >= 1 AND NOT WON : MOVE 1 FRC FLA"),
        ("PLAY SUB LOT CHB 2", None),
        ("PLAY SUB LOT CHB/0", None),
        ("PLAY ALY BYZ/2", None),
        ("IF OP>=0 : MOVE 1 FRC FLA", None),
        ("IF NOT UNITS >= 0 : MOVE 1 FRC FLA", None),
    ],
)
def test_a_line_is_printed_as_a_player_writes_it(written: str, printed: str | None) -> None:
    order = TWILIGHT.language.reader(WORLD).order(written)
    assert (str(order) if order else None) == printed


WORLD = grown_world("855", random.Random(2))


# years


@pytest.mark.slow
@given(SCENARIO, SEEDS)
@settings(max_examples=8, deadline=None)
def test_wild_sheets_leave_nothing_unaccounted(scenario: str, seed: int) -> None:
    assert wild_faults(scenario, seed, YEARS) == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_wild_sheets_to_the_end_of_every_scenario(scenario: str) -> None:
    assert [fault for seed in range(11, times(12, 13)) for fault in wild_faults(scenario, seed, LONGEST)] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "4242"])
def test_the_same_bytes_in_another_process_under_another_hash_seed(seed: str, tmp_path: Path) -> None:
    root = str(ROOT)
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": root, "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    result = subprocess.run(
        [sys.executable, "-c", MADE], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == fingerprint()


# the audit sees what is wrong


@pytest.mark.parametrize(
    "kind", [forces.Raised, forces.Lost, levy.Spent, Answered], ids=lambda kind: str(kind.__name__)
)
def test_an_event_that_is_missing_is_a_fault(kind: type[Event]) -> None:
    world = grown_world("843", random.Random(3))
    for year in range(6):
        opening = TWILIGHT.state.write(world)
        journal = play_year(world, random_sheets(world, random.Random(year)), year)
        assert list(audit(TWILIGHT.state.read(opening, world.settings), journal, world)) == []
        if found := next((event for event in journal if isinstance(event, kind)), None):
            spoiled = [event for event in journal if event is not found]
            assert list(audit_or_break(opening, spoiled, world))
            return
    pytest.fail(f"no {kind.__name__} in six years")


def audit_or_break(opening: bytes, journal: list[Event], world: World) -> list[str]:
    """Without an event those after it may not even apply."""
    try:
        return list(audit(TWILIGHT.state.read(opening, world.settings), journal, world))
    except (IndexError, KeyError, ValueError, StopIteration) as error:
        return [repr(error)]


# self-play


def test_a_scenario_may_be_chosen_by_its_number() -> None:
    assert list(make_plan("twilight", 3, "1", ["scenario=882"]).by) == ["CHF", "CL2", "BOS"]


def test_a_computer_player_sends_no_more_lines_than_a_player_may() -> None:
    holders = {"land": {"CHB": "W3"}, "burg": {"LGE": "M1"}}
    forces = {code: holders[spot.kind] for code, spot in chart().items() if spot.kind in holders}
    world = read_world({"position": {"seats": ["CHB", "LGE"], "forces": forces}})
    assert len(lines_of(world, "CHB", "warlord")) > MOST_LINES
    assert len(list(TWILIGHT.computer.write(view(world, [], "CHB"), "warlord", Dice(b"", 1)))) == MOST_LINES


def test_silent_players_do_not_win_by_hoarding() -> None:
    assert {record.endings[0].how for record in games_of(3, "silent")} <= {"Decline", "Survival"}


@pytest.mark.slow
def test_silent_players_never_win_by_hoarding() -> None:
    assert "Ultimate" not in {record.endings[0].how for record in games_of(times(20, 60), "silent")}


@pytest.mark.slow
def test_a_warlord_beats_silent_players() -> None:
    seats = list(make_plan("twilight", LONGEST, "1").by)
    won = [
        seat in games_of(1, "silent", f"{seat}=warlord", first=number)[0].endings[0].winners
        for number, seat in enumerate(seats * times(2, 4))
    ]
    assert 10 * sum(won) >= 9 * len(won)


def games_of(number: int, *by: str, first: int = 0) -> list[Record]:
    """Audited games of 843, each seat played as told."""
    plan = make_plan("twilight", LONGEST, "hoard", by=list(by), check=True)
    records = [play_game(plan, game) for game in range(first, first + number)]
    assert [fault for record in records for fault in record.faults] == []
    return records


def test_the_record_names_the_power_that_gives_not_the_seat() -> None:
    name = "6.0-a-gift-from-the-power-that-was-claimed"
    [case] = [case for case in documents(CASES[0] / "twilight/6.0-gifts.yaml") if case["case"] == name]
    [answer] = [event for event in played(TWILIGHT, case)[0].journal if isinstance(event, Answered)]
    assert (answer.sheet, answer.who) == ("CHB", "BYZ")


def test_a_marker_that_lies_out_is_not_guessed_to_be_anywhere_else() -> None:
    """A De Ceremonis on the table: reports, receipts and computer players go on."""
    world = read_world({"position": {"seats": ["CHB", "LGE"]}})
    world.pool.remove("CER")
    world.out["CER"] = "BYZ"
    seen = view(world, [], "CHB")
    for imagined in (TWILIGHT.sight.known(seen), TWILIGHT.sight.imagined(seen, Dice(b"", 1))):  # type: ignore[misc]
        assert len(imagined.pool) == len(world.pool)
        assert "CER" not in imagined.pool
