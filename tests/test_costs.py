"""Whatever a letter or a file costs to read has a limit, and whoever is over it is told so in a sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.reading.sheet_filling import MOST_MESSAGE_LINES
from pbm.record.adjudicate import run_turn
from pbm.record.corrections import read_corrections
from pbm.record.game import Game
from pbm.record.players import listed
from tests.forms import render_pdf
from tests.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.report_turns import game as turns
from tests.test_reports_forms import poisoned

ROOT = Path(__file__).parent.parent
SECONDS, MEGABYTES = 15, 200
"""Of the processor, for one letter, with the start of Python; and of memory, besides the letter itself."""
NESTED = "--x\nContent-Type: multipart/mixed; boundary=x\n\n"
FAILED = "Final-Recipient: rfc822; nobody@example.org\nAction: failed\nDiagnostic-Code: smtp; 550 no\n\n"
COSTLY = {
    "50 MB": lambda: letter(sheet() + "x" * 50_000_000),
    "50 MB in one header": lambda: letter(sheet(), Subject="x" * 50_000_000),
    "50 MB attached": lambda: letter("--x\n\n" + sheet() + "\n--x\n\n" + "QUJD" * 12_500_000, Content_Type=MIXED),
    "parts within parts": lambda: letter(NESTED * 20_000, Content_Type=MIXED),
    "parts beside parts": lambda: letter("--x\n\nhello\n" * 500_000, Content_Type=MIXED),
    "a long bounce": lambda: letter(
        "--x\nContent-Type: message/delivery-status\n\n" + FAILED * 80_000,
        "mailer-daemon@example.org",
        Content_Type="multipart/report; boundary=x",
    ),
    "an endless message": lambda: letter(sheet(orders="1. TAX\nMessage: " + "more\n" * 1_000_000)),
    "a million orders": lambda: letter(sheet(orders="1. MOVE TAM STS 2\n" * 1_000_000)),
    "two thousand orders": lambda: letter(sheet(orders="1. MOVE TAM STS 2\n" * 1_900)),
    "two thousand signatures": lambda: letter(sheet(orders="1. TAX\n" + "iPhone 2026 10:30 a@b.c\n" * 1_900)),
    "HTML without end": lambda: letter("<div style='color:#fff'>" * 40_000, Content_Type="text/html"),
    "a style sheet without end": lambda: letter("<style>" + ".a{" * 300_000, Content_Type="text/html"),
}
MIXED = "multipart/mixed; boundary=x"
ANSWERED_BY_NOBODY = {"a long bounce"}
READ = """
import json, resource, sys, time
from pathlib import Path
from tests.test_costs import COSTLY, costs
print(json.dumps(costs(Path(sys.argv[1]), sys.argv[2])))
"""


def costs(folder: Path, what: str) -> dict[str, object]:
    """Take one letter in, and say what came of it and what it cost in memory."""
    import resource

    game, raw = mail_game(folder), COSTLY[what]()
    (entry,) = collect(game, bag(raw), MONDAY + DAY).entries
    spent = resource.getrusage(resource.RUSAGE_SELF)
    answers = [Outbox(game).path(id).read_text() for id in entry.answers]
    megabytes = spent.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return {"verdict": entry.verdict, "note": entry.note[:200], "answers": answers, "megabytes": megabytes} | {
        "seconds": spent.ru_utime + spent.ru_stime
    }


@pytest.mark.skipif(sys.platform == "win32", reason="there is no way to ask for the memory used")
@pytest.mark.parametrize("what", COSTLY)
def test_a_letter_costs_seconds_and_not_much_memory(tmp_path: Path, what: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", READ, str(tmp_path), what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=20 * SECONDS,
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["verdict"] in ("accepted", "refused", "automatic"), told
    assert bool(told["answers"]) == (what not in ANSWERED_BY_NOBODY)
    assert told["seconds"] <= SECONDS
    assert told["megabytes"] <= MEGABYTES + 2 * len(COSTLY[what]()) / 1_000_000, told["megabytes"]


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
    roundup, _ = poisoned(last, "\n".join(["a line of a message"] * MOST_MESSAGE_LINES))
    assert len(render_pdf(roundup)) < 2_000_000


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
