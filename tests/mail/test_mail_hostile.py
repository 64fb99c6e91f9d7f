"""One bad letter never stops anything: it is kept and set aside for the game master, and the others go on."""

import random
from pathlib import Path

import pytest

from pbm.mail import counter as counter_module
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.intake import Collected, collect
from pbm.mail.loops import headers, reply_address, sender
from pbm.mail.outbox import Outbox
from pbm.office.round import make_round
from pbm.reading.letter import Letter
from pbm.reading.sheet_code import sheet_code
from pbm.reading.verdict import consider
from pbm.record.game import Game
from tests.helpers import letters
from tests.helpers.letters import FOLDER
from tests.helpers.long import times
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter, mail_game, sheet

NOW = MONDAY + DAY
DEEP = "(" * 500 + ")" * 500
HEADERS = ["From", "Reply-To", "To", "Subject", "Date", "Message-ID", "Content-Type", "X-Pbm-Id", "X-Pbm-Game",
           "Auto-Submitted", "Precedence", "Return-Path", "Content-Transfer-Encoding", "In-Reply-To", "References",
           "Authentication-Results", "List-Id", "MIME-Version", "Content-Disposition"]  # fmt: skip
VALUES = [DEEP, "(" * 3000, "a:" * 3000, "<" * 900, "x" * 300, "../x", "\0", "\x7f", "=?utf-8?b?////?=", "=?x?q?=00?=",
          '"' * 501, "a@[", "@@@", ",,,,", "\\" * 999, "multipart/mixed; boundary=x", "multipart/report; boundary=x",
          "message/rfc822", "text/plain; charset=\0", "text/plain; charset*=x'y'%ff", "m\u00e9rcia@ex\u00e4mple.org",
          "g", "Thu, 99 Foo 2026 99:99:99 +9999", "base64", ";;;=;=", "\udcff\udcfe", ""]  # fmt: skip
CHUNKS = [b"\n\n", b"\n", b"\r", b"\0", b"\x7f", b"(" * 700, b"\n--x\n", b"\n--x--\n",
          b"Content-Type: multipart/mixed; boundary=x\n\n", b"Content-Type: message/rfc822\n\n" * 70,
          b"New email: a@b.c\n", b"New email: \x7f@\xc3\xa9.org\n", b"New address: \x7f;\0;\xff\n",
          b"<blockquote>" * 300, b"\xff\xfe", b"9" * 4000, b"Game: other\n"]  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def good(number: int = 99) -> bytes:
    return letter(sheet("WSX"), "wessex@example.org", number)


def take(game: Game, *raws: bytes) -> Collected:
    return collect(game, bag(*raws), NOW)


BAD = {
    "a sender in 500 brackets": letter(sheet(), f"{DEEP} mercia@example.org"),
    "an answer in 500 brackets": letter(sheet(), Reply_To=f"{DEEP} mercia@example.org"),
    "groups in groups": letter(sheet(), "a:" * 3000),
    "an id too long for a file": letter(sheet(), X_Pbm_Game="g", X_Pbm_Id="x" * 300),
    "an id of a folder above": letter(sheet(), X_Pbm_Game="g", X_Pbm_Id="../../secret"),
    "an answer to an endless id": letter(sheet(), Message_ID=f"<{'x' * 20_000}@example.org>"),
    "a bounce within bounces": letter(
        "Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 1500, Content_Type="multipart/report; boundary=x"
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_the_letters_beside_it_are_taken(game: Game, what: str) -> None:
    done = take(game, good(1), BAD[what], good(2))
    assert len(done.entries) == 3
    assert all(entry.verdict for entry in done.entries)
    assert (game.orders(1) / "WSX.txt").is_file()
    assert take(game, good(3)).entries[0].verdict == "accepted"


def faulty(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Reading any letter of Mercia fails."""
    read = consider

    def fail(letter: Letter, *more: object) -> object:
        if any("Kingdom: MER" in text.text for text in letter.texts):
            raise error
        return read(letter, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(counter_module, "consider", fail)


@pytest.mark.parametrize(
    "error", [ValueError("odd"), RecursionError(), MemoryError(), OSError(36, "File name too long")]
)
def test_whatever_it_brings_about_it_is_set_aside_once(
    game: Game, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    faulty(monkeypatch, error)
    bad = letter(sheet())
    done = take(game, bad, good())
    assert [entry.verdict for entry in done.entries] == ["set aside", "accepted"]
    aside = done.entries[0]
    assert type(error).__name__ in aside.note
    assert Inbox(game).raw(aside.hash) == bad
    again = take(game, bad)
    assert (again.entries, again.again) == ([], 1)
    assert [entry.verdict for entry in Inbox(game).entries()] == ["set aside", "accepted"]


def test_a_letter_set_aside_is_read_anew_once_its_record_is_deleted(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        faulty(patched, ValueError("odd"))
        (aside,) = take(game, letter(sheet())).entries
    (game.folder / "inbox" / f"{aside.hash}.json").unlink()
    (entry,) = take(game).entries
    assert entry.verdict == "accepted"


def test_a_disk_that_fails_sets_no_letter_aside(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty(monkeypatch, OSError(28, "No space left on device"))
    with pytest.raises(OSError, match="No space"):
        take(game, letter(sheet()))
    monkeypatch.undo()
    assert [entry.verdict for entry in take(game).entries] == ["accepted"]


def test_one_game_is_not_stopped_by_anothers_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = tmp_path / "letters"
    box.mkdir()
    settings = SETTINGS.replace("[mail]\n", f'[mail]\ninbox = "{box}"\n')
    first, second = (mail_game(tmp_path / "games", name, settings) for name in ("g", "h"))
    for number, raw in enumerate([*BAD.values(), letter(sheet("WSX", game="h"), number=50), good()]):
        (box / f"{number}.eml").write_bytes(raw)
    said = list(make_round(tmp_path / "games", lambda: NOW, lambda seconds: None))
    assert not [words for words in said if words[2]]
    assert (first.orders(1) / "WSX.txt").is_file()
    assert (second.orders(1) / "WSX.txt").is_file()


def test_a_round_goes_on_after_any_fault_in_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("g", "h"):
        mail_game(tmp_path, name)

    def fail(games: Path, game: Game, *more: object) -> list[str]:
        if game.name == "g":
            raise RecursionError("too deep")
        return ["served"]

    monkeypatch.setattr("pbm.office.round.serve", fail)
    said = list(make_round(tmp_path, lambda: NOW, lambda seconds: None))
    assert [(name, wrong) for name, _, wrong in said] == [("g", True), ("h", False)]
    assert "RecursionError" in said[0][1]


def test_an_address_is_found_among_odd_comments() -> None:
    found = headers(letter("", "Lord (of (all) Mercia) <mercia@example.org> (the elder)", Reply_To=DEEP))
    assert (sender(found), reply_address(found, True)) == ("mercia@example.org", "mercia@example.org")


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A letter with its headers, its structure or its bytes changed by chance."""
    for _ in range(chance.randint(1, 4)):
        kind = chance.randrange(4)
        at = chance.randrange(len(raw) + 1)
        if kind == 0:
            line = f"{chance.choice(HEADERS)}: {chance.choice(VALUES)}\n"
            raw = line.encode("utf-8", "surrogateescape") + raw
        elif kind == 1:
            head, end, body = raw.partition(b"\n\n")
            lines = head.split(b"\n")
            place = chance.randrange(len(lines))
            value = chance.choice(VALUES).encode("utf-8", "surrogateescape")
            lines[place] = lines[place].partition(b":")[0] + b": " + value
            raw = b"\n".join(lines) + end + body
        elif kind == 2:
            raw = raw[:at] + chance.choice(CHUNKS) + raw[at:]
        else:
            raw = raw[:at] + chance.randbytes(chance.randint(0, 8)) + raw[at + chance.randint(0, 60) :]
    return raw


def for_turn_one(raw: bytes) -> bytes:
    """A letter to turn 7 of the collection's game as one to turn 1 of ours, with the right code."""
    for power in ("MER", "WSX"):
        old, new = sheet_code(letters.SECRET, "game42", 7, power), sheet_code(SECRET, "game42", 1, power)
        raw = raw.replace(old.encode(), new.encode())
    return raw.replace(b"Turn: 7", b"Turn: 1")


def handle_many(tmp_path: Path, number: int, seed: int) -> list[Arrival]:
    """Letters of the collection, changed by chance, at the counter of two games that share a mailbox."""
    game, _ = mail_game(tmp_path, "game42"), mail_game(tmp_path, "other")
    chance = random.Random(seed)
    originals = [for_turn_one(path.read_bytes()) for path in sorted(FOLDER.glob("*.eml"))]
    changed = [mutated(chance.choice(originals), chance) for _ in range(number)]
    entries = take(game, *changed).entries
    assert take(game, good()).entries
    assert Outbox(game).last() is not None
    return entries


def faults(entries: list[Arrival]) -> list[str]:
    return [f"{entry.hash}: {entry.note}" for entry in entries if entry.verdict == "set aside"]


def test_changed_letters_are_handled(tmp_path: Path) -> None:
    entries = handle_many(tmp_path, 200, 1)
    assert sum(entry.verdict == "accepted" for entry in entries) > 30
    assert faults(entries) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, times(3, 52)))
def test_many_changed_letters_are_handled(tmp_path: Path, seed: int) -> None:
    entries = handle_many(tmp_path, 200, seed)
    assert all(entry.verdict for entry in entries)
    assert faults(entries) == []
