"""The game that the letters in tests/letters are sent to, and what each of them must come to."""

from functools import cache
from typing import Any

import yaml

from pbm.reading.language import Reader
from pbm.reading.verdict import Expected, Policy
from tests import TESTS
from tests.helpers.hands import DARKAGE, fresh_world

FOLDER = TESTS / "letters"
SECRET = bytes.fromhex("42" * 32)
SERVER = "mx.game.example"
ELIMINATED = "ESX"
REGISTERED = {"MER": ["mercia@example.org"], "WSX": ["Wessex@example.org"]}


@cache
def reader() -> Reader:
    return DARKAGE.language.reader(fresh_world())


def game42(policy: str = "code", over: str = "") -> Expected:
    """Turn 7 of a game in which Essex has been eliminated."""
    return Expected(
        game="game42",
        turn=7,
        in_play=[code for code in fresh_world().order if code != ELIMINATED],
        names=reader().words.powers,
        secret=SECRET,
        power="kingdom",
        over=over,
        policy=Policy(policy),
        registered=REGISTERED,
    )


@cache
def corpus() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))
    return found


def raw(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()
