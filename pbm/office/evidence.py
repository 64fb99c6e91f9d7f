"""What lies around a game's record and does not fit it: missing results, changed letters, sets that no letter brought.

`pbm verify` checks it for a game's folder. Whoever has the secret and enough patience can make all of it fit again;
docs/fairness.md says what then still proves the truth.
"""

from collections.abc import Iterator

from pbm.mail.inbox import RAW, RECORD, Arrival, Inbox, identity
from pbm.mail.sets import all_sets
from pbm.office.frames import KEPT, read_kept
from pbm.record.erase import ERASED
from pbm.record.game import MANIFEST, Game
from pbm.record.manifest import file_hash


def misfits(game: Game) -> Iterator[str]:
    """All that does not fit the record, each with its file."""
    yield from missing_results(game)
    yield from changed_letters(game)
    yield from planted_sets(game)


def missing_results(game: Game) -> Iterator[str]:
    """Turns that were adjudicated, as something else shows, and whose result is gone."""
    for turn in game.turns():
        path, results = game.turn(turn) / KEPT, game.results(turn)
        kept = read_kept(path)
        if not results and (game.orders(turn + 1).is_dir() or kept):
            yield f"{game.result(turn)}: is missing, but the turn has been adjudicated"
        elif kept and kept.manifest not in [file_hash(result / MANIFEST) for result in results]:
            yield f"{path}: belongs to a result that is missing or has been changed"


def changed_letters(game: Game) -> Iterator[str]:
    inbox = Inbox(game).folder
    for path in sorted(inbox.glob(f"*{RAW}")):
        content = path.read_bytes()
        if content != ERASED and identity(content) != path.stem:
            yield f"{path}: has been changed"
    for path in sorted(inbox.glob(f"*{RECORD}")):
        if not path.with_suffix(RAW).is_file():
            yield f"{path}: its letter is missing"


def planted_sets(game: Game) -> Iterator[str]:
    """Sets that came with no letter."""
    inbox = Inbox(game)
    for turn in game.turns():
        for folder in sorted(game.turn(turn).glob("sets/*")):
            for each in all_sets(game, turn, folder.name):
                if not brought(inbox.find(each.hash), turn, folder.name):
                    yield f"{each.path}: no letter in the inbox brought this set"


def brought(letter: Arrival | None, turn: int, power: str) -> bool:
    """Whether a letter brought a set, or was interrupted before its verdict was written."""
    if letter is None:
        return False
    sheets = [(sheet.turn, sheet.power) for sheet in letter.sheets if sheet.accepted]
    return not letter.verdict or (turn, power) in sheets
