"""Generals: they come, are tested, move, and are lost."""

from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.event import OfPower
from pbm.rulesets.marnon.pieces import General, PowerState
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.world import World


def lose_general(world: World, power: PowerState, code: str) -> None:
    del power.generals[code]
    if world.settings.named_leaders:
        power.heirs += 1


class GeneralCame(Told, frozen=True):
    who: Power
    general: str
    rating: int
    skill: str
    place: str
    known: bool = True
    text: ClassVar = "{general} took command with {place}"

    def apply(self, world: World) -> None:
        row = General(self.rating, self.skill, self.place, self.known)
        world.powers[self.who].generals[self.general] = row


class GeneralTested(OfPower, frozen=True):
    """A general's rating or skill changes, or is known at last."""

    general: str
    rating: int
    skill: str
    text: ClassVar = "{general} is rated {rating} now, skill {skill}"
    words: ClassVar = {"NONE": "none"}

    def apply(self, world: World) -> None:
        row = world.powers[self.who].generals[self.general]
        row.rating, row.skill, row.known = self.rating, self.skill, True


class GeneralMoved(OfPower, frozen=True):
    general: str
    place: str
    text: ClassVar = "{general} is with {place} now"

    def apply(self, world: World) -> None:
        world.powers[self.who].generals[self.general].place = self.place


class GeneralLost(Told, frozen=True):
    who: Power
    general: str
    why: str
    text: ClassVar = "{general} was lost: {why}"

    def apply(self, world: World) -> None:
        lose_general(world, world.powers[self.who], self.general)
