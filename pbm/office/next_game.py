"""The letter after a game: what its players may join next, if the office takes people in by mail."""

import datetime as dt
from collections.abc import Collection
from functools import partial
from pathlib import Path

from pbm.mail.as_page import flowed
from pbm.mail.compose import Mail
from pbm.mail.for_the_post import leave_for_the_post
from pbm.mail.front_door import if_open
from pbm.mail.outbox import queue
from pbm.office.games_page import games_text, nothing_open
from pbm.office.report_mail import by_mail
from pbm.record.apart import apart
from pbm.record.game import Game, all_games
from pbm.record.holders import players, readers
from pbm.record.players import Player

KIND = "next-game"


def tell_of_next_game(games: Path, game: Game, now: dt.datetime) -> None:
    """Once to everyone who gets the last report, by mail or by post, while that report is queued: a game that ended
    long ago is left in peace."""
    if not if_open(games):
        return
    turn = game.last()
    mailed = by_mail(game, turn)
    for power, player in readers(game, turn).items():
        theirs = played_by(games, player)
        if nothing_open(games, theirs):
            continue
        mail = partial(next_game_mail, games, game, theirs)
        if power in mailed:
            queue(game, turn, power, KIND, mail(), player.email, now)
        else:
            leave_for_the_post(game, turn + 1, power, KIND, mail)


def played_by(games: Path, player: Player) -> list[str]:
    """The games that somebody plays in already; a damaged one is left out."""
    found, _ = apart(
        all_games(games), lambda game: any(player.id and one.id == player.id for one in players(game).values())
    )
    return [name for name, plays in found.items() if plays]


def next_game_mail(games: Path, game: Game, theirs: Collection[str]) -> Mail:
    _, text = games_text(games, theirs, known=True)
    thanks = f"{game.name} is over. Thank you for playing."
    return Mail(f"After {game.name}: the games that are open", flowed(f"{thanks}\n\n{text}"))
