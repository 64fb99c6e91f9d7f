"""A report made again says so first, with the reason and what changed for its reader, and nothing else."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import write_out
from pbm.office.frames import frames
from pbm.office.issue import issue
from pbm.office.report_mail import queue_reports
from pbm.office.rerun import facts
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.redo import redo
from pbm.record.undo import undo
from pbm.reports.html import render_html
from pbm.reports.text import render_text
from tests.helpers.posting import MONDAY, SECRET, mail_game
from tests.mail.test_mail_receipts import mails

PLAYERS = """
[MER]
email = "mercia@example.org"

[WSX]
email = "wessex@example.org"
form = "text"

[KNT]
address = ["1 High Street"]
form = "paper"
"""
CORRECTED = b"1. LEVY TAM 1\n"
FIRST = "CORRECTED: this replaces your report of turn 1 that was made before."


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = mail_game(tmp_path, players=PLAYERS)
    for power in ("MER", "WSX", "KNT"):
        (game.orders(1) / f"{power}.txt").write_text("1. LEVY TAM 2\n" if power == "MER" else "1. TAX\n")
    run_turn(game)
    return game


def queued(game: Game, send: bool = True) -> None:
    queue_reports(game.folder.parent, game, game.last(), MONDAY)
    if send:
        write_out(Outbox(game), game.folder.parent / "sent", lambda: MONDAY)


def first_lines(game: Game, power: str) -> tuple[str, ...]:
    return frames(game, 1)[power].again


def test_its_first_line_gives_the_mark_the_reason_and_what_changed(game: Game) -> None:
    queued(game)
    redo(game, "MER", CORRECTED, "The 1 was read as a 2.")
    said = render_text(issue(game, 1).of("MER")).splitlines()
    assert said[0] == FIRST
    assert said[1] == "The reason: The 1 was read as a 2."
    assert said[2] == "What changed for you:"
    assert "- no longer true: Mercia levied 2 armies in Tamworth" in said
    assert "- new: Mercia levied 1 army in Tamworth" in said
    assert FIRST in render_html(issue(game, 1).of("MER"))


def test_subject_and_file_name_are_marked(game: Game, tmp_path: Path) -> None:
    queued(game)
    redo(game, "MER", CORRECTED, "misread")
    queued(game)
    subjects = [str(mail["Subject"]) for mail in mails(game, "001-MER-report").values()]
    assert sorted(subjects) == ["g, turn 1: your corrected report", "g, turn 1: your report"]
    names = {str(part.get_filename()) for mail in mails(game, "001-MER").values() for part in mail.iter_attachments()}
    assert names == {"g-turn-1.pdf", "g-turn-1-corrected.pdf"}
    words = ["report", "g", "MER", "--out", str(tmp_path), "--games", str(game.folder.parent)]
    assert "g-001-MER-corrected.txt" in CliRunner().invoke(main, words).output


def test_a_second_correction_has_a_name_of_its_own(game: Game, tmp_path: Path) -> None:
    queued(game)
    redo(game, "MER", CORRECTED, "misread")
    queued(game)
    redo(game, "MER", b"1. TAX\n", "misread again")
    words = ["report", "g", "MER", "--out", str(tmp_path), "--games", str(game.folder.parent)]
    assert "g-001-MER-corrected-2.txt" in CliRunner().invoke(main, words).output
    assert first_lines(game, "MER")[1] == "The reason: misread again."


def test_nothing_changed_for_somebody_far_away(game: Game) -> None:
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2\n# a comment\n")
    queued(game)
    run_turn(game, again=True, reason="a comment was missing")
    assert first_lines(game, "WSX")[1:] == ("The reason: a comment was missing.", "Nothing changed for you.")


def test_no_reader_learns_what_only_another_may_know(game: Game) -> None:
    queued(game)
    redo(game, "MER", CORRECTED, "misread")
    told = " ".join(first_lines(game, "WSX"))
    assert "levied" not in told
    assert "Mercia treasury: was" in told
    assert "What changed" not in " ".join(first_lines(game, ""))


def test_a_fact_without_a_value_is_nobody() -> None:
    assert list(facts({"CHS": {"owner": None}}, ("seen",), {"CHS": "Cheshire"})) == ["seen Cheshire owner: nobody"]


def test_a_first_report_is_not_marked(game: Game) -> None:
    assert first_lines(game, "MER") == ()


def test_a_result_that_nobody_saw_stays_unknown(game: Game) -> None:
    """The report had been made and queued, but had not gone out."""
    queued(game, send=False)
    redo(game, "MER", CORRECTED, "misread")
    assert FIRST not in first_lines(game, "MER")
    assert first_lines(game, "WSX") == ()
    assert first_lines(game, "KNT")[0] == FIRST


def test_a_player_learns_that_their_sheet_was_replaced_though_no_report_had_gone_out(game: Game) -> None:
    redo(game, "MER", CORRECTED, "The 1 was read as a 2.")
    assert first_lines(game, "MER") == (
        "The game master replaced your sheet of this turn.",
        "The reason: The 1 was read as a 2.",
    )
    assert first_lines(game, "WSX") == ()


def test_the_report_of_a_result_that_no_longer_counts_is_not_sent(game: Game) -> None:
    queued(game, send=False)
    assert len(Outbox(game).waiting()) == 2
    undo(game, "The wrong sheets.")
    assert Outbox(game).waiting() == []
    run_turn(game)
    queued(game, send=False)
    assert len(Outbox(game).waiting()) == 2


def test_the_reason_of_an_undone_turn_is_given_too(game: Game) -> None:
    queued(game)
    undo(game, "The wrong sheets.")
    (game.orders(1) / "MER.txt").write_bytes(CORRECTED)
    run_turn(game)
    assert first_lines(game, "MER")[1] == "The reason: The wrong sheets."


def test_it_is_compared_with_the_report_that_the_reader_had(game: Game) -> None:
    """The second result was never sent: the third has the same orders as the first."""
    queued(game)
    first = (game.result(1) / "orders" / "MER.txt").read_bytes()
    redo(game, "MER", CORRECTED, "misread")
    redo(game, "MER", first, "not misread")
    assert first_lines(game, "MER")[1:] == ("The reason: misread; not misread.", "Nothing changed for you.")


def test_making_a_turn_again_asks_for_the_reason(game: Game) -> None:
    words = ["adjudicate", "g", "--again", "--games", str(game.folder.parent)]
    assert "Give a reason" in CliRunner().invoke(main, words).output


def test_every_ruleset_has_it(tmp_path: Path) -> None:
    for ruleset in ("toy", "twilight", "tours"):
        game = new_game(tmp_path, ruleset, ruleset, SECRET)
        power = game.in_play(1)[0]
        run_turn(game, empty=True)
        frames(game, 1)
        redo(game, power, b"# nothing\n", "keyed wrong")
        assert render_text(issue(game, 1).of(power)).startswith("CORRECTED: ")
