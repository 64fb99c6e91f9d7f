"""What a report says is so: ledgers add up, failures cite the rulebook, nothing contradicts the position."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from pbm.reports import Report, Roundup
from pbm.reports.sections import Account, Deed, Episodes, Fact, Facts, Orders
from pbm.reports.tell import sentence
from pbm.rules.event import Event
from pbm.rules.sight import stretches
from pbm.rulesets.darkage.action import LAST_ACTION
from pbm.rulesets.darkage.attack import LetIn
from pbm.rulesets.darkage.battle_events import Captured, Homeless
from pbm.rulesets.darkage.build import Disowned, Retaken
from pbm.rulesets.darkage.closing import PassageOver
from pbm.rulesets.darkage.general import Given
from pbm.rulesets.darkage.kings import Abandoned, Dissolved, Exchanged, HouseholdMoved, VikingsAppear
from pbm.rulesets.darkage.report.words import name, names
from pbm.rulesets.darkage.sea import SeaTaken
from pbm.rulesets.darkage.spying import Recruited, Sabotaged, SpyKilled, SpyMoved, TrapSet, WatchSet
from pbm.rulesets.darkage.stance import ModeSet
from pbm.rulesets.darkage.turn import Lapsed
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import Victory
from tests.helpers.long import times
from tests.helpers.report_turns import FRAME, Played, game

PARAGRAPH = re.compile(r"\d+\.\d+")
CHANGES_OF_KINGDOM = (Exchanged, VikingsAppear, Dissolved)

Claim = Callable[[Any], tuple[str, Any]]

OWNERS: dict[type[Event], Claim] = {
    Captured: lambda e: (e.target, e.who),
    SeaTaken: lambda e: (e.where, e.who),
    Retaken: lambda e: (e.where, e.who),
    LetIn: lambda e: (e.where, e.who),
    PassageOver: lambda e: (e.where, e.who),
    Disowned: lambda e: (e.where, None),
    Lapsed: lambda e: (e.where, None),
    Abandoned: lambda e: (e.where, None),
}
SPIES: dict[type[Event], Claim] = {
    Recruited: lambda e: (e.who, e.where),
    SpyMoved: lambda e: (e.who, e.target),
    TrapSet: lambda e: (e.who, e.where),
    SpyKilled: lambda e: (e.who, None),
    Sabotaged: lambda e: (e.who, None),
    WatchSet: lambda e: (e.who, None),
}
HOUSEHOLDS: dict[type[Event], Claim] = {
    HouseholdMoved: lambda e: (e.who, e.where),
    Homeless: lambda e: (e.who, None),
}
"""What a message says of an area, a spy or a household: the last one must be how it stands."""


def last_claims(events: tuple[Event, ...], table: dict[type[Event], Claim]) -> dict[str, Any]:
    return dict(table[type(event)](event) for event in events if type(event) in table)


def assert_no_contradiction(played: Played, view: View, report: Report) -> None:
    changed = any(isinstance(event, CHANGES_OF_KINGDOM) for event in view.events)
    assert_areas(played, view, report)
    assert_ledgers(played, view, report, changed)
    if not changed:
        assert_agents(view)
        assert_running_balance(view, report)
    assert_modes(view, report)


def deeds(report: Report) -> tuple[Deed, ...]:
    found: tuple[Deed, ...] = report.section("actions").deeds
    return found


def changes(roundup: Roundup) -> tuple[Fact, ...]:
    return next((section.facts for section in roundup.of(Facts) if section.key == "changed"), ())


def assert_areas(played: Played, view: View, report: Report) -> None:
    """Every loss and gain that was told is how the map stands, and the last word on each area is the true one."""
    whole = last_claims(tuple(played.journal), OWNERS)
    assert all(played.world.areas[area].owner == owner for area, owner in whole.items())
    own = {row.cells[0] for row in report.section("lands").rows}
    for code, owner in last_claims(view.events, OWNERS).items():
        if whole[code] == owner:
            assert (code in own) == (owner == view.who), (code, owner)
    for row in report.section("lands").rows:
        code, _, _, people, armies, ships, forts, trade, _, upkeep, defence = row.cells
        kept = played.world.areas[code]
        assert (int(str(people).split("/")[0]), armies, ships, forts, trade) == (
            kept.population, kept.armies, kept.ships, kept.forts, kept.trade,
        )  # fmt: skip
        assert defence == played.world.defence(code)
        assert upkeep == kept.upkeep
        assert played.world.map[code].is_sea or f"; {kept.mode}" in row.note


def assert_ledgers(played: Played, view: View, report: Report, changed: bool) -> None:
    before, now = played.opening.kingdoms.get(view.who), played.world.kingdoms[view.who]
    ledgers = {ledger.key: ledger for ledger in report.of(Account)}
    for ledger in ledgers.values():
        assert sum(entry.amount for entry in ledger.entries) == ledger.total
        assert changed or "changed" not in {entry.key for entry in ledger.entries}
    assert (ledgers["income"].total, ledgers["treasury"].total, ledgers["victory"].total) == (
        now.bp, now.treasury, now.vp,
    )  # fmt: skip
    if before and not changed:
        assert ledgers["spent"].entries[0].amount == before.bp
        assert ledgers["treasury"].entries[0].amount == before.treasury
    areas = sum(row.cells[9] for row in report.section("lands").rows)
    assert -sum(e.amount for e in ledgers["income"].entries if e.key == "upkeep_lands") == areas


def assert_agents(view: View) -> None:
    for who, at in last_claims(view.events, SPIES).items():
        spy = view.kingdom.spy
        assert who != view.who or at == (spy.at if spy else None)
    for who, at in last_claims(view.events, HOUSEHOLDS).items():
        assert who != view.who or at == view.kingdom.household.at


def assert_running_balance(view: View, report: Report) -> None:
    """Each action leaves what the one before left, less its cost, and what came in between."""
    met = [s for s in stretches(view) if s.round]
    rows = [deed for deed in deeds(report) if deed.figures]
    gifts = [sum(e.bps for e in s.events if isinstance(e, Given) and e.taker == view.who) for s in met]
    places = [i for i, s in enumerate(met) if s.answer and any(d.number == s.answer.number for d in rows)]
    for (first, then), (i, j) in zip(pairwise(rows), pairwise(places), strict=True):
        (_, left), (cost, after) = first.figures, then.figures
        assert left is not None
        assert after == left - (cost or 0) + brought(then.lines) + sum(gifts[i:j])


def brought(lines: Any) -> int:
    """BPs that an action's own sentences say it brought in."""
    found = [re.search(r"raised (\d+) BPs? in taxes|(\d+) BPs? came out of the treasury", line.text) for line in lines]
    return sum(int(match[1] or match[2]) for match in found if match)


def assert_modes(view: View, report: Report) -> None:
    """The last mode an area was set to is the one it has, unless it changed hands."""
    moved = last_claims(view.events, OWNERS)
    modes = {e.where: e.mode for e in view.events if isinstance(e, ModeSet) and e.where not in moved}
    for row in report.section("lands").rows:
        assert f"; {modes.get(row.cells[0], '')}" in f"{row.note}; "


def assert_reasons(report: Report) -> None:
    for deed in deeds(report):
        assert bool(deed.refusals) == (deed.outcome == "failed"), deed
        for refusal in deed.refusals:
            assert PARAGRAPH.fullmatch(refusal.rule), refusal
            assert refusal.text


def assert_sixteen(report: Report) -> None:
    numbers = [deed.number for deed in deeds(report) if deed.number]
    if numbers and not any(deed.who for deed in deeds(report)):
        assert numbers == [*range(1, LAST_ACTION + 1)]


def assert_told(view: View, report: Report) -> None:
    """Every event of the rounds is told in its place, in words without a gap or a code left over from a template."""
    every = [deed for section in report.of(Orders) for deed in section.deeds]
    told = [line.text for deed in every if deed.round for line in deed.lines]
    due = [sentence(e, names()) for s in stretches(view) if s.round for e in s.events]
    assert sorted(told) == sorted(due)
    assert not [text for text in told if re.search(r"[{}<>]|  |None|Struct", text)]


def assert_roundup(played: Played, roundup: Roundup) -> None:
    ranks = [row for row in roundup.section("ranks").rows if row.who]
    owners = {area: row.who for row in ranks for area in row.note.split()}
    for code, area in played.world.areas.items():
        assert owners.get(code) == area.owner
    for row in ranks:
        kingdom = played.world.kingdoms[row.who]
        assert row.cells[4] == kingdom.vp
        if row.mark != "out":
            assert row.cells[6:9] == (kingdom.treasury, kingdom.reserve, kingdom.fleet)
    for change in changes(roundup):
        before, now = played.opening.areas[change.key].owner, played.world.areas[change.key].owner
        assert change.text.endswith(f" from {name(before)} to {name(now)}")
    for headline in roundup.section("news").headlines:
        assert headline.capture == (headline.verb == "capture")


def walk(seeds: range, turns: int) -> int:
    count = 0
    for seed in seeds:
        for played in game(seed, turns):
            roundup, reports = played.reports()
            assert_roundup(played, roundup)
            for who, view in played.views().items():
                report = reports[who]
                assert_no_contradiction(played, view, report)
                assert_reasons(report)
                assert_sixteen(report)
                assert_told(view, report)
            count += 1
    return count


def test_reports_of_a_few_turns_hold_true() -> None:
    assert walk(range(2), turns=4) == 8


@pytest.mark.slow
def test_reports_of_many_turns_hold_true() -> None:
    assert walk(range(1000, 1000 + times(12, 102)), turns=10) >= times(110, 1000)


def test_all_marks_of_the_rulebook_are_met() -> None:
    """Captures, great battles, others' deeds and failures all occur, so that the walk has seen them."""
    met: set[str] = set()
    for played in turns_of(range(3), 6):
        roundup, reports = played.reports()
        for report in reports.values():
            met |= {deed.outcome if deed.by == "self" else deed.by for deed in deeds(report)}
            met |= {"capture" for deed in deeds(report) for line in deed.lines if line.capture}
            met |= {"battle" for _ in report.of(Episodes)}
        met |= {section.key for section in roundup.sections}
    assert met >= {"ok", "failed", "empty", "others", "step", "capture", "battle", "news", "messages"}


def turns_of(seeds: range, turns: int) -> Iterator[Played]:
    for seed in seeds:
        yield from game(seed, turns)


@pytest.mark.parametrize(
    ("how", "winner", "alive", "control", "earned"),
    [
        ("runaway", True, True, "player", 3),
        ("knockout", True, True, "player", 3),
        ("points", True, True, "player", 2),
        ("points", False, True, "player", 1),
        ("points", False, False, "player", 1),
        ("runaway", False, True, "player", 0),
        ("knockout", False, False, "player", 1),
        ("points", False, True, "dropout", 0),
    ],
)
def test_discounts_at_the_end(how: str, winner: bool, alive: bool, control: Any, earned: int) -> None:
    (played,) = game(5, 1)
    world = played.world
    world.won = Victory("MER" if winner else "WSX", how)
    world.kingdoms["MER"].control = control
    if not alive:
        world.order.remove("MER")
    _, reports = played.reports()
    end = reports["MER"].ending
    assert end is not None
    assert (end.earned, end.how, end.winners) == (earned, how, (world.won.who,))
    assert {f"Discounts earned in this game: {earned}.", *FRAME.closing} <= set(end.lines)
    assert set(reports) == set(world.kingdoms)


def test_the_roundup_names_every_area() -> None:
    (played,) = game(1, 1)
    roundup, _ = played.reports()
    told = {row.cells[0]: row.cells[1:] for row in roundup.section("gazetteer").rows}
    assert told == {
        code: (place.name, played.world.areas[code].owner or "") for code, place in sorted(played.world.map.items())
    }


def test_everyone_reads_the_points_of_all() -> None:
    (played,) = game(1, 1)
    roundup, _ = played.reports()
    told = {row.cells[1]: row.cells[4] for row in roundup.section("ranks").rows if row.who}
    assert told == {code: played.world.kingdoms[code].vp for code in told}
    assert set(told) >= set(played.world.order)


def test_the_reply_slip_asks_for_credits_that_are_left() -> None:
    (played,) = game(1, 1)
    played.world.won = Victory("MER", "points")
    _, reports = played.reports()
    credits = [line for line in reports["MER"].section("slip").lines if "credits I have left" in line]
    assert [line[-1:] for line in credits] == [".", ":"]
