"""No silent edit: a changed byte in any file of the record is found, and the file is named."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.files import files_in
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.correcting import add_correction
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.redo import redo
from pbm.record.undo import undo
from pbm.record.verify import changed_tray, verify, verify_mark, verify_result, verify_secret

SECRET = bytes(range(32))
FLIPS = 3
STRIDES = {"computer": 61, "position.json": 61, "journal.jsonl": 797, "account.txt": 797}
"""Of large files every so many bytes; of manifests, orders, marks and corrections every one."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with everything that a record may hold: corrections, an undone turn, one made again, contact lines."""
    game = new_game(tmp_path_factory.mktemp("games"), "g", "darkage", SECRET, ["STR"])
    (game.orders(1) / "MER.txt").write_text("1. LEVY TAM 2  # for the north\nEMAIL: mercia@example.org\n")
    run_turn(game)
    redo(game, "WSX", b"1. TAX\n", "it came late")
    add_correction(game, "AREA LES armies=4", "counted twice")
    (game.orders(2) / "MER.txt").write_text("1. TAX\nMessage: peace\n")
    run_turn(game)
    undo(game, "too early")
    run_turn(game)
    run_turn(game, empty=True)
    assert list(prove(game)) == []
    return game


def record(game: Game) -> list[Path]:
    """Every file that a past turn is made of."""
    inside = [path for turn in game.turns() for result in game.results(turn) for path in files_in(result)]
    beside = [path for turn in game.played() for path in files_in(game.orders(turn))]
    marks = [path for turn in game.turns() for path in game.marks(turn)]
    return [game.folder / "secret", game.turn(2) / "corrections.toml", *inside, *beside, *marks]


def flipped(path: Path, place: int, chance: random.Random) -> Iterator[None]:
    """The file with one bit turned over, and then as it was."""
    content = path.read_bytes()
    changed = bytearray(content)
    changed[place] ^= 1 << chance.randrange(8)
    path.write_bytes(changed)
    try:
        yield
    finally:
        path.write_bytes(content)


def found(game: Game, path: Path) -> str:
    """What is said first of that file's part of the record."""
    if path.parent == game.folder:
        return next(verify_secret(game), "")
    turn = int(path.relative_to(game.folder / "turns").parts[0])
    for result in game.results(turn):
        if result in path.parents:
            return next(verify_result(game, turn, result), "")
    part = verify_mark(game, turn, path) if path in game.marks(turn) else changed_tray(game, turn)
    return next(part, "")


@pytest.mark.slow
def test_every_file_of_the_record(game: Game) -> None:
    chance = random.Random(1)
    for path in record(game):
        size = path.stat().st_size
        for place in {0, size - 1, *(chance.randrange(size) for _ in range(FLIPS))}:
            if path.parent == game.orders(1) and path.read_bytes()[place:].count(b"\n") <= 1:
                continue  # a contact line: no part of the record, since it can be erased
            for _ in flipped(path, place, chance):
                assert found(game, path).startswith(str(path)), (path, place)


@pytest.mark.slow
def test_every_byte_of_a_sample(game: Game) -> None:
    chance, result = random.Random(2), game.result(2)
    flips = 0
    sample = [*files_in(result), *game.marks(2), game.turn(2) / "corrections.toml"]
    for path in sample:
        name = path.relative_to(result).parts[0] if result in path.parents else path.name
        for place in range(0, path.stat().st_size, STRIDES.get(name, 1)):
            for _ in flipped(path, place, chance):
                flips += 1
                assert found(game, path).startswith(str(path)), (path, place)
    assert flips > 2500


@pytest.mark.slow
def test_the_whole_proof_names_the_file_first(game: Game) -> None:
    chance = random.Random(3)
    for path in chance.sample(record(game), 25):
        if path.parent == game.orders(1):
            continue
        for _ in flipped(path, chance.randrange(path.stat().st_size), chance):
            assert next(prove(game)).startswith(str(path)), path


@pytest.fixture
def copy(game: Game, tmp_path: Path) -> Game:
    shutil.copytree(game.folder, tmp_path / "g")
    return Game(tmp_path / "g")


def test_files_added_and_taken_away(copy: Game) -> None:
    result = copy.result(1)
    (result / "orders/KNT.txt").write_text("TAX\n")
    (result / "computer/SCO.txt").unlink()
    (copy.orders(2) / "SCO.txt").write_text("TAX\n")
    said = [*verify(copy, 1), *verify(copy, 2)]
    assert f"{result / 'orders/KNT.txt'}: was not there when the turn was adjudicated" in said
    assert f"{result / 'computer/SCO.txt'}: is missing" in said
    assert f"{copy.orders(2) / 'SCO.txt'}: was not there when the turn was adjudicated" in said


def test_an_older_result_put_in_the_place_of_a_later_one(copy: Game) -> None:
    shutil.rmtree(copy.turn(1) / "result-2")
    shutil.copytree(copy.turn(1) / "result", copy.turn(1) / "result-2")
    assert any("result-2/manifest.json: the result it replaced" in problem for problem in prove(copy))


def test_a_mark_taken_away(copy: Game) -> None:
    copy.marks(2)[0].unlink()
    assert any("result-2/manifest.json: the result it replaced" in problem for problem in prove(copy))


def test_a_whole_turn_of_another_game(copy: Game, tmp_path: Path) -> None:
    other = new_game(tmp_path, "other", "darkage", b"another secret")
    run_turn(other, empty=True)
    shutil.rmtree(copy.turn(1) / "result-2")
    shutil.copytree(other.turn(1) / "result", copy.turn(1) / "result-2")
    assert next(prove(copy)).startswith(str(copy.turn(1) / "result-2/manifest.json"))


def test_a_record_forged_with_the_secret_is_found_by_making_the_turn_again(copy: Game) -> None:
    """Whoever holds the secret can write seals, but not what the rules do not make."""
    import msgspec

    from pbm.record.adjudicate import sealed
    from pbm.record.manifest import Manifest
    from pbm.record.seals import signed, written

    result = copy.result(3)
    position = (result / "position.json").read_bytes().replace(b'"treasury": ', b'"treasury": 9', 1)
    (result / "position.json").write_bytes(position)
    manifest = msgspec.json.decode((result / "manifest.json").read_bytes(), type=Manifest)
    manifest.files["position.json"] = sealed(SECRET, 3, "position.json", position)
    (result / "manifest.json").write_bytes(written(signed(manifest, SECRET)))
    assert any("position.json: differs" in problem for problem in prove(copy))
