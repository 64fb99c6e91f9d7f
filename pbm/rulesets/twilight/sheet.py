"""A player's sheet: its blocks, the lines that belong to the player, and the answer to each line [H2 to H4]."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import ClassVar, TypeVar

from pbm.rules.code import Power
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event, Outcome
from pbm.rules.order import Line, Order, Refusal, Sheet, blocks
from pbm.rules.plan import Done
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.order import READ, TIMED, Bound, Wish, Words, action, order_of
from pbm.rulesets.twilight.world import World, subject

O = TypeVar("O", bound=Order)  # noqa: E741
B = TypeVar("B", bound=Bound)


@action("H3", form="FOR {power}", meaning="what follows is for {power}", opens=True)
class For(Wish, frozen=True):
    """What follows is for a power that you hold or hope to win; ANY: for every one that has no block of its own."""

    power: Power
    step: ClassVar = READ
    in_set_up: ClassVar = True

    def said(self, number: int) -> Mapping[str, object]:
        return {"power": "any other power" if self.power == ANY else self.power}

    def in_vain(self, world: World, who: str) -> Refusal | None:
        power = world.powers.get(self.power)
        if power and power.kind == "pp" and self.power != world.own_power(who):
            return Refusal("24.1", f"{subject(self.power, 'is', 'are')} played by another player, and cannot be won")
        return None


@dataclass
class Papers:
    """The sheet of one seat, sorted out."""

    seat: str
    sheet: Sheet
    own: list[Line] = field(default_factory=list)
    """The block of the player's own power."""
    named: dict[str, list[Line]] = field(default_factory=dict)
    any: list[Line] = field(default_factory=list)
    lost: list[Line] = field(default_factory=list)
    """Lines under a FOR that could not be read."""

    def block(self, world: World, power: str) -> list[Line]:
        """The lines that a power of this player plays by."""
        if power == world.own_power(self.seat):
            return self.own
        return self.named.get(power, self.any)

    def binding(self, world: World, power: str, kind: type[B]) -> list[tuple[Line, B]]:
        """The orders of a kind that bind a power: those of its block; FOR ANY binds the player's own power too."""
        lines = self.block(world, power)
        if power == world.own_power(self.seat):
            lines = sorted([*lines, *self.any], key=lambda line: line.number)
        return [(line, line.order) for line in lines if isinstance(line.order, kind)]

    def wishes(self, kind: type[O]) -> list[tuple[Line, O]]:
        """The orders of a kind that hang on no condition, wherever they stand."""
        return [(line, order) for line, order in self.of_kind(kind) if order is line.order]

    def of_kind(self, kind: type[O]) -> list[tuple[Line, O]]:
        """The orders of a kind with their lines, under a condition or not."""
        return [(line, order) for line in self.kinds.get(kind, ()) if isinstance(order := bare(line.order), kind)]

    def of_step(self, step: str) -> list[Line]:
        return [line for line in self.lines if (order := order_of(line)) and order.step == step]

    @cached_property
    def lines(self) -> list[Line]:
        return [line for _, line in sorted(self.sheet.lines.items())]

    @cached_property
    def kinds(self) -> dict[type[Order | None], list[Line]]:
        found: dict[type[Order | None], list[Line]] = {}
        for line in self.lines:
            found.setdefault(type(bare(line.order)), []).append(line)
        return found

    @cached_property
    def soon(self) -> list[Line]:
        """The lines that may be answered before anything is played: all but those of levies and operations."""
        timed = {line.number for line in self.lines if (order := order_of(line)) and order.step in TIMED}
        return [line for line in self.lines if line.number not in timed or line in self.lost]

    @cached_property
    def for_any(self) -> frozenset[int]:
        """The numbers of lines that are tried for several powers."""
        return frozenset(line.number for line in self.any)


def papers(turn: Turn[World], seat: str) -> Papers:
    """The sheet of a seat, sorted out once for as long as the seat has the same power of its own."""
    own = turn.world.own_power(seat)
    found = turn.kept.get((seat, own))
    if found is None:
        found = turn.kept[seat, own] = sorted_out(turn.sheets.get(seat) or Sheet(seat, {}), seat, own)
    assert isinstance(found, Papers)
    return found


def sorted_out(sheet: Sheet, seat: str, own: str | None) -> Papers:
    """The blocks of a sheet; one that was not sent is empty."""
    found = Papers(seat, sheet)
    for number, (power, lines) in enumerate(blocks(sheet, For)):
        if number == 0 or power == (own or seat):
            found.own += lines
        elif power == ANY:
            found.any += lines
        elif power:
            found.named.setdefault(power, []).extend(lines)
        else:
            found.lost += lines
    return found


def everyone(turn: Turn[World]) -> list[Papers]:
    """In seat order."""
    return [papers(turn, seat) for seat in turn.world.seats]


@action("11.0", form="MINORS {powers}", meaning="let your Minors play in this order: {powers}")
class Minors(Wish, frozen=True):
    """The order in which your Minors play after your own power."""

    powers: Words
    step: ClassVar = READ


def minors_of(turn: Turn[World], seat: str | None) -> list[str]:
    """The Minors of a player in their order of play: as MINORS says, then by code [11.0]."""
    there = turn.world.minors_of(seat)
    wanted = [str(code) for _, order in papers(turn, seat).wishes(Minors) for code in order.powers] if seat else []
    return list(dict.fromkeys([*(code for code in wanted if code in there), *there]))


def slot_order(turn: Turn[World]) -> list[str]:
    """Powers by slot, each player's power followed by the player's Minors, then other controlled ones by code."""
    world = turn.world
    found: list[str] = []
    for power in [world.slots[slot] for slot in sorted(world.slots)] or world.order:
        found.append(power)
        if world.powers[power].kind == "pp":
            found += minors_of(turn, world.powers[power].player)
    rest = [code for code in sorted(world.powers) if world.powers[code].player and world.in_play(code)]
    return list(dict.fromkeys([*found, *rest]))


# answers


def answer(paper: Papers, who: str, line: Line, done: Done) -> Answered:
    return Answered(paper.seat, who, line.number, line.text, done.outcome, done.refusals)


class Tried(Event, frozen=True):
    """A line of a FOR ANY block comes up for one power."""

    sheet: str
    who: Power
    number: int
    order: str
    outcome: Outcome
    refusals: tuple[Refusal, ...] = ()
    text: ClassVar = "{number}. {order}, for {who}: {outcome}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        reasons = "; ".join(f"{refusal.text} [{refusal.rule}]" for refusal in self.refusals)
        return super().worded(names, public) + (f", {reasons}" if reasons else "")


def told(paper: Papers, who: str, line: Line, done: Done) -> Event:
    """The answer to a line of a power; one for several powers has its one answer when the year is over."""
    if line.number in paper.for_any:
        return Tried(paper.seat, who, line.number, line.text, done.outcome, done.refusals)
    return answer(paper, who, line, done)


@dataclass
class Answers:
    """Which lines of each sheet have come up so far, read off the journal as it grows."""

    seen: int = 0
    answered: dict[str, set[int]] = field(default_factory=dict)
    tried: dict[str, set[int]] = field(default_factory=dict)

    def look(self, journal: list[Event]) -> None:
        for event in islice(journal, self.seen, None):
            if isinstance(event, (Answered, Tried)):
                found = self.tried if isinstance(event, Tried) else self.answered
                found.setdefault(event.sheet, set()).add(event.number)
        self.seen = len(journal)


def answers(turn: Turn[World]) -> Answers:
    found = turn.kept.get(Answers)
    if not isinstance(found, Answers):
        found = turn.kept[Answers] = Answers()
    found.look(turn.journal)
    return found


def answered(turn: Turn[World], paper: Papers) -> set[int]:
    """The lines of a sheet that have had their answer."""
    return answers(turn).answered.get(paper.seat, set())


def came_up(turn: Turn[World], paper: Papers) -> set[int]:
    """Those, and the lines that were tried for some power at least."""
    return answered(turn, paper) | answers(turn).tried.get(paper.seat, set())
