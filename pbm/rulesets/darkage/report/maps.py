"""The maps of a kingdom's report: what happened this turn, and how its neighbourhood stands; out of its view alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pbm.reports import History
from pbm.reports.default import changed_hands
from pbm.reports.sections import Map, Move, Token
from pbm.rules.event import Event
from pbm.rulesets.darkage.attack import Besieged, Invaded, Marched, Raided
from pbm.rulesets.darkage.battle_events import Captured, Fought, Retreated
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.sea import Landed, Launched, Sailed
from pbm.rulesets.darkage.spying import SpyKilled, WatcherKilled
from pbm.rulesets.darkage.view import Glimpse, View
from pbm.rulesets.darkage.world import Area

Sign = TypeVar("Sign")
SIGNS = (("shield", "armies"), ("boat", "ships"), ("tower", "forts"))
"""Small figures on the map."""
STANDING_KEY = (
    ("own", "your realm"),
    ("changed", "changed hands this turn: stripes of its old owner"),
    ("shield", "armies, where you may know them"),
    ("tower", "forts"),
    ("boat", "ships"),
)
TURN_KEY = (
    ("own", "your realm"),
    ("march", "a march or voyage, with its strength"),
    ("raid", "a raid"),
    ("swords", "a battle, and who won it"),
    ("changed", "changed hands: stripes of its old owner"),
    ("flame", "raided or pillaged"),
    ("tower", "besieged or invaded"),
    ("eye", "a spy was caught, and whose"),
)


def neighbourhood(view: View, history: History) -> Map:
    """All of a kingdom's areas and what borders them, with the armies, ships and forts it knows of."""
    known: dict[str, Area | Glimpse] = {**view.areas, **view.seen}
    before = changed_hands(history)
    tokens = (
        Token(code, sign, number)
        for code, area in known.items()
        for sign, field in SIGNS
        if (number := getattr(area, field))
    )
    return Map(
        "neighbourhood",
        "Your neighbourhood",
        owners=held(view),
        changed=tuple(before),
        was={code: owner for code, owner in before.items() if owner},
        own=view.who,
        tokens=tuple(tokens),
        whole=tuple(sorted(view.areas)) or tuple(sorted(view.seen)),
        part=beside(view),
        names=owners_named(view),
        key_to=STANDING_KEY,
        floats=True,
    )


def map_of_the_turn(view: View, history: History) -> Map:
    """Marches, battles, conquests, raids and spies caught: its own, those against it, and public news."""
    moves, before = tuple(drawn(view.events, ARROWS)), changed_hands(history)
    struck = {place for move in moves for place in (move.origin, move.target)} | {*lost(view)}
    return Map(
        "turn_map",
        f"Turn {view.turn} on the map",
        owners=held(view),
        changed=tuple(before),
        was={code: owner for code, owner in before.items() if owner},
        own=view.who,
        moves=moves,
        tokens=tuple(marks(view)),
        whole=tuple(sorted({*view.areas, *struck})),
        part=beside(view),
        names=owners_named(view),
        key_to=TURN_KEY,
    )


def held(view: View) -> dict[str, str]:
    return {code: owner for code, owner in view.owners.items() if owner}


def owners_named(view: View) -> dict[str, str]:
    owning = {owner for owner in view.owners.values() if owner}
    return {code: row.name for code, row in view.standings.items() if code in owning}


def beside(view: View) -> tuple[str, ...]:
    """The areas that border a kingdom's own."""
    near = {other for code in view.areas for other in britain()[code].near}
    return tuple(sorted(near - {*view.areas}))


def lost(view: View) -> Iterator[str]:
    return (event.target for event in view.events if isinstance(event, Captured) and event.loser == view.who)


ARROWS: dict[type[Event], Callable[[Any], Move]] = {
    Marched: lambda event: Move(event.origin, event.target, event.armies, event.who),
    Sailed: lambda event: Move(event.origin, event.target, event.ships, event.who),
    Launched: lambda event: Move(event.origin, event.sea, event.ships, event.who),
    Landed: lambda event: Move(event.sea, event.where, event.ships, event.who),
    Fought: lambda event: Move(event.origin, event.target, event.rounds[0].attack, event.who),
    Retreated: lambda event: Move(event.where, event.toward, event.armies + event.people, event.who),
    Raided: lambda event: Move(event.origin, event.target, 0, event.who, returns=True),
    Besieged: lambda event: Move(event.origin, event.target, 0, event.who),
    Invaded: lambda event: Move(event.origin, event.target, 0, event.who),
}
"""An arrow for a march, a voyage, an attack or a retreat that the kingdom knows of."""


def marks(view: View) -> Iterator[Token]:
    """Battles with their winners, raids, and spies caught; those of others as far as they are public."""
    found = dict.fromkeys(drawn(view.events, MARKS))
    known = {token.place for token in found}
    for one in view.news:
        if one.verb == "capture" and one.codes[1] not in known:
            found[Token(one.codes[1], "swords", 0, one.codes[0], one.codes[0])] = None
        elif one.verb == "attack" and one.codes[0] not in known:
            found[Token(one.codes[0], "swords", 0, "held")] = None
        elif one.verb in ("raid", "pillage") and one.codes[1] not in known:
            found[Token(one.codes[1], "flame", 0, one.codes[0], one.codes[0])] = None
    yield from found


def won_by(fought: Fought) -> Token:
    winner = fought.who if fought.won else fought.defender or "held"
    return Token(fought.target, "swords", 0, winner, winner)


MARKS: dict[type[Event], Callable[[Any], Token]] = {
    Fought: won_by,
    Raided: lambda event: Token(event.target, "flame", 0, event.who, event.who),
    Besieged: lambda event: Token(event.target, "tower", 0, event.who, event.who),
    Invaded: lambda event: Token(event.target, "tower", 0, event.who, event.who),
    SpyKilled: lambda event: Token(event.where, "eye", 0, event.who, event.who),
    WatcherKilled: lambda event: Token(event.where, "eye", 0, event.who, event.who),
}


def drawn(events: Iterable[Event], signs: Mapping[type[Event], Callable[[Any], Sign]]) -> list[Sign]:
    """What each event is drawn as, if it is."""
    return [signs[type(event)](event) for event in events if type(event) in signs]
