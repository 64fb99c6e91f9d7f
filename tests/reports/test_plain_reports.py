"""A game without a report of its own: the plain one shows all that its view holds, and what was done to its reader."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Meta, Struct, field

from pbm.errors import GameError
from pbm.kit.play import Played, fresh, game
from pbm.reports import Report, Roundup
from pbm.reports.default import position, report
from pbm.reports.sections import AnySection, Brief, Ending, Facts, Grid, Map
from pbm.reports.text import render_text
from pbm.rules.code import Place, Power
from pbm.rules.corrections import Corrected, corrected
from pbm.rules.event import Event, Phase
from pbm.rules.names import Names
from pbm.rulesets import load
from pbm.rulesets.reporting import reports

NAMES = {"ASH": "Ashfield", "RED": "Red", "HI": "heavy foot"}
KNOWN: dict[str, Any] = {
    "gold": 4,
    "at_war": True,
    "overlord": None,
    "capital": "ASH",
    "allies": [],
    "seen": ["ASH", "RED"],
    "stores": {"grain": 3, "fish": 0},
    "fields": {"ASH": {"owner": "RED", "units": {"HI": 2, "LI": 1}}},
    "offers": [{"by": "RED", "gold": 5}],
    "routes": [["ASH", "RED"], ["RED"]],
}


def shown(sections: list[AnySection]) -> dict[str, Any]:
    """Facts by their keys, and the cells of tables."""
    facts = {fact.key: fact.text for one in sections if isinstance(one, Facts) for fact in one.facts}
    grids = {one.key: [row.cells for row in one.rows] for one in sections if isinstance(one, Grid)}
    return facts | grids


def test_only_what_has_codes_is_shown_by_codes() -> None:
    """Names of house rules are words: nobody can ask the desk for them."""
    known: dict[str, Any] = {"settings": {"turns": 8}, "fields": {"ASH": 1}, "units": {"H01": 2}}
    grids = [one for one in position(known, NAMES) if isinstance(one, Grid)]
    assert [(one.key, one.columns[0].look) for one in grids] == [
        ("settings", ""),
        ("fields", "code"),
        ("units", "code"),
    ]


def test_every_field_of_a_view_is_shown_in_words() -> None:
    assert shown(list(position(KNOWN, NAMES))) == {
        "gold": "4",
        "at_war": "yes",
        "overlord": "none",
        "capital": "Ashfield",
        "allies": "none",
        "seen": "Ashfield, Red",
        "stores": [("grain", 3), ("fish", 0)],
        "fields": [("ASH", "Ashfield", "Red", "heavy foot 2, li 1")],
        "offers": [("Red", 5)],
        "routes": [("Ashfield, Red",), ("Red",)],
    }


def test_the_brief_tells_what_others_did_to_a_power_and_how_its_own_lines_went() -> None:
    for played in game(load("toy"), 4, 6):
        for who, view in played.views().items():
            brief = next(one for one in report(view, played.world.names()) if isinstance(one, Brief))
            told = [notice.key for notice in brief.notices]
            marched = [event for event in view.events if getattr(event, "defender", None) == who and event.who != who]
            assert told.count("Marched") == len(marched)
            assert ("lines" in told) == bool(played.sheets[who].lines)


def test_the_last_roundup_says_who_won_and_has_no_turn_that_is_due() -> None:
    *_, last = game(load("toy"), 4, 9)
    roundup, _ = last.reports()
    result = load("toy").state.result(last.world)
    assert result
    assert [one.text for one in roundup.of(Ending)] == [f"{result.text[0].upper()}{result.text[1:]}."]
    assert not roundup.masthead.deadline


# corrections


class Guard(Struct):
    troops: int = 2


class Realm(Struct):
    guard: Guard | None = field(default_factory=Guard)
    units: dict[str, int] = field(default_factory=lambda: {"HI": 1})
    seat: Place = "ASH"


class World(Struct):
    realms: dict[str, Realm] = field(default_factory=lambda: {"RED": Realm(), "BLU": Realm(None, {"LI": 4})})

    def names(self) -> dict[str, str]:
        return {"RED": "Red", "BLU": "Blue", "HI": "heavy", "LI": "light", "MI": "middling", "ASH": "Ashfield"}


@pytest.mark.parametrize(
    ("text", "was", "now"),
    [
        ("realm red guard.troops=5", 2, 5),
        ("REALM RED units.hi=3", 1, 3),
        ("REALM RED units.LI=2", 0, 2),
        ("REALM RED units.mi=2", 0, 2),
    ],
)
def test_values_inside_others_are_corrected(text: str, was: int, now: int) -> None:
    world = World()
    _, event = corrected(Corrected, world, [(text, "a slip")])
    assert isinstance(event, Corrected)
    assert (event.was, event.now) == (was, now)
    event.apply(world)
    again = next(one for one in [*corrected(Corrected, world, [(text, "again")])] if isinstance(one, Corrected))
    assert again.was == now


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("REALM BLU guard.troops=1", "BLU has no guard now"),
        (
            "REALM BLU units.XX=1",
            "units.XX cannot be corrected; REALM has guard.troops, units.HI, seat, guard, units.LI, units.CODE",
        ),
        ("REALM BLU units.code=1", "units.code cannot be corrected"),
        ("REALM BLU seat=XXX", "there is no place XXX in this game"),
        ("what?", 'write it as "REALM RED guard.troops=2"'),
    ],
)
def test_a_correction_that_cannot_be_made_is_refused_with_an_example_of_this_game(text: str, said: str) -> None:
    with pytest.raises(GameError, match=said.replace("?", r"\?")):
        list(corrected(Corrected, World(), [(text, "a slip")]))


class House(Struct):
    at: Place = "ASH"


class Houses(World):
    powers: dict[str, House] = field(default_factory=lambda: {"RED": House(), "BLU": House()})


def test_a_power_is_no_place() -> None:
    with pytest.raises(GameError, match="there is no place BLU in this game"):
        list(corrected(Corrected, Houses(), [("POWER RED at=BLU", "a slip")]))


class Purse(Struct):
    gold: Annotated[int, Meta(ge=0)] = 4


class Rich(Struct):
    purses: dict[str, Purse] = field(default_factory=lambda: {"RED": Purse()})


def played(world: Rich, events: Iterable[Event]) -> None:
    for event in events:
        event.apply(world)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PURSE RED gold=-7", "gold is 0 or more"),
        ("GOLD RED 7", 'write it as "PURSE RED gold=4"; a correction begins with PURSE'),
        ("PURSE RED 7", 'write it as "PURSE RED gold=4"; PURSE has gold'),
    ],
)
def test_a_correction_out_of_bounds_or_not_understood_hears_what_it_could_be(text: str, why: str) -> None:
    world = Rich()
    with pytest.raises(GameError, match=re.escape(why)):
        played(world, corrected(Corrected, world, [(text, "a slip")]))


# what a game says of itself counts in the plain report too


class Toasted(Event, frozen=True):
    powers: tuple[Power, ...]
    parties: ClassVar = ("powers",)
    text: ClassVar = "{powers} drank together; {powers:has/have} peace"


class Sang(Event, frozen=True):
    who: Power
    text: ClassVar = "{who} {who:has/have} sung"


TOLD = [Phase("2", "orders"), Toasted(("RED", "BLU")), Sang("RED")]


def of_toy(journal: list[Event], *worlds: Any) -> tuple[Roundup, dict[str, Report]]:
    """The reports of the last of these worlds, in a game in which the Reds are many."""
    rules = load("toy")
    names = Names({**worlds[0].names(), "RED": "The Reds"}, plural=("RED",))
    rules = replace(rules, state=replace(rules.state, names=lambda world: names))
    past = [rules.reports.chapter(world) for world in worlds[:-1]]
    return reports(rules, worlds[-1], journal, {}, past)


def test_an_event_told_to_several_powers_stands_in_the_report_of_each() -> None:
    _, made = of_toy(TOLD, next(game(load("toy"), 4, 1)).world)
    assert all("Drank" in text.title() for who in ("RED", "BLU") if (text := render_text(made[who])))
    assert "drank" not in render_text(made["GRN"])


def test_names_that_are_plural_are_plural_in_the_plain_report() -> None:
    _, made = of_toy(TOLD, next(game(load("toy"), 4, 1)).world)
    assert "The Reds have sung." in render_text(made["RED"])


def test_the_map_of_the_plain_roundup_shows_what_changed_hands() -> None:
    first, *_, last = [played.world for played in game(load("toy"), 4, 6)]
    shown = next(iter(of_toy([], first, last)[0].of(Map)))
    moved = {code for code, field in last.fields.items() if field.owner != first.fields[code].owner}
    assert moved
    assert {*shown.changed} == moved
    assert shown.was == {code: owner for code in moved if (owner := first.fields[code].owner)}


def test_the_report_before_the_first_turn_says_that_the_game_begins() -> None:
    _, made = of_toy([], fresh(load("toy")))
    assert "The game begins." in render_text(made["RED"])
    assert "Nothing happened to you" not in render_text(made["RED"])


def test_the_text_says_how_many_lines_a_turnsheet_takes() -> None:
    rules = load("toy")
    world = fresh(rules)
    told = render_text(Played(rules, world, world, [], (), {}).reports()[1]["RED"])
    assert rules.reports.rule in " ".join(told.replace("\n; ", " ").split())
