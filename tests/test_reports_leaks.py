"""Nothing leaks: change every fact a power may not know, and what it gets is the same to the byte in every form."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from importlib import import_module
from typing import Any

import msgspec
import pytest

from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from pbm.rules.event import Answered, Event, Said
from pbm.rules.sight import Telling
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.darkage.world import World
from pbm.rulesets.reporting import report, roundup
from tests.play import FRAME, GAMES, Played, game, random_sheets
from tests.secrets import disguised

VIEWS = import_module("pbm.rulesets.darkage.view")

Leak = Callable[[], AbstractContextManager[None]]
Made = Callable[[Played, Any, list[Event], str], tuple[bytes, ...]]


def forms(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    made = report_of(played, world, journal, who)
    return render_text(made).encode(), render_html(made).encode(), render_json(made)


def report_of(played: Played, world: Any, journal: list[Event], who: str) -> Report:
    rules = played.rules
    seen, history = rules.sight.view(world, journal, who), (*played.past, rules.reports.chapter(world))
    public = roundup(rules, seen, FRAME, history, dict(rules.state.names(world)))
    return report(rules, world, seen, FRAME, public)


def pictured(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The forms with maps in them."""
    made, data = report_of(played, world, journal, who), played.rules.data
    return render_html(made, data).encode(), render_pdf(made, data)


def receipts(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The receipt of a sheet for the next turn."""
    rules, turn = played.rules, played.world.turn
    seen = rules.sight.view(world, journal, who)
    sheet = random_sheets(rules, played.world, random.Random(turn))[who]
    made = receipt(rules.title, "game1", turn, sheet, rules.foresee(seen, sheet, turn))
    return receipt_text(made).encode(), receipt_html(made).encode()


def leaks(
    rules: AnyRuleset, seeds: range, turns: int = 4, powers: int = 4, leak: Leak = nullcontext, made: Made = forms
) -> list[tuple[int, int, str]]:
    """Where something changed with what its reader may not know; `leak` is open while it is made."""
    found = []
    for seed in seeds:
        for played in game(rules, seed, turns):
            chance, told = random.Random(seed), sorted(played.views())
            for who in chance.sample(told, min(powers, len(told))):
                world, journal = disguised(played, who, chance)
                with leak():
                    honest = made(played, played.world, played.journal, who)
                    if made(played, world, journal, who) != honest:
                        found.append((seed, played.opening.turn, who))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_report_holds_only_what_its_reader_may_know(name: str) -> None:
    assert leaks(load(name), range(2), turns=3) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_picture_leaks(name: str) -> None:
    assert leaks(load(name), range(1), turns=2, powers=1, made=pictured) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_receipt_leaks(name: str) -> None:
    assert leaks(load(name), range(1), turns=2, powers=2, made=receipts) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_report_of_many_games_leaks(name: str) -> None:
    assert leaks(load(name), range(100, 107), turns=6, powers=6) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_report_on_paper_leaks(name: str) -> None:
    assert leaks(load(name), range(200, 202), turns=2, powers=2, made=pictured) == []


def test_a_leak_put_into_the_toy_is_found() -> None:
    rules = load("toy")

    def careless(world: Any, journal: list[Event], who: str) -> Any:
        richest = max(side.gold for side in world.powers.values())
        return msgspec.structs.replace(rules.sight.view(world, journal, who), last=richest)

    assert leaks(replace(rules, sight=replace(rules.sight, view=careless)), range(1), turns=2)


def test_a_game_that_does_not_say_what_is_secret_is_told_so() -> None:
    (played,) = game(replace(load("toy"), name="unlisted"), 1, 1)
    with pytest.raises(AssertionError, match="does not say what a player of unlisted may not know"):
        disguised(played, "RED", random.Random(1))


def test_what_is_said_to_one_power_is_read_by_two() -> None:
    rules = load("toy")
    (played,) = game(rules, 1, 1)
    journal = [*played.journal, Said("RED", "the ford at dawn", "BLU")]
    for who in played.views():
        made = report_of(played, played.world, journal, who)
        told = all(b"the ford at dawn" in form for form in forms(played, played.world, journal, who))
        assert told == (who in ("RED", "BLU"))
        assert b"the ford at dawn" not in render_json(made.roundup)


def see_all(real: Any) -> Any:
    return lambda world, who, scouted, visited: sorted(c for c, a in world.areas.items() if a.owner != who)


def hear_all(real: Any) -> Any:
    def telling(journal: list[Event], powers: Any, *more: Any) -> Telling:
        events = [event for event in journal if not isinstance(event, Answered)]
        starts = [*range(len(events))]
        return msgspec.structs.replace(  # type: ignore[no-any-return]
            real(journal, powers, *more), events=dict.fromkeys(powers, events), starts=dict.fromkeys(powers, starts)
        )

    return telling


def show(change: Callable[[World, str], dict[str, Any]]) -> Callable[[Any], Any]:
    """A standing that tells something it should not."""

    def leak(real: Any) -> Any:
        return lambda world, code, areas: msgspec.structs.replace(real(world, code, areas), **change(world, code))

    return leak


LEAKS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "every area is seen": ("foreign", see_all),
    "every event is told": ("telling", hear_all),
    "a seen area shows its mode": (
        "glimpse",
        lambda real: lambda area: msgspec.structs.replace(real(area), trade=len(area.mode)),
    ),
    "BPs in hand are shown": ("standing", show(lambda world, code: {"treasury": world.kingdoms[code].bp})),
    "the household is shown": (
        "standing",
        show(lambda world, code: {"reserve": world.kingdoms[code].household.troops}),
    ),
    "the spy is shown": ("standing", show(lambda world, code: {"fleet": int(world.kingdoms[code].spy is None)})),
    "the census is shown": ("standing", show(lambda world, code: {"vp": world.census.next})),
}


@contextmanager
def opened(name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VIEWS, name, make(getattr(VIEWS, name)))
        yield


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_put_in_on_purpose_is_found(leak: str) -> None:
    assert leaks(load("darkage"), range(1), turns=2, leak=lambda: opened(*LEAKS[leak]))


@pytest.mark.parametrize("name", GAMES)
def test_everyone_reads_the_same_roundup(name: str) -> None:
    for played in game(load(name), 3, 4):
        world, journal = played.world, played.journal
        made = {who: render_json(report_of(played, world, journal, who).roundup) for who in played.views()}
        assert len(set(made.values())) == 1
