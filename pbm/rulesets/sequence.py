"""Whether the sequence of play reaches all that it should: every step in a part of the turn, every action in a step."""

from collections.abc import Callable, Iterable, Iterator
from inspect import getclosurevars, unwrap
from types import FunctionType
from typing import Any

from pbm.rules import playing
from pbm.rules.action import Action
from pbm.rules.engine import Step
from pbm.rules.playing import Playing
from pbm.rulesets.contract import Book

OWN_WAYS = {"step", "step_of", "played_in"}
"""What a game's own rules look at if they find out by themselves what is played when."""


def of_sequence(book: Book) -> Iterator[str]:
    if callable(book.sequence):
        return
    yield from unknown_parts(book, book.sequence)
    kinds = [*book.actions.values()]
    if any(kind.played_in is not Action.played_in for kind in kinds):
        return
    drivers = [step.run for step in book.sequence if step.run.__module__ == playing.__name__]
    used = [found for driver in drivers if (found := getclosurevars(driver).nonlocals).get("steps")]
    played = [name for each in used if type(each["self"]).step_of is Playing.step_of for name in each["steps"]]
    for name in dict.fromkeys(played):
        if name not in {kind.step for kind in kinds}:
            yield f"the sequence plays the step {name}, which no action has"
    if played and len(used) == len([each for each in used if type(each["self"]).step_of is Playing.step_of]):
        yield from never_played(book, {*played})


def unknown_parts(book: Book, steps: Iterable[Step[Any]]) -> Iterator[str]:
    """Steps in parts of the turn that the book does not have: no turn would play them."""
    for step in steps:
        if step.part not in book.parts:
            yield f"the step {step.name} is in the part {step.part}, and the parts are {', '.join(book.parts)}"


def never_played(book: Book, played: set[str]) -> Iterator[str]:
    """Actions whose step neither a driver plays nor a rule of the game's own names."""
    assert not callable(book.sequence)
    words, seen = set[str](), set[Any]()
    for step in book.sequence:
        words |= said_in(step.run, seen)
    if words & OWN_WAYS:
        return
    for word, kind in book.actions.items():
        if kind.step and kind.step not in played | words:
            yield f"{word} is played in the step {kind.step}, which the sequence does not play"


def said_in(run: Callable[..., Any], seen: set[Any]) -> set[str]:
    """The words and names in a rule and in all that it calls, but for the engine's own."""
    function = unwrap(getattr(run, "__func__", run))
    if function in seen or not isinstance(function, FunctionType) or function.__module__.startswith("pbm.rules."):
        return set()
    seen.add(function)
    found = getclosurevars(function)
    words = {each for each in function.__code__.co_consts if isinstance(each, str)} | {*function.__code__.co_names}
    for value in (*found.globals.values(), *found.nonlocals.values()):
        words |= {value} if isinstance(value, str) else said_in(value, seen) if callable(value) else set()
    return words
