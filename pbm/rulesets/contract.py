"""What a game must bring to the engine. The rulesets are listed here, and only here."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Step
from pbm.rules.event import Event, Journal
from pbm.rules.order import Order

RULESETS = {"darkage": "pbm.rulesets.darkage"}


@dataclass(frozen=True)
class Table:
    """Rows to be shown under a heading; figures stand to the right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str | int, ...]]


@dataclass(frozen=True)
class Ruleset:
    """A game as the engine sees it: its sequence of play, its orders, its positions, and how to tell of them."""

    name: str
    title: str
    version: str
    actions: Mapping[str, type[Order]]
    gone: Mapping[str, str]
    """Words that are no longer actions, and what to do instead."""
    sequence: tuple[Step, ...]
    paragraphs: Mapping[str, str]
    """Every paragraph that prescribes something, with a word on what."""
    settings: type[Any]
    journal: Callable[[], Journal]
    setup: Callable[[Any, Dice, Mapping[str, str]], tuple[Any, list[Event]]]
    """A new world under its house rules, with the seats that are not players', and the events that made it."""
    read_position: Callable[[bytes, Any], Any]
    write_position: Callable[[Any], bytes]
    words: Callable[[Any], Any]
    """The vocabulary of a world, for reading order lines."""
    changes: Callable[[list[Event]], dict[str, str]]
    """Which players changed powers in a turn, from which to which."""
    changes_marked: tuple[bytes, ...]
    """What the journal lines of such events hold."""
    seats: tuple[str, ...]
    """The powers that players may have from the start."""
    players: Callable[[Any], list[str]]
    """Who may send orders for the coming turn."""
    over: Callable[[Any], str]
    """How the game ended; empty while it goes on."""
    show: Callable[[Any], dict[str, Any]]
    """A position for other programs to read."""
    tables: Callable[[Any], list[Table]]
    """A position for people to read."""
    correct: Callable[[Any, list[tuple[str, str]]], Iterator[Event]]
    """What the game master puts right, each with its reason, as events."""
    view: Callable[[Any, list[Event], str], Any]
    """What a player may know of a turn: all that his report is made from."""
    reports: Callable[[Any, list[Event], Mapping[str, Any], Sequence[Any]], tuple[Any, dict[str, Any]]]
    """The roundup and the reports of a turn, from its position, its journal, the frames and the chapters before."""
    chapter: Callable[[Any], Any]
    """What the history of a game keeps of a position: public figures."""
    temperaments: tuple[str, ...]
    """The computer players there are."""
    is_vacant: Callable[[Any, str], bool]
    """Whether a power is in play and has no player."""
    stand_in: Callable[[Any, str, bool], str]
    """The temperament that plays a power without orders; the last value says that a new player is joining there."""
    write_orders: Callable[[Any, str, Dice], Sequence[tuple[Order, str]]]
    """What a temperament orders, from a player's view, with its reasons."""
    notes: Callable[[type[Any]], list[str]]
    """What else a player should know of an action."""
    names: Callable[[Any], Mapping[str, str]]
    case: Any
    """Reads and compares the positions of cases."""
    data: Path

    def house_rules(self) -> list[tuple[str, str, str]]:
        """Each house rule with its default and what it decides."""
        fields = msgspec.json.schema(self.settings)["$defs"][self.settings.__name__]["properties"]
        return [(name, json.dumps(row["default"]), row["description"]) for name, row in fields.items()]


def load(name: str) -> Ruleset:
    """The ruleset of that name, imported only now."""
    if name not in RULESETS:
        raise GameError(f"There is no ruleset {name}; there are {', '.join(RULESETS)}.")
    ruleset = import_module(RULESETS[name]).RULESET
    assert isinstance(ruleset, Ruleset)
    return ruleset
