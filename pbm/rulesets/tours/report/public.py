"""The roundup: initiative, who obeyed, combats and losses, leaders' fates, contingent by contingent [10]."""

from collections.abc import Iterator, Sequence

from pbm.reports import Chapter, History
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.reports.tell import chart, finished, messages, news
from pbm.rules.event import Event, counted
from pbm.rulesets.tours import victory
from pbm.rulesets.tours.command import Acts, Fails, LeaderMoved, WallFormed, WallLeft
from pbm.rulesets.tours.evade import Evaded
from pbm.rulesets.tours.fire import Fired
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, HI, NAMES, SHORT, SIDES, UNITS, con_name
from pbm.rulesets.tours.leaders import LeaderKilled, LeaderTried
from pbm.rulesets.tours.march import Moved
from pbm.rulesets.tours.opening import Initiative
from pbm.rulesets.tours.reform import Reformed
from pbm.rulesets.tours.report.blows import fights, told
from pbm.rulesets.tours.report.plates import sheets, usual_places, whole
from pbm.rulesets.tours.report.state import night, wagons, winner_text
from pbm.rulesets.tours.report.words import Author, joined, leader_name, units_called
from pbm.rulesets.tours.results import Disordered, Eliminated
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.shock import Attacks, Counters
from pbm.rulesets.tours.sight import View, sheets_played
from pbm.rulesets.tours.world import World

COMBATS = columns("attackers<# defenders<# die> makes>! att/def<#")
RESULTS = "What attackers and defenders suffer: D disordered, E engaged, X eliminated; CA: the attack may go on."
IN_TABLES = ("attacks", "counters", "first", "acts", "fails")
"""What other sections of the roundup tell."""
POINTS = "loss points"


def chapter(world: World) -> Chapter:
    """What the history keeps of a closing position: loss points, and who stands where."""
    stands = {unit.hex: code for code, unit in sorted(world.units.items())}
    return Chapter(sheets_played(world), {POINTS: victory.points(world)}, {**stands})


def roundup(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    if author.is_first:
        yield Facts("turn", "The battle", tuple(terms(author)))
        yield usual_places()
        return
    yield Facts("turn", "The turn", tuple(turn_facts(author)))
    if view.units:
        yield whole(view, history)
        yield from sheets(view, history)
    yield from narratives(author)
    if len(history) > 1:
        figures = [one.figures.get(POINTS, {}) for one in history]
        yield chart("losses_chart", "Loss points", history, figures, {side: SHORT[side] for side in SIDES}, table=False)
    if rows := tuple(combat_rows(list(view.events))):
        yield Grid("combats", "Combats", COMBATS, rows, caption=RESULTS)
    if not author.is_set_up:
        yield news(view, title="The rest, in order of play", apart=IN_TABLES)
    if not all(said.to for said in view.messages):
        yield messages(view, NAMES)


def terms(author: Author) -> Iterator[Fact]:
    """How the battle may end, before it begins."""
    for side in SIDES:
        level = author.world.settings.breaks_at(side)
        yield Fact(f"loss_{side}", finished(SHORT[side])[:-1], f"are beaten at {level} loss points [14.3]")
    yield Fact("night", "Nightfall", night(author.world))


def of_side(events: Sequence[Event], side: str) -> Iterator[Fact]:
    """Who obeyed, and who was lost."""
    acted, failed = (
        [f"{con_name(e.con)} ({e.die})" for e in events if isinstance(e, kind) and e.con in CONTINGENTS[side]]
        for kind in (Acts, Fails)
    )
    if acted or failed:
        text = f"obeyed: {joined(acted, 'none')}; did not: {joined(failed, 'none')}"
        yield Fact(f"acts_{side}", finished(SHORT[side])[:-1], text)
    fallen = [e.unit for e in events if isinstance(e, Eliminated) and UNITS[e.unit].side == side]
    if fallen:
        yield Fact(f"lost_{side}", f"Lost by {SHORT[side]}", units_called(fallen))


def turn_facts(author: Author) -> Iterator[Fact]:
    events = author.view.events
    for event in events:
        if isinstance(event, Initiative):
            yield Fact("initiative", "Initiative", initiative(event))
    for side in SIDES:
        yield from of_side(events, side)
    yield from leaders(author)
    points = victory.points(author.world)
    told = (f"{SHORT[side]} {points[side]} of {author.world.settings.breaks_at(side)}" for side in SIDES)
    yield Fact("losses", "Loss points", ", ".join(told))
    yield Fact("wagons", "Wagons", wagons(author.world))
    yield Fact("night", "Nightfall", winner_text(author.world) if author.world.winner else night(author.world))


def initiative(event: Initiative) -> str:
    """Who won it, by which throws, and what they chose; on the first turn there is none to win."""
    if event.winner is None:
        return f"{SHORT[event.first]} first"
    chosen = "first" if event.winner == event.first else "last"
    return f"{SHORT[event.winner]} won it and chose to play {chosen} ({'; '.join(event.throws)})"


def leaders(author: Author) -> Iterator[Fact]:
    """What befell the leaders."""
    for event in author.view.events:
        if isinstance(event, LeaderTried):
            yield Fact("fate", leader_name(event.leader), f"{event.risk}, die {event.die}: {event.fate}")
        elif isinstance(event, LeaderKilled):
            yield Fact("killed", leader_name(event.leader), "is dead")
        elif isinstance(event, LeaderMoved):
            yield Fact("rode", leader_name(event.leader), f"rode to {event.path[-1]}{ended(author, event)}")


def ended(author: Author, ride: LeaderMoved) -> str:
    """Where a leader stands who went on after the ride, with a unit or away from the enemy."""
    found = author.world.leaders[ride.leader]
    return f" and ended in {found.hex}" if found.alive and found.hex != ride.path[-1] else ""


def combat_rows(events: list[Event]) -> Iterator[Row]:
    for first, *after in fights(events):
        if isinstance(first, Attacks):
            word = "counter: " if isinstance(first, Counters) else ""
            came = " ".join(text for event in after if (text := told(event)))
            names = f"{word}{joined(first.attackers)}", joined(first.defenders)
            note = " ".join(filter(None, (finished(joined(first.drm, "no modifiers")), came)))
            yield Row((*names, str(first.die), str(first.adjusted), first.result), note=note)


# contingent by contingent


def narratives(author: Author) -> Iterator[Facts]:
    """Two lines on each contingent: what it did, and what was done to it."""
    if not author.first:
        return
    for side, place in zip(SIDES, ("left", "right"), strict=True):
        told = (Fact(con, con_name(con), narrative(author, con)) for con in CONTINGENTS[side])
        yield Facts(f"story_{side}", FORCES.sides[side].name, tuple(told), side=place)  # type: ignore[arg-type]


def narrative(author: Author, con: str) -> str:
    """Obeyed or not, moves, shots, attacks; then losses, disorder and reform."""
    deeds = [text for text in (command(author, con), *moves(author, con), *blows(author, con)) if text]
    fates = [text for text in (*suffered(author, con),) if text]
    left = counted(len(author.world.of(FORCES.contingents[con].side, con)), "unit", "units")
    return " ".join(finished("; ".join(part)) for part in (deeds, [*fates, f"{left} left"]) if part)


def command(author: Author, con: str) -> str:
    for event in author.view.events:
        if isinstance(event, Acts | Fails) and event.con == con:
            return f"{'obeyed' if isinstance(event, Acts) else 'did not obey'} ({event.die})"
    return "did not move"


def moves(author: Author, con: str) -> Iterator[str]:
    events = author.view.events
    if con == HI:
        for event in events:
            if isinstance(event, WallFormed | WallLeft):
                yield "formed the wall" if isinstance(event, WallFormed) else "left the wall"
    moved = {e.unit for e in events if isinstance(e, Moved) and UNITS[e.unit].con == con}
    if moved:
        yield f"{counted(len(moved), 'unit', 'units')} moved"
    evaded = [e.unit for e in events if isinstance(e, Evaded) and UNITS[e.unit].con == con]
    if evaded:
        yield f"{spans(evaded)} evaded"


def blows(author: Author, con: str) -> Iterator[str]:
    events = author.view.events
    shots = [e for e in events if isinstance(e, Fired) and UNITS[e.archer].con == con]
    if shots:
        hits = sum(shot.adjusted >= shot.need for shot in shots)
        yield f"{counted(len(shots), 'shot', 'shots')}, {counted(hits, 'hit', 'hits')}"
    fought = [e for e in events if isinstance(e, Attacks) and any(UNITS[unit].con == con for unit in e.attackers)]
    for word, counter in (("attacked", False), ("struck back at", True)):
        struck = {unit: None for e in fought if isinstance(e, Counters) == counter for unit in e.defenders}
        if struck:
            yield f"{word} {joined(tuple(struck))}"


def suffered(author: Author, con: str) -> Iterator[str]:
    kinds: tuple[tuple[type[Event], str], ...] = (
        (Eliminated, "lost"),
        (Disordered, "disordered"),
        (Reformed, "reformed"),
    )
    lost: set[str] = set()
    for kind, word in kinds:
        units = {e.unit for e in author.view.events if isinstance(e, kind) and UNITS[e.unit].con == con} - lost  # type: ignore[attr-defined]
        if units:
            yield f"{spans(units)} {word}"
        lost |= units if kind is Eliminated else set()
