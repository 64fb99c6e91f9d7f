"""What a game lacks: everything that can be seen without a world, all of it at once."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

from pbm.errors import GameError
from pbm.reading.grammar import source_of
from pbm.rules.action import Action, Actions
from pbm.rules.condition import Condition
from pbm.rules.event import Event, OfPower, parties_of
from pbm.rules.form import Form
from pbm.rules.order import Order
from pbm.rulesets.contract import AnyRuleset, Book
from pbm.rulesets.kinds import of_kinds
from pbm.rulesets.late import missing
from pbm.rulesets.sequence import of_sequence

RULE = re.compile(r"^[?!]?(\w+)(?:\.\d+)?\s*:", re.MULTILINE)
FIELD = re.compile(r"\{(\w+)")


def lacks(ruleset: AnyRuleset) -> list[str]:
    book, path = ruleset.book, source_of(ruleset.language.grammar)
    if not path.is_file():
        return [f"there is no grammar {path}"]
    rules = set(RULE.findall(path.read_text(encoding="utf-8")))
    return [
        *of_actions(book.actions, rules, set(book.paragraphs)),
        *of_conditions(book.actions, rules, set(book.paragraphs)),
        *of_events(book.events),
        *unlisted(book.events),
        *of_sequence(book),
        *of_kinds(ruleset),
        *missing(ruleset),
        *(of_package(ruleset) if isinstance(ruleset.language.grammar, Path) else ()),
    ]


def of_package(ruleset: AnyRuleset) -> Iterator[str]:
    """What is tried for a game in a package of its own; the tests try it for ours."""
    from pbm.rulesets.first_position import of_first_position
    from pbm.rulesets.grammars import of_grammar
    from pbm.rulesets.parts import misfits

    yield from misfits(ruleset)
    yield from (faults := list(of_grammar(ruleset)))
    yield from of_first_position(ruleset) if not faults else ()
    yield from of_style(ruleset.data)
    yield from of_plate(ruleset.data)
    yield from of_map(ruleset.data)
    yield from unknown_paragraphs(ruleset.book)


def unknown_paragraphs(book: Book) -> Iterator[str]:
    for step in () if callable(book.sequence) else book.sequence:
        if step.rule not in book.paragraphs:
            yield f"the step {step.name} cites paragraph {step.rule}, which the book does not have"


def of_map(data: Path) -> Iterator[str]:
    from pbm.maps.mapdata import read_map

    if not (path := data / "map.json").is_file():
        return
    areas = read_map(path)
    codes = Counter(area.code for area in areas.areas)
    yield from (f"{path}: there are {times} areas {code}" for code, times in codes.items() if times > 1)
    ends = dict.fromkeys(code for link in areas.links for code in (link.a, link.b) if code not in codes)
    yield from (f"{path}: a link leads to {code}, and there is no such area" for code in ends)


def of_style(data: Path) -> Iterator[str]:
    from pbm.maps.data.atlas import layers, plate_style
    from pbm.maps.hexes.plate import read_hex_plate

    for folder in plates_in(data):
        try:
            if (folder / "hexes.json").is_file():
                read_hex_plate(folder)
            elif layers(folder, "style.toml"):
                plate_style(folder)
        except GameError as error:
            yield str(error).removesuffix(".")


def of_plate(data: Path) -> Iterator[str]:
    """What does not fit in plate.toml, and patterns that nothing draws: the reports would break."""
    from pbm.maps.land.plate import read_plate_style
    from pbm.maps.marks.hatching import PATTERNS

    for folder in plates_in(data):
        try:
            style = read_plate_style(folder)
        except GameError as error:
            yield str(error).removesuffix(".")
            continue
        path, known = folder / "plate.toml", ", ".join(PATTERNS)
        for part, rows in (("owner", style.owner), ("cover", style.cover)):
            for code, row in rows.items():
                if row.pattern not in PATTERNS:
                    yield f"{path}: the {part} {code} has the pattern {row.pattern}, and the patterns are {known}"
        for code, owner in style.owner.items():
            if owner.saving and owner.saving not in PATTERNS:
                yield f"{path}: the owner {code} has the saving {owner.saving}, and the patterns are {known}"


def plates_in(data: Path) -> list[Path]:
    """The folders of a game's maps."""
    return sorted((data / "plates").glob("*/")) or [data]


def of_actions(actions: Actions[Any], rules: set[str], paragraphs: set[str]) -> Iterator[str]:
    for word, kind in (*actions.kinds.items(), *actions.gone.items()):
        yield from (f"{word} {lack}" for lack in of_action(kind, rules, paragraphs))
        needs = actions.needs if word in actions.kinds else ()
        yield from (f"{word} does not say its {need}" for need in needs if getattr(kind, need) in (None, ""))


def of_action(kind: type[Action], rules: set[str], paragraphs: set[str]) -> Iterator[str]:
    if kind.word.lower() not in rules:
        yield f"has no rule of grammar {kind.word.lower()}"
    if kind.rule not in paragraphs:
        yield f"cites paragraph {kind.rule}, which the book does not have"
    if not kind.__doc__:
        yield "has no docstring"
    yield from of_form(kind)
    unknown = {*Form(kind.standing).fields} - {*kind.__struct_fields__}
    yield from (f"stands by {field}, which is not a field" for field in sorted(unknown))


def of_form(kind: type[Order]) -> Iterator[str]:
    fields, boxes = kind.__struct_fields__, kind.boxes
    yield from (f"has the field {field}, which is not in its form" for field in fields if field not in boxes)
    yield from (f"has {box} in its form, which is not a field" for box in boxes if box not in fields)
    said = dict.fromkeys(FIELD.findall(kind.meaning))
    yield from (f"means {field}, which is not a field" for field in said if field not in fields)


def of_conditions(actions: Actions[Any], rules: set[str], paragraphs: set[str]) -> Iterator[str]:
    for word, kind in actions.conditions.items():
        if f"if_{word.lower()}" not in rules:
            yield f"IF {word} has no rule of grammar if_{word.lower()}"
        if kind.rule and kind.rule not in paragraphs:
            yield f"IF {word} cites paragraph {kind.rule}, which the book does not have"
        yield from (f"IF {word} {lack}" for lack in of_form(kind))
        yield from (f"IF {word} {lack}" for lack in of_holds(kind))
    if actions.conditions and not {"if_before", "if_behind"} & rules:
        yield "conditions have neither a rule of grammar if_before nor if_behind"


def of_holds(kind: type[Condition]) -> Iterator[str]:
    """A game may judge conditions in its own way: those have a base of its own."""
    if kind.holds is Condition.holds and Condition in kind.__bases__:
        yield "has no `holds`"
    try:
        signature(kind.holds).bind(kind, world=None, who="")
    except TypeError:
        yield "has a `holds` that does not take (self, world, who)"


def of_events(events: Iterable[type[Event]]) -> Iterator[str]:
    kinds = tuple(events)
    bases = {base for kind in kinds for base in kind.__mro__[1:]}
    for kind in kinds:
        if not (kind.text or kind.news or kind.silent or kind in bases):
            yield f"the event {kind.__name__} has no words, and is not silent"
        if kind.news and not kind.verb and "headline" not in vars(kind) and kind not in bases:
            yield f"the event {kind.__name__} has news and no verb, so that nobody reads them"
        told = (*parties_of(kind), *kind.shows, *FIELD.findall(kind.text + kind.news))
        unknown = {*told} - {*kind.__struct_fields__}
        yield from (f"the event {kind.__name__} tells {field}, which is not a field" for field in sorted(unknown))
        yield from (f"the event {kind.__name__} has in its {lack}" for lack in of_summaries(kind))


def of_summaries(kind: type[Event]) -> Iterator[str]:
    """What the brief and the accounts of a report look up in an event: fields, or properties of it."""
    for row in kind.brief:
        for field in (row.party, row.unless):
            if field and not hasattr(kind, field):
                yield f"brief {field}, which is not a field"
        unknown = dict.fromkeys(field for field in FIELD.findall(row.each) if field not in kind.__struct_fields__)
        yield from (f"brief {{{field}}}, which is not a field" for field in unknown)
        if "{" in row.opening:
            yield f"brief the opening {row.opening!r}: what is filled in for each stands in `each`"
    for entry in kind.books:
        for field in (entry.field, entry.party):
            if not hasattr(kind, field):
                yield f"books {field}, which is not a field"


def unlisted(events: Iterable[type[Event]]) -> Iterator[str]:
    """Kinds of events in the same modules that the book does not name: no journal with one could be read."""
    listed = {*events}
    modules = {kind.__module__ for kind in listed}
    bases: set[type[Event]] = {Event, OfPower, *listed}
    beside = {each for kind in bases for each in kind.__subclasses__() if each.__module__ in modules}
    for kind in sorted(beside - listed, key=lambda each: each.__name__):
        home = vars(sys.modules[kind.__module__])
        if kind.written and not kind.__subclasses__() and home.get(kind.__name__) is kind:
            yield f"the book does not name the event {kind.__name__}"
