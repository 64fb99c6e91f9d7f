"""Fields that a player may not know, told on purpose in that player's report: the suite finds each, in all games."""

import random
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec
import pytest

from pbm.reports import Report
from pbm.reports.schema import render_json
from pbm.rules.event import Event
from pbm.rulesets import load, reporting
from tests import test_reports_leaks as suite
from tests.play import Played, game
from tests.secrets import disguised

GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")
LEAST = 20
"""So many leaks are planted in each game, and more where it hides more."""
Where = tuple[str, ...]
FIXED = {"map", "chart"}
"""What everybody knows from the rulebook."""


def fields_of(value: Any) -> Iterable[str]:
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(value, "__dict__", ())] if type(value).__module__.startswith("pbm.") else ()


def leaves(value: Any, where: Where = ()) -> Iterator[tuple[Where, object]]:
    """Every value in a position, with the names and codes that lead to it."""
    names = fields_of(value)
    if isinstance(value, Mapping):
        for each in value:
            yield from leaves(value[each], (*where, str(each)))
    elif isinstance(value, list | tuple):
        yield (*where, "#"), len(value)
        for number, each in enumerate(value):
            yield from leaves(each, (*where, str(number)))
    elif names and not isinstance(value, type | Enum):
        for name in names:
            if name not in FIXED:
                yield from leaves(getattr(value, name), (*where, name))
    elif not callable(value):
        yield where, sorted(map(repr, value)) if isinstance(value, set | frozenset) else value


def told(world: Any) -> dict[Where, str]:
    return {where: repr(value) for where, value in leaves(world)}


def in_turn(hidden: list[Where]) -> list[Where]:
    """One place of each field first, by its last name; then the others."""
    first = {(len(where), where[0], where[-1]): where for where in reversed(hidden)}
    return [*first.values(), *(where for where in hidden if where not in first.values())]


def a_turn(name: str) -> tuple[Played, str, Any, list[Event]]:
    """A turn, a player of it, and the same turn in another guise."""
    *_, played = game(load(name), 1, 3)
    who = sorted(load(name).state.players(played.world))[0]
    return played, who, *disguised(played, who, random.Random(1))


def paper(played: Played, world: Any, journal: list[Event], who: str) -> bytes:
    return render_json(suite.report_of(played, world, journal, who))


@pytest.mark.parametrize("name", GAMES)
def test_every_hidden_field_that_is_told_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played, who, world, journal = a_turn(name)
    assert paper(played, world, journal, who) == paper(played, played.world, played.journal, who)
    true, other = told(played.world), told(world)
    hidden = in_turn(sorted(where for where in true.keys() | other.keys() if true.get(where) != other.get(where)))
    real, leaking = reporting.report, [hidden[0]]

    def leaky(rules: Any, position: Any, *more: Any) -> Report:
        made = real(rules, position, *more)
        return msgspec.structs.replace(made, view={**made.view, "leak": told(position).get(leaking[0], "")})

    monkeypatch.setattr(reporting, "report", leaky)
    for where in hidden[: 2 * LEAST]:
        leaking[0] = where
        assert paper(played, world, journal, who) != paper(played, played.world, played.journal, who), where
    assert len(hidden) >= LEAST
