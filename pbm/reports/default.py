"""The plain report for a game without its own: the common part of a view, and whatever else it contains."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbm.reports import History
from pbm.reports.sections import AnySection, Brief, Cell, Column, Ending, Fact, Facts, Grid, Map, Orders, Row, Standing
from pbm.reports.tell import Names, chart, deeds, failures, finished, happenings, messages, news, private_messages
from pbm.rules.doctrine import standing
from pbm.rules.sight import OF_THE_TURN, View


def report(
    view: View, names: Names, slots: int = 0, doctrine: Mapping[str, str] | None = None, over: str = ""
) -> Iterator[AnySection]:
    """`doctrine` are the standing orders of the view's power, `over` is how the game ended."""
    done = deeds(view, names, slots)
    if over:
        yield Ending("ending", "The game is over", finished(over))
    yield Brief("brief", "In brief", tuple(happenings(view, names)), tuple(failures(done)))
    yield Orders("orders", "Your orders", done)
    if doctrine:
        yield Standing("standing", "Standing orders", tuple(Fact(key, key, text) for key, text in standing(doctrine)))
    if any(said.to for said in view.messages):
        yield private_messages(view, names)
    yield from position(bare(view), names)


def roundup(view: View, history: History, names: Names, has_map: bool = False) -> Iterator[AnySection]:
    """`has_map`: the game has a plate on which its owners can be shown."""
    yield news(view)
    if not all(said.to for said in view.messages):
        yield messages(view, names)
    if has_map and (owned := {place: owner for place, owner in history[-1].owners.items() if owner}):
        yield Map(
            "map", "The map", owners=owned, names={code: names.get(code, code) for code in sorted({*owned.values()})}
        )
    for key in history[-1].figures if len(history) > 1 else ():
        figures = [chapter.figures.get(key, {}) for chapter in history]
        powers = {code: names.get(code, code) for code in figures[-1]}
        yield chart(f"{key}_chart", key.capitalize(), history, figures, powers, under="Turn by turn")


def bare(view: View) -> dict[str, Any]:
    """What a view says of the closing position, as plain data."""
    content = msgspec.json.encode({key: getattr(view, key) for key in fields(view)})
    return msgspec.json.decode(content, type=dict[str, Any])


def fields(view: View) -> list[str]:
    return [key for key in view.__struct_fields__ if key not in ("who", "turn", *OF_THE_TURN)]


def position(known: Mapping[str, Any], names: Names) -> Iterator[AnySection]:
    """Single values as facts, and a table for whatever there are many of."""
    facts = tuple(Fact(key, titled(key), str(value)) for key, value in known.items() if is_single(value))
    if facts:
        yield Facts("position", "Your position", facts)
    for key, rows in known.items():
        if isinstance(rows, Mapping) and rows and all(isinstance(row, Mapping) for row in rows.values()):
            yield table(key, rows, names)


def table(key: str, rows: Mapping[str, Mapping[str, Any]], names: Names) -> Grid:
    keys = list(dict.fromkeys(field for row in rows.values() for field in row))
    columns = (Column("", look="code"), Column(""), *(Column(titled(field).lower(), right=True) for field in keys))
    cells = (Row((code, names.get(code, ""), *(cell(row.get(field)) for field in keys))) for code, row in rows.items())
    return Grid(key, titled(key), columns, tuple(cells))


def cell(value: Any) -> Cell:
    if value is None or isinstance(value, str):
        return value
    return int(value) if isinstance(value, int) else msgspec.json.encode(value).decode()


def is_single(value: object) -> bool:
    return isinstance(value, str | int) and value != ""


def titled(key: str) -> str:
    return key.replace("_", " ").capitalize()
