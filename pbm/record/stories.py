"""The story of one code, turn by turn: all that befell a unit, a place or a power, out of the journals."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from pbm.errors import GameError
from pbm.record.config import read_config
from pbm.record.game import CONFIG, JOURNAL, Game
from pbm.rules.code import coded
from pbm.rules.event import Answered, Event, Phase
from pbm.rulesets.contract import AnyRuleset

Happening = tuple[int, str, Event]
"""A turn, a step of it, and what happened in it."""


def stories(game: Game, about: Iterable[str], kinds: Iterable[str], turn: int | None = None) -> Iterator[str]:
    """What concerned each of some codes, or each code of a kind that anything concerned; of one turn or all."""
    rules = read_config(game.record(0, CONFIG), CONFIG).ruleset
    found: dict[str, list[Happening]] = {}
    for number in range(game.last() + 1) if turn is None else (turn,):
        for happening in happenings(game, rules, number):
            for code, kind in concerned(happening[2]):
                if code in about or kind in kinds:
                    found.setdefault(code, []).append(happening)
    if strange := [code for code in about if code not in found]:
        raise GameError(f"Nothing in {game.name} is about {', '.join(strange)}.")
    names = rules.state.names(read_config(game.record(0, CONFIG), CONFIG).open(game.position(0)))
    for code in sorted(found):
        yield from story(game, code, found[code], names)


def happenings(game: Game, rules: AnyRuleset, turn: int) -> Iterator[Happening]:
    step = ""
    for event in rules.book.journal.read(game.record(turn, JOURNAL)) if turn else ():
        if isinstance(event, Phase):
            step = event.sentence({})
        elif not isinstance(event, Answered) and not event.silent:
            yield turn, step, event


def concerned(event: Event) -> Iterator[tuple[str, str]]:
    """Every code in the fields of an event, once, with its kind."""
    told: set[str] = set()
    for field, code in coded(type(event)).items():
        value = getattr(event, field)
        for one in value if isinstance(value, tuple) else (value,):
            if one and one not in told:
                told.add(one)
                yield one, code.kind


def story(game: Game, code: str, found: list[Happening], names: Mapping[str, str]) -> Iterator[str]:
    """One code's story: turns, the steps of each, and a sentence for each thing that happened."""
    yield f"{names.get(code, '')} ({code})" if names.get(code) else code
    for turn, of_turn in groupby(found, key=lambda row: row[0]):
        yield f"  {game.named(turn)}"
        for step, rows in groupby(of_turn, key=lambda row: row[1]):
            yield f"    {step}"
            yield from (f"        {event.sentence(names)}" for _, _, event in rows)
    yield ""
