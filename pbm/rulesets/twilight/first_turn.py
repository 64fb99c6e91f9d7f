"""Sample orders for the set-up turn: a power's units in the places they get if its player leaves them out [27.0]."""

from collections.abc import Iterator

from pbm.rules.order import Order
from pbm.rulesets.twilight.scenarios import Heir, scenario
from pbm.rulesets.twilight.set_up_turn import PlaceUnits
from pbm.rulesets.twilight.setup import Allotment
from pbm.rulesets.twilight.sight import View, known
from pbm.rulesets.twilight.units import Units, added, read, without, write
from pbm.rulesets.twilight.world import World


def samples(view: View) -> Iterator[Order]:
    world = known(view)
    if world.turn:
        return
    own = world.own_power(view.who)
    for heir in scenario(world.scenario).frankish:
        if heir.power == own:
            for where, units in placed(world, heir).items():
                yield PlaceUnits(where, tuple(write(units).split()))


def placed(world: World, heir: Heir) -> dict[str, Units]:
    """The units that the player may place, by place: those that the scenario itself places are left out."""
    found: dict[str, Units] = {}
    for event in Allotment(world, heir).rest():
        event.apply(world)
        found[event.where] = added(found.get(event.where, {}), read(event.units))
    own = {where: without(units, read(heir.fixed.get(where, ""))) for where, units in found.items()}
    return {where: units for where, units in own.items() if units}
