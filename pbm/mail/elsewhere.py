"""The other games of a person who writes to one: what they say of themselves counts there too, if they name no game."""

from collections.abc import Iterator

from pbm.mail.counter import Counter, Opened
from pbm.mail.neighbours import Neighbour, Signs
from pbm.record.game import Game, all_games
from pbm.record.holders import latest, players
from pbm.record.players import Player


def names_a_game(letter: Opened) -> bool:
    """Whether its subject or its sheet names the game."""
    signs, game = Signs(letter.headers, letter.sheets), Neighbour(letter.counter.game)
    return signs.named(game) or signs.in_subject(game)


def seats_of(game: Game, id: str) -> Iterator[tuple[Game, str]]:
    """The powers of a person in the other games of the office; a damaged game has none."""
    for other in all_games(game.folder.parent) if id else ():
        if other.folder != game.folder:
            try:
                yield from ((other, power) for power, one in players(other).items() if one.id == id)
            except Exception:
                continue


def other_games(counter: Counter, power: str) -> list[str]:
    """The other games of the player of a power."""
    id = latest(counter.game).get(power, Player()).id
    return list(dict.fromkeys(other.name for other, _ in seats_of(counter.game, id)))
