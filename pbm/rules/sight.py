"""What each player may know of a turn: every player gets a view, and reports use only views."""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from pbm.rules.event import Answered, Event, Phase, Said

OPENERS = (Answered, Phase)
"""Events after these belong to them."""


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
    """The common part of all views; a game adds what else a player may know."""

    who: str
    turn: int
    """The turn just played; 0 is the set-up."""
    events: tuple[Event, ...]
    """All events that the power is a party to, in order, between the phases of the turn."""
    starts: tuple[int, ...]
    """The indexes in `events` where an action or a phase begins."""
    news: tuple[News, ...]
    messages: tuple[Said, ...]
    """Those to everyone, and those between it and one other power."""


OF_THE_TURN = ("events", "starts", "news", "messages")
"""The part of a view about the turn itself; the rest is the closing position."""


class Telling(Struct, frozen=True):
    """The common part of all views of a turn, and what each power learned; worked out once."""

    news: tuple[News, ...]
    messages: tuple[Said, ...]
    events: Mapping[str, list[Event]]
    starts: Mapping[str, list[int]]

    def of(self, who: str) -> dict[str, Any]:
        """The fields of a power's view about the turn."""
        return {
            "events": tuple(self.events[who]),
            "starts": tuple(self.starts[who]),
            "news": self.news,
            "messages": tuple(said for said in self.messages if said.read_by(who)),
        }


def telling(
    journal: list[Event], powers: Iterable[str], names: Mapping[str, str], heirs: Mapping[str, str] | None = None
) -> Telling:
    """Read a journal; `heirs` are powers whose player now has another power."""
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
    """The powers that may know of an event; its writer knows an order."""
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
            phase, number = event.title, event.round
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

    def word(self, actions: Container[str]) -> str:
        """The action that the line begins with; empty if it was written in other words, or is nobody's."""
        written = self.answer.order.upper().split() if self.answer else []
        first = written[0] if written else ""
        return first if first in actions else ""


def stretches(view: View) -> Iterator[Stretch]:
    phase, number = "", None
    for start, end in pairwise((*view.starts, len(view.events))):
        first, rest = view.events[start], view.events[start + 1 : end]
        if isinstance(first, Phase):
            phase, number = first.title, first.round
            yield Stretch(phase, number, None, rest)
        elif isinstance(first, Answered):
            yield Stretch(phase, number, first, rest)
        else:
            yield Stretch(phase, number, None, (first, *rest))
