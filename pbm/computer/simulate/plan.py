"""What a simulated game follows from: the plan of a run, and what a ruleset brings to it."""

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets.contract import RULESETS, Ruleset


class Standing(Struct, frozen=True):
    """How a seat stands after a turn."""

    points: int
    alive: bool
    figures: tuple[int, ...]


@dataclass(frozen=True)
class Selfplay:
    """What a ruleset brings, so that the computer can play it against itself."""

    ruleset: Ruleset
    seats: Mapping[str, str]
    """Code and name of every seat of the set-up."""
    temperaments: tuple[str, ...]
    usual: str
    """The temperament of a seat for which none is named."""
    figures: tuple[str, ...]
    """What is counted of every seat after every turn, besides its points."""
    sheets: Callable[[Any, list[Event], Mapping[str, str], Dice], Mapping[str, Sheet]]
    """The orders of all seats in play, from the world, the journal of the turn before, and the temperaments."""
    standings: Callable[[Any], Mapping[str, Standing]]
    won: Callable[[Any], tuple[str, str] | None]
    """Who won, and how."""
    audit: Callable[[Any, list[Event], Any], Iterator[str]]
    """Everything wrong with a turn: the world before it (which may be spoiled), its journal, the world after."""


@cache
def selfplay(ruleset: str) -> Selfplay:
    if ruleset not in RULESETS:
        raise GameError(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    try:
        found = import_module(f"{RULESETS[ruleset]}.selfplay").SELFPLAY
    except ModuleNotFoundError:
        raise GameError(f"The computer does not play {ruleset} yet.") from None
    assert isinstance(found, Selfplay)
    return found


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a simulated game follows from, but its number."""

    ruleset: str
    version: str
    turns: int
    seed: str
    house: dict[str, Any]
    by: dict[str, str]
    """The temperament of every seat."""
    check: bool = False
    """Whether every turn is audited and its journal replayed."""

    def secret(self, game: int) -> bytes:
        """What the dice of a game come from: the same under all house rules, so that games can be paired."""
        return hashlib.sha256(f"{self.seed}:{game}".encode()).digest()

    def settings(self) -> Any:
        return msgspec.convert(self.house, selfplay(self.ruleset).ruleset.settings)


def make_plan(
    ruleset: str, turns: int, seed: str, rules: Iterable[str] = (), by: Iterable[str] = (), check: bool = False
) -> Plan:
    """A plan from what a person wrote: `rule=value` and `temperament` or `SEAT=temperament`."""
    game = selfplay(ruleset)
    plan = Plan(ruleset, game.ruleset.version, turns, seed, house_rules(rules), temperaments(game, by), check)
    try:
        plan.settings()
    except msgspec.ValidationError as error:
        names = ", ".join(name for name, _, _ in game.ruleset.house_rules())
        raise GameError(f"A house rule cannot be set so: {error}. The house rules are: {names}.") from None
    return plan


def house_rules(written: Iterable[str]) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for text in written:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise GameError(f'"{text}" sets no house rule: write it as rule=value, for example start_bonus=8.')
        rules[name] = house_value(value)
    return rules


def house_value(text: str) -> Any:
    """Numbers, true and false as in game.toml; anything else is a word."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def temperaments(game: Selfplay, written: Iterable[str]) -> dict[str, str]:
    by = dict.fromkeys(game.seats, game.usual)
    for text in written:
        seat, sign, temperament = (part.strip() for part in text.rpartition("="))
        if temperament not in game.temperaments:
            raise GameError(f'"{temperament}" is no temperament: there are {", ".join(game.temperaments)}.')
        if sign and seat.upper() not in game.seats:
            raise GameError(f'"{seat}" is no seat: there are {", ".join(game.seats)}.')
        by |= {seat.upper(): temperament} if sign else dict.fromkeys(game.seats, temperament)
    return by
