"""Crowns that a power receives or pays."""

from typing import ClassVar

from pbm.rules.code import Power
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.world import World

HEADS = ("FORTS", "ARMIES", "FLEETS", "SIEGES", "MERCS", "REPAIRS")
"""The heads of the bills of a turn."""


class Received(Told, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "{who} received {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash += self.crowns


class Paid(Told, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "{who} paid {crowns:crown/crowns}: {what}"

    @property
    def of_no_line(self) -> bool:
        """The bills of a turn come to everyone, whatever they order [5.64]."""
        return self.what.upper() in HEADS

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns
