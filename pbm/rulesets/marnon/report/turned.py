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
from pbm.rulesets.marnon.report.words import Author, card_title, struck
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


def happenings(author: Author, history: History) -> Iterator[Notice]:
    yield from (Notice("won", sentence(event, author.names)) for event in events(author, Won))
    yield from exchanged(author, history)
    yield from fought(author)
    yield from losses(author)
    yield standing(author)
    yield from drawn_card(author)


def drawn_card(author: Author) -> Iterator[Notice]:
    if author.world.event and not author.over:
        drawn = author.world.event
        yield Notice("card", f"The card of the coming turn is {card_title(drawn)}: {struck(author, drawn)}.")


def events(author: Author, *kinds: type[Event]) -> list[Event]:
    return [event for event in author.view.events if isinstance(event, kinds)]


def exchanged(author: Author, history: History) -> Iterator[Notice]:
    return author.exchanged(history, author.who, "You lost {}.", "You took {}.")


def fought(author: Author) -> Iterator[Notice]:
    for event in events(author, Fought):
        assert isinstance(event, Fought)
        won = author.who in event.winners
        what = "storm of" if event.storm else "battle at"
        yield Notice("fought", f"You {'won' if won else 'lost'} the {what} {author.named(event.area)}.", tone(won))
    for event in events(author, SiegeTurn):
        assert isinstance(event, SiegeTurn)
        yield Notice("siege", f"Siege of {author.named(event.castle)}, level {event.level}: {event.outcome}.")


def tone(good: bool) -> Literal["gain", "loss"]:
    return "gain" if good else "loss"


def losses(author: Author) -> Iterator[Notice]:
    points = sum(event.points for event in events(author, Lost) if isinstance(event, Lost) and event.who == author.who)
    if points:
        yield Notice("losses", f"Your armies lost {points} points in all.", "loss")
    for event in events(author, FleetLost, GeneralLost):
        if getattr(event, "who", "") == author.who:
            yield Notice("losses", sentence(event, author.names), "loss")


def standing(author: Author) -> Notice:
    own = author.world.owned(author.who)
    castles = sum(map(is_castle, own))
    land = f"{counted(len(own) - castles, 'territory', 'territories')} and {counted(castles, 'castle', 'castles')}"
    held = f"You hold {land} and have {counted(author.own.cash, 'crown', 'crowns')}"
    return Notice("standing", f"{held}; {GOAL[author.world.settings.victory]}{last_turn(author)}.")


def last_turn(author: Author) -> str:
    last = author.world.settings.last_turn
    return f"; turn {last} is the last" if last else ""


def warnings(author: Author, done: Iterable[Deed]) -> Iterator[Notice]:
    yield from failures(done)
    for code, force in author.forces():
        if force.at and not author.supplied(code, force):
            why = cut_words(author.lines.cut(force.at), author.names) if is_area(force.at) else "it is at sea"
            where = author.named(force.at)
            yield Notice("supply", f"{code} at {where} is out of supply as things stand: {why}.", "warning")
    for code in author.world.owned(author.who):
        if siege := author.world.siege(code):
            by = author.name(siege.by)
            yield Notice("besieged", f"{author.named(code)} is besieged by {by}, level {siege.level}.", "warning")


# line by line


def lines(author: Author) -> tuple[Deed, ...]:
    return deeds(author.view, author.names, 0, elsewhere=ELSEWHERE)


# fights


def fights(author: Author) -> Iterator[Episode]:
    """Battles and storms with their rounds, sieges, and fights at sea, in the order in which they happened."""
    for stretch in stretches(author.view):
        for group in grouped(stretch.events):
            yield episode(author, stretch.phase, group)


def grouped(happened: Iterable[Event]) -> Iterator[list[Event]]:
    """Fights by where they were."""
    found: dict[str, list[Event]] = {}
    for event in happened:
        if isinstance(event, FIGHTS):
            found.setdefault(where(event), []).append(event)
    yield from found.values()


def where(event: Event) -> str:
    return str(next(getattr(event, key) for key in ("area", "castle", "zone") if hasattr(event, key)))


def episode(author: Author, phase: str, group: list[Event]) -> Episode:
    rounds = tuple(round_row(event) for event in group if isinstance(event, BattleRound))
    battle = next((event for event in group if isinstance(event, Fought)), None)
    told = [event for event in group if not isinstance(event, BattleRound | Fought)]
    title = f"{'The storm of' if battle and battle.storm else kind(group)} {author.named(where(group[0]))}"
    return Episode(
        title=title,
        when=phase,
        columns=ROUNDS if rounds else (),
        rows=rounds,
        lines=tuple(Told(sentence(event, author.names)) for event in told),
        outcome=finished(battle.sentence(author.names)) if battle else "",
        won=bool(battle and author.who in battle.winners),
    )


def kind(group: list[Event]) -> str:
    first = group[0]
    return "The siege of" if isinstance(first, SiegeTurn) else "In" if isinstance(first, Salvo | FoughtAtSea) else "At"


def round_row(event: BattleRound) -> Row:
    return Row((event.number, event.attack, event.defence, f"{event.attack_lost} %", f"{event.defence_lost} %"))
