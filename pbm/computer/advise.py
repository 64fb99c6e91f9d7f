"""Advice to a player, from nothing but his own report as JSON."""

from importlib import import_module
from typing import NamedTuple

import msgspec
from msgspec import Struct

from pbm.errors import GameError
from pbm.rulesets.contract import RULESETS, load

SCHEMA = "pbm-report/1"
REMEDY = "Give the JSON form of a player's report: pbm report NAME KINGDOM --form json."


class Counsel(NamedTuple):
    """A piece of advice, with the paragraph of the rules it rests on."""

    rule: str
    text: str


class Head(Struct, frozen=True):
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
        return letter, list(import_module(f"{RULESETS[ruleset(letter, source)]}.advice").counsel(content))
    except msgspec.DecodeError as error:
        raise GameError(f"{source} is not a player's report: {error}. {REMEDY}") from None


def ruleset(letter: Letter, source: str) -> str:
    for name in RULESETS:
        if load(name).title == letter.masthead.title:
            return name
    raise GameError(f"{source} is a report of {letter.masthead.title}, which is not known here.")
