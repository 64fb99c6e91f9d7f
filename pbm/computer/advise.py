"""Advice to a player, from nothing but his own report as JSON."""

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.rulesets import load
from pbm.rulesets.contract import Counsel

SCHEMA = "pbm-report/1"
REMEDY = "Give the JSON form of a player's report: pbm report NAME POWER --form json."


class Head(Struct, frozen=True):
    ruleset: str
    title: str
    turn: int
    name: str


class Letter(Struct, frozen=True):
    """What all reports have, whatever the game."""

    schema: str
    masthead: Head


def advise(content: bytes, source: str) -> tuple[Letter, list[Counsel]]:
    """The gravest first; `source` is where the report came from."""
    try:
        letter = msgspec.json.decode(content, type=Letter)
        if letter.schema != SCHEMA:
            raise GameError(f"{source} is a report of the kind {letter.schema}, and only {SCHEMA} is known here.")
        counsel = load(ruleset(letter, source)).advice
        if counsel is None:
            raise GameError(f"There is no advice for {letter.masthead.title} yet.")
        return letter, list(counsel(content))
    except msgspec.DecodeError as error:
        raise GameError(f"{source} is not a player's report: {error}. {REMEDY}") from None


def ruleset(letter: Letter, source: str) -> str:
    try:
        return load(letter.masthead.ruleset).name
    except GameError as error:
        raise GameError(f"{source} is a report of {letter.masthead.title}. {error}") from None
