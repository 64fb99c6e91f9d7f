"""A player who orders at random, for comparisons in self-play [11.4]."""

from collections.abc import Iterator

from pbm.rules.dice import Dice
from pbm.rules.order import Order
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.computer.mind import Mind
from pbm.rulesets.marnon.crowns.purchase import Buy
from pbm.rulesets.marnon.land.march import March
from pbm.rulesets.marnon.map import by_number, is_area, ports, seas_of
from pbm.rulesets.marnon.sea.patrol import Patrol


def random_lines(mind: Mind, dice: Dice) -> Iterator[Order]:
    """Legal-looking marches of led forces, patrols, troops, forts and generals."""
    stream, world, who = f"random.{mind.who}", mind.world, mind.who
    for code in sorted(mind.free, key=by_number):
        ways = mind.ways(code)
        if ways and not mind.forces[code].reserve and dice.roll(stream) > 2:
            yield March(code, None, tuple(ways[dice.pick(stream, sorted(ways))]))
    for port in ports():
        here = [code for code in world.fleets_in(who, port) if is_war_fleet(code)]
        if here and dice.roll(stream) > 3:
            yield Patrol(tuple(here), seas_of(port)[0], "ODDS")
    home = [code for code, force in mind.forces.items() if is_area(force.at)]
    if home:
        force = dice.pick(stream, sorted(home, key=by_number))
        if dice.roll(stream) == 6:
            yield Buy("GENERAL", None, force, None)
        yield Buy("ARMY", 100 * dice.roll(stream), force, None)
    own = world.owned(who)
    if own and dice.roll(stream) == 6:
        yield Buy("FORT", None, dice.pick(stream, own), None)
