"""A new deadline for players who get paper: a page each to print and post."""

import datetime as dt
from dataclasses import replace

from pbm.files import put
from pbm.mail.calendar import spoken
from pbm.mail.sets import expected
from pbm.mail.settings import post
from pbm.office.frames import heading_of
from pbm.office.printing import WINDOWS
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.players import Player
from pbm.reports.pdf.book import Book
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import theme


def on_paper(game: Game, turn: int) -> dict[str, Player]:
    """The players who learn of a new deadline by post."""
    wanted = expected(game, turn)
    return {
        power: player
        for power, player in players(game).items()
        if power in wanted and player.address and (player.form == "paper" or not player.email)
    }


def notices(game: Game, turn: int, due: dt.datetime, paper: str = "a4", resumed: bool = False) -> bytes:
    """The pages of all of them as one PDF."""
    config, given = game.config(), heading_of(game)
    names = config.ruleset.state.names(config.open(game.position(turn - 1)))
    left, top = WINDOWS[paper]
    look = replace(theme(paper), margin=left, top=top)
    book = Book(look, f"{game.name}, {game.named(turn)}: the new deadline")
    for power, player in on_paper(game, turn).items():
        page = document(
            "post/deadline.xml",
            look,
            {},
            name=names.get(power, power),
            player=player,
            lines=[line for line in (player.name, *player.address) if line],
            title=config.ruleset.title,
            game=game.name,
            turn=game.called(turn),
            deadline=spoken(due, player.zone),
            resumed=resumed,
            post_to=given.post_to,
            orders_to=given.orders_to or post(game).address,
        )
        book.add(page, nested=True, look=look, numbered=False)
    return book.finish()


def print_notices(game: Game, turn: int, due: dt.datetime, paper: str = "a4", resumed: bool = False) -> list[str]:
    """Write the pages for players who get paper, in place of those with another deadline; return the file, and who
    they are."""
    people = on_paper(game, turn)
    path = game.turn(turn) / f"deadline-{due:%Y%m%d}-{paper}.pdf"
    throw_away(game, turn)
    if not people:
        return []
    put(path, notices(game, turn, due, paper, resumed), private=True)
    return [str(path), *people]


def throw_away(game: Game, turn: int) -> None:
    """Delete the pages with a deadline that no longer holds."""
    for old in game.turn(turn).glob("deadline-*.pdf"):
        old.unlink()
