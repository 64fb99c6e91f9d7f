"""Espionage and what players show each other, after all operations [21.0, 28.ESP]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Named, Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.names import also
from pbm.rules.order import Line
from pbm.rules.plan import Done, failed, ok
from pbm.rulesets.twilight.hands import plays
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.moments import SPY, played
from pbm.rulesets.twilight.order import ALL, Bound, Scene, Words, action
from pbm.rulesets.twilight.playing import carried_out, scene, step_of
from pbm.rulesets.twilight.plays import around
from pbm.rulesets.twilight.sheet import Papers, papers, slot_order
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


@action("21.0", form="REVEAL {what} {to}", meaning="show {what} to {to}")
class Reveal(Bound, frozen=True):
    """Show your forces in a place, or your markers, to a player or to all."""

    what: Place
    to: Power

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        return "where or MARKS", "power or ALL"

    def said(self, number: int) -> Mapping[str, object]:
        return {"what": "your markers" if self.what == "MARKS" else self.what, "to": self.to}

    def plan(self, at: Scene) -> Done:
        what = self.what if self.what == MARKERS else at.place(self.what)
        rows = own_rows(at.world, at.who, what)
        if not what or not rows:
            return failed("21.0", f"{subject(at.who, 'has', 'have')} nothing there")
        if self.to != ALL and not reader_of(at.world, self.to):
            return failed("21.0", f"{subject(self.to, 'has', 'have')} no player")
        everyone = (at.world.own_power(seat) or seat for seat in at.world.seats)
        readers = [reader for reader in everyone if reader != at.who] if self.to == ALL else [self.to]
        return ok(*(Seen(reader, what, rows) for reader in readers))


class SpiesSent(OfPower, frozen=True):
    parties: ClassVar = ()
    verb: ClassVar = "spy"
    text: ClassVar = "{who} sent out spies"


def forces_in(world: World, place: str) -> tuple[tuple[str, str], ...]:
    """Every stack in an area and its burg, or a sea: place and power, and its units."""
    return tuple(
        (f"{spot} {power}", write(stack.units))
        for spot in around(place)
        for power in world.present(spot)
        for stack in world.stacks(spot, power)
    )


def espionage(turn: Turn[World]) -> Iterator[Event]:
    """Espionage and REVEAL, after all operations: powers in slot order, lines as written [21.0, 28.ESP]."""
    world = turn.world
    for power in () if world.over else slot_order(turn):
        if seat := world.player_of(power):
            paper = papers(turn, seat)
            for line in last_lines(world, paper, power):
                yield from carried_out(line, scene(turn, paper, power))


def last_lines(world: World, paper: Papers, power: str) -> list[Line]:
    """The lines of a power that are done when all operations are over."""
    spies = [line for line in paper.block(world, power) if step_of(world, power, line) == SPY]
    shows = [line for line, _ in paper.binding(world, power, Reveal)]
    return sorted([*spies, *shows], key=lambda line: line.number)


@played(SPY)
def spied(at: Scene, fields: Words) -> Done:
    what = at.place(str(fields[0]))
    if what is None or not is_known(at.world, what):
        return failed("28.ESP", "there is no such target")
    return Done("ok", spies_sent(at, what))


def spies_sent(at: Scene, what: str) -> Iterator[Event]:
    yield SpiesSent(at.who)
    if not (yield from plays(at.turn, at.who, SPY)):
        yield Seen(at.who, what, shown(at.world, what))


def is_known(world: World, what: str) -> bool:
    return what in chart() or world.in_play(what)


def shown(world: World, what: str) -> tuple[tuple[str, str], ...]:
    if what in world.powers:
        return ((what, " ".join(sorted(world.powers[what].markers))),)
    return forces_in(world, what)


def own_rows(world: World, power: str, what: str | None) -> tuple[tuple[str, str], ...]:
    if what == MARKERS:
        return ((power, " ".join(sorted(world.powers[power].markers))),)
    return tuple((f"{what} {power}", write(stack.units)) for stack in world.stacks(what or "", power))


def reader_of(world: World, who: str) -> str | None:
    """The player who reads what a power is shown: its own, or the one who lost it this year."""
    return world.player_of(who) or (who if who in world.seats and world.own_power(who) is None else None)
