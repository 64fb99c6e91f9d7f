"""The plain report for a game without its own: the common part of a view, and whatever else it contains."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pbm.reports import History
from pbm.reports.sections import (
    AnySection,
    Brief,
    Cell,
    Column,
    Deed,
    Ending,
    Fact,
    Facts,
    Grid,
    Map,
    Notice,
    Orders,
    Row,
    Standing,
)
from pbm.reports.tell import (
    Names,
    chart,
    deeds,
    failures,
    finished,
    happenings,
    messages,
    news,
    private_messages,
    sentence,
)
from pbm.rules.doctrine import standing
from pbm.rules.event import Answered, Said, counted
from pbm.rules.result import Result
from pbm.rules.sight import OF_THE_TURN, View


def report(
    view: View, names: Names, slots: int = 0, doctrine: Mapping[str, str] | None = None, over: Result | None = None
) -> Iterator[AnySection]:
    """`doctrine` are the standing orders of the view's power, `over` is how the game ended."""
    done = deeds(view, names, slots)
    if over:
        yield ending(over)
    told_of = (*happenings(view, names),) or (*felt(view, names),)
    brief = Brief("brief", "In brief", (*lines_done(done), *told_of), tuple(failures(done)))
    yield brief if view.turn else msgspec.structs.replace(brief, empty="The game begins.")
    yield Orders("orders", "Your orders", done)
    if doctrine:
        yield Standing("standing", "Standing orders", tuple(Fact(key, key, text) for key, text in standing(doctrine)))
    if any(said.to for said in view.messages):
        yield private_messages(view, names)
    shown = {key: value for key, value in bare(view).items() if value != doctrine}
    yield from position(shown, names)


def lines_done(deeds: Iterable[Deed]) -> Iterator[Notice]:
    """How many lines of the sheet were done."""
    came = [deed.outcome for deed in deeds if deed.number is not None and deed.outcome not in ("", "empty")]
    if came:
        yield Notice("lines", f"{came.count('ok')} of your {counted(len(came), 'line', 'lines')} done in full.")


def felt(view: View, names: Names) -> Iterator[Notice]:
    """What others did in which this power had a part, for a game whose events have no words for the brief."""
    for event in view.events:
        others = getattr(event, "who", view.who) != view.who and view.who in event.known_to()
        if others and event.text and not isinstance(event, Answered | Said):
            yield Notice(type(event).__name__, sentence(event, names))


def ending(over: Result) -> Ending:
    return Ending("ending", "The game is over", finished(over.text), (), over.how, over.winners)


def roundup(
    view: View, history: History, names: Names, has_map: bool = False, over: Result | None = None
) -> Iterator[AnySection]:
    """`has_map`: the game has a plate on which its owners can be shown."""
    if over:
        yield ending(over)
    yield news(view)
    if not all(said.to for said in view.messages):
        yield messages(view, names)
    if has_map and (owned := {place: owner for place, owner in history[-1].owners.items() if owner}):
        was = changed_hands(history)
        yield Map(
            "map",
            "The map",
            owners=owned,
            changed=tuple(was),
            was={place: owner for place, owner in was.items() if owner},
            names={code: names.get(code, code) for code in sorted({*owned.values()})},
        )
    for key in history[-1].figures if len(history) > 1 else ():
        figures = [chapter.figures.get(key, {}) for chapter in history]
        powers = {code: names.get(code, code) for code in figures[-1]}
        yield chart(f"{key}_chart", key.capitalize(), history, figures, powers, under="Turn by turn")


def changed_hands(history: History) -> dict[str, str | None]:
    """The places that changed hands in the last turn, each with its owner before."""
    if len(history) < 2:
        return {}
    before, now = history[-2].owners, history[-1].owners
    changed = sorted(place for place, owner in now.items() if before.get(place) != owner)
    return {place: before.get(place) for place in changed}


def bare(view: View) -> dict[str, Any]:
    """What a view says of the closing position, as plain data."""
    content = msgspec.json.encode({key: getattr(view, key) for key in fields(view)})
    return msgspec.json.decode(content, type=dict[str, Any])


def fields(view: View) -> list[str]:
    return [key for key in view.__struct_fields__ if key not in ("who", "turn", *OF_THE_TURN)]


def position(known: Mapping[str, Any], names: Names) -> Iterator[AnySection]:
    """Single values and lists of them as facts, and a table for whatever else there is many of."""
    facts = tuple(Fact(key, titled(key), told(value, names)) for key, value in known.items() if not many(value))
    if facts:
        yield Facts("position", "Your position", facts)
    for key, value in known.items():
        if rows := many(value):
            yield table(key, rows, names)


def many(value: Any) -> list[tuple[str, Any]]:
    """What has a row for each, by its code if it has one; nothing if a line can tell it."""
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, list) and any(isinstance(each, Mapping | list) for each in value):
        return [("", each) for each in value]
    return []


def table(key: str, rows: list[tuple[str, Any]], names: Names) -> Grid:
    """A column for each field of the rows, or one for their values; codes and names only where there are any."""
    structs = all(isinstance(value, Mapping) for _, value in rows)
    fields = list(dict.fromkeys(field for _, row in rows for field in row)) if structs else [""]
    coded, named = any(code for code, _ in rows), any(code in names for code, _ in rows)
    words = all(code.islower() and code not in names for code, _ in rows)  # such as the names of house rules
    heads = (Column("") if words else Column("", look="code"),) * coded + (Column(""),) * named

    def cells(code: str, value: Any) -> tuple[Cell, ...]:
        values = [value.get(field) for field in fields] if structs else [value]
        return (code,) * coded + (names.get(code, ""),) * named + tuple(cell(each, names) for each in values)

    columns = (*heads, *(Column(titled(field).lower(), right=True) for field in fields))
    return Grid(key, titled(key), columns, tuple(Row(cells(*row)) for row in rows))


def cell(value: Any, names: Names) -> Cell:
    return value if type(value) is int or value is None else told(value, names)


def told(value: Any, names: Names) -> str:
    """A value as people write it: codes by their names, what is in it one after the other."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inner = (f"{names.get(key, titled(key).lower())} {told(each, names)}" for key, each in value.items())
        return ", ".join(inner) or "none"
    if isinstance(value, list):
        return ", ".join(told(each, names) for each in value) or "none"
    return "none" if value in (None, "") else names.get(value, str(value))


def titled(key: str) -> str:
    return key.replace("_", " ").capitalize()
