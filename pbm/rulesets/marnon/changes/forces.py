"""Forces: they go, form, join, grow, lose points, and are no more."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.event import OfPower
from pbm.rulesets.marnon.changes.generals import lose_general
from pbm.rulesets.marnon.pieces import Force, Levy, PowerState
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.world import World

MOST_LEVIES = 3


class Went(OfPower, frozen=True):
    """A force goes from one place to another."""

    force: str
    origin: Place | None
    target: Place
    how: str = "marched"
    text: ClassVar = "{force} {how}< from {origin}> to {target}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(WORDS.get(self.how, self.text), names)

    def apply(self, world: World) -> None:
        force = world.force(self.who, self.force)
        force.at, force.origin, force.inside = self.target, self.origin, False


WORDS = {
    "landed": "{force} landed at {target} from {origin}",
    "went ashore": "{force} went ashore at {target}",
    "went aboard": "{force} went aboard at {origin}",
    "went aboard hired ships": "{force} went aboard hired ships at {origin}",
    "raided": "raiders went out from {origin} to {target}",
}


class FellBack(OfPower, frozen=True):
    """A force retreats, withdraws, goes aboard or is led out: where it came from no longer counts."""

    force: str
    target: Place
    how: str = "retreated to"
    inside: bool = False
    text: ClassVar = "{force} {how} {target}"

    def apply(self, world: World) -> None:
        force = world.force(self.who, self.force)
        force.at, force.origin, force.inside = self.target, None, self.inside


class Formed(OfPower, frozen=True):
    """Part of a force becomes a force of its own, with the usual doctrine."""

    force: str
    out_of: str
    points: int
    text: ClassVar = "{points} points of {out_of} became {force}"

    def apply(self, world: World) -> None:
        old = world.force(self.who, self.out_of)
        old.points -= self.points
        new = Force(at=old.at, points=self.points, inside=old.inside, origin=old.origin, hidden=old.hidden)
        world.powers[self.who].forces[self.force] = new


class Merged(OfPower, frozen=True):
    """A force goes into another, with all that it has."""

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


class Raised(OfPower, frozen=True):
    """Points come into being, with a force or as a new one."""

    force: str
    where: Place | None
    points: int
    why: str
    text: ClassVar = "{force} got {points} points< at {where}>: {why}"

    def apply(self, world: World) -> None:
        forces = world.powers[self.who].forces
        force = forces.setdefault(self.force, Force(at=self.where))
        force.points += self.points


class Lost(OfPower, frozen=True):
    """Points are lost; a force without points is gone, and its generals with it."""

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


class Shut(OfPower, frozen=True):
    """A force goes inside the walls, or comes out."""

    force: str
    inside: bool
    text: ClassVar = "{force} went behind the walls"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).inside = self.inside

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.force} {'went behind' if self.inside else 'left'} the walls"


class Marked(OfPower, frozen=True):
    """The reserve mark."""

    force: str
    reserve: bool
    text: ClassVar = "{force} is the reserve of next turn"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).reserve = self.reserve

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.force} {'is the reserve of next turn' if self.reserve else 'is no longer the reserve'}"


class Honoured(OfPower, frozen=True):
    force: str
    honours: int
    text: ClassVar = "{force} has {honours:honour/honours} now"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).honours = self.honours


class LeadersCame(OfPower, frozen=True):
    force: str
    leaders: int
    text: ClassVar = "{leaders:leader/leaders} joined {force}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).leaders += self.leaders


class Shown(OfPower, frozen=True):
    """A force is hidden or declared."""

    unit: str
    hidden: bool
    text: ClassVar = "{unit} is declared"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        row = power.forces.get(self.unit) or power.screens[self.unit]
        row.hidden = self.hidden

    def worded(self, names: object, public: bool = False) -> str:
        return f"{self.unit} is {'hidden' if self.hidden else 'declared'}"


class LeviesGiven(OfPower, frozen=True):
    """The territories that give a force their levies."""

    force: str
    levies: tuple[Levy, ...]
    text: ClassVar = "{force} has the levies of {levies}"

    def apply(self, world: World) -> None:
        world.force(self.who, self.force).terr = list(self.levies)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        rows = [(each, "") if isinstance(each, str) else each for each in self.levies]
        given = ", ".join(f"{names.get(area, area)}{f' as {kind}' if kind else ''}" for area, kind in rows)
        return f"{self.force} has the levies of {given}" if given else f"{self.force} has no levies"


def drop_levy(power: PowerState, area: str) -> None:
    for force in power.forces.values():
        if area in map(levied, force.terr):
            force.terr = [each for each in force.terr if levied(each) != area]


def levied(levy: Levy) -> str:
    return levy if isinstance(levy, str) else levy[0]
