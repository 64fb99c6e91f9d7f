"""The engine: plays the steps of a turn and records the events. Nothing here depends on a game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pbm.rules.dice import Dice
from pbm.rules.event import Event, Phase
from pbm.rules.order import Sheet
from pbm.rules.rulings import Rulings

START, ORDERS, END = "start", "orders", "end"
W = TypeVar("W")
"""The world of a game."""


@dataclass(slots=True)
class Turn(Generic[W]):
    """A turn in progress: what the steps may use."""

    world: W
    sheets: Mapping[str, Sheet]
    dice: Dice
    journal: list[Event] = field(default_factory=list)
    """All that has been told so far, also what is not written."""
    joining: tuple[str, ...] = ()
    """The powers that a new player takes over."""
    away: tuple[str, ...] = ()
    """The powers whose players are away: without a sheet they miss nothing."""
    rulings: Rulings = field(default_factory=Rulings)
    """The game master's rulings for this turn."""
    over: bool = False
    """An event ended the turn: nothing more is played."""
    parts: tuple[str, ...] | None = None
    """The parts of the sequence that are played; all, if none are named."""
    kept: dict[Any, Any] = field(default_factory=dict)
    """What the rules of a game work out once and look at again while the turn lasts."""


@dataclass(frozen=True, slots=True)
class Step(Generic[W]):
    """One step of the sequence of play: its paragraph, its name, and the rule that yields its events.

    A rule may also yield further steps, which are played in their place.
    """

    part: str
    rule: str
    name: str
    run: Callable[[Turn[W]], Iterator["Event | Step[W]"]]
    at_once: bool = False
    """All its events are made from the position at its start, and only then applied."""
    round: int | None = None


def record(turn: Turn[W], events: Iterable[Event | Step[W]]) -> None:
    """Apply each event at once, so that a rule sees its own effects."""
    world, keep = turn.world, turn.journal.append
    for event in events:
        if isinstance(event, Step):
            take(turn, event)
            if turn.over:
                return
            continue
        event.apply(world)
        keep(event)
        if event.ends_turn:
            turn.over = True
            return


def take(turn: Turn[W], step: Step[W]) -> None:
    """Play one step."""
    turn.journal.append(Phase(step.rule, step.name, step.round))
    try:
        told = step.run(turn)
        record(turn, list(told) if step.at_once else told)
    except (ArithmeticError, LookupError, TypeError, AttributeError, AssertionError, ValueError) as error:
        error.add_note(f"in the step {step.name} [{step.rule}]")
        raise


def play(turn: Turn[W], sequence: Iterable[Step[W]], parts: Iterable[str] | None = None) -> list[Event]:
    """Play the steps in order, or those of some parts; change the world and return what is written of it."""
    turn.parts = None if parts is None else tuple(parts)
    for step in sequence:
        if turn.over:
            break
        if turn.parts is None or step.part in turn.parts:
            take(turn, step)
    return written(turn.journal)


def written(journal: Iterable[Event]) -> list[Event]:
    """What the record has of a journal."""
    return [event for event in journal if event.written]


def each_alone(
    turn: Turn[W],
    powers: Iterable[str],
    run: Callable[[Turn[W], str], Iterator[Event]],
    copied: Callable[[W], W] = deepcopy,
) -> Iterator[Event]:
    """Let all powers act at the same time, in the order of their codes.

    Each runs on a copy of the position at the start, so that its own earlier lines count and nobody else's do.
    """
    told: list[Event] = []
    for power in sorted(powers):
        alone = replace(turn, world=copied(turn.world), journal=[], kept={})
        record(alone, run(alone, power))
        told += alone.journal
    yield from told


def replay(world: Any, events: Iterable[Event]) -> None:
    """Bring a position forward by events alone."""
    for event in events:
        event.apply(world)
