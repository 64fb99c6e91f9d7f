"""The people an office knows: those with an account, on a list, or in a game."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.office.credits import OFFICE, SETTINGS, path_of, read
from pbm.office.signup import Signup, list_of, withdraw
from pbm.record.apart import apart
from pbm.record.game import all_games
from pbm.record.players import listed


def all_lists(games: Path) -> dict[str, list[str]]:
    """The ids on every sign-up list, by game."""
    return {path.stem: ids_in(path) for path in sorted((games / OFFICE / "signups").glob("*.jsonl"))}


def ids_in(path: Path) -> list[str]:
    return [msgspec.json.decode(line, type=Signup).id for line in path.read_bytes().splitlines()]


def papers(games: Path, name: str) -> dict[str, bytes]:
    """The office's papers that concern a game: the ledger, the settings, and the game's list."""
    wanted = [path_of(games), games / OFFICE / SETTINGS, list_of(games, name)]
    return {path.relative_to(games).as_posix(): path.read_bytes() for path in wanted if path.is_file()}


def take_off(games: Path, name: str, id: str) -> Iterator[str]:
    """Erase a player from a game's list, and name the other papers that hold their id."""
    if id in all_lists(games).get(name, []):
        withdraw(games, name, id)
        yield f"{list_of(games, name)}: entry erased"
    for other, ids in all_lists(games).items():
        if id in ids:
            yield f"{id} is still on the list of {other}. To erase that: pbm signup {other} {id} --remove"
    if any(entry.player == id for entry in read(games)):
        yield f"The ledger keeps the account {id}: it holds no name and no address."


def known(games: Path) -> set[str]:
    """Every id of a player that the office has written down."""
    waiting = {id for ids in all_lists(games).values() for id in ids}
    those, _ = apart(all_games(games), lambda game: {player.id for player in listed(game).values() if player.id})
    return waiting.union(*those.values(), {entry.player for entry in read(games)})


def refuse_stranger(games: Path, id: str) -> None:
    if id not in (there := known(games)):
        hint = f"there are {', '.join(sorted(there))}" if there else "nobody is there yet"
        raise GameError(
            f"No player {id} is in a game or on a list ({hint}). To open an account all the same, use --new."
        )
