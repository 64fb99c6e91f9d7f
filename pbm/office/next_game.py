"""The letter after a game: what its players may join next, if the office takes people in by mail."""

import datetime as dt
from pathlib import Path

from pbm.mail.compose import Mail
from pbm.mail.for_the_post import leave_for_the_post
from pbm.mail.front_door import if_open
from pbm.mail.outbox import queue
from pbm.office.games_page import games_text, nothing_open
from pbm.office.report_mail import by_mail
from pbm.record.game import Game
from pbm.record.holders import readers

KIND = "next-game"


def tell_of_next_game(games: Path, game: Game, now: dt.datetime) -> None:
    """Once to everyone who gets the last report, by mail or by post, while that report is queued: a game that ended
    long ago is left in peace."""
    if not if_open(games) or nothing_open(games):
        return
    turn, mail = game.last(), next_game_mail(games, game)
    mailed = by_mail(game, turn)
    for power, player in readers(game, turn).items():
        if power in mailed:
            queue(game, turn, power, KIND, mail, player.email, now)
        else:
            leave_for_the_post(game, turn + 1, power, KIND, lambda: mail)


def next_game_mail(games: Path, game: Game) -> Mail:
    _, text = games_text(games)
    return Mail(f"After {game.name}: the games that are open", f"{game.name} is over. Thank you for playing.\n\n{text}")
