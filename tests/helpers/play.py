"""The games that the suites run over, and what each brings to them; it is imported only when it is asked for."""

import random
from importlib import import_module
from typing import Any

from pbm.kit.brought import brings
from pbm.rulesets import names
from tests import TESTS

GAMES = names()
CASES = (TESTS / "cases", TESTS / "toy_package" / "cases")
"""Of the listed games, and of the toy, which brings its own."""
HANDS = {"darkage": "hands", **{name: f"{name}_hands" for name in ("twilight", "tours", "marnon", "homelands")}}


def bring(name: str) -> None:
    def hands(world: Any, chance: random.Random) -> Any:
        return import_module(f"tests.helpers.{HANDS[name]}").random_sheets(world, chance)

    def table() -> Any:
        return import_module("tests.helpers.knowledge").TABLES[name]

    def hides(world: Any, known: Any, chance: random.Random) -> None:
        import_module("tests.helpers.secrets").SECRETS[name](world, known, chance)

    cases = next(folder for folder in CASES if (folder / name).is_dir())
    brings(name, cases=cases, hands=hands if name in HANDS else None, table=table, hides=hides)


for game in GAMES:
    bring(game)
