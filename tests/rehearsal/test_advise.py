"""Advice on a player's own report: true, worked out by the rules, and from that report alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.computer.advise import advise
from pbm.errors import GameError
from pbm.reports import Frame
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rulesets.contract import Counsel
from pbm.rulesets.darkage.attack import Assault, Move
from pbm.rulesets.darkage.report.public import chapter
from pbm.rulesets.darkage.view import view
from pbm.rulesets.darkage.world import Area, Household, World
from pbm.rulesets.reporting import report, roundup
from pbm.rulesets.stand_ins import all_sheets
from tests.helpers.hands import DARKAGE, copied, fresh_world


def letter(world: World, who: str, journal: list[Event] | None = None) -> bytes:
    seen = view(world, journal or [], who)
    public = roundup(DARKAGE, seen, Frame(), (chapter(world),), world.names())
    return msgspec.json.encode(report(DARKAGE, world, seen, Frame(), public))


def counsels(world: World, who: str) -> list[Counsel]:
    return advise(letter(world, who), "report")[1]


def told(world: World, who: str, rule: str) -> list[str]:
    return [counsel.text for counsel in counsels(world, who) if counsel.rule == rule]


def pair(world: World) -> tuple[str, str]:
    """Two neighbouring lands that are no cities, on open ground."""
    for code, place in world.map.items():
        for other in sorted(place.near):
            if all(world.map[c].terrain == "lowlands" for c in (code, other)):
                return code, other
    raise AssertionError


def bare(world: World) -> World:
    """Nobody owns anything, and nothing stands anywhere."""
    for code in world.areas:
        world.areas[code] = Area()
    return world


@pytest.fixture
def world() -> World:
    return bare(fresh_world())


def put(world: World, where: str, owner: str, **figures: Any) -> Area:
    world.areas[where] = Area(owner=owner, **figures)
    return world.areas[where]


# Threats.


@pytest.mark.parametrize(("armies", "way"), [(1, None), (2, None), (3, Move), (9, Move)])
def test_a_host_next_door_is_weighed(world: World, armies: int, way: type[Move] | None) -> None:
    here, there = pair(world)
    put(world, here, "MER", population=2, armies=1, mode="defend")
    put(world, there, "WSX", armies=armies)
    dangers = [text for text in told(world, "MER", "5.2") if "may fall" in text]
    assert bool(dangers) == bool(way)
    assert falls(world, Move(number=None, origin=there, target=here)) == bool(way)


def falls(world: World, order: Move | Assault) -> bool:
    trial = copied(world)
    for event in order.run(trial, "WSX", trial.areas[order.origin].armies):
        event.apply(trial)
    return trial.areas[order.target].owner == "WSX"


def test_a_host_that_must_assault(world: World) -> None:
    here, there = pair(world)
    put(world, here, "MER", population=1, armies=8, mode="defend")
    put(world, there, "WSX", armies=11)
    assert not falls(world, Move(number=None, origin=there, target=here))
    assert falls(world, Assault(number=None, origin=there, target=here))
    assert told(world, "MER", "5.2") == []
    assert f"({here}) may fall: Wessex, with 11 armies in" in told(world, "MER", "5.3")[0]


def test_an_army_out_of_sight_is_not_known_of(world: World) -> None:
    here, there = pair(world)
    put(world, here, "MER", population=2)
    put(world, there, "WSX", armies=9)
    assert told(world, "MER", "5.2") == []


def test_friends_and_nobody_are_no_threat(world: World) -> None:
    here, there = pair(world)
    put(world, here, "MER", population=2, armies=1)
    put(world, there, "MER", armies=9)
    assert told(world, "MER", "5.2") == []
    world.areas[there].owner = None
    assert told(world, "MER", "5.2") == []


def test_a_household_in_danger(world: World) -> None:
    here, there = pair(world)
    put(world, here, "MER", population=1, armies=1)
    put(world, there, "WSX", armies=12)
    world.kingdoms["MER"].household = Household(2, here)
    assert any("20 VPs" in text for text in told(world, "MER", "10.7"))


# The rest.


def some_land(world: World) -> str:
    return pair(world)[0]


def besieged(world: World) -> None:
    city = next(code for code, place in world.map.items() if place.is_city)
    put(world, city, "MER", population=2, armies=1, mode="defend")
    put(world, str(world.map[city].hinterland), "WSX", armies=5)


def inland(world: World) -> None:
    here = some_land(world)
    for code in (here, *world.map[here].near):
        put(world, code, "MER")
    world.areas[here].armies = 1


CASES: dict[str, tuple[str, str, Callable[[World], object]]] = {
    "nowhere to retreat to": ("3.11", "but no destination is set", lambda w: put(w, some_land(w), "MER", armies=1)),
    "a refuge that is another's": (
        "3.12",
        "not a neighbouring land of yours",
        lambda w: put(w, some_land(w), "MER", armies=1, toward=pair(w)[1]),
    ),
    "an ambush without an army": (
        "3.13",
        "no army to spring it",
        lambda w: put(w, some_land(w), "MER", mode="ambush", against=pair(w)[1]),
    ),
    "a host too large": ("2.13", "keeps 3 of its 7", lambda w: put(w, some_land(w), "MER", population=2, armies=7)),
    "a fleet too large": (
        "8.7",
        "a ship with an army disperses",
        lambda w: put(w, next(c for c, p in w.map.items() if p.is_sea), "MER", ships=3, armies=1),
    ),
    "a full land": (
        "2.7",
        "is lost, with a VP,",
        lambda w: put(w, some_land(w), "MER", population=w.map[some_land(w)].limit),
    ),
    "heavy maintenance": ("2.12", "maintenance takes", lambda w: put(w, some_land(w), "MER", population=1, armies=9)),
    "BPs": ("2.8", "to spend now: 7 BPs", lambda w: setattr(w.kingdoms["MER"], "bp", 7)),
    "a win": ("4.3", "a runaway win is in sight, yours", lambda w: setattr(w.kingdoms["MER"], "vp", 50)),
    "another's win": ("4.3", "that of Kent", lambda w: setattr(w.kingdoms["KNT"], "vp", 50)),
    "a blockade": ("2.16", "is blockaded", besieged),
    "armies behind the border": ("3.1", "far from any border", inland),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_when_it_is_so_and_only_then(world: World, name: str) -> None:
    rule, words, arrange = CASES[name]
    assert not [text for text in told(world, "MER", rule) if words in text]
    arrange(world)
    assert [text for text in told(world, "MER", rule) if words in text]


def test_bps_that_were_left_over(world: World) -> None:
    put(world, some_land(world), "MER", population=4)
    world.kingdoms["MER"].bp = 9
    journal = play(Turn(world, {}, Dice(b"x", world.turn)), DARKAGE.book.steps(world))
    found = advise(letter(world, "MER", journal), "report")[1]
    assert Counsel("2.8", "9 BPs were not spent last turn") in found


def test_every_paragraph_is_one_of_the_rulebook() -> None:
    world, journal = fresh_world(), list[Event]()
    by = dict.fromkeys(DARKAGE.state.seats(None), "warlord")
    for turn in range(1, 6):
        dice = Dice(b"advice", turn)
        journal = play(Turn(world, all_sheets(DARKAGE, world, journal, by, dice), dice), DARKAGE.book.steps(world))
    found = [c for who in world.order for c in advise(letter(world, who, journal), "report")[1]]
    assert {counsel.rule for counsel in found} <= set(DARKAGE.book.paragraphs)
    assert len({counsel.rule for counsel in found}) > 5


# The command, and reports that are none.


def pbm(path: Path) -> Result:
    return CliRunner().invoke(main, ["advise", str(path)])


def test_the_command_names_the_kingdom_and_stays_narrow(tmp_path: Path) -> None:
    path = tmp_path / "MER.json"
    path.write_bytes(letter(fresh_world(), "MER"))
    result = pbm(path)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Advice for Mercia after turn 0, from their own report:\n")
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: None, "not a player's report"),
        (lambda d: {}, "not a player's report"),
        (lambda d: d | {"schema": "pbm-report/9"}, "pbm-report/9"),
        (lambda d: d | {"masthead": d["masthead"] | {"title": "Chess", "ruleset": "chess"}}, "Chess"),
        (lambda d: d | {"view": {}}, "not a player's report"),
        (lambda d: {key: value for key, value in d.items() if key != "view"}, "--form json"),
    ],
)
def test_what_is_no_report(change: Callable[[Any], Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(change(json.loads(letter(fresh_world(), "MER")))), encoding="utf-8")
    result = pbm(path)
    assert result.exit_code == 1
    assert said in result.output


def test_no_json_at_all() -> None:
    with pytest.raises(GameError, match="--form json"):
        advise(b"\xff\x00 Dear player", "letter.txt")
