"""Whatever happens at any step on the disk, a game is as before the command or as after it, and can go on."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from click import Context

from pbm import rulesets
from pbm.cli import main
from pbm.mail.compose import Mail
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.credits import Clerk
from pbm.office.observers import observe
from pbm.office.signup import Signup, sign_up
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.holding import hold
from pbm.record.standby import seated
from tests import ROOT
from tests.helpers.long import LONG
from tests.helpers.outside import NOW, OUTSIDE, TYPED
from tests.helpers.posting import bag, letter, sheet

SECRET = bytes(range(32))
SHEET = "1. LEVY TAM 2\n2. MOVE TAM STS ALL\nEMAIL: mercia@example.org\nMessage: peace\n"
PLAYERS = '[MER]\nname = "M"\nemail = "mercia@example.org"\n\n[WSX]\nname = "W"\n'
COMMANDS = {
    "new": (30, "new", "h", "--secret", "0011"),
    "adjudicate": (30, "adjudicate", "g", "--turn", "2"),
    "adjudicate --again": (30, "adjudicate", "g", "--turn", "1", "--again", "--reason", "keyed wrong"),
    "hold": (1, "hold", "g", "--reason", "mail was lost"),
    "resume": (1, "resume", "g"),
    "house": (1, "house", "g", "dropout_after=3", "--reason", "people travel"),
    "undo": (1, "undo", "g", "--turn", "1", "--reason", "wrong"),
    "redo": (40, "redo", "g", "MER", "--sheet", "MER.txt", "--turn", "1", "--reason", "misread"),
    "correct": (1, "correct", "g", "AREA LES armies=5", "--turn", "2", "--reason", "counted"),
    "bundle": (2, "bundle", "g", "--out", "g.zip"),
    "bundle --final": (2, "bundle", "g", "--out", "g.zip", "--final", "--unfinished"),
    "archive": (2, "archive", "g", "--out", "kept"),
    "erase": (2, "erase", "g", "MER", "--yes"),
    "standby": (2, "standby", "g", "STR"),
    "signup": (1, "signup", "h", "kent", "--email", "kent@example.org"),
    "signup --remove": (1, "signup", "g", "kent", "--remove"),
    "address": (1, "address", "g", "MER", "--email", "new@example.org"),
    "resign": (1, "resign", "g", "MER"),
    "start": (40, "start", "s", "--secret", "0011"),
    "takeover": (2, "takeover", "g", "STR", "kent"),
    "report": (3, "report", "g", "MER", "--out", "out"),
}
"""Each command that writes to a game; it is really killed, and its disk filled, at every so many of its steps."""
OFFICE = {
    "collect": (50, "collect", "g"),
    "enter": (30, "enter", "g", "WSX", "--once"),
    "letters show": (1, "letters", "show", "1"),
    "letters answer": (6, "letters", "answer", "1", "--text", "Three more days are fine."),
    "letters forward": (6, "letters", "forward", "1", "--to", "helper@example.org"),
    "letters accept": (30, "letters", "accept", "1", "--once"),
    "letters done": (1, "letters", "done", "1"),
    "takeover by mail": (60, "takeover", "g", "STR", "dora"),
    "send": (3, "send", "g"),
    "send --eml": (2, "send", "g", "--eml", "to-send"),
    "send --failed": (6, "send", "g", "--failed"),
    "remind": (2, "remind", "g", "--within", "9"),
    "extend": (20, "extend", "g", "3"),
    "away": (1, "away", "g", "MER", "2026-11-01", "2027-01-31"),
    "offer": (1, "offer", "next", "--ruleset", "twilight"),
    "notice": (1, "notice", "g", "No turn at Easter."),
    "credits": (1, "credits", "kent", "--buy", "10"),
    "credits --prize": (1, "credits", "mercia", "--prize", "3", "--game", "g"),
    "resign --forfeit": (1, "resign", "g", "MER", "--forfeit"),
    "observe": (1, "observe", "g", "--name", "A friend", "--email", "friend@example.org"),
    "observe --remove": (1, "observe", "g", "--email", "watcher@example.org", "--remove"),
    "print": (10, "print", "g", "--out", "post.pdf"),
    "report --form pdf": (10, "report", "g", "MER", "--form", "pdf", "--out", "out"),
    "check --html": (1, "check", "MER.txt", "--game", "g", "--power", "MER", "--html", "receipt.html"),
    "run": (300, "run"),
}
"""Those that also need mail, a calendar, accounts and a typist."""
HARMLESS = {"status", "players", "show", "orders", "schema", "account", "verify", "verify-receipt", "migrate", "advise"}
HARMLESS |= {"case", "rules", "try", "people", "games", "judge", "completion"}
HARMLESS |= {"serve"}
"""Commands that write nothing."""
ELSEWHERE = {"simulate", "map", "rulebook", "scaffold", "sheet", "site", "replay", "hooks", "votes"}
ELSEWHERE |= {"export", "man"}
"""Commands that write to no game, so that it can be made again at any time, or whose own tests break them off."""
MEMORY = Path("/dev/shm")


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory where there is such a place, since everything is flushed hundreds of times."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


def prepare(folder: Path, command: str, again: bool = False) -> None:
    """A game of one turn with orders for the next, and a player whose data is known."""
    games = folder / "games"
    games.mkdir(parents=True)
    game = new_game(games, "g", "darkage", SECRET, ["STR"])
    (game.orders(1) / "MER.txt").write_text(SHEET)
    run_turn(game)
    (game.orders(2) / "MER.txt").write_text("TAX\n")
    (folder / "MER.txt").write_text("1. LEVY TAM 1\nPHONE: 0123 456\n")
    if again:
        config = game.folder / "game.toml"
        config.write_text(seated(config.read_text(), "STR", 1))
    if command == "resume":
        hold(game, "mail was lost")
    (game.folder / "players.toml").write_text(PLAYERS)
    for name in ("g", "s"):
        sign_up(games, name, Signup("K", "kent@example.org", id="kent"))
    (game.folder / "outbox").mkdir()
    (game.folder / "outbox" / "001-MER-report.eml").write_text("To: mercia@example.org\n\nyour report\n")


POST = """
[mail]
address = "orders@example.org"
copy_to = "orders+sent@example.org"
digest_to = "master@example.org"
inbox = "outside/Maildir"
after = "delete"
smtp = "smtp://localhost:1"
doubt_seconds = 0

[calendar]
first = {first}
"""
SEATED = """
[MER]
id = "mercia"
name = "M"
email = "mercia@example.org"
form = "text"

[WSX]
id = "wessex"
name = "W"
email = "wessex@example.org"
form = "text"

[KNT]
id = "kent"
name = "K"
address = ["1 The Street"]
form = "paper"
"""


def prepare_office(folder: Path, command: str) -> None:
    """A game by mail after its first turn: letters have come, mail waits to go out, and accounts are kept."""
    games = folder / "games"
    games.mkdir(parents=True)
    game = new_game(games, "g", "darkage", SECRET, ["STR"])
    with (game.folder / "game.toml").open("a") as config:
        config.write(POST.format(first="2026-10-30" if command == "run" else "2026-11-06"))
    (game.folder / "players.toml").write_text(SEATED)
    for power in ("MER", "WSX"):
        (game.orders(1) / f"{power}.txt").write_text("1. TAX\n")
    run_turn(game)
    (folder / "MER.txt").write_text("1. LEVY TAM 1\n")
    keep_accounts(games)
    fill_maildir(folder / OUTSIDE / "Maildir")
    observe(game, "W", "watcher@example.org")
    if command.startswith("send"):
        fill_outbox(Outbox(game), command)
    if command.startswith("letters"):
        collect(game, bag(picture(), at=NOW), NOW)
    if command == "takeover by mail":
        sign_up(games, "g", Signup("D", "dora@example.org", form="text", id="dora"))
    if command in ("enter", "letters accept"):
        (folder / TYPED).write_text("\nTAX\nend\n\n\n\n")


def keep_accounts(games: Path) -> None:
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office" / "office.toml").write_text("[credits]\n")
    for player in ("mercia", "wessex", "kent"):
        Clerk(games, "2026-11-01").buy(player, 3)
    Clerk(games, "2026-11-01").award("kent", 2, "other")


def fill_maildir(box: Path) -> None:
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True)
    letters = [
        letter(sheet("MER", 2, "1. LEVY TAM 2\nMessage: peace\n"), "mercia@example.org", 1),
        letter(sheet("MER", 2, "1. LEVY TAM 1\n"), "mercia@example.org", 2),
        letter("Who are you?\n", "stranger@example.org", 3),
        letter(
            sheet("WSX", 2, "New email: w@example.net\n1. TAX\nTO MER: peace\nTO KNT: war\n"), "wessex@example.org", 4
        ),
        letter("SEND SHEET\nWHO\n", "wessex@example.org", 5),
    ]
    for number, raw in enumerate(letters):
        (box / "new" / f"{int(NOW.timestamp()) - 400_000 + number}.{number}.host").write_bytes(raw)


def picture() -> bytes:
    """A letter with a photo of a sheet."""
    message = EmailMessage()
    message["From"], message["Message-ID"] = "mercia@example.org", "<9@example.org>"
    message.set_content("My sheet is in the picture.\n")
    message.add_attachment(b"\xff\xd8", maintype="image", subtype="jpeg", filename="sheet.jpg")
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary("parts")
    return message.as_bytes()


def fill_outbox(outbox: Outbox, command: str) -> None:
    for number, power in enumerate(("MER", "WSX", "MER", "KNT")):
        id = outbox.queue(1, power, f"report-{number}", Mail("Report", "text\n"), "someone@example.org", NOW)
        if command == "send --failed":
            outbox.note(id, NOW, "failed", "550 no such user")


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
        cwd=ROOT,
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
    prepare(place / "start", str(words[0]), "--again" in words)
    told = campaign("-m", "tests.faults", str(place), str(stride), *map(str, words))
    assert told["faults"] == []
    assert told["states"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [name for name in rulesets.names() if name != rulesets.USUAL])
def test_a_turn_of_any_game_is_played_or_not_played_whatever_happens(place: Path, ruleset: str) -> None:
    (place / "start" / "games").mkdir(parents=True)
    game = new_game(place / "start" / "games", "g", ruleset, SECRET)
    run_turn(game, empty=True)
    turn = str(game.called(2))
    told = campaign("-m", "tests.faults", str(place), "100", "adjudicate", "g", "--turn", turn, "--no-orders")
    assert told["faults"] == []
    assert told["states"]


@pytest.mark.slow
@pytest.mark.parametrize("command", [*OFFICE] if LONG else [*OFFICE][::2])
def test_a_command_of_the_office_is_done_or_not_done_whatever_happens(place: Path, command: str) -> None:
    stride, *words = OFFICE[command]
    prepare_office(place / "start", command)
    told = campaign("-m", "tests.faults", str(place), str(stride), *map(str, words))
    assert told["faults"] == []
    assert told["states"]


def test_every_command_that_writes_is_tried() -> None:
    tried = {str(words[1]) for words in (*COMMANDS.values(), *OFFICE.values())}
    assert tried | HARMLESS | ELSEWHERE == set(main.list_commands(Context(main)))


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
    prepare(place / "start", "undo")
    told = campaign("-c", CARELESS.format(carelessness=carelessness), str(place), *map(str, COMMANDS["undo"][1:]))
    assert any(fault.startswith(found) for fault in told["faults"]), told
