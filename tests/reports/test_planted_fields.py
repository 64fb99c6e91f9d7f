"""Fields that a player may not know: changed one at a time, no paper differs; told on purpose, every paper does."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pbm.kit.play import Played, copied, game
from pbm.kit.secrets import disguised
from pbm.rules.event import Event
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from tests.helpers.long import LONG, times
from tests.helpers.papers import PAPERS, QUICK

GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")
LEAST = 20
"""So many fields are told in each game, over its turns and players; with PBM_LONG each in every paper."""
SEEDS, TURNS, READERS = times(1, 2), times(3, 4), 3
Where = tuple[str, ...]
Turn = tuple[Played, str, Any, list[Event]]
FIXED = {"map", "chart"}
"""What everybody knows from the rulebook."""
COSTLY = {
    "darkage": ["pdf", "html"],
    "twilight": ["site"],
    "tours": ["desk"],
    "marnon": ["mails"],
    "homelands": ["replay"],
}
"""By default they are made for one game each here, and for every game by `test_reports_leaks` and `test_site_leaks`."""
NEWS = ("text", "json", "html", "pdf", "roundup", "site", "replay")
"""Papers that tell the public news; the others name their reader."""


def fields_of(value: Any) -> Iterable[str]:
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(value, "__dict__", ())] if type(value).__module__.startswith("pbm.") else ()


def leaves(value: Any, where: Where = ()) -> Iterator[tuple[Where, object]]:
    """Every value in a position, with the names and codes that lead to it; a list is one value."""
    names = fields_of(value)
    if isinstance(value, Mapping):
        for each in value:
            yield from leaves(value[each], (*where, str(each)))
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


def hidden(played: Played, world: Any) -> list[Where]:
    true, other = told(played.world), told(world)
    return in_turn(sorted(where for where in true.keys() | other.keys() if true.get(where) != other.get(where)))


def turns(name: str) -> list[Turn]:
    """Late turns and players of them, each with the same turn in another guise."""
    rules = load(name)
    late = [(seed, played) for seed in range(1, 1 + SEEDS) for played in [*game(rules, seed, TURNS)][2:]]
    return [
        (played, who, *disguised(played, who, random.Random(seed)))
        for seed, played in late
        for who in sorted(rules.state.players(played.world))[:READERS]
    ]


def plants(name: str) -> Iterator[tuple[int, Turn, Where]]:
    """Twenty fields, in one turn and player after the other; those whose last names are new come first."""
    every = turns(name)
    fields = [hidden(played, world) for played, _, world, _ in every]
    for number in range(LEAST):
        where = fields[number % len(every)]
        yield number, every[number % len(every)], where[number % len(where)]


def under(value: Any, name: str) -> Any:
    """What a step of the way leads to; None if there is nothing."""
    if isinstance(value, Mapping):
        return next((value[each] for each in value if str(each) == name), None)
    return getattr(value, name, None)


def with_one(rules: AnyRuleset, true: Any, other: Any, where: Where) -> Any:
    """The position with one field as it is in the other."""
    world = copied(rules, true)
    here, there = world, other
    for step in where[:-1]:
        if not isinstance(under(here, step), Mapping | msgspec.Struct) or under(there, step) is None:
            where = (step,)
            break
        here, there = under(here, step), under(there, step)
    put(here, where[-1], there)
    return world


def put(here: Any, name: str, there: Any) -> None:
    if not isinstance(here, Mapping):
        setattr(here, name, under(there, name))
        return
    assert isinstance(here, dict)
    key = next(each for each in {**here, **there} if str(each) == name)
    if key in there:
        here[key] = there[key]
    else:
        del here[key]


def papers(name: str, number: int) -> list[str]:
    """Those that are made for a field: all of them in a long run, else the quick ones in turn and a costly one once."""
    if LONG:
        return [*PAPERS]
    return COSTLY[name] if number == 0 else [QUICK[number % len(QUICK)]]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_paper_differs_by_a_hidden_field(name: str) -> None:
    """Changed by itself, with the journal as it was."""
    for number, (played, who, other, _), where in [*plants(name)][: times(len(QUICK), LEAST)]:
        world = with_one(played.rules, played.world, other, where)
        assert told(world) != told(played.world)
        for paper in [*PAPERS] if LONG else [QUICK[number]]:
            made = PAPERS[paper](played, world, played.journal, who)
            assert made == PAPERS[paper](played, played.world, played.journal, who), (paper, where)


def leaking(played: Played, who: str, value: str, news: bool) -> Played:
    """The turn under rules that tell a value: in every line of the news and in one of its own, for some reports put the
    others into tables; or in the name of the reader's power."""
    rules = played.rules

    def view(*turn: Any) -> Any:
        made = rules.sight.view(*turn)
        lines = [structs.replace(one, text=f"{one.text} {value}", great=True) for one in made.news]
        return structs.replace(made, news=(*lines, structs.replace(lines[0], verb="leaks")))

    def names(world: Any) -> dict[str, str]:
        return {**rules.state.names(world), who: f"Leak {value}"}

    def proof(*asked: Any) -> Any:
        assert rules.proof
        return structs.replace(rules.proof(*asked), name=f"Leak {value}")

    if news:
        return replace(played, rules=replace(rules, sight=replace(rules.sight, view=view)))
    return replace(
        played, rules=replace(rules, state=replace(rules.state, names=names), proof=proof if rules.proof else None)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_hidden_field_that_is_told_is_found(name: str) -> None:
    found = set()
    for number, (played, who, world, journal), where in plants(name):
        true, other = told(played.world).get(where, ""), told(world).get(where, "")
        for paper in papers(name, number):
            first, second = (leaking(played, who, value, paper in NEWS) for value in (true, other))
            made = PAPERS[paper]
            assert made(first, played.world, played.journal, who) != made(second, world, journal, who), (paper, where)
        found.add((played.world.turn, who, where))
    assert len(found) == LEAST
