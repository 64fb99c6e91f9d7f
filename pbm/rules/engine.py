"""The engine: plays a turn through its steps and records what happens. It names no game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbm.rules.dice import Dice
from pbm.rules.event import Event, Phase
from pbm.rules.order import Sheet

START, ORDERS, END = "start", "orders", "end"


@dataclass(slots=True)
class Turn:
    """A turn under way: what the steps may look at."""

    world: Any
    sheets: Mapping[str, Sheet]
    dice: Dice
    journal: list[Event] = field(default_factory=list)
    joining: tuple[str, ...] = ()
    """The powers that a new player takes over."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the sequence of play: its paragraph, its name, and the rule that yields its events."""

    part: str
    rule: str
    name: str
    run: Callable[[Turn], Iterator[Event]]


def record(turn: Turn, events: Iterable[Event]) -> None:
    """Apply each event as it is told, so that a rule sees what it has done."""
    world, keep = turn.world, turn.journal.append
    for event in events:
        event.apply(world)
        keep(event)


def play(turn: Turn, sequence: Iterable[Step], parts: tuple[str, ...] = (START, ORDERS, END)) -> list[Event]:
    """Play the steps of the given parts in order; the world is changed, the journal returned."""
    for step in sequence:
        if step.part in parts:
            turn.journal.append(Phase(step.rule, step.name))
            record(turn, step.run(turn))
    return turn.journal


def replay(world: Any, events: Iterable[Event]) -> None:
    """Bring a position forward by events alone."""
    for event in events:
        event.apply(world)
