"""What this turn's card brings before movement [4.2, 5.98]."""

from collections.abc import Callable, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.plan import Done, failed
from pbm.rulesets.marnon.cards.choices import (
    RULES,
    CardChoice,
    choice_of,
    chosen,
    force_at_home,
    not_theirs,
    once,
    own_force_named,
    recipients,
)
from pbm.rulesets.marnon.cards.crusade import fund
from pbm.rulesets.marnon.cards.intrigue import conspiracies
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import LeadersCame, Raised
from pbm.rulesets.marnon.changes.generals import GeneralTested
from pbm.rulesets.marnon.crowns.auction import MercShifted
from pbm.rulesets.marnon.crowns.musters import army_target, bad_port, merchant_allowed, own_ports
from pbm.rulesets.marnon.crowns.purchase import TEN
from pbm.rulesets.marnon.crowns.supply import is_supplied
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import Scene
from pbm.rulesets.marnon.setup import new_general
from pbm.rulesets.marnon.tables import effect, price
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World, largest_of

FUND = "the fund of the crusade"
LOWEST_RATING, HIGHEST_RATING = 6, 10


def start_effects(turn: Turn[World]) -> Iterator[Event]:
    """The choices and gifts that come before movement [4.2]."""
    yield from not_theirs(turn)
    event = turn.world.event
    if event and event.card in START:
        yield from START[event.card](turn)


@once(2)
def kind_of_ship(at: Scene, order: CardChoice) -> str:
    if order.choice not in (("FLEET",), ("MERCHANT",)):
        return "choose FLEET or MERCHANT"
    full = order.choice == ("MERCHANT",) and not merchant_allowed(at.world, at.who)
    return "two merchant fleets for each port are the limit" if full else ""


def shipbuilders(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    assert world.event
    port = world.event.port or ""
    who = world.owner(port)
    if who not in world.players():
        return
    yield from chosen(turn, who)
    letter = "M" if choice_of(world, who) == ("MERCHANT",) else "F"
    yield FleetCame(who, world.free_code(who, letter), port, "the shipbuilders' gift")


def crusaders_arm(turn: Turn[World]) -> Iterator[Event]:
    """Card 32: the fund buys army points and fleets; what is left is lost."""
    yield from fund(turn)
    crusade = turn.world.ongoing.crusade
    if crusade is None:
        return
    yield from chosen(turn, crusade.power)


def armed(at: Scene, order: CardChoice) -> Done:
    match tuple(map(str, order.choice)):
        case "ARMY", number, where if number.isdigit():
            return army_armed(at, int(number) // TEN, where)
        case "FLEET", port:
            why = bad_port(at.world, at.who, port)
            if why or at.world.now.fund < price("fleet"):
                return failed("5.95", why or "the fund does not pay for a fleet")
            fleet = FleetCame(at.who, at.world.free_code(at.who, "F"), port, FUND)
            return Done("ok", of_the_fund(at, price("fleet"), fleet))
    return failed("5.95", "write CARD 32 ARMY n force, or CARD 32 FLEET port")


def army_armed(at: Scene, wanted: int, where: str) -> Done:
    tens = min(wanted, at.world.now.fund // price("army_per_10"))
    target, place, why = army_target(at.world, at.who, where)
    if why or not tens:
        return failed("5.95", why or "the fund does not pay for ten points")
    army = Raised(at.who, target, place, tens * TEN, FUND)
    return Done("ok", of_the_fund(at, tens * price("army_per_10"), army))


def of_the_fund(at: Scene, crowns: int, came: Event) -> Iterator[Event]:
    yield Remember("fund", at.world.now.fund - crowns)
    yield came


RULES[32] = armed


def officers(turn: Turn[World]) -> Iterator[Event]:
    """Card 44: a general and two leaders with one force."""
    world = turn.world
    for who in recipients(world):
        yield from chosen(turn, who)
        forces = {code: force for code, force in world.powers[who].forces.items() if force.at}
        bare = {code: force for code, force in forces.items() if not is_led(world, who, code)}
        code = next(iter(choice_of(world, who)), largest_of(bare) or largest_of(forces))
        place = code or world.powers[who].seat
        if place:
            yield new_general(turn.dice, who, world.free_code(who, "G"), place)
        if code:
            yield LeadersCame(who, code, int(effect(44, "free_leaders")["count"]))


def militia(turn: Turn[World]) -> Iterator[Event]:
    """Cards 45, 47, 48: points for a force at home, else at the seat."""
    world = turn.world
    assert world.event
    number = world.event.card
    for who in recipients(world):
        yield from chosen(turn, who)
        points = int(effect(number, "free_points")["points"])
        yield from called_out(world, who, next(iter(choice_of(world, who)), None), points)


def called_out(world: World, who: str, code: str | None, points: int) -> Iterator[Event]:
    seat = world.powers[who].seat
    if code:
        yield Raised(who, code, world.force(who, code).at, points, "called out")
    elif seat:
        yield Raised(who, world.largest(who, seat) or world.free_code(who, "A"), seat, points, "called out")


@once(50)
def port_or_force(at: Scene, order: CardChoice) -> str:
    if own_ports(at.world, at.who):
        good = len(order.choice) == 1 and order.choice[0] in own_ports(at.world, at.who)
        return "" if good else "name an original port that you hold"
    return force_at_home(at, order)


def third_mobilization(turn: Turn[World]) -> Iterator[Event]:
    """Card 50: a fleet at a port of one's own; without one, points."""
    world = turn.world
    for who in recipients(world):
        yield from chosen(turn, who)
        found = next(iter(choice_of(world, who)), None)
        harbours = own_ports(world, who)
        if harbours:
            yield FleetCame(who, world.free_code(who, "F"), found or harbours[0], "mobilization")
        else:
            yield from called_out(world, who, found, int(effect(50, "free_fleet_or_points")["points"]))


def legends(turn: Turn[World]) -> Iterator[Event]:
    """Card 49: a 6 raises a general's rating, a 1 lowers it, for good."""
    world, row = turn.world, effect(49, "legends")
    for who in recipients(world):
        tested: list[str] = []
        yield from chosen(turn, who)
        for code in dict.fromkeys(choice_of(world, who)):
            general = world.powers[who].generals.get(code)
            if general is None:
                continue
            die = turn.dice.roll(f"event.legends.{who}.{code}")
            yield Thrown(who, "legends, or not", (die,), code)
            step = (die in row["up_on"]) - (die in row["down_on"])
            rating = min(max(general.rating + step, LOWEST_RATING), HIGHEST_RATING)
            tested.append(code)
            if rating != general.rating:
                yield GeneralTested(who, code, rating, general.skill)


@once(49)
def some_general(at: Scene, order: CardChoice) -> str:
    return "" if any(code in at.power.generals for code in order.choice) else "name generals of yours"


@once(11)
def supplied_force(at: Scene, order: CardChoice) -> str:
    if why := own_force_named(at, order):
        return why
    code, card = str(order.choice[0]), at.world.event.merc if at.world.event else None
    if card is None or at.world.mercs.hired[card].force is None:
        return "there is no card that could join a force"
    fed = is_supplied(at.world, at.who, at.power.forces[code], code)
    return "" if fed else "that force is not in supply"


def mercenary_moved(turn: Turn[World]) -> Iterator[Event]:
    """Card 11: the card may go to another supplied force."""
    world = turn.world
    assert world.event
    card = world.event.merc
    for who in recipients(world):
        yield from chosen(turn, who)
        for code in choice_of(world, who):
            if card and world.mercs.hired[card].force != code:
                yield MercShifted(who, card, code)


START: dict[int, Callable[[Turn[World]], Iterator[Event]]] = {
    2: shipbuilders,
    11: mercenary_moved,
    20: conspiracies,
    32: crusaders_arm,
    44: officers,
    45: militia,
    47: militia,
    48: militia,
    49: legends,
    50: third_mobilization,
}
