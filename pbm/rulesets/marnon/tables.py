"""The figures of the rulebook: dice tables, prices, the 52 event cards and the 18 mercenary cards [6, 5.98]."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from pbm.rulesets.marnon.map import DATA

LEAST_FORCE = 500
DICE = range(2, 13)


class Card(Struct, frozen=True):
    """An event card."""

    no: int
    code: str
    title: str
    scope: str
    count: int
    when: str
    effects: tuple[dict[str, Any], ...]
    continuing: bool
    remove: bool
    reshuffle: bool
    text: str
    choice: dict[str, str] = {}
    streams: tuple[str, ...] = ()


class Mercenary(Struct, frozen=True):
    no: int
    code: str
    name: str
    kind: str
    points: int
    fee: int
    cavalry: int
    edge: int
    text: str
    attack: int = 0
    range: int = 0
    hits: int = 0
    armour: str | None = None
    size: int = 0
    command: int = 0


class CardsFile(Struct, frozen=True):
    events: tuple[Card, ...]
    mercenaries: tuple[Mercenary, ...]


@cache
def cards_file() -> CardsFile:
    return msgspec.json.decode((DATA / "cards.json").read_bytes(), type=CardsFile)


@cache
def cards() -> dict[int, Card]:
    return {card.no: card for card in cards_file().events}


@cache
def mercenaries() -> dict[str, Mercenary]:
    return {card.code: card for card in cards_file().mercenaries}


@cache
def tables() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((DATA / "tables.json").read_bytes())
    return found


def effect(number: int, op: str) -> dict[str, Any]:
    """One effect of a card; empty if it has none of that kind."""
    return next((row for row in cards()[number].effects if row["op"] == op), {})


def by_dice(row: list[int], dice: int) -> int:
    """The entry of a list for 2..12."""
    return row[min(max(dice, DICE[0]), DICE[-1]) - DICE[0]]


def ranged(row: dict[str, Any], number: int) -> Any:
    """The entry of a table whose keys are `3`, `4-5` or `6+`."""
    for key, value in row.items():
        low, _, high = key.removesuffix("+").partition("-")
        if number >= int(low) and (key.endswith("+") or number <= int(high or low)):
            return value
    raise KeyError(number)


def half_up(number: int, divisor: int) -> int:
    """Shares round half up [4.11]."""
    return (2 * number + divisor) // (2 * divisor)


def percent(number: int, share: int) -> int:
    return half_up(number * share, 100)


def up(number: int, divisor: int) -> int:
    return -(-number // divisor)


def price(what: str) -> int:
    return int(tables()["prices"][what])


def upkeep(what: str) -> int:
    return int(tables()["upkeep"][what])
