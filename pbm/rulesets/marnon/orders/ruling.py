"""Sieges, forces, generals, the seat, cards, kings, the start and messages [5.16 to 5.97]."""

from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.order import Refusal
from pbm.rulesets.marnon.map import is_castle
from pbm.rulesets.marnon.order import MarnonOrder, Words, action
from pbm.rulesets.marnon.world import World


@action("5.50", form="STORM {castle}", meaning="storm {castle}")
class Storm(MarnonOrder, frozen=True):
    """Attack the walls of a castle that you besiege."""

    kept: ClassVar = True
    waits: ClassVar = True
    castle: Place

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if is_castle(self.castle) else Refusal("5.50", f"{self.castle} is not a castle", kind="lasting")


@action("5.90", form="CARD {card}< {choice}>", meaning="for card {card}: {choice}")
class CardChoice(MarnonOrder, frozen=True):
    """A choice on this turn's card."""

    card: int
    choice: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return (
            None
            if world.card(self.card) or self.crusading(world)
            else Refusal("5.90", f"card {self.card} is not this turn's")
        )

    def crusading(self, world: World) -> bool:
        return self.card == 32 and world.ongoing.crusade is not None and world.ongoing.crusade.age == 0
