"""Each kind of event told on purpose to everybody: the tests' own table notices, whether or not a paper prints it."""

import random
from functools import cache
from typing import Any

import pytest

from pbm.errors import GameError
from pbm.kit.knowledge import Knowledge, read, table_of
from pbm.kit.play import Played, game
from pbm.kit.secrets import altered, disguised
from pbm.rules import sight
from pbm.rules.event import Answered, Event, Phase, Said, named_in
from pbm.rulesets import load
from pbm.rulesets.twilight import telling
from tests.helpers.long import LONG, times
from tests.helpers.papers import PAPERS

GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")
GUISES = 8
PUBLIC = {
    "darkage": {"Captured", "OrderSet"},
    "marnon": {"CardDrawn", "CasualtiesCounted", "Fortified", "InitiativeRolled", "Offered"},
    "homelands": {"PactMade"},
}
"""No paper changes when these are told to all, because their own words say no more than the news has for everyone."""


@cache
def outsiders(name: str) -> list[tuple[type[Event], Played, str]]:
    """Each kind of event that happens, a turn of it, and a player who is not told of it."""
    found, table = dict[type[Event], tuple[Played, str]](), table_of(name)
    for played in (played for seed in range(times(1, 4)) for played in game(load(name), seed, times(3, 6))):
        known = {who: {*map(id, table.known(played, who).events)} for who in load(name).state.players(played.world)}
        for event in played.journal:
            unaware = sorted(who for who, ids in known.items() if id(event) not in ids)
            if unaware and not isinstance(event, Phase | Said):
                found.setdefault(type(event), (played, unaware[0]))
    return [(kind, *turn) for kind, turn in found.items()]


def told_to_all(kind: type[Event], patch: pytest.MonkeyPatch) -> None:
    by_power, by_seat = sight.readers, telling.readers
    patch.setattr(sight, "readers", lambda event, *more: more[1] if type(event) is kind else by_power(event, *more))
    patch.setattr(telling, "readers", lambda event, *more: more[1] if type(event) is kind else by_seat(event, *more))


@pytest.mark.parametrize("name", GAMES)
def test_a_kind_of_event_that_is_told_to_all_is_found(name: str) -> None:
    """In the view, though no paper may print it."""
    for kind, played, who in outsiders(name):
        right = [*table_of(name).known(played, who).events]
        with pytest.MonkeyPatch.context() as patch:
            told_to_all(kind, patch)
            seen = played.rules.sight.view(played.world, played.journal, who)
            assert [event for event in seen.events if not isinstance(event, Phase)] != right, kind


def says_more(kind: type[Event], table: Knowledge) -> bool:
    """Whether its own words have a field that not everybody reads."""
    row = table.events[kind.__name__]
    return not {*named_in(kind.text)} <= {*row.everyone, *row.parties}


def text(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    return PAPERS["text"](played, world, journal, who)


@pytest.mark.skipif(not LONG, reason="PBM_LONG=1 looks at every kind in the reports too")
@pytest.mark.parametrize("name", GAMES)
def test_a_report_that_tells_more_than_the_news_is_found(name: str) -> None:
    for kind, played, who in outsiders(name):
        if issubclass(kind, Answered) or not says_more(kind, table_of(name)):
            continue
        right = text(played, played.world, played.journal, who)
        guises = [disguised(played, who, random.Random(number)) for number in range(GUISES)]
        with pytest.MonkeyPatch.context() as patch:
            told_to_all(kind, patch)
            told = text(played, played.world, played.journal, who)
            assert told == right or any(text(played, *guise, who) != told for guise in guises), kind


@pytest.mark.parametrize("name", PUBLIC)
def test_what_no_paper_notices_is_in_the_news(name: str) -> None:
    kinds = {kind for kind in load(name).book.events if kind.__name__ in PUBLIC[name]}
    assert {kind.__name__ for kind in kinds} == PUBLIC[name]
    for kind in kinds:
        assert kind.verb, kind
        assert kind.news, kind
        assert not says_more(kind, table_of(name)), kind


@pytest.mark.parametrize("name", GAMES)
def test_a_disguise_changes_all_that_an_event_tells_its_parties_alone(name: str) -> None:
    """Words as well as figures and places: else a leak of the event would look the same in both guises."""
    table, rules = table_of(name), load(name)
    for kind, played, _ in outsiders(name):
        if issubclass(kind, Answered) or not says_more(kind, table) or kind.silent:
            continue
        event = next(each for each in played.journal if type(each) is kind)
        codes, names = sorted(rules.language.words(played.world).all_codes), rules.state.names(played.world)
        guises = {altered(event, table, codes, random.Random(n)).sentence(names) for n in range(GUISES)}
        assert guises - {event.sentence(names)}, kind


def test_a_line_with_a_cell_too_many_is_named() -> None:
    with pytest.raises(GameError, match=r'The line "Built \| who \| \| \|" has 4 cells behind its event, not 3\.'):
        read("Paid | who | |\nBuilt | who | | |")
