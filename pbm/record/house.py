"""Changes of house rules while a game is played, each with its reason: `turns/007/house.toml`, kept with the result."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pbm.record.config import read_toml
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.rulings import written

HOUSE = "house.toml"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    was: Any
    now: Any
    reason: str


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    change: list[Change] = []


def read_changes(content: bytes) -> list[Change]:
    return read_toml(content, Changes, HOUSE).change


def write_changes(changes: Iterable[Change]) -> bytes:
    rows = (
        "".join(f"{key} = {written(value)}\n" for key, value in msgspec.structs.asdict(one).items()) for one in changes
    )
    return "\n".join(f"[[change]]\n{row}" for row in rows).encode()


def changed(house: Mapping[str, Any], content: bytes) -> dict[str, Any]:
    """House rules after the changes in a file."""
    return {**house, **{change.rule: change.now for change in read_changes(content)}}


def told(rules: AnyRuleset, turn: str, content: bytes) -> Iterator[str]:
    """The changes of a turn, which is given by its name, for everyone to read."""
    meanings = {name: meaning for name, _, meaning in rules.state.house_rules()}
    for change in read_changes(content):
        yield (
            f"A house rule changes from {turn} on: {change.rule} ({meanings.get(change.rule, '')}) was "
            f"{written(change.was)} and is now {written(change.now)}. The reason: {change.reason.rstrip('.')}."
        )
