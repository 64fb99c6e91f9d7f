"""The sheets of a turn: lines by kind, one answer for each, and what the turn has to remember while it lasts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec.structs import replace

from pbm.rules.condition import Condition, If, Not, bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet
from pbm.rulesets.marnon.orders.base import MarnonOrder
from pbm.rulesets.marnon.orders.conditions import names_unknown
from pbm.rulesets.marnon.orders.moving import March, Pass, Patrol, React
from pbm.rulesets.marnon.orders.ruling import Join, Lift, Message, Reserve, Split, Storm
from pbm.rulesets.marnon.orders.standing import Castle, Ground, Pursue, Retreat, Stance
from pbm.rulesets.marnon.spelling import with_codes
from pbm.rulesets.marnon.world import World

O = TypeVar("O", bound=Order)  # noqa: E741
MOST_LINES = 40
UNMET = "its condition does not hold"
UNKNOWN = "its condition names something that is not in the game"
UNPLAYED = "nothing came up in this turn for which this line could be played"
FIRST_SHEET = Refusal("8.3", "the first sheet is for the set-up: only PLACE, ASSIGN, RESERVE and doctrine count")
KEEPERS_ORDERS = (
    *(March, React, Pass, Patrol, Stance, Castle, Pursue, Ground, Retreat),
    *(Storm, Lift, Split, Join, Reserve, Message),
)
"""What the keeper of a region without a player may order for it [5.80]."""
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
    found = sorted(sheet_of(turn, who).lines.items())
    done = answered(turn)
    return [line for number, line in found if isinstance(bare(line.order), kinds) and (who, number) not in done]


def orders_of(turn: Turn, who: str, kind: type[O]) -> list[tuple[Line, O]]:
    return [(line, order) for line in lines_of(turn, who, kind) if isinstance(order := bare(line.order), kind)]


def answered(turn: Turn) -> set[tuple[str, int]]:
    found: set[tuple[str, int]] = turn.kept.setdefault("answered", set())
    return found


def answer(turn: Turn, who: str, line: Line, outcome: Outcome, *reasons: Refusal, note: str = "") -> Answered:
    answered(turn).add((who, line.number))
    named = tuple(each if each.kind == "read" else replace(each, text=with_codes(each.text)) for each in reasons)
    return Answered(who, who, line.number, line.text, outcome, named, note)


def done(turn: Turn, who: str, line: Line, note: str = "") -> Answered:
    return answer(turn, who, line, "ok", note=note)


def fails(turn: Turn, who: str, line: Line, rule: str, why: str) -> Answered:
    return answer(turn, who, line, "failed", Refusal(rule, why))


def due(turn: Turn, who: str, line: Line) -> bool:
    """Whether the condition of a line holds now."""
    order = line.order
    return not isinstance(order, If) or holds(turn.world, who, order)


def holds(world: World, who: str, order: If) -> bool:
    return not is_unknown(world, order) and order.holds(world, who)


def is_unknown(world: World, order: If) -> bool:
    """Whether a condition names something that is not in the game."""
    parts = [part.condition if isinstance(part, Not) else part for part in order.conditions]
    return any(isinstance(part, Condition) and names_unknown(world, part) for part in parts)


def unmet(turn: Turn, who: str, line: Line) -> Answered:
    """Not needed; a condition that names something unknown is a mistake [3.2, 3.5]."""
    if isinstance(line.order, If) and is_unknown(turn.world, line.order):
        return fails(turn, who, line, "3.2", UNKNOWN)
    return answer(turn, who, line, "not needed", Refusal("3.2", UNMET))


def is_misplaced(order: Order | None) -> bool:
    """Whether a condition stands where none is allowed."""
    inner = bare(order)
    return isinstance(order, If) and isinstance(inner, MarnonOrder) and not inner.waits


def unread(turn: Turn) -> Iterator[Answered]:
    """Lines that cannot be read, or have a condition where none may stand, fail at once."""
    for who in turn.world.senders():
        for number, line in sorted(sheet_of(turn, who).lines.items()):
            if (who, number) in answered(turn):
                continue
            if line.order is None:
                reason = line.refusal or Refusal("3.5", "this line could not be read", kind="read")
                yield answer(turn, who, line, "failed", reason)
            elif is_misplaced(line.order):
                yield fails(turn, who, line, "3.2", "this order takes no condition")
            elif beyond := beyond_keepers(turn.world, who, line.order):
                yield answer(turn, who, line, "failed", beyond)


def beyond_keepers(world: World, who: str, order: Order) -> Refusal | None:
    """Why an order is not one for a region without a player [5.80]."""
    if world.powers[who].status != "np" or isinstance(bare(order), KEEPERS_ORDERS):
        return None
    return Refusal("5.80", "a keeper orders marches, patrols, doctrine, sieges and forces, and no more", kind="lasting")


def leftovers(turn: Turn) -> Iterator[Answered]:
    """Every line has its answer by the end of step 7 [3.5]."""
    for who in turn.sheets:
        for number, line in sorted(sheet_of(turn, who).lines.items()):
            if (who, number) not in answered(turn):
                yield answer(turn, who, line, "failed", left_over(turn.world, who, line.order))


def left_over(world: World, who: str, order: Order | None) -> Refusal:
    """Why a line found no moment to be played."""
    if world.turn == 0:
        return FIRST_SHEET
    inner = bare(order)
    found = inner.wrong(world, who) if isinstance(inner, MarnonOrder) and who in world.powers else None
    return found or Refusal(inner.rule if inner else "3.5", UNPLAYED)
