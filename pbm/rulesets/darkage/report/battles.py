"""Every battle a kingdom was in, round by round [3.4 to 3.6]."""

from collections.abc import Iterator

from pbm.reports.sections import Episode, Row, columns
from pbm.reports.tell import finished
from pbm.rules.event import counted
from pbm.rules.sight import Stretch, stretches
from pbm.rulesets.darkage.action import action
from pbm.rulesets.darkage.battle import Battle
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.computer.odds import WAYS
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.report.words import armies, name, named
from pbm.rulesets.darkage.view import View

ROUNDS = columns("_>2 attack> defence> attackers_lose> defenders_lose>")


def battles(view: View) -> Iterator[Episode]:
    for stretch in stretches(view):
        yield from (battle(stretch, event) for event in stretch.events if isinstance(event, Fought))


def known_way(fought: Fought) -> str:
    """The action that an attacker used, where the figures that both sides know leave no other [3.5, 11.3]."""
    place = britain()[fought.target]
    ways = [way for way in WAYS if (way.cities or not place.is_city) and fits(way.battle, fought)]
    return ways[0].word if len(ways) == 1 and not place.is_sea else ""


def fits(battle: Battle, fought: Fought) -> bool:
    """Whether a row of the table of battles gives the attackers' losses in every round."""
    following = battle.then or battle
    if len(fought.rounds) > 1 and not following.to_the_end:
        return False
    rows = [battle, *[following] * (len(fought.rounds) - 1)]
    return all(
        min(row.loss(r.attack, r.defence) + row.extra + fought.ambush, r.attack) == r.attackers_lost
        for row, r in zip(rows, fought.rounds, strict=True)
    )


def battle(stretch: Stretch, fought: Fought) -> Episode:
    word = stretch.word(action) or known_way(fought)
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
        outcome=finished(f"{target} {target:falls/fall}" if fought.won else f"{target} {target:holds/hold}"),
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
