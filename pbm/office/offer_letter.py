"""The letter that offers a seat: by mail, and as a page for the post."""

from dataclasses import dataclass, replace
from pathlib import Path

from pbm.files import put
from pbm.mail.compose import Mail
from pbm.mail.settings import post
from pbm.office.frames import heading_of
from pbm.office.printing import WINDOWS
from pbm.office.signup import Signup
from pbm.record.game import Game
from pbm.record.seat_offers import SeatOffer
from pbm.reports.forms import page
from pbm.reports.pdf.book import Book
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import theme
from pbm.rules.turn_names import Called


@dataclass(frozen=True)
class Seat:
    game: str
    title: str
    power: str
    name: str
    turn: Called
    deadline: str
    until: str
    code: str
    player: str
    lost: bool
    """Whether it had a player before."""


def offer_mail(seat: Seat) -> Mail:
    return Mail(f"{seat.game}: a seat for you, {seat.name}", page("office/seat.txt", seat=seat))


def print_offer(game: Game, offer: SeatOffer, seat: Seat, reader: Signup, paper: str = "a4") -> None:
    left, top = WINDOWS[paper]
    look = replace(theme(paper), margin=left, top=top)
    book, head = Book(look, f"{game.name}: a seat for {reader.name}"), heading_of(game)
    orders_to = head.orders_to or post(game).address
    lines = [line for line in (reader.name, *reader.address) if line]
    made = document("post/seat.xml", look, {}, seat=seat, lines=lines, post_to=head.post_to, orders_to=orders_to)
    book.add(made, nested=True, look=look, numbered=False)
    put(page_for(game, offer, paper), book.finish(), private=True)


def page_for(game: Game, offer: SeatOffer, paper: str = "a4") -> Path:
    return game.turn(offer.turn) / f"offer-{offer.power}-{offer.id}-{paper}.pdf"
