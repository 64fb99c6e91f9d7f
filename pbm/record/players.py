"""The players of a game, from players.toml in its folder: which seat is whose, and since when.

[MER]                           # the power in which they began; [MER-2] is the second player who began there
id = "..."                      # their account with the game master; who they are is in _office/people.toml
joined = 4                      # the turn after which they began, if not from the start
credits = 6                     # turns paid for
discounts = 2                   # turns won in earlier games

What this file says of a person besides, counts for this game alone; a player without an id has it all here:

name = "..."                    # as the report greets them
email = "mercia@example.org"
address = ["...", "..."]        # for the envelope, line by line
phone = "..."
town = "..."
shows = ["email", "town"]       # what the other players may know: email, phone, town; by default only the name;
                                # record: everyone may see their results over all games
form = "pdf"                    # pdf, html, json or text by mail, or paper
large = true                    # their papers, printed or as PDF, are in large print
desk = true                     # an order desk comes with every report by mail
zone = "Europe/Vienna"          # letters give deadlines in it too
dates = "us"                    # how dates and times are written to them: 24h, 12h, us, iso, de, es, fr, it or nl
calendar = true                 # a file for calendars with the next deadline comes with every report by mail
"""

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.record.config import parsed
from pbm.record.game import Game
from pbm.record.people import FORMS, Form, Person, Shown, know, people, rows, section

__all__ = ["FORMS", "Form", "Shown"]
PLAYERS = "players.toml"


class Player(Person, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    """Their account with the game master, the same in every game."""
    credits: int | None = None
    discounts: int | None = None
    joined: int = 0
    """The turn after which they began to play, and to pay."""
    since: int = 0
    """The turn after which they had this seat; pbm follows later changes of power."""
    left: int | None = None
    """The turn after which they resigned: nothing else is kept of them."""


def listed(game: Game) -> dict[str, Player]:
    """The entries of players.toml, those of players who have left too; none if there is no file."""
    path = game.folder / PLAYERS
    if not path.is_file():
        return {}
    try:
        known = rows(game.folder.parent)
        table = {key.upper(): whole(row, known) for key, row in parsed(path.read_bytes()).items()}
        return msgspec.convert(table, dict[str, Player])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None


def whole(row: Any, known: Mapping[str, Mapping[str, Any]]) -> Any:
    """An entry with what the office knows of the person; of one who has left there is nothing to know."""
    if not isinstance(row, Mapping) or "left" in row:
        return row
    return {**known.get(str(row.get("id", "")), {}), **row}


def write_down(game: Game, table: Mapping[str, Player]) -> bytes:
    """players.toml without what is known of people in the office; whoever is new becomes known there first."""
    games = game.folder.parent
    there = people(games)
    know(games, {one.id: one.person for one in table.values() if one.id not in (*there, "") and one.left is None})
    return written(table, people(games))


def written(table: Mapping[str, Player], known: Mapping[str, Person]) -> bytes:
    return "\n".join(section(code, entry(one, known.get(one.id))) for code, one in table.items()).encode()


def entry(player: Player, person: Person | None) -> dict[str, Any]:
    """What the file says of a player: what differs from what is known of the person, or from the usual."""
    usual = Player(**msgspec.structs.asdict(person)) if person and player.left is None else Player()
    given, before = msgspec.structs.asdict(player), msgspec.structs.asdict(usual)
    return {key: value for key, value in given.items() if value != before[key]}


def power_in(key: str) -> str:
    """The power that an entry names: MER of MER, and of MER-2."""
    return key.partition("-")[0]
