"""The other games of a person who writes to one: what they say of themselves counts there too, if they name no game."""

from collections.abc import Iterator

from pbm.mail.counter import Counter, Opened
from pbm.reading.sheet import game_named
from pbm.record.game import Game, all_games
from pbm.record.holders import latest, players
from pbm.record.players import Player


def names_a_game(letter: Opened) -> bool:
    """Whether its subject or its sheet names the game."""
    name = game_named(letter.counter.game.name)
    return letter.route.by_name or any(game_named(sheet.game or "") == name for sheet in letter.sheets)


def seats_of(game: Game, id: str, or_had: bool = False) -> Iterator[tuple[Game, str]]:
    """The powers that a person has in the other games of the office, or had last; a damaged game has none, and in one
    that is over there is nothing to do."""
    there = latest if or_had else players
    for other in all_games(game.folder.parent) if id else ():
        if other.folder != game.folder:
            try:
                found = [power for power, one in there(other).items() if one.id == id]
                yield from ((other, power) for power in found if not other.ended())
            except Exception:
                continue


def other_games(counter: Counter, power: str) -> list[str]:
    """The other games of the player of a power."""
    id = latest(counter.game).get(power, Player()).id
    return list(dict.fromkeys(other.name for other, _ in seats_of(counter.game, id)))
