"""Your sixteen actions, what others did to you, and your battles, all in their place in time [1.10]."""

from collections.abc import Iterable, Iterator, Sequence

from pbm.reports import Deed, Kind, Refused, Told
from pbm.reports.plain import cleaned
from pbm.rules.event import Event, Said
from pbm.rules.order import Refusal
from pbm.rulesets.darkage.battle_events import Captured, Fought, Scored
from pbm.rulesets.darkage.general import LAST_ACTION, Cashed, Taxed
from pbm.rulesets.darkage.income import BondPaid, IncomePaid, TradePaid
from pbm.rulesets.darkage.report.shape import Bout, Clash
from pbm.rulesets.darkage.report.words import Stretch, finished, name, named, say, sentence
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.view import View

MESSAGES = (Said,)
IN_LEDGERS = (TradePaid, BondPaid, IncomePaid, Scored)
"""What the end of the turn brings and the ledgers tell, line by line."""


def deeds(view: View, met: Sequence[Stretch]) -> tuple[Deed, ...]:
    timed = list(told(view, met))
    written = {deed.number for _, deed in timed} - {None}
    if written:
        empty = [number for number in range(1, LAST_ACTION + 1) if number not in written]
        timed += [(number, Deed("empty", f"round {number}", number, number)) for number in empty]
    return tuple(deed for _, deed in sorted(timed, key=lambda row: (row[0], row[1].kind != "empty")))


def told(view: View, met: Sequence[Stretch]) -> Iterator[tuple[int, Deed]]:
    """Every deed with its round; what comes before the first counts as 0, what comes after the last as 17."""
    time = 0
    for stretch in met:
        time = stretch.round or (LAST_ACTION + 1 if time else 0)
        elsewhere = MESSAGES if stretch.round else (*MESSAGES, *IN_LEDGERS)
        events = [event for event in stretch.events if type(event) not in elsewhere]
        if stretch.answer:
            yield time, answered(view, stretch, events)
        elif events:
            kind: Kind = "others" if stretch.round else "step"
            yield time, Deed(kind, stretch.phase, stretch.round, lines=sayings(events))


def answered(view: View, stretch: Stretch, events: Sequence[Event]) -> Deed:
    answer = stretch.answer
    assert answer is not None
    done = answer if isinstance(answer, Acted) else None
    return Deed(
        kind="done" if done else "failed",
        phase=stretch.phase,
        round=stretch.round,
        number=answer.number,
        who="" if answer.who == view.who else answer.who,
        order=cleaned(answer.order),
        cost=done.price if done else None,
        left=done.left + raised(stretch) if done else None,
        lines=sayings(events),
        refusals=tuple(refused(r, answer.order) for r in answer.refusals),
    )


def raised(stretch: Stretch) -> int:
    """BPs that the action itself brought in."""
    return sum(event.bps for event in stretch.events if isinstance(event, Taxed | Cashed))


def refused(refusal: Refusal, order: str) -> Refused:
    """The place in the line is counted in the line as it is shown."""
    column = refusal.column and len(cleaned(order[: refusal.column - 1] + "."))
    return Refused(refusal.rule, finished(cleaned(refusal.text)), column)


def sayings(events: Iterable[Event]) -> tuple[Told, ...]:
    return tuple(
        Told(sentence(event), isinstance(event, Captured), isinstance(event, Fought) and event.great)
        for event in events
    )


def battles(met: Sequence[Stretch]) -> tuple[Clash, ...]:
    return tuple(clash(stretch, event) for stretch in met for event in stretch.events if isinstance(event, Fought))


def clash(stretch: Stretch, fought: Fought) -> Clash:
    own = stretch.answer is not None
    return Clash(
        phase=stretch.phase,
        round=stretch.round,
        own=own,
        word=stretch.answer.order.split()[0].upper() if stretch.answer else "",
        attacker=fought.who,
        defender=fought.defender,
        origin=fought.origin,
        target=fought.target,
        title=say("battle_title", who=name(fought.who), origin=named(fought.origin), target=named(fought.target)),
        line=sentence(fought),
        bouts=tuple(Bout(b.attack, b.defence, b.attackers_lost, b.defenders_lost) for b in fought.rounds),
        outcome=finished(say("battle_won" if fought.won else "battle_lost", target=name(fought.target))),
        losses=losses(fought),
        ambush=fought.ambush,
        won=fought.won,
        great=fought.great,
    )


def losses(fought: Fought) -> str:
    sides = (
        (fought.who, fought.armies, fought.ships, fought.scattered),
        (fought.defender, fought.their_armies, fought.their_ships, fought.their_scattered),
    )
    return " ".join(
        finished(
            say(
                "battle_losses",
                who=name(who) if who else say("defenders"),
                armies=armies,
                ships=ships,
                scattered=scattered,
            )
        )
        for who, armies, ships, scattered in sides
    )
