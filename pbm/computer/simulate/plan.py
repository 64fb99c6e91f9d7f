"""The plan of a run: the settings that decide every simulated game."""

import hashlib
import tomllib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset, Computer
from pbm.rulesets.rulings import BY_THE_BOOK


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings that decide a simulated game, apart from its number."""

    ruleset: str
    version: str
    turns: int
    seed: str
    house: dict[str, Any]
    by: dict[str, str]
    """The temperament of every seat."""
    check: bool = False
    """Whether every turn is audited and its journal replayed."""
    guest: str = ""
    """A temperament that has one seat in each game, the next seat in the next game."""

    def seats(self, game: int) -> dict[str, str]:
        """Who plays which seat of a game."""
        return self.by | ({self.guest_seat(game): self.guest} if self.guest else {})

    def guest_seat(self, game: int) -> str:
        return list(self.by)[game % len(self.by)]

    def secret(self, game: int) -> bytes:
        """The secret for the dice of a game: the same under all house rules, so that games can be compared in pairs."""
        return hashlib.sha256(f"{self.seed}:{game}".encode()).digest()

    def settings(self) -> Any:
        return msgspec.convert(self.house, load(self.ruleset).state.settings)


def make_plan(
    ruleset: str, turns: int, seed: str, rules: Iterable[str] = (), by: Iterable[str] = (), check: bool = False
) -> Plan:
    """A plan from command-line options: `rule=value` and `temperament` or `SEAT=temperament`."""
    game = load(ruleset)
    if not game.computer.players:
        raise GameError(f"{game.title} has no computer players, so it cannot be simulated.")
    try:
        plan = Plan(ruleset, game.version, turns, seed, house_rules(rules, game), {}, check)
        seats = game.state.seats(plan.settings())
    except msgspec.ValidationError as error:
        names = ", ".join(name for name, _, _ in game.state.house_rules())
        raise GameError(f"That house rule cannot be set: {error}. The house rules are: {names}.") from None
    return msgspec.structs.replace(plan, by=temperaments(game.computer, seats, by))


def with_guest(plan: Plan, guest: str) -> Plan:
    refuse_unknown(load(plan.ruleset).computer, guest)
    return msgspec.structs.replace(plan, guest=guest)


def refuse_unknown(computer: Computer[Any, Any], temperament: str) -> None:
    if temperament not in computer.players:
        raise GameError(f'"{temperament}" is no temperament: there are {", ".join(computer.players)}.')


def house_rules(written: Iterable[str], game: AnyRuleset) -> dict[str, Any]:
    """Each as the game has it: 888 is a number in one game and the name of a scenario in another."""
    texts = [text.strip() for text in written]
    own = dict(house_rule(text) for text in texts if text != BY_THE_BOOK)
    rules = game.spelled_out({BY_THE_BOOK: BY_THE_BOOK in texts, **own})
    found = msgspec.convert(rules, game.state.settings, strict=False)
    return {name: msgspec.to_builtins(getattr(found, name)) for name in rules}


def house_rule(text: str) -> tuple[str, Any]:
    name, sign, value = (part.strip() for part in text.partition("="))
    if not (name and sign and value):
        raise GameError(f'"{text}" is not a house rule: write rule=value, for example start_bonus=8.')
    return name, house_value(value)


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
        refuse_unknown(computer, temperament)
        if sign and seat.upper() not in seats:
            raise GameError(f'"{seat}" is not a seat: use one of {", ".join(seats)}.')
        by |= {seat.upper(): temperament} if sign else dict.fromkeys(seats, temperament)
    return by
