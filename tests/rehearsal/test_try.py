"""Trying a sheet: on the command line from a report and a sheet alone, and by mail, where nobody keeps it."""

import random
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.computer.counsel import in_blocks
from pbm.computer.on_sheet import on_sheet
from pbm.kit.play import game, random_line
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.waiting import waiting
from pbm.office.address_changes import follow_moves
from pbm.office.requests import answer_requests
from pbm.record.game import Game
from pbm.rehearsal.rehearse import rehearse
from pbm.rehearsal.trial import COMPUTER, MARK, SILENT, Trial
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from pbm.rules.dice import Dice
from pbm.rules.order import Sheet
from pbm.rules.roster import TurnMissed
from pbm.rulesets import load
from tests.helpers.play import GAMES
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.mail.test_who_may_order import SHEET as ORDERS
from tests.mail.test_who_may_order import began, power_of
from tests.mail.test_who_may_order import sheet as sheet_of


@pytest.mark.parametrize("name", GAMES)
def test_a_trial_tells_a_report_of_its_own_power_marked_as_imagined(name: str) -> None:
    rules = load(name)
    *_, last = game(rules, 2, 2)
    who, view = next(iter(last.views().items()))
    trial = Trial(rules, "game1", view, last.sheets.get(who, Sheet(who, {})))
    (turns,) = trial.plays(1)
    text = render_text(trial.report(turns))
    assert f"game1 ({MARK})" in text
    assert "This turn is imagined." in text


@pytest.mark.parametrize("name", ["darkage", "twilight"])
def test_a_trial_of_several_turns_misses_none_and_asks_for_no_sheet(name: str) -> None:
    rules = load(name)
    *_, last = game(rules, 2, 1)
    who, view = next(iter(last.views().items()))
    trial = Trial(rules, "game1", view, Sheet(who, {}), turns=3)
    (turns,) = trial.plays(1)
    assert not [event for turn in turns for event in turn.journal if isinstance(event, TurnMissed) and event.who == who]
    text = render_text(trial.report(turns))
    assert "lose your place" not in text
    assert "TURNSHEET FOR" not in text
    assert "2 could be played" in " ".join(render_text(trial.report(turns[:2])).split())


def tried(tmp_path: Path, *more: str) -> str:
    rules = load("toy")
    *_, last = game(rules, 2, 1)
    report, written = tmp_path / "red.json", tmp_path / "sheet.txt"
    report.write_bytes(render_json(last.reports()[1]["RED"]))
    written.write_text("LEVY ASH 1\nLEVY ELM 1\n")
    (tmp_path / "BLU.txt").write_text("MARCH ELM ASH 1\n")
    done = CliRunner().invoke(main, ["try", str(report), str(written), *more])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_sheet_is_tried_from_a_report_alone(tmp_path: Path) -> None:
    assert tried(tmp_path) == tried(tmp_path)
    assert "everyone else played by the computer" in tried(tmp_path)
    assert "everyone else silent" in " ".join(tried(tmp_path, "--others", SILENT).split())
    with_friend = " ".join(tried(tmp_path, "--others", SILENT, "--others", str(tmp_path / "BLU.txt")).split())
    assert "The orders of BLU are those given." in with_friend


def test_it_comes_in_every_form_and_over_turns(tmp_path: Path) -> None:
    for form in ("html", "json", "pdf"):
        out = tmp_path / f"out.{form}"
        tried(tmp_path, "--form", form, "--out", str(out))
        assert MARK.encode() in out.read_bytes() or form == "pdf"
    told = tried(tmp_path, "--plays", "8", "--turns", "2", "--others", COMPUTER)
    assert "8 plays of 2 turns, imagined" in told
    assert "It fails as things stand." in told
    assert "In hand after the turn:" in told


def test_what_is_no_sheet_of_anyone_is_refused(tmp_path: Path) -> None:
    tried(tmp_path)
    files = [str(tmp_path / "red.json"), str(tmp_path / "sheet.txt")]
    done = CliRunner().invoke(main, ["try", *files, "--others", "nobody.txt"])
    assert done.exit_code == 1
    assert "a sheet named after its power" in done.output
    done = CliRunner().invoke(main, ["try", *files, "--form", "pdf"])
    assert "--out FILE" in done.output


# by mail


@pytest.mark.parametrize(
    ("text", "subject"),
    [(sheet(orders="TRY\n1. TAX\n"), "orders"), (sheet(), "TRY these orders"), (sheet(), "Re: try")],
)
def test_a_sheet_with_try_is_answered_and_kept_by_nobody(tmp_path: Path, text: str, subject: str) -> None:
    made = mail_game(tmp_path)
    collect(made, bag(letter(text, Subject=subject)), MONDAY + DAY)
    assert not list(made.folder.glob("turns/*/sets/MER/*"))
    assert not list(made.folder.glob("turns/*/orders/MER.txt"))
    (mail,) = (message_from_bytes(Outbox(made).path(id).read_bytes(), policy=default) for id in Outbox(made).ids())
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    assert body
    said = " ".join(str(body.get_content()).split())
    assert "a trial" in mail["Subject"]
    assert "these orders are NOT kept" in said
    assert "This turn is imagined." in said
    assert "mercia@example.org" in mail["To"]


def test_a_trial_does_not_replace_orders_and_sends_no_message(tmp_path: Path) -> None:
    made = mail_game(tmp_path)
    collect(made, bag(letter(sheet(orders="1. TAX\n"))), MONDAY)
    before = [path.read_bytes() for path in made.folder.glob("turns/*/sets/MER/*")]
    collect(made, bag(letter(sheet(orders="TRY\n1. CASH\nMessage: Hail\n"), number=2)), MONDAY + DAY)
    assert [path.read_bytes() for path in made.folder.glob("turns/*/sets/MER/*")] == before


def test_a_trial_without_the_code_is_asked_for_it(tmp_path: Path) -> None:
    made = mail_game(tmp_path)
    collect(made, bag(letter(sheet(orders="TRY\n1. TAX\n", code="AAA-AAA-A"))), MONDAY)
    mails = [Outbox(made).path(id).read_text() for id in Outbox(made).ids()]
    assert not any("imagined" in mail for mail in mails)


WISHES = "New email: thief@example.net\nPhone: 555\nMessage: Hail\nFINAL\nAWAY 20 Nov to 20 Dec\nSEND REPORT\n"


def files_of(made: Game) -> dict[str, bytes]:
    """All that a letter could change, without the letter itself and its answer."""
    apart = ("inbox", "outbox", ".lock", ".letters")
    every = (path for path in made.folder.rglob("*") if path.is_file())
    return {
        str(path): path.read_bytes() for path in every if not path.relative_to(made.folder).parts[0].startswith(apart)
    }


@pytest.mark.parametrize("subject", ["orders", "TRY"])
@pytest.mark.parametrize("ruleset", sorted(ORDERS))
def test_a_trial_does_nothing_but_answer(tmp_path: Path, ruleset: str, subject: str) -> None:
    made = began(tmp_path, ruleset)
    power = power_of(made, "ann")
    said = "" if subject == "TRY" else "TRY\n"
    text = sheet_of(made, power).replace("End\n", f"{said}{WISHES}End\n")
    before = files_of(made)
    raw = letter(text, "ann@example.org", Subject=subject)
    [entry] = collect(made, bag(raw), MONDAY).entries
    list(follow_moves(made, MONDAY))
    list(answer_requests(made, MONDAY))
    assert files_of(made) == before
    assert [sheet.move for sheet in entry.sheets] == [None]
    assert entry.asked == ()
    [id] = Outbox(made).ids()
    assert "-receipt-" in id
    assert Outbox(made).recipient(id) == "ann@example.org"


def test_a_trial_that_breaks_is_answered_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = mail_game(tmp_path)
    monkeypatch.setattr("pbm.mail.replies.trial_mail", lambda *_: 1 / 0)
    done = collect(made, bag(letter(sheet(orders="TRY\n1. TAX\n"))), MONDAY)
    assert [entry.verdict for entry in done.entries] == ["accepted"]
    assert "could not be tried: internal error (ZeroDivisionError" in done.remarks[0]
    [id] = Outbox(made).ids()
    assert "They are NOT kept" in Outbox(made).path(id).read_text()
    assert not list(made.folder.glob("turns/*/sets/MER/*"))


def test_a_trial_does_not_take_refused_orders_off_the_desk(tmp_path: Path) -> None:
    made = mail_game(tmp_path)
    collect(made, bag(letter(sheet(code="AAA-AAA-A"))), MONDAY)
    collect(made, bag(letter(sheet(orders="TRY\n1. TAX\n"), number=2)), MONDAY + DAY)
    assert len(waiting(made)) == 1
    collect(made, bag(letter(sheet(), number=3)), MONDAY + 2 * DAY)
    assert waiting(made) == []


@pytest.mark.parametrize("name", GAMES)
def test_advice_on_a_sheet_says_what_fails_and_what_would_be_done(name: str) -> None:
    """Whatever it offers in the place of a line that fails is read, and done if everyone else is silent."""
    rules = load(name)
    world, journal = rules.state.setup(rules.state.settings(), Dice(b"advice", 0), {})
    who, chance = rules.state.players(world)[0], random.Random(1)
    view = rules.sight.view(world, journal, who)
    sheet = rules.language.reader(world).lines(who, [random_line(rules, world, chance) for _ in range(6)])
    failed = {number for number, came in rehearse(rules, "g", view, sheet).lines.items() if came.failed == came.plays}
    told = [counsel.text for counsel in on_sheet(rules, "g", view, sheet)]
    assert {int(text.split()[1]) for text in told if re.match(r"Line \d+ fails", text)} == failed


def test_advice_tells_in_which_block_an_order_stands() -> None:
    rules = load("twilight")
    world, _ = rules.state.setup(rules.state.settings(), Dice(b"advice", 0), {})
    sheet = rules.language.reader(world).lines(
        "LGE", ["BID INIT 1", "FOR WSX", "LEVY WIN W", "FOR ANY", "CRT SHOCK ENGAGE"]
    )
    assert {line.number: block for line, block in in_blocks(rules, sheet)} == {
        1: "",
        3: " below FOR WSX",
        5: " below FOR ANY",
    }


def test_advice_on_a_sheet_names_where_a_line_would_do_more() -> None:
    """An army goes home, and next to it a foreign area stands empty."""
    rules = load("darkage")
    world, journal = rules.state.setup(rules.state.settings(), Dice(b"advice", 0), {})
    empty = next(code for code in sorted(world.map["STS"].near) if world.areas[code].owner not in ("MER", None))
    world.areas[empty].armies = world.areas[empty].forts = 0
    world.areas["STS"].armies = 9
    sheet = rules.language.reader(world).lines("MER", ["MOVE STS TAM 5"])
    told = [counsel.text for counsel in on_sheet(rules, "g", rules.sight.view(world, journal, "MER"), sheet)]
    assert [text for text in told if text.startswith(f"Line 1 would do more elsewhere: MOVE STS {empty} 5 would win")]
