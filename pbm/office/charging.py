"""What the players of a game pay and earn, if the office keeps credits: each turn is charged to whoever played it."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbm.office.credits import Clerk, is_charged, keeps_credits, read
from pbm.record.game import Game
from pbm.record.holders import History, history
from pbm.record.proposals import proposals
from pbm.record.seating import changes
from pbm.rules.result import Result
from pbm.rulesets.contract import State

Clock = Callable[[], dt.datetime]


def with_accounts(games: Path, game: Game) -> History | None:
    """The history of the players, if any of them pays per turn."""
    if not keeps_credits(games):
        return None
    story = history(game)
    return story if any(player.id for player in story.entries.values()) else None


def charge(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Charge every turn but the set-up to those who had a power in it: whoever is out pays for no later turn."""
    if not (story := with_accounts(games, game)):
        return
    clerk, entries, turns = Clerk(games, clock().date().isoformat()), read(games), changes(game)
    for turn in range(1 + game.turn_names.set_up, game.last() + 1):
        played = [key for power, key in story.holders(turn - 1).items() if power in turns[turn].playing]
        ids = dict.fromkeys(story.entries[key].id for key in played)
        owing = [id for id in ids if id and not is_charged(entries, id, game.name, turn)]
        if charged := [id for id in owing if clerk.charge(id, game.name, turn)]:
            yield f"{game.named(turn)} charged to {', '.join(charged)}"


def settle_discounts(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Take the discounts of players who dropped out; give the prizes when the game is over."""
    if not (story := with_accounts(games, game)):
        return
    clerk, config = Clerk(games, clock().date().isoformat()), game.config()
    gave_up = {(one.by, one.settled) for one in proposals(game) if one.motion.kind == "concede"}
    fled = [leave for leave in story.leaves if leave.why == "dropped" and (leave.power, leave.turn) not in gave_up]
    dropped = [story.entries[leave.key].id for leave in fled]
    for id in filter(None, dict.fromkeys(dropped)):
        if clerk.forfeit_for(id, game.name):
            yield f"{id} dropped out and loses their discounts"
    state, world = config.ruleset.state, config.open(game.position(game.last()))
    if ended := game.ended():
        yield from awarded(clerk, game, story, earned(story, state, world), ended)


def earned(story: History, state: State[Any], world: object) -> dict[str, int]:
    """The turns of discount by player: what their power has earned, or what the game gives those who are out of it."""
    prizes, won = state.prizes(world), dict[str, int]()
    rows = [(key, prizes.get(power, 0)) for power, key in story.holders().items()]
    rows += [(leave.key, state.knocked_out) for leave in story.leaves if leave.why == "out"]
    for key, turns in rows:
        if turns and (id := story.entries[key].id):
            won[id] = max(turns, won.get(id, 0))
    return won


def awarded(clerk: Clerk, game: Game, story: History, won: dict[str, int], ended: Result) -> Iterator[str]:
    for id, turns in won.items():
        if clerk.award(id, turns, game.name, ended.text):
            yield f"{id} earns a discount of {turns}"
