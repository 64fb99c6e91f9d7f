"""Marnon beyond its cases: receipts that keep their word, table battles, trade that does not run away, the set-up."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.kit.play import SECRET, copied
from pbm.mail.outbox import Outbox
from pbm.office.signup import Signup, sign_up, start
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rulesets.marnon.audit import audit
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.map import areas, borders, regions
from pbm.rulesets.marnon.setup import choice_order, seats_of
from pbm.rulesets.marnon.war.control import GarrisonGone
from pbm.rulesets.marnon.wishes import first_castles
from pbm.rulesets.marnon.world import World
from pbm.rulesets.stand_ins import all_sheets
from tests.helpers.marnon_hands import MARNON, random_sheets

TURNS = 4


def begun(house: Settings, secret: bytes = SECRET) -> World:
    """A game after its set-up."""
    world: World = MARNON.state.setup(house, Dice(secret, 0), {})[0]
    play(Turn(world, {}, Dice(secret, 0)), MARNON.book.steps(world))
    return world


HOUSES = (
    Settings(scenario="two"),
    Settings(scenario="four", movement="hidden", fog="hidden"),
    Settings(movement="chits", training=True, advanced_economics=True, deficit=True, march_regiments=True),
    Settings(scenario="three", np_regions="keeper", np_track=True, named_leaders=True, supply_points=True),
    Settings(np_castles="player", diplomacy="envoys", weather=True, governments=True, unit_honours=True),
    Settings(np_castles="ignore", merc_deck="reshuffle", losses="battle", exile=False, allied_supply=True),
)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.scenario)
def test_the_books_balance_under_every_house_rule(house: Settings) -> None:
    chance, world, journal = random.Random(3), begun(house), list[Event]()
    for _ in range(6):
        opening, dice = copied(MARNON, world), Dice(SECRET, world.turn)
        sheets = dict(all_sheets(MARNON, world, journal, dict.fromkeys(world.powers, "marshal"), dice))
        sheets |= {who: sheet for who, sheet in random_sheets(world, chance).items() if chance.random() < 0.5}
        journal = play(Turn(world, sheets, dice), MARNON.book.steps(world))
        assert [*audit(opening, journal, world)] == []


def test_no_merchant_or_caravan_machine() -> None:
    """All crowns put into trade for twenty turns: two merchant fleets a port, two caravans a castle, no more [5.59]."""
    world = begun(Settings(invasion=False))
    lines = [f"BUY MERCHANT {port}" for port in ("R1T4", "C1") for _ in range(3)] + ["BUY CARAVAN C1"] * 4
    journal: list[Event] = []
    for _ in range(20):
        for who, power in world.powers.items():
            if who in seats_of(world.settings):
                power.trade = [other for other in seats_of(world.settings) if other != who]
        steward = all_sheets(MARNON, world, journal, {"GOL": "steward"}, Dice(SECRET, world.turn))["GOL"]
        sailing = [line.text for line in steward.lines.values() if line.text.startswith("SAIL")]
        treks = [f"TREK {code} C5" for code in world.powers["GOL"].caravans]
        sheet = MARNON.language.reader(world).lines("GOL", [*lines, *sailing, *treks])
        journal = play(Turn(world, {"GOL": sheet}, Dice(SECRET, world.turn)), MARNON.book.steps(world))
        power = world.powers["GOL"]
        ports = len(world.ports_of("GOL"))
        assert sum(code.startswith("M") for code in power.fleets) <= max(2 * ports, 4)
        assert len(power.caravans) <= 2 * len(world.castles_of("GOL"))
    assert power.cash < 20 * 160, "the treasury grows by what the land and four fleets bring, and no faster"


# the set-up


def test_the_map_is_sound() -> None:
    assert len(areas()) == 44
    assert sum(map(len, borders().values())) == 2 * 101
    assert all(borders()[there][here] == border for here, row in borders().items() for there, border in row.items())
    assert all(sum(area.value for area in areas().values() if area.region == code) == 80 for code in regions())


def test_players_choose_in_the_order_of_two_dice() -> None:
    order = choice_order(["ann", "bob", "cy"], Dice(b"x", 0, {"setup.choice.bob": [6, 6], "setup.choice.cy": [6, 5]}))
    assert order[:2] == ["bob", "cy"]


def test_castles_are_granted_by_wishes() -> None:
    got = first_castles("six", {"SPR": ["C1", "C7"], "WHI": ["C7", "C4"], "BRE": ["C7"]})
    assert got["GOL"] == "C1", "it is kept for region 1"
    assert (got["SPR"], got["WHI"]) == ("C7", "C4")
    assert got["BRE"] == "C3", "castle 7 is gone, and so is the wish"
    assert len({*got.values()}) == 6


def test_a_wish_that_would_leave_a_region_without_a_castle_is_passed_over() -> None:
    got = first_castles("six", {"SPR": ["C7"], "BRE": ["C8"], "WHI": ["C2"], "HEM": ["C6"]})
    assert got["HEM"] == "C4", "castle 6 is the last one for Dread Moors"
    assert got["DRE"] == "C6"


def test_a_region_without_a_player_keeps_its_usual_castle() -> None:
    assert first_castles("four", {"SPR": ["C7", "C5"]})["SPR"] == "C5"
    assert first_castles("four", {})["BRE"] == "C7"


def test_players_wish_for_castles_at_sign_up(tmp_path: Path) -> None:
    for name, wishes in (("ann", "BRE,C8,C3"), ("bob", "WHI,C3"), ("cy", "DRE,C6")):
        pbm("signup", "isle", name, "--email", f"{name}@example.org", "--prefers", wishes, "--games", tmp_path)
    pbm("start", "isle", "--ruleset", "marnon", "--secret", "00112233445566778899aabbccddeeff", "--games", tmp_path)
    game = Game(tmp_path / "isle")
    powers = game.config().open(game.position(0)).powers
    assert [powers[who].castle for who in ("BRE", "WHI", "DRE", "GOL")] == ["C8", "C3", "C6", "C1"]
    assert powers["WHI"].forces["A3"].at == "C3"
    assert 'castles = "WHI:C3' in (tmp_path / "isle/game.toml").read_text()


def test_the_gm_may_give_out_castles_and_no_region_goes_without(tmp_path: Path) -> None:
    pbm("signup", "isle", "ann", "--email", "ann@example.org", "--prefers", "BRE,C8", "--games", tmp_path)
    pbm("start", "isle", "--ruleset", "marnon", "--house", "castles=BRE:C3", "--games", tmp_path)
    game = Game(tmp_path / "isle")
    assert game.config().open(game.position(0)).powers["BRE"].castle == "C3"
    for wrong in ("BRE:C1", "BRE:C9", "BRE", "WHI:C2 HEM:C2"):
        code, told = pbm("new", "other", "--ruleset", "marnon", "--house", f"castles={wrong}", "--games", tmp_path)
        assert (code, "castles: " in told) == (1, True), wrong


def seven(tmp_path: Path) -> Game:
    """Six powers, and a player for the castles that nobody else has."""
    for name in ("gol", "whi", "hem", "dre", "spr", "bre", "cas"):
        sign_up(tmp_path, "isle", Signup(name, f"{name}@example.org", prefers=(name.upper(),), id=name))
    return start(tmp_path, "isle", "marnon", SECRET, ["np_castles=player"])[0]


def test_castles_without_a_player_have_a_seat_and_a_sheet_of_their_own(tmp_path: Path) -> None:
    game = seven(tmp_path)
    assert players(game)["CAS"].id == "cas"
    (game.folder / "turns/001/orders/CAS.txt").write_text("PEACE WHI\n")
    pbm("adjudicate", "isle", "--games", tmp_path, "--no-reports")
    (game.folder / "turns/002/orders/CAS.txt").write_text(
        "CASTLE C4 FIELD\nTRADE GOL NO\nBUY ARMY 100 A1\nCASTLE C1 ODDS\n"
    )
    _, told = pbm("adjudicate", "isle", "--games", tmp_path, "--no-reports")
    assert "Castle 1 (C1) is not a castle without a player" in told
    assert "castles without a player take CASTLE, TRADE" in told
    powers = game.config().open(game.position(2)).powers
    assert powers["N4"].walls == {"C4": "FIELD"}
    assert [powers[who].relations["WHI"] for who in ("N3", "N4")] == ["PEACE", "PEACE"], "one sheet counts for both"
    _, report = pbm("report", "isle", "CAS", "--games", tmp_path)
    assert "HOW THEY STAND WITH OTHERS" in report
    assert "CASTLE C4 (FIELD) >" in report
    _, other = pbm("report", "isle", "GOL", "--games", tmp_path)
    assert "N4.A1 ?" in other, "their points are not for others"


def test_a_receipt_for_the_castles_keeps_its_word(tmp_path: Path) -> None:
    (seven(tmp_path).folder / "turns/001/orders/CAS.txt").write_text("PEACE WHI\n")
    pbm("adjudicate", "isle", "--games", tmp_path, "--no-reports")
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("CASTLE C4 FIELD\nPEACE WHI\nMARCH A1 R1T1\nBUY FORT R2T4\n")
    _, told = pbm("check", sheet, "--game", "isle", "--power", "CAS", "--games", tmp_path)
    assert "name one area next to a castle of raiders" in told
    assert "castles without a player take CASTLE" in told.replace("\n       ", "")
    assert "4 lines: 2 are done, 2 fail as things stand" in " ".join(told.split())


def test_nobody_at_the_castles_leaves_them_to_the_dice(tmp_path: Path) -> None:
    game = new_game(tmp_path, "isle", "marnon", SECRET, ["CAS"], house=["np_castles=player"])
    world = game.config().open(game.position(0))
    assert "CAS" not in world.senders()
    assert MARNON.seats.is_vacant(world, "CAS")
    for castle in list(world.np_castles):
        GarrisonGone(castle, "GOL").apply(world)
    assert world.powers["CAS"].status == "out"


def test_a_scenario_keeps_its_house_rules_from_turn_to_turn(tmp_path: Path) -> None:
    game = new_game(tmp_path, "long", "marnon", house=["scenario=long_war"])
    opened = game.config().open(game.position(0))
    assert (opened.settings.victory, opened.settings.last_turn) == ("all", 0)


def test_a_set_up_sheet_may_come_back_with_rows_left_blank(tmp_path: Path) -> None:
    pbm("new", "blank", "--ruleset", "marnon", "--games", tmp_path)
    sheet = tmp_path / "blank/turns/001/orders/GOL.txt"
    sheet.parent.mkdir(parents=True, exist_ok=True)
    sheet.write_text("PLACE A1 R1T3\nPLACE A2\nPLACE F1\nPLACE FORT R2T1\nSTANCE A1 HOLD\nMARCH A1 R2T1\n")
    _, told = pbm("adjudicate", "blank", "--games", tmp_path, "--no-reports")
    assert "PLACE A2" not in told
    assert "Heatherlawn (R2T1) is not in your own region" in told
    assert "with FIGHT, WITHDRAW or ODDS and a number here" in told
    assert "the first sheet is for the set-up" in told


def test_a_receipt_doubts_what_would_fail_from_where_things_stand(tmp_path: Path) -> None:
    pbm("new", "doubt", "--ruleset", "marnon", "--games", tmp_path)
    orders = tmp_path / "doubt/turns/001/orders"
    orders.mkdir(parents=True, exist_ok=True)
    (orders / "GOL.txt").write_text("PLACE A1 R1T4\nRESERVE A2\n")
    pbm("adjudicate", "doubt", "--games", tmp_path, "--no-reports")
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("MARCH A1 R5T6\nMARCH A2 R1T1\nMARCH A1 9000 R1T3\nBID MC99 5 A1\nSTORM C6\nMARCH A1 R1T3\n")
    _, told = pbm("check", sheet, "--game", "doubt", "--power", "GOL", "--games", tmp_path)
    flat = " ".join(told.split())
    for reason in ("[5.10]", "[5.83]", "[5.50]"):
        assert reason in flat
    assert flat.count("It fails as things stand.") >= 4


def test_sign_ups_choose_their_powers_in_the_order_of_the_dice(tmp_path: Path) -> None:
    ids = ["ann", "bob", "cy", "dot"]
    for id in ids:
        sign_up(tmp_path, "g", Signup(id, f"{id}@example.org", prefers=("WHI", "SPR"), id=id))
    first, second, third, _ = order = choice_order(ids, Dice(SECRET, 0))
    assert order != ids, "else this would show nothing"
    game, seated = start(tmp_path, "g", "marnon", SECRET, ["scenario=five"])
    assert [seated[code].id for code in ("WHI", "SPR", "GOL")] == [first, second, third]
    assert players(game) == {code: one.player() for code, one in seated.items()}


# battles at the table


def pbm(*words: object) -> tuple[int, str]:
    found = CliRunner().invoke(main, [str(word) for word in words])
    return found.exit_code, found.output


PLACED = {
    "GOL": "PLACE A1 R1T3",
    "WHI": "PLACE A1 R2T1",
    "DRE": "PLACE A1 R4T1",
    "BRE": "PLACE A1 R6T4\nPLACE A2 R6T3",
    "SPR": "PLACE A1 R5T5",
    "HEM": "PLACE A1 R3T1",
}
ATTACKS = {"GOL": "MARCH A1 R2T1", "DRE": "MARCH A1 R6T4", "SPR": "MARCH A1 R6T3"}


MAILED = {who: f'[{who}]\nemail = "{who.lower()}@example.org"\n' for who in PLACED}


def test_both_sides_are_told_of_their_own_battle_and_of_no_other(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "marnon", SECRET, house=["battles=table"])
    with (game.folder / "game.toml").open("a") as file:
        file.write('[mail]\naddress = "orders@example.org"\n')
    (game.folder / "players.toml").write_text("".join((MAILED | {"WHI": '[WHI]\nform = "paper"\n'}).values()))
    for turn, sheets in ((1, PLACED), (2, dict.fromkeys(PLACED, "PASS") | ATTACKS)):
        for who, text in sheets.items():
            (game.orders(turn) / f"{who}.txt").write_text(f"{text}\n")
        _, said = pbm("adjudicate", "g", "--games", tmp_path)
    outbox = Outbox(game)
    told = {id: outbox.path(id).read_bytes().decode() for id in outbox.ids() if "-gm-ruling-" in id}
    assert sorted(id.split("-")[1] for id in told) == ["BRE", "BRE", "DRE", "GOL", "SPR"]
    [golden] = [mail for id, mail in told.items() if "-GOL-" in id]
    assert "attacker GOL.A1: 1500 points" in golden
    assert "defender WHI.A1: 1500 points" in golden
    assert not any(other in golden for other in ("DRE", "BRE", "SPR", "R6T", "battle B"))
    letter = said[said.index("WHI gets no mail") : said.index("Write this into")]
    assert "  attacker GOL.A1: 1500 points" in letter
    assert not any(other in letter for other in ("DRE", "BRE", "SPR"))


def test_a_turn_waits_for_three_battles_at_the_table(tmp_path: Path) -> None:
    """It says what stands where and keeps nothing; with the results it goes on, the same bytes for the same inputs."""
    game = new_game(tmp_path, "g", "marnon", SECRET, house=["battles=table"])
    for turn, sheets in ((1, PLACED), (2, dict.fromkeys(PLACED, "PASS") | ATTACKS)):
        for who, text in sheets.items():
            (game.orders(turn) / f"{who}.txt").write_text(f"{text}\n")
        code, said = pbm("adjudicate", "g", "--games", tmp_path)
    assert code == 1
    assert "nothing was kept" in said
    assert game.last() == 1
    assert all(f"attacker {who}.A1: 1500 points" in said for who in ATTACKS)
    written = said[said.rindex("[rulings]") :]
    assert written.count("winner") == 3
    results = written.replace("GOL = 0, WHI = 0", "GOL = 300, WHI = 700")
    (game.turn(2) / "rulings.toml").write_text(results)
    assert pbm("adjudicate", "g", "--games", tmp_path)[0] == 0
    world = MARNON.state.read(game.position(2), Settings(battles="table"))
    assert world.owner("R2T1") == "GOL"
    assert world.powers["GOL"].forces["A1"].points < 1500
    assert pbm("verify", "g", "--games", tmp_path)[0] == 0
