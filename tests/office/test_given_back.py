"""A dropout to whom the game master gives the seat back has a letter, a report and a sheet with a code at once."""

from pathlib import Path

import msgspec
import pytest
from click.testing import Result

from pbm.commands import clock
from pbm.mail.intake import collect
from pbm.mail.waiting import waiting
from pbm.office.issue import issue
from pbm.office.printed import unprinted
from pbm.office.report_mail import report_mail
from pbm.office.requests import answer_requests
from pbm.office.signup import Signup, resign, sign_up, take_over
from pbm.office.status import status
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.holders import latest, players
from pbm.rulesets import names
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter
from tests.mail.test_votes import Table

LATER = MONDAY + DAY


def dropped(folder: Path, ruleset: str, form: str = "text") -> Table:
    """A game whose second player has missed so many turns that they have no seat any more."""
    table = Table(folder / "games", ruleset, players=3)
    people = table.game.folder / "players.toml"
    at_home = 'address = ["1 High Street"]\n' if form == "paper" else ""
    people.write_text(people.read_text().replace('form = "text"\n', f'form = "{form}"\n{at_home}'))
    office = folder / "games" / "_office"
    office.mkdir()
    (office / "office.toml").write_text('[office]\npost_to = ["2 The Lane"]\n')
    for turn in range(1, 6):
        if table.powers[1] in players(table.game):
            (table.game.orders(turn) / f"{table.powers[0]}.txt").write_text("")
            run_turn(table.game, empty=True)
    table.run(MONDAY)
    assert table.powers[1] not in players(table.game)
    return table


def given_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setattr(clock, "now", lambda: LATER)
    done = table.pbm("standby", "g", table.powers[1])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize("ruleset", names())
def test_the_seat_comes_back_with_a_letter_a_report_and_a_code(
    tmp_path: Path, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dropped(tmp_path, ruleset)
    game, power = table.game, table.powers[1]
    done = given_back(table, monkeypatch)
    assert f"The first letter to {power} is queued: pbm send g" in done.output
    assert "put their orders" not in done.output
    (mail,) = table.mails(1, "welcome")
    words = " ".join(mail.split())
    assert mail.startswith("Welcome back to g: you play ")
    assert "no longer play" not in words
    assert f"Turn: {game.called(game.last() + 1)}" in mail
    code = sheet_code(SECRET, "g", game.last() + 1, power)
    assert mail.count(code) >= 2
    entry = table.write(1, "PASS", now=LATER)
    assert entry.verdict == "accepted"
    table.run(LATER)
    assert len(table.mails(1, "welcome")) == 1


def test_a_sheet_that_is_asked_for_has_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dropped(tmp_path, "toy")
    given_back(table, monkeypatch)
    power = table.powers[1]
    collect(table.game, bag(letter("SEND SHEET\n", f"{power.lower()}@example.org", 77), at=LATER), LATER)
    list(answer_requests(table.game, LATER))
    (mail,) = table.mails(1, "asked")
    assert sheet_code(SECRET, "g", table.game.last() + 1, power) in mail


def test_a_seat_that_comes_back_on_paper_has_another_envelope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dropped(tmp_path, "toy", "paper")
    assert table.pbm("print", "g", "--out", str(tmp_path / "one.pdf")).exit_code == 0
    assert unprinted(table.game) == {}
    assert "goes by post: pbm print g" in given_back(table, monkeypatch).output
    assert unprinted(table.game) == {table.game.last(): [table.powers[1]]}
    assert table.pbm("print", "g", "--out", str(tmp_path / "two.pdf")).exit_code == 0
    assert unprinted(table.game) == {}


# advice about addresses


def advised(table: Table) -> list[str]:
    return [note for note in status(table.game, MONDAY).notes if "If they have moved" in note]


def test_letters_of_a_former_player_or_from_a_former_address_are_no_advice(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    power, other = table.powers
    table.run()
    code = f"Code: {sheet_code(SECRET, 'g', 1, power)}\nPASS\n"
    collect(table.game, bag(letter(code, "elsewhere@example.org", 50)), MONDAY)
    assert advised(table) == [
        f"{power} wrote from elsewhere@example.org. If they have moved: pbm address g {power} "
        "--email elsewhere@example.org"
    ]
    table.write(1, "PASS")
    assert table.pbm("address", "g", other, "--email", "new@example.org").exit_code == 0
    assert len(advised(table)) == 1
    run_turn(table.game, empty=True)
    resign(table.game, power)
    sign_up(table.game.folder.parent, "g", Signup(id="heir", name="Heir", email="heir@example.org"))
    take_over(table.game.folder.parent, table.game, power, "heir")
    assert advised(table) == []


def test_a_dropout_gets_no_deadline_for_the_calendar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dropped(tmp_path, "toy")
    player = msgspec.structs.replace(latest(table.game)[table.powers[1]], calendar=True)

    def files() -> list[str]:
        report = issue(table.game, table.game.last()).reports[table.powers[1]]
        return [each.name for each in report_mail(table.game, table.game.last(), player, report).attachments]

    assert "deadline.ics" not in files()
    given_back(table, monkeypatch)
    assert "deadline.ics" in files()


def test_a_seat_that_was_given_back_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dropped(tmp_path, "twilight")
    given_back(table, monkeypatch)
    sign_up(tmp_path / "games", "g", Signup("Hal", "hal@example.org", form="text", id="hal"))
    power = table.powers[1]
    said = table.pbm("takeover", "g", power, "hal")
    assert said.exit_code == 1
    assert f"If they do not play: pbm resign g {power}" in " ".join(said.output.split())
    assert table.write(1, "PASS", now=LATER).verdict == "accepted"


def test_a_dropout_who_writes_with_an_older_code_is_told_that_they_no_longer_play(tmp_path: Path) -> None:
    table = dropped(tmp_path, "twilight")
    game, power = table.game, table.powers[1]
    old = sheet_code(SECRET, "g", game.last(), power)
    (entry,) = collect(game, bag(letter(f"Game: g\nCode: {old}\nPASS\n", "p1@example.org", 7)), LATER).entries
    (sheet,) = entry.sheets
    assert sheet.kind == "has left"
    assert "no player now" in sheet.reason
    (answer,) = table.mails(1, "answer")
    assert "are due" not in answer
    assert "newest report" not in answer
    assert [one.entry.hash for one in waiting(game)] == [entry.hash]


def test_a_vote_of_a_dropout_is_answered_with_why_it_does_not_count(tmp_path: Path) -> None:
    table = dropped(tmp_path, "twilight")
    old = sheet_code(SECRET, "g", table.game.last(), table.powers[1])
    sender = f"{table.powers[1].lower()}@example.org"
    collect(table.game, bag(letter(f"Code: {old}\nPROPOSE DRAW\n", sender, 8)), LATER)
    said = " ".join(" ".join(each.split()) for each in (*table.mails(1, "ballot"), *table.mails(1, "answer")))
    assert "no player now" in said
    assert "newest report" not in said
