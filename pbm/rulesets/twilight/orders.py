"""The orders of Carolingian Twilight: each with its paragraph, its form, its meaning, and what it does."""

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from pbm.rules.action import Action, Actions
from pbm.rules.code import Place, Power
from pbm.rules.condition import Condition
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Box, Refusal
from pbm.rulesets.twilight.attacks import Assault, assault, cannot_attack
from pbm.rulesets.twilight.exact import CHOICES, FIELDS, HOME, Exact, fits
from pbm.rulesets.twilight.forces import Raised, loses
from pbm.rulesets.twilight.hands import ANY, Bought, Discarded, draws
from pbm.rulesets.twilight.levy import Enfeoffed, Purse, Restored, cannot_raise, markers_left, most_at_once, price
from pbm.rulesets.twilight.map import area_of, burgs, chart
from pbm.rulesets.twilight.operations import (
    Pick,
    cannot_drop,
    cannot_form,
    cannot_move,
    cannot_pick_up,
    cannot_pillage,
    form,
    leave,
    move,
    not_in_hand,
    pick_up,
    pillage,
)
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Units, common, first, read, size, without
from pbm.rulesets.twilight.viking import diplomacy
from pbm.rulesets.twilight.world import World

action: Actions[Action] = Actions(unmet="void")

Words = tuple[Any, ...]
ALL = "ALL"
DIPLOMACY, MISMATCH = "VKD", "MES"
MOST_FORCES = 99


class Wish(Exact, frozen=True):
    """An order that belongs to the player: a bid, a gift, a call. The part of the turn that needs it reads it."""


class Standing(Exact, frozen=True):
    """An order that stands until it is changed."""

    key: ClassVar[str] = ""
    """The field of the standing orders it sets."""

    def value(self) -> Any:
        raise NotImplementedError


class Timed(Exact, frozen=True):
    """An order of the levy or of operations: refused with a reason, or run."""

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        return None

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from ()


class LevyOrder(Timed, frozen=True):
    """Done in the levy segment, in the order of the sheet."""


class FieldOrder(Timed, frozen=True):
    """Done in the operations segment, in the order of the sheet."""

    def flaw(self) -> str:
        number = getattr(self, "number", 1)
        return super().flaw() or (f"forces have numbers from 1 to {MOST_FORCES}" if number > MOST_FORCES else "")


def at(world: World, who: str, place: str) -> str | None:
    """The place a line means: HOME is the power's own land, else where most of its units are."""
    if place != HOME:
        return place
    places = dict.fromkeys(spot for spot, _ in world.stands(who))
    most = min(places, key=lambda spot: (-world.number(spot, who), spot), default=None)
    return world.home(who) or most


def nowhere(who: str) -> Refusal:
    return Refusal("H2", f"{who} has neither a home nor a unit")


def chooser(words: Words | None, losses: list[str]) -> Pick:
    """Which of the units that are there the words mean [H2]."""

    def pick(there: Units) -> Units:
        if not words or words == (ALL,):
            return dict(there)
        word = str(words[0])
        if word.startswith("AB"):
            kept = word.removeprefix("AB").removeprefix("-")
            less = first(there, int(kept), losses) if kept.isdigit() else read(kept)
            return without(there, less)
        return common(there, read(" ".join(map(str, words))))

    return pick


# blocks and dealings


@action("H3", form="FOR {power}", meaning="what follows is for {power}", opens=True)
class For(Wish, frozen=True):
    """What follows is for a power that you hold or hope to win; ANY: for every one that has no block of its own."""

    power: Power


@action("6.0", form="GIVE {power} {what}< FOR {back}>", meaning="give {what} to {power}< for {back}>")
class Give(Wish, frozen=True):
    """Give DP or a marker to another player, or exchange them if the other sheet says the same."""

    power: Power
    what: Words
    back: Words | None


@action("7.0", form="FUND {power} {points}", meaning="give {power} up to {points} DP for its levy")
class Fund(Wish, frozen=True):
    """Give DP to a power you control; they are LP of its coming levy."""

    power: Power
    points: int


@action("21.0", form="REVEAL {what} {to}", meaning="show {what} to {to}")
class Reveal(Wish, frozen=True):
    """Show your forces in a place, or your markers, to a player or to all."""

    what: Place
    to: Power


@action("23.1", form="CLAIM {powers}", meaning="take one of {powers} as your own power")
class Claim(Wish, frozen=True):
    """After the death of your leader: the foreign powers you would play, the dearest first."""

    powers: Words


# the auctions


@action("8.0", form="BID {power} {points}", meaning="bid {points} DP for {power}")
class Bid(Wish, frozen=True):
    """Bid for the initiative (INIT) or for a Major power."""

    power: Power
    points: int
    may_be_nothing: ClassVar = True


@action("8.0", form="SLOT< {power}> {slots}", meaning="choose a place in the year: {slots}")
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


# standing orders


@action("19.1", form="PERMIT {power} {sea}", meaning="let {power} pass {sea}", standing="PERMIT {power} {sea}")
class Permit(Standing, frozen=True):
    """Let the land forces of a power pass a sea that your fleet bars."""

    power: Power
    sea: Place


@action(
    "19.1", form="FORBID {power} {sea}", meaning="let {power} pass {sea} no longer", standing="FORBID {power} {sea}"
)
class Forbid(Standing, frozen=True):
    """Take back a permission."""

    power: Power
    sea: Place


@action("12.0.4", form="KEEP {types}", meaning="pay these types first: {types}", standing="KEEP")
class Keep(Standing, frozen=True):
    """Which units are paid first when points are short."""

    types: Words
    key: ClassVar = "keep"

    def value(self) -> Any:
        return list(self.types)


@action("20.1", form="SHED {marks}", meaning="part with these markers first: {marks}", standing="SHED")
class Shed(Standing, frozen=True):
    """Which markers go when an eleventh comes, or at a succession."""

    marks: Words
    key: ClassVar = "shed"

    def value(self) -> Any:
        return list(self.marks)


@action("17.0", form="LOSSES {types}", meaning="lose these types first: {types}", standing="LOSSES")
class Losses(Standing, frozen=True):
    """Which units are lost first."""

    types: Words
    key: ClassVar = "losses"

    def value(self) -> Any:
        return list(self.types)


@action("17.8", form="CRT {tables}", meaning="counterattack on {tables}", standing="CRT")
class Crt(Standing, frozen=True):
    """The combat tables for counterattacks, the dearest first."""

    tables: Words
    key: ClassVar = "crt"

    def value(self) -> Any:
        return list(self.tables)


@action("17.9", form="OCCUPY {answer}", meaning="enter a burg that was taken: {answer}", standing="OCCUPY")
class Occupy(Standing, frozen=True):
    """Whether your force enters a burg whose garrison it destroyed."""

    answer: str
    key: ClassVar = "occupy"

    def value(self) -> Any:
        return self.answer == "YES"


@action("17.8", form="SORTIE {answer}", meaning="let garrisons come out: {answer}", standing="SORTIE")
class Sortie(Standing, frozen=True):
    """Whether a garrison comes out when its counterattack lets it."""

    answer: str
    key: ClassVar = "sortie"

    def value(self) -> Any:
        return self.answer == "YES"


@action("17.5", form="DEFEND {markers}", meaning="defend with {markers}", standing="DEFEND")
class Defend(Standing, frozen=True):
    """The markers that your forces use when they counterattack."""

    markers: Words
    key: ClassVar = "defend"

    def value(self) -> Any:
        return list(self.markers)


@action(
    "28.ASN",
    form="ASSASSIN {mark}< {power}>",
    meaning="send an assassin against {mark}< of {power}>",
    standing="ASSASSIN {mark} {power}",
)
class Assassin(Standing, frozen=True):
    """Which plays of which power an Assassin of yours undoes."""

    mark: str
    power: Power | None


@action("20.1", form="CHOOSE {mark}< {choice}>", meaning="if {mark} comes, choose {choice}", standing="CHOOSE {mark}")
class Choose(Standing, frozen=True):
    """What you choose if a marker is played on you at once."""

    mark: str
    choice: Words
    may_be_nothing: ClassVar = True

    def flaw(self) -> str:
        if self.mark not in CHOICES:
            return f"there is nothing to choose for {self.mark}"
        fit = HOME not in self.choice and fits(self.choice, CHOICES[self.mark])
        return "" if fit else f"this is no choice for {self.mark}"


# the levy


@action("12.0.2", form="HOLD {points}", meaning="keep {points} DP back from this levy")
class Hold(Wish, frozen=True):
    """DP that this year's levy does not touch."""

    points: Any
    may_be_nothing: ClassVar = True


@action("12.0.5", form="DISBAND {where} {units}", meaning="disband {units} in {where}")
class Disband(LevyOrder, frozen=True):
    """Send units home before they must be paid."""

    where: Place
    units: Words

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if world.powers[seg.power].kind != "pp":
            return Refusal("24.0.1", "a power that is not a player's own keeps all its units")
        if any(str(word).startswith("L") for word in self.units):
            return Refusal("12.0.5", "a leader cannot be disbanded")
        if where is None:
            return nowhere(seg.power)
        return None if size(self.meant(world, seg, where)) else Refusal("12.0.5", f"there are no such units in {where}")

    def meant(self, world: World, seg: Segment, where: str) -> Units:
        there = without(world.units(where, seg.power), {"L": 1})
        return chooser(self.units, world.doctrine(seg.power).losses)(there)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        assert where
        left = self.meant(world, seg, where)
        for stack in list(world.stacks(where, seg.power)):
            gone = common(stack.units, left)
            left = without(left, gone)
            yield from loses(world, seg.power, stack, gone, "disbanded")


@action("12.0.6", form="LEVY {where} {unit} {number}", meaning="raise {number} {unit} in {where}", costs="by type")
class Levy(LevyOrder, frozen=True):
    """Raise units: one an area and year, any number at home."""

    where: Place
    unit: str
    number: int | None

    def flaw(self) -> str:
        return super().flaw() if len(self.unit) == 1 else "write the type alone, and then how many"

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if where is None:
            return nowhere(seg.power)
        if reason := cannot_raise(world, seg.purse, where, self.unit):
            return reason
        return None if self.count(world, seg.purse, where) else Refusal("12.0.5", "there are not points enough")

    def count(self, world: World, purse: Purse, where: str) -> int:
        """As many as are wanted, allowed and paid for."""
        most, each = most_at_once(world, purse.who, where, self.unit), price(world, purse.who, where, self.unit) or 1
        wanted = self.number or 1
        return min(wanted if most is None else min(wanted, most), purse.has(world) // each)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        assert where
        number = self.count(world, seg.purse, where)
        points = number * (price(world, seg.power, where, self.unit) or 0)
        seg.purse.raised.append(area_of(where))
        yield from seg.purse.pay(world, points, raising=True)
        yield Raised(seg.power, where, f"{self.unit}{number}", points)


@action("20.0", form="BUY {number}", meaning="buy {number:marker/markers}", costs="2 each")
class Buy(LevyOrder, frozen=True):
    """Buy markers, drawn at random."""

    number: int

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        if min(self.number, markers_left(turn.world, seg.purse)) > 0:
            return None
        return Refusal("20.0", "not even one can be had: points, pool or room are short")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        number = min(self.number, markers_left(turn.world, seg.purse))
        seg.purse.bought += number
        yield Bought(seg.power, number, number * tables().marker_cost)
        yield from seg.purse.pay(turn.world, number * tables().marker_cost)
        yield from draws(turn, seg.power, number)


@action("18.2", form="RESTORE {where}", meaning="restore {where}", costs="twice its value")
class Restore(LevyOrder, frozen=True):
    """Take a pillage marker away where your force stands."""

    where: Place

    def cost_at(self, where: str) -> int:
        return tables().restore_factor * chart()[where].value

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        if where is None:
            return nowhere(seg.power)
        if where not in world.pillaged:
            return Refusal("18.2", f"{where} has not been pillaged")
        if not world.stacks(where, seg.power):
            return Refusal("18.2", f"{seg.power} has no force in {where}")
        if self.cost_at(where) > seg.purse.has(world):
            return Refusal("18.2", f"it costs {self.cost_at(where)}, and there are {seg.purse.has(world)}")
        return None

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from seg.purse.pay(turn.world, self.cost_at(where))
        yield Restored(seg.power, where, self.cost_at(where))


@action("29.1.1", form="FEUD {where}", meaning="set up feudalism in {where}", costs="2")
class Feud(LevyOrder, frozen=True):
    """Set up feudalism in an area that you control."""

    where: Place

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where, who = at(world, seg.power, self.where), seg.power
        if not world.settings.feudalism:
            return Refusal("29.1.1", "this game is played without feudalism")
        if where is None or chart()[where].kind != "land" or not world.controls(who, where):
            return Refusal("29.1.1", f"{who} does not control {self.where}")
        if not world.is_frankish(who) or where in world.feudal:
            return Refusal("29.1.1", "there is a marker already" if where in world.feudal else f"{who} is not Frankish")
        if any(place in world.pillaged for place in (where, burgs().get(where))):
            return Refusal("29.1.1", f"{where} has been pillaged")
        if seg.purse.has(world) < tables().feudalism_cost:
            return Refusal("29.1.1", "there are not points enough")
        return None

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from seg.purse.pay(turn.world, tables().feudalism_cost)
        yield Enfeoffed(seg.power, where, tables().feudalism_cost)


@action("20.1", form="DISCARD {mark}", meaning="put {mark} back into the pool")
class Discard(LevyOrder, frozen=True):
    """Put a marker of your own power back."""

    mark: str

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        power = turn.world.powers[seg.power]
        if power.kind != "pp":
            return Refusal("20.1", "only a player's own power discards")
        return None if self.mark in power.markers else Refusal("20.1", f"{seg.power} does not hold {self.mark}")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield Discarded(seg.power, self.mark)


# operations


@action(
    "13.0",
    form="FORCE {number} {where}< {units}>< {leadership}>",
    meaning="gather force {number} in {where}<: {units}>",
)
class Force(FieldOrder, frozen=True):
    """Gather a force from units of one place and throw for its OP."""

    number: int
    where: Place
    units: Words | None
    leadership: str | None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        where = at(world, seg.power, self.where)
        return cannot_form(world, seg, self.number, where, self.pick(world, seg)) if where else nowhere(seg.power)

    def pick(self, world: World, seg: Segment) -> Pick:
        return chooser(self.units, world.doctrine(seg.power).losses)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        where = at(turn.world, seg.power, self.where)
        assert where
        yield from form(turn, seg, self.number, where, self.pick(turn.world, seg), self.leadership)


@action(
    "15.0", form="MOVE {number} {origin} {target}", meaning="move force {number} from {origin} to {target}", costs="OP"
)
class Move(FieldOrder, frozen=True):
    """Move the force in hand to the next place."""

    number: int
    origin: Place
    target: Place

    def ends(self, world: World, seg: Segment) -> tuple[str, str] | None:
        origin, target = at(world, seg.power, self.origin), at(world, seg.power, self.target)
        return (origin, target) if origin and target else None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        ends = self.ends(turn.world, seg)
        return cannot_move(turn.world, seg, self.number, *ends) if ends else nowhere(seg.power)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        ends = self.ends(turn.world, seg)
        assert ends
        yield from move(turn, seg, *ends)


class InPlace(FieldOrder, frozen=True):
    """An order for the force in hand that names the place it must be in."""

    number: int
    where: Place

    def spot(self, world: World, seg: Segment) -> str:
        return at(world, seg.power, self.where) or ""

    def picks(self, world: World, seg: Segment) -> Pick:
        return chooser(getattr(self, "units", None), world.doctrine(seg.power).losses)


@action("13.0", form="DROP {number} {where}< {units}>", meaning="leave units of force {number} in {where}<: {units}>")
class Drop(InPlace, frozen=True):
    """Leave units of the force in hand behind."""

    units: Words | None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        return cannot_drop(world, seg, self.number, self.spot(world, seg), self.picks(world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from leave(turn, seg, self.spot(turn.world, seg), self.picks(turn.world, seg))


@action(
    "13.0", form="PICK {number} {where}< {units}>", meaning="take units along with force {number} in {where}<: {units}>"
)
class PickUp(InPlace, frozen=True):
    """Take units along that have not operated."""

    units: Words | None

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        world: World = turn.world
        return cannot_pick_up(world, seg, self.number, self.spot(world, seg), self.picks(world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from pick_up(turn, seg, self.spot(turn.world, seg), self.picks(turn.world, seg))


@action("13.0", form="APART {number}", meaning="let force {number} stay apart from others")
class Apart(FieldOrder, frozen=True):
    """The force in hand does not join the others where it ends."""

    number: int

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        found = seg.force(turn.world)
        if found and chart()[found[0]].kind == "burg":
            return Refusal("13.0", "in a burg there is one force only")
        return not_in_hand(turn.world, seg, self.number, found[0] if found else "")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        seg.apart = True
        yield from ()


class Fight(FieldOrder, frozen=True):
    """ATTACK and SIEGE."""

    def flaw(self) -> str:
        words = getattr(self, "tail", ())
        kinds = ["LD" if str(word).startswith("LD") else str(word) for word in words if not isinstance(word, int)]
        most = 2 if "MIN" in kinds else 1
        twice = len(set(kinds)) < len(kinds) or sum(isinstance(word, int) for word in words) > most
        return "something is said twice after the table" if twice else super().flaw()

    def plan(self, world: World, seg: Segment) -> Assault:
        raise NotImplementedError

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        number = getattr(self, "number", 0)
        return cannot_attack(turn.world, seg, number, self.plan(turn.world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from assault(turn, seg, self.plan(turn.world, seg))


def planned(where: str, foe: str, place: int, table: str, tail: Words) -> Assault:
    """The words after the table's name stand in any order."""
    words = list(tail)
    least = int(words[words.index("MIN") + 1]) if "MIN" in words else 1
    plain = [word for at_, word in enumerate(words) if isinstance(word, int) and (not at_ or words[at_ - 1] != "MIN")]
    leadership = next((str(word) for word in words if str(word).startswith("LD")), None)
    return Assault(where, foe, place, table, int(plain[0]) if plain else 1, least, leadership, "GRF" in words)


@action(
    "17.0",
    form="ATTACK {number} {where} {foe:/} {table}< {tail}>",
    meaning="attack {foe} in {where} with force {number} on {table}",
    costs="1 OP each",
)
class Attack(Fight, frozen=True):
    """Attack a force in the same area or sea."""

    number: int
    where: Place
    foe: Words
    table: str
    tail: Words

    def plan(self, world: World, seg: Segment) -> Assault:
        power, *rest = self.foe
        place = int(rest[0]) if rest and rest[0] else 1
        return planned(at(world, seg.power, self.where) or "", str(power), place, self.table, self.tail)

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        where = at(turn.world, seg.power, self.where)
        if where is None or chart()[where].kind == "burg":
            return Refusal("17.0", "an attack is in an area or at sea; SIEGE is for burgs")
        return super().refused(turn, seg)


@action(
    "17.9",
    form="SIEGE {number} {where} {table}< {tail}>",
    meaning="besiege {where} with force {number} on {table}",
    costs="1 OP each",
)
class Siege(Fight, frozen=True):
    """Attack the garrison of a burg from the area around it."""

    number: int
    where: Place
    table: str
    tail: Words

    def plan(self, world: World, seg: Segment) -> Assault:
        return planned(at(world, seg.power, self.where) or "", ANY, 1, self.table, self.tail)

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        where = at(turn.world, seg.power, self.where)
        if where is None or chart()[where].kind != "burg":
            return Refusal("17.9", f"{self.where} is no burg")
        return super().refused(turn, seg)


@action("17.7", form="ADVANCE {number} {places}", meaning="after combat force {number} may go to {places}")
class Advance(FieldOrder, frozen=True):
    """Where the force in hand goes if combat gives it a free move."""

    number: int
    places: Words

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        found = seg.force(turn.world)
        return not_in_hand(turn.world, seg, self.number, found[0] if found else "")

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        seg.advance = [place for word in self.places if (place := at(turn.world, seg.power, str(word)))]
        yield from ()


@action("18.0", form="PILLAGE {number} {where}", meaning="pillage {where} with force {number}", costs="2 OP")
class Pillage(InPlace, frozen=True):
    """Lay a place waste for what it is worth."""

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        return cannot_pillage(turn.world, seg, self.number, self.spot(turn.world, seg))

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from pillage(turn, seg, self.spot(turn.world, seg))


@action("20.1", form="PLAY {mark}< {fields}>", meaning="play {mark}< {fields}>")
class Play(FieldOrder, frozen=True):
    """Play a marker at its moment."""

    mark: str
    fields: Words

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """`CHB/2` and `CHB 2` are the same; only what was filled in counts."""
        mark, fields = boxes[0], boxes[1] if len(boxes) > 1 else ()
        return super().read(
            mark, tuple(field for field in fields if field is not None) if isinstance(fields, tuple) else ()
        )

    def flaw(self) -> str:
        if self.mark == DIPLOMACY:
            return "" if diplomacy(self.fields) else "it names no modifier of -1, 0 or 1, and no sea and area to aim at"
        fit = self.mark not in FIELDS or fits(self.fields, FIELDS[self.mark])
        return (
            ("" if self.mark == MISMATCH else super().flaw()) if fit else f"{self.mark} is not played with these fields"
        )


# set-up and optional rules


@action("4.0", form="PLACE {where} {units}", meaning="place {units} in {where}")
class PlaceUnits(Wish, frozen=True):
    """Set-up: where your units begin."""

    where: Place
    units: Words

    def flaw(self) -> str:
        vague = any(str(word).startswith("A") for word in self.units)
        return "say how many of each type" if vague else super().flaw()


@action("29.3", form="BUYOFF {area} {points}< {attempt}>", meaning="pay up to {points} DP to buy off raiders in {area}")
class Buyoff(Wish, frozen=True):
    """What you would pay raiders; TRY asks for it."""

    area: Place
    points: int
    attempt: str | None


@action("29.2", form="HEIR {places}", meaning="let your heir appear in {places}")
class HeirWish(Wish, frozen=True):
    """The places whose forces you keep at a succession."""

    places: Words


# conditions


@action.condition(form="OP >= {points}", meaning="{points} OP are left")
class HasPoints(Condition, frozen=True):
    points: int

    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        return bool(seg) and seg is not None and seg.op >= self.points


@action.condition(form="UNITS >= {number}", meaning="the force has {number} units")
class HasUnits(Condition, frozen=True):
    number: int

    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        found = seg.force(world) if seg else None
        return bool(found) and found is not None and found[1].size >= self.number


@action.condition(form="EMPTY {where}", meaning="nobody is in {where}")
class IsEmpty(Condition, frozen=True):
    where: Place

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        return where is not None and not world.present(where)


@action.condition(form="MINE {where}", meaning="only your units are in {where}")
class IsMine(Condition, frozen=True):
    where: Place

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        return where is not None and world.present(where) == [who]


@action.condition(form="ENEMY {where}< {power}>", meaning="an enemy is in {where}")
class HasEnemy(Condition, frozen=True):
    where: Place
    power: Power | None

    def holds(self, world: World, who: str) -> bool:
        where = at(world, who, self.where)
        others = world.foreign(where, who) if where else []
        return self.power in others if self.power else bool(others)


@action.condition(form="WON", meaning="the last attack was won")
class HasWon(Condition, frozen=True):
    def holds(self, world: World, who: str) -> bool:
        seg = under_way(world, who)
        return bool(seg and seg.won)


def is_nowhere(world: World, who: str, order: Any) -> bool:
    """Whether a condition names the HOME of a power that has neither home nor units: it is false, also with NOT."""
    places = [getattr(order, box, None) for box in ("where",)]
    return any(place == HOME and at(world, who, HOME) is None for place in places)


def under_way(world: World, who: str) -> Segment | None:
    """The operations segment of a power, while it lasts."""
    seg = world.segment
    return seg if isinstance(seg, Segment) and seg.power == who and seg.operating else None
