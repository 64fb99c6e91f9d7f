"""Seats that nobody plays, because their players have left or nobody took them at the start: they are offered to the
standby list in order, with a time to answer, and the game master sees who was asked and when."""

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace

from pbm.mail.calendar import weekday
from pbm.mail.outbox import Outbox, mail_id, seat_kind
from pbm.mail.settings import post
from pbm.office.about import about
from pbm.office.offer_letter import is_left_lying, offer_mail, was_free
from pbm.office.signup import Signup, signups
from pbm.record.game import Game
from pbm.record.holders import LEFT, History, history
from pbm.record.seat_offers import SeatOffer, change_offer, keep_offers, seat_offers
from pbm.record.standby import resigned
from pbm.record.votes import binds, read_votes
from pbm.rules.votes import VoteSettled

FOR_THE_POST = dt.timedelta(days=10)
"""So much longer has somebody who is asked by post."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def vacant_powers(game: Game) -> list[str]:
    """The powers in play that their players have left, and that nobody has taken over."""
    story, last = history(game), game.last()
    left = {leave.power for leave in story.leaves if leave.why in LEFT} | {*resigned(game, last + 1)}
    return [power for power in game.in_play(last + 1) if power in left and power not in taken(game, story)]


def free_powers(game: Game) -> list[str]:
    """The powers in play that the computer plays because nobody has ever taken them."""
    story, last, config = history(game), game.last(), game.config()
    world, seats = config.open(game.position(last)), config.ruleset.state.seats(config.settings)
    had = {*taken(game, story), *(leave.power for leave in story.leaves)}
    there = [power for power in game.in_play(last + 1) if power in seats and power not in had]
    return [power for power in there if config.ruleset.seats.is_vacant(world, power)]


def taken(game: Game, story: History) -> set[str]:
    return {*story.holders(), *game.config().joining(game.last() + 1)}


def look_after_seats(game: Game, now: dt.datetime) -> Iterator[str]:
    """Close the offers whose time is over, and offer every vacant seat to the next on the list."""
    if not about(game.folder.parent).offer_seats or game.ended() or ends_with(game, game.last() + 1):
        return
    waiting = signups(game.folder.parent, game.name)
    vacant, free = vacant_powers(game), free_powers(game) if waiting else []
    with game.locked():
        for offer in [one for one in seat_offers(game) if one.is_open]:
            yield from closed(game, offer, [*vacant, *free], waiting, now)
        for reader in waiting:
            yield from offered(game, vacant, reader, now)
        for reader in waiting:
            yield from offered_free(game, free, reader, now)


def ends_with(game: Game, turn: int) -> bool:
    """Whether the players have agreed that the turn is the last."""
    return any(isinstance(event, VoteSettled) and binds(event) for event in read_votes(game.votes(turn)))


def closed(game: Game, offer: SeatOffer, vacant: list[str], waiting: list[Signup], now: dt.datetime) -> Iterator[str]:
    """An offer ends when its seat is taken, when its reader has left the list, or when the time is over."""
    if offer.power not in vacant or offer.id not in [one.id for one in waiting]:
        holder = history(game).latest().get(offer.power)
        theirs = holder is not None and history(game).entries[holder].id == offer.id
        change_offer(game, offer, replace(offer, outcome="accepted" if theirs else "withdrawn"))
    else:
        yield from waited_for(game, offer, next(one for one in waiting if one.id == offer.id), now)


def waited_for(game: Game, offer: SeatOffer, reader: Signup, now: dt.datetime) -> Iterator[str]:
    """The time to answer ends only for whoever was asked: a letter that has not gone out is made anew."""
    if is_left_lying(game, offer, reader, now):
        send_offer(game, change_offer(game, offer, new_offer(game, offer.power, reader, now)), reader, now)
        yield f"{offer.power} is offered to {offer.id} anew, since the letter had not gone out"
    elif now > offer.until:
        change_offer(game, offer, replace(offer, outcome="lapsed"))
        yield f"{offer.id} has not answered about {offer.power}"
    else:  # a run that was interrupted may have left it unsent
        send_offer(game, offer, reader, now)


def offered(game: Game, vacant: list[str], reader: Signup, now: dt.datetime) -> Iterator[str]:
    """Offer somebody a vacant seat about which they have not been asked, if possible one that they prefer."""
    every = seat_offers(game)
    asked = {one.power for one in every if one.is_open or (one.id == reader.id and concerns(game, one, one.power))}
    left = [power for power in vacant if power not in asked]
    if left and not any(one.is_open and one.id == reader.id for one in every) and can_be_asked(game, reader):
        yield offer_to(game, preferred(reader, left), reader, now)


def preferred(reader: Signup, left: list[str]) -> str:
    return next((power for power in reader.prefers if power in left), left[0])


def offered_free(game: Game, free: list[str], reader: Signup, now: dt.datetime) -> Iterator[str]:
    """Offer somebody one of the seats that nobody took at the start, if possible one that they prefer. Each is asked
    once: whoever declined such a seat waits for one that somebody leaves."""
    every, story = seat_offers(game), history(game)
    asked = {one.id for one in every if one.is_open or was_free(story, one)}
    left = [power for power in free if not any(one.is_open and one.power == power for one in every)]
    if left and reader.id not in asked and can_be_asked(game, reader):
        yield offer_to(game, preferred(reader, left), reader, now)


def offer_to(game: Game, power: str, reader: Signup, now: dt.datetime) -> str:
    new = new_offer(game, power, reader, now)
    keep_offers(game, [*seat_offers(game), new])
    send_offer(game, new, reader, now)
    return f"{power} is offered to {reader.id}"


def new_offer(game: Game, power: str, reader: Signup, now: dt.datetime) -> SeatOffer:
    longer = FOR_THE_POST if reader.form == "paper" else dt.timedelta(0)
    until = now + dt.timedelta(days=about(game.folder.parent).answer_days) + longer
    return SeatOffer(power, reader.id, now.replace(microsecond=0), until.replace(microsecond=0), game.last() + 1)


def can_be_asked(game: Game, reader: Signup) -> bool:
    return reader.form == "paper" or bool(post(game).address)


def concerns(game: Game, offer: SeatOffer, power: str) -> bool:
    """Whether an offer was made since the seat became vacant."""
    return offer.power == power and offer.turn > vacant_since(history(game), power)


def vacant_since(story: History, power: str) -> int:
    return max((leave.turn for leave in story.leaves if leave.power == power and leave.why in LEFT), default=0)


def send_offer(game: Game, offer: SeatOffer, reader: Signup, now: dt.datetime) -> None:
    """By mail; for those on paper it is printed with what else is to be posted."""
    kind, outbox = seat_kind(offer), Outbox(game)
    by_mail = reader.form != "paper" and post(game).address
    if by_mail and not outbox.path(mail_id(offer.turn, offer.power, kind)).exists():
        outbox.queue(offer.turn, offer.power, kind, offer_mail(game, offer, reader), reader.email, now)


def told_of_seats(game: Game) -> Iterator[str]:
    """For the game master: the vacant seats, and who was asked when."""
    listed = [one.id for one in signups(game.folder.parent, game.name)]
    asked = {one.power: one for one in seat_offers(game) if one.is_open}
    for power in vacant_powers(game):
        yield f"vacant: {power}; {told_of_offer(game, power, asked.get(power), listed)}"
    free = free_powers(game) if listed else []
    for power in (power for power in free if power in asked):
        yield f"free: {power}; {told_of_offer(game, power, asked[power], listed)}"
    if free and not about(game.folder.parent).offer_seats:
        yield f"free: {', '.join(free)}; {told_of_offer(game, free[0], None, listed)}"


def told_of_offer(game: Game, power: str, offer: SeatOffer | None, listed: list[str]) -> str:
    if offer:
        place = listed.index(offer.id) if offer.id in listed else len(ORDINALS)
        which = f"{offer.id}, the {ORDINALS[place]} of the standby list," if place < len(ORDINALS) else offer.id
        return f"{which} was asked on {weekday(offer.asked)} and has until {weekday(offer.until)}"
    free = [id for id in listed if not any(one.id == id and concerns(game, one, power) for one in seat_offers(game))]
    asked = f"all on the standby list were asked: {', '.join(listed)}" if listed and not free else ""
    waiting = f"on the standby list: {', '.join(listed)}" if listed else "nobody is on the standby list"
    return f"{asked or waiting} (pbm takeover {game.name} {power} {(free or listed or ['PLAYER'])[0]})"
