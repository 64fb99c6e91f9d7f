"""What players choose on this turn's card, and what it brings [4.2, 5.98]."""

from collections.abc import Callable, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Refusal
from pbm.rulesets.marnon.arriving import arrived, in_contact
from pbm.rulesets.marnon.auction import MercShifted
from pbm.rulesets.marnon.changes import (
    Damaged,
    FleetCame,
    GeneralTested,
    LeadersCame,
    Noted,
    Paid,
    Raised,
    Received,
    Thrown,
    Went,
)
from pbm.rulesets.marnon.leading import is_led
from pbm.rulesets.marnon.map import areas, by_number, is_area, region_of, regions_beside, seas, seas_of
from pbm.rulesets.marnon.march import no_entry
from pbm.rulesets.marnon.orders.dealing import CardChoice
from pbm.rulesets.marnon.purchase import TEN, army_target, bad_port, merchant_allowed, own_ports
from pbm.rulesets.marnon.sea import not_loadable, stormy
from pbm.rulesets.marnon.setup import new_general
from pbm.rulesets.marnon.sheet import Group, Landing, answer, done, fails, now, orders_of
from pbm.rulesets.marnon.supply import is_supplied
from pbm.rulesets.marnon.tables import LEAST_FORCE, effect, price, tables
from pbm.rulesets.marnon.telling import Met
from pbm.rulesets.marnon.world import World, is_war_fleet, largest_of

LOWEST_RATING, HIGHEST_RATING = 6, 10
MOVES, BATTLES = "MOVES", "BATTLES"
Chosen = Callable[[Turn, str, CardChoice], str]
"""Why a choice cannot be had; empty if it can."""


def concerned(world: World, who: str, number: int) -> bool:
    from pbm.rulesets.marnon.tables import cards

    event = world.card(number)
    if event is None:
        return False
    if event.port:
        return world.owner(event.port) == who
    return cards()[number].scope == "all" or world.card_of(who, number)


def not_theirs(turn: Turn) -> Iterator[Event]:
    """CARD lines for another card, or on another's choice, fail at once."""
    world: World = turn.world
    for who in world.senders():
        for line, order in orders_of(turn, who, CardChoice):
            if world.card(order.card) is None:
                yield fails(turn, who, line, "5.90", f"card {order.card} is not this turn's card")
            elif not concerned(world, who, order.card):
                yield fails(turn, who, line, "5.90", "that card does not concern you")


def one_choice(turn: Turn, who: str, number: int, wrong: Chosen) -> Iterator[Event]:
    """The first choice that can be had counts, the others fail; what was chosen is kept for the effect."""
    for line, order in orders_of(turn, who, CardChoice):
        if order.card != number:
            continue
        if ("choice", who) in turn.kept:
            yield fails(turn, who, line, "5.90", "an earlier line made the choice")
        elif why := wrong(turn, who, order):
            yield fails(turn, who, line, "5.98", why)
        else:
            turn.kept["choice", who] = order.choice
            yield done(turn, who, line)


def choice_of(turn: Turn, who: str) -> tuple[str, ...]:
    return tuple(map(str, turn.kept.get(("choice", who), ())))


# step 1


def start_effects(turn: Turn) -> Iterator[Event]:
    """The choices and gifts that come before movement [4.2]."""
    yield from not_theirs(turn)
    event = turn.world.event
    if event and event.card in START:
        yield from START[event.card](turn)


def recipients(turn: Turn) -> list[str]:
    """Whom the card concerns, in the order of the turn."""
    world: World = turn.world
    assert world.event
    return [who for who in world.ranked(world.players()) if concerned(world, who, world.event.card)]


def shipbuilders(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    assert world.event
    port = world.event.port or ""
    who = world.owner(port)

    def wrong(turn: Turn, who: str, order: CardChoice) -> str:
        if order.choice not in (("FLEET",), ("MERCHANT",)):
            return "choose FLEET or MERCHANT"
        full = order.choice == ("MERCHANT",) and not merchant_allowed(turn.world, who)
        return "two merchant fleets for each port are the limit" if full else ""

    if who not in world.players():
        return
    yield from one_choice(turn, who, 2, wrong)
    letter = "M" if choice_of(turn, who) == ("MERCHANT",) else "F"
    yield FleetCame(who, world.free_code(who, letter), port, "the shipbuilders' gift")


def crusaders_arm(turn: Turn) -> Iterator[Event]:
    """Card 32: the fund buys army points and fleets; what is left is lost."""
    from pbm.rulesets.marnon.crusade import fund

    yield from fund(turn)
    world: World = turn.world
    crusade = world.ongoing.crusade
    if crusade is None:
        return
    who = crusade.power
    for line, order in orders_of(turn, who, CardChoice):
        yield from armed(turn, who, line, order)


def armed(turn: Turn, who: str, line: Line, order: CardChoice) -> Iterator[Event]:
    world, memory, words = turn.world, now(turn), tuple(map(str, order.choice))
    if len(words) == 3 and words[0] == "ARMY" and words[1].isdigit():
        tens = min(int(words[1]) // TEN, memory.fund // price("army_per_10"))
        target, at, why = army_target(world, who, words[2])
        if why or not tens:
            yield fails(turn, who, line, "5.95", why or "the fund does not pay for ten points")
            return
        memory.fund -= tens * price("army_per_10")
        yield done(turn, who, line)
        yield Raised(who, target, at, tens * TEN, "the fund of the crusade")
    elif len(words) == 2 and words[0] == "FLEET":
        why = bad_port(world, who, words[1])
        if why or memory.fund < price("fleet"):
            yield fails(turn, who, line, "5.95", why or "the fund does not pay for a fleet")
            return
        memory.fund -= price("fleet")
        yield done(turn, who, line)
        yield FleetCame(who, world.free_code(who, "F"), words[1], "the fund of the crusade")
    else:
        yield fails(turn, who, line, "5.95", "write CARD 32 ARMY n force, or CARD 32 FLEET port")


def officers(turn: Turn) -> Iterator[Event]:
    """Card 44: a general and two leaders with one force."""
    world: World = turn.world
    for who in recipients(turn):
        yield from one_choice(turn, who, 44, own_force_named)
        forces = {code: force for code, force in world.powers[who].forces.items() if force.at}
        bare = {code: force for code, force in forces.items() if not is_led(world, who, code)}
        code = next(iter(choice_of(turn, who)), largest_of(bare) or largest_of(forces))
        place = code or world.powers[who].seat
        if place:
            yield new_general(turn.dice, who, world.free_code(who, "G"), place)
        if code:
            yield LeadersCame(who, code, int(effect(44, "free_leaders")["count"]))


def own_force_named(turn: Turn, who: str, order: CardChoice) -> str:
    good = len(order.choice) == 1 and order.choice[0] in turn.world.powers[who].forces
    return "" if good else "name a force of yours"


def force_at_home(turn: Turn, who: str, order: CardChoice) -> str:
    """A force that stands in an own original area."""
    world: World = turn.world
    if why := own_force_named(turn, who, order):
        return why
    at = world.force(who, str(order.choice[0])).at
    good = is_area(at) and world.owner(at) == who and world.is_original(who, str(at))
    return "" if good else "that force is not in an original area of yours"


def militia(turn: Turn) -> Iterator[Event]:
    """Cards 45, 47, 48: points for a force at home, else at the seat."""
    world: World = turn.world
    assert world.event
    number = world.event.card
    for who in recipients(turn):
        yield from one_choice(turn, who, number, force_at_home)
        points = int(effect(number, "free_points")["points"])
        yield from called_out(turn, who, next(iter(choice_of(turn, who)), None), points)


def called_out(turn: Turn, who: str, code: str | None, points: int) -> Iterator[Event]:
    world: World = turn.world
    seat = world.powers[who].seat
    if code:
        yield Raised(who, code, world.force(who, code).at, points, "called out")
    elif seat:
        yield Raised(who, world.largest(who, seat) or world.free_code(who, "A"), seat, points, "called out")


def third_mobilization(turn: Turn) -> Iterator[Event]:
    """Card 50: a fleet at a port of one's own; without one, points."""
    world: World = turn.world

    def wrong(turn: Turn, who: str, order: CardChoice) -> str:
        if own_ports(turn.world, who):
            good = len(order.choice) == 1 and order.choice[0] in own_ports(turn.world, who)
            return "" if good else "name an original port that you hold"
        return force_at_home(turn, who, order)

    for who in recipients(turn):
        yield from one_choice(turn, who, 50, wrong)
        found = next(iter(choice_of(turn, who)), None)
        harbours = own_ports(world, who)
        if harbours:
            yield FleetCame(who, world.free_code(who, "F"), found or harbours[0], "mobilization")
        else:
            yield from called_out(turn, who, found, int(effect(50, "free_fleet_or_points")["points"]))


def legends(turn: Turn) -> Iterator[Event]:
    """Card 49: a 6 raises a general's rating, a 1 lowers it, for good."""
    world, row = turn.world, effect(49, "legends")
    for who in recipients(turn):
        tested: list[str] = []
        yield from one_choice(turn, who, 49, some_general)
        for code in dict.fromkeys(choice_of(turn, who)):
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


def some_general(turn: Turn, who: str, order: CardChoice) -> str:
    known = turn.world.powers[who].generals
    return "" if any(code in known for code in order.choice) else "name generals of yours"


def conspiracies(turn: Turn) -> Iterator[Event]:
    """Card 20: one roll on the intrigue table against a power of one's choice [6.14]."""
    world: World = turn.world

    def wrong(turn: Turn, who: str, order: CardChoice) -> str:
        good = len(order.choice) == 1 and order.choice[0] in turn.world.players() and order.choice[0] != who
        return "" if good else "name another power"

    for who in recipients(turn):
        yield from one_choice(turn, who, 20, wrong)
        others = sorted((other for other in world.players() if other != who), key=lambda o: (-world.score(o), o))
        target = next(iter(choice_of(turn, who)), next(iter(others), None))
        if target:
            yield from intrigue(turn, who, target)


def intrigue(turn: Turn, who: str, target: str) -> Iterator[Event]:
    world: World = turn.world
    die = turn.dice.roll("event.intrigue")
    yield Thrown(who, f"intrigue against {target}: {tables()['intrigue'][str(die)]}", (die,))
    power = world.powers[target]
    match die:
        case 2:
            units = tuple(f"{target}.{code}" for code in world.numbered(target, "forces"))
            yield Met(who, power.seat or "", units, sum(force.points for force in power.forces.values()))
            yield Noted(who, roster_of(world, target))
        case 3:
            wanted = turn.dice.roll("event.intrigue") + turn.dice.roll("event.intrigue")
            stolen = min(wanted, max(power.cash, 0))
            if stolen:
                yield Paid(target, stolen, "stolen by intrigue")
                yield Received(who, stolen, "intrigue")
        case 4:
            sound = [
                code
                for code in world.numbered(target, "fleets")
                if is_war_fleet(code) and not power.fleets[code].damaged
            ]
            if sound:
                yield Damaged(target, sound[0], "intrigue")
        case 5:
            now(turn).foiled = target
        case 6:
            yield from slandered(turn, target)


def roster_of(world: World, who: str) -> str:
    power = world.powers[who]
    forces = [
        f"{code} at {force.at}, {force.points} points"
        for code, force in sorted(power.forces.items(), key=lambda row: by_number(row[0]))
    ]
    generals = [f"{code} {row.rating} {row.skill} with {row.place}" for code, row in sorted(power.generals.items())]
    return f"the roster of {who}: {'; '.join([*forces, *generals]) or 'nothing'}"


def slandered(turn: Turn, target: str) -> Iterator[Event]:
    """The best general of a power has one less until step 7c."""
    generals = turn.world.powers[target].generals
    best = min(generals, key=lambda code: (-generals[code].rating, by_number(code)), default=None)
    if best:
        now(turn).lowered = (target, best)
        yield GeneralTested(target, best, generals[best].rating - 1, generals[best].skill)


def good_name_restored(turn: Turn) -> Iterator[Event]:
    who, code = now(turn).lowered
    generals = turn.world.powers[who].generals if who in turn.world.powers else {}
    if code in generals:
        yield GeneralTested(who, code, generals[code].rating + 1, generals[code].skill)
        now(turn).lowered = ("", "")


def mercenary_moved(turn: Turn) -> Iterator[Event]:
    """Card 11: the card may go to another supplied force."""
    world: World = turn.world
    assert world.event
    card = world.event.merc

    def wrong(turn: Turn, who: str, order: CardChoice) -> str:
        if why := own_force_named(turn, who, order):
            return why
        code = str(order.choice[0])
        if card is None or world.mercs.hired[card].force is None:
            return "there is no card that could join a force"
        fed = is_supplied(world, who, world.force(who, code), code)
        return "" if fed else "that force is not in supply"

    for who in recipients(turn):
        yield from one_choice(turn, who, 11, wrong)
        for code in choice_of(turn, who):
            if card and world.mercs.hired[card].force != code:
                yield MercShifted(who, card, code)


START: dict[int, Callable[[Turn], Iterator[Event]]] = {
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


# step 3a


def before_movement(turn: Turn) -> Iterator[Event]:
    """Cards 22, 10 and 43 [4.4]."""
    for number in (22, 10):
        if turn.world.card(number):
            yield from region_shift(turn, number)
    if turn.world.card(43):
        yield from bad_weather(turn)


def region_shift(turn: Turn, number: int) -> Iterator[Event]:
    """Forces of the region's power are set down in another territory of it."""
    world, row = turn.world, effect(number, "region_shift")
    shifted = 0
    for who in recipients(turn):
        for line, order in orders_of(turn, who, CardChoice):
            reason = no_shift(turn, who, order)
            if not reason and row["forces"] != "any" and shifted >= int(row["forces"]):
                reason = Refusal("5.98", "an earlier line made the choice")
            if reason:
                yield answer(turn, who, line, "failed", reason)
                continue
            shifted += 1
            code, target = map(str, order.choice)
            yield done(turn, who, line)
            yield Went(who, code, world.force(who, code).at, target, "was shifted")
            if row["ends_move"]:
                now(turn).moved.add((who, code))
            yield from arrived(turn, who, code)


def no_shift(turn: Turn, who: str, order: CardChoice) -> Refusal | None:
    world, words = turn.world, tuple(map(str, order.choice))
    assert world.event
    if len(words) != 2 or words[0] not in world.powers[who].forces:
        return Refusal("5.98", "name a force of yours and a territory")
    code, target = words
    force = world.force(who, code)
    if region_of(force.at) != world.event.region or region_of(target) != world.event.region:
        return Refusal("5.98", "both territories must be in the region")
    if (who, code) in now(turn).moved or not is_led(world, who, code) or force.points < LEAST_FORCE:
        return Refusal("5.98", f"{code} has no general, too few points, or has moved")
    if in_contact(world, who, force.at) or force.at == target:
        return Refusal("5.98", f"{code} is in contact with the enemy, or is there already")
    return no_entry(turn, who, target)


def bad_weather(turn: Turn) -> Iterator[Event]:
    """Card 43: no moves of enemies, or no battles, in the region or one next to it."""
    world: World = turn.world
    assert world.event
    own = {world.event.region or ""}

    def wrong(turn: Turn, who: str, order: CardChoice) -> str:
        near = own | {str(turn.world.powers[who].home)}
        near |= {beside for code in list(near) for beside in regions_beside(code)}
        words = [region_word(word) for word in map(str, order.choice)]
        good = len(words) == 2 and words[0] in near and words[1] in (MOVES, BATTLES)
        return "" if good else "name your region or one next to it, and MOVES or BATTLES"

    for who in recipients(turn):
        yield from one_choice(turn, who, 43, wrong)
        words = [region_word(word) for word in choice_of(turn, who)] or [world.event.region or "", MOVES]
        now(turn).weather = (who, words[0], words[1])


def region_word(word: str) -> str:
    """A region by its own code or that of its power."""
    from pbm.rulesets.marnon.map import home_of

    return home_of().get(word, word)


# step 3d


def sealift(turn: Turn) -> Iterator[Event]:
    """Card 35: up to 3000 points cross up to two seas in hired ships."""
    world: World = turn.world
    if world.card(35) is None:
        return
    room = int(effect(35, "sealift")["points"])
    for who in recipients(turn):
        for line, order in orders_of(turn, who, CardChoice):
            if reason := no_sealift(turn, who, order, room):
                yield answer(turn, who, line, "failed", reason)
                continue
            code, target = map(str, order.choice)
            force = world.force(who, code)
            room -= force.points
            here, zone = str(force.at), crossing(turn, str(force.at), target)
            yield done(turn, who, line)
            now(turn).moved.add((who, code))
            now(turn).sealifted[who, code] = here
            now(turn).landings.append(Landing(Group(who, []), [code], target, zone))
            yield Went(who, code, here, zone, "went aboard hired ships")


def no_sealift(turn: Turn, who: str, order: CardChoice, room: int) -> Refusal | None:
    world, words = turn.world, tuple(map(str, order.choice))
    if len(words) != 2 or words[0] not in world.powers[who].forces or words[1] not in areas():
        return Refusal("5.98", "name a force of yours and a coastal area")
    code, target = words
    force = world.force(who, code)
    if not is_area(force.at) or not crossing(turn, str(force.at), target):
        return Refusal("5.98", f"no sea leads from {force.at} to {target}")
    if force.points > room:
        return Refusal("5.98", f"there is room for {room} points more")
    return not_loadable(turn, who, code) or no_entry(turn, who, target)


def crossing(turn: Turn, start: str, target: str) -> str:
    """The sea from which a force lands, within two seas; empty if there is none."""
    for there in seas_of(target):
        for here in seas_of(start):
            near = here == there or there in seas()[here].neighbours
            if near and not stormy(turn, here) and not stormy(turn, there):
                return there
    return ""
