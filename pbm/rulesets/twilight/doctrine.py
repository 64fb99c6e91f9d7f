"""Standing orders: they take effect before all else, and when a power comes to a player [H13]."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar

import msgspec

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal, lasting
from pbm.rulesets.twilight.exact import CHOICES, HOME, fits
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.order import StandingOrder, Words, action
from pbm.rulesets.twilight.playing import settled
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.sheet import everyone, papers
from pbm.rulesets.twilight.world import World, called


class Instructed(OfPower, frozen=True):
    """The standing orders of a power as they now are."""

    doctrine: dict[str, Any]
    text: ClassVar = "{who} {who:has/have} new standing orders"

    def apply(self, world: World) -> None:
        world.doctrines[self.who] = msgspec.convert(self.doctrine, Doctrine)


def standing_orders(turn: Turn[World]) -> Iterator[Event]:
    """They take effect before all else, for each power of the writer [H13]."""
    world = turn.world
    for paper in everyone(turn):
        for power in world.powers_of(paper.seat):
            yield from instructed(world, power, paper.block(world, power))
        lines = (line for line in paper.lines if isinstance(line.order, StandingOrder) and line not in paper.lost)
        yield from settled(turn, paper, paper.seat, lines)


def instructed(world: World, power: str, lines: list[Line]) -> Iterator[Event]:
    """The new standing orders of a power, if its block changes any."""
    orders = [line.order for line in lines if isinstance(line.order, StandingOrder)]
    if orders:
        doctrine = own_copy(world.doctrine(power))
        if any(order.afresh for order in orders):
            doctrine.assassin = []
        for order in orders:
            order.change(doctrine)
        if doctrine != world.doctrine(power):
            yield Instructed(power, msgspec.to_builtins(doctrine))


def own_copy(doctrine: Doctrine) -> Doctrine:
    """One that can be changed without the other."""
    kept = {name: getattr(doctrine, name) for name in doctrine.__struct_fields__}
    return Doctrine(**{name: copy(value) for name, value in kept.items()})


def taken_up(turn: Turn[World], power: str) -> Iterator[Event]:
    """A power comes to a player: the standing orders of the player's block for it take effect."""
    world = turn.world
    if seat := world.player_of(power):
        yield from instructed(world, power, papers(turn, seat).block(world, power))


class Passage(StandingOrder, frozen=True):
    """PERMIT and FORBID."""

    power: Power
    sea: Place

    def in_vain(self, world: World, who: str) -> Refusal | None:
        if self.sea in chart() and chart()[self.sea].kind != "sea":
            return lasting("19.1", f"{called(self.sea)} is no sea: fleets bar a sea, and nothing on land is permitted")
        if self.power == world.own_power(who):
            return lasting("19.1", "your own power needs no permission")
        return None


@action("19.1", form="PERMIT {power} {sea}", meaning="let {power} pass {sea}", standing="PERMIT {power} {sea}")
class Permit(Passage, frozen=True):
    """Let the land forces of a power pass a sea that your fleet bars."""

    def said(self, number: int) -> Mapping[str, object]:
        return {"power": self.power, "sea": "every sea" if self.sea == "ALL" else self.sea}

    def change(self, doctrine: Doctrine) -> None:
        entry = f"{self.power} {self.sea}"
        doctrine.permit += [] if entry in doctrine.permit else [entry]


@action(
    "19.1", form="FORBID {power} {sea}", meaning="let {power} pass {sea} no longer", standing="FORBID {power} {sea}"
)
class Forbid(Passage, frozen=True):
    """Take back a permission."""

    def said(self, number: int) -> Mapping[str, object]:
        return {"power": self.power, "sea": "any sea" if self.sea == "ALL" else self.sea}

    def change(self, doctrine: Doctrine) -> None:
        gone, whole = f"{self.power} {self.sea}", self.sea == "ALL"
        doctrine.permit = [e for e in doctrine.permit if not (e == gone or (whole and e.split()[0] == self.power))]


@action("12.0.2", form="KEEP {types}", meaning="pay these types first: {types}", standing="KEEP")
class Keep(StandingOrder, frozen=True):
    """Which units are paid first when points are short."""

    types: Words


@action("20.1", form="SHED {marks}", meaning="part with these markers first: {marks}", standing="SHED")
class Shed(StandingOrder, frozen=True):
    """Which markers go when an eleventh comes, or at a succession."""

    marks: Words


@action("17.0", form="LOSSES {types}", meaning="lose these types first: {types}", standing="LOSSES")
class Losses(StandingOrder, frozen=True):
    """Which units are lost first."""

    types: Words


@action("17.8", form="CRT {tables}", meaning="counterattack on {tables}", standing="CRT")
class Crt(StandingOrder, frozen=True):
    """The combat tables for counterattacks, the dearest first."""

    tables: Words


@action("17.9", form="OCCUPY {answer}", meaning="enter a burg that was taken: {answer}", standing="OCCUPY")
class Occupy(StandingOrder, frozen=True):
    """Whether your force enters a burg whose garrison it destroyed."""

    answer: str


@action("17.8", form="SORTIE {answer}", meaning="let garrisons come out: {answer}", standing="SORTIE")
class Sortie(StandingOrder, frozen=True):
    """Whether a garrison comes out when its counterattack lets it."""

    answer: str


@action("17.5", form="DEFEND {markers}", meaning="defend with {markers}", standing="DEFEND")
class Defend(StandingOrder, frozen=True):
    """The markers that your forces use when they counterattack."""

    markers: Words

    def said(self, number: int) -> Mapping[str, object]:
        told = {"NONE": "no marker", "ANY": "any marker"}
        return {"markers": tuple(told.get(str(mark), mark) for mark in self.markers)}


@action(
    "28.ASN",
    form="ASSASSIN {mark}< {power}>",
    meaning="send an assassin against {mark}< of {power}>",
    standing="ASSASSIN {mark} {power}",
)
class Assassin(StandingOrder, frozen=True):
    """Which plays of which power an Assassin of yours undoes."""

    mark: str
    power: Power | None
    afresh: ClassVar = True

    def said(self, number: int) -> Mapping[str, object]:
        mark = "any marker" if self.mark == "ANY" else self.mark
        return {"mark": mark, "power": "anybody" if self.power == "ANY" else self.power}

    def change(self, doctrine: Doctrine) -> None:
        doctrine.assassin += [] if self.mark == "NONE" else [f"{self.mark} {self.power}"]


@action("20.1", form="CHOOSE {mark}< {choice}>", meaning="if {mark} comes, choose {choice}", standing="CHOOSE {mark}")
class Choose(StandingOrder, frozen=True):
    """What you choose if a marker is played on you at once."""

    mark: str
    choice: Words
    may_be_nothing: ClassVar = True

    def flaw(self) -> str:
        if self.mark not in CHOICES:
            return f"there is nothing to choose for {self.mark}"
        fit = HOME not in self.choice and fits(self.choice, CHOICES[self.mark])
        return "" if fit else f"this is no choice for {self.mark}"

    def change(self, doctrine: Doctrine) -> None:
        doctrine.choose[self.mark] = list(self.choice)
