"""Proving thirty turns by their bundle, beside adjudicating them plainly from the same orders."""

import tempfile
from pathlib import Path

from bench.clock import best
from pbm.record.adjudicate import adjudicate, new_game, run_turn
from pbm.record.bundle import contents
from pbm.record.game import Game
from pbm.record.manifest import Manifest
from pbm.record.proof import prove, prove_bundle
from pbm.record.verify import genuine, inputs_of
from pbm.record.zips import unpack, zipped
from pbm.rules.dice import Dice
from pbm.rulesets import load

SECRET = b"bench"
TURNS = 30
REPEATS = 3


def full_game(games: Path) -> Game:
    """All sixteen kingdoms played by the computer, whose sheets are then handed in like any player's."""
    rules = load("darkage")
    world, _ = rules.state.setup(rules.state.settings(), Dice(SECRET, 0), {})
    game = new_game(games, "proved", rules.name, SECRET, rules.state.players(world))
    for _ in range(TURNS):
        _, outcome = run_turn(game, empty=True)
        if outcome.result:
            break
    return game


def plainly(game: Game) -> None:
    """Every turn from its orders, nothing compared."""
    for turn in game.played():
        manifest = genuine(game, game.result(turn) / "manifest.json", Manifest)
        assert isinstance(manifest, Manifest)
        adjudicate(inputs_of(game, turn, game.result(turn), manifest))


def report() -> None:
    with tempfile.TemporaryDirectory() as place:
        game = full_game(Path(place))
        bare = best(lambda: plainly(game), REPEATS)
        packed = zipped(game.name, contents(game, True))
        (Path(place) / "proved.zip").write_bytes(packed)
        folder = unpack(Path(place) / "proved.zip", Path(place) / "elsewhere")
        assert not list(prove_bundle(folder))
        print(f"{game.last()} turns adjudicated plainly: {bare:.2f} s; their bundle has {len(packed) / 1e6:.2f} MB")
        for name, work in (
            ("the record verified", lambda: list(prove(game))),
            ("the final bundle made, with all reports", lambda: zipped(game.name, contents(game, True))),
            ("the final bundle verified, with all reports", lambda: list(prove_bundle(folder))),
        ):
            print(f"{name}: {best(work, REPEATS) / bare:.2f} times that")


if __name__ == "__main__":
    report()
