"""A player turn blow by blow: who obeyed, who moved and shot, every combat with its modifiers, and who reformed."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from pbm.reports.sections import Episode, Row, Told, columns
from pbm.reports.tell import finished, sentence
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.names import word
from pbm.rulesets.tours.command import Acts, Fails, LeaderMoved, Marked, WallFormed, WallLeft
from pbm.rulesets.tours.evade import Advanced, Evaded, EvasionTried
from pbm.rulesets.tours.facing import Turned
from pbm.rulesets.tours.fire import Fired
from pbm.rulesets.tours.forces import FORCES, NAMES, UNITS, con_name
from pbm.rulesets.tours.leaders import LeaderKilled, LeaderSaved, LeaderTried
from pbm.rulesets.tours.march import Moved
from pbm.rulesets.tours.reform import Reformed, ReformTried
from pbm.rulesets.tours.report.words import joined, leader_name, units_called
from pbm.rulesets.tours.results import Disengaged, Disordered, Eliminated, Engaged, SecondCheck
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.shock import Attacks, Counters, PassedOver, Stopped
from pbm.rulesets.tours.tables import TABLES

REFORMS = columns("_<# die> modifiers< makes>! _<")
AFTER = "after shock"
RESULTS = Disordered | SecondCheck | Eliminated | Engaged | Disengaged | LeaderTried | LeaderKilled | LeaderSaved
AFTERMATH = RESULTS | Advanced | Evaded | EvasionTried | Turned | Stopped | PassedOver
WORDS: dict[type[Event], str] = {
    Disordered: "{unit} is disordered",
    Eliminated: "{unit} is eliminated",
    Engaged: "{units} are engaged",
    Disengaged: "no longer engaged: {units}",
    LeaderTried: "{leader} is {risk}, die {die}: {fate}",
    LeaderKilled: "{leader} is killed",
    LeaderSaved: "{leader} reaches friends in {hex}",
    Evaded: "{unit} evades< before {before}> to {target}< with {leader}>",
    EvasionTried: f"{{unit}} gives way to heavy horse: die {{die}}, in order on {TABLES.evade_light.clean_to} or less",
    Advanced: "{unit} advances to {target}< with {leader}>",
    Stopped: "no further attack by {units}: {why}",
    PassedOver: PassedOver.text,
}
LEADERS = {code: leader_name(code) for code in FORCES.leaders}
Touched = Callable[[Event], bool]


def player_turn(events: Iterable[Event], number: int) -> list[Event]:
    """The events of the first or the second player turn, in order of play."""
    found: list[Event] = []
    round: int | None = None
    for event in events:
        if isinstance(event, Phase):
            round = event.round
        elif round == number and not isinstance(event, Answered):
            found.append(event)
    return found


def named_in(event: Event) -> tuple[str, ...]:
    """The units that an event is about."""
    fields = ("unit", "archer", "target", "units", "attackers", "defenders")
    found = (getattr(event, field, ()) for field in fields)
    return tuple(code for value in found for code in ((value,) if isinstance(value, str) else value) if code in UNITS)


def touching(side: str) -> Touched:
    """Whether an event is about a unit of that side."""
    return lambda event: any(UNITS[code].side == side for code in named_in(event))


def episodes(events: list[Event], touched: Touched | None = None) -> Iterator[Episode]:
    """All of a player turn, or what touched somebody in it."""
    rest = list(events)
    yield from command(rest)
    for group in contingents(rest):
        if one := activation(group, touched):
            yield one
    yield from combats(rest, touched)
    if one := reforms(rest, touched):
        yield one


# before the first die


def command(events: list[Event]) -> Iterator[Episode]:
    markers = [f"{con_name(event.con)} {event.marker}" for event in events if isinstance(event, Marked)]
    others = [event for event in events if isinstance(event, WallFormed | WallLeft | LeaderMoved)]
    lines = [Told(finished(f"Markers: {joined(markers)}"))] if markers else []
    lines += [Told(sentence(event, NAMES)) for event in others]
    if lines:
        yield Episode("Before the first die", lines=tuple(lines))


# a contingent acts


def contingents(events: list[Event]) -> Iterator[list[Event]]:
    """What each contingent did when its time came, up to the first combat."""
    group: list[Event] = []
    for event in events:
        if isinstance(event, Attacks | ReformTried):
            break
        if isinstance(event, Acts | Fails):
            if group:
                yield group
            group = [event]
        elif group:
            group.append(event)
    if group:
        yield group


def activation(group: list[Event], touched: Touched | None) -> Episode | None:
    throw, *rest = group
    assert isinstance(throw, Acts | Fails)
    shots = [shot for shot in shooting(rest) if touched is None or any(map(touched, shot))]
    moved = [] if touched else list(moves(rest))
    came = "obey" if isinstance(throw, Acts) else "do not obey"
    die = f"Die {throw.die}{f', leader {throw.drm:+}' if throw.drm else ''}, 0 to {throw.most} needed"
    return Episode(
        f"{word(NAMES, throw.con)} ({throw.con}) {came}",
        die,
        lines=(*map(shot_line, shots), *(Told(line) for line in moved)),
    )


def shooting(events: list[Event]) -> Iterator[list[Event]]:
    """Each shot with what came of it."""
    shot: list[Event] = []
    for event in events:
        if isinstance(event, Fired):
            if shot:
                yield shot
            shot = [event]
        elif shot and isinstance(event, RESULTS):
            shot.append(event)
        elif shot:
            yield shot
            shot = []
    if shot:
        yield shot


def shot_line(shot: list[Event]) -> Told:
    fired, *after = shot
    assert isinstance(fired, Fired)
    how = " in reaction" if fired.reaction else ""
    shown = f"{thrown(fired.die, fired.drm, fired.adjusted)}; {fired.need} needed"
    came = "; ".join(fate(event) for event in after) or "no effect"
    who = word(NAMES, fired.archer)
    text = f"{who} {who:fires/fire} at {word(NAMES, fired.target)}{how}, range {fired.range}: {shown}"
    return Told(finished(f"{text}: {came}"), any(isinstance(event, Eliminated) for event in after))


def thrown(die: int, drm: Iterable[str], adjusted: int) -> str:
    """A die with its modifiers and their sum."""
    items = tuple(drm)
    return f"die {die}, {', '.join(items)}, makes {adjusted}" if items else f"die {die}, no modifiers"


def fate(event: Event) -> str:
    """What became of somebody, in a word or two."""
    if isinstance(event, SecondCheck):
        return second_check(event)
    return event.said(WORDS[type(event)], LEADERS).replace(";", ",") if type(event) in WORDS else ""


def second_check(event: SecondCheck) -> str:
    die = f"{event.die} + {event.drm} = {event.die + event.drm}" if event.drm else str(event.die)
    most, end = TABLES.second_disorder.eliminated_to, ", so it stays" if event.stays else ""
    return f"{event.unit} is disordered again: die {die}, eliminated on {most} or less{end}"


def moves(events: list[Event]) -> Iterator[str]:
    """Every way with the facing at its end; then those who only turned."""
    ways: dict[str, list[str]] = {}
    faces: dict[str, str] = {}
    for event in events:
        if isinstance(event, Moved):
            ways.setdefault(event.unit, [event.origin]).append(event.target)
        elif isinstance(event, Turned):
            faces[event.unit] = event.face
    paths = (f"{unit} {'-'.join(way)}{f' {faces[unit]}' if unit in faces else ''}" for unit, way in ways.items())
    if ways:
        yield finished(f"Moves: {joined(paths)}")
    turned = sorted((face, unit) for unit, face in faces.items() if unit not in ways)
    for face, group in groupby(turned, key=lambda row: row[0]):
        units = [unit for _, unit in group]
        yield finished(f"{spans(units)} {'turns' if len(units) == 1 else 'turn'} to {face}")


# combats


def combats(events: list[Event], touched: Touched | None = None) -> Iterator[Episode]:
    evasion: list[Event] = []
    for group in fights(events):
        first, *after = group
        if isinstance(first, Attacks):
            if touched is None or any(map(touched, group)):
                yield combat(first, after)
        else:
            evasion = [event for event in group if touched is None or touched(event)]
            if evasion:
                yield Episode("Retreat before shock", lines=tuple(map(retreat, evasion)))


def fights(events: list[Event]) -> Iterator[list[Event]]:
    """Retreats before shock, then every combat with what came of it."""
    group: list[Event] = []
    for event in events:
        starts = isinstance(event, Attacks) or (isinstance(event, Evaded) and not group)
        if starts and group:
            yield group
            group = []
        if starts:
            group = [event]
        elif group and isinstance(event, AFTERMATH):
            group.append(event)
        elif group:
            yield group
            group = []
    if group:
        yield group


def combat(first: Attacks, after: list[Event]) -> Episode:
    """The sum item by item with the table's word for both; then what came of it."""
    fallen = [event.unit for event in after if isinstance(event, Eliminated)]
    won = any(code in first.defenders for code in fallen) and not any(code in first.attackers for code in fallen)
    dice = thrown(first.die, first.drm, first.adjusted)
    return Episode(
        f"{units_called(first.attackers)} against {units_called(first.defenders)}",
        "Counter-attack" if isinstance(first, Counters) else "Shock",
        lines=(Told(finished(f"{dice}: {first.meant()}")),),
        outcome=" ".join(text for event in after if (text := told(event))),
        won=won,
    )


def retreat(event: Event) -> Told:
    return Told(sentence(event, NAMES) if isinstance(event, Evaded) else told(event))


def told(event: Event) -> str:
    if isinstance(event, Disordered) and event.cause == AFTER:
        return finished(f"{event.unit} is disordered by its own attack [8.6]")
    words = fate(event)
    return finished(words) if words else ""


# reform


def reforms(events: list[Event], touched: Touched | None) -> Episode | None:
    rows = []
    for number, event in enumerate(events):
        if isinstance(event, ReformTried) and (touched is None or touched(event)):
            after = events[number + 1] if number + 1 < len(events) else None
            result = "reformed" if isinstance(after, Reformed) else "still disordered"
            result = "eliminated" if isinstance(after, Eliminated) else result
            rows.append(Row((event.unit, event.die, joined(event.drm, "none"), str(event.adjusted), result)))
    return Episode("Reform", columns=REFORMS, rows=tuple(rows)) if rows else None
