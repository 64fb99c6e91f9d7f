"""What a player may know: counters on the map, own figures, and what was met this turn [10]."""

from collections.abc import Iterator, Mapping

import msgspec

from pbm.rules import sight
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Order
from pbm.rulesets.marnon.codes import CASTELLAN, is_castle_power
from pbm.rulesets.marnon.map import areas, borders
from pbm.rulesets.marnon.ongoing import Deck, Hired, Mercs
from pbm.rulesets.marnon.pieces import AreaState, Caravan, Exiled, Fleet, Force, General, PowerState
from pbm.rulesets.marnon.realm.placing import samples as set_up_samples
from pbm.rulesets.marnon.relations import is_host
from pbm.rulesets.marnon.telling import Met
from pbm.rulesets.marnon.world import World

GUESS, GARRISON_GUESS = 1000, 1500
"""What a force that is not seen is taken for."""


class View(sight.View, frozen=True):
    """A turn as one power knows it."""

    position: World
    """The position with all that it may not know left out: foreign forces have no points."""
    points: dict[str, int]
    """The points of foreign forces that it knows, by WHI.A2."""


def told(world: World, journal: list[Event]) -> Mapping[str, View]:
    """All who began the game get a report, those who are out too."""
    telling = tell(world, journal)
    readers = [who for who, power in world.powers.items() if gets_report(world, who, power)]
    return {who: view(world, journal, who, telling) for who in readers}


def tell(world: World, journal: list[Event]) -> sight.Telling:
    """What happens to castles without a player is told to whoever orders for them."""
    powers = list(world.powers)
    heirs = {who: CASTELLAN for who in powers if is_castle_power(who)} if CASTELLAN in powers else {}
    return sight.telling(journal, powers, world.names(), heirs)


def own_powers(world: World, who: str) -> list[str]:
    return [who, *(code for code in world.powers if who == CASTELLAN and is_castle_power(code))]


def gets_report(world: World, who: str, power: PowerState) -> bool:
    return power.status in ("player", "dropout", "exile", "out") or who in world.senders()


def view(world: World, journal: list[Event], who: str, telling: sight.Telling | None = None) -> View:
    telling = telling or tell(world, journal)
    exact = known_points(world, journal, who)
    return View(who=who, turn=world.turn, **telling.of(who), position=filtered(world, who), points=exact)


def known_points(world: World, journal: list[Event], who: str) -> dict[str, int]:
    """Of forces that stand with one's own, that one met this turn, or of all in an open game."""
    own = [code for code in own_powers(world, who) if code in world.powers]
    met = {unit for event in journal if isinstance(event, Met) and event.who in own for unit in event.units}
    here = {force.at for code in own for force in world.powers[code].forces.values() if force.at}
    foreign = {f"{other}.{code}": force for other, code, force in world.forces() if other != who}
    met = {*foreign} if world.settings.fog == "open" else met
    near = {unit: force for unit, force in foreign.items() if force.at in here or unit in met}
    return {unit: force.points for unit, force in near.items() if is_seen(world, who, unit.split(".")[0], force)}


def is_seen(world: World, who: str, other: str, force: Force) -> bool:
    """Whether a foreign force is on the map for a power."""
    if force.hidden and world.settings.movement == "hidden":
        return False
    return world.settings.fog != "hidden" or force.at is None or force.at in watched(world, who)


def watched(world: World, who: str) -> set[str]:
    """Own areas and those with screens, and all next to them; of others those where one's own forces stand [10]."""
    own_ones = [world.powers[code] for code in own_powers(world, who)]
    posts = [*world.owned(who), *(power.castle for power in own_ones if power.status == "castle")]
    posts += [row.at for power in own_ones for row in power.screens.values()]
    near = {beside for code in posts if code in areas() for beside in borders()[code]}
    here = {row.at for power in own_ones for row in power.forces.values()}
    return {code for code in {*posts, *near, *here} if code in areas()}


def filtered(world: World, who: str) -> World:
    """The position as everyone may see it, with one's own things whole."""
    return World(
        turn=world.turn,
        order=list(world.order),
        deck=Deck(),
        event=world.event,
        ongoing=world.ongoing,
        powers={code: whose(world, who, code, power) for code, power in world.powers.items()},
        areas={code: own_area(row, who) for code, row in world.areas.items()},
        np_castles=world.np_castles,
        np_regions=world.np_regions,
        mercs=Mercs(
            offer=list(world.mercs.offer),
            hired={
                code: row if row.power == who else Hired(row.power, fee=row.fee)
                for code, row in world.mercs.hired.items()
            },
        ),
        track=world.track,
        winner=world.winner,
        settings=world.settings,
    )


def own_area(row: AreaState, who: str) -> AreaState:
    return row if row.owner == who else AreaState(row.owner, row.fort, siege=row.siege)


def whose(world: World, who: str, code: str, power: PowerState) -> PowerState:
    if code in own_powers(world, who):
        return power
    return PowerState(
        status=power.status,
        home=power.home,
        castle=power.castle,
        seat=power.seat,
        relations=power.relations,
        trade=[who] if who in power.trade else [],
        host=[who] if who in power.host else [],
        forces={
            unit: Force(at=force.at, inside=force.inside)
            for unit, force in power.forces.items()
            if is_seen(world, who, code, force)
        },
        generals={
            unit: General(place=general.place)
            for unit, general in power.generals.items()
            if general_seen(world, who, code, power, general)
        },
        fleets={unit: Fleet(at=fleet.at) for unit, fleet in power.fleets.items()},
        caravans={unit: Caravan(at=caravan.at) for unit, caravan in power.caravans.items()},
        diplomats=power.diplomats,
        screens={unit: row for unit, row in power.screens.items() if not row.hidden and row.at in watched(world, who)},
        exile=exile_seen(world, who, code, power.exile),
        debts=power.debts,
    )


def general_seen(world: World, who: str, code: str, power: PowerState, general: General) -> bool:
    force = power.forces.get(general.place or "")
    return force is None or is_seen(world, who, code, force)


def exile_seen(world: World, who: str, code: str, exile: Exiled | None) -> Exiled | None:
    """Where an exile is, and to a host the points he pays for."""
    if exile is None:
        return None
    return Exiled(exile.kind, exile.host, exile.points if is_host(world, who, code) else 0, exile.general)


def known(view: View) -> World:
    """The world as the player knows it: a force that is not seen has a thousand points."""
    world = msgspec.json.decode(msgspec.json.encode(view.position), type=World)
    for other, code, force in world.forces():
        if other != view.who:
            castle = world.powers[other].status == "castle" and code == "A1"
            force.points = view.points.get(f"{other}.{code}", GARRISON_GUESS if castle else GUESS)
    return world


def imagined(view: View, dice: Dice) -> World:
    """Forces that are not seen have from a quarter of the guess to seven quarters."""
    world = known(view)
    for other, code, force in world.forces():
        if other != view.who and f"{other}.{code}" not in view.points:
            force.points = force.points * dice.roll("imagined.points", 7) // 4
    return world


def samples(view: View) -> Iterator[Order]:
    """Sample orders for the set-up."""
    return set_up_samples(known(view), view.who)
