"""Feudalism: where Franks hold the land it is set up, and it ends at the instant they no longer do [29.1]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.map import burgs
from pbm.rulesets.twilight.world import World


class Enfeoffed(OfPower, frozen=True):
    where: Place
    points: int
    verb: ClassVar = "feudalism"
    text: ClassVar = "{who} set up feudalism in {where} for {points:point/points}"
    news: ClassVar = "{who} set up feudalism in {where}"

    def apply(self, world: World) -> None:
        world.feudal.append(self.where)
        world.feudal.sort()
        if self.where in world.unrest:
            world.unrest.remove(self.where)
        if seg := world.segment_of(self.who):
            seg.pay(self.points)


class FeudalismEnded(Event, frozen=True):
    where: Place
    unrest: bool
    verb: ClassVar = "unfeudal"
    text: ClassVar = "feudalism ended in {where}"

    def apply(self, world: World) -> None:
        if self.where in world.feudal:
            world.feudal.remove(self.where)
        if self.unrest and self.where not in world.unrest:
            world.unrest.append(self.where)


def feudal_lapses(world: World) -> Iterator[Event]:
    """Feudalism ends where no Frankish power has a share any more [29.1]."""
    for area in list(world.feudal):
        holders = [*world.sharers(area), *([world.holder(burg)] if (burg := burgs().get(area)) else [])]
        there = [who for who in holders if who]
        if there and not any(world.is_frankish(who) for who in there):
            yield FeudalismEnded(area, False)
