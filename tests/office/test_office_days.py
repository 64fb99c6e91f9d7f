"""Ordinary life in the office: wishes for every scenario, house rules before a game, what a run by cron prints, a
vacant seat, an account that is short, the end of a game."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.absences import Absence, come_back, go_away
from pbm.mail.inbox import Inbox
from pbm.mail.sets import settle
from pbm.office.attendance import attendance
from pbm.office.attention import attention
from pbm.office.charging import charge
from pbm.office.credits import read
from pbm.office.frames import closing, low
from pbm.office.issue import issue
from pbm.office.report_mail import report_mail
from pbm.office.signup import Signup, allocate, resign, sign_up, signups, start
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.players import Player
from pbm.reports.text import render_text
from tests.helpers.commands import pbm
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, letter, mail_game, sheet
from tests.mail.test_votes import Table
from tests.office.test_office import began, joined, keep_credits


@pytest.mark.parametrize("prefers", ["ODO,ARN", "PIC", "LGE"])
def test_the_powers_of_every_scenario_and_era_can_be_wished_for(tmp_path: Path, prefers: str) -> None:
    sign_up(tmp_path, "g", Signup("A", "a@example.org", prefers=tuple(prefers.split(",")), id="a"))
    assert signups(tmp_path, "g")


def test_powers_that_no_game_has_together_are_refused_with_where_each_is(tmp_path: Path) -> None:
    with pytest.raises(GameError) as refused:
        sign_up(tmp_path, "g", Signup("A", "a@example.org", prefers=("XYZ", "ODO", "ROM"), id="a"))
    said = str(refused.value)
    assert "XYZ is in no game. ODO is in Carolingian Twilight, scenario 888. ROM is in Homelands;" in said
    assert "pbm games" in said
    assert len(said) < 300


def test_a_power_that_the_game_does_not_have_is_refused_with_its_own(tmp_path: Path) -> None:
    pbm(tmp_path, "offer", "g", "--ruleset", "twilight", "--house", "scenario=888")
    with pytest.raises(GameError, match=r"^g has no power CHB\. It has ARN, ODO, GUY, BER, RUD, LBL\.$"):
        sign_up(tmp_path, "g", Signup("A", "a@example.org", prefers=("CHB", "ARN"), id="a"))


def test_a_house_rule_of_a_game_that_is_not_set_up_is_checked_and_its_command_said(tmp_path: Path) -> None:
    wrong, right = (pbm(tmp_path, "house", "twilight", f"scenario={said}").output for said in ("nonsense", "855"))
    assert "scenario cannot be nonsense: use one of 806, 843, 855" in wrong
    assert "pbm new GAME --ruleset twilight --house scenario=855" in right


def test_a_first_day_given_by_the_command_is_not_blamed_on_a_file(tmp_path: Path) -> None:
    (tmp_path / "_office").mkdir()
    (tmp_path / "_office" / "game.toml").write_text('[calendar]\ndays = 14\nweekday = "friday"\n')
    sign_up(tmp_path, "g", Signup("A", "a@example.org", id="a"))
    said = pbm(tmp_path, "start", "g", "--first", "2099-01-03").output
    assert said == "Error: --first: first = 2099-01-03 is a Saturday, not a Friday.\n"


def test_an_empty_account_takes_nothing_into_the_next_game() -> None:
    assert list(closing(0, None)) == []
    assert list(closing(1, None)) == ["1 turn paid for and not played goes with you into your next game."]


def test_a_scenario_that_is_none_is_answered_with_those_there_are(tmp_path: Path) -> None:
    said = pbm(tmp_path, "new", "g", "--ruleset", "twilight", "--house", "scenario=nonsense")
    assert "scenario cannot be nonsense" in said.output
    assert "use one of 806" in said.output
    assert "888" in said.output


def test_house_rules_are_listed_before_a_game_exists(tmp_path: Path) -> None:
    said = pbm(tmp_path, "house", "twilight")
    assert said.exit_code == 0
    assert 'scenario = "843"' in said.output


def test_whoever_has_no_wish_takes_no_seat_that_another_wished_for(tmp_path: Path) -> None:
    listed = [joined("eve", form="text"), joined("ann", "CHB", form="text"), joined("bob", "CHB", form="text")]
    seated, waiting = allocate(listed, ["CHB", "LGE", "LO2"])
    assert {seat: one.id for seat, one in seated.items()} == {"LGE": "eve", "CHB": "ann", "LO2": "bob"}
    assert not waiting


def test_a_game_is_started_with_the_rules_that_people_joined(tmp_path: Path) -> None:
    pbm(tmp_path, "offer", "g", "--ruleset", "tours")
    sign_up(tmp_path, "g", joined("ann", form="text"))
    said = pbm(tmp_path, "start", "g", "--ruleset", "twilight")
    assert (said.exit_code, "People have joined g as The Battle of Tours" in said.output) == (1, True)
    assert not (tmp_path / "g").exists()


def test_a_quiet_run_prints_only_what_is_new(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings="")
    run_turn(game, empty=True)
    first, second = pbm(tmp_path, "run", "--quiet"), pbm(tmp_path, "run", "--quiet")
    assert "g: turn 1 was played without orders from" in first.output
    assert second.output == ""
    assert "g: turn 1 was played without orders from" in pbm(tmp_path, "run").output
    assert pbm(tmp_path, "run", "--quiet").output == "", "the run before printed it"


def test_a_quiet_run_says_once_that_there_are_problems(tmp_path: Path) -> None:
    mail_game(tmp_path, settings=SETTINGS.replace("[mail]", "[mail]\ninbox = 'nowhere'"))
    first, second = pbm(tmp_path, "run", "--quiet"), pbm(tmp_path, "run", "--quiet")
    assert (first.exit_code, "There were problems in g" in first.output) == (1, True)
    assert (second.exit_code, second.output) == (1, "")


@pytest.mark.parametrize(
    "words",
    [
        ["hold", "g", "--reason", "x"],
        ["extend", "g", "3"],
        ["resign", "g", "MER"],
        ["notice", "g", "x"],
        ["remind", "g"],
    ],
)
def test_what_is_done_only_while_a_game_is_played_is_refused_after_its_end(tmp_path: Path, words: list[str]) -> None:
    table = Table(tmp_path, "toy")
    table.write(0, "PROPOSE DRAW")
    table.write(1, "AGREE")
    run_turn(table.game, empty=True)
    said = pbm(tmp_path, *words)
    assert (said.exit_code, "g is over: " in said.output) == (1, True)


def test_a_quiet_run_prints_every_letter_that_comes(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=SETTINGS.replace("[mail]", f"[mail]\ninbox = '{tmp_path}/inbox'"))
    for number in (1, 2):
        (tmp_path / "inbox").mkdir(exist_ok=True)
        (tmp_path / "inbox" / f"{number}.eml").write_bytes(letter(sheet(), number=number))
        assert f"{game.name}: 1 letter taken in" in pbm(tmp_path, "run", "--quiet").output


def test_who_missed_a_turn_is_told_until_their_seat_is_given_away(tmp_path: Path) -> None:
    game = began(tmp_path)
    run_turn(game, empty=True)
    missed = [line for line in attention(game, MONDAY) if "was played without orders" in line]
    assert missed == ["turn 1 was played without orders from MER, WSX, KNT"]
    resign(game, "KNT")
    sign_up(tmp_path, "spring", joined("lothian"))
    pbm(tmp_path, "takeover", "spring", "KNT", "lothian")
    assert "turn 1 was played without orders from MER, WSX" in attention(game, MONDAY)


@pytest.mark.parametrize(("ruleset", "spared"), [("tours", False), ("twilight", True), ("homelands", True)])
def test_a_set_up_counts_as_missed_if_the_rules_say_so(tmp_path: Path, ruleset: str, spared: bool) -> None:
    game = Table(tmp_path / "games", ruleset).game
    run_turn(game, empty=True)
    report = " ".join(render_text(next(iter(issue(game, 1).reports.values()))).split())
    assert ("That does not count as a missed turn." in report) is spared
    assert {one.missed for one in attendance(game).values()} == {0 if spared else 1}


def test_the_game_master_sees_a_vacant_seat_and_who_waits_for_it(tmp_path: Path) -> None:
    game = began(tmp_path)
    assert not [line for line in attention(game, MONDAY) if line.startswith("vacant")]
    resign(game, "KNT")
    assert "vacant: KNT; nobody is on the standby list (pbm takeover spring KNT PLAYER)" in attention(game, MONDAY)
    sign_up(tmp_path, "spring", joined("lothian"))
    assert "vacant: KNT; on the standby list: lothian (pbm takeover spring KNT lothian)" in attention(game, MONDAY)
    assert pbm(tmp_path, "takeover", "spring", "KNT", "lothian").exit_code == 0
    assert not [line for line in attention(game, MONDAY) if line.startswith("vacant")]


@pytest.mark.parametrize(
    ("credits", "words"),
    [
        (2, ["Only 2 turns are paid for."]),
        (0, ["No further turn is paid for."]),
        (-1, ["No further turn is paid for. 1 turn that was played is not paid for yet."]),
        (3, []),
    ],
)
def test_an_account_that_is_short_is_told_in_words(credits: int, words: list[str]) -> None:
    assert list(low(credits)) == words


def test_the_set_up_is_not_charged(tmp_path: Path) -> None:
    sign_up(tmp_path, "g", Signup("A", "a@example.org", id="a"))
    keep_credits(tmp_path)
    game, _ = start(tmp_path, "g", "tours", SECRET)
    run_turn(game, empty=True)
    assert list(charge(tmp_path, game, lambda: MONDAY)) == []
    assert not read(tmp_path)
    run_turn(game, empty=True)
    assert list(charge(tmp_path, game, lambda: MONDAY)) == ["turn 1 charged to a"]


def test_away_names_the_turn_as_people_call_it(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "tours", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write("\n[calendar]\nfirst = 2026-11-20\ndays = 7\n")
    said = pbm(tmp_path, "away", "g", game.in_play(1)[0], "2026-11-18", "2026-11-28")
    assert said.output.endswith("the set-up, turn 1.\n")


def test_a_bundle_is_named_so_that_the_command_it_prints_works(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "toy", SECRET)
    run_turn(game, empty=True)
    said = pbm(tmp_path, "bundle", "g", "--out", str(tmp_path / "b2"))
    command = said.output.rpartition("pbm ")[2].split()
    assert CliRunner().invoke(main, command).exit_code == 0


def test_the_last_report_says_that_the_game_is_over(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "toy", SECRET)
    while not game.config().ruleset.state.result(game.config().open(game.position(game.last()))):
        run_turn(game, empty=True)
        if game.last() > 40:
            pytest.skip("this game does not end by itself")
    made = issue(game, game.last(), keep=False)
    power = next(iter(made.reports))
    mail = report_mail(game, game.last(), Player(form="text"), made.reports[power])
    assert mail.subject == "g is over: your last report"


@pytest.mark.parametrize("ruleset", ["twilight", "homelands", "tours"])
def test_whoever_sent_no_set_up_reads_of_it(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset)
    run_turn(table.game, empty=True)
    told = " ".join(render_text(issue(table.game, 1, keep=False).reports[table.powers[0]]).split())
    assert ("No orders came from you" if ruleset == "tours" else "No set-up came from you") in told
    assert "No set-up came from you" not in told or "No orders came from you" not in told


def test_an_away_turn_is_not_without_orders_when_its_player_has_left_since(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    power = table.powers[0]
    go_away(table.game, Absence(power, MONDAY.date(), MONDAY.date() + 30 * DAY))
    settle(table.game, 1)
    run_turn(table.game, empty=True)
    resign(table.game, power)
    come_back(table.game, power)  # nothing is known of them any more
    assert [line for line in attention(table.game, MONDAY) if "without orders" in line] == [
        f"turn 1 was played without orders from {table.powers[1]}"
    ]


def test_an_empty_sheet_that_is_typed_in_is_no_letter(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    typed = "\nEND\n" + "\n" * 8
    ran = CliRunner().invoke(main, ["enter", "g", "MER", "--once", "--games", str(tmp_path)], input=typed)
    assert "Nothing was typed, so nothing was taken in." in ran.output
    assert not list(Inbox(game).entries())
