"""Words that agree with names, in the sentences of events and orders; and whom a line of the account is about."""

import re
from collections.abc import Iterator
from typing import ClassVar

import pytest

from pbm.record.narrative import naming
from pbm.rules.action import conditions_in_words
from pbm.rules.code import Place, Power, coded
from pbm.rules.condition import Not
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.names import Names, PluralWord, also, verb
from pbm.rules.roster import DroppedOut
from pbm.rulesets import RULESETS, load
from pbm.rulesets.cases import run
from pbm.rulesets.marnon.conditions import IsEmpty

NAMES = Names({"SLA": "Slavs", "BYZ": "Byzantium"}, ["SLA"])
SUBJECT = re.compile(r"(?:^|; |: )\{(\w+)\} (is|was|has|does|goes|[a-z]{2,}s)\b")
ONE_PIECE = {"unit", "leader", "archer", "wagon", "piece", "castle", "army", "target"}
"""Fields that name one counter or one building: their names are never plural."""
NO_VERBS = {"as", "this", "its", "towards"}


class Marched(Event, frozen=True):
    who: Power
    armies: int
    text: ClassVar = "{who} {who:has/have} sent {armies:army/armies} off<: {who:it/they} left {armies}>"


def test_verbs_agree_with_the_name() -> None:
    assert Marched("SLA", 2).sentence(NAMES) == "Slavs have sent 2 armies off: they left 2"
    assert Marched("BYZ", 1).sentence(NAMES) == "Byzantium has sent 1 army off: it left 1"
    assert Marched("XXX", 0).sentence(NAMES) == "XXX has sent no armies off"
    assert DroppedOut("SLA").sentence(also(NAMES, {"X": "Y"}), public=True) == "Slavs have no player any more"
    assert [verb(NAMES, code, "is", "are") for code in ("SLA", "BYZ", None)] == ["are", "is", "is"]


def stiff(kind: type[Event]) -> Iterator[str]:
    """The wordings of an event whose verb does not change with the name before it."""
    for wording in (value for value in vars(kind).values() if isinstance(value, str)):
        for field, word in SUBJECT.findall(wording):
            if field in coded(kind) and field not in ONE_PIECE and word not in NO_VERBS:
                yield wording


@pytest.mark.parametrize("game", RULESETS)
def test_no_verb_of_an_event_is_singular_for_every_name(game: str) -> None:
    assert [(kind.__name__, text) for kind in load(game).book.events for text in stiff(kind)] == []


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_says_which_names_are_plural(game: str) -> None:
    rules = load(game)
    world, _ = rules.state.setup(rules.state.settings(), Dice(b"0", 0), {})
    names = rules.state.names(world)
    assert isinstance(names, Names)
    assert names.plural
    assert [code for code in names.plural if game != "darkage" and code not in names and code != "RB"] == []


def test_no_double_negatives() -> None:
    names = {"R1T1": "Dewbury"}
    assert conditions_in_words([Not(IsEmpty("R1T1"))], names) == "if a foreign force is in Dewbury (R1T1)"
    assert conditions_in_words([IsEmpty("R1T1")], names) == "if no foreign force is in Dewbury (R1T1)"


class Paid(Event, frozen=True):
    who: Power | None
    text: ClassVar = "3 crowns were paid"


def test_a_line_of_the_account_names_the_power() -> None:
    assert naming(Paid("BYZ"), NAMES) == "Byzantium: 3 crowns were paid"
    assert naming(Paid(None), NAMES) == "3 crowns were paid"
    assert naming(Marched("SLA", 0), NAMES) == "Slavs have sent no armies off"


class Went(Event, frozen=True):
    who: Power
    where: Place
    text: ClassVar = "1 army went to {where}"


def test_a_place_of_the_same_name_does_not_name_the_power() -> None:
    names = Names({"ROM": "Londinium", "LON": "Londinium"}, ["ROM"], {"ROM": PluralWord("the people of Londinium")})
    assert naming(Went("ROM", "LON"), names) == "the people of Londinium: 1 army went to Londinium"


def test_a_case_says_why_a_line_failed() -> None:
    case = {
        "case": "x",
        "ruleset": "darkage",
        "position": {"kingdoms": {"MER": {"bp": 0}}, "areas": {"TAM": {"owner": "MER", "population": 3}}},
        "orders": {"MER": ["LEVY TAM", "TAX"]},
        "expect": {"actions": {"MER": ["ok", "failed"]}},
    }
    first, second = run(case).problems
    assert first.startswith("action 1 of MER: expected ok, got failed; [3.2] ")
    assert second == "action 2 of MER: expected failed, got ok"
