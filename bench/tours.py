"""A turn of two captains with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from bench.turns import played, tell
from pbm.rulesets import load
from pbm.rulesets.tours.world import Settings

TOURS, SETTINGS = load("tours"), Settings(setup="fixed")
GAMES = 3


def report() -> None:
    given = [turn for game in range(GAMES) for turn in played(TOURS, SETTINGS, game)]
    tell("a turn of two captains", TOURS, SETTINGS, given)


if __name__ == "__main__":
    report()
