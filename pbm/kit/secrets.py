"""The same turn with everything changed that a player may not know.

What may be known is taken from the table that the game brings to its tests, never from the view under test. Whatever a
table does not name is hidden, so that a field or an event added to a game is a secret until somebody says otherwise.
"""

import random
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pbm.kit.brought import brought
from pbm.kit.knowledge import Knowledge, Known, table_of
from pbm.kit.play import Played, copied
from pbm.rules.event import Event, Phase, Said, named_in


def disguised(played: Played, who: str, chance: random.Random) -> tuple[Any, list[Event]]:
    """The same turn as far as that power may know, and another one in all else."""
    name = played.rules.name
    hides = brought(name).hides
    assert hides, (
        f"{name} does not say what a player may not know of a position: give `brings` a function that hides it."
    )
    world, table = copied(played.rules, played.world), table_of(name)
    known = table.known(played, who)
    hides(world, known, chance)
    codes = sorted(played.rules.language.words(played.world).all_codes)
    return world, list(hidden_journal(played.journal, known, table, codes, chance))


def hidden_journal(
    journal: list[Event], known: Known, table: Knowledge, codes: list[str], chance: random.Random
) -> Iterator[Event]:
    """Events it is no party to are gone, told twice or have other figures; what is public stays in its place.

    What two others say to each other is another thing. That somebody acted where it was a party to what came of it, it
    may know, though not with what order.
    """
    mine = {id(event) for event in known.events}
    felt = {id(answer) for answer, event in with_answers(journal, table) if answer and id(event) in mine}
    for event in journal:
        if id(event) in mine or isinstance(event, Phase) or (isinstance(event, Said) and not event.to):
            yield event
        elif table.is_public(event) or id(event) in felt:
            yield altered(event, table, codes, chance)
        else:
            yield from (altered(event, table, codes, chance) for _ in range(chance.randint(0, 2)))


def with_answers(journal: list[Event], table: Knowledge) -> Iterator[tuple[Event | None, Event]]:
    """Each event with the action it came of."""
    answer: Event | None = None
    for event in journal:
        if isinstance(event, Phase) or table.is_act(event):
            answer = None if isinstance(event, Phase) else event
        else:
            yield answer, event


def altered(event: Event, table: Knowledge, codes: list[str], chance: random.Random) -> Event:
    """An event with other figures and places, but for what everyone reads; another party would make it their news."""
    if table.is_act(event) and {"number", "order"} <= {*event.__struct_fields__}:
        return msgspec.structs.replace(event, number=chance.randint(1, 16), order="ANOTHER ORDER")
    if isinstance(event, Said):
        return msgspec.structs.replace(event, message="Another message.")
    told = table.events[type(event).__name__]
    fixed = (*told.everyone, *(field.removeprefix("@") for field in told.parties))
    hints, printed = get_type_hints(type(event)), named_in(type(event).text)
    changed = {
        field: otherwise(getattr(event, field), hints[field] if field in printed else None, codes, chance)
        for field in event.__struct_fields__
        if field not in fixed
    }
    return msgspec.structs.replace(event, **changed)


def otherwise(value: Any, hint: Any, codes: list[str], chance: random.Random) -> Any:
    """Another figure, place or word in a value's place; a list with as many."""
    kinds = get_args(hint)
    if isinstance(value, tuple):
        return tuple(otherwise(each, kinds[0] if kinds else hint, codes, chance) for each in value)
    if type(value) is int:
        return chance.randint(0, 99)
    if isinstance(value, str) and value in codes:
        return chance.choice(codes)
    if get_origin(hint) is Literal:
        return chance.choice(kinds)
    return f"other {value}" if isinstance(value, str) and str in (hint, *kinds) else value


def scramble(value: msgspec.Struct, keep: tuple[str, ...], codes: list[str], chance: random.Random) -> None:
    """Give every field but those another value of its kind."""
    for field, hint in get_type_hints(type(value)).items():
        if field not in keep and field in value.__struct_fields__:
            setattr(value, field, another(hint, codes, chance))


def another(hint: Any, codes: list[str], chance: random.Random) -> Any:
    """Any value of a type."""
    if get_origin(hint) in (Union, UnionType):
        return another(chance.choice(get_args(hint)), codes, chance)
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    if get_origin(hint) is list:
        return [another(get_args(hint)[0], codes, chance) for _ in range(chance.randint(0, 3))]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint(**{field: another(kind, codes, chance) for field, kind in get_type_hints(hint).items()})
    plain = {NoneType: None, bool: chance.random() < 0.5, int: chance.randint(0, 99), str: chance.choice(codes)}
    return plain[hint]
