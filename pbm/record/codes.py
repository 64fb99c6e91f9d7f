"""The codes on the turnsheets of a game."""

from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from pbm.record.players import listed, power_in
from pbm.record.seating import changes, seat_after


def code_of(game: Game, turn: int, power: str) -> str:
    """The code on the sheet of a power for a turn, as its present player has it."""
    return sheet_code(game.secret(), game.name, turn, power, newcomers(game).get((turn, power), ""))


def newcomers(game: Game) -> dict[tuple[int, str], str]:
    """The players who took a power over, by their first turn: the player before them knows the plain code of it."""
    found: dict[tuple[int, str], str] = {}
    new = {key: one for key, one in listed(game).items() if one.id and (one.left is None or one.left > one.joined)}
    for key, one in new.items():
        power = seat_after(one.joined, power_in(key), one.since, changes(game)) if one.since else power_in(key)
        if power in joining(game, one.joined + 1):
            found[one.joined + 1, power] = one.id
    return found


def joining(game: Game, turn: int) -> tuple[str, ...]:
    return (game.config() if turn > game.last() else game.config_of(turn)).joining(turn)
