"""Leaks put in on purpose, each in the program as it runs: the suite that looks for leaks must find every one."""

import zlib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import msgspec
import pytest

from pbm.kit.play import Played
from pbm.kit.suites import leaks as suite
from pbm.reports import Report, default
from pbm.reports.sections import Fact, Map, Move, Token
from pbm.rules import event, sight
from pbm.rules.copying import copied
from pbm.rules.event import Answered, Event, Said
from pbm.rulesets import RULESETS, load, reporting
from pbm.rulesets.darkage import spying
from pbm.rulesets.darkage.report import public
from pbm.rulesets.darkage.world import World
from tests.helpers.long import crossed

VIEWS = import_module("pbm.rulesets.darkage.view")
Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def every_area_is_seen(patch: Patch) -> None:
    patch.setattr(
        VIEWS, "foreign", lambda world, who, *ways: sorted(c for c, a in world.areas.items() if a.owner != who)
    )


def the_whole_neighbourhood_is_seen(patch: Patch) -> None:
    """Beside its lands, not only beside its armies."""
    beside = lambda world, who: sorted({n for c, _ in world.owned(who) for n in world.map[c].near})  # noqa: E731
    patch.setattr(VIEWS, "scouted", beside)


def told(sees_too: Callable[[Event, str], bool]) -> Plant:
    """Some events are told to some who are no party to them."""

    def plant(patch: Patch) -> None:
        real = sight.readers

        def readers(event: Event, heirs: Any, everyone: Any) -> list[str]:
            right = [*real(event, heirs, everyone)]
            return [who for who in everyone if who in right or sees_too(event, who)]

        patch.setattr(sight, "readers", readers)

    return plant


def standing(change: Callable[[World, str], dict[str, Any]]) -> Plant:
    """The roundup has something else in a public figure's place."""

    def plant(patch: Patch) -> None:
        real = VIEWS.standing
        leaky = lambda world, code, areas: msgspec.structs.replace(real(world, code, areas), **change(world, code))  # noqa: E731
        patch.setattr(VIEWS, "standing", leaky)

    return plant


def reported(change: Callable[[Any, Report], Report]) -> Plant:
    """A report is changed with the whole position at hand."""

    def plant(patch: Patch) -> None:
        real = reporting.report
        patch.setattr(reporting, "report", lambda rules, world, *more: change(world, real(rules, world, *more)))

    return plant


def glimpsed(patch: Patch) -> None:
    real = VIEWS.glimpse
    patch.setattr(VIEWS, "glimpse", lambda area: msgspec.structs.replace(real(area), trade=len(area.mode)))


def mapped(world: World, made: Report) -> Report:
    """All armies stand on the map."""
    tokens = tuple(Token(code, "shield", area.armies) for code, area in world.areas.items() if area.armies)
    sections = [
        msgspec.structs.replace(each, tokens=tokens) if isinstance(each, Map) else each for each in made.sections
    ]
    return msgspec.structs.replace(made, sections=tuple(sections))


def marched(world: World, made: Report) -> Report:
    """Every host in the world has an arrow on the map of the turn."""
    moves = tuple(
        Move(code, min(world.map[code].near), area.armies, area.owner or "")
        for code, area in world.areas.items()
        if area.armies
    )
    sections = [
        msgspec.structs.replace(each, moves=moves) if each.key == "turn_map" else each for each in made.sections
    ]
    return msgspec.structs.replace(made, sections=tuple(sections))


def noted(patch: Patch) -> None:
    real = public.bonds
    patch.setattr(public, "bonds", lambda view: [*real(view), Fact("purse", "In hand", str(view.kingdom.bp))])


def raw(world: World, made: Report) -> Report:
    return msgspec.structs.replace(made, view={**made.view, "census": world.census.next})


def all_codes(patch: Patch) -> None:
    """Programs are told where an attack came from, though nobody reads it."""
    real = event.named_in
    patch.setattr(event, "named_in", lambda wording: (*real(wording), "origin"))


def public_watchers(patch: Patch) -> None:
    patch.setattr(spying.SpyMoved, "verb", "spy")
    patch.setattr(spying.SpyMoved, "news", "{who} sends a spy to {target}")


def richest(world: Any, made: Report) -> Report:
    return msgspec.structs.replace(made, view={**made.view, "most": max(side.gold for side in world.powers.values())})


def searched(patch: Patch) -> None:
    patch.setattr(spying.Searched, "known_to", lambda self: tuple(filter(None, (self.who, self.kingdom))))


DARKAGE: dict[str, Plant] = {
    "every area is seen": every_area_is_seen,
    "areas beside one's lands are seen without armies": the_whole_neighbourhood_is_seen,
    "every event is told to all": told(lambda event, who: not isinstance(event, Answered)),
    "everyone's orders are told to all": told(lambda event, who: isinstance(event, Answered)),
    "one power reads all orders": told(lambda event, who: isinstance(event, Answered) and who == "MER"),
    "a search for spies is told to whom it is about": searched,
    "the journeys of spies are public": public_watchers,
    "a seen area shows its mode": glimpsed,
    "BPs in hand are in the roundup": standing(lambda world, code: {"treasury": world.kingdoms[code].bp}),
    "the household is in the roundup": standing(lambda world, code: {"reserve": world.kingdoms[code].household.troops}),
    "who has a spy is in the roundup": standing(lambda world, code: {"fleet": int(world.kingdoms[code].spy is None)}),
    "the census is in the roundup": standing(lambda world, code: {"vp": world.census.next}),
    "the JSON has the turn of the census": reported(raw),
    "the JSON names where attacks came from": all_codes,
}
TOY: dict[str, Plant] = {
    "sealed words are read by all": lambda patch: patch.setattr(Said, "read_by", lambda self, who: True),
    "the JSON has the most gold": reported(richest),
}


@pytest.mark.parametrize("leak", DARKAGE)
def test_a_leak_in_reports_is_found(leak: str, monkeypatch: Patch) -> None:
    DARKAGE[leak](monkeypatch)
    assert any(suite.leaks(load("darkage"), range(3), turns=3, powers=16))


@pytest.mark.parametrize("leak", TOY)
def test_a_leak_in_the_toy_is_found(leak: str, monkeypatch: Patch) -> None:
    TOY[leak](monkeypatch)
    assert any(suite.leaks(load("toy_more"), range(3), turns=4))


def test_a_map_with_all_armies_is_found(monkeypatch: Patch) -> None:
    reported(mapped)(monkeypatch)
    assert any(suite.leaks(load("darkage"), range(1), turns=2, made=suite.pictured))


@pytest.mark.parametrize("form", [0, 1], ids=["html", "pdf"])
def test_others_marches_on_the_map_of_the_turn_are_found(form: int, monkeypatch: Patch) -> None:
    reported(marched)(monkeypatch)

    def one_form(*turn: Any) -> tuple[bytes, ...]:
        return (suite.pictured(*turn)[form],)

    assert any(suite.leaks(load("darkage"), range(1), turns=2, powers=1, made=one_form))


def test_a_receipt_that_tells_of_others_is_found(monkeypatch: Patch) -> None:
    every_area_is_seen(monkeypatch)
    assert any(suite.leaks(load("darkage"), range(3), turns=3, made=suite.receipts))


def the_true_world(patch: Patch) -> None:
    """The desk judges orders by the world as it is, and not as its player knows it."""
    worlds: list[Any] = []

    def kept(world: Any, made: Report) -> Report:
        worlds.append(world)
        return made

    reported(kept)(patch)
    patch.setitem(vars(load("darkage").sight.known), "function", lambda view: worlds[-1])


@pytest.mark.slow
@pytest.mark.parametrize("plant", [every_area_is_seen, the_true_world])
def test_a_desk_that_knows_too_much_is_found(plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    assert any(suite.leaks(load("darkage"), range(1), turns=2, powers=2, made=suite.desks))


def by_the_true_world(made: suite.Made) -> suite.Made:
    """Orders are rehearsed in the world as it is, and not as their player knows it."""

    def leaky(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
        sight = replace(played.rules.sight, known=lambda view: copied(world), imagined=None)
        return made(replace(played, rules=replace(played.rules, sight=sight)), world, journal, who)

    return leaky


@pytest.mark.slow
@pytest.mark.parametrize(("name", "made"), crossed(RULESETS, ("receipts", "trials"), 2))
def test_a_rehearsal_in_the_true_world_is_found(name: str, made: str) -> None:
    assert any(suite.leaks(load(name), range(4), turns=4, made=by_the_true_world(getattr(suite, made))))


def telling(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """A desk on which the name of a power says how the whole position is."""
    state = played.rules.state
    names = {**state.names(world), who: f"{who} {zlib.crc32(repr(state.write(world)).encode())}"}
    rules = replace(played.rules, state=replace(state, names=lambda world: names))
    return suite.desks(replace(played, rules=rules), world, journal, who)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_desk_that_tells_of_the_position_is_found(name: str) -> None:
    assert any(suite.leaks(load(name), range(1), turns=2, powers=1, made=telling))


def test_a_roundup_that_tells_a_secret_is_found(monkeypatch: Patch) -> None:
    noted(monkeypatch)
    with pytest.raises(AssertionError):
        suite.test_everyone_reads_the_same_roundup("darkage")


def test_private_words_in_the_raw_values_are_found(monkeypatch: Patch) -> None:
    """The raw values of a report are for its reader's own tools."""
    real = default.bare
    monkeypatch.setattr(default, "bare", lambda view: real(view) | {"news": len(view.events)})
    told(lambda event, who: True)(monkeypatch)
    assert any(suite.leaks(load("toy"), range(2), turns=3))


@pytest.mark.parametrize("leak", ["every area is seen", "everyone's orders are told to all"])
def test_a_view_that_knows_too_much_is_found(leak: str, monkeypatch: Patch) -> None:
    DARKAGE[leak](monkeypatch)
    with pytest.raises(AssertionError):
        suite.test_views_are_what_the_table_says("darkage")
