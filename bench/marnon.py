"""A turn of six marshals with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from bench.turns import played, tell
from pbm.rulesets import load
from pbm.rulesets.marnon.house import Settings

MARNON, SETTINGS = load("marnon"), Settings()
TURNS, GAMES = 16, 2


def report() -> None:
    given = [turn for game in range(GAMES) for turn in played(MARNON, SETTINGS, game, TURNS)[1:]]
    tell("a turn of six marshals", MARNON, SETTINGS, given)


if __name__ == "__main__":
    report()
