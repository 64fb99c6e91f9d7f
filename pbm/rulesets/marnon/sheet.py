"""What the turn has to remember while it lasts."""

from dataclasses import dataclass, field
from typing import TypeVar

from pbm.rules.condition import If, bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rules.plan import Done
from pbm.rulesets.marnon.playing import SWORD

O = TypeVar("O", bound=Order)  # noqa: E741
MOST_LINES = 40
Unit = tuple[str, str]
"""A power and the code of its unit."""


@dataclass
class Group:
    """Fleets that sail together."""

    who: str
    fleets: list[str]
    seek: bool = False
    intercepted: bool = False
    tried: set[str] = field(default_factory=set)
    """The enemies that have tried to intercept it."""


@dataclass
class NavalBattle:
    zone: str
    attacker: str
    defender: str


@dataclass
class Landing:
    group: Group
    forces: list[str]
    area: str
    zone: str
    diplomats: list[str] = field(default_factory=list)


@dataclass
class Now:
    """What only this turn has to remember. It changes nothing in the position."""

    clock: int = 0
    moved: set[Unit] = field(default_factory=set)
    tried: set[Unit] = field(default_factory=set)
    """Forces that have tried to break contact."""
    struck: set[Unit] = field(default_factory=set)
    """Forces that the plague has struck."""
    entered: dict[Unit, int] = field(default_factory=dict)
    """When a force entered its area this turn."""
    came: dict[Unit, str] = field(default_factory=dict)
    """`river` or `landed`."""
    lifted: set[tuple[str, str]] = field(default_factory=set)
    new_sieges: set[str] = field(default_factory=set)
    stormed: set[str] = field(default_factory=set)
    patrol: dict[Unit, str] = field(default_factory=dict)
    seeking: set[Unit] = field(default_factory=set)
    sailed: set[Unit] = field(default_factory=set)
    engaged: set[Unit] = field(default_factory=set)
    """Fleets that have intercepted or were found: they stay where they are for the fight."""
    began: dict[Unit, str] = field(default_factory=dict)
    """The port a fleet began the turn in."""
    cargo: dict[Unit, dict[str, int]] = field(default_factory=dict)
    """What a fleet has aboard: points by the force of its power; another's force as WHI.A2."""
    naval: list[NavalBattle] = field(default_factory=list)
    landings: list[Landing] = field(default_factory=list)
    lent: dict[Unit, int] = field(default_factory=dict)
    """Ships lent to a returning exile."""
    sealifted: dict[Unit, str] = field(default_factory=dict)
    traded: dict[Unit, tuple[str, int]] = field(default_factory=dict)
    """Merchant fleets that traded: the port, and how many seas."""
    trading_caravans: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Caravans that traded: power, caravan, castle, areas."""
    foiled: str = ""
    """The power whose first MARCH intrigue foils."""
    weather: tuple[str, str, str] = ("", "", "")
    """Card 43: the power that chose, the region, MOVES or BATTLES."""
    mud: set[str] = field(default_factory=set)
    storms: set[str] = field(default_factory=set)
    fund: int = 0
    hunted: bool = False
    hunt_port: str = ""
    supported: dict[str, int] = field(default_factory=dict)
    unpaid: set[Unit] = field(default_factory=set)
    raised_honour: bool = False
    lowered: tuple[str, str] = ("", "")
    protected: dict[str, set[str]] = field(default_factory=dict)
    """NP castles, and the powers whose merchants are bound for them."""
    raids: dict[str, str] = field(default_factory=dict)
    """Where the raiders of a castle go, if a sheet says so."""
    invader_land: int = 0
    invader_fleet: int = 0
    withdrawn: set[tuple[str, str]] = field(default_factory=set)


def now(turn: Turn) -> Now:
    found = turn.kept.get(Now)
    if not isinstance(found, Now):
        found = turn.kept[Now] = Now()
    return found


def enters(turn: Turn, who: str, code: str, how: str = "") -> None:
    """Note when and how a force came into its area."""
    memory = now(turn)
    memory.clock += 1
    memory.entered[who, code] = memory.clock
    if how:
        memory.came[who, code] = how
    else:
        memory.came.pop((who, code), None)


def inherits(turn: Turn, who: str, new: str, old: str) -> None:
    """A part of a force has the same past as the whole."""
    memory = now(turn)
    for past in (memory.struck, memory.moved):
        if (who, old) in past:
            past.add((who, new))
    if (who, old) in memory.entered:
        memory.entered[who, new] = memory.entered[who, old]
    if (who, old) in memory.came:
        memory.came[who, new] = memory.came[who, old]


def forget(turn: Turn, who: str, code: str) -> None:
    memory = now(turn)
    for past in (memory.struck, memory.moved, memory.tried):
        past.discard((who, code))
    memory.entered.pop((who, code), None)
    memory.came.pop((who, code), None)


# lines and answers


def sheet_of(turn: Turn, who: str) -> Sheet:
    return turn.sheets.get(who) or Sheet(who, {})


def lines_of(turn: Turn, who: str, *kinds: type[Order]) -> list[Line]:
    """The lines of a power with orders of these kinds that have no answer yet, from the top."""
    return [line for line in SWORD.lines_of(turn, who) if isinstance(bare(line.order), kinds)]


def orders_of(turn: Turn, who: str, kind: type[O]) -> list[tuple[Line, O]]:
    return [(line, order) for line in lines_of(turn, who, kind) if isinstance(order := bare(line.order), kind)]


def answer(turn: Turn, who: str, line: Line, outcome: Outcome, *reasons: Refusal, note: str = "") -> Answered:
    return SWORD.answer(who, line, Done(outcome, (), reasons, note))


def done(turn: Turn, who: str, line: Line, note: str = "") -> Answered:
    return answer(turn, who, line, "ok", note=note)


def fails(turn: Turn, who: str, line: Line, rule: str, why: str) -> Answered:
    return answer(turn, who, line, "failed", Refusal(rule, why))


def due(turn: Turn, who: str, line: Line) -> bool:
    return not isinstance(line.order, If) or not SWORD.unmet(line.order, SWORD.stage(turn)(turn, who))


def unmet(turn: Turn, who: str, line: Line) -> Answered:
    assert isinstance(line.order, If)
    found = SWORD.unmet(line.order, SWORD.stage(turn)(turn, who))
    assert found
    return SWORD.answer(who, line, found)
