"""Move and attack actions: 5.2 to 5.5, 5.10, 5.13 and 5.15 of the rulebook."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Booked, Event, InBrief, OfPower
from pbm.rules.order import ALL, Number, Refusal, lasting
from pbm.rulesets.darkage.action import (
    SPOILS,
    Action,
    Counted,
    action,
    blockaded,
    is_city,
    not_land,
    not_near,
    not_own,
    stuck,
)
from pbm.rulesets.darkage.battle import ASSAULT, MOVE, OVERRUN, PROBE, Battle
from pbm.rulesets.darkage.battle_events import drown, stick
from pbm.rulesets.darkage.capture import (
    attack,
    deploy,
    household_at,
    is_ambushed,
    plunder,
    retreat,
    strength,
    worth_plundering,
)
from pbm.rulesets.darkage.world import World, is_gaelic

PILLAGED_PERSON = 3
PILLAGED_TRADE = 7
"""BPs for the treasury [9.3]."""


class Marched(OfPower, frozen=True):
    origin: Place
    target: Place
    armies: int
    shows: ClassVar = ("origin", "target")
    text: ClassVar = "{armies:army/armies} of {who} went from {origin} to {target}"

    def apply(self, world: World) -> None:
        origin, target = world.areas[self.origin], world.areas[self.target]
        origin.armies -= self.armies
        target.armies += self.armies
        if not world.map[self.target].is_sea:
            target.toward = None if world.map[self.origin].is_sea else self.origin


class LetIn(OfPower, frozen=True):
    """An area passes to a guest for the turn [5.12]."""

    where: Place
    giver: Power
    parties: ClassVar = ("who", "giver")
    text: ClassVar = "{giver} let {who} into {where}"

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        world.change_owner(self.where, self.who)
        if area.lent_by is None:
            area.lent_by, area.lent_to = self.giver, self.who


class March(Counted, frozen=True):
    """Armies go to a neighbouring area, and fight for it if it is not theirs."""

    origin: str
    target: str
    lack: ClassVar[str] = "no army stands there"
    blank: ClassVar[Number | None] = ALL
    star: ClassVar[bool] = True
    strict: ClassVar[bool] = True
    battle: ClassVar[Battle]
    ambushable: ClassVar[bool] = True
    sticks: ClassVar[bool] = False
    cities: ClassVar[bool] = False
    own: ClassVar[bool] = True

    def wrong(self, world: World, who: str) -> Reasons:
        return (
            not_own(world, who, self.origin, self.rule),
            stuck(world, self.origin),
            not_near(world, self.origin, self.target, "3.1"),
            self.wrong_target(world, who),
        )

    def wrong_target(self, world: World, who: str) -> Refusal | None:
        place = world.map[self.target]
        if place.is_sea:
            return lasting("8.4", f"{world.called(self.target)} is a sea: only MOVE and CONVOY take armies there")
        if place.is_city and not self.cities:
            return lasting(self.rule, f"{world.called(self.target)} is a city: {self.word} does not work there")
        if world.areas[self.target].owner == who and not self.own:
            return Refusal("3.3", f"{world.subject(self.target, 'is', 'are')} already yours")
        return None

    def limit(self, world: World, who: str) -> int:
        return world.areas[self.origin].armies

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        area, entered = world.areas[self.target], True
        if area.owner == who:
            yield from self.march(world, who, amount)
        elif area.passage == who and area.owner and not area.armies:
            yield LetIn(who, self.target, area.owner)
            yield from self.march(world, who, amount)
        else:
            entered = yield from attack(world, who, self.origin, self.target, amount, self.battle, self.ambushable)
        if self.sticks:
            yield from stick(world, self.target if entered else self.origin)

    def march(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Marched(who, self.origin, self.target, amount)
        if world.map[self.target].sticky:
            yield from stick(world, self.target)


@action(
    "5.2",
    form="MOVE {origin} {target} {number}",
    meaning="move {number:army/armies} from {origin} to {target}",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Move(March, frozen=True):
    """Armies to a neighbouring area; a battle is one round, given up while a defending army stands."""

    battle: ClassVar = MOVE
    cities: ClassVar = True

    def wrong_target(self, world: World, who: str) -> Refusal | None:
        if not world.map[self.target].is_sea:
            return None
        if world.areas[self.target].owner != who:
            return Refusal(
                "8.4", f"{world.subject(self.target, 'is', 'are')} not yours: MOVE goes only to your own seas"
            )
        return blockaded(world, self.origin)

    def fits(self, world: World, who: str, amount: int) -> tuple[Refusal, ...]:
        if world.map[self.target].is_sea and amount > (room := world.room(self.target)):
            more = f"room for {room} more" if room else "no more room"
            return (Refusal("8.4", f"the ships in {world.called(self.target)} have {more}"),)
        return ()


@action(
    "5.3",
    form="ASSAULT {origin} {target} {number}",
    meaning="assault {target} from {origin} with {number:army/armies}",
    touches=f"origin target {SPOILS}",
    cost=2,
)
class Assault(March, frozen=True):
    """Attack until one side is wiped out; whoever is left goes no further this turn."""

    battle: ClassVar = ASSAULT
    sticks: ClassVar = True
    cities: ClassVar = True
    own: ClassVar = False


@action(
    "5.4",
    form="PROBE {origin} {target} {number}",
    meaning="probe {target} from {origin} with {number:army/armies}",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Probe(March, frozen=True):
    """Attack with care: few losses on either side, and no ambush; not at cities."""

    battle: ClassVar = PROBE
    ambushable: ClassVar = False
    sticks: ClassVar = True


@action(
    "5.5",
    form="OVERRUN {origin} {target} {number}",
    meaning="overrun {target} from {origin} with {number:army/armies}",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Overrun(March, frozen=True):
    """Sweep the weak aside at a run; where that fails it is fought to the end at a price; not at cities."""

    battle: ClassVar = OVERRUN


class Raided(OfPower, frozen=True):
    origin: Place
    target: Place
    defender: Power | None
    defence: int
    armies: int
    ships: int
    their_armies: int
    ambush: bool
    won: bool
    parties: ClassVar = ("who", "defender")
    shows: ClassVar = ("origin", "target")
    verb: ClassVar = "raid"
    text: ClassVar = (
        "{who} raided {target} from {origin}<, lost {armies:army/armies}><, lost {ships:ship/ships}>"
        "<, killed {their_armies:army/armies}>"
    )
    news: ClassVar = "{who} raided {target}"
    brief: ClassVar = (InBrief(100, "raided", "loss", "defender", "Raided: ", "{target} by {who}"),)

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        if public:
            return self.worded(names, public)
        ambush, end = "; an ambush" if self.ambush else "", "" if self.won else "; beaten back"
        return f"{self.worded(names)}{ambush}{end}"

    def apply(self, world: World) -> None:
        origin = world.areas[self.origin]
        origin.armies -= self.armies
        origin.ships -= self.ships
        world.areas[self.target].armies -= self.their_armies


CARRIED_OFF = "<, {population} of the people gone><, {trade:trade level/trade levels} gone><, {forts:fort/forts} gone>"


class Pillaged(OfPower, frozen=True):
    where: Place
    owner: Power | None
    population: int
    trade: int
    forts: int
    treasury: int
    parties: ClassVar = ("who", "owner")
    shows: ClassVar = ("where",)
    verb: ClassVar = "pillage"
    text: ClassVar = "{who} pillaged {where}< for {treasury:BP/BPs}>" + CARRIED_OFF
    news: ClassVar = "{who} pillaged {where}"
    brief: ClassVar = (InBrief(110, "pillaged", "loss", "owner", "Pillaged: ", "{where} by {who}"),)
    books: ClassVar = (Booked("treasury", "pillage", "treasury", "pillage of {where}"),)

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.population -= self.population
        area.trade -= self.trade
        area.forts -= self.forts
        world.kingdoms[self.who].treasury += self.treasury


def pillaged(world: World, who: str, where: str) -> Pillaged:
    """One of everything that is there [9.3]."""
    area = world.areas[where]
    people, trade, forts = min(area.population, 1), min(area.trade, 1), min(area.forts, 1)
    loot = PILLAGED_PERSON * people + PILLAGED_TRADE * trade
    return Pillaged(who, where, area.owner, people, trade, forts, loot)


@action(
    "5.10",
    form="RAID {origin} {target}",
    meaning="raid {target} from {origin} with all armies",
    touches=f"origin target {SPOILS}",
    cost=1,
)
class Raid(Action, frozen=True):
    """All armies strike a neighbour and come home; where no army is left standing the land is pillaged."""

    origin: str
    target: str

    def wrong(self, world: World, who: str) -> Reasons:
        no_army = not world.areas[self.origin].armies
        own = world.areas[self.target].owner == who
        return (
            not_own(world, who, self.origin, "5.10"),
            Refusal("5.10", f"no army stands in {world.called(self.origin)}") if no_army else None,
            stuck(world, self.origin),
            not_near(world, self.origin, self.target, "3.1"),
            not_land(world, self.target, "5.10"),
            is_city(world, self.target, "5.10"),
            Refusal("3.3", f"{world.subject(self.target, 'is', 'are')} already yours") if own else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        worth = worth_plundering(world, self.target)
        yield from deploy(world, self.target, who)
        armies = world.areas[self.origin].armies
        yield from retreat(world, who, self.target, strength(world, self.origin, armies))
        raid = self.strike(world, who)
        yield raid
        if raid.ambush:
            yield from stick(world, self.target)
        if raid.won:
            spoils = pillaged(world, who, self.target)
            yield spoils
            if raid.defender:
                yield from plunder(world, who, self.target, raid.defender, spoils.population, spoils.trade, worth)
        yield from drown(world, self.origin)

    def strike(self, world: World, who: str) -> Raided:
        origin, target = world.areas[self.origin], world.areas[self.target]
        ambush, defence = is_ambushed(world, self.origin, self.target), world.defence(self.target)
        hurt = min((defence > 0) + ambush, origin.armies + origin.ships)
        armies = min(hurt, origin.armies)
        spared = ambush or world.map[self.target].shelter
        killed = 0 if spared else min(target.armies, 1)
        won = hurt < origin.armies + origin.ships and target.armies == killed
        return Raided(who, self.origin, self.target, target.owner, defence, armies, hurt - armies, killed, ambush, won)


LOST = "<, which lost {armies:army/armies}><, which lost {forts:fort/forts}><, which lost {population} of its people>"


class Wasted(OfPower, frozen=True):
    """Something of the defender's is lost without a battle, by siege or invasion."""

    origin: Place
    target: Place
    defender: Power | None
    armies: int
    forts: int
    population: int
    parties: ClassVar = ("who", "defender")
    shows: ClassVar = ("origin", "target")

    def apply(self, world: World) -> None:
        target = world.areas[self.target]
        target.armies -= self.armies
        target.forts -= self.forts
        target.population -= self.population
        self.repay(world)

    def repay(self, world: World) -> None:
        """What it costs the attacker."""


class Besieged(Wasted, frozen=True):
    verb: ClassVar = "siege"
    text: ClassVar = "{who} besieged {target}" + LOST + "<; the besiegers lost {armies:army/armies}>"
    news: ClassVar = "{who} besieged {target}"
    brief: ClassVar = (InBrief(120, "besieged", "loss", "defender", "Besieged: ", "{target} by {who}"),)

    def repay(self, world: World) -> None:
        world.areas[self.origin].armies -= self.armies


class Invaded(Wasted, frozen=True):
    text: ClassVar = "people of {origin} swarmed into {target}" + LOST + "; one of them was spent"
    brief: ClassVar = (InBrief(130, "invaded", "loss", "defender", "Invaded: ", "{target} by {who}"),)

    def repay(self, world: World) -> None:
        world.areas[self.origin].population -= 1


def first_loss(world: World, where: str) -> tuple[int, int, int]:
    """An army, else a fort, else one of the people."""
    area = world.areas[where]
    armies = min(area.armies, 1)
    forts = min(area.forts, 1) if not armies else 0
    return armies, forts, min(area.population, 1) if not armies and not forts else 0


def nothing_left(world: World, where: str, rule: str) -> Refusal | None:
    return None if any(first_loss(world, where)) else Refusal(rule, f"nothing is left to lose in {world.called(where)}")


@action(
    "5.13",
    form="SIEGE {hinterland} {city}",
    meaning="besiege {city} from {hinterland}",
    touches="hinterland city",
    cost=1,
)
class Siege(Action, frozen=True):
    """Wear a city down from the land around it."""

    hinterland: str
    city: str

    def wrong(self, world: World, who: str) -> Reasons:
        around = world.map[self.city].hinterland == self.hinterland
        no_army = not world.areas[self.hinterland].armies
        own = world.areas[self.city].owner == who
        return (
            not_own(world, who, self.hinterland, "5.13"),
            None
            if around
            else lasting("5.13", f"{world.called(self.city)} is not the city of {world.called(self.hinterland)}"),
            Refusal("5.13", f"no army stands in {world.called(self.hinterland)}") if no_army else None,
            Refusal("3.3", f"{world.subject(self.city, 'is', 'are')} already yours") if own else None,
            nothing_left(world, self.city, "5.13"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        owner = world.areas[self.city].owner
        yield Besieged(who, self.hinterland, self.city, owner, *first_loss(world, self.city))
        yield from stick(world, self.hinterland)


@action(
    "5.15",
    form="INVADE {origin} {target}",
    meaning="invade {target} with one of the people of {origin}",
    touches="origin target",
)
class Invade(Action, frozen=True):
    """Gaels only: one of your people is spent, and the neighbour loses an army, a fort or one of their people."""

    origin: str
    target: str

    def wrong(self, world: World, who: str) -> Reasons:
        own = world.areas[self.target].owner == who
        empty = not world.areas[self.origin].population
        return (
            None if is_gaelic(who) else lasting("5.15", "only Gaelic kingdoms invade"),
            not_own(world, who, self.origin, "5.15"),
            Refusal("5.15", f"nobody lives in {world.called(self.origin)}") if empty else None,
            not_near(world, self.origin, self.target, "5.15"),
            not_land(world, self.target, "5.15"),
            is_city(world, self.target, "5.15"),
            Refusal("5.15", f"{world.subject(self.target, 'is', 'are')} already yours") if own else None,
            None if household_at(world, self.target) else nothing_left(world, self.target, "5.15"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        owner = world.areas[self.target].owner
        yield from deploy(world, self.target, who)
        yield Invaded(who, self.origin, self.target, owner, *first_loss(world, self.target))
