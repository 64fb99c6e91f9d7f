"""Kills, full disks, wrong clocks and two of every command at once, in every game: nothing is lost, nothing sent twice.

`PBM_LONG=1 pytest -m "" tests/test_faults_all_games.py -s` does all of it and prints how much that was.
"""

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm import rulesets
from pbm.mail.compose import Mail
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.observers import observe
from pbm.office.signup import Signup, resign, sign_up, start
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.holding import hold
from pbm.record.people import Form
from pbm.record.standby import sheet_lines
from tests import ROOT, faults
from tests.helpers.long import LONG
from tests.helpers.outside import NOW, OUTSIDE, TYPED
from tests.helpers.posting import bag, letter
from tests.record import test_faults

place = test_faults.place
GAMES = [name for name in rulesets.names() if name != rulesets.USUAL]
COMMANDS: dict[str, tuple[str, ...]] = {
    "new": ("new", "h", "--ruleset", "{ruleset}", "--secret", "0011"),
    "start": ("start", "s", "--ruleset", "{ruleset}", "--secret", "0011"),
    "adjudicate": ("adjudicate", "g", "--turn", "{next}", "--no-orders"),
    "adjudicate --again": ("adjudicate", "g", "--turn", "{last}", "--again", "--no-orders", "--reason", "x"),
    "redo": ("redo", "g", "{power}", "--sheet", "sheet.txt", "--turn", "{last}", "--reason", "misread"),
    "correct": ("correct", "g", "{correction}", "--turn", "{next}", "--reason", "counted"),
    "house": ("house", "g", "dropout_after=3", "--reason", "people travel"),
    "hold": ("hold", "g", "--reason", "mail was lost"),
    "resume": ("resume", "g"),
    "undo": ("undo", "g", "--turn", "{last}", "--reason", "wrong"),
    "bundle": ("bundle", "g", "--out", "g.zip"),
    "bundle --final": ("bundle", "g", "--out", "g.zip", "--final", "--unfinished"),
    "archive": ("archive", "g", "--out", "kept"),
    "erase": ("erase", "g", "{power}", "--yes"),
    "address": ("address", "g", "{power}", "--email", "new@example.org"),
    "away": ("away", "g", "{power}", "2026-11-01", "2027-01-31"),
    "resign": ("resign", "g", "{power}"),
    "resign --forfeit": ("resign", "g", "{power}", "--forfeit"),
    "standby": ("standby", "g", "{other}"),
    "takeover": ("takeover", "g", "{other}", "dora"),
    "signup": ("signup", "g", "dora", "--email", "dora@example.org"),
    "signup --remove": ("signup", "g", "dora", "--remove"),
    "observe": ("observe", "g", "--name", "A friend", "--email", "friend@example.org"),
    "observe --remove": ("observe", "g", "--email", "watcher@example.org", "--remove"),
    "credits": ("credits", "kent", "--buy", "10"),
    "credits --prize": ("credits", "kent", "--prize", "3", "--game", "g"),
    "report": ("report", "g", "{power}", "--out", "out"),
    "print": ("print", "g", "--out", "post.pdf"),
    "check --html": ("check", "sheet.txt", "--game", "g", "--power", "{power}", "--html", "receipt.html"),
    "enter": ("enter", "g", "{power}", "--once"),
    "letters show": ("letters", "show", "1"),
    "letters answer": ("letters", "answer", "1", "--text", "Three more days are fine."),
    "letters forward": ("letters", "forward", "1", "--to", "helper@example.org"),
    "letters accept": ("letters", "accept", "1", "--once"),
    "letters done": ("letters", "done", "1"),
    "collect": ("collect", "g"),
    "send": ("send", "g"),
    "send --eml": ("send", "g", "--eml", "to-send"),
    "send --failed": ("send", "g", "--failed"),
    "remind": ("remind", "g", "--within", "9"),
    "extend": ("extend", "g", "3", "--untold"),
    "notice": ("notice", "g", "No turn at Easter."),
    "offer": ("offer", "next", "--ruleset", "{ruleset}"),
    "run": ("run",),
}
"""Every command that writes, as words for any game."""
KILLS = 3
"""A command is really killed, and its disk filled, at about so many of its steps; in the other games than Dark Age."""
long = pytest.mark.skipif(not LONG, reason="a campaign of minutes: PBM_LONG=1")


def prepared(folder: Path, ruleset: str, command: str) -> list[str]:
    """A game by mail after its first turn, with a letter of orders to take in and mail to send; the words to run."""
    games = folder / "games"
    (games / "_office").mkdir(parents=True)
    (games / "_office/office.toml").write_text('[office]\npost_to = ["1 High Street"]\n')
    for id in ("anna", "ben"):
        form: Form = "paper" if (command, id) == ("print", "ben") else "text"
        sign_up(games, "g", Signup(id.title(), f"{id}@example.org", address=("1 The Street",), form=form, id=id))
    game, seated = start(games, "g", ruleset, test_faults.SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(test_faults.POST.format(first="2026-10-30" if command == "run" else "2026-11-06"))
    test_faults.keep_accounts(games)
    run_turn(game, empty=True)
    power, other = [*seated][:2]
    fill(folder, game, power, f"{seated[power].id}@example.org")
    (folder / "sheet.txt").write_text("Message: war\nEnd\n")
    line = next(sheet_lines(game, power, None, why=False)).partition(". ")[2]
    (folder / TYPED).write_text(f"\n{line}\nend\n\n\n\n\n\n")
    if command in MORE:
        MORE[command](games, game, power, other)
    told = {"last": game.called(1), "next": game.called(2), "power": power, "other": other, "ruleset": ruleset}
    correction = game.config().ruleset.seats.resigned(power)
    return [word.format(**told, correction=correction) for word in COMMANDS[command]]


def wait_for_mail(game: Game, power: str, failed: bool = False) -> None:
    for number in range(3):
        id = Outbox(game).queue(1, power, f"note-{number}", Mail("a", "b\n"), "someone@example.org", NOW)
        if failed:
            Outbox(game).note(id, NOW, "failed", "550 no such user")


def wait_for_seat(games: Path, game: Game, power: str) -> None:
    """Somebody is on the list, and a power has no player."""
    sign_up(games, "g", Signup("Dora", "dora@example.org", form="text", id="dora"))
    resign(game, power)


def ask(game: Game) -> None:
    """A letter with a photo of a sheet, for the game master to read."""
    raw = test_faults.picture().replace(b"mercia@", b"anna@")
    collect(game, bag(raw, at=NOW), NOW)


MORE: dict[str, Callable[[Path, Game, str, str], object]] = {
    "start": lambda games, game, power, other: [
        sign_up(games, "s", Signup(id.title(), f"{id}@example.org", form="text", id=id)) for id in ("carl", "dora")
    ],
    "resume": lambda games, game, power, other: hold(game, "mail was lost"),
    "send": lambda games, game, power, other: wait_for_mail(game, power),
    "send --eml": lambda games, game, power, other: wait_for_mail(game, power),
    "send --failed": lambda games, game, power, other: wait_for_mail(game, power, failed=True),
    "standby": lambda games, game, power, other: wait_for_seat(games, game, other),
    "takeover": lambda games, game, power, other: wait_for_seat(games, game, other),
    "signup --remove": lambda games, game, power, other: sign_up(
        games, "g", Signup("D", "dora@example.org", id="dora")
    ),
    "observe --remove": lambda games, game, power, other: observe(game, "W", "watcher@example.org"),
    **dict.fromkeys(
        ("letters show", "letters answer", "letters forward", "letters accept", "letters done"),
        lambda games, game, power, other: ask(game),
    ),
}
"""What else a command finds."""


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


def test_every_command_that_writes_is_tried() -> None:
    tried = {words[0] for words in COMMANDS.values()}
    assert tried == {str(words[1]) for words in (*test_faults.COMMANDS.values(), *test_faults.OFFICE.values())}


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


ONCE = {"hold", "resume", "undo", "new", "start", "takeover", "signup --remove", "observe --remove", "letters accept"}
"""Commands that say the second time that there is nothing to do."""
TWICE = {"notice", "extend", "adjudicate", "undo", "credits", "credits --prize", "letters answer", "enter"}
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
            vars(sys.modules["tests.helpers.outside"])["NOW"] = moment
            code = faults.played(folder, words, 0, "", 0)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
