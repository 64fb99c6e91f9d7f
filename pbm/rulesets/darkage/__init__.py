"""Dark Age: sixteen kingdoms in Dark Age Britain, sixteen actions a turn, no dice in battle.

The contents page: the sequence of play is in `turn`, the actions stand in the order of the rulebook in `attack`
and `stance` (5), `build`, `people` and `loans` (6), `spying` (7), `sea` (8), `general` (9) and `kings` (10).
"""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbm.rules.event import Event, Journal
from pbm.rulesets.contract import Ruleset
from pbm.rulesets.darkage import (  # noqa: F401
    attack,
    build,
    casework,
    general,
    kings,
    loans,
    people,
    sea,
    spying,
    stance,
)
from pbm.rulesets.darkage.action import ACTIONS, GONE, Action, Counted
from pbm.rulesets.darkage.computer import TEMPERAMENTS, write
from pbm.rulesets.darkage.corrections import corrected
from pbm.rulesets.darkage.general import LAST_ACTION
from pbm.rulesets.darkage.map import DATA, nations, starts
from pbm.rulesets.darkage.missed import is_vacant, stand_in
from pbm.rulesets.darkage.position import read_position, write_position
from pbm.rulesets.darkage.setup import set_up
from pbm.rulesets.darkage.tables import tables
from pbm.rulesets.darkage.turn import SEQUENCE
from pbm.rulesets.darkage.view import view
from pbm.rulesets.darkage.world import Settings, World, closed

SPELLINGS = {"KONVOY": "CONVOY"}


def words(world: World) -> dict[str, Any]:
    """The vocabulary of its order lines."""
    pairs = {city: place.hinterland for city, place in world.map.items() if place.hinterland}
    return {
        "grammar": "darkage",
        "actions": ACTIONS | GONE,
        "areas": {code: place.name for code, place in world.map.items()},
        "powers": {code: nation.name for code, nation in nations().items()},
        "aliases": {place.label: code for code, place in world.map.items() if place.label},
        "pairs": pairs | {hinterland: city for city, hinterland in pairs.items()},
        "near": {code: place.near for code, place in world.map.items()},
        "spellings": SPELLINGS,
        "rule": "1.8",
        "code_rule": "2.2",
        "contact_rule": "1.9",
        "limit": LAST_ACTION,
    }


def show(world: World) -> dict[str, Any]:
    return dict(msgspec.to_builtins(closed(world)))


def reports(
    world: World, journal: list[Event], frames: Mapping[str, Any], past: Sequence[Any]
) -> tuple[Any, dict[str, Any]]:
    from pbm.rulesets.darkage.report.make import reports, told_of

    return reports(told_of(world, journal), frames, past)


def chapter(world: World) -> Any:
    from pbm.rulesets.darkage.report.make import chapter

    return chapter(world)


def notes(kind: type[Action]) -> list[str]:
    """How its number is read, if it has one."""
    if not issubclass(kind, Counted):
        return []
    blank = f"left blank it means {kind.blank}" if kind.blank else "it must be given"
    return [
        f"The number: {blank}; ALL and AB- {'may' if kind.star else 'may not'} be written.",
        "More than there is: the action fails." if kind.strict else "More than possible: it is cut to what is.",
    ]


RULESET = Ruleset(
    name="darkage",
    title="Dark Age",
    version="1",
    actions=ACTIONS,
    gone={word: kind.advice for word, kind in GONE.items()},
    sequence=SEQUENCE,
    paragraphs=tomllib.loads((DATA / "paragraphs.toml").read_text(encoding="utf-8")),
    settings=Settings,
    journal=lambda: Journal.of(Event),
    setup=set_up,
    read_position=read_position,
    write_position=write_position,
    words=words,
    changes=lambda journal: {event.who: event.new for event in journal if isinstance(event, kings.Exchanged)},
    changes_marked=(b'"Exchanged"',),
    seats=tuple(nation.code for nation in starts().kingdoms),
    players=lambda world: list(world.order),
    over=lambda world: f"{world.won.who} won ({world.won.how})" if world.won else "",
    show=show,
    tables=tables,
    correct=corrected,
    view=view,
    reports=reports,
    chapter=chapter,
    temperaments=tuple(TEMPERAMENTS),
    is_vacant=is_vacant,
    stand_in=stand_in,
    write_orders=write,
    notes=notes,
    names=lambda world: world.names(),
    case=casework,
    data=DATA,
)
