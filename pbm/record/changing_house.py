"""Changing a house rule for the next turn, and noticing one that was edited in game.toml instead."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from pbm.errors import GameError, within
from pbm.files import put, read_once
from pbm.record.config import house_in, read_config
from pbm.record.game import CONFIG, Game
from pbm.record.house import HOUSE, Change, changed, read_changes, write_changes
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.rulings import BY_THE_BOOK, written

KINDS = {"int": "write a whole number", "bool": "write true or false", "float": "write a number"}
TRUTH = {"yes": "true", "no": "false"}


def change_house(game: Game, text: str, reason: str) -> tuple[int, list[Change]]:
    """Change a house rule, or all by the book, from the next turn on; return the turn and the changes."""
    with game.locked():
        turn = game.last() + 1
        config, content = game.config(), game.house_changes(turn)
        present, before = house_values(config.settings), house_values(game.config(without=True).settings)
        asked = spoken_for(config.ruleset, [text])
        new = {rule: now for rule, now in asked.items() if present[rule] != now}
        if not new:
            raise GameError(f"{' and '.join(f'{rule} is {written(now)}' for rule, now in asked.items())} already.")
        read(*said(new), present | new, config.ruleset.state.settings)
        changes = [Change(rule, before[rule], now, reason) for rule, now in new.items()]
        kept = [one for one in read_changes(content) if one.rule not in new]
        kept += [one for one in changes if one.now != one.was]
        read_config(game.read(CONFIG), text, changed(game.house(turn, without=True), write_changes(kept)))
        refuse_settled(game, config.ruleset, new)
        put(game.turn(turn) / HOUSE, write_changes(kept))
        return turn, [msgspec.structs.replace(one, was=present[one.rule]) for one in changes]


def refuse_settled(game: Game, ruleset: AnyRuleset, rules: Iterable[str]) -> None:
    if settled := [rule for rule in rules if ruleset.state.is_settled(rule)]:
        many = len(settled) > 1
        raise GameError(
            f"{', '.join(settled)} {'count' if many else 'counts'} only when a game is set up, and {game.name} is."
        )


def said(rules: Mapping[str, Any]) -> tuple[str, str]:
    return ", ".join(rules), ", ".join(str(value) for value in rules.values())


def spoken_for(rules: AnyRuleset, texts: Iterable[str]) -> dict[str, Any]:
    """The house rules given as KEY=VALUE, and those that `by_the_book` stands for."""
    texts = [text.strip() for text in texts]
    own = dict(understood(rules, text) for text in texts if text != BY_THE_BOOK)
    if BY_THE_BOOK in texts and not rules.by_the_book:
        raise GameError(f"{rules.title} is by the book already: none of its house rules differs from its source.")
    return rules.spelled_out({BY_THE_BOOK: BY_THE_BOOK in texts, **own})


def house_values(settings: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(settings)
    return found


def understood(rules: AnyRuleset, text: str) -> tuple[str, Any]:
    """The house rule and its new value, from KEY=VALUE; whether it goes with the other rules is not asked yet."""
    rule, equals, value = (part.strip() for part in text.partition("="))
    names = {field.name: field.type for field in msgspec.structs.fields(rules.state.settings)}
    if not names:
        raise GameError(f"{rules.title} has no house rules.")
    if not equals or rule not in names:
        raise GameError(
            f'"{text}" is not understood: write {BY_THE_BOOK}, or KEY=VALUE with one of {", ".join(names)}.'
        )
    given = value.strip("\"'")
    return rule, msgspec.to_builtins(read(rule, value, TRUTH.get(given.lower(), given), names[rule]))


def read(rule: str, value: Any, given: Any, kind: Any) -> Any:
    """What is given as the kind it must be; if it cannot be, the value of the rule is wrong."""
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        choices = ", ".join(map(str, choices_of(kind)))
        why = f"use one of {choices}" if choices else plainly(str(error).partition(" - at ")[0])
        raise GameError(f"{rule} cannot be {value}: {why}.") from None


def plainly(fault: str) -> str:
    """What is wrong, for people who do not know what `int` is."""
    wanted = next((words for kind, words in KINDS.items() if f"Expected `{kind}" in fault), "")
    return within(fault) if not wanted or ">=" in fault or "<=" in fault else wanted


def choices_of(kind: Any) -> tuple[Any, ...]:
    """The words from which a house rule is chosen, such as scenarios; none if it is no such rule."""
    inner = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return get_args(inner) if get_origin(inner) is Literal else ()


def chosen(rules: AnyRuleset, texts: Iterable[str]) -> dict[str, str]:
    """The house rules given for a new game, as game.toml writes them."""
    return {rule: written(value) for rule, value in spoken_for(rules, texts).items()}


def edited(game: Game) -> list[str]:
    """The house rules that were edited in game.toml after turn 1 was first adjudicated."""
    first = next(iter(game.results(1)), None)
    if first is None:
        return []
    where, content = str(game.folder / CONFIG), game.read(CONFIG)
    began = read_config(read_once(first / CONFIG), str(first / CONFIG)).settings
    there = (first / HOUSE).read_bytes() if (first / HOUSE).is_file() else b""
    now = read_config(content, where, changed(house_in(content, where), there)).settings
    return differing(house_values(began), house_values(now))


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


def refuse_edited(game: Game) -> None:
    if rules := edited(game):
        raise GameError(
            f"{game.folder / CONFIG}: the house rules of {game.name} were edited while it is played "
            f"({', '.join(rules)}). Put back what was there under [house], and change a rule with its reason: "
            f"pbm house {game.name} {rules[0]}=VALUE --reason TEXT"
        )
