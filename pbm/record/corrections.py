"""The game master's corrections before a turn: never silent, always an event with its reason."""

from collections.abc import Iterable
from typing import Any

import msgspec

from pbm.record.config import read_toml
from pbm.record.game import CORRECTIONS
from pbm.rules.engine import Turn, record
from pbm.rulesets.contract import AnyRuleset


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    set: str
    """The correction in the ruleset's words: AREA LES armies=3"""
    reason: str


class Corrections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    correction: list[Correction] = []


def read_corrections(content: bytes) -> list[Correction]:
    return read_toml(content, Corrections, CORRECTIONS).correction


def write_corrections(corrections: Iterable[Correction]) -> bytes:
    rows = [f"[[correction]]\nset = {quoted(each.set)}\nreason = {quoted(each.reason)}\n" for each in corrections]
    return "\n".join(rows).encode()


def quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def correct(turn: Turn[Any], ruleset: AnyRuleset, corrections: Iterable[Correction]) -> None:
    """Make the corrections before anything else happens in the turn."""
    rows = [(each.set, each.reason) for each in corrections]
    if rows:
        record(turn, ruleset.seats.correct(turn.world, rows))
