"""A held game: letters are taken, and `pbm run` adjudicates nothing until it is resumed. `held.json` says why."""

import datetime as dt

import msgspec

from pbm.errors import GameError
from pbm.files import put, read_json, sync
from pbm.record.game import Game

HELD = "held.json"


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    reason: str
    since: dt.datetime | None = None
    """Games that were held long ago do not know."""
    until: dt.datetime | None = None
    """When a pause that the players agreed on is over."""


def held(game: Game) -> str:
    """Why a game is held; empty if it is not."""
    return the_hold(game).reason


def the_hold(game: Game) -> Held:
    remedy = f"The game is held: pbm resume {game.name}"
    return read_json(game.folder / HELD, Held, Held(""), remedy)


def hold(game: Game, reason: str, now: dt.datetime | None = None, until: dt.datetime | None = None) -> str:
    """Hold a game, and return all reasons for which it is held, with its end if it is a pause."""
    known = the_hold(game)
    reasons = known.reason if reason in known.reason else "; ".join(filter(None, [known.reason, reason]))
    if reasons != known.reason:
        since = known.since if known.reason else now
        over = known.until if known.reason else until
        put(game.folder / HELD, msgspec.json.encode(Held(reasons, since, over)) + b"\n")
    return reasons


def refuse_free(game: Game) -> None:
    if not (game.folder / HELD).is_file():
        raise GameError(f"{game.name} is not held.")


def resume(game: Game) -> None:
    refuse_free(game)
    (game.folder / HELD).unlink()
    sync(game.folder)


def refuse_held(game: Game) -> None:
    if why := held(game):
        raise GameError(
            f"{game.name} is held: {why.rstrip('.')}. To go on: pbm resume {game.name}. "
            "To adjudicate this one turn use --anyway."
        )
