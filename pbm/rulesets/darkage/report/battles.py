"""Every battle a kingdom was in, round by round [3.4 to 3.6]."""

from collections.abc import Iterator

from pbm.reports.sections import Episode, Row, columns
from pbm.reports.tell import finished
from pbm.rules.event import counted
from pbm.rules.sight import Stretch, stretches
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.report.words import armies, name, named
from pbm.rulesets.darkage.view import View

ROUNDS = columns("_>2 attack> defence> attackers_lose> defenders_lose>")


def battles(view: View) -> Iterator[Episode]:
    struck = iter(view.struck_by)
    for stretch in stretches(view):
        for event in stretch.events:
            if isinstance(event, Fought):
                word = next(struck, "") if event.defender == view.who else ""
                yield battle(stretch, event, word)


def battle(stretch: Stretch, fought: Fought, struck_by: str) -> Episode:
    word = stretch.answer.order.split()[0].upper() if stretch.answer else struck_by
    target = name(fought.target)
    return Episode(
        title=f"{name(fought.who)} against {named(fought.target)}, from {named(fought.origin)}",
        when=f"round {stretch.round}" if stretch.round else "",
        tags=tuple(filter(None, (word, "ambushed" if fought.ambush else ""))),
        columns=ROUNDS,
        rows=tuple(
            Row((number, r.attack, r.defence, r.attackers_lost, r.defenders_lost))
            for number, r in enumerate(fought.rounds, 1)
        ),
        outcome=f"{target} {'falls' if fought.won else 'holds'}.",
        rest=f"{lost(name(fought.who), fought.armies, fought.ships, fought.scattered)} "
        + lost(their_name(fought), fought.their_armies, fought.their_ships, fought.their_scattered),
        won=fought.won,
        great=fought.great,
    )


def their_name(fought: Fought) -> str:
    return name(fought.defender) if fought.defender else "the defenders"


def lost(who: str, troops: int, ships: int, scattered: int) -> str:
    parts = [armies(troops) if troops else "", counted(ships, "ship", "ships") if ships else ""]
    away = f" ({scattered} of them scattered, on the way to the reserve)" if scattered else ""
    return finished(f"{who} lost {' and '.join(filter(None, parts)) or 'nothing'}{away}")
