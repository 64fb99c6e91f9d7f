"""Re-runs every archived turn of a game under the present code and describes the differences."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.record.adjudicate import Outcome, adjudicate
from pbm.record.config import Config
from pbm.record.game import JOURNAL, MANIFEST, POSITION, Game
from pbm.record.manifest import Manifest
from pbm.record.verify import inputs_of
from pbm.rules.event import Event, Phase

MISSING = object()


def check(game: Game, turn: int) -> Iterator[str]:
    """How a turn changes under the present code, from the position it really began with."""
    result = game.result(turn)
    try:
        manifest = msgspec.json.decode((result / MANIFEST).read_bytes(), type=Manifest)
        config = game.config()
        outcome = adjudicate(inputs_of(game, turn, result, manifest))
        yield from otherwise(game, turn, config, outcome)
    except GameError as error:
        yield f"it cannot be adjudicated: {error}"
    except msgspec.DecodeError as error:
        yield f"its record cannot be read by this code: {error}"


def otherwise(game: Game, turn: int, config: Config, outcome: Outcome) -> Iterator[str]:
    rules = config.ruleset
    before, after = config.open(game.record(turn, POSITION)), config.open(outcome.files[POSITION])
    names = rules.state.names(before)
    yield from position_otherwise(rules.state.show(before), rules.state.show(after), names)
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
