"""Mail begins with the last turn, for a game that had none before and for a player who had paper."""

from pathlib import Path

from pbm.mail.outbox import Outbox
from pbm.office.round import make_round
from pbm.office.welcome import queue_welcomes
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.posting import MONDAY, PLAYERS, mail_game

POST = '[mail]\naddress = "orders@example.org"\n'


def reports_after(game: Game, turns: int, power: str = "MER") -> list[str]:
    """The turns of which a player's report is in the outbox after some turns and a round."""
    for _ in range(turns):
        for code in ("MER", "WSX"):
            (game.orders(game.last() + 1) / f"{code}.txt").write_text("TAX\n")
        run_turn(game)
    told = list(make_round(game.folder.parent, lambda: MONDAY, lambda seconds: None))
    assert not [words for _, words, wrong in told if wrong]
    return [id[:3] for id in Outbox(game).ids() if f"-{power}-report" in id]


def test_turns_before_a_game_had_mail_are_not_mailed(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=POST)
    assert reports_after(game, 3) == ["003"]
    assert reports_after(game, 2) == ["003", "004", "005"]


def test_turns_that_a_player_had_on_paper_are_not_mailed(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=POST, players=PLAYERS + 'form = "paper"\n')
    assert reports_after(game, 1, "WSX") == []
    assert reports_after(game, 1, "WSX") == []
    (game.folder / "players.toml").write_text(PLAYERS)
    assert reports_after(game, 2, "WSX") == ["004"]
    assert reports_after(game, 0, "MER") == ["001", "002", "003", "004"]


def test_after_the_first_letter_no_turn_is_left_out(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=POST)
    list(queue_welcomes(game, MONDAY))
    assert reports_after(game, 3) == ["001", "002", "003"]


def test_who_dropped_out_still_gets_the_turns_until_then(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=POST)
    list(queue_welcomes(game, MONDAY))
    for _ in range(4):
        run_turn(game, empty=True)
    assert reports_after(game, 0) == ["001", "002"]
