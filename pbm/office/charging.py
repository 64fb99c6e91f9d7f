"""What the players of a game pay and earn, if the office keeps credits: each turn is charged to whoever played it, and
whoever has few left is told."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbm.mail.as_page import flowed
from pbm.mail.compose import Mail
from pbm.mail.counter import open_counter
from pbm.mail.reminders import tell_everyone
from pbm.mail.settings import post
from pbm.office.credits import TURN, Clerk, balance, is_charged, keeps_credits, read
from pbm.office.frames import LOW_CREDITS, low
from pbm.record.game import Game
from pbm.record.holders import History, history
from pbm.record.proposals import proposals
from pbm.record.seating import changes
from pbm.rules.event import counted
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
        if owing and turn == game.last():
            seats = {story.entries[key].id: power for power, key in story.holders().items()}
            tell_of_credit(games, game, clock(), {id: seats[id] for id in owing if id in seats})
        if charged := [id for id in owing if clerk.charge(id, game.name, turn)]:
            yield f"{game.named(turn)} charged to {', '.join(charged)}"


def tell_of_credit(games: Path, game: Game, now: dt.datetime, seats: Mapping[str, str]) -> None:
    """Before the last turn is charged: a letter to those whom it leaves with few turns paid for, or with none. Of
    somebody with two seats one is enough."""
    entries, calm = read(games), LOW_CREDITS * TURN
    left = {id: balance(entries, id) - TURN for id in seats}
    few = {id: tenths // TURN for id, tenths in left.items() if tenths <= calm < tenths + TURN or -TURN <= tenths <= 0}
    if not few or game.ended():
        return
    with game.locked():
        counter = open_counter(game, now)
        for id, turns in few.items():
            mail = credit_mail(game, turns)
            tell_everyone(counter, "credit", lambda clock, mail=mail: mail, to=[seats[id]])  # type: ignore[misc]


def credit_mail(game: Game, turns: int) -> Mail:
    waits = " Reports of turns that are not paid for wait until they are." if post(game).hold_unpaid else ""
    text = (
        f"{' '.join(low(turns))}{waits}\n\n"
        "That counts for all your games here. To pay for more turns, write to the game master.\n"
    )
    paid = counted(turns, "turn is", "turns are") if turns > 0 else "no further turn is"
    return Mail(f"{game.name}: {paid} paid for", flowed(text))


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
