"""Homelands: maps and set-up, simultaneous steps, house rules in layers, receipts, computer players, whole games."""

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pbm.computer.simulate.game import faults
from pbm.errors import GameError
from pbm.kit.play import SECRET
from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.record.adjudicate import new_game
from pbm.record.config import read_house
from pbm.rules.action import Action
from pbm.rules.answers import outcomes
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event, Journal, Said
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.cases import documents, files
from pbm.rulesets.cases import played as case_played
from pbm.rulesets.homelands.abilities import abilities
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import ERAS, Chart, chart, map_file
from pbm.rulesets.homelands.income import Recruited, taxes
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.stock import Earned, Shifted
from pbm.rulesets.homelands.turn import messages
from pbm.rulesets.homelands.units import doing, told
from pbm.rulesets.homelands.world import World
from pbm.rulesets.stand_ins import all_sheets
from tests.helpers.homelands_hands import Hand, random_sheets
from tests.helpers.homelands_positions import enriched
from tests.helpers.long import crossed, times
from tests.helpers.play import CASES

HOMELANDS = load("homelands")
MODES = ("FAST", "BASIC", "ORIGINAL", "EXTENDED")
FIGURES = {
    "britannia": (45, 1, 16, {"black": 10, "coast": 65, "open": 65, "sea": 22}, "25/9 39/15 45/16"),
    "italia": (31, 2, 10, {"black": 6, "coast": 45, "open": 44, "sea": 15}, "18/7 28/9 31/10"),
    "vikings": (40, 0, 12, {"black": 2, "coast": 52, "open": 47, "sea": 15}, "14/6 29/9 40/12"),
    "taifas": (41, 0, 8, {"black": 3, "coast": 33, "open": 68, "sea": 9}, "17/4 35/7 41/8"),
    "orient": (49, 3, 6, {"black": 1, "coast": 23, "open": 82, "sea": 5}, "12/3 36/4 49/6"),
    "huns": (42, 0, 9, {"black": 5, "blackriver": 5, "coast": 36, "open": 70, "sea": 7}, "14/5 35/8 42/9"),
}
"""Land, neutral and sea fields, borders by kind, and land and sea inside each border [7]."""


def started(settings: Settings, seed: int = 0) -> World:
    """The world after a set-up that nobody sent."""
    world, _ = HOMELANDS.state.setup(settings, Dice(SECRET, seed), {})
    assert isinstance(world, World)
    play(Turn(world, {}, Dice(SECRET, seed)), HOMELANDS.book.steps(world))
    return world


def copied(world: World) -> World:
    copy = HOMELANDS.state.read(HOMELANDS.state.write(world), world.settings)
    assert isinstance(copy, World)
    return copy


def played(world: World, sheets: dict[str, Sheet], seed: int = 1) -> list[Event]:
    return play(Turn(world, sheets, Dice(SECRET, seed)), HOMELANDS.book.steps(world))


def sheet(world: World, who: str, *lines: str) -> Sheet:
    return HOMELANDS.language.reader(world).lines(who, lines)


# maps


def land_and_sea(plan: Chart) -> str:
    land = sum(spot.is_land for spot in plan.fields.values())
    return f"{land}/{len(plan.seas)}"


@pytest.mark.parametrize("era", ERAS)
def test_a_map_has_the_fields_and_borders_of_the_book(era: str) -> None:
    plan, (land, neutral, seas, borders, tiers) = chart(era, "L"), FIGURES[era]
    spots = plan.fields.values()
    assert [sum(spot.type == kind for spot in spots) for kind in ("land", "neutral", "sea")] == [land, neutral, seas]
    kinds = [kind for code, spot in plan.fields.items() for other, kind in spot.borders.items() if code < other]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == borders
    assert " ".join(land_and_sea(chart(era, tier)) for tier in "SML") == tiers


@pytest.mark.parametrize("era", ERAS)
def test_borders_are_symmetric_and_fit_their_fields(era: str) -> None:
    fields = map_file(era).fields
    for code, spot in fields.items():
        for other, kind in spot.borders.items():
            assert fields[other].borders[code] == kind
            seas = spot.is_sea + fields[other].is_sea
            assert {"sea": 2, "coast": 1}.get(kind, 0) == seas, (code, other)


@pytest.mark.parametrize("era", ERAS)
def test_every_seat_of_every_era_gets_its_outfit(era: str) -> None:
    world = started(Settings(era=era))  # type: ignore[arg-type]
    for who, realm in world.powers.items():
        faction = world.faction(who)
        if faction.late:
            assert not world.is_active(who)
            continue
        wanted = (faction.start.instead or {}).get("villages", 3)
        assert len(world.settlements(who)) == wanted
        assert realm.gold in (5, 7)
        assert realm.pp == 7
        assert all(Board(world).controls(who, code) for code in world.settlements(who))
        sheep = sum(bool(there.herd and there.herd.owner == who) for there in world.fields.values())
        assert sheep == (4 if era == "huns" and who == "HUN" else 3)


def test_borders_follow_the_number_of_powers() -> None:
    assert [started(Settings(powers=n)).border for n in (2, 3, 4, 7, 8, 12)] == ["S", "S", "M", "M", "L", "L"]
    assert started(Settings(powers="ROM SCO")).border == "L"
    assert list(started(Settings(powers="pic, rom")).powers) == ["PIC", "ROM"]
    assert started(Settings(powers=2, borders="M")).border == "M"


# words


def test_what_a_faction_can_do_is_told_in_words() -> None:
    world = started(Settings())
    assert [words for words, _ in abilities(world.faction("ROM"))] == [
        "no recruits", "cheap mercenaries", "smaller crews", "LI and HI build",
    ]  # fmt: skip
    assert [words for words, _ in abilities(world.faction("SAX"))] == [
        "other walls on turquoise", "walls in part on turquoise", "muster",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "where"),
    [("SOW ALL", "every field that allows it"), ("SOW ALL 1", "the first field"), ("SOW ALL 2", "the first 2 fields")],
)
def test_all_fields_are_told_in_words(line: str, where: str) -> None:
    order, _ = HOMELANDS.language.reader(started(Settings())).read(line)
    assert isinstance(order, Action)
    assert order.said(1)["where"] == where


def test_what_units_do_agrees_with_their_number() -> None:
    assert doing({"LI": 1}, "goes inside", "go inside") == "1 light infantry goes inside"
    assert doing({"LI": 1, "CV": 1}, "goes inside", "go inside") == "1 light infantry, 1 cavalry go inside"


@pytest.mark.parametrize("allowed", [True, False])
def test_messages_stand_in_the_roundup_if_the_house_rule_allows_it(allowed: bool) -> None:
    sheets = {"ROM": Sheet("ROM", {}, messages=("Hail.",))}
    turn = Turn(started(Settings(messages=allowed)), sheets, Dice(SECRET, 1))
    assert list(messages(turn)) == ([Said("ROM", "Hail.")] if allowed else [])


# simultaneous steps


@pytest.mark.parametrize("season", range(4))
def test_the_order_of_the_sheets_does_not_matter(season: int) -> None:
    """The same round with the sheets in every order: the same journal and position to the byte."""
    world, chance, journal = started(Settings(powers=4, mode="EXTENDED")), random.Random(season), list[Event]()
    for _ in range(season + 4):
        sheets = dict(all_sheets(HOMELANDS, world, journal, {}, Dice(SECRET, world.turn)))
        journal = played(world, sheets, world.turn)
    given = random_sheets(world, chance)
    fighting = dict(all_sheets(HOMELANDS, world, journal, {}, Dice(SECRET, world.turn)))
    given = {who: given[who] if number % 2 else fighting[who] for number, who in enumerate(given)}
    made = set()
    for order in permutations(given):
        copy = copied(world)
        events = played(copy, {who: given[who] for who in order})
        made.add(Journal.write(events) + HOMELANDS.state.write(copy))
    assert len(made) == 1


def test_nobody_gains_by_a_code_that_comes_first() -> None:
    """Two armies change places: each move is judged by the position before both."""
    world = started(Settings(powers=3))
    for there in world.fields.values():
        there.units = {}
    world.fields["ATR"].units, world.fields["DUR"].units = {"ROM": {"LI": 3}}, {"DMN": {"LI": 2}}
    orders = {"ROM": sheet(world, "ROM", "MOVE ATR DUR ALL"), "DMN": sheet(world, "DMN", "MOVE DUR ATR ALL")}
    played(world, orders)
    assert world.fields["DUR"].units == {"ROM": {"LI": 3}}
    assert world.fields["ATR"].units == {"DMN": {"LI": 2}}


# whole games


def whole_game(settings: Settings, players: tuple[str, ...], seed: int, check: bool = True) -> World:
    world, journal = HOMELANDS.state.setup(settings, Dice(SECRET, seed), {})
    while not HOMELANDS.state.result(world):
        by = {who: players[number % len(players)] for number, who in enumerate(world.powers)}
        sheets = all_sheets(HOMELANDS, world, journal, by, Dice(SECRET, 100 * seed + world.turn))
        opening = HOMELANDS.state.write(world)
        journal = play(Turn(world, sheets, Dice(SECRET, 100 * seed + world.turn)), HOMELANDS.book.steps(world))
        assert not check or list(faults(HOMELANDS, opening, journal, world, settings)) == []
    assert isinstance(world, World)
    return world


@pytest.mark.parametrize(("era", "mode"), list(zip(ERAS, [*MODES, "EXTENDED", "ORIGINAL"], strict=True)))
def test_a_game_of_computers_runs_to_its_end_and_adds_up(era: str, mode: str) -> None:
    settings = structs.replace(Settings(), era=era, mode=mode)
    world = whole_game(settings, ("warlord", "steward", "random"), 1)
    assert world.result
    assert world.turn <= world.last_turn + 1


@pytest.mark.slow
@pytest.mark.parametrize(("era", "mode"), crossed(ERAS, MODES, 2))
def test_random_lines_on_every_map_in_every_mode_add_up(era: str, mode: str) -> None:
    settings, chance = structs.replace(Settings(), era=era, mode=mode), random.Random(f"{era} {mode}")
    world = started(settings)
    journal: list[Event] = []
    while not world.result:
        opening = HOMELANDS.state.write(world)
        sheets = dict(all_sheets(HOMELANDS, world, journal, {}, Dice(SECRET, world.turn)))
        wild = random_sheets(world, chance)
        sheets = {
            who: wild[who] if number % 3 == world.turn % 3 else one for number, (who, one) in enumerate(sheets.items())
        }
        journal = played(world, sheets, world.turn)
        assert list(faults(HOMELANDS, opening, journal, world, settings)) == []
        answered = outcomes(journal, sheets)
        assert all(answered[who].keys() == one.lines.keys() for who, one in sheets.items())


@pytest.mark.slow
@pytest.mark.parametrize("others", ["silent", "random"])
def test_a_steward_outlives_silence_and_random_lines(others: str) -> None:
    """In at least nine of ten games, from each of three seats in turn."""
    won = 0
    for seed in range(10):
        players = tuple("steward" if seat == seed % 3 else others for seat in range(3))
        world = whole_game(Settings(powers=3), players, seed, check=False)
        won += world.result is not None and world.result.winner == world.codes[seed % 3]
    assert won >= 9


def rich_round(seed: int) -> list[str]:
    """What is wrong with a round of random lines in a random position, full of everything."""
    chance = random.Random(seed)
    settings = structs.replace(Settings(), era=ERAS[seed % 6], mode=MODES[seed // 6 % 4], powers=(0, 4)[seed % 2])
    world = started(settings)
    world.turn = 5 + seed // 24 % 4
    enriched(world, chance)
    opening, hands = HOMELANDS.state.write(world), {who: Hand(world, who, chance) for who in world.codes}
    sheets = {who: sheet(world, who, *(hand.line() for _ in range(30))) for who, hand in hands.items()}
    journal = played(world, sheets, seed)
    answered = outcomes(journal, sheets)
    assert all(answered[who].keys() == one.lines.keys() for who, one in sheets.items())
    return list(faults(HOMELANDS, opening, journal, world, settings))


@pytest.mark.parametrize("seed", range(0, 96, 19))
def test_a_round_in_a_rich_position_adds_up(seed: int) -> None:
    assert rich_round(seed) == []


@pytest.mark.slow
def test_rounds_in_rich_positions_add_up() -> None:
    assert [fault for seed in range(times(32, 96)) for fault in rich_round(seed)] == []


# house rules


def test_a_mode_sets_a_group_and_each_may_be_given_by_itself() -> None:
    fast, mixed = Settings(mode="FAST"), Settings(mode="FAST", agriculture=True, fishing="dice")
    assert (fast.switch("agriculture"), fast.switch("fishing"), fast.is_fast) == (False, "none", True)
    assert (mixed.switch("agriculture"), mixed.switch("fishing"), mixed.switch("weather")) == (True, "dice", False)
    assert Settings().switch("salaries") == "twice"
    assert Settings(mode="EXTENDED").switch("command") is True


def test_every_house_rule_is_explained() -> None:
    assert all(about for _, _, about in HOMELANDS.state.house_rules())


# receipts


def said(world: World, who: str, *lines: str) -> Any:
    one = sheet(world, who, *lines)
    return foresee(HOMELANDS, "game1", HOMELANDS.sight.view(world, [], who), one, world.turn)


def test_a_receipt_follows_the_lines_of_its_own_sheet() -> None:
    """The second line works because of the first; the third asks for more than there is."""
    world = started(Settings(powers=3))
    told = said(world, "ROM", "SAIL REG FRE TS 1 LI 1", "MOVE FRE CAN LI 1", "BUY LI LON 3", "MOVE LON CAI LI 1", "HOP")
    assert [line.fails for line in told.lines] == [False, False, False, True, True]
    assert [line.came.always for line in told.lines[:3]] == ["ok", "ok", "partial"]
    assert "1 of 3" in told.lines[2].warnings[0]


def test_a_receipt_warns_of_hunger_ahead() -> None:
    world = started(Settings(powers=3))
    for code in world.settlements("ROM"):
        settlement = world.fields[code].settlement
        assert settlement
        settlement.grain = 2
    assert any("Hunger ahead" in text for text in said(world, "ROM").closing)
    made = receipt("Homelands", "game1", 1, sheet(world, "ROM"), said(world, "ROM"))
    assert "Hunger ahead" in receipt_text(made)
    assert "Hunger ahead" in receipt_html(made)
    assert not any("Hunger" in text for text in said(world, "ROM", "SOW ALL").closing)
    world.turn = 4
    assert any("not be fed" in text for text in said(world, "ROM").closing)


def test_a_receipt_leaves_the_position_alone() -> None:
    world = started(Settings(powers=3))
    before = HOMELANDS.state.write(world)
    said(world, "ROM", "SOW ALL", "MOVE LON CAN ALL", "BUY LI LON 1", "DOCTRINE BREAK 90")
    assert HOMELANDS.state.write(world) == before


# corrections


def test_the_game_master_corrects_powers_fields_and_units() -> None:
    world = started(Settings(powers=3))
    rows = [
        ("POWER ROM gold=9", "a slip"),
        ("FIELD LON settlement.grain=2", "a slip"),
        ("UNITS LON ROM LI=4 CV=1", "a slip"),
    ]
    for event in HOMELANDS.seats.correct(world, rows):
        event.apply(world)
    assert world.powers["ROM"].gold == 9
    assert world.fields["LON"].settlement
    assert world.fields["LON"].settlement.grain == 2
    assert world.fields["LON"].units["ROM"] == {"LI": 4, "CV": 1}


def corrected(world: World, text: str) -> None:
    for event in HOMELANDS.seats.correct(world, [(text, "a slip")]):
        event.apply(world)


WRONG = ["POWER ROM gold=-1", "FIELD LON settlement.grain=99", "UNITS LON ROM XX=1", "UNITS LON"]


@pytest.mark.parametrize("text", WRONG)
def test_a_correction_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        corrected(started(Settings(powers=3)), text)


# changes of factions


def forts(world: World, who: str) -> int:
    found = [there.settlement for there in world.fields.values() if there.settlement]
    return sum(settlement.owner == who and settlement.fort for settlement in found)


def taxed(world: World) -> dict[str, int]:
    events = taxes(Turn(world, {}, Dice(SECRET, 1)))
    return {event.who: event.gold for event in events if isinstance(event, Earned)}


def test_a_changed_start_is_seen_at_the_set_up_and_in_every_copy_of_the_world() -> None:
    usual, other = (started(Settings(era="orient", factions=text)) for text in ("", "Mitanni.start.forts 2"))
    assert [forts(world, "MIT") for world in (usual, other)] == [0, 2]
    assert forts(other, "QTN") == forts(usual, "QTN") == 1
    seen = HOMELANDS.sight.known(HOMELANDS.sight.view(other, [], "MIT"))
    assert [world.faction("MIT").start.forts for world in (usual, copied(other), seen)] == [0, 2, 2]


def test_changed_taxes_are_paid() -> None:
    usual, other = (started(Settings(era="italia", factions=text)) for text in ("", "ETRUSCANS.tax_bonus 1"))
    assert taxed(other) == taxed(usual) | {"ETR": taxed(usual)["ETR"] - 2}


def test_several_figures_may_be_changed() -> None:
    text = "CELTS.extra_die.LI 3, CELTS.no_recruit true, GREEKS.loot_abroad -1,"
    factions = started(Settings(era="italia", factions=text)).chart.factions
    assert (factions["CELTS"].extra_die, factions["CELTS"].no_recruit) == ({"LI": 3}, True)
    assert factions["GREEKS"].loot_abroad == -1


NOT_CHANGES = {
    "ETRUSCAN.tax_bonus 0": "italia has no faction ETRUSCAN; it has ETRUSCANS, CARTHAGINIANS",
    "ETRUSCANS.taxes 0": "ETRUSCANS has no figure taxes; its figures are home_villages, .*start.forts.* tax_bonus",
    "GREEKS.cheap_mercs.gold 1": "GREEKS has no figure cheap_mercs.gold",
    "ETRUSCANS.name 0": "ETRUSCANS has no figure name",
    "ETRUSCANS.tax_bonus many": "ETRUSCANS.tax_bonus cannot be many; it is 3",
    "ETRUSCANS.tax_bonus -1": "ETRUSCANS.tax_bonus cannot be -1; it is 3",
    "GREEKS.no_recruit 1": "GREEKS.no_recruit cannot be 1; it is false",
    "CELTS.extra_die.LI 0": "CELTS.extra_die.LI cannot be 0; it is 4",
    "ETRUSCANS.tax_bonus": "is not understood; write for example",
}


@pytest.mark.parametrize("text", NOT_CHANGES)
def test_a_change_that_cannot_be_is_refused_in_words(text: str) -> None:
    with pytest.raises(GameError, match=NOT_CHANGES[text]):
        read_house({"era": "italia", "factions": text}, HOMELANDS)


def test_a_change_is_read_together_with_the_map_of_its_game(tmp_path: Path) -> None:
    game = new_game(tmp_path, "fort", "homelands", house=["factions=MITANNI.start.forts 1", "era=orient"])
    assert game.config().settings.factions == "MITANNI.start.forts 1"
    with pytest.raises(GameError, match="taifas has no faction MITANNI"):
        new_game(tmp_path, "none", "homelands", house=["factions=MITANNI.start.forts 1", "era=taifas"])
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["fort"]


# the fog


def test_in_fog_units_far_away_are_not_known() -> None:
    world = started(Settings(powers=12, fog="adjacent"))
    seen = HOMELANDS.sight.view(world, [], "ROM")
    assert not seen.fields["CON"].units
    assert seen.fields["CON"].settlement
    assert seen.fields["CON"].settlement.grain == 0
    assert seen.control["CON"] == "SCO"


# cases


def test_every_die_that_a_case_fixes_is_thrown() -> None:
    for path in files([CASES[0] / "homelands"]):
        for case in documents(path):
            turn, _ = case_played(HOMELANDS, case)
            assert turn.dice.spare() == {}, case["case"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("MOVE Londinium Cantium LI 1", "MOVE LON CAN LI 1"),
        ("TRUCE Londinium", "TRUCE ROM"),
        ("SOW Eboracum", "SOW EBO"),
    ],
)
def test_fields_may_be_written_by_the_names_that_reports_print(written: str, read: str) -> None:
    world = HOMELANDS.state.setup(Settings(), Dice(b"names", 0), {})[0]
    line = HOMELANDS.language.reader(world).lines("SAX", [written]).lines[1]
    assert str(line.order) == read


@pytest.mark.parametrize(
    "line", ["WITHDRAW REG HERD IF 1", "WITHDRAW REG HERD", "WITHDRAW LON LI 2 IF 1", "WITHDRAW LON ALL IF 2"]
)
def test_what_goes_inside_is_written_as_it_is_read(line: str) -> None:
    order, _ = HOMELANDS.language.reader(started(Settings(powers="ROM PIC"))).read(line)
    assert str(order) == line


def test_a_power_and_a_field_of_one_name_are_told_apart() -> None:
    names = started(Settings(powers="ROM PIC")).names()
    assert Recruited("ROM", "LON", "LI", 1).sentence(names) == (
        "the people of Londinium recruit light infantry in Londinium (Catuvellauni) for 1 gold"
    )
    assert names["ROM"] == "Londinium"
    gone = Shifted("PIC", "LON", "open", "COR", "open", {"LI": 1}, {"LI": 1}, told({"LI": 1}))
    assert gone.sentence(names).startswith("1 light infantry goes from Londinium")
    two = {"LI": 1, "CV.v": 1}
    both = Shifted("PIC", "LON", "open", "COR", "open", two, two, told(two), "sails/sail")
    assert both.sentence(names).startswith("1 light infantry, 1 veteran cavalry sail from")


REASONS = (
    (
        "SOW ALL",
        {"LON": {"settlement": {"owner": "ROM", "kind": "VIL"}, "herd": {"owner": "ROM", "kind": "PIGS"}},
         "ATR": {"units": {"ROM": {"LI": 1}}}, "REG": {"units": {"ROM": {"LI": 1}}}},
        ("a herd is there: Londinium (LON)", "no grain is left in its stores for Atrebatia (ATR), Regnia (REG)"),
    ),
    (
        "SOW CAN",
        {"CAN": {"units": {"ROM": {"LI": 1}, "SAX": {"LI": 2}}}},
        ("Cantium (CAN) is not controlled: Saxon Shore (SAX) stands there",),
    ),
    (
        "SOW CAN",
        {"CAN": {"units": {"ROM": {"LI": 1}}}},
        ("Cantium (CAN) is not connected: you have no open settlement",),
    ),
    (
        "MARCH CAN REG CV 1",
        {"CAN": {"units": {"ROM": {"CV": 1}, "SAX": {"LI": 2}}}},
        ("Cantium (CAN) is locked: Saxon Shore (SAX) stands there",),
    ),
    (
        "SIEGE CAN",
        {"CAN": {"units": {"ROM": {"LI": 1}}, "settlement": {"owner": "SAX", "kind": "CTY", "fort": True}}},
        ("you have not encircled it: its walls ask for 2, you have 1 there",),
    ),
)  # fmt: skip


@pytest.mark.parametrize(("line", "fields", "told"), REASONS)
def test_a_reason_names_what_stands_in_the_way(line: str, fields: dict[str, Any], told: tuple[str, ...]) -> None:
    position = {"turn": 1, "powers": {"ROM": {"pp": 7}, "SAX": {"pp": 7}}, "fields": fields}
    turn, _ = case_played(HOMELANDS, {"ruleset": "homelands", "position": position, "orders": {"ROM": [line]}})
    [answer] = [event for event in turn.journal if isinstance(event, Answered)]
    assert tuple(refusal.text for refusal in answer.refusals) == told


def test_a_reason_tells_nothing_that_its_player_cannot_see() -> None:
    fields = {"CAN": {"units": {"SAX": {"LI": 2}}}, "TAE": {"units": {"ROM": {"LI": 1}}}}
    position = {"turn": 1, "powers": {"ROM": {"pp": 7}, "SAX": {"pp": 7}}, "fields": fields}
    case = {"ruleset": "homelands", "position": position, "orders": {"ROM": ["SOW CAN"]}}
    for fog, why in (("open", "Saxon Shore (SAX) stands there"), ("adjacent", "nobody of yours stands there")):
        turn, _ = case_played(HOMELANDS, {**case, "house": {"fog": fog}})
        [answer] = [event for event in turn.journal if isinstance(event, Answered)]
        assert answer.refusals[0].text == f"Cantium (CAN) is not controlled: {why}"


def test_who_is_a_dummy_from_the_start() -> None:
    world, _ = HOMELANDS.state.setup(Settings(powers="ROM PIC"), Dice(SECRET, 0), {"PIC": "dummy"})
    assert isinstance(world, World)
    assert {who: realm.control for who, realm in world.powers.items()} == {"ROM": "player", "PIC": "dummy"}
