"""Standing orders and relations, which take effect in step 0 [3.3, 4.2, 5.3, 5.18]."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower, Said
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.marnon.changes.forces import LeviesGiven, levied
from pbm.rulesets.marnon.codes import CASTELLAN, castle_of, castle_power
from pbm.rulesets.marnon.map import areas, is_castle
from pbm.rulesets.marnon.order import (
    ADMIN,
    ALL,
    MESSAGES,
    NONE,
    YES,
    MarnonOrder,
    Scene,
    Words,
    action,
    no_force,
    not_in_play,
)
from pbm.rulesets.marnon.pieces import Navy
from pbm.rulesets.marnon.relations import holder
from pbm.rulesets.marnon.world import World

DOCTRINE, LEVIES = "doctrine", "levies"
MOST_LEVIES = 3
ODDS = re.compile(r"ODDS(?=\d)")


class Ordered(OfPower, frozen=True):
    """A standing order: which, of what, and how."""

    what: str
    of: str
    value: tuple[str, ...]
    text: ClassVar = "until further notice: {what} {of} {value}"

    def worded(self, names: object, public: bool = False) -> str:
        return f"until further notice: {ODDS.sub('ODDS ', ' '.join(filter(None, self.as_line())))}"

    def as_line(self) -> tuple[str, ...]:
        """The line that orders it."""
        match self.what:
            case "relations":
                return (*self.value, self.of)
            case "exile_to":
                return ("EXILE", *self.value)
            case "navy":
                return ("NAVY", "ROUNDS", self.value[0], "CHASE", self.value[1])
        return (self.what.upper(), self.of, *self.value)

    def apply(self, world: World) -> None:
        power, first = world.powers[self.who], self.value[0] if self.value else ""
        match self.what:
            case "stance" | "pursue" | "bluff":
                for code in power.forces if self.of == ALL else [self.of]:
                    setattr(power.forces[code], self.what, first)
            case "ground":
                power.forces[self.of].ground = int(first)
            case "retreat":
                power.forces[self.of].retreat = list(self.value)
            case "castle":
                power.walls[self.of] = first
            case "relations":
                power.relations[self.of] = first
            case "trade" | "host":
                rows = [code for code in getattr(power, self.what) if code != self.of]
                setattr(power, self.what, [*rows, self.of] if first == YES else rows)
            case "navy":
                power.navy = Navy(int(first), self.value[1])
            case "pay":
                power.pay = list(self.value)
            case _:
                setattr(power, self.what, first)


class StandingOrder(MarnonOrder, frozen=True):
    """An order that stands until it is changed; of two on one thing the last stands [3.3]."""

    step: ClassVar = DOCTRINE

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who) or self.hindered(at.world, at.who):
            return refused(reason)
        return ok(self.ordered(at.world, at.who))

    def hindered(self, world: World, who: str) -> Refusal | None:
        """Why it cannot be had now, though nothing is wrong with it."""
        return None

    def ordered(self, world: World, who: str) -> Ordered:
        """What is kept of it: what its last box says of the thing in its first."""
        *things, given = (getattr(self, box) for box in self.boxes)
        words = tuple(dict.fromkeys(map(str, given))) if isinstance(given, tuple) else ("".join(str(given).split()),)
        return Ordered(who, self.word.lower(), str(things[0]) if things else "", words)


class OfForce(StandingOrder, frozen=True):
    """On how a force of yours stands."""

    force: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return no_force(world, who, self.force, self.rule)


class TowardsPower(StandingOrder, frozen=True):
    """On how you stand with a power."""

    power: Power

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, self.rule)


class ForAllCastles(TowardsPower, frozen=True):
    """On the sheet for castles without a player it counts for all of them [5.78]."""

    def for_castles(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who) or self.hindered(at.world, at.who):
            return refused(reason)
        castles = castles_under(at.world, at.who)
        return Done("ok", chain.from_iterable(self.for_castle(at.world, castle_power(code)) for code in castles))

    def for_castle(self, world: World, castle: str) -> Iterator[Event]:
        yield self.ordered(world, castle)


def no_envoy(world: World, who: str, other: str) -> Refusal | None:
    """Treaties need a diplomat on the spot, where that is played [5.86]."""
    if world.settings.diplomacy != "envoys":
        return None
    there = any(each.at and world.owner(each.at) == other for each in world.powers[who].diplomats.values())
    return None if there else Refusal("5.86", f"no diplomat of yours is in the land of {other}")


def castles_under(world: World, who: str) -> list[str]:
    """The castles for which the sheet of a castellan counts."""
    return sorted(world.np_castles) if who == CASTELLAN else [castle_of(who)]


@action("5.31", form="STANCE {force} {manner}", meaning="{force}: {manner} before battle", standing="STANCE {force}")
class Stance(OfForce, frozen=True):
    """Whether a force fights, withdraws, or withdraws from so many times its points."""

    kept: ClassVar = True
    manner: str


@action("5.45", form="CASTLE {castle} {gate}", meaning="defend {castle}: {gate}", standing="CASTLE {castle}")
class Castle(StandingOrder, frozen=True):
    """Whether the troops in a castle of yours fight in the field or behind walls."""

    kept: ClassVar = True
    castle: Place
    gate: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not is_castle(self.castle) or holder(world, self.castle) != who:
            return Refusal("5.45", f"{self.castle} is not your castle")
        return None

    def for_castles(self, at: Scene) -> Done:
        if self.castle not in castles_under(at.world, at.who):
            return failed("5.78", f"{self.castle} is not a castle without a player")
        return ok(self.ordered(at.world, castle_power(self.castle)))


@action("5.36", form="PURSUE {force} {answer}", meaning="pursue with {force}: {answer}", standing="PURSUE {force}")
class Pursue(OfForce, frozen=True):
    """Whether a force that wins pursues; ALL for every force you have now."""

    kept: ClassVar = True
    answer: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        return None if self.force == ALL else super().wrong(world, who)


@action(
    "5.33",
    form="GROUND {force} {number}",
    meaning="{force} wants {number:piece/pieces} of terrain",
    standing="GROUND {force}",
)
class Ground(OfForce, frozen=True):
    """How much terrain a force wants on its battlefield, 0 to 10."""

    kept: ClassVar = True
    number: int

    def wrong(self, world: World, who: str) -> Refusal | None:
        if not 0 <= self.number <= 10:
            return Refusal("5.33", "the number is from 0 to 10", kind="lasting")
        return super().wrong(world, who)


@action("5.34", form="RETREAT {force} {areas}", meaning="{force} retreats to {areas}", standing="RETREAT {force}")
class Retreat(OfForce, frozen=True):
    """Where a force retreats to, the first that is open."""

    kept: ClassVar = True
    areas: Words

    def hindered(self, world: World, who: str) -> Refusal | None:
        known = all(str(area) in areas() for area in self.areas)
        return None if known else Refusal("5.34", "there is no such area")


@action("5.26", form="NAVY {doctrine}", meaning="at sea: {doctrine}", standing="NAVY")
class NavyDoctrine(StandingOrder, frozen=True):
    """How many rounds your fleets fight on, and whether they chase."""

    doctrine: Words

    def ordered(self, world: World, who: str) -> Ordered:
        """Rounds and chase; what the line does not name stays."""
        row, words = world.powers[who].navy, [str(word) for word in self.doctrine]
        given = dict(zip(words[::2], words[1::2], strict=True))
        return Ordered(who, "navy", "", (given.get("ROUNDS", str(row.rounds)), given.get("CHASE", row.chase)))


@action(
    "5.61",
    form="TRADE {power} {answer}",
    meaning="let {power} trade in your ports and castles: {answer}",
    standing="TRADE {power}",
)
class Trade(ForAllCastles, frozen=True):
    """Whether the merchants of a power may trade with you."""

    answer: str

    def hindered(self, world: World, who: str) -> Refusal | None:
        return no_envoy(world, who, self.power) if self.answer == YES else None

    def for_castle(self, world: World, castle: str) -> Iterator[Event]:
        """One that refuses somebody trades with all others, if it trades at all."""
        refuses = self.answer != YES and not world.powers[castle].trade
        if refuses and world.np_castles[castle_of(castle)].type != "RAIDER":
            yield from (Ordered(castle, "trade", other, (YES,)) for other in world.players() if other != self.power)
        else:
            yield self.ordered(world, castle)


@action("5.64", form="PAY {heads}", meaning="pay in this order: {heads}", standing="PAY")
class Pay(StandingOrder, frozen=True):
    """What is paid first when crowns are short."""

    heads: Words


class Relation(ForAllCastles, frozen=True):
    def ordered(self, world: World, who: str) -> Ordered:
        return Ordered(who, "relations", self.power, (self.word,))


@action("5.3", form="WAR {power}", meaning="be at war with {power}", standing="RELATION {power}")
class War(Relation, frozen=True):
    """War with a power, from now on."""


class Treaty(Relation, frozen=True):
    def hindered(self, world: World, who: str) -> Refusal | None:
        return no_envoy(world, who, self.power)


@action("5.3", form="PEACE {power}", meaning="be at peace with {power}", standing="RELATION {power}")
class Peace(Treaty, frozen=True):
    """Peace with a power, if it says so too."""


@action("5.3", form="ALLY {power}", meaning="be allied with {power}", standing="RELATION {power}")
class Ally(Treaty, frozen=True):
    """Alliance with a power, if it says so too."""


@action("4.3", form="INITIATIVE {place}", meaning="go {place} if you have the choice", standing="INITIATIVE")
class Initiative(StandingOrder, frozen=True):
    """Whether you go first or last when your roll is the highest."""

    place: str


@action("5.18", form="ASSIGN {force} {levies}", meaning="the levies of {force}: {levies}", standing="ASSIGN {force}")
class Assign(OfForce, frozen=True):
    """Up to three territories that give a force one unit each in battle; the whole list anew, or NONE."""

    levies: Words

    @property
    def given(self) -> Words:
        return () if self.levies == (NONE,) else self.levies

    def played_in(self, world: World, who: str) -> str:
        return ADMIN if world.turn else LEVIES

    def plan(self, at: Scene) -> Done:
        """The whole list of a force anew; a territory of another force must be given up first."""
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        levies, why = read_levies(self)
        own, others = [levied(levy) for levy in levies], at.power.forces.items()
        elsewhere = [levied(levy) for code, force in others if code != self.force for levy in force.terr]
        if why:
            return failed("5.18", why)
        if len(own) > MOST_LEVIES or len({*own}) < len(own):
            return failed("5.18", "a force has the levies of three territories at most")
        if wrong := next((code for code in own if areas()[code].castle or at.world.owner(code) != at.who), None):
            return failed("5.18", f"{wrong} is not a territory of yours")
        if wrong := next((code for code in own if code in elsewhere), None):
            return failed("5.18", f"{wrong} is given to another force")
        return ok(LeviesGiven(at.who, self.force, tuple(levies)))


@action("5.77", form="EXILE {kind}< {power}>", meaning="if you lose all your land: {kind}< {power}>", standing="EXILE")
class ExileTo(StandingOrder, frozen=True):
    """Where you go if you lose all your land: OFFSHORE, HOST power, or NONE."""

    kind: str
    power: Power | None

    def flaw(self) -> str:
        if (self.kind == "HOST") != (self.power is not None):
            return "EXILE HOST names a power; OFFSHORE and NONE do not"
        return ""

    def wrong(self, world: World, who: str) -> Refusal | None:
        return not_in_play(world, who, self.power, "5.77") if self.power else None

    def ordered(self, world: World, who: str) -> Ordered:
        return Ordered(who, "exile_to", "", (f"HOST {self.power}" if self.power else self.kind,))


@action("5.77", form="HOST {power} {answer}", meaning="take in {power} as an exile: {answer}", standing="HOST {power}")
class Host(TowardsPower, frozen=True):
    """Whether you take in a power that has lost its land."""

    answer: str


@action("3.5", form="MESSAGE {to} {words}", meaning="tell {to}: {words}")
class Message(MarnonOrder, frozen=True):
    """Words for one power, or for ALL."""

    step: ClassVar = MESSAGES
    kept: ClassVar = True
    to: str
    words: str

    def said(self, number: int) -> Mapping[str, object]:
        return {"to": self.to, "words": self.words.replace("{", "(").replace("}", ")")}

    def plan(self, at: Scene) -> Done:
        if self.to != ALL and not at.world.in_play(self.to):
            return failed("3.5", f"this game is played without {self.to}")
        return ok(Said(at.who, self.words, None if self.to == ALL else self.to))


def read_levies(order: Assign) -> tuple[list[str | list[str]], str]:
    """Territories, each with the type that may follow it."""
    found: list[str | list[str]] = []
    for word in map(str, order.given):
        if word in areas():
            found.append(word)
        elif not found or not isinstance(last := found[-1], str) or word not in areas()[last].types:
            return found, f"{word} is not a type of the territory before it"
        else:
            found[-1] = [last, word]
    return found, ""
