"""Warnings: orders that are legal but look wrong, or that fail because of a likely mistake."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pbm.rules.event import Count
from pbm.rules.names import word
from pbm.rulesets.darkage.action import Action, Counted
from pbm.rulesets.darkage.attack import Assault, Invade, March, Overrun, Probe, Raid, Siege
from pbm.rulesets.darkage.build import Levy, Reserve
from pbm.rulesets.darkage.foresight.doubt import MOST
from pbm.rulesets.darkage.foresight.watch import Trial, tried
from pbm.rulesets.darkage.foresight.words import actions, listed, named
from pbm.rulesets.darkage.general import Gift, OrderOfPlay, Stash
from pbm.rulesets.darkage.people import Grow
from pbm.rulesets.darkage.sea import Land, Voyage
from pbm.rulesets.darkage.spying import Sabotage
from pbm.rulesets.darkage.stance import Ambush, Retreat
from pbm.rulesets.darkage.world import World, is_gaelic

TOO_DEAR = "3.2"
"""The paragraph of refusals for want of BPs."""


class Scene(NamedTuple):
    """An order about to be carried out, as far as its player can see."""

    who: str
    world: World
    """Before it."""
    order: Action
    number: int
    trial: Trial
    orders: Mapping[int, Action]
    """The whole sheet."""

    @property
    def earlier(self) -> dict[int, Action]:
        return {number: order for number, order in self.orders.items() if number < self.number}

    def is_own(self, where: str) -> bool:
        return self.world.areas[where].owner == self.who


Warnings = Iterator[str]


def twin_meant(scene: Scene) -> Warnings:
    """A city taken for the land around it, or the other way round."""
    for box in scene.order.boxes:
        code = getattr(scene.order, box)
        twin = twin_of(scene.world, code)
        if twin and would_do_better(scene, msgspec.structs.replace(scene.order, **{box: twin})):
            kind = "city" if scene.world.map[code].is_city else "land around the city"
            yield f"{named(code)} is the {kind}: did you mean {named(twin)}?"


def twin_of(world: World, code: object) -> str | None:
    place = world.map.get(code) if isinstance(code, str) else None
    return (place.hinterland or place.city) if place else None


def would_do_better(scene: Scene, other: Action) -> bool:
    """Whether the other does what this one does not, whatever it costs."""
    if not falls_short(scene.order, scene.number, rich(scene, scene.order)):
        return False
    trial = rich(scene, other)
    return not falls_short(other, scene.number, trial) and makes_sense(scene, other)


def rich(scene: Scene, order: Action) -> Trial:
    """The order tried with BPs enough."""
    return tried(scene.world, scene.who, order, scene.number, {(scene.who, "bp"): MOST})


def makes_sense(scene: Scene, other: Action) -> bool:
    """Armies raised on nobody's land are no better."""
    return not (isinstance(other, Levy | Reserve) and not scene.is_own(other.where))


def falls_short(order: Action, number: int, trial: Trial) -> bool:
    """Whether it fails, or does less than was asked for."""
    wanted = order.wanted(number) if isinstance(order, Counted) else None
    return bool(trial.refusals) or (wanted is not None and not wanted.all_but and trial.amount < wanted.value)


def cut(scene: Scene) -> Warnings:
    """More asked for than there is, or than can be paid."""
    order, trial = scene.order, scene.trial
    wanted = order.wanted(scene.number) if isinstance(order, Counted) else None
    if trial.refusals or wanted is None or not isinstance(order, Counted):
        return
    if not wanted.all_but and trial.amount < wanted.value:
        why = "more cannot be paid" if rich(scene, order).amount > trial.amount else "there are no more"
        yield f"{wanted.value} ordered, {trial.amount} as things stand: {why}"


def too_dear(scene: Scene) -> Warnings:
    bp = scene.world.kingdoms[scene.who].bp
    if any(refusal.rule == TOO_DEAR for refusal in scene.trial.refusals):
        spent = [n for n, order in scene.earlier.items() if isinstance(order, OrderOfPlay | Stash | Gift)]
        blame = f"; {actions(spent)} spent them on other things" if spent else ""
        yield f"your BPs run out: {bp or 'none'} {'is' if bp == 1 else 'are'} left for this action{blame}"


def stuck(scene: Scene) -> Warnings:
    """Marching out of an area that an earlier order makes sticky."""
    order = scene.order
    if not isinstance(order, March | Raid | Voyage):
        return
    origin = named(order.origin)
    for number, other in scene.earlier.items():
        if order.origin in sticking(scene.world, other):
            yield f"action {number} ({other}) makes {origin} sticky: nothing marches on from there [3.7]"
        elif isinstance(other, Assault | Probe) and other.origin == order.origin:
            yield f"if action {number} ({other}) is beaten off, {origin} {origin:is/are} sticky [3.7]"


def sticking(world: World, order: Action) -> tuple[str, ...]:
    """The areas that an order leaves sticky if it goes well."""
    if isinstance(order, Reserve):
        return (order.where,)
    if isinstance(order, Siege):
        return (order.hinterland,)
    if isinstance(order, Land):
        return (order.where,) if world.map[order.where].sticky else ()
    if isinstance(order, March):
        return (order.target,) if order.sticks or world.map[order.target].sticky else ()
    return ()


def crowded(scene: Scene) -> Warnings:
    order = scene.order
    if not isinstance(order, Grow) or not scene.is_own(order.where):
        return
    area, limit, where = scene.world.areas[order.where], scene.world.map[order.where].limit, named(order.where)
    if area.armies:
        yield f"people grow only where no army stands: move the {area.armies} out of {where} first"
    elif area.population >= limit:
        price = "becomes an army" if is_gaelic(scene.who) else "is lost again, with a victory point"
        yield f"{where} {where:feeds/feed} {limit}: whoever is beyond that {price} at the end of the turn [2.7]"


def own_target(scene: Scene) -> Warnings:
    """Own land attacked."""
    order = scene.order
    if isinstance(order, Assault | Raid | Probe | Overrun | Invade) and scene.is_own(order.target):
        yield f"{named(order.target)} {named(order.target):is/are} your own{taken_by(scene, order.target)}"
    if isinstance(order, Siege) and scene.is_own(order.city):
        yield f"{named(order.city)} {named(order.city):is/are} your own{taken_by(scene, order.city)}"


def taken_by(scene: Scene, where: str) -> str:
    """The earlier order by which the player took it."""
    number = next((n for n, order in scene.earlier.items() if getattr(order, "target", None) == where), None)
    return f", as things stand, after action {number}" if number else ""


def nowhere(scene: Scene) -> Warnings:
    order, areas = scene.order, scene.world.areas
    if scene.trial.refusals:
        return
    if isinstance(order, Retreat) and scene.is_own(order.where):
        refuge = order.toward or areas[order.where].toward
        if refuge is None:
            yield f"no place to retreat to is set for {named(order.where)}, so its armies stay and fight"
        elif not scene.is_own(refuge):
            yield f"{named(refuge)} {named(refuge):is/are} not yours, so nobody retreats there [3.11]"
    if isinstance(order, Ambush) and scene.is_own(order.where):
        if not areas[order.where].armies:
            yield f"no army stands in {named(order.where)} to lie in ambush"
        if areas[order.against].owner == scene.who:
            there = named(order.against)
            yield f"{there} {there:is/are} your own: no attack comes from there as things stand"


def nobodys(scene: Scene) -> Warnings:
    order = scene.order
    if isinstance(order, Levy | Reserve) and scene.world.areas[order.where].owner is None:
        yield f"{named(order.where)} {named(order.where):is/are} nobody's: armies raised there are nobody's too [6.1]"


def bared(scene: Scene) -> Warnings:
    """The last army marches off beside foreign ones."""
    order, world = scene.order, scene.world
    if not isinstance(order, March) or scene.trial.refusals or scene.trial.amount < world.areas[order.origin].armies:
        return
    near = [code for code in sorted(world.map[order.origin].near) if code != order.target and is_armed(scene, code)]
    if near and not world.map[order.origin].is_sea:
        hosts = listed(host(world, code) for code in near)
        yield f"no army is left in {named(order.origin)}; next to it there are {hosts}"


def host(world: World, where: str) -> str:
    """Whose armies stand in an area, and how many."""
    area = world.areas[where]
    return f"{Count(area.armies):army/armies} of {word(world.names(), str(area.owner))} in {named(where)}"


def is_armed(scene: Scene, where: str) -> bool:
    area = scene.world.areas[where]
    return area.owner not in (None, scene.who) and area.armies > 0


def emptied(scene: Scene) -> Warnings:
    """BPs put away that later orders need."""
    if not isinstance(scene.order, OrderOfPlay | Stash | Gift) or scene.trial.refusals:
        return
    later = [n for n, order in scene.orders.items() if n > scene.number and is_paid(order)]
    if not scene.trial.after.kingdoms[scene.who].bp and later:
        yield f"it leaves nothing for {actions(later)}"


def is_paid(order: Action) -> bool:
    return bool(order.cost or getattr(order, "each", 0) or isinstance(order, Grow))


def own_sabotage(scene: Scene) -> Warnings:
    spy = scene.world.kingdoms[scene.who].spy
    if isinstance(scene.order, Sabotage) and spy and scene.is_own(spy.at):
        yield f"your spy is in {named(spy.at)}, which is your own: it would break up an army of yours"


KINDS: tuple[Callable[[Scene], Warnings], ...] = (
    twin_meant,
    cut,
    too_dear,
    stuck,
    crowded,
    own_target,
    nowhere,
    nobodys,
    bared,
    emptied,
    own_sabotage,
)


def warnings(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for kind in KINDS for text in kind(scene)))
