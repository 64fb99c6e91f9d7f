"""`pbm verify` for a game's folder, a bundle with its secret, and a bundle without it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbm.files import files_in
from pbm.progress import watched
from pbm.record.bundle import BUNDLE, Label, contents, read_label
from pbm.record.game import MANIFEST, Game
from pbm.record.manifest import Manifest, Undone, file_hash
from pbm.record.verify import verify, verify_secret


def prove(game: Game) -> Iterator[str]:
    """All problems of a game on disk."""
    wrong = list(verify_secret(game))
    yield from wrong
    if not wrong:
        for turn in watched(game.turns(), "Verifying"):
            yield from verify(game, turn)


def prove_bundle(folder: Path) -> Iterator[str]:
    """All problems of an unpacked bundle."""
    label = read_label(folder)
    game = Game(folder, label.game)
    if not label.final:
        yield from prove_seals(game, label)
        return
    wrong = list(prove(game))
    yield from wrong or made_otherwise(game, label)


def made_otherwise(game: Game, label: Label) -> Iterator[str]:
    """Files that differ when the bundle is made again from its own record."""
    made = contents(game, True, label.program)
    there = {path.relative_to(game.folder).as_posix(): path for path in files_in(game.folder)}
    for name, content in made.items():
        if name not in there:
            yield f"{game.folder / name}: is missing"
        elif there[name].read_bytes() != content:
            yield f"{there[name]}: differs when it is made again"
    for name, path in there.items():
        if name not in made:
            yield f"{path}: does not belong to the bundle"


def prove_seals(game: Game, label: Label) -> Iterator[str]:
    """Check what needs no secret: that the turns form one chain under one secret."""
    for turn in range(label.turns + 1):
        if not game.result(turn).is_dir():
            yield f"{game.result(turn)}: is missing"
    for turn in game.turns():
        for result in game.results(turn):
            yield from broken_link(game, turn, result, label)
        for mark in game.marks(turn):
            yield from broken_mark(game, turn, mark)


def broken_link(game: Game, turn: int, result: Path, label: Label) -> Iterator[str]:
    path = result / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        yield f"{path}: cannot be read ({error})"
        return
    before = [file_hash(each / MANIFEST) for each in game.results(turn - 1)] if turn else [None]
    if (manifest.game, manifest.turn, manifest.secret) != (label.game, turn, label.secret):
        yield f"{path}: belongs to another turn or another secret"
    if manifest.previous not in before:
        yield f"{path}: does not follow from any result of turn {turn - 1} as it is here"
    if manifest.replaces != game.replaced(result):
        yield f"{path}: the result it replaced has been changed"


def broken_mark(game: Game, turn: int, path: Path) -> Iterator[str]:
    try:
        mark = msgspec.json.decode(path.read_bytes(), type=Undone)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        yield f"{path}: cannot be read ({error})"
        return
    if mark.manifest not in [file_hash(result / MANIFEST) for result in game.results(turn)]:
        yield f"{path}: the result that it undid has been changed"


def rewritten(earlier: Path, later: Path) -> Iterator[str]:
    """The files of an earlier bundle that a later one of the same game lacks or has changed."""
    if read_label(earlier).secret != read_label(later).secret:
        yield f"{later / BUNDLE}: the secret is not the one that {earlier / BUNDLE} was sealed with"
    for path in files_in(earlier / "turns"):
        twin = later / path.relative_to(earlier)
        if not twin.is_file():
            yield f"{twin}: is missing, but was in the earlier bundle"
        elif twin.read_bytes() != path.read_bytes():
            yield f"{twin}: differs from the earlier bundle"
