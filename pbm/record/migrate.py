"""Re-runs every archived turn of a game under the present code and describes the differences."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.record.adjudicate import Outcome, adjudicate
from pbm.record.config import Config, parsed, read_config
from pbm.record.game import CONFIG, JOURNAL, MANIFEST, POSITION, Game
from pbm.record.manifest import Manifest
from pbm.record.verify import inputs_of
from pbm.rules.event import Event, Phase
from pbm.rulesets import load

MISSING = object()
VERSION = re.compile(rb'^version *= *"[^"\n]*"', re.MULTILINE)


def check(game: Game, turn: int) -> Iterator[str]:
    """How a turn changes under the present code, from the position it really began with."""
    result = game.result(turn)
    try:
        manifest = msgspec.json.decode((result / MANIFEST).read_bytes(), type=Manifest)
        inputs = inputs_of(game, turn, result, manifest)
        newest = under_the_newest(inputs.config)
        outcome = adjudicate(replace(inputs, config=newest))
        yield from otherwise(game, turn, read_config(newest, CONFIG), outcome)
    except GameError as error:
        yield f"it cannot be adjudicated: {error}"
    except msgspec.DecodeError as error:
        yield f"its record cannot be read by this code: {error}"


def under_the_newest(config: bytes) -> bytes:
    """The rules of a game, in the version that this pbm plays new games by."""
    newest = load(parsed(config)["game"]["ruleset"]).version
    return VERSION.sub(f'version = "{newest}"'.encode(), config, count=1)


def otherwise(game: Game, turn: int, newest: Config, outcome: Outcome) -> Iterator[str]:
    config = game.config_of(turn)
    rules, new = config.ruleset, newest.ruleset
    before, after = config.open(game.record(turn, POSITION)), newest.open(outcome.files[POSITION])
    names = rules.state.names(before)
    yield from position_otherwise(rules.state.show(before), new.state.show(after), names)
    recorded = rules.book.journal.read(game.record(turn, JOURNAL))
    yield from events_otherwise(said(recorded, names), said(outcome.journal, names))


def said(journal: list[Event], names: Mapping[str, str]) -> Counter[str]:
    return Counter(event.sentence(names) for event in journal if not isinstance(event, Phase))


def events_otherwise(recorded: Counter[str], made: Counter[str]) -> Iterator[str]:
    for sentence in recorded - made:
        yield f"no longer happens: {sentence}"
    for sentence in made - recorded:
        yield f"happens now: {sentence}"


def position_otherwise(before: Any, after: Any, names: Mapping[str, str]) -> Iterator[str]:
    """Every value that changes: Leicestershire, armies: 3 becomes 4."""
    old, new = dict(figures(before, ())), dict(figures(after, ()))
    for path in {**old, **new}:
        was, now = old.get(path, MISSING), new.get(path, MISSING)
        if was != now:
            yield f"{place(path, names)}: {figure(was)} becomes {figure(now)}"


def figures(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping):
        for key, row in value.items():
            yield from figures(row, (*path, key))
    else:
        yield path, value


def place(path: tuple[str, ...], names: Mapping[str, str]) -> str:
    return ", ".join(f"{names[key]} ({key})" if key in names else key for key in path)


def figure(value: Any) -> str:
    return "nothing" if value is MISSING or value is None else str(value)
