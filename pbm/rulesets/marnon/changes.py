"""The plain changes of a position: points, generals, fleets, caravans, crowns, areas. Chapters yield them."""

from typing import ClassVar

from pbm.rules.code import Named, Place, Power
from pbm.rules.event import Event
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.world import (
    Caravan,
    Fleet,
    Force,
    General,
    Levy,
    PowerState,
    World,
)

MOST_LEVIES = 3

# forces


class Went(Event, frozen=True):
    """A force goes from one place to another."""

    who: Power
    force: str
    origin: Place | None
    target: Place
    how: str = "marched"
    text: ClassVar = "{force} {how}< from {origin}> to {target}"

    def apply(self, world: World) -> None:
        force = world.force(self.who, self.force)
        force.at, force.origin, force.inside = self.target, self.origin, False


class FellBack(Event, frozen=True):
    """A force retreats, withdraws, goes aboard or is led out: where it came from no longer counts."""

    who: Power
    force: str
    target: Place
    how: str = "retreated"
    inside: bool = False
    text: ClassVar = "{force} {how} to {target}"

    def apply(self, world: World) -> None:
        force = world.force(self.who, self.force)
        force.at, force.origin, force.inside = self.target, None, self.inside


class Formed(Event, frozen=True):
    """Part of a force becomes a force of its own, with the usual doctrine."""

    who: Power
    force: str
    out_of: str
    points: int
    text: ClassVar = "{points} points of {out_of} became {force}"

    def apply(self, world: World) -> None:
        old = world.force(self.who, self.out_of)
        old.points -= self.points
        new = Force(at=old.at, points=self.points, inside=old.inside, origin=old.origin, hidden=old.hidden)
        world.powers[self.who].forces[self.force] = new


class Merged(Event, frozen=True):
    """A force goes into another, with all that it has."""

    who: Power
    force: str
    into: str
    text: ClassVar = "{force} joined {into}"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        old, new = power.forces.pop(self.force), power.forces[self.into]
        new.points += old.points
        new.honours += old.honours
        new.leaders += old.leaders
        new.supplies += old.supplies
        new.mercs += old.mercs
        new.terr = [*new.terr, *old.terr][:MOST_LEVIES]
        for general in power.generals.values():
            if general.place == self.force:
                general.place = self.into
        for hired in world.mercs.hired.values():
            if hired.power == self.who and hired.force == self.force:
                hired.force = self.into
        for code, other in power.forces.items():
            if other.joins == self.force:
                other.joins = self.into if code != self.into else None


class Raised(Event, frozen=True):
    """Points come into being, with a force or as a new one."""

    who: Power
    force: str
    where: Place | None
    points: int
    why: str
    text: ClassVar = "{force} got {points} points< at {where}>: {why}"

    def apply(self, world: World) -> None:
        forces = world.powers[self.who].forces
        force = forces.setdefault(self.force, Force(at=self.where))
        force.points += self.points


class Lost(Event, frozen=True):
    """Points are lost; a force without points is gone, and its generals with it."""

    who: Power
    force: str
    points: int
    why: str
    text: ClassVar = "{force} lost {points} points: {why}"

    def apply(self, world: World) -> None:
        force = world.force(self.who, self.force)
        force.points -= self.points
        if force.points <= 0:
            remove_force(world, self.who, self.force)


def remove_force(world: World, who: str, code: str) -> None:
    """A force is gone: its generals are lost, its cards go under the pile."""
    power = world.powers[who]
    force = power.forces.pop(code)
    for general in [each for each, row in power.generals.items() if row.place == code]:
        lose_general(world, power, general)
    for card in force.mercs:
        world.mercs.hired.pop(card, None)
        under_pile(world, card)
    for other in power.forces.values():
        if other.joins == code:
            other.joins = None


def under_pile(world: World, card: str) -> None:
    """A mercenary card goes back; a company of a castle just goes."""
    if card in mercenaries():
        world.mercs.draw.append(card)


def lose_general(world: World, power: PowerState, code: str) -> None:
    del power.generals[code]
    if world.settings.named_leaders:
        power.heirs += 1


class Shut(Event, frozen=True):
    """A force goes inside the walls, or comes out."""

    who: Power
    force: str
    inside: bool
    text: ClassVar = "{force} went behind the walls"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).inside = self.inside

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.force} {'went behind' if self.inside else 'left'} the walls"


class Marked(Event, frozen=True):
    """The reserve mark."""

    who: Power
    force: str
    reserve: bool
    text: ClassVar = "{force} is the reserve of next turn"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).reserve = self.reserve

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.force} {'is the reserve of next turn' if self.reserve else 'is no longer the reserve'}"


class Honoured(Event, frozen=True):
    who: Power
    force: str
    honours: int
    text: ClassVar = "{force} has {honours:honour/honours} now"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).honours = self.honours


class LeadersCame(Event, frozen=True):
    who: Power
    force: str
    leaders: int
    text: ClassVar = "{leaders:leader/leaders} joined {force}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).leaders += self.leaders


class Shown(Event, frozen=True):
    """A force is hidden or declared."""

    who: Power
    unit: str
    hidden: bool
    text: ClassVar = "{unit} is declared"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        row = power.forces.get(self.unit) or power.screens[self.unit]
        row.hidden = self.hidden

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.unit} is {'hidden' if self.hidden else 'declared'}"


class LeviesGiven(Event, frozen=True):
    """The territories that give a force their levies."""

    who: Power
    force: str
    levies: tuple[Levy, ...]
    text: ClassVar = "{force} has the levies of {levies}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).terr = list(self.levies)

    def worded(self, names: object, public: bool = False) -> str:
        given = ", ".join(each if isinstance(each, str) else " as ".join(each) for each in self.levies)
        return f"{self.force} has the levies of {given}" if given else f"{self.force} has no levies"


# generals


class GeneralCame(Event, frozen=True):
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


class GeneralTested(Event, frozen=True):
    """A general's rating or skill changes, or is known at last."""

    who: Power
    general: str
    rating: int
    skill: str
    text: ClassVar = "{general} is rated {rating} now, skill {skill}"

    def apply(self, world: World) -> None:
        row = world.powers[self.who].generals[self.general]
        row.rating, row.skill, row.known = self.rating, self.skill, True


class GeneralMoved(Event, frozen=True):
    who: Power
    general: str
    place: str
    text: ClassVar = "{general} is with {place} now"

    def apply(self, world: World) -> None:
        world.powers[self.who].generals[self.general].place = self.place


class GeneralLost(Event, frozen=True):
    who: Power
    general: str
    why: str
    text: ClassVar = "{general} was lost: {why}"

    def apply(self, world: World) -> None:
        lose_general(world, world.powers[self.who], self.general)


# fleets


class FleetCame(Event, frozen=True):
    who: Power
    fleet: str
    where: Place
    why: str
    merc: str | None = None
    text: ClassVar = "{fleet} at {where}: {why}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet] = Fleet(self.where, merc=self.merc)


class Sailed(Event, frozen=True):
    who: Power
    fleet: str
    origin: Place | None
    target: Place
    text: ClassVar = "{fleet} went from {origin} to {target}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].at = self.target


class Damaged(Event, frozen=True):
    who: Power
    fleet: str
    why: str
    text: ClassVar = "{fleet} was damaged: {why}"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].damaged = True


class Repaired(Event, frozen=True):
    who: Power
    fleet: str
    text: ClassVar = "{fleet} was repaired"

    def apply(self, world: World) -> None:
        world.powers[self.who].fleets[self.fleet].damaged = False


class FleetLost(Event, frozen=True):
    who: Power
    fleet: str
    where: Place | None
    why: str
    verb: ClassVar = "sunk"
    text: ClassVar = "{fleet} was lost< at {where}>: {why}"
    news: ClassVar = "{who} lost a fleet< at {where}>"

    def apply(self, world: World) -> None:
        fleet = world.powers[self.who].fleets.pop(self.fleet)
        if fleet.merc:
            world.mercs.hired.pop(fleet.merc, None)
            under_pile(world, fleet.merc)


# caravans


class CaravanCame(Event, frozen=True):
    who: Power
    caravan: str
    where: Place
    text: ClassVar = "{caravan} was fitted out at {where}"

    def apply(self, world: World) -> None:
        world.powers[self.who].caravans[self.caravan] = Caravan(self.where, self.where)


class CaravanBound(Event, frozen=True):
    who: Power
    caravan: str
    to: Place
    via: tuple[Place, ...] = ()
    text: ClassVar = "{caravan} is bound for {to}"

    def apply(self, world: World) -> None:
        row = world.powers[self.who].caravans[self.caravan]
        row.to, row.via = self.to, list(self.via)


class CaravanMoved(Event, frozen=True):
    who: Power
    caravan: str
    target: Place
    text: ClassVar = "{caravan} went to {target}"

    def apply(self, world: World) -> None:
        row = world.powers[self.who].caravans[self.caravan]
        row.at, row.moved = self.target, row.moved + 1
        if row.via and row.via[0] == self.target:
            row.via.pop(0)


class CaravanGone(Event, frozen=True):
    who: Power
    caravan: str
    why: str
    text: ClassVar = "{caravan} is gone: {why}"

    def apply(self, world: World) -> None:
        del world.powers[self.who].caravans[self.caravan]


# crowns


class Received(Event, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "you received {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash += self.crowns


class Paid(Event, frozen=True):
    who: Power
    crowns: int
    what: str
    text: ClassVar = "you paid {crowns:crown/crowns}: {what}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns


# areas


class Taken(Event, frozen=True):
    """An area changes hands; of its fort only the walls pass on."""

    area: Place
    old: Power | None
    new: Power | None
    parties: ClassVar = ("old", "new")
    verb: ClassVar = "capture"
    captures: ClassVar = True
    text: ClassVar = "{area} passed from {old} to {new}"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.owner, row.cut, row.unpaid = self.new, 0, False
        open_gates(world, self.area)
        for power in world.powers.values():
            power.walls.pop(self.area, None)
            drop_levy(power, self.area)


def open_gates(world: World, castle: str) -> None:
    """A siege is over: nobody is inside any more."""
    world.area(castle).siege = None
    for power in world.powers.values():
        for force in power.forces.values():
            if force.at == castle:
                force.inside = False


def sieges_over(world: World, who: str) -> None:
    """All sieges of a power that is no more."""
    for code, row in world.areas.items():
        if row.siege and row.siege.by == who:
            open_gates(world, code)


def drop_levy(power: PowerState, area: str) -> None:
    for force in power.forces.values():
        if area in map(levied, force.terr):
            force.terr = [each for each in force.terr if levied(each) != area]


def levied(levy: Levy) -> str:
    return levy if isinstance(levy, str) else levy[0]


class Fortified(Event, frozen=True):
    who: Power
    area: Place
    verb: ClassVar = "fort"
    text: ClassVar = "a fort stands in {area}"
    news: ClassVar = "{who} has a fort in {area}"

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.fort, row.cut, row.unpaid = True, 0, False


class FortState(Event, frozen=True):
    """Whether a fort is cut off, and whether it is paid."""

    who: Power
    area: Place
    cut: int
    unpaid: bool
    text: ClassVar = "the fort of {area}"

    def apply(self, world: World) -> None:
        row = world.area(self.area)
        row.cut, row.unpaid = self.cut, self.unpaid

    def worded(self, names: object, public: bool = False) -> str:
        state = "is not paid" if self.unpaid else f"is cut off, turn {self.cut}" if self.cut else "is linked and paid"
        return f"the fort of {self.area} {state}"


class SeatMoved(Event, frozen=True):
    who: Power
    area: Place | None
    verb: ClassVar = "seat"
    text: ClassVar = "the seat of government is {area} now"
    news: ClassVar = "the seat of {who} is {area} now"

    def apply(self, world: World) -> None:
        world.powers[self.who].seat = self.area


class Noted(Event, frozen=True):
    """Something that one power is told and that changes nothing."""

    who: Power
    note: str
    text: ClassVar = "{note}"


class Thrown(Event, frozen=True):
    """Dice that a power may see."""

    who: Power
    what: str
    dice: tuple[int, ...]
    unit: Named | None = None
    text: ClassVar = "{what}: {dice}"

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.what}{f' ({self.unit})' if self.unit else ''}: {' '.join(map(str, self.dice))}"
