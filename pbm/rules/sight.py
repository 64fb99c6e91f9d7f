"""What is told of a turn, and to whom: every player gets a view, and reports are made from views alone."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from pbm.rules.event import Answered, Event, Phase, Said

OPENERS = (Answered, Phase)
"""What follows them belongs to them."""


class News(Struct, frozen=True):
    """A line of the public news."""

    phase: str
    round: int | None
    verb: str
    codes: tuple[str, ...]
    text: str
    captures: bool
    great: bool


class View(Struct, frozen=True):
    """What every game's views have; a game adds what else a player may know."""

    who: str
    turn: int
    """The turn just played; 0 is the set-up."""
    events: tuple[Event, ...]
    """All it is a party to, in their place in time between the phases of the turn."""
    starts: tuple[int, ...]
    """Where in `events` another's action, one of its own, or a phase begins."""
    news: tuple[News, ...]
    messages: tuple[Said, ...]


OF_THE_TURN = ("events", "starts", "news", "messages")
"""What a view tells of the turn itself; the rest is the closing position."""


class Telling(Struct, frozen=True):
    """What the views of a turn have in common, and what each power learned: worked out once for all of them."""

    news: tuple[News, ...]
    messages: tuple[Said, ...]
    events: Mapping[str, list[Event]]
    starts: Mapping[str, list[int]]

    def of(self, who: str) -> dict[str, Any]:
        """The fields of a power's view that tell of the turn."""
        return {
            "events": tuple(self.events[who]),
            "starts": tuple(self.starts[who]),
            "news": self.news,
            "messages": self.messages,
        }


def telling(
    journal: list[Event], powers: Iterable[str], names: Mapping[str, str], heirs: Mapping[str, str] | None = None
) -> Telling:
    """What a journal tells; `heirs` are powers whose player now has another."""
    events, starts = told(journal, powers, heirs or {})
    messages = tuple(event for event in journal if isinstance(event, Said))
    return Telling(tuple(news(journal, names)), messages, events, starts)


def told(
    journal: Iterable[Event], powers: Iterable[str], heirs: Mapping[str, str]
) -> tuple[dict[str, list[Event]], dict[str, list[int]]]:
    """The events each power is a party to, between the phases, and where in them an action or a phase begins."""
    told: dict[str, list[Event]] = {code: [] for code in powers}
    starts: dict[str, list[int]] = {code: [] for code in told}
    act, last = 0, dict.fromkeys(told, 0)
    for event in journal:
        act += isinstance(event, OPENERS)
        for who in readers(event, heirs, told):
            if last[who] != act:
                last[who] = act
                starts[who].append(len(told[who]))
            told[who].append(event)
    return told, starts


def readers(event: Event, heirs: Mapping[str, str], everyone: Mapping[str, object]) -> Iterable[str]:
    """Who is told of an event; an order is known to whoever wrote it."""
    if isinstance(event, Phase):
        return everyone
    parties = (event.sheet,) if isinstance(event, Answered) else event.known_to()
    if heirs:
        parties = (*parties, *(heirs[code] for code in parties if code in heirs))
    return [who for who in dict.fromkeys(parties) if who in everyone]


def news(journal: Iterable[Event], names: Mapping[str, str]) -> Iterator[News]:
    phase, number = "", None
    for event in journal:
        if isinstance(event, Phase):
            phase, number = event.name, event.round
        if headline := event.headline():
            great = bool(getattr(event, "great", False))
            text = event.sentence(names, public=True)
            yield News(phase, number, headline[0], headline[1:], text, event.captures, great)


class Stretch(Struct, frozen=True):
    """What a power knows of one action or one step of the turn."""

    phase: str
    round: int | None
    answer: Answered | None
    """The line of the sheet, if it is its own action."""
    events: tuple[Event, ...]


def stretches(view: View) -> Iterator[Stretch]:
    phase, number = "", None
    for start, end in pairwise((*view.starts, len(view.events))):
        first, rest = view.events[start], view.events[start + 1 : end]
        if isinstance(first, Phase):
            phase, number = first.name, first.round
            yield Stretch(phase, number, None, rest)
        elif isinstance(first, Answered):
            yield Stretch(phase, number, first, rest)
        else:
            yield Stretch(phase, number, None, (first, *rest))
