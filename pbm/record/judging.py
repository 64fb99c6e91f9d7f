"""A turn judged with nothing on the disk: position and sheets in, position and journal out."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from pbm.errors import GameError
from pbm.record.adjudicate import Outcome, adjudicate
from pbm.record.config import read_config, rules_of
from pbm.record.game import ACCOUNT, JOURNAL, POSITION
from pbm.record.inputs import Inputs
from pbm.record.people import section
from pbm.reports.default import bare
from pbm.rules.result import Result

GAME, WHERE = "judged", "the request"


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to judge; without a position it is the set-up of a new game."""

    ruleset: str
    secret: str
    """Hexadecimal digits: all dice of the game come from it."""
    turn: int = 0
    house: Mapping[str, Any] = {}
    seats: Mapping[str, str] = {}
    """The powers that no player has from the start, and who plays them."""
    position: Raw = msgspec.field(default_factory=Raw)
    journal: tuple[Raw, ...] = ()
    """That of the turn before, for computer players."""
    sheets: Mapping[str, str] = {}
    away: tuple[str, ...] = ()


class Judgement(msgspec.Struct, frozen=True):
    """What came of it; the next request has its position and journal."""

    ruleset: str
    version: str
    turn: int
    position: Raw
    journal: tuple[Raw, ...]
    views: Mapping[str, dict[str, Any]]
    """What each power knows after it."""
    account: str
    """The whole turn in words, for whoever may know everything."""
    result: Result | None
    """How the game ended, if it did."""


def read_request(content: bytes) -> Request:
    try:
        return msgspec.json.decode(content, type=Request)
    except msgspec.DecodeError as error:
        raise GameError(f"This is no turn to judge: {error}. pbm schema request shows what one looks like.") from None


def judge(asked: Request) -> Judgement:
    """Judge a turn: the same request gives the same judgement on every machine."""
    rules = rules_of(written(asked), WHERE)
    outcome = adjudicate(inputs(asked, rules))
    views = outcome.ruleset.views(read_config(rules, WHERE).open(outcome.files[POSITION]), outcome.journal)
    return judgement(asked, outcome, {power: bare(view) for power, view in views.items()})


def judgement(asked: Request, made: Outcome, views: Mapping[str, dict[str, Any]]) -> Judgement:
    return Judgement(
        ruleset=made.ruleset.name,
        version=made.ruleset.version,
        turn=asked.turn,
        position=Raw(made.files[POSITION].strip()),
        journal=tuple(map(Raw, made.files[JOURNAL].splitlines())),
        views=views,
        account=made.files[ACCOUNT].decode(),
        result=made.result,
    )


def written(asked: Request) -> bytes:
    """The request's rules as a game has them in game.toml."""
    house = {rule: value for rule, value in asked.house.items() if value is not None}
    tables = {"game": {"name": GAME, "ruleset": asked.ruleset}, "seats": asked.seats, "house": house}
    return "\n".join(section(name, table) for name, table in tables.items()).encode()


def inputs(asked: Request, rules: bytes) -> Inputs:
    opening = bytes(asked.position)
    if not opening and (asked.turn or asked.sheets):
        raise GameError("A turn with sheets needs the position before it; the set-up, turn 0, has neither.")
    return Inputs(
        game=GAME,
        turn=asked.turn,
        config=rules,
        secret=secret(asked.secret),
        opening=opening or None,
        sheets={f"{power}.txt": text.encode() for power, text in sorted(asked.sheets.items())},
        previous=None,
        journal=b"".join(bytes(event) + b"\n" for event in asked.journal),
        away="\n".join(asked.away).encode(),
    )


def secret(text: str) -> bytes:
    """A secret in hexadecimal digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise GameError("The secret must be an even number of hexadecimal digits.") from None
