"""What the parts of a report share: names, sentences, and the turn parted into stretches."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from pbm.reports.plain import cleaned
from pbm.reports.words import has
from pbm.reports.words import say as say_in
from pbm.rules.event import Answered, Event, Phase
from pbm.rulesets.darkage.battle_events import Scored
from pbm.rulesets.darkage.map import britain, nations
from pbm.rulesets.darkage.view import View


@cache
def names() -> dict[str, str]:
    """The full name of every code of the game."""
    kingdoms = {code: nation.name for code, nation in nations().items()}
    return kingdoms | {code: place.name for code, place in britain().items()}


def name(code: str | None) -> str:
    return say("nobody") if code is None else names().get(code, code)


def named(code: str) -> str:
    """With its code, where a player may want to write it on his sheet."""
    return f"{name(code)} ({code})"


def say(key: str, **facts: Any) -> str:
    return say_in("darkage", key, **facts)


def finished(text: str) -> str:
    """A sentence: it begins with a capital and ends with a stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def sentence(event: Event) -> str:
    """What happened, in the report's own words for that kind of event if it has any, else in the event's."""
    key = f"event_{type(event).__name__}"
    if has("darkage", key):
        return finished(cleaned(say(key, **facts(event))))
    return finished(cleaned(event.sentence(names())))


def facts(event: Event) -> dict[str, Any]:
    """The values of an event, with names for codes."""
    if isinstance(event, Scored):
        why = say(f"why_{event.why}", where=name(event.where))
        return {"who": name(event.who), "points": event.points, "why": why}
    return {field: spoken(getattr(event, field)) for field in event.__struct_fields__}


def spoken(value: Any) -> Any:
    if isinstance(value, tuple):
        return [spoken(item) for item in value]
    return names().get(value, value) if isinstance(value, str) else value


class Stretch(Struct, frozen=True):
    """What a kingdom knows of one action or one step of the turn."""

    phase: str
    round: int | None
    answer: Answered | None
    """The line of the sheet, if it is its own action."""
    events: tuple[Event, ...]


def stretches(view: View) -> Iterator[Stretch]:
    phase, number = "", None
    bounds = (*view.starts, len(view.events))
    for start, end in pairwise(bounds):
        first, rest = view.events[start], view.events[start + 1 : end]
        if isinstance(first, Phase):
            phase, number = first.name, first.round
            yield Stretch(phase, number, None, rest)
        elif isinstance(first, Answered):
            yield Stretch(phase, number, first, rest)
        else:
            yield Stretch(phase, number, None, (first, *rest))
