"""Verifies a game: every seal, the chain of turns, and every turn adjudicated again.

Every result ever made is verified, including those replaced or undone since.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from pbm.errors import GameError
from pbm.files import content_of, files_in
from pbm.record.adjudicate import adjudicate, sealed
from pbm.record.config import house_in, read_config
from pbm.record.contacts import all_without_contacts
from pbm.record.game import CONFIG, JOURNAL, MANIFEST, ORDERS, POSITION, REASON, SECRET, Game, edition
from pbm.record.house import HOUSE, changed
from pbm.record.inputs import BESIDE, Inputs, beside
from pbm.record.manifest import Manifest, Undone, digest, file_hash
from pbm.record.seals import is_genuine

R = TypeVar("R", bound=msgspec.Struct)


def verify(game: Game, turn: int) -> Iterator[str]:
    """All problems of a turn, each with its file."""
    for result in game.results(turn):
        yield from verify_result(game, turn, result)
    for mark in game.marks(turn):
        yield from verify_mark(game, turn, mark)
    yield from changed_tray(game, turn)


def verify_result(game: Game, turn: int, result: Path) -> Iterator[str]:
    manifest = genuine(game, result / MANIFEST, Manifest)
    if isinstance(manifest, str):
        yield manifest
        return
    wrong = [*changed_files(game, result, manifest), *broken_chain(game, turn, result, manifest)]
    yield from wrong
    if not wrong and opens_soundly(game, turn, manifest):
        yield from made_otherwise(game, turn, result, manifest)


def genuine(game: Game, path: Path, kind: type[R]) -> R | str:
    """A record with its own seal, or what is wrong with it."""
    try:
        content = path.read_bytes()
        record = msgspec.json.decode(content, type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"{path}: cannot be read ({error})"
    return record if is_genuine(record, content, game.secret()) else f"{path}: has been changed"


def changed_files(game: Game, result: Path, manifest: Manifest) -> Iterator[str]:
    present = {path.relative_to(result).as_posix(): path for path in files_in(result) if path.name != MANIFEST}
    for name, path in present.items():
        if name not in manifest.files:
            yield f"{path}: was not there when the turn was adjudicated"
        elif sealed(game.secret(), manifest.turn, name, path.read_bytes()) != manifest.files[name]:
            yield f"{path}: has been changed"
    for name in manifest.files:
        if name not in present:
            yield f"{result / name}: is missing"


def broken_chain(game: Game, turn: int, result: Path, manifest: Manifest) -> Iterator[str]:
    path = result / MANIFEST
    if (manifest.game, manifest.turn) != (game.name, turn):
        yield f"{path}: belongs to turn {manifest.turn} of {manifest.game}"
    if turn and opening_of(game, turn, manifest) is None:
        yield f"{path}: does not follow from any result of turn {turn - 1} as it is now"
    elif turn and result == game.result(turn) and manifest.previous != game.manifest_hash(turn - 1):
        yield f"{path}: follows from an earlier result of turn {turn - 1} than the one that counts"
    if manifest.replaces != game.replaced(result):
        yield f"{path}: the result it replaced has been changed"


def opening_of(game: Game, turn: int, manifest: Manifest) -> Path | None:
    """The result of the turn before that this turn was made from."""
    return next((path for path in game.results(turn - 1) if file_hash(path / MANIFEST) == manifest.previous), None)


def opens_soundly(game: Game, turn: int, manifest: Manifest) -> bool:
    """Whether the turn before is unchanged; if not, it has its own problem, and later turns are not blamed."""
    opening = opening_of(game, turn, manifest) if turn else None
    if opening is None:
        return True
    before = genuine(game, opening / MANIFEST, Manifest)
    return isinstance(before, Manifest) and not any(changed_files(game, opening, before))


def made_otherwise(game: Game, turn: int, result: Path, manifest: Manifest) -> Iterator[str]:
    """Files that differ when the turn is adjudicated again."""
    config = read_config((result / CONFIG).read_bytes(), str(result / CONFIG))
    if manifest.version != config.ruleset.version:
        yield (
            f"{result}: was made under version {manifest.version} of {manifest.ruleset}, but this pbm has version "
            f"{config.ruleset.version}: verify it with the pbm that made it"
        )
        return
    yield from unexplained_house(game, turn, result, manifest)
    try:
        outcome = adjudicate(inputs_of(game, turn, result, manifest))
    except GameError as error:
        yield f"{result}: cannot be adjudicated again: {error}"
        return
    for name, content in outcome.files.items():
        if not (result / name).is_file() or (result / name).read_bytes() != content:
            yield f"{result / name}: differs when the turn is adjudicated again"


def unexplained_house(game: Game, turn: int, result: Path, manifest: Manifest) -> Iterator[str]:
    """House rules that are not those of the turn before with the changes in the record; turn 1 may begin with any."""
    path = result / CONFIG
    before = opening_of(game, turn, manifest) if turn > 1 else result
    if before is None or not turn:
        return
    house = changed(house_in((before / CONFIG).read_bytes(), str(before / CONFIG)), content_of(result / HOUSE))
    content = path.read_bytes()
    if read_config(content, str(path), house).settings != read_config(content, str(path)).settings:
        yield f"{path}: its house rules do not follow from those of turn {turn - 1} and {HOUSE}"


def inputs_of(game: Game, turn: int, result: Path, manifest: Manifest) -> Inputs:
    """The inputs of a result, all from the record."""
    opening = opening_of(game, turn, manifest) if turn else None
    return Inputs(
        game=game.name,
        turn=turn,
        config=(result / CONFIG).read_bytes(),
        secret=game.secret(),
        opening=(opening / POSITION).read_bytes() if opening else None,
        sheets={path.name: path.read_bytes() for path in files_in(result / ORDERS)},
        previous=manifest.previous,
        journal=(opening / JOURNAL).read_bytes() if opening else b"",
        reason=content_of(result / REASON).decode(),
        replaces=manifest.replaces,
        **beside(result),
    )


def verify_mark(game: Game, turn: int, path: Path) -> Iterator[str]:
    mark = genuine(game, path, Undone)
    if isinstance(mark, str):
        yield mark
        return
    result = next((each for each in game.results(turn) if edition(each) == mark.edition), None)
    if (mark.turn, mark.edition) != (turn, edition(path)) or result is None:
        yield f"{path}: belongs to result {mark.edition} of turn {mark.turn}"
    elif file_hash(result / MANIFEST) != mark.manifest:
        yield f"{result / MANIFEST}: is not the one that was undone"


def changed_tray(game: Game, turn: int) -> Iterator[str]:
    """Sheets, corrections and rulings beside the results of a turn that none of the results used."""
    if not turn or not game.result(turn).is_dir():
        return
    known: dict[str, list[bytes]] = {}
    for result in game.results(turn):
        for path in files_in(result):
            known.setdefault(path.relative_to(result).as_posix(), []).append(path.read_bytes())
    for name, content in tray(game, turn).items():
        if name not in known:
            yield f"{game.turn(turn) / name}: was not there when the turn was adjudicated"
        elif content not in known[name]:
            yield f"{game.turn(turn) / name}: has been changed"


def tray(game: Game, turn: int) -> dict[str, bytes]:
    """The files beside the results of a turn, as its record would keep them."""
    config = read_config(game.record(turn, CONFIG), str(game.result(turn) / CONFIG))
    try:
        reader = config.ruleset.language.reader(config.open(game.record(turn - 1, POSITION)))
        sheets, _ = all_without_contacts(reader, game.secret(), turn, game.sheets(turn))
    except GameError:
        sheets = game.sheets(turn)
    given = {f"{ORDERS}/{name}": sheet for name, sheet in sheets.items()}
    return given | {BESIDE[field]: content for field, content in beside(game.turn(turn)).items() if content}


def verify_secret(game: Game) -> Iterator[str]:
    """Check the secret first: nothing else can be verified with a wrong one."""
    path = game.folder / SECRET
    try:
        secret = game.secret()
    except GameError as error:
        yield str(error)
        return
    stated = {found for turn in game.turns() for result in game.results(turn) if (found := commitment(result))}
    if digest(secret) not in stated:
        yield f"{path}: is not the secret the game began with"
    elif path.read_bytes() != secret.hex().encode() + b"\n":
        yield f"{path}: has been changed, although its values are the same"


def commitment(result: Path) -> str:
    try:
        return msgspec.json.decode((result / MANIFEST).read_bytes(), type=Manifest).secret
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ""
