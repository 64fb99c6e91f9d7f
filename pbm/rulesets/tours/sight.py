"""What a player knows: everything but the other side's doctrine, groups and order of play [3.5]."""

from typing import Any

from msgspec import structs

from pbm.rules import sight
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rules.roster import Control
from pbm.rulesets.tours.forces import CONTINGENTS, NAMES, SIDES, UNITS
from pbm.rulesets.tours.victory import RESIGNED
from pbm.rulesets.tours.world import UNWRITTEN, Leader, Settings, Side, Unit, Value, World, new_side

OWN = ("doctrine", "groups", "sides")
"""The parts of a position of which each side knows its own."""
OPEN = tuple(name for name in World.__struct_fields__ if name not in (*UNWRITTEN, *OWN, "turn"))


class View(sight.View, frozen=True):
    """The whole field; one's own doctrine, groups, initiative and sequence."""

    next_turn: int
    """By the game's own count, in which the set-up is 0."""
    first: str | None
    wall: bool
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    wagons: dict[str, Hex]
    beset: dict[str, int]
    dead: dict[str, list[str]]
    losses: dict[str, int]
    winner: str | None
    ending: str
    doctrine: dict[str, dict[str, Value]]
    groups: dict[str, list[str]]
    own: Side
    control: dict[str, Control]
    settings: Settings


def view(world: World, journal: list[Event], who: str) -> View:
    told = sight.telling(journal, SIDES, NAMES).of(who)
    seen: dict[str, Any] = {name: getattr(world, name) for name in OPEN}
    return View(
        who,
        sheets_played(world),
        **told,
        **seen,
        next_turn=world.turn,
        doctrine={code: values for code, values in world.doctrine.items() if owner(code) == who},
        groups=world.groups[who],
        own=world.sides[who],
        control={side: seat.control for side, seat in world.sides.items()},
        settings=world.settings,
    )


def sheets_played(world: World) -> int:
    """How many sheets were played, that of the set-up too; a turn that is conceded keeps its number [14.6]."""
    return world.turn - (world.settings.setup == "fixed") + (world.ending == RESIGNED)


def owner(code: str) -> str:
    """The side of a contingent or a unit."""
    return next(side for side in SIDES if code in CONTINGENTS[side] or (code in UNITS and UNITS[code].side == side))


def known(view: View) -> World:
    """The field as the player knows it, with nothing written down for the enemy."""
    sides = {side: new_side(side) for side in SIDES} | {view.who: view.own}
    for side, control in view.control.items():
        sides[side] = structs.replace(sides[side], control=control)
    return World(
        turn=view.next_turn,
        **{name: getattr(view, name) for name in OPEN},
        doctrine=view.doctrine,
        groups={side: view.groups if side == view.who else {} for side in SIDES},
        sides=sides,
        settings=view.settings,
    )
