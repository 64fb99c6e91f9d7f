"""What happened to a player in a year: in brief, line by line, and combat by combat."""

from collections.abc import Iterable, Iterator

from pbm.reports import History
from pbm.reports.author import listed
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
from pbm.rulesets.twilight.report.words import Author
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


def happenings(author: Author, history: History) -> Iterator[Notice]:
    yield from gravest(author)
    yield from exchanged(author, history)
    yield from losses(author)
    yield from events_of(author)
    yield standing(author)
    if not author.view.over:
        yield Notice("end", ending_rule(author))


def gravest(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, LeaderFell | PowerGone | ChangedHands):
            gained = isinstance(event, ChangedHands) and event.now == author.view.who
            yield Notice("fate", sentence(event, author.names), "gain" if gained else "loss")


def exchanged(author: Author, history: History) -> Iterator[Notice]:
    """Places that one's own power won or lost, by the public owners."""
    return author.exchanged(history, author.own, "You lost control of {}.", "You won control of {}.")


def losses(author: Author) -> Iterator[Notice]:
    for power in author.mine:
        found = [event for event in author.view.events if isinstance(event, Lost) and event.who == power]
        for unpaid in (False, True):
            units = [read(event.units) for event in found if (event.cause in UPKEEP) == unpaid]
            if units:
                how = "sent home or not paid" if unpaid else "lost"
                yield Notice(
                    "losses", finished(f"{word(author.names, power)}: {in_words(added(*units))} {how}"), "loss"
                )


def events_of(author: Author) -> Iterator[Notice]:
    drawn = [f"{author.name(e.marker)} ({e.who})" for e in author.view.events if isinstance(e, Drew)]
    if drawn:
        yield Notice("drawn", f"Markers drawn: {listed(drawn)}.", "gain")
    wasted = [author.named(e.where) for e in author.view.events if isinstance(e, Pillaged) and e.who in author.mine]
    if wasted:
        yield Notice("pillaged", f"You pillaged {listed(wasted)}.", "gain")


def standing(author: Author) -> Notice:
    view, own = author.view, author.own
    others = [author.named(code) for code in author.mine if code != own]
    if own is None:
        return Notice("standing", "You have no power of your own: write CLAIM on your next sheet.", "warning")
    points = view.vp.get(own)
    vp = f"{counted(points, 'victory point', 'victory points')}, " if points is not None else ""
    return Notice(
        "standing", f"You have {vp}{view.powers[own].dp or 'no'} DP, and control {listed(others, 'no other power')}."
    )


def ending_rule(author: Author) -> str:
    """When the game may end."""
    view, (first, last) = author.view, scenario(author.view.scenario).turns
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


def lines(author: Author) -> tuple[Deed, ...]:
    return deeds(author.view, author.names, 0, elsewhere=ELSEWHERE)


# combats


def combats(author: Author) -> Iterator[Episode]:
    """Each attack with its counterattacks, throw by throw."""
    for stretch in stretches(author.view):
        for group in attacks(stretch):
            yield episode(author, stretch, group)


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


def episode(author: Author, stretch: Stretch, group: list[Event]) -> Episode:
    first = group[0]
    assert isinstance(first, Fought)
    lost = [event for event in group if isinstance(event, Lost) and event.cause not in UPKEEP]
    sides = f"{word(author.names, first.who)} against {word(author.names, first.against)}"
    return Episode(
        title=f"{sides} in {author.named(first.where)}",
        when=f"line {stretch.answer.number}" if stretch.answer else stretch.phase,
        tags=tuple(filter(None, (stretch.word(action), "siege" if first.siege else ""))),
        columns=THROWS,
        rows=tuple(throw(event) for event in group if isinstance(event, Fought)),
        outcome=finished(
            "; ".join(f"{word(author.names, who)} lost {units}" for who, units in toll(lost).items()) or "no losses"
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
