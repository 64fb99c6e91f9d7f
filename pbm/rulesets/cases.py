"""Cases: the rulebook, executable. A case runs through the same engine as a real turn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pbm.rules.dice import Dice
from pbm.rules.engine import END, ORDERS, START, Turn, play
from pbm.rules.event import Event
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset

KEYS = ("case", "ruleset", "why", "map", "position", "house", "dice", "orders", "from", "until", "expect")
SEED = b"0"
"""The secret behind every stream that a case does not fix."""
PARTS = {
    ("orders", "orders"): (ORDERS,),
    ("orders", "turn"): (ORDERS, END),
    ("start", "orders"): (START, ORDERS),
    ("start", "turn"): (START, ORDERS, END),
}


class Loader(yaml.SafeLoader):
    """YAML in which only true and false are truth values, so that OFF or NO may be codes."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@dataclass(frozen=True)
class Result:
    name: str
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems


def files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def documents(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as text:
        return [document for document in yaml.load_all(text, Loader) if document is not None]


def run_file(path: Path) -> Iterator[Result]:
    try:
        cases = documents(path)
    except (yaml.YAMLError, OSError, UnicodeDecodeError) as error:
        yield Result(str(path), (f"cannot be read: {error}",))
        return
    yield from (run(case, str(path)) for case in cases)


def run(case: Any, where: str = "") -> Result:
    name = str(case.get("case", where)) if isinstance(case, dict) else where
    try:
        return Result(name, tuple(problems(case)))
    except Exception as error:
        return Result(name, (f"error in the case: {type(error).__name__}: {error}",))


def problems(case: Mapping[str, Any]) -> Iterator[str]:
    """Play the case and yield everything that came out otherwise than expected."""
    if strange := [key for key in case if key not in KEYS]:
        raise ValueError(f"unknown key {', '.join(strange)}")
    ruleset = load(str(case.get("ruleset")))
    world = ruleset.cases.read_world(case)
    orders = case.get("orders") or {}
    journal = played(ruleset, world, case, orders)
    expected = dict(case.get("expect") or {})
    counts = {player: len(lines) for player, lines in orders.items()}
    found = ruleset.cases.outcomes(journal, counts)
    yield from compare_actions(expected.pop("actions", None) or {}, found)
    yield from compare_events(expected.pop("events", None) or [], journal)
    yield from ruleset.cases.differences(world, journal, expected)


def played(ruleset: AnyRuleset, world: Any, case: Mapping[str, Any], orders: Mapping[str, Any]) -> list[Event]:
    fixed = case.get("dice") or {}
    known = ruleset.cases.streams(world)
    if strange := [name for name in fixed if name not in known]:
        raise ValueError(f"unknown dice {', '.join(strange)}")
    if strange := [player for player in orders if player not in ruleset.state.players(world)]:
        raise ValueError(f"orders of unknown {', '.join(strange)}")
    reader = ruleset.language.reader(world)
    sheets = {player: reader.lines(player, map(str, lines)) for player, lines in orders.items()}
    parts = PARTS[case.get("from", "orders"), case.get("until", "orders")]
    return play(Turn(world, sheets, Dice(SEED, world.turn, fixed)), ruleset.book.sequence, parts)


def compare_actions(expected: Mapping[str, list[str]], found: Mapping[str, list[str]]) -> Iterator[str]:
    for player, outcomes in expected.items():
        if player not in found:
            raise ValueError(f"expect actions: {player} gave no orders")
        for number, outcome in enumerate(outcomes, 1):
            got = found[player][number - 1] if number <= len(found[player]) else "empty"
            if got != outcome:
                yield f"action {number} of {player}: expected {outcome}, got {got}"


def compare_events(expected: list[str], journal: list[Event]) -> Iterator[str]:
    """Each must be found, in order, in the public actions report: its verb and every code that is named."""
    public = iter([headline for event in journal if (headline := event.headline())])
    for wanted in expected:
        words = str(wanted).split()
        if not any(all(word in headline for word in words) for headline in public):
            yield f"events: expected {wanted}, not found in its place"


def covered(paths: Iterable[Path]) -> set[str]:
    """The paragraphs that have a case."""
    names = (str(case.get("case", "")) for path in files(paths) for case in documents(path))
    return {name.split("-")[0] for name in names}
