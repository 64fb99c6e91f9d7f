"""What runs remember of the letters before: it makes no difference but in what a run costs."""

import datetime as dt
import shutil
from pathlib import Path

import pytest

from pbm.mail.inbox import Inbox, remembered_in
from pbm.mail.intake import collect
from pbm.mail.memory import MOST, recalled
from pbm.mail.outbox import Outbox
from pbm.mail.waiting import close, waiting
from pbm.office.address_changes import follow_moves
from pbm.office.requests import answer_requests
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.undo import undo
from tests.helpers.posting import DAY, MONDAY, SETTINGS, bag, letter, mail_game, sheet
from tests.reading.test_letter_budget import calls, fill

KEEPING = SETTINGS.replace("[calendar]", 'after = "keep"\n\n[calendar]')


def day(game: Game, number: int) -> list[bytes]:
    """The letters of a day: orders, forged ones, questions, requests, a change of address and who stops it."""
    asked = [id for id in Outbox(game).ids() if "-move-" in id]
    stops = [f"Re: {Outbox(game).message_id(id)}" for id in asked[:1]] if number == 3 else []
    moving = "New email: new@example.org\n" if number == 2 else ""
    turn = game.last() + 1
    return [
        letter(sheet(turn=turn, orders=f"1. LEVY TAM {number + 1}\n{moving}"), number=10 * number),
        letter(sheet(turn=turn, code="AAA-AAA-A"), number=10 * number + 1),
        letter("When is the turn?\n", "wessex@example.org", 10 * number + 2),
        letter("SEND MAP\n", "wessex@example.org", 10 * number + 3),
        letter("buy now\n", "stranger@example.net", 10 * number + 4),
        *(letter("no!\n", "mercia@example.org", 10 * number + 5, Subject=words) for words in stops),
    ]


def lived(folder: Path, forgetful: bool) -> dict[str, bytes]:
    """Six days of a game; all letters at the end, and whom each mail is for."""
    game = mail_game(folder)
    for number in range(6):
        now = MONDAY + DAY * number
        letters = day(game, number)
        collect(game, bag(*letters[:2], at=now), now)
        if forgetful:
            remembered_in(game).unlink(missing_ok=True)
        collect(game, bag(*letters, at=now), now)
        list(follow_moves(game, now))
        list(answer_requests(game, now))
        if number == 4:
            run_turn(game, empty=True)
        if number % 2:
            close(waiting(game)[0], "done")
        if forgetful:
            remembered_in(game).unlink(missing_ok=True)
    found = {path.name: path.read_bytes() for path in (game.folder / "inbox").iterdir()}
    found |= {id: Outbox(game).recipient(id).encode() for id in Outbox(game).ids()}  # each game signs with its own key
    return found | {"waiting": repr([one.name for one in waiting(game)]).encode()}


@pytest.mark.slow
def test_a_run_that_remembers_does_what_one_does_that_looks_at_all(tmp_path: Path) -> None:
    assert lived(tmp_path / "one", forgetful=False) == lived(tmp_path / "other", forgetful=True)


@pytest.mark.slow
def test_a_run_costs_the_same_after_few_letters_and_after_many(tmp_path: Path) -> None:
    """Both so many that as many letters of a player are remembered as ever are."""
    costs = []
    for number in (20 * (MOST + 5), 60 * (MOST + 5)):
        game = mail_game(tmp_path / str(number))
        fill(game, number)
        collect(game, bag(), MONDAY)
        costs.append(calls(game, []))
    assert costs[1] <= costs[0] * 1.01


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = mail_game(tmp_path, settings=KEEPING)
    collect(game, bag(letter(sheet()), letter("A question?\n", "wessex@example.org", 2)), MONDAY)
    assert recalled(game)
    return game


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"changed": 1}', b"\xff"])
def test_a_damaged_memory_is_made_again(game: Game, content: bytes) -> None:
    remembered_in(game).write_bytes(content)
    assert len(waiting(game)) == 1
    done = collect(game, bag(letter(sheet())), MONDAY + DAY)
    assert (done.entries, done.again) == ([], 1)
    assert recalled(game)


def test_a_letter_stored_by_a_killed_run_is_handled(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("pbm.mail.intake.deal", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            collect(game, bag(letter(sheet(orders="1. CASH\n"), number=3)), MONDAY + DAY)
    assert not recalled(game)
    assert [entry.verdict for entry in collect(game, bag(), MONDAY + DAY).entries] == ["accepted"]
    assert not collect(game, bag(), MONDAY + DAY).entries


def test_a_letter_put_there_or_taken_away_by_hand_is_noticed(game: Game) -> None:
    inbox = Inbox(game)
    record = next(path for path in inbox.folder.glob("*.json") if b"wessex" in path.read_bytes())
    record.unlink()
    assert not recalled(game)
    assert [entry.hash for entry in collect(game, bag(), MONDAY + DAY).entries] == [record.stem]


def test_an_undone_turn_is_looked_at_anew(game: Game) -> None:
    run_turn(game, empty=True)
    collect(game, bag(letter(sheet(turn=2), number=4)), MONDAY + DAY)
    assert recalled(game)
    undo(game, "an error")
    assert not recalled(game)


def test_a_clock_set_back_uses_nothing_that_is_remembered_of_later(game: Game) -> None:
    collect(game, bag(letter(sheet(orders="1. CASH\n"), number=5)), MONDAY + DAY)
    done = collect(game, bag(letter(sheet(), number=6)), MONDAY - DAY)
    assert done.remarks, "the clock is in doubt"


def test_what_is_remembered_is_private_and_erased(game: Game, tmp_path: Path) -> None:
    assert remembered_in(game).stat().st_mode & 0o777 == 0o600
    copy = Game(Path(shutil.copytree(game.folder, tmp_path / "copy" / "g")))
    from pbm.record.erase import erase

    list(erase(copy, "WSX"))
    assert not any(b"wessex@" in path.read_bytes() for path in copy.folder.rglob("*") if path.is_file())


def test_a_disk_that_is_full_for_it_loses_no_letter(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbm.errors import GameError

    def full(*_: object) -> None:
        raise GameError("no space")

    monkeypatch.setattr("pbm.mail.memory.write", full)
    done = collect(game, bag(letter(sheet(orders="1. CASH\n"), number=7)), MONDAY + dt.timedelta(hours=1))
    assert [entry.verdict for entry in done.entries] == ["accepted"]
    assert not recalled(game)
