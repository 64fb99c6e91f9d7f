"""Every way in which a game can be started: under each value of each house rule that is a choice."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.contract import AnyRuleset
from tests.helpers.long import LONG

SECRET = b"a real game"
NUMBERS = {"powers": tuple(map(str, range(2, 13))) if LONG else ("2", "3", "5", "8")}
House = dict[str, Any]


def houses(rules: AnyRuleset) -> Iterator[House]:
    """Every value of every house rule that is a choice, and some numbers of players."""
    yield {}
    for rule in msgspec.inspect.type_info(rules.state.settings).fields:  # type: ignore[attr-defined]
        kind = getattr(rule.type, "type", rule.type)
        values = getattr(kind, "values", ()) or NUMBERS.get(rule.name, ())
        values = (True, False) if isinstance(kind, msgspec.inspect.BoolType) else values
        yield from ({rule.name: value} for value in values if value != rule.default)


def seats_of(rules: AnyRuleset, house: House) -> list[str]:
    return list(rules.state.seats(msgspec.convert(house, rules.state.settings, strict=False)))


def begun(rules: AnyRuleset, house: House, absent: int = 0) -> tuple[Any, list[Event]]:
    """The first position, with so many seats that nobody has taken."""
    settings, seats = msgspec.convert(house, rules.state.settings, strict=False), seats_of(rules, house)
    return rules.state.setup(settings, Dice(SECRET, 0), dict.fromkeys(seats[len(seats) - absent :], "dummy"))


def is_lawful(rules: AnyRuleset, house: House) -> bool:
    """Whether the game can begin like that, such as with borders that hold all its seats."""
    try:
        return bool(begun(rules, house))
    except GameError:
        return house.keys() != {"borders"}
