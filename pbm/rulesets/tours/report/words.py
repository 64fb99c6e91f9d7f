"""How a report speaks of sides, contingents, units and dice."""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property

from pbm.rules.dice import Dice
from pbm.rules.event import enumerated
from pbm.rules.names import word
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, NAMES, UNITS, arm_called, con_name, enemy_of
from pbm.rulesets.tours.now import Now
from pbm.rulesets.tours.opening import Initiative
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.set_up import DrawnUp
from pbm.rulesets.tours.sight import View, known
from pbm.rulesets.tours.world import World

SIGNS = {"HI": "shield", "LI": "spear", "HC": "horse", "LC": "horseshoe", "MA": "bow"}
NO_DICE = Dice(b"", 0)
"""What is reckoned for a report throws none."""


class Author:
    """What the author of a report knows: a view, and the field as its player knows it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.side, self.foe = view.who, enemy_of(view.who)

    @cached_property
    def first(self) -> str | None:
        """The side that had the first player turn of the turn just played."""
        return next((event.first for event in self.view.events if isinstance(event, Initiative)), None)

    @property
    def is_first(self) -> bool:
        """Whether nobody is on the field yet: the sheet to come is that of the set-up."""
        return self.view.next_turn == 0

    @property
    def is_set_up(self) -> bool:
        """Whether the sheet just played was that of the set-up."""
        return any(isinstance(event, DrawnUp) for event in self.view.events)

    @cached_property
    def world(self) -> World:
        return known(self.view)

    def bout(self, side: str, active: Sequence[str] | None = None) -> Bout:
        """A player turn in which these contingents, or all, have activated."""
        world = copy(self.world)
        world.now = Now(active={*(CONTINGENTS[side] if active is None else active)})
        return Bout(world, side, NO_DICE)


def own(code: str, side: str) -> bool:
    return code in UNITS and UNITS[code].side == side


def contingent(con: str) -> str:
    """With the code, as it is written on a sheet."""
    return f"{con_name(con)} ({con})"


def units_called(codes: Iterable[str]) -> str:
    """Units by name and code, those of one arm together: the heavy infantry (H01..H03) and the Grey archers (GA1)."""
    arms: dict[str, list[str]] = {}
    for code in codes:
        arms.setdefault(arm_called(UNITS[code].con, UNITS[code].type), []).append(code)
    named = (f"{arm} ({spans(found)})" if len(found) > 1 else word(NAMES, found[0]) for arm, found in arms.items())
    return enumerated(named)


def joined(codes: Iterable[str], nothing: str = "") -> str:
    return ", ".join(codes) or nothing


def signed(figure: int) -> str:
    return f"{figure:+}" if figure else "0"


def kind_of(code: str) -> str:
    return FORCES.types[UNITS[code].type].name.partition(" (")[0]


def leader_name(leader: str) -> str:
    return NAMES[leader].partition(",")[0]
