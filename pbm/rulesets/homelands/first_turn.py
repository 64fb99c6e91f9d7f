"""Sample orders for the set-up: units, herds and grain where they stand if nobody says anything [5.2.3]."""

from collections.abc import Iterator

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Number, Order
from pbm.rulesets.homelands.outfit import Founded, HerdPlaced
from pbm.rulesets.homelands.setup import PlaceThing, StartFields, fields_of, outfits
from pbm.rulesets.homelands.sight import View, known
from pbm.rulesets.homelands.stock import Raised


def samples(view: View) -> Iterator[Order]:
    world = known(view)
    fields = fields_of(world, view.who)
    if world.turn or world.faction(view.who).late or len(fields) != 3:
        return
    yield StartFields(tuple(fields))
    for event in outfits(Turn(world, {}, Dice(b"", 0))):
        event.apply(world)
        yield from placed(event, view.who)


def placed(event: Event, who: str) -> Iterator[Order]:
    """The lines that would place the same."""
    match event:
        case Raised(who=owner, place="open") if owner == who:
            yield from (PlaceThing(unit, event.where, Number(count)) for unit, count in event.units.items())
        case HerdPlaced(who=owner) if owner == who:
            yield PlaceThing(event.kind, event.where, Number(1))
        case Founded(who=owner) if owner == who and event.grain:
            yield PlaceThing("GRAIN", event.where, Number(event.grain))
