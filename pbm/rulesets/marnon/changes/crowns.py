"""Crowns that a power receives or pays."""

from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.event import Event
from pbm.rulesets.marnon.world import World


class Received(Event, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "{who} received {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash += self.crowns


class Paid(Event, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "{who} paid {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns
