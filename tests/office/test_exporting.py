"""All that is kept of one person, for them."""

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.intake import collect
from pbm.record.adjudicate import run_turn
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.holders import players
from tests.helpers.posting import MONDAY, bag, letter
from tests.mail.test_one_person import ANN, games, pbm

__all__ = ["games"]
BOB = "bob@example.org"


def exported(folder: Path, id: str) -> dict[str, str]:
    place = folder / f"{id}.zip"
    pbm(folder, "export", id, "--out", str(place))
    with zipfile.ZipFile(place) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def send(game: Game, id: str, address: str) -> None:
    """A sheet of a player, as a letter."""
    power = next(code for code, one in players(game, 0).items() if one.id == id)
    sheet = f"Game: {game.name}\nTurn: 1\nPower: {power}\nCode: {code_of(game, 1, power)}\n1. LEVY ASH 1\nEnd\n"
    taken = collect(game, bag(letter(sheet, sender=address)), MONDAY).entries
    assert [entry.verdict for entry in taken] == ["accepted"]


@pytest.fixture
def played(games: Path) -> Path:
    for name in ("spring", "vale"):
        send(Game(games / name), "ann", ANN)
    send(Game(games / "vale"), "bob", BOB)
    run_turn(Game(games / "vale"))
    return games


def test_it_has_the_person_their_seats_letters_mails_and_orders(played: Path) -> None:
    files = exported(played, "ann")
    person = json.loads(files["ann/person.json"])
    assert (person["person"]["name"], person["person"]["email"]) == ("Ann", ANN)
    for name, turns in (("spring", []), ("vale", [1])):
        assert json.loads(files[f"ann/{name}/seat.json"])["turns"] == turns
        for kind in ("letters", "mails", "orders"):
            assert any(path.startswith(f"ann/{name}/{kind}/") for path in files), (name, kind)


def test_it_has_nothing_of_anybody_else(played: Path) -> None:
    files = exported(played, "ann")
    assert [path for path, text in files.items() if BOB in text] == []
    others = exported(played, "bob")
    assert not any("/spring/" in path for path in others)
    assert {text for path, text in others.items() if "/letters/" in path}.isdisjoint(files.values())


def test_what_was_erased_is_not_in_it_and_nobody_is_said_to_be_so(played: Path) -> None:
    for name in ("spring", "vale"):
        pbm(played, "erase", name, "ann", "--yes")
    done = CliRunner().invoke(main, ["export", "ann", "--games", str(played)])
    assert done.exit_code == 1
    assert "knows nobody as ann" in done.output
    assert ANN not in "".join(exported(played, "bob").values())
