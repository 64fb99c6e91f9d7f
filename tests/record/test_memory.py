"""What is remembered: no file is read over and over, and what is remembered can never be wrong."""

import datetime as dt
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.compose import Mail
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox, queue
from pbm.mail.settings import post
from pbm.office.round import make_round
from pbm.office.signup import Signup, change_address, sign_up, start
from pbm.record import seating
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.config import parsed
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.redo import redo
from pbm.record.seals import written
from pbm.record.seating import Changes
from pbm.record.undo import undo
from tests.helpers.long import times
from tests.helpers.posting import PLAYERS, SETTINGS, bag, letter, mail_game, sheet

SECRET = bytes(range(32))
SEATS = {"mercia": "MER", "wessex": "WSX", "kent": "KNT", "essex": "ESX"}
MAIL = """
[mail]
address = "gm@example.org"
inbox = "{inbox}"

[calendar]
first = 2026-01-02
days = 1
"""
NOW = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
AFTER = (3, 6, 12, 24)[: times(2, 4)]


class Watch:
    """Counts the files that are opened under a folder; there is one for the whole process, as hooks stay for ever."""

    folder = ""
    opened: Counter[str] = Counter()

    @classmethod
    def hook(cls, event: str, args: tuple[Any, ...]) -> None:
        if cls.folder and event == "open" and str(args[0]).startswith(cls.folder):
            cls.opened[str(args[0])[len(cls.folder) :]] += 1

    @classmethod
    def count(cls, folder: Path, act: Callable[[], object]) -> int:
        cls.folder, cls.opened = str(folder), Counter()
        try:
            act()
        finally:
            cls.folder = ""
        return cls.opened.total()


sys.addaudithook(Watch.hook)


def began(games: Path) -> Game:
    for id, seat in SEATS.items():
        sign_up(games, "spring", Signup(id.title(), f"{id}@example.org", form="text", prefers=(seat,), id=id))
    game, _ = start(games, "spring", "darkage", SECRET)
    inbox = games / "post"
    inbox.mkdir()
    with (game.folder / "game.toml").open("a") as file:
        file.write(MAIL.format(inbox=inbox.as_posix()))
    round_of(games, NOW)
    return game


def round_of(games: Path, now: dt.datetime) -> list[tuple[str, str, bool]]:
    return list(make_round(games, lambda: now, lambda _: None))


def play(game: Game, turn: int) -> None:
    """A turn by mail: four letters come, the deadline passes, four reports are queued."""
    games, now = game.folder.parent, NOW + dt.timedelta(days=turn)
    for id, seat in SEATS.items():
        text = sheet(seat, turn, "1. TAX\n", "spring")
        place = games / "post" / f"{turn}-{id}.eml"
        place.write_bytes(letter(text, f"{id}@example.org", f"{turn}-{id}"))  # type: ignore[arg-type]
        os.utime(place, (now.timestamp() - 3600,) * 2)
    round_of(games, now - dt.timedelta(hours=1))
    said = round_of(games, now + dt.timedelta(hours=8))
    assert ("spring", f"turn {turn} adjudicated", False) in said, said
    for place in (games / "post").iterdir():
        place.unlink()


@pytest.mark.slow
def test_an_idle_round_reads_no_more_files_after_many_turns(tmp_path: Path) -> None:
    game = began(tmp_path)
    rounds, looks = {}, {}
    for turn in range(1, AFTER[-1] + 1):
        play(game, turn)
        if turn in AFTER:
            now = NOW + dt.timedelta(days=turn, hours=9)
            rounds[turn] = Watch.count(tmp_path, lambda now=now: round_of(tmp_path, now))  # type: ignore[misc]
            status = ["status", "spring", "--games", str(tmp_path)]
            looks[turn] = Watch.count(tmp_path, lambda status=status: CliRunner().invoke(main, status))  # type: ignore[misc]
    assert sum(id.split("-")[2] == "report" for id in Outbox(game).last()) > 3 * AFTER[-1]
    print("opened by an idle round:", rounds, "by status:", looks)
    for counts in (rounds, looks):
        per_turn = [(counts[later] - counts[turn]) / (later - turn) for turn, later in pairwise(AFTER)]
        assert max(per_turn) <= 2 * len(SEATS), counts  # the records of the letters that came


def test_game_toml_is_parsed_once_for_each_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = mail_game(tmp_path)
    parses: list[str] = []
    loads = tomllib.loads

    def counted(text: str) -> dict[str, Any]:
        parses.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    parsed.cache_clear()
    collect(game, bag(letter(sheet())), dt.datetime(2026, 11, 17, tzinfo=dt.UTC))
    assert len([text for text in parses if "[calendar]" in text]) == 1


def test_game_toml_changed_by_hand_counts_at_once(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    path = game.folder / "game.toml"
    stamp, text = path.stat(), path.read_text()
    assert post(game).address == "orders@example.org"
    path.write_text(text.replace("orders@example.org", "letter@example.org"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert post(game).address == "letter@example.org"


def test_a_file_from_an_editor_of_windows_is_read(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    for name in ("game.toml", "players.toml"):
        path = game.folder / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert post(game).address == "orders@example.org"
    assert players(game)["MER"].email == "mercia@example.org"
    run_turn(game, empty=True)
    assert game.config().ruleset.name == "darkage"


@pytest.fixture
def moved(tmp_path: Path) -> Game:
    """After its second turn, in which the player of Mercia went to Strathclyde."""
    game = new_game(tmp_path, "g", "darkage", SECRET, ["STR", "CMB"], {"players.toml": PLAYERS.encode()})
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    run_turn(game, empty=True)
    (game.orders(2) / "MER.txt").write_text("EXCHANGE STR\n")
    run_turn(game)
    return game


def seat_of_mercia(game: Game, turn: int | None = None) -> str:
    return next(code for code, player in players(game, turn).items() if player.email == "mercia@example.org")


def journals_read(game: Game) -> int:
    Watch.count(game.folder, lambda: players(game))
    return sum(number for name, number in Watch.opened.items() if name.endswith("journal.jsonl"))


def test_no_journal_is_read_twice_for_the_seats(moved: Game) -> None:
    assert [journals_read(moved), journals_read(moved)] == [2, 0]
    assert seat_of_mercia(moved) == "STR"


def test_a_seat_is_known_for_every_turn_even_after_the_list_was_written_anew(moved: Game) -> None:
    assert [seat_of_mercia(moved, turn) for turn in (0, 1, 2)] == ["MER", "MER", "STR"]
    change_address(moved, "STR", address=("1 New Road",))
    assert [seat_of_mercia(moved, turn) for turn in (0, 1, 2)] == ["MER", "MER", "STR"]


def test_reports_of_turns_before_go_to_the_power_the_player_had(moved: Game) -> None:
    now = dt.datetime(2026, 11, 17, tzinfo=dt.UTC)
    for power, player in players(moved, 0).items():
        queue(moved, 0, power, "welcome", Mail("g begins", "Welcome.\n"), player.email, now)
    round_of(moved.folder.parent, now)
    sent = sorted(id[:7] for id in Outbox(moved).last() if "-report-" in id)
    assert sent == ["001-MER", "001-WSX", "002-STR", "002-WSX"]


def test_a_turn_undone_or_made_again_is_not_remembered(moved: Game) -> None:
    assert seat_of_mercia(moved) == "STR"
    redo(moved, "MER", b"EXCHANGE CMB\n", "Cumbria was meant")
    assert seat_of_mercia(moved) == "CMB"
    undo(moved, "by mistake")
    assert seat_of_mercia(moved) == "MER"


def forged(game: Game) -> bytes:
    known = seating.recalled(game.folder / seating.SEATS, game.secret())
    assert known
    return written(msgspec.structs.replace(known, turns={1: Changes(moved={"MER": "WSX"})}))


@pytest.mark.parametrize("content", [forged, lambda game: b"", lambda game: b"{}", lambda game: b"\xff"])
def test_what_is_remembered_cannot_lie(moved: Game, content: Callable[[Game], bytes]) -> None:
    assert seat_of_mercia(moved) == "STR"
    (moved.folder / seating.SEATS).write_bytes(content(moved))
    assert seat_of_mercia(moved) == "STR"
    assert journals_read(moved) == 0
