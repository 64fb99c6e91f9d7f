"""A cache of which players changed powers in which turn, so that no journal is read for it twice.

The cache has the game's seal and the hash of the last manifest, which covers all turns before it. If either is wrong,
because a turn was played, undone or re-run or somebody changed the file, it is worked out again from the journals.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import put
from pbm.record.game import Game
from pbm.record.seals import is_genuine, signed, written

SEATS = ".seats.json"
Moves = dict[int, dict[str, str]]
"""By turn: who changed powers, and to which."""


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manifest: str
    """The hash of the manifest of the last turn."""
    moves: Moves
    seal: str = ""


def moves(game: Game) -> Moves:
    """All changes of power up to the last turn."""
    path, secret, last = game.folder / SEATS, game.secret(), game.last()
    manifest = game.manifest_hash(last) or ""
    known = recalled(path, secret)
    if known is None or known.manifest != manifest:
        known = signed(Remembered(manifest, worked_out(game, last)), secret)
        with suppress(GameError):  # without write access it is worked out each time
            put(path, written(known))
    return known.moves


def recalled(path: Path, secret: bytes) -> Remembered | None:
    try:
        content = path.read_bytes()
        known = msgspec.json.decode(content, type=Remembered)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return known if is_genuine(known, content, secret) else None


def worked_out(game: Game, last: int) -> Moves:
    found = {turn: changes_of(game, turn) for turn in range(last + 1)}
    return {turn: changes for turn, changes in found.items() if changes}


def changes_of(game: Game, turn: int) -> dict[str, str]:
    rules = game.config().ruleset
    return rules.seats.changed(rules.book.journal.read(game.journal(turn)))


def seat_after(turn: int, code: str, since: int, moves: Moves) -> str:
    """The power, after one turn, of the player who had that power after another turn, earlier or later."""
    for number in range(since + 1, turn + 1):
        code = moves.get(number, {}).get(code, code)
    for number in range(since, turn, -1):
        code = {new: old for old, new in moves.get(number, {}).items()}.get(code, code)
    return code
