"""Whatever happens at any step on the disk, a game is as before the command or as after it, and can go on."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.office.signup import Signup, sign_up
from pbm.record.adjudicate import new_game, run_turn

SECRET = bytes(range(32))
SHEET = "1. LEVY TAM 2\n2. MOVE TAM STS ALL\nEMAIL: mercia@example.org\nMessage: peace\n"
PLAYERS = '[MER]\nname = "M"\nemail = "mercia@example.org"\n\n[WSX]\nname = "W"\n'
COMMANDS = {
    "new": (30, "new", "h", "--secret", "0011"),
    "adjudicate": (10, "adjudicate", "g", "--turn", "2"),
    "adjudicate --again": (30, "adjudicate", "g", "--turn", "1", "--again"),
    "undo": (1, "undo", "g", "--turn", "1", "--reason", "wrong"),
    "redo": (40, "redo", "g", "MER", "--sheet", "MER.txt", "--turn", "1", "--reason", "misread"),
    "correct": (1, "correct", "g", "AREA LES armies=5", "--turn", "2", "--reason", "counted"),
    "bundle": (2, "bundle", "g", "--out", "g.zip"),
    "bundle --final": (2, "bundle", "g", "--out", "g.zip", "--final", "--unfinished"),
    "archive": (2, "archive", "g", "--out", "kept"),
    "erase": (2, "erase", "g", "MER"),
    "standby": (2, "standby", "g", "STR"),
    "signup": (1, "signup", "h", "kent", "--email", "kent@example.org"),
    "address": (1, "address", "g", "MER", "--email", "new@example.org"),
    "resign": (1, "resign", "g", "MER"),
    "start": (20, "start", "s", "--secret", "0011"),
    "takeover": (2, "takeover", "g", "STR", "kent"),
    "report": (3, "report", "g", "MER", "--out", "out"),
}
"""Each command that writes to a game; it is really killed, and its disk filled, at every so many of its steps."""
MEMORY = Path("/dev/shm")


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory where there is such a place, since everything is flushed hundreds of times."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


def prepare(folder: Path, rules: str) -> None:
    """A game of one turn with orders for the next, and a player whose data is known."""
    games = folder / "games"
    games.mkdir(parents=True)
    game = new_game(games, "g", "darkage", SECRET, ["STR"])
    (game.orders(1) / "MER.txt").write_text(SHEET)
    run_turn(game)
    (game.orders(2) / "MER.txt").write_text("TAX\n")
    (folder / "MER.txt").write_text("1. LEVY TAM 1\nPHONE: 0123 456\n")
    (game.folder / "game.toml").write_text((game.folder / "game.toml").read_text() + rules)
    (game.folder / "players.toml").write_text(PLAYERS)
    for name in ("g", "s"):
        sign_up(games, name, Signup("kent", "K", "kent@example.org"))
    (game.folder / "outbox").mkdir()
    (game.folder / "outbox" / "001-MER-report.eml").write_text("To: mercia@example.org\n\nyour report\n")


CARELESS = """
import json, sys
from pathlib import Path
import pbm.files
{carelessness}
from tests.faults import Campaign
campaign = Campaign(Path(sys.argv[1]), 99, sys.argv[2:])
campaign.fight()
print(json.dumps({{"faults": campaign.faults}}))
"""


def campaign(*words: str) -> dict[str, list[str]]:
    run = subprocess.run(
        [sys.executable, *words],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told: dict[str, list[str]] = json.loads(run.stdout)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_done_or_not_done_whatever_happens(place: Path, command: str) -> None:
    stride, *words = COMMANDS[command]
    prepare(place / "start", "start_bonus = 6\n" if "--again" in words else "")
    told = campaign("-m", "tests.faults", str(place), str(stride), *map(str, words))
    assert told["faults"] == []
    assert told["states"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("carelessness", "found"),
    [
        ("pbm.files.sync = lambda folder: None", "lost"),
        ("pbm.files.write_file = lambda path, content, private=False: path.write_bytes(content)", "torn"),
        ("pbm.files.put = lambda path, content, private=False: path.write_bytes(content)", "killed"),
    ],
)
def test_carelessness_is_found(place: Path, carelessness: str, found: str) -> None:
    """A folder not flushed, a file not flushed, a file written in its place: each shows."""
    prepare(place / "start", "")
    told = campaign("-c", CARELESS.format(carelessness=carelessness), str(place), *map(str, COMMANDS["undo"][1:]))
    assert any(fault.startswith(found) for fault in told["faults"]), told
