"""The sample games as they ship: proven, ready for their next turn, and with every word of their language."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.record.game import Game, find
from pbm.rules.event import Answered
from pbm.rulesets import RULESETS, load
from pbm.rulesets.tours.forces import SIDES
from tests import ROOT

GAMES = ROOT / "games"
SAMPLES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "game.toml").is_file())


def pbm(*words: str | Path) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def ruleset_of(name: str) -> str:
    return find(GAMES, name).config().ruleset.name


def answers(game: Game) -> list[Answered]:
    journal = game.config().ruleset.book.journal
    events = [event for turn in range(1, game.last() + 1) for event in journal.read(game.journal(turn))]
    return [event for event in events if isinstance(event, Answered)]


def test_every_listed_game_has_a_sample() -> None:
    assert sorted(map(ruleset_of, SAMPLES)) == sorted(RULESETS)


@pytest.mark.parametrize("name", SAMPLES)
def test_it_is_what_its_orders_make_it_and_goes_on(name: str, tmp_path: Path) -> None:
    shutil.copytree(GAMES / name, tmp_path / name)
    assert "every hash holds" in pbm("verify", name, "--games", tmp_path)
    assert "is adjudicated" in pbm("adjudicate", name, "--games", tmp_path)
    game = find(tmp_path, name)
    for power in game.in_play(game.last())[:2]:
        assert pbm("report", name, power, "--games", tmp_path)


@pytest.mark.parametrize("name", SAMPLES)
def test_its_sheets_use_every_order_word_and_some_lines_are_wrong(name: str) -> None:
    sheets = [path.read_text(encoding="utf-8") for path in (GAMES / name).glob("turns/*/orders/*.txt")]
    written = {word.upper() for sheet in sheets for line in sheet.splitlines() for word in line.split()}
    assert [word for word in load(ruleset_of(name)).book.actions if word not in written] == []
    assert {"ok", "failed"} <= {answer.outcome for answer in answers(find(GAMES, name))}


def test_tours_is_four_turns_old_and_the_armies_are_in_contact(tmp_path: Path) -> None:
    rules, game = load("tours"), find(GAMES, "tours732")
    world = rules.state.read(game.position(game.last()), rules.state.settings())
    assert world.turn == 5
    assert not world.winner
    assert all(any(world.in_front(code) for code in world.of(side)) for side in SIDES)
    assert sorted(path.stem for path in game.orders(game.last() + 1).glob("*.txt")) == sorted(SIDES)


def test_what_goes_by_post_is_printed(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "tours732", tmp_path / "tours732")
    assert "1 envelope" in pbm("print", "tours732", "--games", tmp_path, "--out", tmp_path / "post.pdf")
    assert (tmp_path / "post.pdf").read_bytes().startswith(b"%PDF")


def test_marnon_is_four_turns_old_with_a_siege_and_a_card_in_play() -> None:
    rules, game = load("marnon"), find(GAMES, "marnon1")
    world = rules.state.read(game.position(game.last()), rules.state.settings())
    assert world.turn == 5
    assert [code for code, area in world.areas.items() if area.siege]
    assert world.event is not None
    sent = sorted(path.stem for path in game.orders(game.last() + 1).glob("*.txt"))
    assert sent == sorted(who for who, power in world.powers.items() if power.status == "player")
