"""A game that is over: every command and letter about a turn that is to come says so, and nothing is changed."""

import datetime as dt
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.commands import clock
from pbm.mail.calendar import deadline
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.observers import observe, roundup_mail
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter, sheet
from tests.mail.test_mail_receipts import mails, text

SETTINGS = """
[mail]
address = "orders@example.org"

[calendar]
first = 2026-11-20
weekday = "friday"
"""
LATER = MONDAY + 100 * DAY


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = tmp_path_factory.mktemp("over")
    game = new_game(games, "g", "toy", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    (game.folder / "players.toml").write_text('[RED]\nid = "ann"\nemail = "red@example.org"\nform = "text"\n')
    while not game.ended():
        run_turn(game, empty=True)
    return games


@pytest.fixture
def game(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(clock, "now", lambda: LATER)
    return Game(tmp_path / "g")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


COMMANDS = (
    "hold g --reason x",
    "resume g",
    "extend g 3",
    "remind g",
    "resign g RED",
    "takeover g RED ann",
    "standby g RED",
    "away g RED 2027-03-01 2027-03-03",
    "notice g Hello",
    "house g dropout_after=4 --reason x",
    "votes g --overrule 1 --reason x",
    "correct g PLACE --reason x",
    "enter g RED",
    "adjudicate g --anyway",
    "observe g --email eve@example.org",
    "signup g eve --email eve@example.org",
)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_about_a_turn_to_come_says_that_the_game_is_over(game: Game, words: str) -> None:
    before = contents(game.folder.parent)
    done = CliRunner().invoke(main, [*words.split(), "--games", str(game.folder.parent)])
    assert done.exit_code == 1
    assert "Error: g is over: " in done.output
    assert "due" not in done.output
    assert contents(game.folder.parent) == before


def test_no_turn_of_it_is_due(game: Game) -> None:
    assert deadline(game, game.last())
    assert deadline(game, game.last() + 1) is None
    assert "Turn" not in CliRunner().invoke(main, ["status", "g", "--games", str(game.folder.parent)]).output


def test_a_letter_to_it_is_answered_without_a_date(game: Game) -> None:
    turn = game.last() + 1
    late = letter(sheet("RED", turn, "1. LEVY ASH 1\n").replace("Kingdom", "Player"), sender="red@example.org")
    lost = letter("How do I found a town?", sender="eve@example.org", number=2)
    vote = letter("PROPOSE DRAW\n", "red@example.org", 3)
    collect(game, bag(late, lost, vote, at=LATER), LATER)
    said = [" ".join(text(mail).split()) for mail in mails(game, "").values()]
    assert len([words for words in said if "g is over" in words]) == 3, "each letter has one answer"
    assert not [words for words in said if "due" in words]


def test_the_last_roundup_names_no_deadline_and_nowhere_to_send_orders(game: Game) -> None:
    observe(game, "Eve", "eve@example.org")
    for words in (roundup_mail(game, game.last()).text, roundup_mail(game, game.last()).html):
        assert " due" not in words.partition("Record hash")[0]
        assert "orders@example.org" not in words


def test_the_run_of_a_game_that_is_over_moves_no_date(game: Game) -> None:
    for days in (0, 30):
        now = LATER + dt.timedelta(days=days)
        list(make_round(game.folder.parent, lambda now=now: now, lambda _: None))  # type: ignore[misc]
    assert not [id for id in Outbox(game).ids() if "deadline" in id or "reminder" in id]
