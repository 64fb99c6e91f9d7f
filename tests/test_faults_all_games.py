"""Kills, full disks, wrong clocks and two of every command at once, in every game: nothing is lost, nothing sent twice.

`PBM_LONG=1 pytest -m "" tests/test_faults_all_games.py -s` does all of it and prints how much that was.
"""

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm import rulesets
from pbm.mail.compose import Mail
from pbm.mail.outbox import Outbox
from pbm.office.signup import Signup, sign_up, start
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.holding import hold
from tests import faults, test_faults
from tests.long import LONG
from tests.outside import NOW, OUTSIDE
from tests.posting import letter

place = test_faults.place
ROOT = Path(__file__).parent.parent
GAMES = [name for name in rulesets.names() if name != rulesets.USUAL]
COMMANDS: dict[str, tuple[str, ...]] = {
    "adjudicate": ("adjudicate", "g", "--turn", "{next}", "--no-orders"),
    "adjudicate --again": ("adjudicate", "g", "--turn", "{last}", "--again", "--no-orders", "--reason", "x"),
    "hold": ("hold", "g", "--reason", "mail was lost"),
    "resume": ("resume", "g"),
    "undo": ("undo", "g", "--turn", "{last}", "--reason", "wrong"),
    "bundle": ("bundle", "g", "--out", "g.zip"),
    "archive": ("archive", "g", "--out", "kept"),
    "erase": ("erase", "g", "{power}", "--yes"),
    "address": ("address", "g", "{power}", "--email", "new@example.org"),
    "resign": ("resign", "g", "{power}"),
    "signup": ("signup", "g", "dora", "--email", "dora@example.org"),
    "report": ("report", "g", "{power}", "--out", "out"),
    "collect": ("collect", "g"),
    "send": ("send", "g"),
    "remind": ("remind", "g", "--within", "9"),
    "extend": ("extend", "g", "3", "--quiet"),
    "notice": ("notice", "g", "No turn at Easter."),
    "run": ("run",),
}
KILLS = 3
"""A command is really killed, and its disk filled, at about so many of its steps; in the other games than Dark Age."""
long = pytest.mark.skipif(not LONG, reason="a campaign of minutes: PBM_LONG=1")


def prepared(folder: Path, ruleset: str, command: str) -> list[str]:
    """A game by mail after its first turn, with a letter of orders to take in and mail to send; the words to run."""
    games = folder / "games"
    games.mkdir(parents=True)
    for id in ("anna", "ben"):
        sign_up(games, "g", Signup(id, id.title(), f"{id}@example.org", form="text"))
    game, seated = start(games, "g", ruleset, test_faults.SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(test_faults.POST.format(first="2026-10-30" if command == "run" else "2026-11-06"))
    test_faults.keep_accounts(games)
    run_turn(game, empty=True)
    power = next(iter(seated))
    fill(folder, game, power, f"{seated[power].id}@example.org")
    if command == "resume":
        hold(game, "mail was lost")
    if command == "send":
        for number in range(3):
            Outbox(game).queue(1, power, f"note-{number}", Mail("a", "b\n"), "someone@example.org", NOW)
    turns = {"last": game.called(1), "next": game.called(2)}
    return [word.format(power=power, **turns) for word in COMMANDS[command]]


def fill(folder: Path, game: Game, power: str, sender: str) -> None:
    """A letter with a sheet, and one with a question."""
    box = folder / OUTSIDE / "Maildir"
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True)
    words = game.config().ruleset.language.words(game.config().open(game.position(1)))
    called = game.called(2)
    heads = f"Game: g\nTurn: {called}\n{words.power}: {power}\nCode: {sheet_code(game.secret(), 'g', 2, power)}\n"
    letters = [letter(f"{heads}Message: peace\n", sender, 1), letter("Who are you?\n", "stranger@example.org", 2)]
    for number, raw in enumerate(letters):
        (box / "new" / f"{int(NOW.timestamp()) - 400_000 + number}.{number}.host").write_bytes(raw)


@long
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", GAMES)
def test_every_command_is_done_or_not_done_in_every_game(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = test_faults.campaign("-m", "tests.kills", ruleset, str(KILLS))
    with capsys.disabled():
        print(f"\n{ruleset}: {told}")
    assert told["faults"] == []
    assert told["kill"]


def both(folder: Path, words: list[str]) -> list[int]:
    """Run a command twice at once; how each ended."""
    program = "import sys; from pathlib import Path; from tests.faults import run; import os\n"
    program += "sys.exit(run(Path(sys.argv[1]), sys.argv[2:])[0] & 255)"
    made = [subprocess.Popen([sys.executable, "-c", program, str(folder), *words], cwd=ROOT) for _ in range(2)]
    return [each.wait() for each in made]


ONCE = {"hold", "resume", "undo"}
"""Commands that say the second time that there is nothing to do."""
TWICE = {"notice", "extend", "adjudicate", "undo"}
"""Commands that mean something else the second time: one more note, one more day, the next turn."""


@long
@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("ruleset", rulesets.names())
def test_two_of_a_command_at_once_do_it_once(place: Path, ruleset: str, command: str) -> None:
    words = prepared(place / "start", ruleset, command)
    codes = both(place / "start", words)
    assert set(codes) <= {0, 1}, codes
    assert 0 in codes or command == "send"
    assert faults.problems(place / "start") == []
    assert list((place / "start").rglob(".*.part")) == []
    if command in TWICE:
        return
    after = faults.fingerprint(place / "start")
    faults.run(place / "start", words)
    assert faults.fingerprint(place / "start") == after or command in ONCE, "the work was not finished"


CLOCKS = [dt.timedelta(days=days) for days in (0, -400, 3, 400, -3, 0, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets.names() if LONG else [rulesets.USUAL])
def test_a_clock_set_back_and_forth_loses_nothing_and_sends_nothing_twice(place: Path, ruleset: str) -> None:
    folder = place / "start"
    prepared(folder, ruleset, "collect")
    for moment in clocks():
        code = run_at(folder, moment, ["run"])
        assert code in (0, 1)
        assert faults.problems(folder) == []
    sent = {path.name.rpartition(".")[0] for path in (folder / OUTSIDE / "sent").iterdir()}
    game = Game(folder / "games" / "g")
    assert {*Outbox(game).last()} >= sent
    assert not Outbox(game).doubtful()
    assert [path.stem for path in (game.folder / "inbox").glob("*.eml")], "the letters are here"


def clocks() -> Iterator[dt.datetime]:
    return (NOW + ahead for ahead in CLOCKS)


def run_at(folder: Path, moment: dt.datetime, words: list[str]) -> int:
    """Run a command in a process of its own whose clock says something else."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            vars(sys.modules["tests.outside"])["NOW"] = moment
            code = faults.played(folder, words, 0, "", 0)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
