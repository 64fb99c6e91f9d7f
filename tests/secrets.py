"""The same turn with everything changed that a player may not know: what a position hides, game by game.

What may be known is taken from the tests' own table in `knowledge`, never from the view under test. Whatever a table
does not name is hidden, so that a field or an event added to a game is a secret until somebody says otherwise.
"""

import random
from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pbm.rules.event import Answered, Event, Phase, Said, named_in
from pbm.rulesets.darkage.world import Area, Kingdom, World
from pbm.rulesets.homelands.world import Claim as HomelandsClaim
from pbm.rulesets.homelands.world import Doctrine as HomelandsDoctrine
from pbm.rulesets.homelands.world import Offer as HomelandsOffer
from pbm.rulesets.tours.forces import CONTINGENTS, ROLLS
from pbm.rulesets.twilight.duty import DutyCalled
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.sheet import Tried
from pbm.rulesets.twilight.tables import size_word
from pbm.rulesets.twilight.units import FLEET, LAND, Stack, added
from tests.knowledge import Known, Table, table_of
from tests.play import Played, copied

ACTS = (Answered, Tried, DutyCalled)
"""That somebody acts."""
SEEN = ("owner", "population", "armies", "ships", "forts", "trade")
"""What Dark Age shows of another's area that is seen [1.10]; everyone knows the owner of every area [1.11]."""
STANDING = ("control", "treasury", "reserve", "fleet", "vp", "overlord", "contacts")
"""What its roundup tells of every kingdom [1.9, 1.11]."""


def disguised(played: Played, who: str, chance: random.Random) -> tuple[Any, list[Event]]:
    """The same turn as far as that power may know, and another one in all else."""
    name = played.rules.name
    assert name in SECRETS, f"tests/secrets.py does not say what a player of {name} may not know: register a function."
    world, table = copied(played.rules, played.world), table_of(name)
    known = table.known(played, who)
    SECRETS[name](world, known, chance)
    codes = sorted(played.rules.language.words(played.world).all_codes)
    return world, list(hidden_journal(played.journal, known, table, codes, chance))


def hidden_journal(
    journal: list[Event], known: Known, table: Table, codes: list[str], chance: random.Random
) -> Iterator[Event]:
    """Events it is no party to are gone, told twice or have other figures; what is public stays in its place.

    What two others say to each other is another thing. That somebody acted where it was a party to what came of it, it
    may know, though not with what order.
    """
    mine = {id(event) for event in known.events}
    felt = {id(answer) for answer, event in with_answers(journal) if answer and id(event) in mine}
    for event in journal:
        if id(event) in mine or isinstance(event, Phase) or (isinstance(event, Said) and not event.to):
            yield event
        elif table.is_public(event) or id(event) in felt:
            yield altered(event, table, codes, chance)
        else:
            yield from (altered(event, table, codes, chance) for _ in range(chance.randint(0, 2)))


def with_answers(journal: list[Event]) -> Iterator[tuple[Event | None, Event]]:
    """Each event with the action it came of."""
    answer: Event | None = None
    for event in journal:
        if isinstance(event, (*ACTS, Phase)):
            answer = None if isinstance(event, Phase) else event
        else:
            yield answer, event


def altered(event: Event, table: Table, codes: list[str], chance: random.Random) -> Event:
    """An event with other figures and places, but for what everyone reads; another party would make it their news."""
    if isinstance(event, Answered | Tried):
        return msgspec.structs.replace(event, number=chance.randint(1, 16), order="ANOTHER ORDER")
    if isinstance(event, Said):
        return msgspec.structs.replace(event, message="Another message.")
    told = table.events[type(event).__name__]
    fixed = (*told.everyone, *(field.removeprefix("@") for field in told.parties))
    hints, printed = get_type_hints(type(event)), named_in(type(event).text)
    changed = {
        field: otherwise(getattr(event, field), hints[field] if field in printed else None, codes, chance)
        for field in event.__struct_fields__
        if field not in fixed
    }
    return msgspec.structs.replace(event, **changed)


def otherwise(value: Any, hint: Any, codes: list[str], chance: random.Random) -> Any:
    """Another figure, place or word in a value's place; a list with as many."""
    kinds = get_args(hint)
    if isinstance(value, tuple):
        return tuple(otherwise(each, kinds[0] if kinds else hint, codes, chance) for each in value)
    if type(value) is int:
        return chance.randint(0, 99)
    if isinstance(value, str) and value in codes:
        return chance.choice(codes)
    if get_origin(hint) is Literal:
        return chance.choice(kinds)
    return f"other {value}" if isinstance(value, str) and str in (hint, *kinds) else value


def scramble(value: msgspec.Struct, keep: tuple[str, ...], codes: list[str], chance: random.Random) -> None:
    """Give every field but those another value of its kind."""
    for field, hint in get_type_hints(type(value)).items():
        if field not in keep and field in value.__struct_fields__:
            setattr(value, field, another(hint, codes, chance))


def another(hint: Any, codes: list[str], chance: random.Random) -> Any:
    """Any value of a type."""
    if get_origin(hint) in (Union, UnionType):
        return another(chance.choice(get_args(hint)), codes, chance)
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    if get_origin(hint) is list:
        return [another(get_args(hint)[0], codes, chance) for _ in range(chance.randint(0, 3))]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint(**{field: another(kind, codes, chance) for field, kind in get_type_hints(hint).items()})
    plain = {NoneType: None, bool: chance.random() < 0.5, int: chance.randint(0, 99), str: chance.choice(codes)}
    return plain[hint]


def darkage(world: World, known: Known, chance: random.Random) -> None:
    """Areas that are not seen, what others have in hand and in mind, and the next census."""
    who, codes = known.who, sorted(world.areas)
    for code, area in world.areas.items():
        if area.owner != who:
            hide_area(area, code in known.seen, borders(world, code, who), codes, chance)
    for code, kingdom in world.kingdoms.items():
        if code != who:
            hide_kingdom(kingdom, who, codes, chance)
    world.census.next += chance.randint(1, 9)


def borders(world: World, code: str, who: str) -> bool:
    return any(world.areas[other].owner == who for other in world.map[code].near)


def hide_area(area: Area, seen: bool, beside: bool, codes: list[str], chance: random.Random) -> None:
    """Where armies stand beside its land a kingdom is told by their scouting [7.1], though not how many."""
    scouts = area.armies > 0
    scramble(area, SEEN if seen else ("owner",), codes, chance)
    if beside and not seen:
        area.armies = chance.randint(1, 9) if scouts else 0


def hide_kingdom(kingdom: Kingdom, who: str, codes: list[str], chance: random.Random) -> None:
    """A borrower knows of the loan [6.12]."""
    mine = kingdom.loan is not None and kingdom.loan.to == who
    scramble(kingdom, (*STANDING, *(["loan"] if mine else [])), codes, chance)
    if not mine and kingdom.loan:
        kingdom.loan.to = chance.choice([code for code in codes if code != who])


def toy(world: Any, known: Known, chance: random.Random) -> None:
    """The gold and the armies of all others."""
    for who, side in world.powers.items():
        if who != known.who:
            side.gold, side.missed = chance.randint(0, 99), chance.randint(0, 9)
    for field in world.fields.values():
        if field.owner != known.who:
            field.armies = chance.randint(0, 9)


def toy_more(world: Any, known: Known, chance: random.Random) -> None:
    """Their standing orders too."""
    toy(world, known, chance)
    for who in world.powers:
        if who != known.who:
            world.doctrine[who] = {"GUARD": f"GUARD {chance.choice(sorted(world.fields))}"}


def twilight(world: Any, known: Known, chance: random.Random) -> None:
    """What stands in others' stacks, which markers they hold, and their standing orders and loot."""
    mine = world.powers_of(known.who)
    others = [code for code in world.powers if code not in mine]
    for place, there in world.forces.items():
        for power in there:
            if power not in mine:
                there[power] = [disguised_stack(place, stack, chance) for stack in there[power]]
    dealt_anew(world, others, chance)
    for code in others:
        world.powers[code].loot = chance.randint(0, 9)
        world.doctrines[code] = Doctrine(losses=list("LFWNSM"), crt=["RAID"], shed=["ESP"], permit=[f"{code} NSE"])
    for seat, player in world.players.items():
        if seat != known.who:
            player.missed = chance.randint(0, 9)


def disguised_stack(place: str, stack: Stack, chance: random.Random) -> Stack:
    """Other units that look as large."""
    sizes = [size for size in range(1, 2 * stack.size + 1) if size_word(size) == size_word(stack.size)]
    types = FLEET if chart()[place].kind == "sea" else LAND
    return Stack(added(*({chance.choice(types): 1} for _ in range(chance.choice(sizes)))))


def dealt_anew(world: Any, others: list[str], chance: random.Random) -> None:
    """As many markers to everyone and to the pool as before, from all that nobody sees."""
    hands = [world.pool, *(world.powers[code].markers for code in others)]
    hidden = [mark for hand in hands for mark in hand]
    chance.shuffle(hidden)
    for hand in hands:
        hand[:] = [hidden.pop() for _ in hand]


def tours(world: Any, known: Known, chance: random.Random) -> None:
    """The doctrine, groups, initiative, sequence and missed turns of the other side."""
    for side, seat in world.sides.items():
        if side == known.who:
            continue
        own = ROLLS[side]
        for code in (*CONTINGENTS[side], *own):
            world.doctrine.pop(code, None)
        world.doctrine[chance.choice(own)] = {"shock": chance.randint(-9, 9), "stance": "WITHDRAW 3"}
        world.groups[side] = {"SECRET": [chance.choice(own)]}
        seat.init, seat.missed = chance.choice(("FIRST", "LAST")), chance.randint(0, 9)
        chance.shuffle(seat.seq)


def marnon(world: Any, known: Known, chance: random.Random) -> None:
    """Points that were not met, ratings, doctrine, treasuries and decks of others; where counters stand is public."""
    codes = sorted(world.areas)
    met = {unit for event in known.events if type(event).__name__ == "Met" for unit in event.units}  # type: ignore[attr-defined]
    here = {force.at for force in world.powers[known.who].forces.values()}
    for who, power in world.powers.items():
        if who != known.who:
            hide_power(power, known.who, chance)
            for code, force in power.forces.items():
                seen = ("points",) if force.at in here or f"{who}.{code}" in met else ()
                scramble(force, ("at", "inside", "hidden", "away", "terr", *seen), codes, chance)
    for row in world.areas.values():
        if row.owner != known.who:
            row.cut, row.unpaid = chance.randint(0, 9), chance.random() < 0.5
    for hired in world.mercs.hired.values():
        if hired.power != known.who:
            hired.force = chance.choice(("A1", "A7"))
    for pile in (world.deck.draw, world.deck.discard, world.mercs.draw):
        chance.shuffle(pile)


def hide_power(power: Any, who: str, chance: random.Random) -> None:
    power.cash, power.missed, power.heirs = chance.randint(0, 99), chance.randint(0, 9), chance.randint(0, 9)
    power.culture, power.initiative = chance.choice(("FOOT", "HORSE")), chance.choice(("FIRST", "LAST"))
    power.exile_to, power.pay = chance.choice(("NONE", "OFFSHORE")), ["FLEETS"]
    power.navy.rounds, power.walls = chance.randint(1, 9), {"C1": "FIELD"}
    power.trade = [*(["XXX"] if chance.random() < 0.5 else []), *([who] if who in power.trade else [])]
    power.host = [*(["XXX"] if chance.random() < 0.5 else []), *([who] if who in power.host else [])]
    for general in power.generals.values():
        general.rating, general.skill = chance.randint(6, 10), chance.choice(("BOLD", "NONE"))
    for fleet in power.fleets.values():
        fleet.damaged, fleet.merc = chance.random() < 0.5, None
    for caravan in power.caravans.values():
        caravan.moved, caravan.to, caravan.via = chance.randint(0, 9), chance.choice(("C1", "C2")), []
    if power.exile and power.exile.host != who:
        power.exile.points = chance.randint(0, 999)


def homelands(world: Any, known: Known, chance: random.Random) -> None:
    """Gold, plans and counters of others, what is in their stores, behind their walls and aboard, and their offers."""
    for who, realm in world.powers.items():
        if who == known.who:
            continue
        realm.gold, realm.killed, realm.lost, realm.missed = (chance.randint(0, 99) for _ in range(4))
        realm.vp_last, realm.player = chance.randint(-9, 9), chance.randint(1, 99)
        realm.command, realm.festival = chance.choice(("none", "BAD")), chance.choice(("SMALL", "TRIPLE"))
        realm.herdsfirst, realm.diet = chance.random() < 0.5, chance.choice(([], ["GRAIN"]))
        realm.doctrine = HomelandsDoctrine(breaks=chance.randint(1, 100), snipe="SM", engage="ALL 80", roads="RISK")
        realm.claim = HomelandsClaim("MIGHT", world.turn, ["A", "B"]) if chance.random() < 0.5 else None
    for there in world.fields.values():
        own, yard = there.settlement, there.yard
        if own and own.owner != known.who:
            own.grain, own.inside, own.herds = chance.randint(0, 5), {"HI": chance.randint(1, 5)}, ["SHEEP"]
        if yard and yard.owner != known.who:
            yard.fish = chance.randint(0, 2)
        for who in there.cargo:
            if who != known.who:
                there.cargo[who] = {"LI": chance.randint(1, 3)}
    others = [who for who in world.codes if who != known.who]
    mine = [offer for offer in world.offers if known.who in (offer.giver, offer.to)]
    more = [HomelandsOffer("TRUCE", chance.choice(others), chance.choice(others), world.turn)]
    world.offers = mine + (more if chance.random() < 0.5 else [])


SECRETS: dict[str, Callable[[Any, Known, random.Random], None]] = {
    "darkage": darkage,
    "twilight": twilight,
    "tours": tours,
    "marnon": marnon,
    "homelands": homelands,
    "toy": toy,
    "toy_more": toy_more,
}
"""Each changes in a world whatever the owner of a view may not know."""
