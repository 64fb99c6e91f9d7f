"""The codes on the turnsheets of a game."""

from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from pbm.record.players import Player, players


def code_of(game: Game, turn: int, power: str) -> str:
    """The code on the sheet of a power for a turn, as its present player has it."""
    return sheet_code(game.secret(), game.name, turn, power, newcomers(game).get((turn, power), ""))


def newcomers(game: Game) -> dict[tuple[int, str], str]:
    """The players who took a power over, by their first turn: the player before them knows the plain code of it."""
    found = {}
    for power, turn in game.config().standby.items():
        player = players(game, turn - 1).get(power, Player())
        if player.id and player.joined == turn - 1:
            found[turn, power] = player.id
    return found
