"""Espionage and what players show each other, after all operations [21.0, 28.ESP]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Named, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.names import also
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.hands import plays
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moments import SPY, due, not_held, plays_of
from pbm.rulesets.twilight.orders.base import at
from pbm.rulesets.twilight.orders.wishes import Reveal
from pbm.rulesets.twilight.plays import around
from pbm.rulesets.twilight.sheet import Papers, answer, everyone, told
from pbm.rulesets.twilight.units import write
from pbm.rulesets.twilight.world import World

MARKERS = "MARKS"


class Seen(Event, frozen=True):
    """What a player is shown: forces of a place, or markers of a power, as at the end of operations."""

    who: Power
    """The power whose player is shown it."""
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
    """Espionage and REVEAL, after all operations [21.0, 28.ESP]."""
    world: World = turn.world
    for paper, power, line, order in list(plays_of(turn, SPY)):
        what = at(world, power, str(order.fields[0]))
        reason = not_held(world, power, SPY) or (
            None if is_known(world, what) else Refusal("28.ESP", "there is no such target")
        )
        if not due(world, power, line):
            yield told(paper, power, line, "void")
        elif reason:
            yield told(paper, power, line, "failed", reason)
        else:
            yield told(paper, power, line, "ok")
            yield SpiesSent(power)
            if not (yield from plays(turn, power, SPY)) and what:
                yield Seen(power, what, shown(world, what))
    for paper in everyone(turn):
        for line, wish in paper.wishes(Reveal):
            yield from revealed(turn, paper, line, wish)


def is_known(world: World, what: str | None) -> bool:
    return what is not None and (what in chart() or world.in_play(what))


def shown(world: World, what: str) -> tuple[tuple[str, str], ...]:
    if what in world.powers:
        return ((what, " ".join(sorted(world.powers[what].markers))),)
    return forces_in(world, what)


def revealed(turn: Turn, paper: Papers, line: Line, order: Reveal) -> Iterator[Event]:
    """A player shows what is theirs, to one power's player or to all."""
    world: World = turn.world
    mine = world.powers_of(paper.seat)
    own = world.own_power(paper.seat) or paper.seat
    place = at(world, own, order.what) if order.what != MARKERS else None
    rows = (
        tuple((power, " ".join(sorted(world.powers[power].markers))) for power in mine)
        if order.what == MARKERS
        else tuple((f"{place} {p}", write(s.units)) for p in mine for s in world.stacks(place or "", p))
    )
    readers = [world.own_power(seat) for seat in world.seats] if order.to == "ALL" else [order.to]
    known = [who for who in readers if who and world.player_of(who) and who != own]
    if not rows or not known:
        why = "there is nothing of yours there" if not rows else f"{order.to} has no player"
        yield answer(paper, own, line, "failed", Refusal("21.0", why))
        return
    yield answer(paper, own, line, "ok")
    yield from (Seen(who, order.what if place is None else place, rows) for who in known)
