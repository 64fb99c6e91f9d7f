"""What happened to a power: in brief, line by line, and fight by fight."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pbm.reports import History
from pbm.reports.sections import Deed, Episode, Notice, Row, Told, columns
from pbm.reports.tell import deeds, failures, finished, sentence
from pbm.rules.event import Event, counted
from pbm.rules.sight import stretches
from pbm.rulesets.marnon.changes.crowns import Paid, Received
from pbm.rulesets.marnon.changes.fleets import FleetLost
from pbm.rulesets.marnon.changes.forces import Lost
from pbm.rulesets.marnon.changes.generals import GeneralLost
from pbm.rulesets.marnon.map import is_area, is_castle
from pbm.rulesets.marnon.realm.doctrine import Ordered
from pbm.rulesets.marnon.realm.victory import Won
from pbm.rulesets.marnon.report.words import Desk, card_title, listed, struck
from pbm.rulesets.marnon.sea.naval import FoughtAtSea, Salvo
from pbm.rulesets.marnon.telling import Reckoned, Unpursued, cut_words
from pbm.rulesets.marnon.war.battle import BattleRound, CasualtiesCounted, Fought, Pursued
from pbm.rulesets.marnon.war.sieges import SiegeTurn

ROUNDS = columns("round> attack> defence> attacker_lost|att._lost>! defender_lost|def._lost>!")
FIGHTS = (BattleRound, Fought, Pursued, Unpursued, CasualtiesCounted, SiegeTurn, Salvo, FoughtAtSea)
ELSEWHERE = (*FIGHTS, Reckoned, Received, Paid, Ordered)
"""What the accounts, the fights and the standing orders tell."""
GOAL = {"half": "18 territories and 4 castles win", "all": "all of Marnon wins", "turns": "most areas win"}


# in brief


def happenings(desk: Desk, history: History) -> Iterator[Notice]:
    yield from (Notice("won", sentence(event, desk.names)) for event in events(desk, Won))
    yield from exchanged(desk, history)
    yield from fought(desk)
    yield from losses(desk)
    yield standing(desk)
    yield from drawn_card(desk)


def drawn_card(desk: Desk) -> Iterator[Notice]:
    if desk.world.event and not desk.over:
        drawn = desk.world.event
        yield Notice("card", f"The card of the coming turn is {card_title(drawn)}: {struck(desk, drawn)}.")


def events(desk: Desk, *kinds: type[Event]) -> list[Event]:
    return [event for event in desk.view.events if isinstance(event, kinds)]


def exchanged(desk: Desk, history: History) -> Iterator[Notice]:
    before, now = (history[-2].owners, history[-1].owners) if len(history) > 1 else ({}, {})
    lost = [desk.named(code) for code, who in before.items() if who == desk.who and now.get(code) != who]
    won = [desk.named(code) for code, who in now.items() if who == desk.who and before.get(code) != who]
    if before and lost:
        yield Notice("lost", f"You lost {listed(lost)}.", "loss")
    if before and won:
        yield Notice("won", f"You took {listed(won)}.", "gain")


def fought(desk: Desk) -> Iterator[Notice]:
    for event in events(desk, Fought):
        assert isinstance(event, Fought)
        won = desk.who in event.winners
        what = "storm of" if event.storm else "battle at"
        yield Notice("fought", f"You {'won' if won else 'lost'} the {what} {desk.named(event.area)}.", tone(won))
    for event in events(desk, SiegeTurn):
        assert isinstance(event, SiegeTurn)
        yield Notice("siege", f"Siege of {desk.named(event.castle)}, level {event.level}: {event.outcome}.")


def tone(good: bool) -> Literal["gain", "loss"]:
    return "gain" if good else "loss"


def losses(desk: Desk) -> Iterator[Notice]:
    points = sum(event.points for event in events(desk, Lost) if isinstance(event, Lost) and event.who == desk.who)
    if points:
        yield Notice("losses", f"Your armies lost {points} points in all.", "loss")
    for event in events(desk, FleetLost, GeneralLost):
        if getattr(event, "who", "") == desk.who:
            yield Notice("losses", sentence(event, desk.names), "loss")


def standing(desk: Desk) -> Notice:
    own = desk.world.owned(desk.who)
    castles = sum(map(is_castle, own))
    land = f"{counted(len(own) - castles, 'territory', 'territories')} and {counted(castles, 'castle', 'castles')}"
    held = f"You hold {land} and have {counted(desk.own.cash, 'crown', 'crowns')}"
    return Notice("standing", f"{held}; {GOAL[desk.world.settings.victory]}{last_turn(desk)}.")


def last_turn(desk: Desk) -> str:
    last = desk.world.settings.last_turn
    return f"; turn {last} is the last" if last else ""


def warnings(desk: Desk, done: Iterable[Deed]) -> Iterator[Notice]:
    yield from failures(done)
    for code, force in desk.forces():
        if force.at and not desk.supplied(code, force):
            why = cut_words(desk.lines.cut(force.at), desk.names) if is_area(force.at) else "it is at sea"
            where = desk.named(force.at)
            yield Notice("supply", f"{code} at {where} is out of supply as things stand: {why}.", "warning")
    for code in desk.world.owned(desk.who):
        if siege := desk.world.siege(code):
            by = desk.name(siege.by)
            yield Notice("besieged", f"{desk.named(code)} is besieged by {by}, level {siege.level}.", "warning")


# line by line


def lines(desk: Desk) -> tuple[Deed, ...]:
    return deeds(desk.view, desk.names, 0, elsewhere=ELSEWHERE)


# fights


def fights(desk: Desk) -> Iterator[Episode]:
    """Battles and storms with their rounds, sieges, and fights at sea, in the order in which they happened."""
    for stretch in stretches(desk.view):
        for group in grouped(stretch.events):
            yield episode(desk, stretch.phase, group)


def grouped(happened: Iterable[Event]) -> Iterator[list[Event]]:
    """Fights by where they were."""
    found: dict[str, list[Event]] = {}
    for event in happened:
        if isinstance(event, FIGHTS):
            found.setdefault(where(event), []).append(event)
    yield from found.values()


def where(event: Event) -> str:
    return str(next(getattr(event, key) for key in ("area", "castle", "zone") if hasattr(event, key)))


def episode(desk: Desk, phase: str, group: list[Event]) -> Episode:
    rounds = tuple(round_row(event) for event in group if isinstance(event, BattleRound))
    battle = next((event for event in group if isinstance(event, Fought)), None)
    told = [event for event in group if not isinstance(event, BattleRound | Fought)]
    title = f"{'The storm of' if battle and battle.storm else kind(group)} {desk.named(where(group[0]))}"
    return Episode(
        title=title,
        when=phase,
        columns=ROUNDS if rounds else (),
        rows=rounds,
        lines=tuple(Told(sentence(event, desk.names)) for event in told),
        outcome=finished(battle.sentence(desk.names)) if battle else "",
        won=bool(battle and desk.who in battle.winners),
    )


def kind(group: list[Event]) -> str:
    first = group[0]
    return "The siege of" if isinstance(first, SiegeTurn) else "In" if isinstance(first, Salvo | FoughtAtSea) else "At"


def round_row(event: BattleRound) -> Row:
    return Row((event.number, event.attack, event.defence, f"{event.attack_lost} %", f"{event.defence_lost} %"))
