"""Replays a turn from its files: the journal turns the opening position into the closing one."""

from pbm.errors import GameError
from pbm.files import files_in
from pbm.record.adjudicate import read_sheets
from pbm.record.config import read_config
from pbm.record.game import ACCOUNT, CONFIG, JOURNAL, ORDERS, POSITION, Game
from pbm.record.narrative import account
from pbm.rules.engine import replay


def replayed(game: Game, turn: int) -> str:
    """The account of a turn, made again from its journal."""
    if not turn:
        return game.record(0, ACCOUNT).decode()
    result = game.result(turn)
    config = read_config(game.record(turn, CONFIG), str(result / CONFIG))
    rules, world = config.ruleset, config.open(game.record(turn - 1, POSITION))
    journal = rules.book.journal.read(game.record(turn, JOURNAL))
    sheets = read_sheets(rules, world, {path.name: path.read_bytes() for path in files_in(result / ORDERS)})
    replay(world, journal)
    if rules.state.write(world) != game.record(turn, POSITION):
        raise GameError(f"{result / JOURNAL} does not lead to {result / POSITION}: `pbm verify` shows what changed.")
    return account(rules, game.name, game.called(turn), world, journal, sheets).decode()
