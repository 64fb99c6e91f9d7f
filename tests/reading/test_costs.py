"""Whatever a letter or a file costs to read has a limit, and whoever is over it is told so in a sentence."""

import io
import json
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.settings import post
from pbm.mail.sources import Maildir
from pbm.reading.sheet_filling import LONGEST_MESSAGE, MOST_MESSAGE_LINES
from pbm.record.adjudicate import run_turn
from pbm.record.corrections import read_corrections
from pbm.record.game import Game
from pbm.record.players import listed
from pbm.rules.event import Said
from tests import ROOT
from tests.helpers.forms import render_pdf
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.helpers.report_turns import FRAME
from tests.helpers.report_turns import game as turns

SECONDS, MEGABYTES = 15, 200
"""Of the processor and of memory, for one letter, with the start of Python."""
LARGEST_ANSWER = 100_000
MOST_PAGES = 15
"""Of a roundup in which sixteen players write all they may."""
NESTED = "--x\nContent-Type: multipart/mixed; boundary=x\n\n"
FAILED = "Final-Recipient: rfc822;a@b\n\n"
COSTLY = {
    "50 MB": lambda: letter(sheet() + "x" * 50_000_000),
    "50 MB in one header": lambda: letter(sheet(), Subject="x" * 50_000_000),
    "50 MB attached": lambda: letter("--x\n\n" + sheet() + "\n--x\n\n" + "QUJD" * 12_500_000, Content_Type=MIXED),
    "parts within parts": lambda: letter(NESTED * 20_000, Content_Type=MIXED),
    "parts beside parts": lambda: letter("--x\n\nhello\n" * 500_000, Content_Type=MIXED),
    "a long bounce": lambda: letter(
        "--x\nContent-Type: message/delivery-status\n\n" + FAILED * 330_000,
        "mailer-daemon@example.org",
        Content_Type="multipart/report; boundary=x",
    ),
    "an endless message": lambda: letter(sheet(orders="1. TAX\nMessage: " + "more\n" * 1_000_000)),
    "a million orders": lambda: letter(sheet(orders="1. MOVE TAM STS 2\n" * 1_000_000)),
    "two thousand orders": lambda: letter(sheet(orders="1. MOVE TAM STS 2\n" * 1_900)),
    "two thousand signatures": lambda: letter(sheet(orders="1. TAX\n" + "iPhone 2026 10:30 a@b.c\n" * 1_900)),
    "HTML without end": lambda: letter("<div style='color:#fff'>" * 40_000, Content_Type="text/html"),
    "HTML without end or limit": lambda: letter("<div style='color:#fff'>" * 400_000, Content_Type="text/html"),
    "a style sheet without end": lambda: letter("<style>" + ".a{" * 300_000, Content_Type="text/html"),
}
MIXED = "multipart/mixed; boundary=x"
ANSWERS = {
    "50 MB": "the limit is 10 MB",
    "50 MB in one header": "the limit is 10 MB",
    "50 MB attached": "the limit is 10 MB",
    "parts within parts": "too many letters inside letters",
    "parts beside parts": "too many lines or parts",
    "an endless message": "too many lines or parts",
    "a million orders": "the limit is 10 MB",
    "two thousand orders": "lines more than are shown",
    "two thousand signatures": "more lines",
    "HTML without end": "no turnsheet",
    "HTML without end or limit": "too long",
    "a style sheet without end": "no turnsheet",
}
"""What each is told; a bounce is told nothing."""
READ = """
import json, sys
from pathlib import Path
from tests.reading.test_costs import costs
print(json.dumps(costs(Path(sys.argv[1]))))
"""


def posted(folder: Path, raw: bytes) -> Path:
    """A Maildir with one letter."""
    for part in ("new", "cur", "tmp"):
        (folder / "box" / part).mkdir(parents=True)
    (folder / "box" / "new" / f"{int(MONDAY.timestamp())}.1.host").write_bytes(raw)
    return folder / "box"


def costs(folder: Path) -> dict[str, object]:
    """Collect the letter in the Maildir, and measure this process."""
    import resource

    game = mail_game(folder / "games")
    (entry,) = collect(game, [Maildir(folder / "box", post(game))], MONDAY + DAY).entries
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "verdict": entry.verdict,
        "answer": "".join(Outbox(game).path(id).read_text() for id in entry.answers),
        "seconds": spent.ru_utime + spent.ru_stime,
        "megabytes": most_memory(spent.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)),
    }


def most_memory(otherwise: float) -> float:
    """The most memory of this process in MB. Linux counts what was there before the program began, except here."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.is_file() else None
    return int(found[1]) / 2**10 if found else otherwise


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no way to ask for the memory used")
@pytest.mark.parametrize("what", COSTLY)
def test_a_letter_costs_seconds_and_not_much_memory(tmp_path: Path, what: str) -> None:
    posted(tmp_path, COSTLY[what]())
    command = [sys.executable, "-c", READ, str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=20 * SECONDS)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["verdict"] in ("accepted", "refused", "automatic"), told
    answer = told.pop("answer")
    assert ANSWERS.get(what, "") in " ".join(answer.replace("=\n", "").split())
    assert (bool(answer), len(answer) <= LARGEST_ANSWER) == (what in ANSWERS, True)
    assert told["seconds"] <= SECONDS, told
    assert told["megabytes"] <= MEGABYTES, told


def test_the_receipt_says_how_long_a_message_may_be(tmp_path: Path) -> None:
    long = "Message: first\nMessage: " + "more\n" * MOST_MESSAGE_LINES
    game = mail_game(tmp_path)
    (entry,) = collect(game, bag(letter(sheet(orders=f"1. TAX\n{long}"))), MONDAY + DAY).entries
    told = " ".join(Outbox(game).path(entry.answers[0]).read_text().replace("=\n", "").split())
    assert f"{MOST_MESSAGE_LINES} lines" in told
    run_turn(game)
    assert b"first" in game.journal(1)
    assert b"more" not in game.journal(1)


def test_the_longest_messages_of_everyone_can_be_printed() -> None:
    *_, last = turns(1, 2)
    longest = "\n".join(["a line of a message, as long as it may be when there are sixty"] * MOST_MESSAGE_LINES)
    said = [Said(who, longest[:LONGEST_MESSAGE]) for who in last.world.kingdoms]
    roundup, _ = replace(last, journal=[*last.journal, *said]).reports(FRAME, {})
    before = time.process_time()
    pages = len(PdfReader(io.BytesIO(render_pdf(roundup))).pages)
    assert (pages <= MOST_PAGES, time.process_time() - before <= SECONDS) == (True, True)


DEEP = b"a = " + b"[" * 20_000


def test_nested_toml_is_refused_with_a_sentence(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    with pytest.raises(GameError, match=r"cannot be read: brackets"):
        read_corrections(DEEP)
    (game.folder / "players.toml").write_bytes(DEEP)
    with pytest.raises(GameError, match=r"players\.toml cannot be read"):
        listed(game)
    (game.folder / "game.toml").write_bytes(DEEP)
    with pytest.raises(GameError, match=r"game\.toml"):
        game.config()


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def test_a_link_in_place_of_a_sheet_is_refused_with_a_sentence(game: Game) -> None:
    (game.orders(1) / "MER.txt").symlink_to(game.folder / "secret")
    with pytest.raises(GameError, match=r"MER\.txt is a link"):
        run_turn(game)


def test_a_sheet_of_a_million_lines_is_refused_with_a_sentence(game: Game) -> None:
    (game.orders(1) / "MER.txt").write_text("TAX\n" * 1_000_000)
    with pytest.raises(GameError, match=r"MER\.txt has 4000000 bytes"):
        run_turn(game)
