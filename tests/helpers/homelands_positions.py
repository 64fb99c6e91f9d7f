"""Random positions of Homelands, rich in everything that can stand on a map: what games reach late or never."""

import random

from pbm.rulesets.homelands.chart import Spot
from pbm.rulesets.homelands.crossing import capacity, load
from pbm.rulesets.homelands.world import (
    Claim,
    Doctrine,
    Field,
    Herd,
    HerdKind,
    Offer,
    Pact,
    PactKind,
    Settlement,
    Site,
    Sown,
    World,
    Yard,
)

LAND = ("LI", "LI", "LI", "HI", "SM", "CV", "ME", "WE")
LEVELS = ("", "", ".x", ".v", ".e")
PACTS: tuple[PactKind, ...] = ("TRUCE", "TRIBUTE", "REDEEM", "VASSAL")
HERDS: tuple[HerdKind, ...] = ("SHEEP", "PIGS", "CATTLE", "HORSE")


def enriched(world: World, chance: random.Random) -> None:
    """Put people, herds and buildings everywhere, with pacts and rivals between the powers."""
    levels = LEVELS if world.on("experience") else ("",)
    for code, spot in world.chart.fields.items():
        there = world.fields[code] = Field()
        if spot.is_sea:
            sea(world, there, chance, levels)
        elif spot.is_land:
            land(world, there, spot, chance, levels)
    for who, realm in world.powers.items():
        realm.gold, realm.pp, realm.vp = chance.randint(0, 15), chance.randint(0, 80), chance.randint(-3, 11)
        realm.vp_last = realm.vp
        realm.rival = chance.choice([None, *(other for other in world.codes if other != who)])
        realm.command = chance.choice(("none", "BAD", "AVERAGE", "BETTER", "BRILLIANT"))
        realm.doctrine = Doctrine(
            chance.choice((50, 100)), reroll=chance.randint(0, 2), engage=chance.choice(("OFF", "ALL 80"))
        )
        realm.claim = chance.choice(
            (None, Claim("DOMINANCE", world.turn - 1), Claim("MIGHT", world.turn - 1, ["B", "E"]))
        )
    agreed(world, chance)


def agreed(world: World, chance: random.Random) -> None:
    """Pacts between powers that have none; some begin the game as lord and vassal."""
    powers = world.codes
    pairs = [(one, other) for one in powers for other in powers if one < other and not world.pact(one, other)]
    for one, other in chance.sample(pairs, min(3, len(pairs))):
        kind = chance.choice(PACTS)
        if kind != "VASSAL" or not (world.lord_of(other) or world.lord_of(one) or world.vassals_of(other)):
            until = world.turn + chance.randint(0, 3) if kind == "REDEEM" else None
            world.pacts.append(Pact(kind, one, other, until))
            if world.powers[one].rival == other:
                world.powers[one].rival = None
            if world.powers[other].rival == one:
                world.powers[other].rival = None
    one, other = chance.choice(pairs)
    world.offers.append(Offer(chance.choice(("TRUCE", "TRIBUTE", "REDEEM")), one, other, world.turn - 1, 5))


def some(chance: random.Random, types: tuple[str, ...], levels: tuple[str, ...], most: int) -> dict[str, int]:
    return {chance.choice(types) + chance.choice(levels): chance.randint(1, most) for _ in range(chance.randint(1, 3))}


def sea(world: World, there: Field, chance: random.Random, levels: tuple[str, ...]) -> None:
    for who in chance.sample(world.codes, chance.choice((0, 1, 1, 2))):
        there.units[who] = some(chance, ("TS", "TS", "WS", "CO"), levels, 4)
        cargo = some(chance, ("LI", "HI", "CV", "ME", "WE"), levels, 3)
        if load(cargo) <= capacity(there.units[who]):
            there.cargo[who] = cargo


def land(world: World, there: Field, spot: Spot, chance: random.Random, levels: tuple[str, ...]) -> None:
    regions = sorted({other.region for other in world.chart.fields.values()})
    who = world.codes[regions.index(spot.region) % len(world.codes)]
    who = who if chance.random() < 0.8 else chance.choice(world.codes)
    visitors = chance.sample(world.codes, chance.choice((0, 0, 0, 1, 2)))
    for other in {who: None} | dict.fromkeys(visitors) if chance.random() < 0.7 else visitors:
        there.units[other] = some(chance, LAND, levels, 4)
    if chance.random() < 0.6:
        owner = who
        own = there.settlement = Settlement(owner, chance.choice(("VIL", "VIL", "CTY")), chance.random() < 0.3)
        own.grain = chance.randint(0, own.room("grain"))
        own.inside = some(chance, ("LI", "HI", "CV"), levels, 1) if chance.random() < 0.5 else {}
        own.herds = [chance.choice(HERDS)] if chance.random() < 0.3 else []
        if spot.is_coastal and chance.random() < 0.7:
            yard = there.yard = Yard(owner, chance.choice(("DCK", "PRT")))
            yard.fish, yard.ships = (
                chance.randint(0, yard.room("fish")),
                {chance.choice(("TS", "WS")): chance.randint(1, 2)},
            )
        if not own.fort and chance.random() < 0.2:
            there.site = Site(owner, "FRT", chance.randint(0, 3))
    elif chance.random() < 0.3:
        there.site = Site(who, "VIL", chance.randint(0, 7))
    if there.site:
        there.builders = {there.site.owner: {"LI": chance.randint(1, 4)}}
    if chance.random() < 0.3:
        there.herd = Herd(chance.choice((who, chance.choice(world.codes))), chance.choice(HERDS))
    elif chance.random() < 0.4 and spot.grain and world.season != "spring":
        there.sown = Sown(chance.choice((who, who, chance.choice(world.codes))), chance.randint(1, 4))
    there.looted = chance.random() < 0.15
    there.lost = {chance.choice(world.codes): world.turn - 1} if chance.random() < 0.1 else {}
