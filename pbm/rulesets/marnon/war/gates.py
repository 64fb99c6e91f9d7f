"""Castle gates before battle, and sieges that begin and end with it [5.45]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.areas import open_gates
from pbm.rulesets.marnon.changes.forces import Shut
from pbm.rulesets.marnon.codes import is_castle_power
from pbm.rulesets.marnon.map import castles
from pbm.rulesets.marnon.pieces import Siege
from pbm.rulesets.marnon.relations import allied, at_war, enemy_points, holder
from pbm.rulesets.marnon.tables import LEAST_FORCE
from pbm.rulesets.marnon.war.retreat import room_inside, shut_in, shut_out
from pbm.rulesets.marnon.world import World

FIELD, WALLS, ODDS = "FIELD", "WALLS", "ODDS"


class SiegeBegan(Event, frozen=True):
    castle: Place
    by: Power
    holder: Power | None
    parties: ClassVar = ("by", "holder")
    verb: ClassVar = "siege"
    text: ClassVar = "{by} {by:lays/lay} siege to {castle}"

    def apply(self, world: World) -> None:
        world.area(self.castle).siege = Siege(self.by, 1)
        world.now.new_sieges.add(self.castle)


class SiegeLevel(Event, frozen=True):
    castle: Place
    by: Power
    holder: Power | None
    level: int
    parties: ClassVar = ("by", "holder")
    verb: ClassVar = "level"
    text: ClassVar = "the siege of {castle} by {by} is at level {level} now"
    news: ClassVar = "the siege of {castle} is at level {level} now"

    def apply(self, world: World) -> None:
        row = world.area(self.castle)
        assert row.siege
        row.siege.level = self.level


class SiegeEnded(Event, frozen=True):
    castle: Place
    by: Power
    holder: Power | None
    why: str
    shut: bool = False
    """Whether the gates stay shut, before another enemy."""
    parties: ClassVar = ("by", "holder")
    verb: ClassVar = "relief"
    text: ClassVar = "the siege of {castle} by {by} is over: {why}"
    news: ClassVar = "the siege of {castle} is over"

    def apply(self, world: World) -> None:
        if self.shut:
            world.area(self.castle).siege = None
        else:
            open_gates(world, self.castle)


def ends(world: World, castle: str, why: str, shut: bool = False) -> SiegeEnded:
    siege = world.siege(castle)
    assert siege
    return SiegeEnded(castle, siege.by, holder(world, castle), why, shut)


def gate(world: World, who: str, castle: str) -> str:
    """FIELD or WALLS, as the holder ordered it or by the odds."""
    word = world.powers[who].walls.get(castle, WALLS if is_castle_power(who) else ODDS)
    if word != ODDS:
        return word
    own = world.points_in(who, castle) + relief_points(world, who, castle)
    return WALLS if enemy_points(world, who, castle, outside=True) > own else FIELD


def relief_points(world: World, who: str, castle: str) -> int:
    """What allies have brought before a besieged castle: garrison and relief are looked at together [5.45]."""
    siege = world.siege(castle)
    friends = [other for other in world.powers_in(castle) if other != who and allied(world, who, other)]
    return sum(world.points_in(other, castle) for other in friends if siege and at_war(world, other, siege.by))


def gates(turn: Turn[World]) -> Iterator[Event]:
    """Castle by castle: the holder's troops facing an enemy fight in the field or shut the gates.

    A siege whose besiegers have gone is over by then: the gates are shut anew before whoever is left.
    """
    world = turn.world
    for castle in castles() if not world.ongoing.truce else ():
        yield from ended_by_absence(world, castle)
        who = holder(world, castle)
        if who is None or not world.own_in(who, castle):
            continue
        if enemy_points(world, who, castle, outside=True):
            yield from opened_or_shut(world, castle, who)


def opened_or_shut(world: World, castle: str, who: str) -> Iterator[Event]:
    forces = world.own_in(who, castle)
    if gate(world, who, castle) == FIELD:
        for code, force in forces.items():
            if force.inside:
                yield Shut(who, code, False)
        return
    if world.siege(castle):
        return
    for code in forces:
        if room_inside(world, castle, who):
            yield from shut_in(world, castle, (who, code))
        else:
            yield from shut_out(world, castle, (who, code))


def sieges_after_battle(turn: Turn[World]) -> Iterator[Event]:
    """Sieges that are left by their besiegers end; new ones begin at level 1 [5.45, 5.46].

    Whoever has beaten the besieger and is no friend of the castle either finds the gates shut.
    """
    world = turn.world
    for castle in castles() if not world.ongoing.truce else ():
        who = holder(world, castle)
        yield from ended_by_absence(world, castle, shut=bool(who and besieger(world, castle, who)))
        if world.siege(castle) is None:
            yield from begun(world, castle)


def ended_by_absence(world: World, castle: str, shut: bool = False) -> Iterator[Event]:
    siege, who = world.siege(castle), holder(world, castle)
    if siege is None:
        return
    if siege.by not in world.powers or besieging_points(world, siege.by, castle) < LEAST_FORCE:
        yield ends(world, castle, "its besiegers are gone", shut)
    elif who is None or not world.own_in(who, castle):
        yield ends(world, castle, "there is no garrison")
    elif not at_war(world, siege.by, who):
        yield ends(world, castle, "there is no war")


def given_up(world: World) -> Iterator[Event]:
    """Hunger or lack of pay may leave too few besiegers: fewer than 500 end a siege [5.45]."""
    for castle in castles():
        yield from too_few(world, castle)


def too_few(world: World, castle: str) -> Iterator[Event]:
    siege = world.siege(castle)
    if siege and besieging_points(world, siege.by, castle) < LEAST_FORCE:
        yield ends(world, castle, "too few besiegers are left")


def besieging_points(world: World, who: str, castle: str) -> int:
    return sum(force.points for force in world.own_in(who, castle).values() if not force.inside)


def begun(world: World, castle: str) -> Iterator[Event]:
    who = holder(world, castle)
    inside = [code for code, force in world.own_in(who, castle).items() if force.inside] if who else []
    by = besieger(world, castle, who) if who and inside else None
    if by:
        yield SiegeBegan(castle, by, who)
        return
    for code in inside:
        yield Shut(str(who), code, False)


def besieger(world: World, castle: str, who: str) -> str | None:
    """The enemy with most points, 500 at least, then the earlier in the order."""
    able = [
        other
        for other in world.powers_in(castle)
        if at_war(world, other, who)
        and besieging_points(world, other, castle) >= LEAST_FORCE
        and (other, castle) not in world.now.lifted
        and not world.card_of(other, 12)
        and not is_castle_power(other)
    ]
    return min(able, key=lambda other: (-besieging_points(world, other, castle), world.rank(other)), default=None)
