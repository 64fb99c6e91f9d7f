"""What a position hides from a player, game by game."""

import random
from collections.abc import Callable
from typing import Any

from pbm.kit.knowledge import Known
from pbm.kit.secrets import scramble
from pbm.rulesets.darkage.world import Area, Kingdom, World
from pbm.rulesets.homelands.world import Claim as HomelandsClaim
from pbm.rulesets.homelands.world import Doctrine as HomelandsDoctrine
from pbm.rulesets.homelands.world import Offer as HomelandsOffer
from pbm.rulesets.tours.forces import CONTINGENTS, ROLLS
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.tables import size_word
from pbm.rulesets.twilight.units import FLEET, LAND, Stack, added

SEEN = ("owner", "population", "armies", "ships", "forts", "trade")
"""What Dark Age shows of another's area that is seen [1.10]; everyone knows the owner of every area [1.11]."""
STANDING = ("control", "treasury", "reserve", "fleet", "vp", "overlord", "contacts")
"""What its roundup tells of every kingdom [1.9, 1.11]."""


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
