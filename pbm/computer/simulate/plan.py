"""What a simulated game follows from: the plan of a run, and what a ruleset brings to it."""

import hashlib
import tomllib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.rulesets import load
from pbm.rulesets.contract import Computer


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
        return msgspec.convert(self.house, load(self.ruleset).state.settings)


def make_plan(
    ruleset: str, turns: int, seed: str, rules: Iterable[str] = (), by: Iterable[str] = (), check: bool = False
) -> Plan:
    """A plan from what a person wrote: `rule=value` and `temperament` or `SEAT=temperament`."""
    game = load(ruleset)
    if not game.computer.players:
        raise GameError(f"{game.title} has no computer players, so it cannot be simulated.")
    try:
        plan = Plan(ruleset, game.version, turns, seed, house_rules(rules, game.state.settings), {}, check)
        seats = game.state.seats(plan.settings())
    except msgspec.ValidationError as error:
        names = ", ".join(name for name, _, _ in game.state.house_rules())
        raise GameError(f"A house rule cannot be set so: {error}. The house rules are: {names}.") from None
    return msgspec.structs.replace(plan, by=temperaments(game.computer, seats, by))


def house_rules(written: Iterable[str], settings: type[Any]) -> dict[str, Any]:
    """Each as the game has it: 888 is a number in one game and the name of a scenario in another."""
    rules: dict[str, Any] = {}
    for text in written:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise GameError(f'"{text}" sets no house rule: write it as rule=value, for example start_bonus=8.')
        rules[name] = house_value(value)
    found = msgspec.convert(rules, settings, strict=False)
    return {name: msgspec.to_builtins(getattr(found, name)) for name in rules}


def house_value(text: str) -> Any:
    """Lists, tables and words in quotation marks as in game.toml; anything else is a word or a number."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value if isinstance(value, str | list | dict) else text


def temperaments(computer: Computer[Any, Any], seats: Iterable[str], written: Iterable[str]) -> dict[str, str]:
    """The temperament of every seat."""
    seats = list(seats)
    by = dict.fromkeys(seats, computer.usual)
    for text in written:
        seat, sign, temperament = (part.strip() for part in text.rpartition("="))
        if temperament not in computer.players:
            raise GameError(f'"{temperament}" is no temperament: there are {", ".join(computer.players)}.')
        if sign and seat.upper() not in seats:
            raise GameError(f'"{seat}" is no seat: there are {", ".join(seats)}.')
        by |= {seat.upper(): temperament} if sign else dict.fromkeys(seats, temperament)
    return by
