"""The letter that offers a seat: by mail, and as a page for the post."""

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.for_the_post import posted
from pbm.mail.outbox import Outbox, mail_id, seat_kind
from pbm.mail.settings import post
from pbm.office.frames import heading_of
from pbm.office.signup import Signup
from pbm.record.game import Game
from pbm.record.holders import History, history
from pbm.record.seat_offers import SeatOffer, code_for
from pbm.reports.forms import page
from pbm.rules.names import word
from pbm.rules.turn_names import Called

if TYPE_CHECKING:
    from pbm.reports.pdf.book import Document
    from pbm.reports.pdf.type import Theme


A_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Seat:
    """What the letter says of it."""

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


def seat_of(game: Game, offer: SeatOffer, reader: Signup) -> Seat:
    config, due = game.config(), deadline(game, game.last() + 1)
    zone = due.tzinfo if due else dt.UTC
    return Seat(
        game=game.name,
        title=config.ruleset.title,
        power=offer.power,
        name=power_name(game, offer.power),
        turn=game.called(game.last() + 1),
        deadline=spoken(due, reader.clock) if due else "",
        until=spoken(offer.until.astimezone(zone), reader.clock),
        code=code_for(game, offer),
        player=reader.name,
        lost=not was_free(history(game), offer),
    )


def power_name(game: Game, power: str) -> str:
    config = game.config()
    return word(config.ruleset.state.names(config.open(game.position(game.last()))), power)


def was_free(story: History, offer: SeatOffer) -> bool:
    """Whether nobody had ever had the seat when it was offered."""
    return not any(leave.power == offer.power and leave.turn < offer.turn for leave in story.leaves)


def page_name(offer: SeatOffer) -> str:
    """What the letter is called among those for the post."""
    return f"seat-{offer.power}-{offer.asked:%Y%m%d%H%M%S}"


def was_posted(game: Game, offer: SeatOffer) -> bool:
    """Whether the letter was printed, in whatever turn."""
    return any(page_name(offer) in posted(game, turn) for turn in range(offer.turn, game.last() + 2))


def is_left_lying(game: Game, offer: SeatOffer, reader: Signup, now: dt.datetime) -> bool:
    """Whether nobody has tried to mail the letter in a day, or has printed it while it stood."""
    if reader.form == "paper":
        return now > offer.until and not was_posted(game, offer)
    mail = mail_id(offer.turn, offer.power, seat_kind(offer))
    return now > offer.asked + A_DAY and Outbox(game).last().get(mail) is None


def offer_mail(game: Game, offer: SeatOffer, reader: Signup) -> Mail:
    seat = seat_of(game, offer, reader)
    return Mail(f"{seat.game}: a seat for you, {seat.name}", page("office/seat.txt", seat=seat))


def seat_page(game: Game, offer: SeatOffer, reader: Signup, look: "Theme") -> "Document":
    from pbm.reports.pdf.markup import document  # slow to import, and most offers go by mail

    head = heading_of(game)
    orders_to, seat = head.orders_to or post(game).address, seat_of(game, offer, reader)
    return document("post/seat.xml", look, {}, seat=seat, post_to=head.post_to, orders_to=orders_to)
