"""Espionage and what players show each other, after all operations [21.0, 28.ESP]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Named, Power
from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.names import also
from pbm.rules.order import Line, Order, Refusal
from pbm.rulesets.twilight.hands import plays
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moments import SPY, UNMET, due, not_held
from pbm.rulesets.twilight.orders.base import ALL, at
from pbm.rulesets.twilight.orders.playing import Play
from pbm.rulesets.twilight.orders.wishes import Reveal
from pbm.rulesets.twilight.plays import around
from pbm.rulesets.twilight.sheet import Papers, papers, slot_order, told
from pbm.rulesets.twilight.units import write
from pbm.rulesets.twilight.world import World, subject

MARKERS = "MARKS"


class Seen(Event, frozen=True):
    """What a player is shown: forces of a place, or markers of a power, as at the end of operations."""

    who: Power
    """The power whose player is shown it; a player without a power is called by the one they had."""
    what: Named
    shown: tuple[tuple[str, str], ...]
    text: ClassVar = "{who} {who:was/were} shown {what}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(also(names, {MARKERS: "markers"}), public)


class SpiesSent(Event, frozen=True):
    who: Power
    parties: ClassVar = ()
    verb: ClassVar = "spy"
    text: ClassVar = "{who} sent out spies"
    news: ClassVar = text


def forces_in(world: World, place: str) -> tuple[tuple[str, str], ...]:
    """Every stack in an area and its burg, or a sea: place and power, and its units."""
    return tuple(
        (f"{spot} {power}", write(stack.units))
        for spot in around(place)
        for power in world.present(spot)
        for stack in world.stacks(spot, power)
    )


def espionage(turn: Turn) -> Iterator[Event]:
    """Espionage and REVEAL, after all operations: powers in slot order, lines as written [21.0, 28.ESP]."""
    world: World = turn.world
    for power in () if world.over else slot_order(turn):
        if seat := world.player_of(power):
            paper = papers(turn, seat)
            for line in last_lines(world, paper, power):
                yield from spied(turn, paper, power, line)


def last_lines(world: World, paper: Papers, power: str) -> list[Line]:
    """The lines of a power that are done when all operations are over."""
    spies = [line for line in paper.block(world, power) if is_spy(bare(line.order))]
    shows = [line for line, _ in paper.binding(world, power, Reveal)]
    return sorted([*spies, *shows], key=lambda line: line.number)


def is_spy(order: Order | None) -> bool:
    return isinstance(order, Play) and order.mark == SPY


def spied(turn: Turn, paper: Papers, power: str, line: Line) -> Iterator[Event]:
    world: World = turn.world
    order = bare(line.order)
    if isinstance(order, Reveal):
        yield from revealed(turn, paper, power, line, order)
        return
    assert isinstance(order, Play)
    what = at(world, power, str(order.fields[0]))
    reason = not_held(world, power, SPY) or (
        None if is_known(world, what) else Refusal("28.ESP", "there is no such target")
    )
    if not due(world, power, line):
        yield told(paper, power, line, "void", UNMET)
    elif reason:
        yield told(paper, power, line, "failed", reason)
    else:
        yield told(paper, power, line, "ok")
        yield SpiesSent(power)
        if not (yield from plays(turn, power, SPY)) and what:
            yield Seen(power, what, shown(world, what))


def is_known(world: World, what: str | None) -> bool:
    return what is not None and (what in chart() or world.in_play(what))


def shown(world: World, what: str) -> tuple[tuple[str, str], ...]:
    if what in world.powers:
        return ((what, " ".join(sorted(world.powers[what].markers))),)
    return forces_in(world, what)


def revealed(turn: Turn, paper: Papers, power: str, line: Line, order: Reveal) -> Iterator[Event]:
    """A power shows what it has, to one player or to all."""
    world: World = turn.world
    what = order.what if order.what == MARKERS else at(world, power, order.what)
    rows = own_rows(world, power, what)
    readers = [reader for seat in world.seats if (reader := world.own_power(seat) or seat) != power]
    if not what or not rows:
        yield told(
            paper,
            power,
            line,
            "failed",
            Refusal("21.0", f"{subject(power, 'has', 'have')} nothing there"),
        )
    elif order.to != ALL and not reader_of(world, order.to):
        yield told(
            paper,
            power,
            line,
            "failed",
            Refusal("21.0", f"{subject(order.to, 'has', 'have')} no player"),
        )
    else:
        yield told(paper, power, line, "ok")
        yield from (Seen(who, what, rows) for who in (readers if order.to == ALL else [order.to]))


def own_rows(world: World, power: str, what: str | None) -> tuple[tuple[str, str], ...]:
    if what == MARKERS:
        return ((power, " ".join(sorted(world.powers[power].markers))),)
    return tuple((f"{what} {power}", write(stack.units)) for stack in world.stacks(what or "", power))


def reader_of(world: World, who: str) -> str | None:
    """The player who reads what a power is shown: its own, or the one who lost it this year."""
    return world.player_of(who) or (who if who in world.seats and world.own_power(who) is None else None)
