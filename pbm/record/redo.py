"""Re-runs a turn with a corrected sheet; the first result and the first sheet are kept."""

from dataclasses import dataclass
from pathlib import Path

from pbm.errors import GameError
from pbm.files import content_of, files_in, put
from pbm.record.adjudicate import commit, gathered, to_keep
from pbm.record.contacts import without_contacts
from pbm.record.game import ORDERS, POSITION, REASON, Game, edition
from pbm.record.rulings import rulings_asked


@dataclass(frozen=True)
class Redone:
    turn: int
    before: Path
    after: Path


def redo(game: Game, who: str, sheet: bytes, reason: str, turn: int | None = None) -> Redone:
    """Re-run the last turn with another sheet for one power; running it again finishes an interrupted run."""
    if not sheet.strip():
        raise GameError("The sheet is empty. To let the power do nothing, write a line with - alone.")
    with game.locked():
        last = game.last()
        refuse(game, who, last, turn)
        before = game.result(last)
        if not is_done(game, last, before, who, sheet, reason):
            given = {path.name: path.read_bytes() for path in files_in(before / ORDERS) if owner(path.name) != who}
            inputs, contacts = gathered(game, last, given | {f"{who}.txt": sheet}, reason)
            with rulings_asked(game, last):
                outcome = to_keep(inputs)
            commit(game, last, outcome, contacts)
        put_in_tray(game, last, who, sheet)
        after = game.result(last)
        return Redone(last, game.results(last)[-2], after)


def refuse(game: Game, who: str, last: int, turn: int | None) -> None:
    if last == 0:
        raise GameError(f"{game.name} has only been set up: there is no turn to re-run.")
    if turn is not None and turn != last:
        raise GameError(
            f"The last turn of {game.name} is {game.which(last)}, not {game.which(turn)}. To correct that one, first "
            f"undo the later turns: pbm undo {game.name}."
        )
    players = game.in_play(last)
    if who not in players:
        raise GameError(f"{who} had no sheet in {game.named(last)}. Use one of {', '.join(players)}.")


def is_done(game: Game, turn: int, result: Path, who: str, sheet: bytes, reason: str) -> bool:
    """Whether the result that counts was already made with this sheet and this reason."""
    config = game.config()
    reader = config.ruleset.language.reader(config.open(game.record(turn - 1, POSITION)))
    kept, _ = without_contacts(reader, game.secret(), turn, who, sheet)
    again = edition(result) > 1 and content_of(result / REASON).decode() == reason
    return again and content_of(result / ORDERS / f"{who}.txt") == kept


def put_in_tray(game: Game, turn: int, who: str, sheet: bytes) -> None:
    place = game.orders(turn) / f"{who}.txt"
    if content_of(place) != sheet:
        put(place, sheet)
    for path in files_in(game.orders(turn)):
        if owner(path.name) == who and path != place:
            path.unlink()


def owner(name: str) -> str:
    return name.partition(".")[0].upper()
