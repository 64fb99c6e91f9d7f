"""Orders that belong to the player: blocks, gifts, bids, claims, set-up [4.0, 6.0 to 9.0, 11.0, 23.1, 29.0]."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.orders.base import Bound, Wish, Words, action
from pbm.rulesets.twilight.units import spelt
from pbm.rulesets.twilight.world import World, subject


@action("H3", form="FOR {power}", meaning="what follows is for {power}", opens=True)
class For(Wish, frozen=True):
    """What follows is for a power that you hold or hope to win; ANY: for every one that has no block of its own."""

    power: Power

    def said(self, number: int) -> Mapping[str, Any]:
        return {"power": "any other power" if self.power == ANY else self.power}

    def in_vain(self, world: World, who: str) -> Refusal | None:
        power = world.powers.get(self.power)
        if power and power.kind == "pp" and self.power != world.own_power(who):
            return Refusal("24.1", f"{subject(self.power, 'is', 'are')} played by another player, and cannot be won")
        return None


def in_hand(words: Words) -> Words:
    """DP with their number before them; a marker as it is."""
    return (f"{words[1]} DP",) if words and words[0] == "DP" and len(words) > 1 else words


@action("6.0", form="GIVE {power} {what}< FOR {back}>", meaning="give {what} to {power}< for {back}>")
class Give(Wish, frozen=True):
    """Give DP or a marker to another player, or exchange them if the other sheet says the same."""

    power: Power
    what: Words
    back: Words | None

    def said(self, number: int) -> Mapping[str, Any]:
        return {**super().said(number), "what": in_hand(self.what), "back": in_hand(self.back or ())}


@action("7.0", form="FUND {power} {points}", meaning="give {power} up to {points} DP for {power:its/their} levy")
class Fund(Wish, frozen=True):
    """Give DP to a power you control; they are LP of its coming levy."""

    power: Power
    points: int


@action("21.0", form="REVEAL {what} {to}", meaning="show {what} to {to}")
class Reveal(Bound, frozen=True):
    """Show your forces in a place, or your markers, to a player or to all."""

    what: Place
    to: Power

    @classmethod
    def written_boxes(cls) -> tuple[str, ...]:
        return "where or MARKS", "power or ALL"

    def said(self, number: int) -> Mapping[str, Any]:
        return {"what": "your markers" if self.what == "MARKS" else self.what, "to": self.to}


@action("23.1", form="CLAIM {powers}", meaning="claim as your own power, the first that is to be had: {powers}")
class Claim(Wish, frozen=True):
    """After the death of your leader: the foreign powers you would play, the dearest first."""

    powers: Words


@action("8.0", form="BID {power} {points}", meaning="bid {points} DP for {power}", costs="DP bid")
class Bid(Wish, frozen=True):
    """Bid for the initiative (INIT) or for a Major power."""

    power: Power
    points: int
    may_be_nothing: ClassVar = True

    def said(self, number: int) -> Mapping[str, Any]:
        return {**super().said(number), "power": "the initiative" if self.power == "INIT" else self.power}


@action("8.0", form="SLOT< {power}> {slots}", meaning="choose a place in the year< for {power}>: {slots}")
class Slot(Wish, frozen=True):
    """The places in the order of play that you would have, the dearest first."""

    power: Power | None
    slots: Words
    may_be_nothing: ClassVar = True


@action("9.0", form="CALL {powers}", meaning="put up {powers} first")
class Call(Wish, frozen=True):
    """Which Majors you put up when you are the richest."""

    powers: Words


@action("9.0", form="CAP {points}", meaning="spend no more than {points} DP on Majors")
class Cap(Wish, frozen=True):
    """The most you will pay for Majors this year."""

    points: int
    may_be_nothing: ClassVar = True


@action("11.0", form="MINORS {powers}", meaning="let your Minors play in this order: {powers}")
class Minors(Wish, frozen=True):
    """The order in which your Minors play after your own power."""

    powers: Words


@action("12.0.2", form="HOLD {points}", meaning="keep {points} DP back from this levy")
class Hold(Bound, frozen=True):
    """DP that this year's levy does not touch."""

    points: Any
    may_be_nothing: ClassVar = True


@action("4.0", form="PLACE {where} {units}", meaning="place {units} in {where}")
class PlaceUnits(Wish, frozen=True):
    """Set-up: where your units begin."""

    where: Place
    units: Words

    def said(self, number: int) -> Mapping[str, Any]:
        return {"where": self.where, "units": spelt(self.units)}

    def flaw(self) -> str:
        vague = any(str(word).startswith("A") for word in self.units)
        return "say how many of each type" if vague else super().flaw()


@action("29.3", form="BUYOFF {area} {points}< {attempt}>", meaning="pay up to {points} DP to buy off raiders in {area}")
class Buyoff(Bound, frozen=True):
    """What you would pay raiders; TRY asks for it."""

    area: Place
    points: int
    attempt: str | None

    def said(self, number: int) -> Mapping[str, Any]:
        return {**super().said(number), "area": "any area" if self.area == "ANY" else self.area}


@action("29.2", form="HEIR {places}", meaning="let your heir appear in {places}")
class HeirWish(Bound, frozen=True):
    """The places whose forces you keep at a succession."""

    places: Words
