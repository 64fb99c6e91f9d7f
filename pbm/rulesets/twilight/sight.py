"""What a player may know: own stacks whole, others by their size, own markers by name [21.0]."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct, structs

from pbm.rules import sight
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.twilight.auction import InitiativeBid
from pbm.rulesets.twilight.bidding import Allotted, Bidden
from pbm.rulesets.twilight.dealings import PlayerOut
from pbm.rulesets.twilight.leaders import AllFallen
from pbm.rulesets.twilight.position import Doctrine, Player, PowerState, Settings
from pbm.rulesets.twilight.spies import Seen
from pbm.rulesets.twilight.tables import Moral, all_markers, guessed, size_word, sizes_of
from pbm.rulesets.twilight.telling import telling
from pbm.rulesets.twilight.units import Stack, read, write
from pbm.rulesets.twilight.world import World

SIZES = ("one", "few", "many", "host")


INITIATIVE = "INIT"


class Auctioned(Struct, frozen=True):
    """What everyone knows of the bids of a year: for the initiative and for each Major."""

    bids: dict[str, dict[str, int]] = {}
    """By what was bid for, each player's own power with its bid."""
    prices: dict[str, int] = {}
    """What each Major went for."""


class View(sight.View, frozen=True):
    """A year as one seat knows it."""

    year: int
    scenario: str
    seats: tuple[str, ...]
    players: dict[str, Player]
    """Missed turns only of one's own."""
    powers: dict[str, PowerState]
    """What is public of each: markers only of one's own."""
    markers: dict[str, list[str] | int]
    """By name where they are known, else how many."""
    forces: dict[str, dict[str, list[str]]]
    """Units where they are known, else how large a stack looks."""
    doctrine: dict[str, Doctrine]
    """The standing orders of one's own powers."""
    scandinavia: int
    pillaged: tuple[str, ...]
    plague: tuple[str, ...]
    feudal: tuple[str, ...]
    unrest: tuple[str, ...]
    pool: int
    out: dict[str, str]
    order: tuple[str, ...]
    last_order: tuple[str, ...]
    frankish_start: tuple[str, ...]
    vp: dict[str, int]
    levels: dict[str, str]
    moral: Moral
    over: bool
    settings: Settings
    auction: Auctioned = Auctioned()
    shown: dict[str, str] = {}
    """What spies and others showed: `FRC CHB` and its stacks, or a power and its markers."""


class Commons(Struct, frozen=True):
    """What the views of a year have in common: worked out once for all of them."""

    telling: sight.Telling
    auction: Auctioned


def commons(world: World, journal: list[Event]) -> Commons:
    return Commons(telling(world, journal, world.names()), auctioned(journal))


def told(world: World, journal: list[Event]) -> dict[str, View]:
    """The views of all who get a report: every seat that was in the game this year."""
    common = commons(world, journal)
    out = [event.seat for event in journal if isinstance(event, PlayerOut)]
    seats = [seat for seat in world.seats if world.players[seat].control != "out" or seat in out or world.over]
    return {seat: view(world, journal, seat, common) for seat in seats}


def view(world: World, journal: list[Event], who: str, common: Commons | None = None) -> View:
    """Of powers that the seat controls now, and what it was shown this year."""
    common = common or commons(world, journal)
    mine = world.powers_of(who)
    shown = disclosed(journal, mine if world.own_power(who) else [*mine, who])
    return View(
        who=who,
        turn=last_turn(world, journal),
        **common.telling.of(who),
        auction=common.auction,
        shown=shown,
        year=world.year - 1 + (last_turn(world, journal) - world.turn),
        scenario=world.scenario,
        seats=tuple(world.seats),
        players={
            seat: player if seat == who else Player(player.pp, player.control) for seat, player in world.players.items()
        },
        powers={code: public(power, code in mine) for code, power in world.powers.items()},
        markers={code: known_markers(world, code, mine, shown) for code in world.powers},
        forces={
            place: {power: known_stacks(world, place, power, mine, shown) for power in there}
            for place, there in world.forces.items()
        },
        doctrine={code: world.doctrine(code) for code in mine},
        scandinavia=world.scandinavia,
        pillaged=tuple(world.pillaged),
        plague=tuple(world.plague),
        feudal=tuple(world.feudal),
        unrest=tuple(world.unrest),
        pool=len(world.pool),
        out=dict(world.out),
        order=tuple(world.order),
        last_order=tuple(world.last_order),
        frankish_start=tuple(world.frankish_start),
        vp=dict(world.vp),
        levels=dict(world.levels),
        moral=world.moral,
        over=world.over,
        settings=world.settings,
    )


def public(power: PowerState, own: bool) -> PowerState:
    markers = list(power.markers) if own else []
    loot = power.loot if own else 0
    return PowerState(power.kind, power.player, power.frankish, power.last, power.dp, markers, loot, power.out)


def known_markers(world: World, code: str, mine: list[str], shown: Mapping[str, str]) -> list[str] | int:
    held = sorted(world.powers[code].markers)
    if code in mine:
        return held
    return shown[code].split() if code in shown else len(held)


def known_stacks(world: World, place: str, power: str, mine: list[str], shown: Mapping[str, str]) -> list[str]:
    found = world.stacks(place, power)
    if power in mine:
        return [write(stack.units) for stack in found]
    if f"{place} {power}" in shown:
        return shown[f"{place} {power}"].split(";")
    return [size_word(stack.size) for stack in found]


def last_turn(world: World, journal: list[Event]) -> int:
    """How many sheets were played, that of the set-up first; a game that ends in mid-year does not close it."""
    return world.turn + any(isinstance(event, AllFallen) for event in journal)


def auctioned(journal: list[Event]) -> Auctioned:
    bids: dict[str, dict[str, int]] = {}
    prices: dict[str, int] = {}
    for event in journal:
        match event:
            case InitiativeBid():
                bids.setdefault(INITIATIVE, {})[event.who] = event.points
            case Bidden():
                bids.setdefault(event.target, {})[event.who] = event.points + event.gift
            case Allotted():
                prices[event.target] = event.points
    return Auctioned(bids, prices)


def disclosed(journal: list[Event], mine: list[str]) -> dict[str, str]:
    """What spies and others showed the player this year: forces of a place, markers of a power."""
    found: dict[str, list[str]] = {}
    for event in journal:
        if isinstance(event, Seen) and event.who in mine:
            fresh: dict[str, list[str]] = {}
            for key, units in event.shown:
                fresh.setdefault(key, []).append(units)
            found |= fresh
    return {key: ";".join(units) for key, units in found.items()}


def known(view: View) -> World:
    """The world as the player knows it: a stack that is not seen has as many warriors as it seems to have, and of the
    markers that are not seen the first lie in the pool."""
    return World(
        settings=view.settings,
        scenario=view.scenario,
        turn=view.turn,
        year=view.year + 1,
        seats=list(view.seats),
        players=dict(view.players),
        powers=dict(view.powers),
        forces={
            place: {power: [guess(text) for text in each] for power, each in there.items()}
            for place, there in view.forces.items()
        },
        doctrines=dict(view.doctrine),
        scandinavia=view.scandinavia,
        pillaged=list(view.pillaged),
        plague=list(view.plague),
        feudal=list(view.feudal),
        unrest=list(view.unrest),
        order=list(view.order),
        last_order=list(view.last_order),
        frankish_start=list(view.frankish_start),
        vp=dict(view.vp),
        levels=dict(view.levels),
        moral=view.moral,
        over=view.over,
        out=dict(view.out),
        pool=unseen(view)[: view.pool],
    )


def guess(text: str) -> Stack:
    return Stack({"W": guessed(text)}) if text in SIZES else Stack(read(text))


def unseen(view: View) -> list[str]:
    """The markers that are in the pool, in the hands of others, or gone from the game."""
    rest = Counter(all_markers())
    rest.subtract(list(view.out))
    rest.subtract(marker for held in view.markers.values() if isinstance(held, list) for marker in held)
    return sorted(rest.elements())


def imagined(view: View, dice: Dice) -> World:
    """Stacks of any size that looks like theirs, and the unseen markers dealt to hands and pool."""
    world, rest = known(view), dice.shuffle("imagined.markers", unseen(view))
    for code, held in view.markers.items():
        if isinstance(held, int):
            world.powers[code] = structs.replace(world.powers[code], markers=sorted(rest[:held]))
            del rest[:held]
    world.pool, world.removed = sorted(rest[: view.pool]), sorted(rest[view.pool :])
    for place, there in view.forces.items():
        for power, texts in there.items():
            world.forces[place][power] = [drawn(text, dice) if text in SIZES else guess(text) for text in texts]
    return world


def drawn(text: str, dice: Dice) -> Stack:
    least, most = sizes_of(text)
    return Stack({"W": dice.roll("imagined.stack", most - least + 1, least)})
