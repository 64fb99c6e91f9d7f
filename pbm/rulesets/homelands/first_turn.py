"""Sample orders for the set-up: units, herds and grain where they stand if a player says nothing [5.2.3]."""

from collections.abc import Iterator

from pbm.rules.order import Number, Order
from pbm.rulesets.homelands.outfit import Founded, HerdPlaced, Outfitter
from pbm.rulesets.homelands.setup import PlaceThing, StartFields, fields_of, start_villages
from pbm.rulesets.homelands.sight import View, known
from pbm.rulesets.homelands.stock import Raised


def samples(view: View) -> Iterator[Order]:
    world = known(view)
    fields = fields_of(world, view.who)
    if world.turn or world.faction(view.who).late or len(fields) != 3:
        return
    yield StartFields(tuple(fields))
    outfitter = Outfitter(world, view.who, fields, start_villages(world))
    for event in outfitter.finished():
        if isinstance(event, Raised) and event.place == "open":
            for unit, count in event.units.items():
                yield PlaceThing(unit, event.where, Number(count))
        elif isinstance(event, HerdPlaced):
            yield PlaceThing(event.kind, event.where, Number(1))
        elif isinstance(event, Founded) and event.grain:
            yield PlaceThing("GRAIN", event.where, Number(event.grain))
