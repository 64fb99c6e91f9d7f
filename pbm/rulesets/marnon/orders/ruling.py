"""Sieges, forces, generals, the seat, cards, kings, the start and messages [5.16 to 5.97]."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pbm.rules.code import Place
from pbm.rules.order import Number, Refusal
from pbm.rulesets.marnon.map import areas, is_castle, territories
from pbm.rulesets.marnon.order import NONE, MarnonOrder, Words, action, no_force
from pbm.rulesets.marnon.pieces import PowerState
from pbm.rulesets.marnon.world import World

CULTURES, GOVERNMENTS = ("FOOT", "MIXED", "HORSE"), ("MONARCHY", "REPUBLIC", "TRIBAL")


@action("5.50", form="STORM {castle}", meaning="storm {castle}")
class Storm(MarnonOrder, frozen=True):
    """Attack the walls of a castle that you besiege."""

    kept: ClassVar = True
    waits: ClassVar = True
    castle: Place

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if is_castle(self.castle) else Refusal("5.50", f"{self.castle} is not a castle", kind="lasting")


@action("5.45", form="LIFT {castle}", meaning="end the siege of {castle}")
class Lift(MarnonOrder, frozen=True):
    """End a siege of yours, and begin none there this turn."""

    kept: ClassVar = True
    castle: Place

    def wrong(self, world: World, who: str) -> Refusal | None:
        siege = world.siege(self.castle)
        return None if siege and siege.by == who else Refusal("5.45", f"you do not besiege {self.castle}")


@action(
    "5.16",
    form="SPLIT {force} {number}< {general}>< AS {code}>",
    meaning="split {number} points off {force}< with {general}>< as {code}>",
)
class Split(MarnonOrder, frozen=True):
    """Make a new force of some points of another, at the end of the turn."""

    kept: ClassVar = True
    force: str
    number: Number
    general: str | None
    code: str | None


@action("5.16", form="JOIN {force} {other}", meaning="join {force} to {other}")
class Join(MarnonOrder, frozen=True):
    """Put one force into another in the same area, at the end of the turn."""

    kept: ClassVar = True
    force: str
    other: str


@action("5.16", form="LEAD {general} {force}", meaning="let {general} lead {force}")
class Lead(MarnonOrder, frozen=True):
    """Put a general with a force in the same area, at the end of the turn."""

    general: str
    force: str


@action("5.17", form="RESERVE {force}", meaning="the reserve of next turn: {force}")
class Reserve(MarnonOrder, frozen=True):
    """Mark the force that may REACT next turn; NONE for none."""

    first: ClassVar = True
    kept: ClassVar = True
    force: str

    @property
    def given(self) -> str | None:
        return None if self.force == NONE else self.force


@action("5.76", form="SEAT {area}", meaning="move the seat of government to {area} if it is lost")
class Seat(MarnonOrder, frozen=True):
    """Where your government goes if its seat is lost this turn."""

    area: Place


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


@action("5.95", form="CRUSADE {force}", meaning="send {force} on the crusade")
class TakeCross(MarnonOrder, frozen=True):
    """Name the force that goes on your crusade."""

    force: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        crusade = world.ongoing.crusade
        if crusade is None or crusade.power != who:
            return Refusal("5.95", "you have no crusade")
        return no_force(world, who, self.force, "5.95")


@action("5.96", form="KING {side}", meaning="your side on the king: {side}")
class KingSide(MarnonOrder, frozen=True):
    """Declare for or against the king, once and for good; the king may RENOUNCE."""

    side: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        king = world.ongoing.king
        if king is None:
            return Refusal("5.96", "there is no king")
        if (self.side == "RENOUNCE") != (king.power == who):
            return Refusal("5.96", "you are not the king" if king.power != who else "you are the king")
        return Refusal("5.96", "you have declared already") if who in (*king.friends, *king.against) else None


@action("5.97", form="INVADER {side}", meaning="towards the invader: {side}")
class InvaderSide(MarnonOrder, frozen=True):
    """Ignore, oppose or join the invader."""

    side: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if world.ongoing.invasion else Refusal("5.97", "there is no invasion")


@action("8.3", form="PLACE {what}< {where}>", meaning="begin with {what}< {where}>")
class PlaceStart(MarnonOrder, frozen=True):
    """Where a force, the fleet or the fort stands at the start, and the culture of your armies."""

    first: ClassVar = True
    what: str
    where: str | None

    def said(self, number: int) -> Mapping[str, Any]:
        what = "the fort" if self.what == "FORT" else self.what
        return {"what": what if self.is_custom or not self.where else f"{what} in", "where": self.where}

    def wrong(self, world: World, who: str) -> Refusal | None:
        if world.turn:
            return Refusal("8.3", "things are placed on the first sheet only")
        if self.where is None:
            return None
        reason = self.no_custom(world) if self.is_custom else self.misplaced(world, world.powers[who])
        return Refusal("8.3", reason) if reason else None

    @property
    def is_custom(self) -> bool:
        return self.what in ("CULTURE", "GOVERNMENT")

    def no_custom(self, world: World) -> str:
        allowed = CULTURES if self.what == "CULTURE" else GOVERNMENTS if world.settings.governments else ()
        return "" if self.where in allowed else f"your {self.what.lower()} cannot be {str(self.where).lower()}"

    def misplaced(self, world: World, power: PowerState) -> str:
        """Why a thing cannot stand there: everything begins at home."""
        where = str(self.where)
        if where != power.castle and where not in territories(power.home or ""):
            return f"{where} is not in your own region, nor your castle"
        if self.what == "FORT":
            return "the fort is placed in a territory" if is_castle(where) else ""
        if self.what in power.fleets:
            return "" if areas()[where].port else f"{where} has no port"
        is_mine = self.what in ("A1", "A2") and not world.settings.start_spread
        return "" if is_mine else f"{self.what} is not yours to place"


@action("3.5", form="MESSAGE {to} {words}", meaning="tell {to}: {words}")
class Message(MarnonOrder, frozen=True):
    """Words for one power, or for ALL."""

    first: ClassVar = True
    kept: ClassVar = True
    noted: ClassVar = True
    to: str
    words: str

    def said(self, number: int) -> Mapping[str, Any]:
        return {"to": self.to, "words": self.words.replace("{", "(").replace("}", ")")}
