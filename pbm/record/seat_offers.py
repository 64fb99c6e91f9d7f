"""Seats without a player, offered to those on the standby list in turn: offers.json in the game's folder."""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.files import put_json, read_json
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game

OFFERS = "offers.json"
Outcome = Literal["accepted", "declined", "lapsed", "withdrawn"]


class SeatOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    power: str
    id: str
    """Whom it was offered to."""
    asked: dt.datetime
    until: dt.datetime
    turn: int
    """The turn that was open then."""
    outcome: Outcome | None = None

    @property
    def is_open(self) -> bool:
        return self.outcome is None


def seat_offers(game: Game) -> list[SeatOffer]:
    return read_json(game.folder / OFFERS, list[SeatOffer], [], "Fix that line, or delete the file.")


def keep_offers(game: Game, every: Iterable[SeatOffer]) -> None:
    put_json(game.folder / OFFERS, list(every), private=True)


def change_offer(game: Game, old: SeatOffer, new: SeatOffer) -> SeatOffer:
    keep_offers(game, [new if one == old else one for one in seat_offers(game)])
    return new


def code_for(game: Game, offer: SeatOffer) -> str:
    """The code by which it is accepted; every offer has its own."""
    return sheet_code(game.secret(), game.name, offer.turn, f"offer {offer.power} {offer.asked:%Y%m%d%H%M%S}", offer.id)


def offer_codes(games: Iterable[Game]) -> Iterator[tuple[str, SeatOffer]]:
    """All offers by their codes, also those that stand no longer; a damaged game has none."""
    for game in games:
        with suppress(GameError):
            yield from ((code_for(game, one), one) for one in seat_offers(game))
