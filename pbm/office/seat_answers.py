"""Answers to the offer of a seat: whoever sends the code back has it, and whoever declines makes room for the next."""

from msgspec.structs import replace

from pbm.errors import GameError
from pbm.mail.absences import spare_newcomer
from pbm.mail.authority import Effect, Permit, Proof
from pbm.office.offer_letter import power_name
from pbm.office.signup import take_over
from pbm.office.visitors import Visitor
from pbm.office.welcome import queue_welcomes
from pbm.reading.errands import Answer
from pbm.reading.sheet_code import same
from pbm.record.apart import apart
from pbm.record.game import Game, all_games
from pbm.record.holders import latest
from pbm.record.people import people
from pbm.record.players import Player
from pbm.record.seat_offers import SeatOffer, change_offer, code_for, seat_offers

Said = tuple[str, str]
TOO_LATE = (
    "The seat is no longer offered to you: the time to answer is over, or somebody else has it.\n"
    "Unless you have left the standby list, you are still on it.\n"
)


def answered_offer(visitor: Visitor, answer: Answer) -> Said | None:
    """What becomes of the answer; nothing if its code is not that of an offer."""
    found, _ = apart(all_games(visitor.games), lambda game: offer_with(game, answer.code))
    for game, offer in ((Game(visitor.games / name), offer) for name, offer in found.items() if offer):
        permit = Permit(Effect.SEAT, offer.id, Proof.RETURNED)
        return declined(game, offer) if answer.declines else taken(visitor, game, offer, permit.of(Effect.SEAT))
    return None


def whose_offer(visitor: Visitor, answer: Answer) -> str:
    """The registered address of whoever was offered the seat that a code is for."""
    found, _ = apart(all_games(visitor.games), lambda game: offer_with(game, answer.code))
    known = people(visitor.games)
    return next((known[one.id].email for one in found.values() if one and one.id in known), "")


def offer_with(game: Game, code: str) -> SeatOffer | None:
    return next((one for one in seat_offers(game) if same(code_for(game, one), code)), None)


def declined(game: Game, offer: SeatOffer) -> Said:
    if offer.is_open:
        change_offer(game, offer, replace(offer, outcome="declined"))
    text = (
        f"You have declined {power_name(game, offer.power)} in {game.name}. It is offered to the next on the list,\n"
        "if there is one.\n"
        f"You are still on the standby list; to leave it, write LEAVE {game.name}.\n"
    )
    return f"{game.name}: you have declined the seat", text


def decline_for(game: Game, power: str, id: str) -> None:
    """The answer of somebody who was asked by post."""
    found = [one for one in seat_offers(game) if (one.power, one.id) == (power, id) and one.is_open]
    if not found:
        raise GameError(f"{power} of {game.name} is not offered to {id}: pbm status {game.name} says who was asked.")
    declined(game, found[0])


def taken(visitor: Visitor, game: Game, offer: SeatOffer, id: str) -> Said:
    """Give the seat to whom it was offered, and send them their first letter."""
    name = power_name(game, offer.power)
    if offer.outcome == "accepted" and latest(game).get(offer.power, Player()).id == id:
        return f"{game.name}: you play {name}", f"You have accepted {name} in {game.name} already.\n"
    if not offer.is_open:
        return f"{game.name}: the seat is not yours", TOO_LATE
    try:
        turn = take_over(visitor.games, game, offer.power, id)
    except GameError:
        return f"{game.name}: the seat is not yours", TOO_LATE
    if offer.is_open:
        change_offer(game, offer, replace(offer, outcome="accepted"))
    spare_newcomer(game, offer.power, visitor.now)
    list(queue_welcomes(game, visitor.now))
    text = f"You play {name} in {game.name} from {game.named(turn)} on. Your first letter is on its way.\n"
    return f"{game.name}: you play {name}", text
