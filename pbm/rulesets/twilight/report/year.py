"""What happened to a player in a year: in brief, line by line, and combat by combat."""

from collections.abc import Iterable, Iterator

from pbm.reports import History
from pbm.reports.sections import Deed, Episode, Notice, Row, columns
from pbm.reports.tell import deeds, finished, sentence
from pbm.rules.event import Event, counted
from pbm.rules.names import word
from pbm.rules.sight import Stretch, stretches
from pbm.rulesets.twilight.auction import InitiativeBid, SlotTaken
from pbm.rulesets.twilight.bidding import Bidden
from pbm.rulesets.twilight.combat import Fought
from pbm.rulesets.twilight.doctrine import Instructed
from pbm.rulesets.twilight.forces import Lost
from pbm.rulesets.twilight.fortunes import ChangedHands
from pbm.rulesets.twilight.hands import Drew
from pbm.rulesets.twilight.leaders import LeaderFell, PowerGone
from pbm.rulesets.twilight.levy import Maintained, Mustered, Spent
from pbm.rulesets.twilight.order import action
from pbm.rulesets.twilight.report.words import Desk, listed
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.segments import SegmentBegan
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import added, in_words, read
from pbm.rulesets.twilight.viking import Pillaged

THROWS = columns("_<4# table< strength|str.> column< threw> result<! units< theirs<")
ELSEWHERE = (InitiativeBid, Bidden, SlotTaken, SegmentBegan, Mustered, Maintained, Spent, Instructed)
"""What the tables of bids and the accounts tell."""
UPKEEP = ("upkeep", "disbanded")


# in brief


def happenings(desk: Desk, history: History) -> Iterator[Notice]:
    yield from gravest(desk)
    yield from exchanged(desk, history)
    yield from losses(desk)
    yield from events_of(desk)
    yield standing(desk)
    if not desk.view.over:
        yield Notice("end", ending_rule(desk))


def gravest(desk: Desk) -> Iterator[Notice]:
    for event in desk.view.events:
        if isinstance(event, LeaderFell | PowerGone | ChangedHands):
            gained = isinstance(event, ChangedHands) and event.now == desk.view.who
            yield Notice("fate", sentence(event, desk.names), "gain" if gained else "loss")


def exchanged(desk: Desk, history: History) -> Iterator[Notice]:
    """Places that one's own power won or lost, by the public owners."""
    before, now = (history[-2].owners, history[-1].owners) if len(history) > 1 else ({}, {})
    won = [desk.named(place) for place, who in now.items() if who == desk.own and before.get(place) != who]
    lost = [desk.named(place) for place, who in before.items() if who == desk.own and now.get(place) != who]
    if desk.own and before and lost:
        yield Notice("lost", f"You lost control of {listed(lost)}.", "loss")
    if desk.own and before and won:
        yield Notice("won", f"You won control of {listed(won)}.", "gain")


def losses(desk: Desk) -> Iterator[Notice]:
    for power in desk.mine:
        found = [event for event in desk.view.events if isinstance(event, Lost) and event.who == power]
        for unpaid in (False, True):
            units = [read(event.units) for event in found if (event.cause in UPKEEP) == unpaid]
            if units:
                how = "sent home or not paid" if unpaid else "lost"
                yield Notice("losses", finished(f"{word(desk.names, power)}: {in_words(added(*units))} {how}"), "loss")


def events_of(desk: Desk) -> Iterator[Notice]:
    drawn = [f"{desk.name(e.marker)} ({e.who})" for e in desk.view.events if isinstance(e, Drew)]
    if drawn:
        yield Notice("drawn", f"Markers drawn: {listed(drawn)}.", "gain")
    wasted = [desk.named(e.where) for e in desk.view.events if isinstance(e, Pillaged) and e.who in desk.mine]
    if wasted:
        yield Notice("pillaged", f"You pillaged {listed(wasted)}.", "gain")


def standing(desk: Desk) -> Notice:
    view, own = desk.view, desk.own
    others = [desk.named(code) for code in desk.mine if code != own]
    if own is None:
        return Notice("standing", "You have no power of your own: write CLAIM on your next sheet.", "warning")
    points = view.vp.get(own)
    vp = f"{counted(points, 'victory point', 'victory points')}, " if points is not None else ""
    return Notice(
        "standing", f"You have {vp}{view.powers[own].dp or 'no'} DP, and control {listed(others, 'no other power')}."
    )


def ending_rule(desk: Desk) -> str:
    """When the game may end."""
    view, (first, last) = desk.view, scenario(desk.view.scenario).turns
    if view.settings.extended:
        return "The game goes on until the Empire is one again."
    coming, turn, rolls = view.year + 1, max(view.turn, 1), tables().game_end
    if turn < first:
        earliest, latest = coming + first - turn, coming + last - turn
        return f"The game cannot end before the year {earliest}, and ends with {latest} at the latest."
    if turn >= last:
        return f"The year {coming} is the last."
    return f"The year {coming} is the last on a throw of 1 to {rolls.first if turn == first else rolls.second}."


# line by line


def lines(desk: Desk) -> tuple[Deed, ...]:
    return deeds(desk.view, desk.names, 0, elsewhere=ELSEWHERE)


# combats


def combats(desk: Desk) -> Iterator[Episode]:
    """Each attack with its counterattacks, throw by throw."""
    for stretch in stretches(desk.view):
        for group in attacks(stretch):
            yield episode(desk, stretch, group)


def attacks(stretch: Stretch) -> Iterator[list[Event]]:
    group: list[Event] = []
    for event in stretch.events:
        if isinstance(event, Fought) and not event.counter:
            if group:
                yield group
            group = []
        if isinstance(event, Fought | Lost) and (group or isinstance(event, Fought)):
            group.append(event)
    if group:
        yield group


def episode(desk: Desk, stretch: Stretch, group: list[Event]) -> Episode:
    first = group[0]
    assert isinstance(first, Fought)
    lost = [event for event in group if isinstance(event, Lost) and event.cause not in UPKEEP]
    return Episode(
        title=f"{word(desk.names, first.who)} against {word(desk.names, first.against)} in {desk.named(first.where)}",
        when=f"line {stretch.answer.number}" if stretch.answer else stretch.phase,
        tags=tuple(filter(None, (stretch.word(action), "siege" if first.siege else ""))),
        columns=THROWS,
        rows=tuple(throw(event) for event in group if isinstance(event, Fought)),
        outcome=finished(
            "; ".join(f"{word(desk.names, who)} lost {units}" for who, units in toll(lost).items()) or "no losses"
        ),
        won=bool(lost) and all(event.who != first.who for event in lost),
    )


def throw(event: Fought) -> Row:
    return Row(
        (
            event.who, event.table, event.strength, event.column, event.roll, " ".join(event.results), event.units,
            event.theirs,
        ),
        who=event.who,
    )  # fmt: skip


def toll(lost: Iterable[Lost]) -> dict[str, str]:
    found: dict[str, dict[str, int]] = {}
    for event in lost:
        found[event.who] = added(found.get(event.who, {}), read(event.units))
    return {who: in_words(units) for who, units in found.items()}
