"""Nothing leaks: change every fact a kingdom may not know, and its report is the same to the byte in every form."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Any

import msgspec
import pytest

from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from pbm.rules.event import Answered, Event, Phase, Said
from pbm.rules.sight import Telling
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.report.public import chapter
from pbm.rulesets.darkage.view import View, told, view
from pbm.rulesets.darkage.world import Area, Household, Kingdom, Loan, Spy, World
from pbm.rulesets.reporting import report, roundup
from tests.forms import render_pdf
from tests.hands import DARKAGE, copied
from tests.report_turns import FRAME, Played, game

CODES = sorted(britain())
VIEWS = import_module("pbm.rulesets.darkage.view")

Leak = Callable[[], AbstractContextManager[None]]
Made = Callable[[Played, World, list[Event], str], tuple[bytes, ...]]


def forms(played: Played, world: World, journal: list[Event], who: str) -> tuple[bytes, ...]:
    made = report_of(played, world, journal, who)
    return render_text(made).encode(), render_html(made).encode(), render_json(made)


def report_of(played: Played, world: World, journal: list[Event], who: str) -> Report:
    seen, history = view(world, journal, who), (*played.past, chapter(world))
    public = roundup(DARKAGE, seen, FRAME, history, world.names())
    return report(DARKAGE, world, seen, FRAME, public)


def paper(played: Played, world: World, journal: list[Event], who: str) -> tuple[bytes, ...]:
    return (render_pdf(report_of(played, world, journal, who)),)


def disguised(played: Played, who: str, chance: random.Random) -> tuple[World, list[Event]]:
    """The same turn as far as that kingdom may know, and another one in all else."""
    world, known = copied(played.world), told(played.world, played.journal)[who]
    for code, area in world.areas.items():
        if area.owner != who:
            hide_area(area, code in known.seen, borders(world, code, who), chance)
    for code, kingdom in world.kingdoms.items():
        if code != who:
            hide_kingdom(kingdom, who, chance)
    world.census.next += chance.randint(1, 9)
    world.census.taken = chance.randint(0, 9)
    return world, list(hidden_journal(played.journal, known, chance))


def borders(world: World, code: str, who: str) -> bool:
    return any(world.areas[other].owner == who for other in world.map[code].near)


def hide_area(area: Area, seen: bool, beside: bool, chance: random.Random) -> None:
    """Where armies stand beside its land a kingdom is told by their scouting [7.1], though not how many."""
    area.mode = chance.choice(["retreat", "ambush", "defend"])
    area.toward, area.against = chance.choice(CODES), chance.choice(CODES)
    area.sticky, area.grown, area.popped = (chance.random() < 0.5 for _ in range(3))
    if not seen:
        area.population, area.forts, area.trade = (chance.randint(0, 9) for _ in range(3))
        area.ships = chance.randint(0, 9)
        least = int(area.armies > 0) if beside else 0
        area.armies = chance.randint(least, 9) if least or not beside else 0


def hide_kingdom(kingdom: Kingdom, who: str, chance: random.Random) -> None:
    kingdom.bp, kingdom.pending, kingdom.cashed = (chance.randint(0, 99) for _ in range(3))
    kingdom.order_spend, kingdom.scattered, kingdom.missed = (chance.randint(0, 9) for _ in range(3))
    kingdom.household = Household(chance.randint(0, 9), chance.choice([None, *CODES]))
    kingdom.spy = chance.choice([None, Spy(chance.choice(CODES), who)])
    kingdom.watchers = chance.sample(CODES, 3)
    kingdom.borrows_from = chance.choice([None, who])
    if kingdom.loan is None or kingdom.loan.to != who:
        kingdom.loan = chance.choice([None, Loan("XXX", 3)])


def hidden_journal(journal: list[Event], known: View, chance: random.Random) -> list[Event]:
    """Events it is no party to are gone, told twice or have other figures; what is public stays in its place.

    That somebody acted where it was a party to what came of it, it may know, though not with what order.
    """
    mine = {id(event) for event in known.events}
    felt = {id(answer) for answer, event in with_answers(journal) if answer and id(event) in mine}
    kept = list[Event]()
    for event in journal:
        if id(event) in mine or isinstance(event, Phase | Said):
            kept.append(event)
        elif event.headline() or id(event) in felt:
            kept.append(altered(event, chance))
        else:
            kept += [altered(event, chance) for _ in range(chance.randint(0, 2))]
    return kept


def with_answers(journal: list[Event]) -> Iterator[tuple[Answered | None, Event]]:
    """Each event with the action it came of."""
    answer = None
    for event in journal:
        if isinstance(event, Answered | Phase):
            answer = event if isinstance(event, Answered) else None
        else:
            yield answer, event


def altered(event: Event, chance: random.Random) -> Event:
    figures: dict[str, Any] = {
        field: chance.randint(0, 99) for field in event.__struct_fields__ if type(getattr(event, field)) is int
    }
    words = {"order": f"MOVE {chance.choice(CODES)}"} if isinstance(event, Answered) else {}
    return msgspec.structs.replace(event, **figures, **words)


def leaks(
    seeds: range, turns: int = 4, kingdoms: int = 4, leak: Leak = nullcontext, made: Made = forms
) -> list[tuple[int, int, str]]:
    """Where a report changed with what its kingdom may not know; `leak` is open while reports are made."""
    found = []
    for seed in seeds:
        for played in game(seed, turns):
            chance = random.Random(seed)
            for who in chance.sample(sorted(played.world.order), kingdoms):
                world, journal = disguised(played, who, chance)
                with leak():
                    honest = made(played, played.world, played.journal, who)
                    if made(played, world, journal, who) != honest:
                        found.append((seed, played.opening.turn, who))
    return found


def test_a_report_holds_only_what_its_kingdom_may_know() -> None:
    assert leaks(range(2), turns=3) == []


@pytest.mark.slow
def test_no_report_of_many_games_leaks() -> None:
    assert leaks(range(100, 110), turns=6, kingdoms=6) == []


@pytest.mark.slow
def test_no_report_on_paper_leaks() -> None:
    assert leaks(range(200, 202), turns=3, kingdoms=2, made=paper) == []


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
    assert leaks(range(1), turns=2, leak=lambda: opened(*LEAKS[leak]))


def test_everyone_reads_the_same_roundup() -> None:
    for played in game(3, 4):
        world, journal = played.world, played.journal
        made = {who: render_json(report_of(played, world, journal, who).roundup) for who in played.views()}
        assert len(set(made.values())) == 1
