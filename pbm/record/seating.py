"""What each turn changed in who plays which power, from the record; with a cache, so that no turn is read twice.

The cache has the game's seal and the hash of the last manifest, which covers all turns before it. If either is wrong,
because a turn was undone or re-run or somebody changed the file, all is worked out again.
"""

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import put
from pbm.record.game import Game
from pbm.record.seals import is_genuine, signed, written
from pbm.rulesets.contract import AnyRuleset

SEATS = ".seats.json"


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A turn: `moved` names powers as they were before it, `dropped`, `out` and `seated` as they are after it."""

    playing: tuple[str, ...] = ()
    """The powers that a player had in the turn."""
    moved: dict[str, str] = {}
    """The players who changed powers, from which to which."""
    dropped: tuple[str, ...] = ()
    """The powers that are in play and have lost their player."""
    out: tuple[str, ...] = ()
    """The powers that are out of the game, and had a player until then."""
    seated: tuple[str, ...] = ()
    """The powers that have a player and had none before."""


Turns = dict[int, Changes]


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    last: int
    manifest: str
    """The hash of the manifest of the last turn."""
    turns: Turns
    seal: str = ""


def changes(game: Game) -> Turns:
    """What every turn changed, up to the last."""
    path, secret, last = game.folder / SEATS, game.secret(), game.last()
    known = recalled(path, secret)
    if known is None or known.last > last or known.manifest != manifest(game, known.last):
        known = Remembered(0, manifest(game, 0), {})
    if known.last < last or not known.seal:
        more = {turn: changes_of(game, turn) for turn in range(known.last + 1, last + 1)}
        known = signed(Remembered(last, manifest(game, last), known.turns | more), secret)
        with suppress(GameError):  # without write access it is worked out each time
            put(path, written(known))
    return known.turns


def manifest(game: Game, turn: int) -> str:
    return game.manifest_hash(turn) or ""


def recalled(path: Path, secret: bytes) -> Remembered | None:
    try:
        return genuine(path.read_bytes(), secret)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


@lru_cache(8)
def genuine(content: bytes, secret: bytes) -> Remembered | None:
    known = msgspec.json.decode(content, type=Remembered)
    return known if is_genuine(known, content, secret) else None


def changes_of(game: Game, turn: int) -> Changes:
    """One turn, from the positions before and after it and its journal."""
    config, before = game.config_of(turn), game.config_of(turn - 1)
    rules, world = config.ruleset, config.open(game.position(turn))
    had, joining = occupied(before.ruleset, before.open(game.position(turn - 1))), config.joining(turn)
    moved = rules.seats.changed(rules.book.journal.read(game.journal(turn)))
    still, there = {moved.get(power, power) for power in (*had, *joining)}, {*occupied(rules, world)}
    gone, in_play = still - there, rules.state.players(world)
    dropped = {power for power in gone if power in in_play and not rules.seats.is_out(world, power)}
    seated = there - {moved.get(power, power) for power in had}
    return Changes(
        tuple(dict.fromkeys([*had, *joining])), moved, in_order(dropped), in_order(gone - dropped), in_order(seated)
    )


def in_order(powers: set[str]) -> tuple[str, ...]:
    return tuple(sorted(powers))


def occupied(rules: AnyRuleset, world: object) -> list[str]:
    """The powers with a player."""
    seats = rules.seats
    return [
        power
        for power in rules.state.players(world)
        if not seats.is_vacant(world, power) and not seats.is_out(world, power)
    ]


def seat_after(turn: int, code: str, since: int, turns: Turns) -> str:
    """The power, after one turn, of the player who had that power after another turn, earlier or later."""
    for number in range(since + 1, turn + 1):
        code = moved(turns, number).get(code, code)
    for number in range(since, turn, -1):
        code = {new: old for old, new in moved(turns, number).items()}.get(code, code)
    return code


def moved(turns: Turns, turn: int) -> dict[str, str]:
    return turns[turn].moved if turn in turns else {}
