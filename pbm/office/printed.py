"""Which reports were printed, and which are still to be: what nobody printed stays on the list when the next turn is
played."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from pbm.files import read_json
from pbm.mail.outbox import REPORT, WELCOME, Outbox
from pbm.office.report_mail import told_of
from pbm.office.welcome import given_back, newcomers
from pbm.record.game import Game
from pbm.record.holders import latest, players, readers
from pbm.record.people import Person
from pbm.record.players import Player, listed

PRINTED = "printed.json"
Delivered = tuple[str, int]
"""A report that somebody had: the power and the turn."""


class Printed(msgspec.Struct, frozen=True):
    """What was printed of a turn: for which result, and by power a mark of the player."""

    manifest: str | None
    envelopes: dict[str, str]
    earlier: dict[str, list[int]] = {}
    """The earlier turns whose reports went into the same envelopes, by power."""
    welcomed: list[str] = []
    """The powers whose first letter went into them."""


def printed(game: Game, turn: int) -> Printed:
    """What was printed of a turn since it was last run."""
    mark, manifest = printed_once(game, turn), game.manifest_hash(turn)
    return mark if mark.manifest == manifest else Printed(manifest, {})


def printed_once(game: Game, turn: int) -> Printed:
    """What was printed of a turn, also if its result counts no longer."""
    advice = "Delete it, and print again what was not posted."
    return read_json(game.turn(turn) / PRINTED, Printed, Printed(None, {}), advice)


def whose(game: Game, turn: int, power: str, id: str, player: Person) -> str:
    """A mark that tells two players of a power apart, or one from before they were given it back, and says nothing of
    either."""
    again = " again" if power in given_back(game, turn) else ""
    return hashlib.sha256(f"{id} {player.name}{again}".encode()).hexdigest()[:8]


def unprinted(game: Game) -> dict[int, list[str]]:
    """By turn, the newest first, the powers whose reports have not been printed, or not since it was re-run; of earlier
    turns those whose players are still there and had no mail of them."""
    if not any(player.form == "paper" for player in listed(game).values()):
        return {}
    last, had = game.last(), {*mailed(game), *ever_printed(game)}
    found = {last: lacking(game, last)} | {turn: never_had(game, turn, had) for turn in range(last - 1, 0, -1)}
    return {turn: powers for turn, powers in found.items() if powers}


def lacking(game: Game, turn: int) -> list[str]:
    """Of the last turn: who has no envelope of this very result."""
    there = printed(game, turn).envelopes
    everyone = readers(game, turn) | (newcomers(game, turn) if turn == game.last() else {})
    return told(
        game,
        turn,
        {
            power: player
            for power, player in on_paper(everyone).items()
            if there.get(power) != whose(game, turn, power, player.id, player)
        },
    )


def never_had(game: Game, turn: int, had: Collection[Delivered]) -> list[str]:
    """Of an earlier turn: a result that was made anew since it was printed is not missed."""
    still, everyone = [*latest(game).values()], on_paper(readers(game, turn))
    left = {power: player for power, player in everyone.items() if player in still and (power, turn) not in had}
    return told(game, turn, left)


def ever_printed(game: Game) -> Iterator[Delivered]:
    """Every report that was printed, with those of earlier turns that went into the same envelopes."""
    for turn in range(1, game.last() + 1):
        mark = printed_once(game, turn)
        yield from ((power, turn) for power in mark.envelopes)
        yield from ((power, before) for power, turns in mark.earlier.items() for before in turns)


def on_paper(everyone: Mapping[str, Player]) -> dict[str, Player]:
    return {power: player for power, player in everyone.items() if player.form == "paper"}


def told(game: Game, turn: int, players: Mapping[str, Player]) -> list[str]:
    """Those of them for whom there is a report of the turn."""
    reported = told_of(game, turn) if turn and players else ()
    return [power for power, player in players.items() if power in reported or player.joined == turn]


def mailed(game: Game) -> set[Delivered]:
    """Every report that was mailed, and every first letter after a turn."""
    parts = [id.split("-") for id in Outbox(game).ids()]
    return {(power, int(number)) for number, power, kind, *_ in parts if kind in (REPORT, WELCOME)}


def unwelcomed(game: Game, postal: Iterable[str]) -> list[str]:
    """Those of them who play on and have had neither a first letter nor any report."""
    there, by_mail = {} if game.ended() else players(game), mailed(game)
    return [power for power in postal if power in there and has_had_nothing(game, power, there[power], by_mail)]


def has_had_nothing(game: Game, power: str, player: Player, by_mail: Collection[Delivered]) -> bool:
    turns = range(player.joined, game.last() + 1)
    marks = {turn: printed_once(game, turn) for turn in turns}
    return not any(
        marks[turn].envelopes.get(power) == whose(game, turn, power, player.id, player)
        or power in marks[turn].earlier
        or (power, turn) in by_mail
        for turn in turns
    )
