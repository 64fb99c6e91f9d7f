"""Which set of orders counts: the newest that came while the turn was open; else a late one of the turn before.

Every accepted set stays in turns/007/sets/MER/, named by its arrival; the one that counts is copied whole to
turns/007/orders/MER.txt. Two are never mixed; a power without a file there has missed the turn.
"""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.absences import away, settle_absences
from pbm.mail.addresses import addresses
from pbm.mail.authority import Effect, Permit
from pbm.mail.calendar import closes
from pbm.mail.inbox import KEYED, Arrival, Inbox
from pbm.mail.stopped import stopped_at
from pbm.reading.letter import read_letter
from pbm.reading.sheet_code import plain
from pbm.reading.sheet_lines import shows_code
from pbm.record.codes import code_of, newcomers
from pbm.record.correcting import coming
from pbm.record.game import Game
from pbm.record.holders import history, stayed
from pbm.record.proposals import settle_votes
from pbm.record.standby import resigned

STAMP = "%Y%m%dT%H%M%S.%fZ"
MISSED = ".missed"


@dataclass(frozen=True)
class Set:
    path: Path
    arrived: dt.datetime
    hash: str
    missed: bool
    """Whether its turn had been adjudicated when it arrived."""

    @property
    def key(self) -> tuple[dt.datetime, str]:
        return self.arrived, self.hash

    @cached_property
    def content(self) -> bytes:
        return self.path.read_bytes()


def folder(game: Game, turn: int, power: str) -> Path:
    return game.turn(turn) / "sets" / power


def file_set(permit: Permit, game: Game, turn: int, arrived: dt.datetime, hash: str, missed: bool, text: str) -> Set:
    """Keep an accepted set; the same letter gives the same file."""
    power = permit.of(Effect.ORDERS)
    stem = f"{arrived.astimezone(dt.UTC).strftime(STAMP)}-{hash}"
    path = folder(game, turn, power) / f"{stem}{MISSED if missed else ''}.txt"
    put(path, text.encode(), private=True)
    return read_name(path)


def all_sets(game: Game, turn: int, power: str) -> list[Set]:
    """Every set for a turn, oldest first."""
    place = folder(game, turn, power)
    paths = [path for path in place.glob("*.txt") if not path.name.startswith(".")] if place.is_dir() else []
    return sorted(map(read_name, paths), key=lambda each: each.key)


def read_name(path: Path) -> Set:
    name = path.name.removesuffix(".txt")
    stamp, _, hash = name.removesuffix(MISSED).partition("-")
    try:
        arrived = dt.datetime.strptime(stamp, STAMP).replace(tzinfo=dt.UTC)
    except ValueError:
        raise GameError(f"{path} is not named like a set: move it away, or use pbm enter.") from None
    return Set(path, arrived, hash, name.endswith(MISSED))


def on_time(game: Game, turn: int, power: str) -> list[Set]:
    """Those that came while the turn was open: before it was played, and before it stopped for a ruling."""
    end, every = stopped_at(game, turn), all_sets(game, turn, power)
    in_time = [each for each in every if not each.missed and (end is None or each.arrived <= end)]
    if turn <= game.last():
        return spent(game, turn, power, in_time)
    return [each for each in in_time if not is_void(game, turn, power, each)]


def spent(game: Game, turn: int, power: str, sets: list[Set]) -> list[Set]:
    """The set that a turn was played with, and those before it; if it was none of them, those before the deadline."""
    there = {path.read_bytes() for path in order_files(game, turn, power)}
    used, end = [each for each in sets if each.content in there], closes(game, turn)
    return [each for each in sets if (each.key <= used[-1].key if used else end is None or each.arrived <= end)]


def is_void(game: Game, turn: int, power: str, sent: Set) -> bool:
    """Whether a set for the open turn was sent by a player who no longer has the power: they left it, somebody took it
    over since, or its player has lost it since, while turns were played."""
    letter = Inbox(game).find(sent.hash)
    if letter is None:
        return False
    if letter.turn < game.config().standby.get(power, 0) <= turn:
        return True
    if letter.turn >= game.last() + 1:
        return letter.place != KEYED and is_of_former(game, letter, power)
    story = history(game)
    moved = story.holders(letter.turn - 1).get(power) != story.holders().get(power)
    return moved or (letter.place != KEYED and power not in expected(game, game.last() + 1))


def is_of_former(game: Game, letter: Arrival, power: str) -> bool:
    """Whether a letter that came while this turn was open is from a player who has left the power in it. Whoever takes
    it over has a code of their own."""
    turn = game.last() + 1
    if (turn, power) not in newcomers(game):
        return power in resigned(game, turn)
    by_present = letter.sender.casefold() == addresses(game).get(power, "").casefold()
    lines, code = read_letter(Inbox(game).raw(letter.hash)).lines, plain(code_of(game, turn, power))
    return not by_present and not shows_code(lines, {code})


def late(game: Game, turn: int, power: str) -> list[Set]:
    in_time = on_time(game, turn, power)
    return [each for each in all_sets(game, turn, power) if each not in in_time]


def chosen(game: Game, turn: int, power: str) -> Set | None:
    """The set that counts for a turn now."""
    candidates = on_time(game, turn, power) or left_over(game, turn, power)
    return candidates[-1] if candidates else None


def left_over(game: Game, turn: int, power: str) -> list[Set]:
    """The late sets of the turn before; none if their player no longer has the power."""
    waiting = late(game, turn - 1, power) if turn > 1 else []
    return waiting if waiting and stayed(game, turn - 1, power) else []


def replaced(game: Game, turn: int, power: str, by: Set) -> Set | None:
    """The set that counted until this one came."""
    older = [each for each in on_time(game, turn, power) if each.key < by.key]
    candidates = older or left_over(game, turn, power)
    return candidates[-1] if candidates else None


def with_sets(game: Game, turn: int) -> list[str]:
    """The powers with a set that may count and still in play, because a power may end before its late set is used."""
    found = {path.name for number in (turn - 1, turn) for path in game.turn(number).glob("sets/*") if path.is_dir()}
    return [power for power in game.in_play(turn) if power in found]


def settle(game: Game, turn: int) -> list[str]:
    """Copy the sets that count to the orders folder; return the powers whose files there were put in by hand."""
    if turn <= game.last():
        return []
    settle_absences(game, turn)
    settle_votes(game, turn)
    return [power for power in with_sets(game, turn) if not settled(game, turn, power)]


def put_by_hand(game: Game, turn: int, power: str) -> bool:
    """Whether the orders folder has a file of that power that is none of its sets: then that file counts."""
    ours = {each.content for number in (turn - 1, turn) for each in all_sets(game, number, power)}
    return any(path.read_bytes() not in ours for path in order_files(game, turn, power))


def displaced(game: Game, turn: int) -> list[str]:
    """The powers whose sets do not count because of a file that was put in by hand."""
    return [power for power in with_sets(game, turn) if put_by_hand(game, turn, power)]


def settled(game: Game, turn: int, power: str) -> bool:
    choice = chosen(game, turn, power)
    there = order_files(game, turn, power)
    if put_by_hand(game, turn, power):
        return False
    place = game.orders(turn) / f"{power}.txt"
    if choice and (place not in there or place.read_bytes() != choice.content):
        put(place, choice.content, private=True)
    for path in there:
        if path != place or not choice:
            path.unlink()
    return True


def order_files(game: Game, turn: int, power: str) -> list[Path]:
    where = game.orders(turn)
    paths = sorted(where.iterdir()) if where.is_dir() else []
    return [path for path in paths if path.name[0] != "." and path.name.split(".")[0].upper() == power]


def senders(game: Game, turn: int) -> set[str]:
    """The powers with orders for a turn."""
    return {name.split(".")[0].upper() for name in game.sheets(turn)}


def expected(game: Game, turn: int) -> list[str]:
    """The powers whose orders are expected: those with a player in that turn."""
    config, gone = game.config(), resigned(game, turn)
    world = coming(game).world if turn == game.last() + 1 else config.open(game.position(turn - 1))
    seats, joining = config.ruleset.seats, config.joining(turn)
    there = [
        power
        for power in config.ruleset.state.players(world)
        if not seats.is_vacant(world, power) and not seats.is_out(world, power) and power not in gone
    ]
    whose = seats.orders_for or (lambda world, power: power)
    playing = [power for power in there if whose(world, power) in (*there, *joining)]
    return [*playing, *(power for power in joining if power not in playing)]


def missing(game: Game, turn: int) -> list[str]:
    """The powers whose orders are expected and have not come; nobody waits for players who are away."""
    there = {*senders(game, turn), *away(game, turn)}
    return [power for power in expected(game, turn) if power not in there]


def gone(game: Game, turn: int) -> list[str]:
    """The powers whose orders have not come because their players are away."""
    there = senders(game, turn)
    return [power for power in away(game, turn) if power in expected(game, turn) and power not in there]


def too_many_missing(game: Game, turn: int) -> str:
    """A warning if most players who sent orders last turn, and more than one, have sent none now; else nothing.

    Then it is more likely that we lost their mail than that they all forgot. One alone may well have forgotten.
    """
    before = senders(game, turn - 1) & set(expected(game, turn)) if turn > 1 else set()
    lost = sorted(before - senders(game, turn) - {*away(game, turn)})
    if len(lost) < 2 or 2 * len(lost) <= len(before):
        return ""
    return (
        f"{len(lost)} of the {len(before)} who sent orders last turn have sent none for {game.named(turn)}: "
        f"{', '.join(lost)}. That is more likely our fault than theirs: check whether their mail has arrived "
        f"(pbm collect {game.name}) before the turn is adjudicated."
    )
