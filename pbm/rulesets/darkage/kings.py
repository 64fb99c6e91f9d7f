"""Kings and kingdoms: section 10 of the rulebook."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Booked, Event, InBrief, OfPower
from pbm.rules.order import Refusal
from pbm.rulesets.darkage.action import Action, Journey, action, blockaded, not_another, not_near, not_own
from pbm.rulesets.darkage.loans import write_off
from pbm.rulesets.darkage.world import VIKINGS, Household, Kingdom, World, nationality

LEFT_BEHIND = (3, 5)
"""Armies in reserve and treasury for a kingdom its player left [10.4]."""
NEW_VIKING = {"reserve": 5, "fleet": 5, "bp": 10, "treasury": 10}
STASH_RATE = 3
NOBODY = ""
"""The sheet of a kingdom that does nothing more this turn."""


class Bowed(OfPower, frozen=True):
    high: Power | None
    parties: ClassVar = ("who", "high")
    text: ClassVar = "{who} accepted {high} as high king"
    brief: ClassVar = (InBrief(210, "bowed", "gain", "high", "Accepted you as high king: ", "{who}"),)

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        if self.high is None:
            return self.said("{who} no longer {who:has/have} a high king", names)
        return self.said("{who} claimed to be high king", names) if self.high == self.who else self.worded(names)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].overlord = self.high


def end_bonds(world: World, high: str) -> Iterator[Event]:
    """The under kings of a high king who is one no longer."""
    for code, kingdom in world.kingdoms.items():
        if kingdom.overlord == high and code != high:
            yield Bowed(code, None)


@action("10.2", form="OVERLORD {kingdom}", meaning="have {kingdom} for high king", touches="overlord")
class Overlord(Action, frozen=True):
    """Name yourself high king, or bow to a high king of your own nationality."""

    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        other = world.kingdoms.get(self.kingdom)
        if world.kingdoms[who].overlord == self.kingdom:
            return (Refusal("10.2", "that is so already"),)
        if self.kingdom == who or other is None:
            return (None if other else not_another(world, who, self.kingdom, "10.3"),)
        kin = nationality(self.kingdom) == nationality(who)
        return (
            not_another(world, who, self.kingdom, "10.3"),
            None if kin else Refusal("10.3", f"{world.subject(self.kingdom, 'is', 'are')} not of your nationality"),
            None
            if other.overlord == self.kingdom
            else Refusal("10.3", f"{world.subject(self.kingdom, 'has', 'have')} not claimed to be high king"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        was_high = world.kingdoms[who].overlord == who
        yield Bowed(who, self.kingdom)
        if was_high:
            yield from end_bonds(world, who)


class Exchanged(OfPower, frozen=True):
    """A player changes kingdoms: what goes along, and what stays behind."""

    new: Power
    stashed: int
    treasury: int
    troops: int
    armies: int
    ships: int
    abandoned: bool
    parties: ClassVar = ("who", "new")
    verb: ClassVar = ""
    text: ClassVar = "the king of {who} went over to {new}"
    brief: ClassVar = (InBrief(220, "exchanged", "plain", "new", "You left ", "{who} to rule this kingdom"),)
    books: ClassVar = (
        Booked("spent", "stashed_on_leaving", "stash_cost", "stashed on leaving", "who", -1),
        Booked("treasury", "left_with_king", "left_behind", "left behind when the king moved"),
        Booked("treasury", "brought_by_king", "treasury", "brought by the new king", "new"),
    )

    @property
    def stash_cost(self) -> int:
        return STASH_RATE * self.stashed

    @property
    def left_behind(self) -> int:
        return self.stashed - self.treasury

    def apply(self, world: World) -> None:
        old, new = world.kingdoms[self.who], world.kingdoms[self.new]
        old.bp -= STASH_RATE * self.stashed
        old.cashed = 0
        old.treasury += self.stashed - self.treasury
        new.treasury += self.treasury
        old.household.troops -= self.troops
        new.household.troops += self.troops
        self.move_reserves(old, new)
        old.vp, new.vp = new.vp, old.vp
        new.sheet, old.sheet = self.who if old.sheet is None else old.sheet, NOBODY
        new.control, old.control = "player", "dropout"
        new.exchanged = True
        if self.abandoned:
            world.order.remove(self.who)

    def move_reserves(self, old: Kingdom, new: Kingdom) -> None:
        waiting = max(0, self.armies - old.usable)
        old.reserve -= self.armies
        new.reserve += self.armies
        old.pending -= waiting
        new.pending += waiting
        old.fleet -= self.ships
        new.fleet += self.ships


class Consoled(OfPower, frozen=True):
    """What a kingdom gets when its player leaves it [10.4]."""

    armies: int
    treasury: int
    text: ClassVar = "{who}, left by its king, gathered {armies:army/armies} and {treasury:BP/BPs}"
    books: ClassVar = (Booked("treasury", "consoled", "treasury", "gathered when the king left"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].reserve += self.armies
        world.kingdoms[self.who].treasury += self.treasury


def change_over(world: World, who: str, new: str, abandoned: bool = False) -> Iterator[Event]:
    old = world.kingdoms[who]
    stashed = old.bp // STASH_RATE
    yield Exchanged(
        who=who,
        new=new,
        stashed=stashed,
        treasury=(old.treasury + stashed) // 2,
        troops=old.household.troops // 2,
        armies=old.reserve // 2,
        ships=old.fleet // 2,
        abandoned=abandoned,
    )
    yield from write_off(world, who)
    if not abandoned:
        yield Consoled(who, *LEFT_BEHIND)
    if nationality(who) != nationality(new):
        for code in (who, new):
            if world.kingdoms[code].overlord:
                yield Bowed(code, None)
            yield from end_bonds(world, code)


def changed_already(world: World, who: str, rule: str) -> Refusal | None:
    return Refusal(rule, "you have changed kingdoms this turn") if world.kingdoms[who].exchanged else None


@action("10.4", form="EXCHANGE {kingdom}", meaning="leave your kingdom for {kingdom}", touches="")
class Exchange(Action, frozen=True):
    """Leave your kingdom for one that no player rules; the rest of the sheet is the new one's."""

    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        other = world.kingdoms.get(self.kingdom)
        return (
            not_another(world, who, self.kingdom, "10.4"),
            changed_already(world, who, "10.4"),
            Refusal("10.4", f"{world.subject(self.kingdom, 'has', 'have')} a player")
            if other and other.control == "player"
            else None,
            Refusal("10.4", f"somebody took {world.called(self.kingdom)} over this turn")
            if other and other.exchanged
            else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield from change_over(world, who, self.kingdom)


class VikingsAppear(OfPower, frozen=True):
    """A Viking kingdom starts from the sea, for the first time or anew [10.5]."""

    reserve: int
    fleet: int
    bp: int
    treasury: int
    text: ClassVar = "{who} appeared over the sea: {fleet:ship/ships}, {reserve:army/armies}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who] = Kingdom(
            control="dummy",
            bp=self.bp,
            treasury=self.treasury,
            reserve=self.reserve,
            fleet=self.fleet,
            appeared=True,
            sheet=NOBODY,
        )
        if self.who in world.order:
            world.order.remove(self.who)
        world.order.append(self.who)


class Abandoned(OfPower, frozen=True):
    """An area of a kingdom that starts anew is nobody's at once."""

    where: Place
    text: ClassVar = "{where} {where:was/were} given up"

    def apply(self, world: World) -> None:
        world.change_owner(self.where, None)
        world.areas[self.where].abandoned = True


def next_viking(world: World) -> str | None:
    """Danes or Norse not yet seen, else one that is out of the game, else one without a player."""
    unseen = [code for code in ("DAN", "NRS") if code not in world.kingdoms]
    gone = [code for code in VIKINGS if code in world.kingdoms and not world.in_play(code)]
    idle = [code for code in VIKINGS if world.in_play(code) and is_idle(world.kingdoms[code])]
    return next(iter([*unseen, *gone, *idle]), None)


def left_this_turn(world: World, code: str) -> bool:
    """Its player went elsewhere in this very turn, and its lands have not lapsed yet."""
    return code in world.kingdoms and world.kingdoms[code].sheet == NOBODY


def is_idle(kingdom: Kingdom) -> bool:
    return kingdom.control != "player" and not kingdom.exchanged


@action("10.5", form="VIKING", meaning="give your kingdom up and begin again from the sea", touches="")
class Viking(Action, frozen=True):
    """Give your kingdom up and begin again as Danes, Norse or Vikings from the sea."""

    def wrong(self, world: World, who: str) -> Reasons:
        none = next_viking(world) is None
        return (
            changed_already(world, who, "10.5"),
            Refusal("10.5", "every Viking kingdom has a player") if none else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        new = next_viking(world)
        if new is None:
            return
        restarted = world.in_play(new)
        if restarted or left_this_turn(world, new):
            yield from dissolve(world, new)
            for code, _ in list(world.owned(new)):
                yield Abandoned(new, code)
        yield VikingsAppear(new, **NEW_VIKING)
        yield from change_over(world, who, new, abandoned=not restarted)


class Dissolved(OfPower, frozen=True):
    """A kingdom's household, spies, bonds and loans are no more."""

    text: ClassVar = "nothing is left of {who}"

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        world.kingdoms[self.who] = Kingdom(control=kingdom.control, vp=kingdom.vp, sheet=kingdom.sheet)
        for other in world.kingdoms.values():
            if other.borrows_from == self.who:
                other.borrows_from = None
            if other.spy and other.spy.waiting_for == self.who:
                other.spy.waiting_for = None


def dissolve(world: World, who: str) -> Iterator[Event]:
    """Everything a kingdom has off the map ends, and what binds others to it."""
    yield from end_bonds(world, who)
    yield from write_off(world, who)
    for code, kingdom in world.kingdoms.items():
        if kingdom.loan and kingdom.loan.to == who:
            yield from write_off(world, code)
    yield Dissolved(who)


class HouseholdMoved(OfPower, frozen=True):
    where: Place
    shows: ClassVar = ("where",)
    text: ClassVar = "the household of {who} went to {where}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].household = Household(world.kingdoms[self.who].household.troops, self.where)


@action(
    "10.7",
    form="KING {origin} {target}",
    meaning="bring the household< from {origin}> to {target}",
    touches="household",
)
class King(Journey, frozen=True):
    """Bring your household into any area of yours, or on to a neighbouring one, by sea too."""

    def wrong(self, world: World, who: str) -> Reasons:
        at = world.kingdoms[who].household.at
        if at == self.target:
            return (Refusal("10.7", f"your household stands in {world.called(at)} already"),)
        return (
            not_own(world, who, self.target, "10.7"),
            not_near(world, at, self.target, "10.7") if at else None,
            blockaded(world, self.target),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield HouseholdMoved(who, self.target)
