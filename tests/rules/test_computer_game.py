"""Missed turns, dropouts, dummies and new players, in games on disk."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event
from pbm.rules.order import Sheet
from pbm.rules.roster import BackInPlay, ComputerPlayed, DroppedOut, TurnMissed
from pbm.rulesets.darkage.loans import WrittenOff
from pbm.rulesets.darkage.missed import TakenOver, missed_turns
from pbm.rulesets.darkage.view import view
from pbm.rulesets.darkage.world import Loan, World
from tests.helpers.hands import DARKAGE, fresh_world

SECRET = "5e" * 32


def pbm(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def game(tmp_path: Path) -> Game:
    assert pbm("new", "g", "--games", tmp_path, "--secret", SECRET, "--dummy", "STR").exit_code == 0
    return Game(tmp_path / "g")


def send(game: Game, *kingdoms: str) -> None:
    turn = game.last() + 1
    game.orders(turn).mkdir(parents=True, exist_ok=True)
    for code in kingdoms:
        (game.orders(turn) / f"{code}.txt").write_text("TAX\n")


def adjudicate(game: Game, *options: str) -> list[Event]:
    result = pbm("adjudicate", "g", "--games", game.folder.parent, *options)
    assert result.exit_code == 0, result.output
    return DARKAGE.book.journal.read(game.journal(game.last()))


def world(game: Game) -> World:
    found = game.config().open(game.position(game.last()))
    assert isinstance(found, World)
    return found


def test_the_computer_plays_whoever_sent_nothing(game: Game) -> None:
    send(game, "MER")
    journal = adjudicate(game)
    by = {event.who: event.temperament for event in journal if isinstance(event, ComputerPlayed)}
    assert by["STR"] == "warlord"
    assert by["KNT"] == "steward"
    assert "MER" not in by
    assert len(by) == 15
    assert [event.order for event in journal if isinstance(event, Answered) and event.who == "MER"] == ["TAX"]


def test_its_sheets_are_kept_and_proved(game: Game) -> None:
    send(game, "MER")
    adjudicate(game)
    kept = game.result(1) / "computer"
    assert sorted(path.stem for path in kept.iterdir()) == sorted(set(world(game).order) - {"MER"})
    assert "by the computer (warlord)" in (kept / "STR.txt").read_text()
    assert pbm("verify", "g", "--games", game.folder.parent).exit_code == 0
    (kept / "KNT.txt").write_text("1. TAX\n")
    broken = pbm("verify", "g", "--games", game.folder.parent)
    assert broken.exit_code == 1
    assert "KNT.txt: has been changed" in broken.output


def test_a_kept_sheet_sent_in_by_hand_does_the_same(game: Game, tmp_path: Path) -> None:
    send(game, "MER")
    adjudicate(game)
    position = game.position(1)
    for path in (game.result(1) / "computer").iterdir():
        (game.orders(1) / path.name).write_bytes(path.read_bytes())
    adjudicate(game, "--again", "--reason", "sent in by hand")
    by_hand = world(game)
    for kingdom in by_hand.kingdoms.values():
        kingdom.missed = 0
    by_computer = game.config().open(position)
    for kingdom in by_computer.kingdoms.values():
        kingdom.missed = 0
    assert DARKAGE.state.write(by_hand) == DARKAGE.state.write(by_computer)


def test_a_kingdom_knows_that_the_computer_played_it_and_what_it_ordered(game: Game) -> None:
    send(game, "MER")
    journal = adjudicate(game)
    known = view(world(game), journal, "KNT")
    assert ComputerPlayed("KNT", "steward") in known.events
    assert [event.who for event in known.events if isinstance(event, ComputerPlayed)] == ["KNT"]
    assert len([event for event in known.events if isinstance(event, Answered)]) == 16


def test_two_missed_turns_make_a_dropout_and_orders_in_between_do_not(game: Game) -> None:
    send(game, "MER", "EAS")
    adjudicate(game)
    assert (world(game).kingdoms["KNT"].missed, world(game).kingdoms["MER"].missed) == (1, 0)
    send(game, "EAS", "KNT")
    journal = adjudicate(game)
    assert BackInPlay("KNT") in journal
    assert TurnMissed("MER", 1) in journal
    assert DroppedOut("WSX") in journal
    assert world(game).kingdoms["WSX"].control == "dropout"
    assert world(game).kingdoms["MER"].control == "player"
    send(game, "EAS")
    journal = adjudicate(game)
    assert ComputerPlayed("WSX", "warlord") in journal
    assert DroppedOut("MER") in journal
    assert world(game).kingdoms["STR"].control == "dummy"


def test_how_many_missed_turns_is_a_house_rule(game: Game) -> None:
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace("# dropout_after = 2", "dropout_after = 1"))
    send(game, "MER")
    assert DroppedOut("KNT") in adjudicate(game)


def test_a_turn_without_any_orders_must_be_meant(game: Game) -> None:
    refused = pbm("adjudicate", "g", "--games", game.folder.parent)
    assert refused.exit_code == 1
    assert "--no-orders" in refused.output
    adjudicate(game, "--no-orders")
    assert world(game).kingdoms["MER"].missed == 1


def test_a_dropout_lends_no_longer() -> None:
    opened = fresh_world()
    opened.kingdoms["KNT"].loan, opened.kingdoms["KNT"].missed = Loan("MER", 2), 1
    turn = Turn(opened, {"KNT": Sheet("KNT", {}, by="steward")}, Dice(b"loan", 1))
    events = []
    for event in missed_turns(turn):
        event.apply(opened)
        events.append(event)
    assert events == [TurnMissed("KNT", 2), DroppedOut("KNT"), WrittenOff("KNT", "MER", 2)]
    assert opened.kingdoms["KNT"].loan is None


def test_a_new_player_takes_over(game: Game) -> None:
    result = pbm("standby", "g", "str", "--games", game.folder.parent)
    assert result.exit_code == 0, result.output
    assert "turn 1" in result.output
    send(game, "MER", "STR")
    journal = adjudicate(game)
    assert TakenOver("STR", 5) in journal
    kingdom = world(game).kingdoms["STR"]
    assert (kingdom.control, kingdom.missed) == ("player", 0)
    assert kingdom.treasury >= 10
    assert pbm("verify", "g", "--games", game.folder.parent).exit_code == 0
    send(game, "MER", "STR")
    assert not [event for event in adjudicate(game) if isinstance(event, TakenOver)]


def test_a_new_player_who_sends_nothing_has_missed_a_turn(game: Game) -> None:
    assert pbm("standby", "g", "STR", "--games", game.folder.parent).exit_code == 0
    send(game, "MER")
    assert ComputerPlayed("STR", "steward") in adjudicate(game)
    assert (world(game).kingdoms["STR"].control, world(game).kingdoms["STR"].missed) == ("player", 1)


def test_a_new_player_may_land_with_the_danes(game: Game) -> None:
    assert pbm("standby", "g", "DAN", "--games", game.folder.parent).exit_code == 0
    send(game, "MER", "DAN")
    journal = adjudicate(game)
    assert TakenOver("DAN", 0) in journal
    assert [event.order for event in journal if isinstance(event, Answered) and event.who == "DAN"] == ["TAX"]
    send(game, "MER")
    assert ComputerPlayed("DAN", "steward") in adjudicate(game)


@pytest.mark.parametrize(("kingdom", "answer"), [("MER", "has a player"), ("XXX", "is not in play")])
def test_only_a_vacant_kingdom_can_be_taken_over(game: Game, kingdom: str, answer: str) -> None:
    before = (game.folder / "game.toml").read_bytes()
    result = pbm("standby", "g", kingdom, "--games", game.folder.parent)
    assert result.exit_code == 1
    assert answer in result.output
    assert (game.folder / "game.toml").read_bytes() == before


def test_a_second_time_is_refused_and_a_wrong_line_is_named(game: Game) -> None:
    assert pbm("standby", "g", "STR", "--games", game.folder.parent).exit_code == 0
    assert "already" in pbm("standby", "g", "STR", "--games", game.folder.parent).output
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace("STR = 1", "MER = 1"))
    send(game, "MER")
    refused = pbm("adjudicate", "g", "--games", game.folder.parent)
    assert refused.exit_code == 1
    assert "[standby]: MER" in refused.output
    assert game.last() == 0


def test_orders_shows_what_will_be_played(game: Game) -> None:
    shown = pbm("orders", "g", "STR", "--games", game.folder.parent)
    explained = pbm("orders", "g", "STR", "--by", "warlord", "--why", "--games", game.folder.parent)
    send(game, "MER")
    adjudicate(game)
    kept = (game.result(1) / "computer/STR.txt").read_text().splitlines()[1:]
    assert [line.strip() for line in shown.output.splitlines()] == kept
    assert [line.split("#")[0].strip() for line in explained.output.splitlines()] == kept
    assert all(line.split("#")[1].strip() for line in explained.output.splitlines())


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("XXX",), "XXX is not in play"),
        (("MER", "--by", "saint"), "There is no computer player saint; there are steward, warlord"),
    ],
)
def test_orders_says_what_is_wrong(game: Game, words: tuple[str, ...], answer: str) -> None:
    result = pbm("orders", "g", *words, "--games", game.folder.parent)
    assert result.exit_code == 1
    assert answer in result.output


def test_cases_without_a_computer_are_no_missed_turns() -> None:
    opened = fresh_world()
    journal = play(Turn(opened, {}, Dice(b"none", 1)), DARKAGE.book.steps(world))
    assert not [event for event in journal if isinstance(event, TurnMissed | ComputerPlayed)]


def test_a_computer_that_writes_nothing_says_so(tmp_path: Path) -> None:
    for name, ruleset in (("h", "homelands"), ("t", "twilight")):
        new_game(tmp_path, name, ruleset, bytes.fromhex(SECRET))
    assert "writes no sheet for the set-up" in pbm("orders", "h", "ROM", "--games", tmp_path).output
    assert "No orders" in pbm("orders", "t", "CHB", "--games", tmp_path).output
