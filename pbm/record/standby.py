"""Powers without a player: the orders the computer would give, and new players who take them over."""

import re
from collections.abc import Iterator

from pbm.errors import GameError
from pbm.files import put
from pbm.record.config import read_config
from pbm.record.corrections import read_corrections
from pbm.record.game import CONFIG, Game
from pbm.rules.dice import Dice
from pbm.rulesets.contract import AnyRuleset

STANDBY = "[standby]"


def sheet_lines(game: Game, who: str, temperament: str | None, why: bool) -> Iterator[str]:
    """What a temperament would order for a power in the coming turn, line by line."""
    config, last = game.config(), game.last()
    ruleset, world = config.ruleset, config.open(game.position(last))
    refuse_absent(ruleset, world, who)
    if not ruleset.computer.players:
        raise GameError(f"{ruleset.title} has no computer players.")
    temperament = temperament or ruleset.computer.for_missing(world, who, config.standby.get(who) == last + 1)
    if not temperament:
        raise GameError(f"The computer writes no sheet for {game.named(last + 1)}: the rules do what is left out.")
    if temperament not in ruleset.computer.players:
        raise GameError(f"There is no computer player {temperament}; there are {', '.join(ruleset.computer.players)}.")
    view = ruleset.sight.view(world, ruleset.book.journal.read(game.journal(last)), who)
    advice = ruleset.computer.write(view, temperament, Dice(game.secret(), last + 1))
    for number, (order, reason) in enumerate(advice, 1):
        line = f"{number:2}. {order}"
        yield f"{line:31} # {reason}" if why else line


def refuse_absent(ruleset: AnyRuleset, world: object, who: str) -> None:
    players = ruleset.state.players(world)
    if who not in players:
        raise GameError(f"{who} is not in play. Use one of {', '.join(players)}.")


def seat_standby(game: Game, who: str) -> int:
    """Write to game.toml that a new player takes over a power, and return the turn."""
    with game.locked():
        config, turn = game.config(), game.last() + 1
        refuse_with_player(game, who)
        if config.standby.get(who) == turn:
            raise GameError(f"A new player already takes over {who} in {game.named(turn)}.")
        text = seated(game.read(CONFIG).decode("utf-8-sig"), who, turn).encode()
        read_config(text, CONFIG)
        put(game.folder / CONFIG, text)
    return turn


def refuse_with_player(game: Game, who: str) -> None:
    config, turn = game.config(), game.last() + 1
    world = config.open(game.position(turn - 1))
    if not config.ruleset.seats.is_vacant(world, who) and who not in resigned(game, turn):
        refuse_absent(config.ruleset, world, who)
        raise GameError(f"{who} has a player: only a power without one can be taken over.")


def resigned(game: Game, turn: int) -> list[str]:
    """The powers whose players have resigned, so that they have no player when the turn begins."""
    waiting = {correction.set for correction in read_corrections(game.corrections(turn))}
    leaves = game.config().ruleset.seats.resigned
    return [power for power in game.in_play(turn) if leaves(power) in waiting] if waiting else []


def unseat(game: Game, who: str, turn: int) -> None:
    """Remove a new player who leaves before their first turn."""
    if game.config().standby.get(who) == turn:
        put(game.folder / CONFIG, unseated(game.read(CONFIG).decode("utf-8-sig"), who).encode())


def unseated(text: str, who: str) -> str:
    """Without the line by which a new player takes over a power."""
    return re.sub(rf"^{who}[ \t]*=[ \t]*\d+[ \t]*\n?", "", text, flags=re.MULTILINE)


def seated(text: str, who: str, turn: int) -> str:
    """The line goes under [standby], in place of an older one for the same power."""
    lines = unseated(text, who).splitlines()
    if STANDBY not in lines:
        lines += ["", STANDBY]
    lines.insert(lines.index(STANDBY) + 1, f"{who} = {turn}")
    return "\n".join(lines) + "\n"
