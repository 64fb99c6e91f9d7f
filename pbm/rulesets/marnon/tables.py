"""The figures of the rulebook: dice tables, prices, the 52 event cards and the 18 mercenary cards [6, 5.98]."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pbm.rulesets.marnon.map import DATA

LEAST_FORCE = 500
DICE = range(2, 13)
Needs = str | tuple[int, int]
"""Fleets and points that come or go, or what happens instead."""
Entry = TypeVar("Entry")


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


class Attrition(Struct, frozen=True):
    fleets_lost: list[int]
    pct: dict[str, list[int]]
    modifiers: dict[str, int]


class PermanentLosses(Struct, frozen=True):
    winner_pct: list[int]
    loser_pct: list[int]


class BreakingContact(Struct, frozen=True):
    needs: int
    enemy_general_9: int
    outnumbered_by_more_than: dict[int, int]


class Interception(Struct, frozen=True):
    needs: int
    on_patrol: int
    fleets_together: dict[int, int]


class Naval(Struct, frozen=True):
    fleet_hits_on: int
    merchant_hits_on: int
    three_to_one: int
    chase_needs: int
    chase_outnumbers: int
    chase_twice_damaged: int
    carry: dict[str, int]
    carry_from_coast: dict[str, int]


class Pursuit(Struct, frozen=True):
    hits_on: int
    two_to_one: int
    points_per_hit: int
    points_per_unit: dict[str, int]


class Sieges(Struct, frozen=True):
    most_inside: int
    advance_on: dict[int, int]
    losses: dict[int, tuple[int, int]]
    """Dice of the besieger and of the garrison."""
    defender_extra_die_from_level: int
    times: int
    result: dict[int, str]
    result_modifiers: dict[str, int]
    no_quarter_dice: int


class CaravanTrade(Struct, frozen=True):
    base: int
    dice: dict[str, int]


class Trade(Struct, frozen=True):
    fleet_dice: dict[str, int]
    caravan: CaravanTrade
    caravan_second_step_on: int


class NPCastles(Struct, frozen=True):
    kind: dict[int, str]
    points: int
    most_fleets: int
    raid_on: int
    raid_size: dict[int, int]
    company_points: int
    captor_gets: int


class NPRegions(Struct, frozen=True):
    points: tuple[int, int, int]
    replace: int
    most_points: int
    most_fleets: int
    conqueror_gets: int


class Exile(Struct, frozen=True):
    points: int
    result: dict[int, tuple[int, int]]
    """Crowns and points."""


class Invader(Struct, frozen=True):
    points: int
    fleets: int
    land: dict[int, str]
    fleet: dict[int, str]
    needs: dict[int, Needs]
    emperor: dict[int, Needs]


class AmbushLoss(Struct, frozen=True):
    dice: int
    plus: int


class Ambush(Struct, frozen=True):
    result: dict[int, AmbushLoss]
    times: int


class Intelligence(Struct, frozen=True):
    wrong_pct: dict[int, int]
    three_screens: int


class Screens(Struct, frozen=True):
    rounds: int
    kills_on: int
    two_to_one_on: int
    back_on: int


class Generals(Struct, frozen=True):
    rating: dict[str, int]
    skill: list[str]


class Levies(Struct, frozen=True):
    points: dict[str, int]
    horse: list[str]


class Battle(Struct, frozen=True):
    last_stand_pct: int
    odds: list[tuple[str, int]]
    ground: dict[str, int]
    fort: int
    river_or_landing: int
    cavalry: int
    edge: int
    no_general: int
    storm: int
    storm_per_level: int
    round_losses_pct: dict[str, tuple[int, int]]
    """The higher and the lower loss, by the difference of the throws."""


class Intrigue(Struct, frozen=True):
    result: dict[int, str]


class Stream(Struct, frozen=True):
    subject: str | None


class Tables(Struct, frozen=True):
    attrition: Attrition
    permanent_losses: PermanentLosses
    breaking_contact: BreakingContact
    interception: Interception
    naval: Naval
    pursuit: Pursuit
    siege: Sieges
    prices: dict[str, int]
    upkeep: dict[str, int]
    trade: Trade
    np_castle: NPCastles
    np_region: NPRegions
    exile: Exile
    invader: Invader
    ambush: Ambush
    intelligence: Intelligence
    screens: Screens
    training_turns: dict[str, int]
    terrain: dict[int, str]
    generals: Generals
    levies: Levies
    battle: Battle
    intrigue: Intrigue
    streams: dict[str, Stream]


@cache
def tables() -> Tables:
    return msgspec.json.decode((DATA / "tables.json").read_bytes(), type=Tables)


def effect(number: int, op: str) -> dict[str, Any]:
    """One effect of a card; empty if it has none of that kind."""
    return next((row for row in cards()[number].effects if row["op"] == op), {})


def by_dice(row: list[int], dice: int) -> int:
    """The entry of a list for 2..12."""
    return row[min(max(dice, DICE[0]), DICE[-1]) - DICE[0]]


def ranged(row: Mapping[str, Entry], number: int) -> Entry:
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
    return tables().prices[what]


def upkeep(what: str) -> int:
    return tables().upkeep[what]
