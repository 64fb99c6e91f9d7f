"""A round of twelve warlords with its journal, beside the floor and beside Dark Age's turn of 256 actions."""

from bench.turns import played, tell
from pbm.rulesets import load
from pbm.rulesets.homelands.settings import Settings

HOMELANDS, SETTINGS = load("homelands"), Settings()


def report() -> None:
    tell("a round of twelve warlords", HOMELANDS, SETTINGS, played(HOMELANDS, SETTINGS, 0))


if __name__ == "__main__":
    report()
