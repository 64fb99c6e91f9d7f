"""Votes in the record, in every game: what was agreed ends the game with the turn, and the record proves it."""

import dataclasses
import os
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.office.issue import issue
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.correcting import add_correction
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.votes import ENDING, VOTES, closed_by, write_votes
from pbm.reports.sections import Ending, Turnsheet
from pbm.reports.text import render_text
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.result import Result
from pbm.rules.votes import GameClosed, Motion, PlayerConceded, VoteProposed, VoteSettled
from pbm.rulesets import load, names

SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about disks."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def voted(game: Game, *events: Event) -> None:
    (game.turn(game.last() + 1) / VOTES).write_bytes(write_votes(events))


def settled(motion: Motion, outcome: str = "agreed") -> VoteSettled:
    return VoteSettled(1, motion, outcome, 2, 0, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("kind", ["draw", "win", "end"])
def test_what_is_agreed_ends_the_game_with_the_turn(tmp_path: Path, ruleset: str, kind: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    one, two = game.in_play(1)[:2]
    powers = {"draw": (one, two), "win": (two,), "end": ()}[kind]
    motion = Motion(kind, powers)  # type: ignore[arg-type]
    voted(game, VoteProposed(1, one, motion), settled(motion))
    _, outcome = run_turn(game, empty=True)
    ended = game.ended()
    assert ended
    assert ended == outcome.result
    assert ended.winners == powers or kind == "end"
    assert list(prove(game)) == []
    made = issue(game, 1, keep=False)
    for report in made.reports.values():
        (ending,) = report.of(Ending)
        said = ended.text[0].upper() + ended.text[1:] + "."
        assert ending.text.startswith(said)
        rest = ending.text.removeprefix(said)
        assert not rest or (kind == "end" and ended.winners and rest.endswith(" won."))
        assert not list(report.of(Turnsheet))
    assert "proposal 1" in render_text(made.roundup).casefold()
    with pytest.raises(GameError, match="is over"):
        run_turn(game, empty=True)


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("outcome", ["refused", "lapsed", "overruled"])
def test_what_is_not_agreed_ends_nothing(tmp_path: Path, ruleset: str, outcome: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    voted(game, settled(Motion("end"), outcome))
    run_turn(game, empty=True)
    assert game.ended() is None
    assert not (game.result(1) / ENDING).exists()
    assert list(prove(game)) == []


@pytest.mark.parametrize("ruleset", names())
def test_the_last_player_wins_when_the_others_concede(tmp_path: Path, ruleset: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    last, *others = [*game.in_play(1)]
    resigned = game.config().ruleset.seats.resigned
    for power in others:
        add_correction(game, resigned(power), "its player has conceded")
    voted(game, *map(PlayerConceded, others))
    run_turn(game, empty=True)
    ended = game.ended()
    assert ended
    assert ended.winners == (last,)
    assert list(prove(game)) == []


def test_while_two_players_are_left_nobody_has_won(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    power = game.in_play(1)[0]
    add_correction(game, game.config().ruleset.seats.resigned(power), "its player has conceded")
    voted(game, PlayerConceded(power))
    run_turn(game, empty=True)
    assert game.ended() is None


def test_a_vote_that_was_changed_or_removed_is_found(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    one, two = game.in_play(1)[:2]
    voted(game, settled(Motion("win", (one,))))
    run_turn(game, empty=True)
    (game.turn(1) / VOTES).write_bytes(write_votes([settled(Motion("win", (two,)))]))
    assert any(VOTES in fault for fault in prove(game))
    (game.turn(1) / VOTES).unlink()
    (game.result(1) / ENDING).unlink()
    assert any(ENDING in fault for fault in prove(game))


def test_a_damaged_vote_is_named(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    (game.turn(1) / VOTES).write_text("{")
    with pytest.raises(GameError, match=VOTES):
        run_turn(game, empty=True)


def test_a_draw_counts_whatever_happens_in_the_last_turn_and_an_early_end_leaves_it_to_the_rules() -> None:
    rules = load("darkage")
    won = dataclasses.replace(
        rules, state=dataclasses.replace(rules.state, result=lambda world: Result("points", "MER won", ("MER",)))
    )
    world, _ = rules.state.setup(rules.state.settings(), Dice(SECRET, 0), {})
    closed = closed_by(won, world, [settled(Motion("draw", ("WSX", "NTH")))])
    assert closed == GameClosed("draw", closed.ending if closed else "", ("WSX", "NTH"))
    assert closed_by(won, world, [settled(Motion("end"))]) is None
