"""The public draw of a turn: `turns/007/draw.txt`, for a game whose game.toml names a source under [dice].

It is drawn after the deadline, where everybody can see it, so that not even the game master could know the dice
while orders were given.
"""

from pbm.errors import GameError
from pbm.record.config import Config
from pbm.record.game import DRAW, Game

LONGEST = 500


def checked_draw(config: Config, turn: int, content: bytes) -> str:
    """The draw in one line with single spaces; an error if it is missing, or if the game has no source for it."""
    named = config.turn_names.named(turn)
    draw = " ".join(content.decode("utf-8", "replace").split())
    if draw and not (config.source and turn):
        raise GameError(f"There is a {DRAW} for {named}, but game.toml names no source under [dice]. Delete it.")
    if len(draw) > LONGEST:
        raise GameError(f"{DRAW} for {named} has {len(draw)} characters; the limit is {LONGEST}.")
    if config.source and turn and not draw:
        raise GameError(
            f"{named.capitalize()} needs the public draw after its deadline, and nothing was kept.\n"
            f"Its source is: {config.source}\n"
            f"Write what was drawn, as published, into turns/{turn:03}/{DRAW} and try again."
        )
    return draw


def told(game: Game, config: Config, turn: int) -> str:
    """The draw of a turn and its source, for its reports."""
    path = game.result(turn) / DRAW
    draw = checked_draw(config, turn, path.read_bytes()) if path.is_file() else ""
    return f"{draw} ({config.source})" if draw else ""
