"""The people an office knows: those with an account, on a list, or in a game."""

from collections.abc import Iterator
from pathlib import Path

from pbm.errors import GameError
from pbm.mail.absences import forget_absences
from pbm.office.credits import SETTINGS, path_of, read
from pbm.office.signup import all_lists, list_of, places_of, withdraw
from pbm.record.apart import apart
from pbm.record.game import all_games
from pbm.record.people import OFFICE, forget, people, place
from pbm.record.players import listed


def papers(games: Path, name: str) -> dict[str, bytes]:
    """The office's papers that concern a game: the ledger, the settings, the people, and the game's list."""
    wanted = [path_of(games), games / OFFICE / SETTINGS, place(games), list_of(games, name)]
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


def strike_out(games: Path, id: str, leaving: tuple[str, str] = ("", "")) -> Iterator[str]:
    """Erase what the office knows of somebody who plays nowhere any more, but where they are leaving, and waits for
    nothing."""
    if left := places_of(games, id, leaving):
        still = f"{place(games)} keeps {id}, who is still in {', '.join(left)}"
        yield f"{still}. To erase that too: pbm erase {left[0]} {id}"
    elif id in people(games):
        forget_absences(games, {id})
        forget(games, [id])
        yield f"{place(games)}: entry erased"


def known(games: Path) -> set[str]:
    """Every id of a player that the office has written down."""
    waiting = {id for ids in all_lists(games).values() for id in ids}
    those, _ = apart(all_games(games), lambda game: {player.id for player in listed(game).values() if player.id})
    return waiting.union(*those.values(), {entry.player for entry in read(games)}, people(games))


def refuse_stranger(games: Path, id: str) -> None:
    if id not in (there := known(games)):
        hint = f"there are {', '.join(sorted(there))}" if there else "nobody is there yet"
        raise GameError(
            f"No player {id} is in a game or on a list ({hint}). To open an account all the same, use --new."
        )
