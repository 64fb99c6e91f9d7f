"""Proof that a game is what it says: every hash, and every turn adjudicated again from its orders."""

from collections.abc import Iterator

import msgspec

from pbm.adjudicate import adjudicate, inputs_of
from pbm.errors import GameError
from pbm.store import CONFIG, MANIFEST, Game, Manifest, digest


def verify(game: Game, turn: int) -> Iterator[str]:
    """Everything that is wrong with a turn, each with the file it was found in."""
    path = game.result(turn) / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        yield f"{path}: cannot be read ({error})"
        return
    changed = list(changed_files(game, turn, manifest))
    yield from changed
    yield from broken_chain(game, turn, manifest)
    if not changed:
        yield from made_otherwise(game, turn)


def changed_files(game: Game, turn: int, manifest: Manifest) -> Iterator[str]:
    present = {
        f"{part}/{path.relative_to(folder).as_posix()}": path
        for part, folder in (("orders", game.orders(turn)), ("result", game.result(turn)))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST and path.name[0] != "."
    }
    for name, path in present.items():
        if name not in manifest.files:
            yield f"{path}: was not there when the turn was made"
        elif digest(path.read_bytes()) != manifest.files[name]:
            yield f"{path}: has been changed"
    for name in manifest.files:
        if name not in present:
            yield f"{game.turn(turn) / name}: is missing"


def broken_chain(game: Game, turn: int, manifest: Manifest) -> Iterator[str]:
    path = game.result(turn) / MANIFEST
    if (manifest.game, manifest.turn) != (game.name, turn):
        yield f"{path}: belongs to turn {manifest.turn} of {manifest.game}"
    if turn and manifest.previous != game.manifest_hash(turn - 1):
        yield f"{path}: does not follow from {game.result(turn - 1) / MANIFEST}, which has been changed"
    if manifest.secret != digest(game.secret()):
        yield f"{game.folder / 'secret'}: is not the secret the turn was made with"


def made_otherwise(game: Game, turn: int) -> Iterator[str]:
    """Files that come out differently when the turn is adjudicated again."""
    config = (game.result(turn) / CONFIG).read_bytes()
    try:
        outcome = adjudicate(inputs_of(game, turn, config))
    except GameError as error:
        yield f"{game.turn(turn)}: cannot be adjudicated again: {error}"
        return
    for name, content in outcome.files.items():
        if (game.result(turn) / name).read_bytes() != content:
            yield f"{game.result(turn) / name}: comes out differently when the turn is adjudicated again"
