"""Whether a game's record agrees with a receipt: the orders in it were played, or there is a reason why not."""

from pbm.files import content_of
from pbm.mail.sets import all_sets
from pbm.receipts.receipt import short
from pbm.receipts.signature import Statement
from pbm.record.bundle import fingerprints
from pbm.record.game import REASON, Game
from pbm.record.stated import kept

SECOND = "%Y-%m-%d %H:%M:%S"
UNEXPLAINED = "Nothing newer from {power} is on file, and no reason is recorded: ask the game master why."


def agrees(game: Game, statement: Statement) -> tuple[bool, str]:
    """Whether the game's record agrees with a receipt, and what it says."""
    if kept(game, statement.record) is None:
        return False, f"No result of {game.name} has the record hash in it: the record was changed since."
    turn = game.turn_meant(statement.turn)
    said = game.named(turn).capitalize()
    if turn not in game.played():
        return True, f"{said} has not been adjudicated yet."
    played = fingerprints(game, turn).get(statement.power, "")
    if played == statement.orders:
        return True, f"{said} was adjudicated with these orders."
    other = f"with other orders from {statement.power}: {short(played)}" if played else f"without {statement.power}"
    why = reason(game, turn, statement)
    return bool(why), f"{said} was adjudicated {other}. {why or UNEXPLAINED.format(power=statement.power)}"


def reason(game: Game, turn: int, statement: Statement) -> str:
    """Why the orders of a receipt were not played; empty if nobody can tell."""
    if is_replaced(game, turn, statement):
        return f"Newer orders from {statement.power} are on file."
    if statement.power in game.config_of(turn).joining(turn):
        return f"A new player took {statement.power} over."
    if why := content_of(game.result(turn) / REASON).decode().strip().rstrip("."):
        return f"The turn was adjudicated again. The reason: {why}."
    return ""


def is_replaced(game: Game, turn: int, statement: Statement) -> bool:
    """Whether another set came after the one of the receipt, or in the same second."""
    sets = [each for number in (turn - 1, turn) for each in all_sets(game, number, statement.power)]
    times = [f"{each.arrived:{SECOND}}" for each in sets]
    return any(time > statement.received for time in times) or times.count(statement.received) > 1
