"""game.toml: the game, its rules and house rules, and the tables for mail and reports."""

import datetime as dt
import difflib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from pbm.errors import GameError, within
from pbm.rules.turn_names import TurnNames
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset

RULES = {"game": ("name", "ruleset", "version"), "seats": None, "standby": None, "house": None, "dice": None}
"""The tables of game.toml that affect a turn's result; they contain no names or addresses."""
OPTIONAL = {"dice"}
"""The tables that are recorded only if the game has them."""
PLAIN = {
    str: "a text in quotation marks",
    bool: "true or false",
    int: "a whole number",
    dt.date: "a date such as 2026-11-20",
}
WRONG_VALUE = re.compile(r" - at `\$\.(\w+)`")
UNKNOWN_KEY = re.compile(r"Object contains unknown field `(.*)`")
REMEMBERED = 256
KNOWN: dict[tuple[bytes, str], "Config"] = {}
"""Rules that were read in this process, by the content of the file and the house rules beside it."""
Table = TypeVar("Table")


class DiceTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[dice] in game.toml."""

    source: str = ""
    """The public source whose draw after the deadline goes into the dice."""


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[people] in game.toml: what players may know of each other and say to each other."""

    anonymous: bool = False
    """Whether nobody may know who plays what: no name, address or contact line is shown to anybody else."""
    messages: Literal["at once", "report"] = "at once"
    """When a private message is passed on: by mail as it comes, or with the next report. On paper always with that."""
    press: bool = True
    """Whether players may write messages to everyone."""


@dataclass(frozen=True)
class Config:
    ruleset: AnyRuleset
    settings: Any
    seats: Mapping[str, str]
    """The powers that no player has from the start, and who plays them."""
    standby: Mapping[str, int]
    """The turn in which a new player takes over each power."""
    source: str = ""
    """The public source of a draw that goes into the dice of each turn, if the game has one."""

    @property
    def turn_names(self) -> TurnNames:
        return TurnNames(self.ruleset.state.set_up_sheet(self.settings))

    def joining(self, turn: int) -> tuple[str, ...]:
        """The powers that a new player takes over in a turn."""
        return tuple(power for power, joined in self.standby.items() if joined == turn)

    def open(self, position: bytes) -> Any:
        """Read a position under the house rules of the game."""
        try:
            return self.ruleset.state.read(position, self.settings)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise GameError(f"a position is damaged ({error}): `pbm verify` shows which.") from None


@lru_cache(REMEMBERED)
def parsed(content: bytes) -> Mapping[str, Any]:
    """The tables of a file, read once for each content; do not change them."""
    return toml(content.decode("utf-8-sig"))


def toml(text: str) -> dict[str, Any]:
    """The tables in a text; brackets nested too deep are an error like any other."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("brackets are nested too deep") from None


def read_table(content: bytes, name: str, kind: type[Table], where: str) -> Table | None:
    """A table of game.toml, or None if the game has none of that name."""
    try:
        hashable: Any = kind
        found: Table | None = table_in(content, name, hashable)
        return found
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{where}, [{name}]: {fault(error, kind)}. Fix that line and try again.") from None


@lru_cache(REMEMBERED)
def table_in(content: bytes, name: str, kind: Any) -> Any:
    """The table, read once for each content; do not change it."""
    tables = parsed(content)
    return msgspec.convert(tables[name], kind) if name in tables else None


def fault(error: Exception, kind: Any) -> str:
    """What is wrong with a table; for a key that it cannot have, the key that may be meant, or all there are."""
    if not (found := UNKNOWN_KEY.match(str(error))):
        return wrong_value(error, kind) or within(str(error))
    keys = [field.name for field in msgspec.structs.fields(kind)]
    meant = difflib.get_close_matches(found[1], keys, 1)
    return f'there is no setting "{found[1]}"' + (
        f"; the nearest is {meant[0]}" if meant else f"; use {', '.join(keys)}"
    )


def wrong_value(error: Exception, kind: Any) -> str:
    """Which values a key may have, if that is easily said."""
    key = found[1] if (found := WRONG_VALUE.search(str(error))) else ""
    fields = msgspec.structs.fields(kind) if hasattr(kind, "__struct_fields__") else ()
    types = {field.name: field.type for field in fields}
    choices = get_args(types.get(key)) if get_origin(types.get(key)) is Literal else ()
    wanted = " or ".join(f'"{choice}"' for choice in choices) or PLAIN.get(types.get(key, object), "")
    return f"{key} must be {wanted}" if wanted else ""


def read_toml(content: bytes, kind: type[Table], name: str) -> Table:
    """A whole file of one kind, such as corrections.toml."""
    try:
        return msgspec.convert(toml(content.decode("utf-8-sig")), kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{name} cannot be read: {error}. Fix that line and try again.") from None


def house_in(content: bytes, where: str) -> Mapping[str, Any]:
    """The table [house] as it is written."""
    return read_table(content, "house", dict[str, Any], where) or {}


def read_house(values: Mapping[str, Any], ruleset: AnyRuleset) -> Any:
    try:
        return msgspec.convert(ruleset.spelled_out(values), ruleset.state.settings)
    except msgspec.ValidationError as error:
        raise GameError(f"[house]: {fault(error, ruleset.state.settings)}. Fix that line and try again.") from None


def read_config(content: bytes, where: str, house: Mapping[str, Any] | None = None) -> Config:
    """The rules of a game; with other house rules than those in the file, if given."""
    try:
        game, asked = parsed(content)["game"], (content, repr(house))
        ruleset = load(game["ruleset"], str(game.get("version", "")))
        if (known := KNOWN.get(asked)) and known.ruleset is ruleset:
            return known
        return remember(asked, config_in(parsed(content), ruleset, house))
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, KeyError, TypeError) as error:
        raise GameError(f"{where} cannot be read: {error}. Fix that line and try again.") from None


def config_in(tables: Mapping[str, Any], ruleset: AnyRuleset, house: Mapping[str, Any] | None) -> Config:
    settings = read_house(tables.get("house", {}) if house is None else house, ruleset)
    seats = msgspec.convert(tables.get("seats", {}), dict[str, str])
    standby = msgspec.convert(tables.get("standby", {}), dict[str, int])
    return Config(ruleset, settings, seats, standby, msgspec.convert(tables.get("dice", {}), DiceTable).source)


def remember(asked: tuple[bytes, str], config: Config) -> Config:
    if len(KNOWN) >= REMEMBERED:
        KNOWN.pop(next(iter(KNOWN)))
    KNOWN[asked] = config
    return config


def rules_of(content: bytes, where: str, house: Mapping[str, Any] | None = None) -> bytes:
    """The part of game.toml that affects a turn's result, always in the same form."""
    read_config(content, where, house)
    table, parts = {**parsed(content), **({} if house is None else {"house": house})}, []
    for name, keys in RULES.items():
        if name in OPTIONAL and name not in table:
            continue
        rows = [(key, value) for key, value in table.get(name, {}).items() if keys is None or key in keys]
        parts.append("".join([f"[{name}]\n", *(f"{key} = {json.dumps(v, ensure_ascii=False)}\n" for key, v in rows)]))
    return "\n".join(parts).encode()
