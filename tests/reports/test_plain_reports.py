"""A game without a report of its own: the plain one shows all that its view holds, and what was done to its reader."""

from typing import Any

import pytest
from msgspec import Struct, field

from pbm.errors import GameError
from pbm.kit.play import game
from pbm.reports.default import position, report
from pbm.reports.sections import AnySection, Brief, Facts, Grid
from pbm.rules.corrections import Corrected, corrected
from pbm.rulesets import load

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


# corrections


class Guard(Struct):
    troops: int = 2


class Realm(Struct):
    guard: Guard | None = field(default_factory=Guard)
    units: dict[str, int] = field(default_factory=lambda: {"HI": 1})


class World(Struct):
    realms: dict[str, Realm] = field(default_factory=lambda: {"RED": Realm(), "BLU": Realm(None, {"LI": 4})})


@pytest.mark.parametrize(
    ("text", "was", "now"),
    [("realm red guard.troops=5", 2, 5), ("REALM RED units.hi=3", 1, 3), ("REALM RED units.LI=2", None, 2)],
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
        ("REALM BLU units.XX=1", "units.xx cannot be corrected; REALM has guard.troops, units.HI, guard, units.LI"),
        ("what?", 'write it as "REALM RED guard.troops=2"'),
    ],
)
def test_a_correction_that_cannot_be_made_is_refused_with_an_example_of_this_game(text: str, said: str) -> None:
    with pytest.raises(GameError, match=said.replace("?", r"\?")):
        list(corrected(Corrected, World(), [(text, "a slip")]))
