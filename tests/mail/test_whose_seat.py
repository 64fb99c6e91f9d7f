"""Who has which power: whoever moves has its report, its code and its bill; whoever had it before has nothing more."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.outbox import Outbox
from pbm.mail.sets import chosen, file_set
from pbm.mail.smtp import retry_failed
from pbm.office.attendance import attendance
from pbm.office.credits import Clerk, balance, discount, is_charged, read
from pbm.office.round import make_round
from pbm.office.signup import resign, sign_up, start, take_over
from pbm.record.adjudicate import run_turn
from pbm.record.correcting import add_correction
from pbm.record.erase import erase
from pbm.record.game import Game
from pbm.record.holders import history, players, readers
from pbm.record.redo import redo
from pbm.record.undo import undo
from tests.office.test_office import MAIL, NOW, SECRET, give, joined, keep_credits

FIRST, LAST = "the mover first", "the mover last"
either_order = pytest.mark.parametrize("game", [FIRST, LAST], indirect=True)
"""The order of names in the file does not count."""


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Game:
    """Mercia, Kent and the Vikings have players; the order in the file is either."""
    keep_credits(tmp_path)
    people = [joined("mover", "MER"), joined("kent", "KNT"), joined("viking", "VIK"), joined("wessex", "WSX")]
    for signup in people if getattr(request, "param", LAST) == FIRST else reversed(people):
        sign_up(tmp_path, "g", signup)
    game, _ = start(tmp_path, "g", "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(MAIL)
    return game


def turn(game: Game, **orders: str) -> list[str]:
    """Play a turn with these orders, and make the round of the office."""
    for power, text in orders.items():
        give(game, power, f"{text}\n")
    run_turn(game, empty=True)
    return rounds(game)


def rounds(game: Game) -> list[str]:
    return [words for _, words, _ in make_round(game.folder.parent, lambda: NOW, lambda _: None)]


def mailed(game: Game, number: int) -> dict[str, str]:
    """Who was sent the reports of a turn, by power."""
    outbox = Outbox(game)
    ids = [id for id in outbox.ids() if id.startswith(f"{number:03}-") and "-report-" in id]
    return {id.split("-")[1]: outbox.recipient(id).partition("@")[0] for id in ids}


def charged(game: Game, number: int) -> set[str]:
    entries = read(game.folder.parent)
    return {id for id in ("mover", "kent", "viking", "wessex") if is_charged(entries, id, "g", number)}


def dropped(game: Game) -> Game:
    """After two turns for which Kent sent nothing."""
    for _ in range(2):
        turn(game, MER="TAX", VIK="TAX", WSX="TAX")
    return game


def fallen(game: Game) -> Game:
    """After a turn in which the Vikings are out of the game, with Danes and Norse in play."""
    for code in ("DAN", "NRS"):
        sign_up(game.folder.parent, "g", joined(code.lower()))
        take_over(game.folder.parent, game, code, code.lower())
    for area in ("ION", "SKY", "HEB", "LEW", "HBS", "MIN"):
        add_correction(game, f"AREA {area} owner=none armies=0 ships=0", "to bring the end near")
    turn(game, MER="TAX", KNT="TAX", WSX="TAX", VIK="TAX", DAN="TAX", NRS="TAX")
    assert "VIK" not in game.in_play(2)
    return game


@either_order
def test_who_moves_into_the_seat_of_a_dropout_has_all_of_it(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    assert {power: one.id for power, one in players(game).items()} == {"KNT": "mover", "WSX": "wessex", "VIK": "viking"}
    assert mailed(game, 3) == {"KNT": "mover", "WSX": "wessex", "VIK": "viking"}
    assert charged(game, 3) == {"mover", "wessex", "viking"}
    turn(game, KNT="TAX", WSX="TAX", VIK="TAX")
    assert mailed(game, 4) == {"KNT": "mover", "WSX": "wessex", "VIK": "viking"}
    assert charged(game, 4) == {"mover", "wessex", "viking"}
    assert (attendance(game)["KNT"].sent, attendance(game)["KNT"].missed) == (4, 0)


@either_order
def test_who_begins_again_from_the_sea_in_the_seat_of_the_fallen_has_all_of_it(game: Game) -> None:
    fallen(game)
    assert mailed(game, 1)["VIK"] == "viking", "the report of the turn in which they fell"
    turn(game, MER="VIKING", KNT="TAX", WSX="TAX", DAN="TAX", NRS="TAX")
    assert players(game)["VIK"].id == "mover"
    assert mailed(game, 2)["VIK"] == "mover"
    assert charged(game, 2) == {"mover", "kent", "wessex"}
    turn(game, VIK="TAX", KNT="TAX", WSX="TAX", DAN="TAX", NRS="TAX")
    assert mailed(game, 3)["VIK"] == "mover"
    assert charged(game, 3) == {"mover", "kent", "wessex"}


def test_who_is_out_of_the_game_pays_no_more(game: Game) -> None:
    turn(fallen(game), MER="TAX", KNT="TAX", WSX="TAX")
    assert charged(game, 1) == {"mover", "kent", "wessex", "viking"}
    assert charged(game, 2) == {"mover", "kent", "wessex"}
    assert "VIK" not in mailed(game, 2)


def test_who_dropped_out_has_the_report_of_that_turn_and_pays_no_more(game: Game) -> None:
    dropped(game)
    assert mailed(game, 2)["KNT"] == "kent"
    assert "kent" in charged(game, 2)
    turn(game, MER="TAX", WSX="TAX", VIK="TAX")
    assert "KNT" not in mailed(game, 3)
    assert charged(game, 3) == {"mover", "wessex", "viking"}


def test_discounts_are_forfeited_once_for_a_game(game: Game) -> None:
    games = game.folder.parent
    Clerk(games, "2026-01-01").award("kent", 3, "old")
    turn(game, MER="TAX", VIK="TAX", WSX="TAX")
    assert "kent dropped out and loses their discounts" in turn(game, MER="TAX", VIK="TAX", WSX="TAX")
    assert discount(read(games), "kent") == 0
    Clerk(games, "2026-02-01").award("kent", 2, "another")
    assert rounds(game) == []
    turn(game, MER="TAX", WSX="TAX", VIK="TAX")
    assert discount(read(games), "kent") == 2


def test_who_had_none_to_lose_keeps_what_they_earn_later(game: Game) -> None:
    dropped(game)
    Clerk(game.folder.parent, "2026-02-01").award("kent", 2, "another")
    rounds(game)
    assert discount(read(game.folder.parent), "kent") == 2


def test_prizes_go_to_who_plays_at_the_end_and_to_who_fell_while_playing(game: Game) -> None:
    turn(fallen(game), MER="VIKING", KNT="TAX", WSX="TAX")
    for _ in range(12):
        add_correction(game, "KINGDOM VIK vp=900", "to bring the end near")
        if any("the game is over" in line or "earns" in line for line in turn(game, VIK="TAX", WSX="TAX")):
            break
    entries = read(game.folder.parent)
    assert {id: discount(entries, id) for id in ("mover", "viking", "wessex", "kent")} == {
        "mover": 3,
        "viking": 1,
        "wessex": 0,
        "kent": 0,
    }
    assert mailed(game, game.last())["VIK"] == "mover"


def test_a_move_that_was_undone_or_made_otherwise_is_no_move(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    redo(game, "MER", b"TAX\n", "a slip")
    assert players(game)["MER"].id == "mover"
    assert "KNT" not in players(game)
    undo(game, "by mistake")
    undo(game, "by mistake", 2)
    assert players(game)["KNT"].id == "kent"


def test_who_moved_in_a_turn_hears_that_it_was_undone(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    outbox = Outbox(game)
    for id in outbox.ids():
        outbox.note(id, NOW, "sent")
    undo(game, "by mistake")
    rounds(game)
    told = {id.split("-")[1]: outbox.recipient(id) for id in outbox.ids() if "-undone-" in id}
    assert told == {"KNT": "mover@example.org", "WSX": "wessex@example.org", "VIK": "viking@example.org"}


def test_what_came_back_goes_to_the_player_it_was_for(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    outbox = Outbox(game)
    before = {id: outbox.recipient(id) for id in outbox.ids()}
    for id in before:
        outbox.note(id, NOW, "failed", "550 no such user")
    retry_failed(outbox, NOW)
    assert {id: outbox.recipient(id) for id in outbox.ids()} == before


def test_whoever_takes_over_keeps_the_history_of_who_left(game: Game) -> None:
    games = game.folder.parent
    sign_up(games, "g", joined("new"))
    dropped(game)
    take_over(games, game, "KNT", "new")
    turn(game, MER="TAX", KNT="TAX", WSX="TAX", VIK="TAX")
    assert [players(game, each)["KNT"].id if "KNT" in players(game, each) else "" for each in range(4)] == [
        *["kent"] * 2,
        *["new"] * 2,
    ]
    assert readers(game, 2)["KNT"].id == "kent"
    assert mailed(game, 3)["KNT"] == "new"
    assert balance(read(games), "kent") == -20
    assert balance(read(games), "new") == -10


def test_a_resignation_leaves_an_id_and_the_turn_alone(game: Game) -> None:
    turn(game, MER="TAX", KNT="TAX", WSX="TAX", VIK="TAX")
    resign(game, "KNT")
    text = (game.folder / "players.toml").read_text()
    assert "kent@example.org" not in text
    assert 'id = "kent"\nleft = 1\n' in text
    turn(game, MER="TAX", WSX="TAX", VIK="TAX")
    assert charged(game, 2) == {"mover", "wessex", "viking"}
    assert "KNT" not in mailed(game, 2)


def test_the_game_master_may_give_a_seat_back(game: Game) -> None:
    dropped(game)
    assert "KNT" not in players(game)
    done = CliRunner().invoke(main, ["standby", "g", "KNT", "--games", str(game.folder.parent)])
    assert done.exit_code == 0, done.output
    assert players(game)["KNT"].id == "kent"
    turn(game, MER="TAX", KNT="TAX", WSX="TAX", VIK="TAX")
    assert mailed(game, 3)["KNT"] == "kent"
    assert "kent" in charged(game, 3)


def test_two_entries_that_cannot_both_be_are_named(game: Game) -> None:
    path = game.folder / "players.toml"
    path.write_text(path.read_text() + '\n[MER-2]\nid = "other"\n')
    (said,) = rounds(game)
    assert "[MER] and [MER-2] cannot both begin in the same turn" in said


@either_order
def test_erasing_one_player_of_a_seat_leaves_the_papers_of_the_other(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    outbox = Outbox(game)
    erase(game, "KENT")
    left = {id for id in outbox.ids() if not outbox.is_erased(id)}
    reports = {id[:7] for id in left if "-report-" in id}
    assert {"001-MER", "002-MER", "003-KNT"} <= reports
    assert not {"001-KNT", "002-KNT"} & reports
    assert "kent" not in (game.folder / "players.toml").read_text()
    assert players(game)["KNT"].id == "mover"
    erase(game, "KNT")
    assert "mover" not in (game.folder / "players.toml").read_text()
    left = {id for id in outbox.ids() if not outbox.is_erased(id)}
    assert {id.split("-")[1] for id in left} == {"WSX", "VIK"}


def test_a_seat_does_not_go_back_to_whoever_left_it_when_their_successor_is_erased(game: Game) -> None:
    games = game.folder.parent
    sign_up(games, "g", joined("new"))
    dropped(game)
    take_over(games, game, "KNT", "new")
    turn(game, MER="TAX", KNT="TAX", WSX="TAX", VIK="TAX")
    assert erase(game, "new")
    text = (game.folder / "players.toml").read_text()
    assert "new" not in text
    assert "[KNT-2]\njoined = 2\n" in text
    assert players(game)["KNT"].id == ""
    turn(game, MER="TAX", WSX="TAX", VIK="TAX")
    assert "KNT" not in mailed(game, 4)
    assert "kent" not in charged(game, 4)
    assert not [line for line in erase(game, "KNT") if "entry erased" in line]


def test_a_late_sheet_of_a_player_who_has_gone_is_not_played(game: Game) -> None:
    turn(dropped(game), MER="EXCHANGE KNT", WSX="TAX", VIK="TAX")
    for power in ("KNT", "MER", "WSX"):
        file_set(Permit(Effect.ORDERS, power, Proof.CODE), game, 3, NOW, "0" * 12, True, "1. TAX\n")
    assert {power: chosen(game, 4, power) is not None for power in ("KNT", "MER", "WSX")} == {
        "KNT": False,
        "MER": False,
        "WSX": True,
    }


def test_an_old_list_is_read_as_it_was(game: Game) -> None:
    """One written by an earlier version after a move names the power of then, and since when."""
    turn(game, MER="EXCHANGE STR", KNT="TAX", WSX="TAX", VIK="TAX")
    turn(game, STR="TAX", KNT="TAX", WSX="TAX", VIK="TAX")
    path = game.folder / "players.toml"
    path.write_text('[STR]\nid = "mover"\nemail = "mover@example.org"\nsince = 2\n')
    assert [[*players(game, each)] for each in range(3)] == [["MER"], ["STR"], ["STR"]]
    assert history(game).leaves == []
