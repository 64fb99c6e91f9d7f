"""What happened in brief: losses on both sides, leaders, the wall, who obeyed; and what to look out for."""

from collections.abc import Iterable, Iterator

from pbm.reports.sections import Deed, Notice
from pbm.reports.tell import failures, finished, sentence
from pbm.rules.event import counted
from pbm.rulesets.tours import victory
from pbm.rulesets.tours.command import Acts, Fails, WallFormed, WallLeft
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, MUS, SHORT, UNITS, con_called
from pbm.rulesets.tours.leaders import LeaderKilled
from pbm.rulesets.tours.opening import Initiative
from pbm.rulesets.tours.reform import Reformed
from pbm.rulesets.tours.report.words import Author, joined, leader_name, units_called
from pbm.rulesets.tours.results import Disordered, Eliminated
from pbm.rulesets.tours.victory import NightTried

NEAR_BREAK = 3
"""An army so near to its break level is warned."""


def happenings(author: Author) -> Iterator[Notice]:
    yield from leaders(author)
    yield from losses(author)
    yield from disorder(author)
    yield from wall(author)
    yield from order_of_play(author)
    if author.is_set_up:
        yield Notice("drawn_up", "Both armies are drawn up; the Frankish heavy infantry stand in Shield Wall.")


def leaders(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, LeaderKilled):
            own = FORCES.leaders[event.leader].side == author.side
            yield Notice("leader", f"{leader_name(event.leader)} is killed.", "loss" if own else "gain")


def losses(author: Author) -> Iterator[Notice]:
    fallen = [event.unit for event in author.view.events if isinstance(event, Eliminated)]
    for side, word, tone in ((author.side, "You lost", "loss"), (author.foe, "The enemy lost", "gain")):
        units = [code for code in fallen if UNITS[code].side == side]
        if units:
            number = counted(len(units), "unit", "units")
            yield Notice("lost", finished(f"{word} {number}: {units_called(units)}"), tone)  # type: ignore[arg-type]


def disorder(author: Author) -> Iterator[Notice]:
    for side, word in ((author.side, "Your"), (author.foe, "The enemy's")):
        now = [code for code in author.world.of(side) if author.world.units[code].dis]
        told = author.view.events
        new = [e.unit for e in told if isinstance(e, Disordered) and e.unit in now]
        back = [e.unit for e in told if isinstance(e, Reformed) and UNITS[e.unit].side == side]
        if now or back:
            fresh = f"{len(set(new))} of them new" if new else ""
            again = f"{units_called(back)} reformed" if back else ""
            rest = "; ".join(filter(None, (fresh, again)))
            what = f"disordered units: {units_called(now) or 'none'}"
            yield Notice("disordered", finished(f"{word} {what}{f' ({rest})' if rest else ''}"))


def wall(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, WallFormed | WallLeft):
            yield Notice("wall", sentence(event, {}))


def order_of_play(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, Initiative):
            yield Notice("first", finished(f"{SHORT[event.first]} had the first player turn"))
    for side, word in ((author.side, "Your contingents"), (author.foe, "The enemy's contingents")):
        acted = [e.con for e in author.view.events if isinstance(e, Acts) and e.con in CONTINGENTS[side]]
        failed = [e.con for e in author.view.events if isinstance(e, Fails) and e.con in CONTINGENTS[side]]
        if acted or failed:
            parts = (("that obeyed", acted), ("that did not", failed))
            told = "; ".join(f"{what}: {joined(map(con_called, cons))}" for what, cons in parts if cons)
            yield Notice("obeyed", f"{word} {told}.")


def warnings(author: Author, done: Iterable[Deed]) -> Iterator[Notice]:
    yield from failures(done)
    for event in author.view.events:
        if isinstance(event, NightTried) and event.die > event.most:
            told = f"The die for nightfall showed {event.die}; night would have fallen on {event.most} or less."
            yield Notice("night", told, "warning")
    if author.world.winner:
        return
    points = victory.points(author.world)
    for side, word in ((author.side, "Your army breaks"), (author.foe, "The enemy's army breaks")):
        left = author.world.settings.breaks_at(side) - points[side]
        if left <= NEAR_BREAK:
            yield Notice("break", f"{word} at {counted(left, 'more loss point', 'more loss points')}.", "warning")
    if author.side == MUS and (beset := list(author.world.beset_wagons())):
        yield Notice("beset", f"Franks stand beside {joined(beset)}: your units reform less easily [10.1].", "warning")
