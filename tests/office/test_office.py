"""The game master's office: signing up, starting, changing places, and the round of all games."""

import datetime as dt
import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.settings import post
from pbm.mail.sources import source
from pbm.office.credits import Clerk, balance, discount, read
from pbm.office.report_mail import queue_reports
from pbm.office.round import make_round
from pbm.office.signup import Signup, allocate, change_address, resign, sign_up, signups, start, take_over
from pbm.office.status import status
from pbm.office.welcome import welcome, welcome_text
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.correcting import add_correction
from pbm.record.game import Game, all_games
from pbm.record.holders import players
from pbm.record.verify import verify

SECRET = bytes(range(32))
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
MAIL = '\n[mail]\naddress = "gm@example.org"\n'
CALENDAR = "\n[calendar]\nfirst = 2026-11-15\n"


def joined(id: str, *prefers: str, form: str = "pdf") -> Signup:
    return Signup(id.title(), f"{id}@example.org", ("1 High Street",), form, prefers=prefers, id=id)  # type: ignore[arg-type]


def began(games: Path, name: str = "spring", more: str = "") -> Game:
    for signup in (joined("mercia", "MER"), joined("wessex", "WSX", form="text"), joined("kent", "KNT")):
        sign_up(games, name, signup)
    game, _ = start(games, name, "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(more)
    return game


def keep_credits(games: Path) -> None:
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office" / "office.toml").write_text("[credits]\n")


def give(game: Game, power: str, text: str) -> None:
    (game.orders(game.last() + 1) / f"{power}.txt").write_text(text)


def test_kingdoms_go_by_preference_in_the_order_of_joining() -> None:
    listed = [joined("a", "MER"), joined("b", "MER", "WSX"), joined("c", "MER", "WSX"), joined("d")]
    seated, waiting = allocate(listed, ["EAS", "MER", "WSX"])
    assert {seat: one.id for seat, one in seated.items()} == {"MER": "a", "WSX": "b", "EAS": "c"}
    assert [one.id for one in waiting] == ["d"]


def test_a_game_starts_with_dummies_for_empty_seats(tmp_path: Path) -> None:
    game = began(tmp_path)
    assert list(players(game)) == ["MER", "WSX", "KNT"]
    assert len(game.config().seats) == 13
    assert stat.S_IMODE((game.folder / "players.toml").stat().st_mode) == 0o600
    letter = welcome_text(welcome(game, "MER", 0), True)
    for part in ("You play Mercia (MER)", "Kent (KNT): Kent\n", "Your sheet code"):
        assert part in letter
    assert "1 High Street" not in letter


@pytest.mark.parametrize(
    ("signup", "answer"),
    [
        (Signup("x", "x@example.org", id="Bad Id"), "cannot be a player's id"),
        (Signup("x", form="paper", id="x"), "postal address"),
        (Signup("x", id="x"), "use --email"),
    ],
)
def test_a_sign_up_that_cannot_be_served_is_answered(tmp_path: Path, signup: Signup, answer: str) -> None:
    with pytest.raises(GameError, match=answer):
        sign_up(tmp_path, "spring", signup)


def test_signing_up_twice_keeps_the_place(tmp_path: Path) -> None:
    sign_up(tmp_path, "g", joined("a"))
    sign_up(tmp_path, "g", joined("b"))
    assert sign_up(tmp_path, "g", joined("a", "KNT")) == 1
    assert [one.prefers for one in signups(tmp_path, "g")] == [("KNT",), ()]


def test_standby_takes_over_and_late_danes_land(tmp_path: Path) -> None:
    game = began(tmp_path)
    for id in ("lothian", "dane"):
        sign_up(tmp_path, "spring", joined(id))
    with pytest.raises(GameError, match="has a player"):
        take_over(tmp_path, game, "MER", "lothian")
    assert take_over(tmp_path, game, "STR", "lothian") == 1
    assert take_over(tmp_path, game, "DAN", "dane") == 1
    give(game, "DAN", "FLEET WSH 3\nRESERVE WSH 2\n")
    give(game, "MER", "TAX\n")
    run_turn(game)
    world = game.config().open(game.position(1))
    assert world.kingdoms["STR"].control == world.kingdoms["DAN"].control == "player"
    assert (world.areas["WSH"].owner, world.areas["WSH"].ships) == ("DAN", 2)
    assert players(game)["DAN"].id == "dane"
    assert not [problem for turn in game.played() for problem in verify(game, turn)]


def test_a_player_who_changes_kingdoms_takes_his_post_along(tmp_path: Path) -> None:
    game = began(tmp_path, more=MAIL)
    give(game, "MER", "EXCHANGE STR\n")
    run_turn(game)
    assert players(game)["STR"].id == "mercia"
    assert "MER" not in players(game)
    queue_reports(tmp_path, game, 1, NOW)
    assert sorted(id[:14] for id in Outbox(game).last()) == ["001-KNT-report", "001-STR-report", "001-WSX-report"]


def test_resigning_and_moving_house(tmp_path: Path) -> None:
    game = began(tmp_path)
    change_address(game, "WSX", email="new@example.org")
    assert players(game)["WSX"].email == "new@example.org"
    assert resign(game, "KNT") == ("kent", 1)
    give(game, "MER", "TAX\n")
    run_turn(game)
    assert game.config().open(game.position(1)).kingdoms["KNT"].control == "dropout"
    assert status(game, NOW).expected == ("MER", "WSX") or set(status(game, NOW).expected) == {"MER", "WSX"}


def test_reports_wait_for_payment_if_the_game_says_so(tmp_path: Path) -> None:
    keep_credits(tmp_path)
    game = began(tmp_path, more=MAIL + "hold_unpaid = true\n")
    give(game, "MER", "TAX\n")
    run_turn(game)
    clerk = Clerk(tmp_path, "2026-11-16")
    clerk.buy("mercia", 1)
    for id in ("mercia", "wessex", "kent"):
        clerk.charge(id, "spring", 1)
    assert sorted(queue_reports(tmp_path, game, 1, NOW)) == ["KNT", "WSX"]
    clerk.buy("wessex", 1)
    assert queue_reports(tmp_path, game, 1, NOW) == ["KNT"]


def served(games: Path) -> list[tuple[str, str, bool]]:
    return list(make_round(games, lambda: NOW, lambda _: None))


def test_the_round_serves_all_but_the_broken_game(tmp_path: Path) -> None:
    keep_credits(tmp_path)
    first = began(tmp_path, "first", MAIL + CALENDAR)
    last = began(tmp_path, "last", CALENDAR)
    for game in (first, last):
        give(game, "MER", "TAX\n")
    broken = tmp_path / "middle"
    shutil.copytree(first.folder, broken)
    (broken / "game.toml").write_text("nonsense")
    said = served(tmp_path)
    assert [name for name, _, wrong in said if wrong] == ["middle"]
    assert [game.last() for game in (first, last)] == [1, 1]
    assert ("first", "3 mails queued", False) in said
    assert balance(read(tmp_path), "mercia") == -20
    assert [words for name, words, _ in served(tmp_path) if name == "first"] == []


def test_who_drops_out_loses_his_discounts_and_a_win_brings_one(tmp_path: Path) -> None:
    keep_credits(tmp_path)
    game = began(tmp_path, more="\n[calendar]\nfirst = 2026-10-01\n")
    Clerk(tmp_path, "2026-01-01").award("kent", 3, "old")
    for turn in (1, 2):
        give(game, "MER", "TAX\n")
        give(game, "WSX", "TAX\n")
        run_turn(game, turn)
    assert ("spring", "kent dropped out and loses their discounts", False) in served(tmp_path)
    assert discount(read(tmp_path), "kent") == 0
    add_correction(game, "KINGDOM MER vp=500", "to bring the end near")
    while not game.config().ruleset.state.result(game.config().open(game.position(game.last()))):
        give(game, "MER", "TAX\n")
        run_turn(game)
    assert ("spring", "mercia earns a discount of 3", False) in served(tmp_path)
    assert served(tmp_path) == []
    assert discount(read(tmp_path), "mercia") == 3


def test_an_office_that_keeps_no_credits_never_speaks_of_them(tmp_path: Path) -> None:
    game = began(tmp_path, more=MAIL + "hold_unpaid = true\n\n[calendar]\nfirst = 2026-10-01\n")
    change_address(game, "MER", form="text")
    add_correction(game, "KINGDOM MER vp=500", "to bring the end near")
    said = []
    while not game.config().ruleset.state.result(game.config().open(game.position(game.last()))):
        give(game, "MER", "TAX\n")
        run_turn(game)
        said += served(tmp_path)
    assert not (tmp_path / "_office" / "ledger.jsonl").exists()
    letters = [path.read_text() for path in (game.folder / "outbox").glob("*-MER-*.eml")]
    texts = [welcome_text(welcome(game, "MER", 0), True), *letters, *map(str, said), str(status(game, NOW))]
    assert len(texts) > 3
    assert not [word for text in texts for word in ("credit", "discount", "prize") if word in text.lower()]
    answer = CliRunner().invoke(main, ["credits", "--games", str(tmp_path)])
    assert answer.exit_code == 1
    assert "write the line [credits] in" in answer.output


def test_a_turn_waits_for_its_deadline(tmp_path: Path) -> None:
    game = began(tmp_path, more="\n[calendar]\nfirst = 2026-11-17\n")
    give(game, "MER", "TAX\n")
    assert served(tmp_path) == []
    assert status(game, NOW).missing == tuple(code for code in status(game, NOW).expected if code != "MER")


def test_a_right_sheet_from_another_address_is_told_and_changes_nothing(tmp_path: Path) -> None:
    game = began(tmp_path, more=MAIL)
    code = sheet_code(game.secret(), "spring", 1, "MER")
    letter = tmp_path / "letter.eml"
    letter.write_text(
        "From: new@example.org\nMessage-ID: <1@example.org>\n\n"
        f"Game: spring\nTurn: 1\nKingdom: MER\nCode: {code}\n1. TAX\n"
    )
    collect(game, [source(str(letter), post(game))], dt.datetime.now(dt.UTC))
    (note,) = status(game, NOW).notes
    assert "pbm address spring MER --email new@example.org" in note
    assert players(game)["MER"].email == "mercia@example.org"
    change_address(game, "MER", email="new@example.org")
    assert status(game, NOW).notes == ()


def test_status_of_many_games(tmp_path: Path) -> None:
    game = began(tmp_path, "g00")
    for number in range(1, 12):
        shutil.copytree(game.folder, tmp_path / f"g{number:02}")
    shutil.rmtree(tmp_path / "g05" / "turns")
    found = [status(one, NOW) for one in all_games(tmp_path)]
    assert len(found) == 12
    assert [one.game for one in found if one.problems] == ["g05"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('[report]\ngn = "Joan"', '[report]: there is no setting "gn"; use gm, orders_to'),
        ("[people]\nanonymus = true", '[people]: there is no setting "anonymus"; the nearest is anonymous'),
        ('[mail]\nparrot = "red"', '[mail]: there is no setting "parrot"; use address, name, policy'),
        ("[calendar]\nfirst = 2026-11-20\nday = 7", '[calendar]: there is no setting "day"; the nearest is days'),
        ('[rulebook]\nurl = "here"', "[rulebook]: 'here' is no web address"),
        ("[calender]\nfirst = 2026-11-20", "there is no table [calender]; use game, seats, standby, house, dice, mail"),
    ],
)
def test_status_names_a_setting_that_does_not_exist(tmp_path: Path, line: str, problem: str) -> None:
    game = began(tmp_path, more=f"\n{line}\n")
    (said,) = status(game, NOW).problems
    assert problem in said


def test_status_names_the_faults_of_several_tables(tmp_path: Path) -> None:
    game = began(tmp_path, more="\n[people]\nx = 1\n[calendar]\ny = 2\n")
    content = (game.folder / "game.toml").read_text().replace("[house]", "[house]\nz = 3")
    (game.folder / "game.toml").write_text(content)
    assert [problem.partition("[")[2].partition("]")[0] for problem in status(game, NOW).problems] == [
        "people",
        "calendar",
        "house",
    ]
