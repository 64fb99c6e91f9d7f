"""Doctrine: orders that stand until they are changed [3.3]."""

from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.order import Refusal
from pbm.rulesets.marnon.map import is_castle
from pbm.rulesets.marnon.order import ALL, NONE, Standing, Words, action, no_force, not_in_play
from pbm.rulesets.marnon.relations import holder
from pbm.rulesets.marnon.world import World

MOST_LEVIES = 3


@action("5.31", form="STANCE {force} {manner}", meaning="{force}: {manner} before battle", standing="STANCE {force}")
class Stance(Standing, frozen=True):
    """Whether a force fights, withdraws, or withdraws from so many times its points."""

    kept: ClassVar = True
    force: str
    manner: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, "5.31")


@action("5.45", form="CASTLE {castle} {gate}", meaning="defend {castle}: {gate}", standing="CASTLE {castle}")
class Castle(Standing, frozen=True):
    """Whether the troops in a castle of yours fight in the field or behind walls."""

    kept: ClassVar = True
    castle: Place
    gate: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not is_castle(self.castle) or holder(world, self.castle) != who:
            return Refusal("5.45", f"{self.castle} is not your castle")
        return None


@action("5.36", form="PURSUE {force} {answer}", meaning="pursue with {force}: {answer}", standing="PURSUE {force}")
class Pursue(Standing, frozen=True):
    """Whether a force that wins pursues; ALL for every force you have now."""

    kept: ClassVar = True
    force: str
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if self.force == ALL else no_force(world, who, self.force, "5.36")


@action(
    "5.33",
    form="GROUND {force} {number}",
    meaning="{force} wants {number:piece/pieces} of terrain",
    standing="GROUND {force}",
)
class Ground(Standing, frozen=True):
    """How much terrain a force wants on its battlefield, 0 to 10."""

    kept: ClassVar = True
    force: str
    number: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not 0 <= self.number <= 10:
            return Refusal("5.33", "the number is from 0 to 10", kind="lasting")
        return no_force(world, who, self.force, "5.33")


@action("5.34", form="RETREAT {force} {areas}", meaning="{force} retreats to {areas}", standing="RETREAT {force}")
class Retreat(Standing, frozen=True):
    """Where a force retreats to, the first that is open."""

    kept: ClassVar = True
    force: str
    areas: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, "5.34")


@action("5.26", form="NAVY {doctrine}", meaning="at sea: {doctrine}", standing="NAVY")
class NavyDoctrine(Standing, frozen=True):
    """How many rounds your fleets fight on, and whether they chase."""

    doctrine: Words


@action(
    "5.61",
    form="TRADE {power} {answer}",
    meaning="let {power} trade in your ports and castles: {answer}",
    standing="TRADE {power}",
)
class Trade(Standing, frozen=True):
    """Whether the merchants of a power may trade with you."""

    power: Power
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.61")


@action("5.64", form="PAY {heads}", meaning="pay in this order: {heads}", standing="PAY")
class Pay(Standing, frozen=True):
    """What is paid first when crowns are short."""

    heads: Words


class Relation(Standing, frozen=True):
    power: Power

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.3")


@action("5.3", form="WAR {power}", meaning="be at war with {power}", standing="RELATION {power}")
class War(Relation, frozen=True):
    """War with a power, from now on."""


@action("5.3", form="PEACE {power}", meaning="be at peace with {power}", standing="RELATION {power}")
class Peace(Relation, frozen=True):
    """Peace with a power, if it says so too."""


@action("5.3", form="ALLY {power}", meaning="be allied with {power}", standing="RELATION {power}")
class Ally(Relation, frozen=True):
    """Alliance with a power, if it says so too."""


@action("4.3", form="INITIATIVE {place}", meaning="go {place} if you have the choice", standing="INITIATIVE")
class Initiative(Standing, frozen=True):
    """Whether you go first or last when your roll is the highest."""

    place: str


@action("5.18", form="ASSIGN {force} {levies}", meaning="the levies of {force}: {levies}", standing="ASSIGN {force}")
class Assign(Standing, frozen=True):
    """Up to three territories that give a force one unit each in battle; the whole list anew, or NONE."""

    force: str
    levies: Words

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, "5.18")

    @property
    def given(self) -> Words:
        return () if self.levies == (NONE,) else self.levies


@action("5.77", form="EXILE {kind}< {power}>", meaning="if you lose all your land: {kind}< {power}>", standing="EXILE")
class ExileTo(Standing, frozen=True):
    """Where you go if you lose all your land: OFFSHORE, HOST power, or NONE."""

    kind: str
    power: Power | None

    def flaw(self) -> str:
        if (self.kind == "HOST") != (self.power is not None):
            return "EXILE HOST names a power; OFFSHORE and NONE do not"
        return ""

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.77") if self.power else None


@action("5.77", form="HOST {power} {answer}", meaning="take in {power} as an exile: {answer}", standing="HOST {power}")
class Host(Standing, frozen=True):
    """Whether you take in a power that has lost its land."""

    power: Power
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.77")
