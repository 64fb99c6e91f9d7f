"""-v and -q, which every command has, and the log of the office."""

from collections.abc import Iterator
from logging import LogRecord
from logging.handlers import RotatingFileHandler
from pathlib import Path

import click
import pytest

from pbm.cli import main
from pbm.commands import voice
from pbm.commands.options import silent
from pbm.overview import COMMANDS
from pbm.record.game import Game
from pbm.record.people import OFFICE
from tests.helpers.commands import pbm
from tests.helpers.posting import SECRET, letter, mail_game, sheet

POST = '[mail]\naddress = "orders@example.org"\ninbox = "post"\nsmtp = "smtp://orders@127.0.0.1:9"\n'
PEOPLE = '[MER]\nname = "Wiglaf Ward"\nemail = "wiglaf@example.org"\n'


def every(command: click.Command) -> Iterator[click.Command]:
    yield command
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from every(inner)


@pytest.fixture
def office(tmp_path: Path) -> Path:
    (tmp_path / OFFICE).mkdir()
    game = mail_game(tmp_path, settings=POST, players=PEOPLE)
    (game.folder / "post").mkdir()
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_say_more_and_nothing(name: str) -> None:
    found = main.get_command(click.Context(main), name)
    assert found
    for command in every(found):
        given = [option for param in command.params for option in param.opts]
        assert (given.count("-v"), given.count("-q")) == (1, 1), command.name


def test_quiet_prints_nothing_and_has_the_same_exit_code(office: Path) -> None:
    (office / "odd").mkdir()
    (office / "odd" / "game.toml").write_text("[game]\nname = 3\n")
    loud, still = pbm(office, "status"), pbm(office, "status", "-q")
    assert loud.stdout
    assert (still.stdout, still.exit_code) == ("", loud.exit_code) == ("", 1)
    assert not silent.get()


def test_an_error_is_printed_all_the_same(office: Path) -> None:
    assert "There is no game nowhere" in pbm(office, "show", "nowhere", "-q").stderr


def test_verbose_says_on_standard_error_what_is_done(office: Path) -> None:
    still, said = pbm(office, "adjudicate", "g", "--no-orders"), pbm(office, "undo", "g", "--reason", "x", "-v")
    assert still.stderr == ""
    assert "g: the result of turn 1 is undone\n" in said.stderr
    assert f"wrote {office / 'g' / 'held.json'}\n" in said.stderr
    assert said.stderr.endswith(" s of the processor\n")
    assert "wrote" not in said.stdout


# the log of the office


def log(office: Path) -> str:
    return "".join(path.read_text() for path in (office / OFFICE).glob("pbm.log*"))


def test_the_log_has_what_was_done_and_nobody_in_it(office: Path) -> None:
    """Names and addresses are in the letter, in players.toml and in the words of the error."""
    (office / "g" / "post" / "1.eml").write_bytes(letter(sheet(), sender="wiglaf@example.org", From_="Wiglaf Ward"))
    (office / "broken").mkdir()
    (office / "broken" / "game.toml").write_text('[game]\nname = "broken"\nruleset = "wiglaf@example.org"\n')
    assert pbm(office, "run").exit_code == 1
    pbm(office, "undo", "g", "--reason", "Wiglaf Ward asked for it")
    pbm(office, "address", "g", "MER", "--email", "wiglaf@example.net")
    told = log(office)
    assert " run: g: 1 letter taken in\n" in told
    assert " run: broken: problem: GameError in " in told
    assert " run: GameError in " in told
    assert " address g: done after " in told
    assert not [word for word in ("iglaf", "example", "Ward", SECRET.hex()[:12]) if word in told]


def test_what_changes_nothing_is_not_in_it(office: Path) -> None:
    pbm(office, "status")
    pbm(office, "show", "g")
    assert log(office) == ""


def test_without_an_office_there_is_no_log(tmp_path: Path) -> None:
    pbm(tmp_path, "new", "g")
    assert not list(tmp_path.rglob("pbm.log"))


def test_old_lines_give_way_to_new_ones(office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "ROOM", 400)
    for number in range(100):
        voice.OfficeLog(office, "run").write(f"line {number}")
    assert len(list((office / OFFICE).glob("pbm.log*"))) == voice.KEPT + 1
    assert "line 99" in log(office)
    assert "line 0\n" not in log(office)


def test_a_log_that_cannot_be_written_stops_nothing(office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: RotatingFileHandler, record: LogRecord) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RotatingFileHandler, "shouldRollover", full)
    assert pbm(office, "undo", "g", "--reason", "x").exit_code == 1
    assert pbm(office, "adjudicate", "g", "--no-orders").exit_code == 0


def test_a_fault_after_a_turn_was_kept_says_so(office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("reef")

    monkeypatch.setattr("pbm.office.turn_reports.Making", broken)
    monkeypatch.delenv("PBM_DEBUG", raising=False)
    monkeypatch.delenv("PBM_NO_REPORTS", raising=False)
    said = pbm(office, "adjudicate", "g", "--no-orders").stderr
    assert "internal error (KeyError: 'reef'). Done before it: g: a result of turn 1 is kept. No turn is left" in said
    assert Game(office / "g").last() == 1
